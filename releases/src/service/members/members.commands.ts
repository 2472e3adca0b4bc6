/** Operators of the site say who is in a team, and what each person may do at the desk. */
import { inTransaction, type Trx } from 'core/database/kysely';
import { conflict, notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { sql } from 'kysely';
import type { ReleasesDeps } from '../../deps';

type Stored = Pick<ReleasesDeps, 'db' | 'clock'>;

export interface MemberGrant {
  email: string;
  team: string;
  apps: string[];
  may_approve: boolean;
  may_roll_back: boolean;
  /** The person's accounts at CI systems: 'github:583231'. */
  ci_accounts: string[];
}

export interface ShownMember extends MemberGrant {
  id: number;
  name: string;
}

const members = (db: Trx | ReleasesDeps['db']) =>
  db
    .selectFrom('release_members')
    .innerJoin('users', 'users.id', 'release_members.user_id')
    .select([
      'release_members.id',
      'users.name',
      'users.email',
      'team',
      'apps',
      'may_approve',
      'may_roll_back',
      'ci_accounts',
    ])
    .where('removed_at', 'is', null);

export const membersOf = ({ db }: Pick<ReleasesDeps, 'db'>): Promise<ShownMember[]> =>
  members(db).orderBy('team').orderBy('users.name').orderBy('release_members.id').execute();

/**
 * Adds the person of an account to a team, or changes the roles there.
 * @throws ApiError 404 without such an account, 409 if the person is in another team
 */
export function setMember({ db, clock }: Stored, session: Session, grant: MemberGrant): Promise<ShownMember> {
  const { email, team, apps, may_approve, may_roll_back, ci_accounts } = grant;
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .executeTakeFirst();
    if (!user) throw notFound('There is no account with this email.');
    const known = await members(trx).where('user_id', '=', user.id).forUpdate('release_members').executeTakeFirst();
    if (known && known.team !== team)
      throw conflict('IN_ANOTHER_TEAM', `${known.name} is in the team ${known.team}. Remove the person there first.`);
    const values = { team, apps, may_approve, may_roll_back, ci_accounts };
    const { id } = known
      ? await trx
          .updateTable('release_members')
          .set(values)
          .where('id', '=', known.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await trx
          .insertInto('release_members')
          .values({ ...values, user_id: user.id, created_at: now, created_by: session.user.id })
          .returning('id')
          .executeTakeFirstOrThrow();
    await note(trx, { at: now, session, action: 'release-member.set', member: { id, userId: user.id, ...values } });
    return members(trx).where('release_members.id', '=', id).executeTakeFirstOrThrow();
  });
}

/** Removes a person from the team: the next request of their desk is refused. @throws ApiError 404 */
export function removeMember({ db, clock }: Stored, session: Session, id: number): Promise<ShownMember> {
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const shown = await members(trx).where('release_members.id', '=', id).executeTakeFirst();
    if (!shown) throw notFound('Member not found.');
    const row = await trx
      .updateTable('release_members')
      .set({ removed_at: now })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning(['user_id', 'team', 'apps', 'may_approve', 'may_roll_back', 'ci_accounts'])
      .executeTakeFirst();
    if (!row) throw notFound('Member not found.');
    const { user_id: userId, ...values } = row;
    await note(trx, { at: now, session, action: 'release-member.removed', member: { id, userId, ...values } });
    return shown;
  });
}

/** The log has the number of the account, and no name or email, since its entries are never deleted. */
async function note(
  trx: Trx,
  {
    at,
    session,
    action,
    member,
  }: {
    at: Date;
    session: Session;
    action: string;
    member: Omit<MemberGrant, 'email'> & { id: number; userId: number };
  },
): Promise<void> {
  const { userId, ...after } = member;
  await trx
    .insertInto('audit_log')
    .values({
      at,
      actor_id: session.user.id,
      action,
      subject: `account ${userId} in ${member.team}`,
      after: JSON.stringify(after),
    })
    .execute();
}
