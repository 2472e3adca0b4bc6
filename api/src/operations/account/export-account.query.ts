/** Exports all data about a person as one document. */

import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { sql } from 'kysely';
import { toMajor } from 'shared-contracts/rules/money';
import type { Deps } from '../../deps';
import { presentOrder } from '../../ordering/orders/order.presenter';
import { allOrdersOfUser } from '../../ordering/orders/order.repository';
import { factorsOf, presentFactor } from '../../people/factors/factors.repository';
import { recoveryCodesLeft } from '../../people/factors/recovery-codes';
import { t } from '../../words';
import type { AccountExport } from './account.schema';
import { findAccountFor } from './known-here';

/** @throws ApiError 404 */
export async function exportAccount({ exportDb, clock }: Deps, userId: number): Promise<AccountExport> {
  const account = await exportDb
    .selectFrom('users')
    .select(['id', 'name', 'email', 'phone', 'password_hash', 'created_at', 'email_confirmed_at', 'language'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!account) throw notFound(t('Account not found.'));
  const { password_hash, created_at, email_confirmed_at, ...person } = account;
  const orders = (await allOrdersOfUser(exportDb, userId)).map(presentOrder);
  return {
    exported_at: clock.now().toISOString(),
    account: {
      ...person,
      has_password: password_hash !== null,
      created_at: created_at.toISOString(),
      email_confirmed_at: textOf(email_confirmed_at),
    },
    roles: await rolesOf(exportDb, userId),
    invitations: await invitationsTo(exportDb, account.email),
    sessions: await sessionsOf(exportDb, userId),
    second_factors: (await factorsOf(exportDb, userId)).map(presentFactor),
    recovery_codes_left: await recoveryCodesLeft(exportDb, userId),
    push_subscriptions: await subscriptionsOf(exportDb, userId),
    text_messages: await textMessagesTo(exportDb, userId),
    addresses: addressesOf(orders),
    carts: orders.filter(({ state }) => state === 'cart'),
    orders: orders.filter(({ state }) => state !== 'cart'),
    payments: await paymentsOf(exportDb, userId),
  };
}

/** Exports an account at the person's request. The audit log records it. @throws ApiError 404 */
export async function exportAccountOf(deps: Deps, session: Session, email: string): Promise<AccountExport> {
  const document = await exportAccount(deps, await findAccountFor(deps.db, session, email));
  await deps.db
    .insertInto('audit_log')
    .values({ at: deps.clock.now(), actor_id: session.user.id, action: 'account.exported', subject: email })
    .execute();
  return document;
}

const textOf = (time: Date | null): string | null => time?.toISOString() ?? null;

async function rolesOf(db: Queryable, userId: number): Promise<AccountExport['roles']> {
  const { rows } = await sql<AccountExport['roles'][number]>`
    select 'site operator' as role, null as venue, null as vendor
    from site_operators held where held.user_id = ${userId}
    union all
    select 'operator', venues.name, null
    from venue_operators held join venues on venues.id = held.venue_id where held.user_id = ${userId}
    union all
    select held.role, venues.name, vendors.name
    from vendor_members held join vendors on vendors.id = held.vendor_id join venues on venues.id = vendors.venue_id
    where held.user_id = ${userId}
    order by venue nulls first, vendor nulls first`.execute(db);
  return rows;
}

async function invitationsTo(db: Queryable, email: string): Promise<AccountExport['invitations']> {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('venues', 'venues.id', 'invitations.venue_id')
    .leftJoin('vendors', 'vendors.id', 'invitations.vendor_id')
    .select(['role', 'venues.name as venue', 'vendors.name as vendor'])
    .select(['invitations.created_at', 'expires_at', 'used_at', 'revoked_at'])
    .where('email', '=', email)
    .orderBy('invitations.id')
    .execute();
  return rows.map(({ created_at, expires_at, used_at, revoked_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    used_at: textOf(used_at),
    revoked_at: textOf(revoked_at),
  }));
}

async function sessionsOf(db: Queryable, userId: number): Promise<AccountExport['sessions']> {
  const rows = await db
    .selectFrom('tokens')
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ created_at, expires_at }) => ({
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }));
}

async function subscriptionsOf(db: Queryable, userId: number): Promise<AccountExport['push_subscriptions']> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .innerJoin('tokens', 'tokens.id', 'push_subscriptions.token_id')
    .select(['endpoint', 'push_subscriptions.created_at'])
    .where('tokens.user_id', '=', userId)
    .orderBy('push_subscriptions.id')
    .execute();
  return rows.map(({ endpoint, created_at }) => ({ endpoint, created_at: created_at.toISOString() }));
}

async function textMessagesTo(db: Queryable, userId: number): Promise<AccountExport['text_messages']> {
  const phone = await db
    .selectFrom('phones')
    .select(['number', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const sent = await db
    .selectFrom('text_messages')
    .innerJoin('orders', 'orders.id', 'text_messages.order_id')
    .select(['orders.id', 'text_messages.state', 'text_messages.sent_at'])
    .where('orders.user_id', '=', userId)
    .orderBy('text_messages.id')
    .execute();
  return {
    number: phone?.number ?? null,
    confirmed_at: textOf(phone?.confirmed_at ?? null),
    sent: sent.flatMap(({ id, state, sent_at }) =>
      sent_at ? [{ order_id: id, state, sent_at: sent_at.toISOString() }] : [],
    ),
  };
}

/** Returns each address once, in the order of its first use. A table belongs to the hall, so it is left out. */
function addressesOf(orders: readonly ReturnType<typeof presentOrder>[]): AccountExport['addresses'] {
  const addresses = new Map<string, AccountExport['addresses'][number]>();
  for (const { delivery_method_type: type, delivery_method_location: location } of orders) {
    if (type === 'room' || type === 'address') addresses.set(`${type} ${location}`, { type, location });
  }
  return [...addresses.values()];
}

async function paymentsOf(db: Queryable, userId: number): Promise<AccountExport['payments']> {
  const rows = await db
    .selectFrom('payment_attempts')
    .innerJoin('carts', 'carts.id', 'payment_attempts.cart_id')
    .select(['payment_attempts.id', 'payment_number', 'provider', 'reference', 'amount_minor', 'currency'])
    .select(['payment_attempts.state', 'payment_attempts.created_at', 'settled_at'])
    .select(
      sql<number[]>`array(select orders.id from orders where orders.cart_id = carts.id order by orders.id)`.as(
        'order_ids',
      ),
    )
    .where('carts.user_id', '=', userId)
    .orderBy('payment_attempts.id')
    .execute();
  return rows.map(({ amount_minor, created_at, settled_at, ...row }) => ({
    ...row,
    amount: toMajor(amount_minor, row.currency),
    created_at: created_at.toISOString(),
    settled_at: textOf(settled_at),
  }));
}
