/** Which release of an app a visitor gets: the one rule for releases, the server's pages and the shell. */
import { type Cohort, isFor } from './cohort';
import { type Mismatch, mismatchesOf, type Provided } from './compatibility';
import type { HostRelease, PreviousRelease, RemoteRelease, Snapshot } from './schemas';

export interface Choice {
  /** Undefined: no release is compatible, or the visitor was demoted from all that are. */
  release: RemoteRelease | PreviousRelease | undefined;
  /** Releases that come first and are incompatible, in their order. */
  refused: { version: string; mismatches: Mismatch[] }[];
}

type Limited = Pick<Snapshot, 'offers'>;

/** Every release that this visitor may get of an app, the first one first: of the channel, of a rollout, the live one. */
function candidatesFor<Release>({ offers }: Limited, app: string, live: Release, cohort: Cohort): Release[] {
  const limited = offers.filter((each) => each.part === app && isFor(each, cohort));
  const ofChannel = limited.filter(({ channel }) => channel !== undefined);
  const ofRollout = limited.filter(({ channel }) => channel === undefined);
  // The cast is safe: the offers of an app have the type of its live release.
  const releases = [...ofChannel, ...ofRollout].map(({ release }) => release as Release);
  return [...releases, live];
}

/** The shell that this visitor's page comes from. */
export function hostFor<Host extends HostRelease | null>(snapshot: Limited & { host: Host }, cohort: Cohort): Host {
  return candidatesFor(snapshot, 'host', snapshot.host, cohort)[0] ?? snapshot.host;
}

/**
 * The release of a remote that this visitor gets: the one of the channel, else of a rollout, else the live one, else the
 * newest previous one; the first that is compatible with the shell and that the visitor was not demoted from.
 */
export function choose(
  snapshot: Pick<Snapshot, 'remotes' | 'offers' | 'kept' | 'verdicts'>,
  remote: string,
  cohort: Cohort,
  provided: Provided,
): Choice {
  const refused: Choice['refused'] = [];
  const candidates = candidatesFor<RemoteRelease | undefined>(snapshot, remote, snapshot.remotes[remote], cohort);
  for (const release of [...candidates, ...(snapshot.kept[remote] ?? [])]) {
    // A remote that only some visitors have has no live release.
    if (!release || cohort.demoted?.includes(`${remote}@${release.version}`)) continue;
    const mismatches = mismatchesOf(remote, release, provided, snapshot.verdicts);
    if (mismatches.length === 0) return { release, refused };
    refused.push({ version: release.version, mismatches });
  }
  return { release: undefined, refused };
}
