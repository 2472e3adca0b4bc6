/** Describes the live releases for programs: the visitors of each, and which remote is compatible with which shell. */
import { describeMismatch, mismatchesOf } from '../model/compatibility';
import type { HostRelease, PreviousRelease, RemoteRelease, Snapshot } from '../model/schemas';
import type { Fit, ReleaseStatus, Status } from '../model/service';
import { type Live, readLive } from './read-live';
import { requireKnown } from './sentences';
import { appsIn, hostsOf } from './snapshot';
import type { Target } from './targets/target';

/**
 * Reads the live releases of all apps, or of one.
 * @throws if the registry has no such app
 */
export async function readStatus(target: Target, only?: string): Promise<Status> {
  const live = await readLive(target);
  const status = statusOf(live);
  if (!only || !live.pointer) return status;
  requireKnown(live.snapshot, only, target);
  return {
    ...status,
    releases: status.releases.filter(({ app }) => app === only),
    fits: status.fits.filter(({ remote }) => only === 'host' || remote === only),
  };
}

/** @param live from readLive */
export function statusOf({ pointer, snapshot }: Pick<Live, 'pointer' | 'snapshot'>): Status {
  const releases: ReleaseStatus[] = [];
  const remotes: { app: string; release: RemoteRelease | PreviousRelease }[] = [];
  for (const app of appsIn(snapshot)) {
    const live = app === 'host' ? snapshot.host : snapshot.remotes[app];
    const since = snapshot.since[app] ?? null;
    if (live) releases.push({ app, version: live.version, for: 'all', since, contract: live.contract });
    const limited = snapshot.offers.filter(({ part }) => part === app);
    for (const { channel, percent, since, release } of limited) {
      const audience =
        channel === undefined ? { for: 'percent' as const, percent } : { for: 'channel' as const, channel };
      releases.push({ app, version: release.version, ...audience, since, contract: release.contract });
    }
    const previous = snapshot.kept[app] ?? [];
    for (const { version, contract } of previous)
      releases.push({ app, version, for: 'previous', since: null, contract });
    if (app === 'host') continue;
    const given = [...(live ? [live] : []), ...limited.map(({ release }) => release)] as RemoteRelease[];
    remotes.push(...[...given, ...previous].map((release) => ({ app, release })));
  }
  const shells = hostsOf(snapshot);
  return {
    snapshot: pointer?.current ?? null,
    at: pointer?.at ?? null,
    recalled: [...(pointer?.recalled ?? [])],
    releases,
    fits: remotes.flatMap(({ app, release }) => shells.map((shell) => fitOf(app, release, shell, snapshot.verdicts))),
  };
}

const fitOf = (
  remote: string,
  release: RemoteRelease | PreviousRelease,
  shell: HostRelease,
  verdicts: Snapshot['verdicts'],
): Fit => ({
  remote,
  version: release.version,
  shell: shell.version,
  problems: mismatchesOf(remote, release, shell, verdicts).map((mismatch) =>
    describeMismatch(remote, release.version, mismatch, `shell ${shell.version}`),
  ),
});
