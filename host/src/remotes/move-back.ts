/** A visitor whom a release failed too often gets another: the one that the rules choose without it. */
import { satisfy } from '@module-federation/runtime';
import { choose, type Provides } from 'shared-contracts/registry-rules';
import type { RegistrySnapshot, Snapshot } from './registry';
import { rememberSetBack, visitOf } from './visit';

export interface MoveBackOptions {
  registry: RegistrySnapshot;
  /** What this page runs. */
  snapshot: Snapshot;
  provides: Provides;
}

/**
 * From the next page on, and until another release is live. What was recalled is not in the registry any more.
 * @returns the version that the visitor gets; undefined, and nothing changes, where none fits the shell
 */
export function moveBack(remote: string, { registry, snapshot, provides }: MoveBackOptions): string | undefined {
  const running = snapshot.remotes[remote];
  if (!running) return undefined;
  const left = `${remote}@${running.version}`;
  const visit = visitOf(registry);
  const without = { ...visit, setBack: [...(visit.setBack ?? []), left] };
  const { release } = choose(registry, remote, without, provides, satisfy);
  if (release) rememberSetBack(left);
  return release?.version;
}
