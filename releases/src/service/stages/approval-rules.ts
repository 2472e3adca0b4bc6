/** Decides whether a person may approve a staged release. Pure. */

export interface StagedRelease {
  id: number;
  team: string;
  apps: readonly string[];
  /** The version of each app that is staged. */
  versions: Readonly<Record<string, string>>;
  /** The version of each app that its visitors had when it was staged, or null. */
  seen: Readonly<Record<string, string | null>>;
  expiresAt: Date;
  endedAt: Date | null;
  outcome: 'live' | 'refused' | 'withdrawn' | null;
  reason: string | null;
}

export interface ApprovalFacts {
  stage: StagedRelease;
  /** The version of each app that its visitors have now, or null. */
  live: Readonly<Record<string, string | null>>;
  /** Those of people who may approve it still. */
  approvals: readonly { userId: number; at: Date }[];
  /** The account of the person who staged it, if the CI system named one of a team. Where two are needed, this person is not one of them. */
  stagerId: number | null;
  needsTwo: boolean;
  /** True if the token that staged it was revoked. */
  isTokenRevoked: boolean;
  now: Date;
}

const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * The person who staged it does not count: a CI system names the account that began a run, and not who wrote what it releases.
 * @returns the number of people who still have to approve
 */
export const missingPersons = ({ approvals, needsTwo }: Pick<ApprovalFacts, 'approvals' | 'needsTwo'>): number =>
  Math.max(0, (needsTwo ? 2 : 1) - new Set(approvals.map(({ userId }) => userId)).size);

/** @returns the reason in a sentence why nobody may approve it any more, or null */
export function endOf({
  stage,
  live,
  isTokenRevoked,
  now,
}: Omit<ApprovalFacts, 'approvals' | 'stagerId' | 'needsTwo'>): string | null {
  const { apps, versions, seen, endedAt, expiresAt, outcome, reason } = stage;
  const names = apps.join(', ');
  if (endedAt && outcome === 'live')
    return `This release of ${names} was approved, and went live on ${minuteOf(endedAt)}.`;
  if (endedAt && outcome === 'withdrawn')
    return `This release of ${names} was withdrawn on ${minuteOf(endedAt)}${reason ? `: ${reason}` : '.'}`;
  if (endedAt) return `This release of ${names} was refused on ${minuteOf(endedAt)}: ${reason} Stage it again.`;
  if (expiresAt <= now) return `This release of ${names} has expired on ${minuteOf(expiresAt)}. Stage it again.`;
  if (isTokenRevoked) return `The token that staged this release of ${names} was revoked.`;
  for (const app of apps) {
    const [now, before] = [live[app] ?? null, seen[app] ?? null];
    // A release whose process ended before its outcome was noted is approved once more.
    if (now === before || now === versions[app]) continue;
    return `${app} is ${now ?? 'no longer live'} now, and was ${before ?? 'not live'} when this was staged. Stage it again.`;
  }
  return null;
}

/**
 * A team takes back what it has staged: by a token of its own, or by a person who may approve for these apps.
 * @returns the reason in a sentence why the caller may not withdraw it, or null if it may
 */
export function withdrawalRefusal(
  { stage: { team, apps, endedAt, expiresAt }, now }: Pick<ApprovalFacts, 'stage' | 'now'>,
  caller: { team: string; apps: readonly string[]; mayApprove: boolean | null },
): string | null {
  const names = apps.join(', ');
  const isForApps = apps.every((app) => caller.apps.includes(app));
  if (!isForApps || (caller.mayApprove === null && caller.team !== team))
    return `Only the team ${team} and people who approve ${names} may withdraw it.`;
  if (caller.mayApprove === false) return `Your role in ${caller.team} is to look.`;
  return endedAt || expiresAt <= now ? `This release of ${names} no longer waits.` : null;
}

/** @returns the reason in a sentence why this person may not approve it, or null if the person may */
export function approvalRefusal(
  facts: ApprovalFacts,
  person: { userId: number; team: string; apps: readonly string[]; mayApprove: boolean },
): string | null {
  const { stage, approvals, stagerId, needsTwo } = facts;
  if (!person.mayApprove) return `Your role in ${person.team} is not to approve.`;
  const foreign = stage.apps.filter((app) => !person.apps.includes(app));
  if (foreign.length > 0) return `Your role in ${person.team} is not for ${foreign.join(', ')}.`;
  const end = endOf(facts);
  if (end !== null) return end;
  if (needsTwo && person.userId === stagerId) return 'You staged this release: two other people have to approve it.';
  const own = approvals.find(({ userId }) => userId === person.userId);
  return own && missingPersons(facts) > 0
    ? `You approved this release on ${minuteOf(own.at)}: another person of the team has to approve it too.`
    : null;
}
