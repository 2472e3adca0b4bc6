/** Decides what a release token allows. */
import type { ReleaseIdentity } from './identity';

/** The visitors of a release, or of its end. Without either field, it is for all visitors. */
export interface Audience {
  channel?: string | undefined;
  percent?: number | undefined;
}

/** @returns the reason why the caller may not release these apps to these visitors, or take them back there; null if it may */
export function refusalOf(
  identity: ReleaseIdentity,
  apps: readonly string[],
  { channel, percent }: Audience,
): string | null {
  const { team, userId } = identity;
  const foreign = apps.filter((app) => !identity.apps.includes(app));
  const holder = userId === null ? `The release token of ${team}` : `Your role in ${team}`;
  if (foreign.length > 0) return `${holder} is not for ${foreign.join(', ')}.`;
  // The role of a person is for all visitors or for none.
  if (userId !== null) return identity.isForAll ? null : `Your role in ${team} is to look, and not to roll back.`;
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

/** Who may release to these visitors may stage it too. @returns the reason why the caller may not stage it, or null */
export function stageRefusal(identity: ReleaseIdentity, apps: readonly string[], to: Audience): string | null {
  const isForApps = apps.every((app) => identity.apps.includes(app));
  return identity.mayStage && isForApps ? null : refusalOf(identity, apps, to);
}

/** A person takes releases back, and makes live what was staged. @returns the reason why a person may not release anything else */
export const personRefusal = ({ userId }: ReleaseIdentity): string | null =>
  userId === null ? null : 'A person at the desk releases only what was staged.';

/**
 * A run of a CI system may send a build and release it, once. What ends a release, or opens the site to a browser, is for a team's own token.
 * @returns the reason why the caller may not do that
 */
export function runRefusal({ run, team }: ReleaseIdentity): string | null {
  return run === null ? null : `The token of a CI run is for one release. Use a release token of ${team}.`;
}
