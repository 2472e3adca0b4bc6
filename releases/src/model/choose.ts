/** Chooses the release of an app that a visitor gets. Releases, the server's pages and the shell share this one rule. */
import { type Cohort, isFor } from './cohort';
import { type Mismatch, mismatchesOf, type Provided } from './compatibility';
import type { HostRelease, PreviousRelease, RemoteRelease, Snapshot } from './schemas';

export interface Choice {
  /** Undefined if no release is compatible, or if the visitor was demoted from all compatible ones. */
  release: RemoteRelease | PreviousRelease | undefined;
  /** The incompatible releases that were tried before, in their order. */
  refused: { version: string; mismatches: Mismatch[] }[];
}

type Limited = Pick<Snapshot, 'offers'>;

/**
 * Lists the releases of an app that this visitor may get, in the order of preference: that of the channel, that of a rollout, the live one.
 */
function candidatesFor<Release>({ offers }: Limited, app: string, live: Release, cohort: Cohort): Release[] {
  const limited = offers.filter((each) => each.part === app && isFor(each, cohort));
  const ofChannel = limited.filter(({ channel }) => channel !== undefined);
  const ofRollout = limited.filter(({ channel }) => channel === undefined);
  // The cast is safe: the offers of an app have the type of its live release.
  const releases = [...ofChannel, ...ofRollout].map(({ release }) => release as Release);
  return [...releases, live];
}

/** Returns the shell of this visitor's page. */
export function hostFor<Host extends HostRelease | null>(snapshot: Limited & { host: Host }, cohort: Cohort): Host {
  return candidatesFor(snapshot, 'host', snapshot.host, cohort)[0] ?? snapshot.host;
}

/**
 * Chooses the release of a remote that this visitor gets. The order is: the release of the channel, that of a rollout, the live one, the
 * newest previous one. It takes the first release that is compatible with the shell and that the visitor was not demoted from.
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
    // A remote in a channel or rollout alone has no live release.
    if (!release || cohort.demoted?.includes(`${remote}@${release.version}`)) continue;
    const mismatches = mismatchesOf(remote, release, provided, snapshot.verdicts);
    if (mismatches.length === 0) return { release, refused };
    refused.push({ version: release.version, mismatches });
  }
  return { release: undefined, refused };
}
