/** Identifies the people of teams at the desk. */
import type { Queryable } from 'core/database/kysely';
import type { Refusal, ReleaseIdentity } from '../identity';

/** A person of a team. */
export interface MemberIdentity extends ReleaseIdentity {
  tokenId: null;
  userId: number;
  name: string;
  mayApprove: boolean;
}

export const isMember = (identity: ReleaseIdentity): identity is MemberIdentity => identity.userId !== null;

/**
 * Reads the team and the roles of an account with each request, so that a removed person is refused at once.
 * @param until the end of the session
 */
export async function identifyMember(db: Queryable, userId: number, until: Date): Promise<MemberIdentity | Refusal> {
  const row = await db
    .selectFrom('release_members')
    .innerJoin('users', 'users.id', 'release_members.user_id')
    .select(['team', 'apps', 'may_approve', 'may_roll_back', 'users.name'])
    .where('release_members.user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return { refusal: 'Your account is in no team of this site.' };
  const { team, apps, name, may_approve, may_roll_back } = row;
  return {
    tokenId: null,
    ...{ userId, team, apps, name },
    channels: may_roll_back ? ['*'] : [],
    mostPercent: may_roll_back ? 99 : 0,
    isForAll: may_roll_back,
    mayStage: false,
    overrideOrigins: [],
    expiresAt: until,
    run: null,
    mayApprove: may_approve,
  };
}
