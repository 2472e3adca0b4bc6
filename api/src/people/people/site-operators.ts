/** Reads, gives and ends the role of a site operator (docs/decisions/roles.md). */

import { inTransaction, type Queryable, type Trx } from 'core/database/kysely';
import { ApiError, conflict, notFound } from 'core/errors';
import { findSessions, type Session } from 'core/http/session';
import { permit } from 'core/policy/policies';
import { sql } from 'kysely';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { actAs } from '../audit/act-as';

export interface SiteOperator {
  id: number;
  name: string;
  email: string;
}

/** Returns the operators sorted by name. */
export async function siteOperatorsOf(db: Queryable): Promise<SiteOperator[]> {
  return db
    .selectFrom('site_operators')
    .innerJoin('users', 'users.id', 'site_operators.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
}

/**
 * Gives the role to the account of an email. The owner of the address must have proven it, because a stranger may have registered it in advance.
 * @throws ApiError 401, 403 if the caller's role has ended; 404; 409 EMAIL_NOT_CONFIRMED
 */
export function addSiteOperator(deps: Deps, session: Session, email: string): Promise<SiteOperator> {
  return inTransaction(deps.db, async (trx) => {
    await leadSite(trx, deps, session);
    const account = await trx
      .selectFrom('users')
      .select(['id', 'name', 'email', 'email_confirmed_at'])
      .where('email', '=', email)
      .forShare()
      .executeTakeFirst();
    if (!account) {
      const message = t('No account has the email {email}. The person signs in with a code by email first.', { email });
      throw new ApiError(404, 'NOT_FOUND', message);
    }
    const { email_confirmed_at, ...operator } = account;
    if (!email_confirmed_at) {
      const message = t('{email} has not been confirmed. The person signs in with a code by email first.', { email });
      throw conflict('EMAIL_NOT_CONFIRMED', message);
    }
    await trx
      .insertInto('site_operators')
      .values({ user_id: operator.id })
      .onConflict((one) => one.doNothing())
      .execute();
    return operator;
  });
}

/** @throws ApiError 401, 403 if the caller's role has ended; 404; 409 LAST_SITE_OPERATOR */
export async function removeSiteOperator(deps: Deps, session: Session, userId: number): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await leadSite(trx, deps, session);
    if (!(await siteOperatorsOf(trx)).some(({ id }) => id === userId)) throw notFound(t('Site operator not found.'));
    await refuseLastSiteOperator(trx, userId);
    await trx.deleteFrom('site_operators').where('user_id', '=', userId).execute();
  });
}

/** Refuses to remove the last operator of the site. @throws ApiError 409 LAST_SITE_OPERATOR */
export async function refuseLastSiteOperator(trx: Trx, userId: number): Promise<void> {
  await lockSite(trx);
  const operators = await siteOperatorsOf(trx);
  if (operators.length !== 1 || operators[0]?.id !== userId) return;
  throw conflict('LAST_SITE_OPERATOR', t('This is the last site operator. Give the role to another person first.'));
}

/** Makes changes run one after the other. Otherwise two operators could remove each other and leave none. */
async function lockSite(trx: Trx): Promise<void> {
  await sql`lock table site_operators in share row exclusive mode`.execute(trx);
}

/** Locks the role for a caller who has it. It may have ended since the request began, so it is read again. @throws ApiError 401, 403 */
export async function leadSite(trx: Trx, { clock }: Pick<Deps, 'clock'>, session: Session): Promise<void> {
  await actAs(trx, session.user.id);
  await lockSite(trx);
  if (session.isCommandLine) return;
  const current = (await findSessions(trx, [session.tokenId], clock.now())).get(session.tokenId);
  permit('site operator', current ?? null, {});
}
