/** Why this page runs the release that it runs. */
import type { RegistrySnapshot } from '../releases/snapshot';

type Registry = Pick<RegistrySnapshot, 'remotes' | 'offers' | 'kept'>;

/** 'live', 'channel beta', 'rollout of 10 %', 'previous'; 'unknown' if the registry does not name the version. */
export function releaseSource(registry: Registry | undefined, remote: string, version: string): string {
  if (!registry) return 'unknown';
  if (registry.remotes[remote]?.version === version) return 'live';
  const limited = registry.offers.find(({ part, release }) => part === remote && release.version === version);
  if (limited?.channel !== undefined) return `channel ${limited.channel}`;
  if (limited?.percent !== undefined) return `rollout of ${limited.percent} %`;
  return registry.kept[remote]?.some((previous) => previous.version === version) ? 'previous' : 'unknown';
}
