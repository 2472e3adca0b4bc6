/** A visitor whom a release failed too often gets another: the one that the rules choose without it. */
import { choose } from 'registry/choose';
import type { Provided } from 'registry/compatibility';
import { cohortOf, rememberDemotion } from './cohort';
import type { RegistrySnapshot, Snapshot } from './snapshot';

export interface DemoteOptions {
  registry: RegistrySnapshot;
  /** What this page runs. */
  snapshot: Snapshot;
  provides: Provided;
}

/**
 * From the next page on, and until another release is live. What was recalled is not in the registry any more.
 * @returns the version that the visitor gets; undefined, and nothing changes, where none fits the shell
 */
export function demote(remote: string, { registry, snapshot, provides }: DemoteOptions): string | undefined {
  const running = snapshot.remotes[remote];
  if (!running) return undefined;
  const left = `${remote}@${running.version}`;
  const cohort = cohortOf(registry);
  const without = { ...cohort, demoted: [...(cohort.demoted ?? []), left] };
  const { release } = choose(registry, remote, without, provides);
  if (release) rememberDemotion(left);
  return release?.version;
}
