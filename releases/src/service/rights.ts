/** Says what a release token may do. Pure. */
import type { ReleaseIdentity } from './identity';

/** The visitors that a release, or its end, is for; with neither field it is for all. */
export interface Audience {
  channel?: string | undefined;
  percent?: number | undefined;
}

/** @returns why the token may not release these apps to these visitors, or take them back there; null: it may */
export function refusalOf(
  identity: ReleaseIdentity,
  apps: readonly string[],
  { channel, percent }: Audience,
): string | null {
  const { team } = identity;
  const foreign = apps.filter((app) => !identity.apps.includes(app));
  if (foreign.length > 0) return `The release token of ${team} is not for ${foreign.join(', ')}.`;
  if (channel !== undefined) {
    const isAllowed = identity.channels.includes('*') || identity.channels.includes(channel);
    return isAllowed ? null : `The release token of ${team} is not for the channel ${channel}.`;
  }
  if (percent !== undefined) {
    if (percent <= identity.mostPercent) return null;
    return identity.mostPercent === 0
      ? `The release token of ${team} is not for rollouts.`
      : `The release token of ${team} is for rollouts of ${identity.mostPercent} % at most.`;
  }
  return identity.isForAll ? null : `The release token of ${team} is not for all visitors.`;
}
