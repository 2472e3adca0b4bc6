/** What is live, for programs: each release with its visitors, and which remote is compatible with which shell. */
import { describeMismatch, mismatchesOf } from '../compatibility';
import type { HostRelease, PreviousRelease, RemoteRelease, Snapshot } from '../model';
import { appsIn, hostsOf } from './snapshot';
import type { Live } from './store';

/** A release that the live snapshot lists. */
export interface ReleaseStatus {
  /** 'host', or the name of a remote. */
  app: string;
  version: string;
  /** A previous one is for shells that the others are incompatible with. */
  for: 'all' | 'channel' | 'percent' | 'previous';
  channel?: string;
  percent?: number;
  /** ISO 8601; null for a previous release. */
  since: string | null;
  /** Of a shell a version, of a remote a range. */
  contract: string;
}

/** Whether a listed release of a remote runs in a shell that visitors have. */
export interface Fit {
  remote: string;
  version: string;
  /** Version of the shell. */
  shell: string;
  /** A sentence for each thing that the shell does not provide; empty: compatible. */
  problems: string[];
}

export interface Status {
  /** Name of the live snapshot; null: nothing is released. */
  snapshot: string | null;
  /** When the pointer moved, ISO 8601. */
  at: string | null;
  /** 'catalog@1.0.0-3f9a01c2' */
  recalled: readonly string[];
  releases: ReleaseStatus[];
  fits: Fit[];
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
    recalled: pointer?.recalled ?? [],
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
