/** Finds, creates and locks the row of a cart. */
import { randomInt } from 'node:crypto';
import type { Queryable, Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import type { TipChoice } from 'shared-contracts/rules/tips';

export interface CartRow {
  id: number;
  user_id: number;
  venue_id: number;
  state: 'new' | 'paid' | 'abandoned';
  version: number;
  payment_number: string;
  tip_rate_bp: number | null;
  tip_minor: number | null;
}

/** Returns the tip that the buyer chose; null for none. */
export function tipOf({ tip_rate_bp, tip_minor }: Pick<CartRow, 'tip_rate_bp' | 'tip_minor'>): TipChoice | null {
  if (tip_rate_bp !== null) return { rateBasisPoints: tip_rate_bp };
  return tip_minor === null ? null : { amountMinor: tip_minor };
}

/** This is a literal, because a prepared statement with a parameter would not use the partial index. */
const isNew = sql.lit<'new'>('new');

/** The columns of a cart's row. */
export const cartColumns = [
  'id',
  'user_id',
  'venue_id',
  'state',
  'version',
  'payment_number',
  'tip_rate_bp',
  'tip_minor',
] as const;

export async function findCart(db: Queryable, id: number): Promise<CartRow | null> {
  return (await db.selectFrom('carts').select(cartColumns).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findNewCart(db: Queryable, userId: number, venueId: number): Promise<CartRow | null> {
  const row = await db
    .selectFrom('carts')
    .select(cartColumns)
    .where('user_id', '=', userId)
    .where('venue_id', '=', venueId)
    .where('state', '=', isNew)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the buyer's new carts in one venue or in all, latest first. */
export function newCartsOf(
  db: Queryable,
  userId: number,
  venueId: number | undefined,
): Promise<{ id: number; venue_id: number }[]> {
  const carts = db
    .selectFrom('carts')
    .select(['id', 'venue_id'])
    .where('user_id', '=', userId)
    .where('state', '=', isNew)
    .orderBy('id', 'desc');
  return (venueId === undefined ? carts : carts.where('venue_id', '=', venueId)).execute();
}

/** Locks the cart against any other change until the transaction ends. Every change of a cart starts here. */
export async function lockCart(trx: Trx, id: number): Promise<CartRow | null> {
  const row = await trx
    .selectFrom('carts')
    .select(cartColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the buyer's one new cart of a venue and locks it. It creates the cart if there is none. */
export async function lockOrCreateCart(trx: Trx, userId: number, venueId: number): Promise<CartRow> {
  for (;;) {
    const existingCart = await trx
      .selectFrom('carts')
      .select(cartColumns)
      .where('user_id', '=', userId)
      .where('venue_id', '=', venueId)
      .where('state', '=', isNew)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (existingCart) return existingCart;
    // Another request created the cart first, or it was paid while this request waited for the lock. The loop looks again.
    const made = await createCart(trx, userId, venueId);
    if (made) return made;
  }
}

/** @returns null if the buyer has a new cart in the venue */
export async function createCart(db: Queryable, userId: number, venueId: number): Promise<CartRow | null> {
  const made = await db
    .insertInto('carts')
    .columns(['user_id', 'venue_id', 'payment_number'])
    // An account that is being deleted gets no new cart.
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          'id',
          sql.val(venueId).$castTo<number>().as('venue_id'),
          sql.val(newPaymentNumber()).as('payment_number'),
        ])
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'venue_id']).where('state', '=', isNew).doNothing())
    .returning(cartColumns)
    .executeTakeFirst();
  return made ?? null;
}

/** 'P' and 12 digits: the number that the buyer reads to support. It may be on the provider's statement. */
export function newPaymentNumber(): string {
  return `P${String(randomInt(1e6)).padStart(6, '0')}${String(randomInt(1e6)).padStart(6, '0')}`;
}
