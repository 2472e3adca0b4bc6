/** Why this page runs the release that it runs. */
import type { RegistrySnapshot } from '../releases/snapshot';

type Registry = Pick<RegistrySnapshot, 'remotes' | 'offers' | 'kept'>;

/** 'live', 'channel beta', 'rollout of 10 %', 'previous'; 'unknown' if the registry does not name the version. */
export function sourceOf(registry: Registry | undefined, remote: string, version: string): string {
  if (!registry) return 'unknown';
  if (registry.remotes[remote]?.version === version) return 'live';
  const offer = registry.offers.find(({ part, release }) => part === remote && release.version === version);
  if (offer?.channel !== undefined) return `channel ${offer.channel}`;
  if (offer?.percent !== undefined) return `rollout of ${offer.percent} %`;
  return registry.kept[remote]?.some((previous) => previous.version === version) ? 'previous' : 'unknown';
}
