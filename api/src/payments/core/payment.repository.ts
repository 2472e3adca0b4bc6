import type { Queryable, Trx } from 'core/database/kysely';
import type { PaymentAttemptsTable } from 'core/database/types';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { CartSnapshot } from '../../ordering/checkout/cart-snapshot';
import type { PaymentRef } from '../providers/payment-provider';

export interface Attempt extends Omit<Selectable<PaymentAttemptsTable>, 'snapshot'> {
  snapshot: CartSnapshot;
}

export interface NewAttempt {
  cartId: number;
  userId: number;
  venueId: number;
  provider: Attempt['provider'];
  isLive: boolean;
  cartVersion: number;
  amountMinor: number;
  currency: string;
  snapshot: CartSnapshot;
  createdAt: Date;
}

export async function findAttempt(db: Queryable, id: number): Promise<Attempt | null> {
  const row = await db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? (row as Attempt) : null;
}

export async function findAttemptByReference(
  db: Queryable,
  provider: Attempt['provider'],
  reference: string,
): Promise<Attempt | null> {
  const row = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row ? (row as Attempt) : null;
}

export async function findOpenAttempt(db: Queryable, cartId: number): Promise<Attempt | null> {
  const row = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('cart_id', '=', cartId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row ? (row as Attempt) : null;
}

export async function insertAttempt(trx: Trx, attempt: NewAttempt): Promise<Attempt> {
  const row = await trx
    .insertInto('payment_attempts')
    .values({
      cart_id: attempt.cartId,
      user_id: attempt.userId,
      venue_id: attempt.venueId,
      provider: attempt.provider,
      is_live: attempt.isLive,
      cart_version: attempt.cartVersion,
      amount_minor: attempt.amountMinor,
      currency: attempt.currency,
      snapshot: JSON.stringify(attempt.snapshot),
      created_at: attempt.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as Attempt;
}

export async function updateAttempt(
  db: Queryable,
  id: number,
  change: Partial<
    Pick<Attempt, 'state' | 'reference' | 'client_secret' | 'result_code' | 'refund_state' | 'settled_at'>
  >,
): Promise<void> {
  await db.updateTable('payment_attempts').set(change).where('id', '=', id).execute();
}

/**
 * Stores the provider's response if it is the first one for this attempt. No buyer gets the payment of a later response, so nobody can pay
 * it.
 * @returns the attempt with the first response
 */
export async function storeFirstReference(
  trx: Trx,
  id: number,
  created: { reference: string; clientSecret: string },
): Promise<Attempt> {
  await trx
    .updateTable('payment_attempts')
    .set({ reference: created.reference, client_secret: created.clientSecret })
    .where('id', '=', id)
    .where('reference', 'is', null)
    .execute();
  const attempt = await findAttempt(trx, id);
  if (!attempt) throw new Error(`There is no payment attempt ${id}`);
  return attempt;
}

/** Returns the ids by which the provider knows the attempt. @throws Error while the attempt has no reference */
export function paymentRefOf(attempt: Attempt): PaymentRef {
  if (attempt.reference === null) throw new Error(`Attempt ${attempt.id} has no reference to ask about`);
  return {
    attemptId: attempt.id,
    reference: attempt.reference,
    amountMinor: attempt.amount_minor,
    currency: attempt.currency,
  };
}

/** True while every stall of the snapshot, and its hall, still exists. A paused stall, or one outside its hours, still exists. */
export async function areAllOpen(db: Queryable, { orders }: CartSnapshot): Promise<boolean> {
  const ids = [...new Set(orders.map(({ vendor_id }) => vendor_id))];
  const open = await db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select('vendors.id')
    .where('vendors.id', '=', sql<number>`any(${ids}::integer[])`)
    .where('vendors.is_active', '=', true)
    .where('venues.is_active', '=', true)
    .execute();
  return open.length === ids.length;
}

export async function orderIdsOfCart(db: Queryable, cartId: number): Promise<number[]> {
  const rows = await db.selectFrom('orders').select('id').where('cart_id', '=', cartId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * Claims attempts that are due for a check (1, 5 and 30 minutes and 24 hours after their start, then daily). It records the check first, so that
 * two processes never check the same attempt.
 */
export async function takeAttemptsToCheck(db: Queryable, now: Date, limit: number): Promise<Attempt[]> {
  const due = db
    .selectFrom('payment_attempts')
    .select('id')
    // These are literals, because a prepared statement with parameters would not use the partial index.
    .where(sql<boolean>`state in ('open', 'superseded')`)
    .where(
      sql<boolean>`case checks
        when 0 then created_at + interval '1 minute'
        when 1 then created_at + interval '5 minutes'
        when 2 then created_at + interval '30 minutes'
        when 3 then created_at + interval '24 hours'
        else checked_at + interval '24 hours' end <= ${now}`,
    )
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .updateTable('payment_attempts')
    .set((query) => ({ checks: query('checks', '+', 1), checked_at: now }))
    .where('id', 'in', due)
    .returningAll()
    .execute();
  return rows as Attempt[];
}
