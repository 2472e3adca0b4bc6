import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Queryable, Trx } from '../../../database/kysely';
import type { PaymentAttemptsTable } from '../../../database/types';
import type { CartSnapshot } from '../../checkout/cart-snapshot';
import type { SoughtPayment } from '../providers/payment-provider';

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
 * The first answer of the provider stays: what a later one gave was handed to nobody, so nobody can pay it.
 * @returns the attempt as it stands then
 */
export async function keepFirstReference(
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

/** What the provider is asked about. @throws Error while it has not answered with a reference */
export function soughtOf(attempt: Attempt): SoughtPayment {
  if (attempt.reference === null) throw new Error(`Attempt ${attempt.id} has no reference to ask about`);
  return {
    attemptId: attempt.id,
    reference: attempt.reference,
    amountMinor: attempt.amount_minor,
    currency: attempt.currency,
  };
}

export async function orderIdsOfCart(db: Queryable, cartId: number): Promise<number[]> {
  const rows = await db.selectFrom('orders').select('id').where('cart_id', '=', cartId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * Takes attempts whose time to be asked about has come (1, 5 and 30 minutes and 24 hours after their start, then daily),
 * and writes the asking down first, so that two processes never ask about the same one.
 */
export async function takeAttemptsToCheck(db: Queryable, now: Date, limit: number): Promise<Attempt[]> {
  const due = db
    .selectFrom('payment_attempts')
    .select('id')
    .where('state', 'in', ['open', 'superseded'])
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
