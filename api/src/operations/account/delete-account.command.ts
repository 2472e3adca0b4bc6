/** Deletes an account at the request of its person, who proves the identity again, or by an operator at the person's request. */

import { type Db, inTransaction, type Trx } from 'core/database/kysely';
import { conflict, invalid, notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { sql } from 'kysely';
import type { Role } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { actAs } from '../../people/audit/act-as';
import { takeLoginCode } from '../../people/auth/login-codes';
import { isPassword } from '../../people/auth/passwords';
import { refuseLast } from '../../people/people/members.commands';
import { refuseLastSiteOperator } from '../../people/people/site-operators';
import { lockPlace, type Workplace } from '../../people/people/workplace';
import { t } from '../../words';
import { eraseAccount } from './erase-account';
import { findAccountFor } from './known-here';

/** The proof that the person is present, because an open session alone proves nothing. */
export type Proof = { password: string } | { code: string; browser_key: string };

/** Checks that the account could be deleted now. @throws ApiError 409, as deleteAccount */
export async function checkDeletion(deps: Deps, session: Session): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await lockOwn(trx, session);
  });
}

/**
 * Deletes the caller's own account. Orders and payments stay without the person, and roles end.
 * @throws ApiError 409 ORDERS_OPEN, PAYMENTS_OPEN, LAST_OPERATOR, LAST_SITE_OPERATOR, LAST_OWNER; 422 WRONG_PASSWORD, WRONG_LOGIN_CODE, LOGIN_CODE_ENDED
 */
export async function deleteAccount(deps: Deps, session: Session, proof: Proof): Promise<void> {
  const { user } = session;
  const now = deps.clock.now();
  const passwordHash = 'password' in proof ? await provenHash(deps.db, user.id, proof.password) : null;
  const refusal = await inTransaction(deps.db, async (trx) => {
    if ('code' in proof) {
      const refused = await takeLoginCode(trx, { ...proof, email: user.email }, now);
      // This is not thrown here, because a throw would undo the count of tries.
      if (refused) return refused;
    }
    const account = await lockOwn(trx, session);
    // The password may have been reset since.
    if ('password' in proof && account.password_hash !== passwordHash) throw wrongPassword();
    await actAs(trx, user.id);
    await eraseAccount(trx, account, now);
    return null;
  });
  if (refusal) throw refusal;
}

export interface AccountRequest {
  session: Session;
  email: string;
  isDryRun: boolean;
}

/**
 * Deletes a customer's account at their request. The roles of a person who works here must end first, because an operator of one venue must not
 * remove an operator of another.
 * @throws ApiError 404 if there is no such person, or the caller may not see them; 409 HAS_ROLES, ORDERS_OPEN, PAYMENTS_OPEN
 */
export async function deleteAccountOf(deps: Deps, { session, email, isDryRun }: AccountRequest): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, await findAccountFor(trx, session, email));
    if ((await placesOf(trx, account.id)).length > 0 || (await isSiteOperator(trx, account.id))) {
      throw conflict('HAS_ROLES', t('This person works here. End the roles first, then delete the account.'));
    }
    if (isDryRun) return;
    await actAs(trx, session.user.id);
    await eraseAccount(trx, account, deps.clock.now());
  });
}

interface Account {
  id: number;
  email: string;
  password_hash: string | null;
}

/** Locks the caller's own account. @throws ApiError 409 if it is the only one that leads a place or the site */
async function lockOwn(trx: Trx, session: Session): Promise<Account> {
  if (session.isSiteOperator) await refuseLastSiteOperator(trx, session.user.id);
  for (const place of await placesOf(trx, session.user.id)) {
    await lockPlace(trx, place, session);
    if (place.role !== 'staff') await refuseLast(trx, place, session);
  }
  return lockAccount(trx, session.user.id);
}

/** Locks the rows that a payment would change, then the account. An order locks them in the same order. @throws ApiError 404, 409 */
async function lockAccount(trx: Trx, id: number): Promise<Account> {
  await sql`select from carts where user_id = ${id} order by id for update`.execute(trx);
  const account = await trx
    .selectFrom('users')
    .select(['id', 'email', 'password_hash'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw notFound(t('Account not found.'));
  const placed = await trx
    .selectFrom('orders')
    .select(['order_number', 'vendor_name'])
    .where('user_id', '=', id)
    .where('state', '=', 'placed')
    .orderBy('id')
    .executeTakeFirst();
  if (placed) {
    const message = t(
      'The order {number} at {vendor} is not collected yet. The account can be deleted once it is collected or cancelled.',
      { number: placed.order_number ?? '', vendor: placed.vendor_name },
    );
    throw conflict('ORDERS_OPEN', message);
  }
  const open = await trx
    .selectFrom('payment_attempts')
    .innerJoin('carts', 'carts.id', 'payment_attempts.cart_id')
    .select('payment_attempts.id')
    .where('carts.user_id', '=', id)
    .where('payment_attempts.state', '=', 'open')
    .executeTakeFirst();
  if (open) {
    const message = t(
      'A payment is not finished. The account can be deleted once it is paid or has ended, within a day.',
    );
    throw conflict('PAYMENTS_OPEN', message);
  }
  return account;
}

const isSiteOperator = async (trx: Trx, userId: number): Promise<boolean> =>
  (await trx.selectFrom('site_operators').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !==
  undefined;

interface HeldPlace extends Workplace {
  role: Role;
}

/** Returns the venues, then the vendors, where the person works. It leaves out those that are removed. */
async function placesOf(trx: Trx, userId: number): Promise<HeldPlace[]> {
  const { rows } = await sql<HeldPlace>`
    select venues.id as "venueId", null::integer as "vendorId", 'operator' as role
    from venue_operators held join venues on venues.id = held.venue_id
    where held.user_id = ${userId} and venues.is_active
    union all
    select vendors.venue_id, vendors.id, held.role
    from vendor_members held join vendors on vendors.id = held.vendor_id
    where held.user_id = ${userId} and vendors.is_active
    order by "vendorId" nulls first, "venueId"`.execute(trx);
  return rows;
}

async function provenHash(db: Db, userId: number, password: string): Promise<string | null> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!(await isPassword(password, password_hash))) throw wrongPassword();
  return password_hash;
}

const wrongPassword = () => invalid({ password: [t('This is not the password of your account.')] }, 'WRONG_PASSWORD');
