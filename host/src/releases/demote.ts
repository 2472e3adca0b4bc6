/** Demotes a visitor from a release that failed too often: the rules choose another one for them. */
import { choose } from 'releases/model/choose';
import type { Provided } from 'releases/model/compatibility';
import { cohortOf, rememberDemotion } from './cohort';
import type { RegistrySnapshot, Snapshot } from './snapshot';

export interface DemoteOptions {
  registry: RegistrySnapshot;
  /** The versions that this page runs. */
  snapshot: Snapshot;
  provides: Provided;
  /** The channel that this browser joined. */
  channel?: string | undefined;
}

/**
 * Takes effect with the next page, and lasts until another release is live. The registry lists no recalled release.
 * @returns the version that the visitor gets; undefined, and nothing changes, if no other one is compatible
 */
export function demote(remote: string, { registry, snapshot, provides, channel }: DemoteOptions): string | undefined {
  const running = snapshot.remotes[remote];
  if (!running) return undefined;
  const failing = `${remote}@${running.version}`;
  const cohort = cohortOf(registry, channel);
  const without = { ...cohort, demoted: [...(cohort.demoted ?? []), failing] };
  const { release } = choose(registry, remote, without, provides);
  if (release) rememberDemotion(failing);
  return release?.version;
}
