/** The cart's own row: find or create, lock, price, and increment the version. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { priceOrders } from 'shared-contracts/rules/totals';
import type { Queryable, Trx } from '../../database/kysely';
import { invalid } from '../../errors';
import { type Announcement, announce, userChannel } from '../../outbox/events';

/** What an amount may be in minor units: below the integer column's limit, so that a cart's sum with tax fits too. */
const MAX_AMOUNT_MINOR = 1_000_000_000;

/** @throws ApiError 422 */
export function refuseTooMuch(amountMinor: number): void {
  if (amountMinor > MAX_AMOUNT_MINOR) throw invalid({ quantity: ['This is more than one order can hold.'] });
}

export interface CartRow {
  id: number;
  user_id: number;
  venue_id: number;
  state: 'new' | 'paid' | 'abandoned';
  version: number;
  payment_number: string;
}

/** As a literal: a prepared statement with a parameter here would not match the partial index. */
const isNew = sql.lit<'new'>('new');

const columns = ['id', 'user_id', 'venue_id', 'state', 'version', 'payment_number'] as const;

export async function findCart(db: Queryable, id: number): Promise<CartRow | null> {
  return (await db.selectFrom('carts').select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findNewCart(db: Queryable, userId: number, venueId: number): Promise<CartRow | null> {
  const row = await db
    .selectFrom('carts')
    .select(columns)
    .where('user_id', '=', userId)
    .where('venue_id', '=', venueId)
    .where('state', '=', isNew)
    .executeTakeFirst();
  return row ?? null;
}

/** The buyer's new carts, of one venue or of all, latest first. */
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

/** Locks the cart against any other change until the transaction ends; every change of a cart starts here. */
export async function lockCart(trx: Trx, id: number): Promise<CartRow | null> {
  const row = await trx.selectFrom('carts').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row ?? null;
}

/** The buyer's one new cart of a venue, locked; created if there is none. */
export async function lockOrCreateCart(trx: Trx, userId: number, venueId: number): Promise<CartRow> {
  for (;;) {
    const found = await trx
      .selectFrom('carts')
      .select(columns)
      .where('user_id', '=', userId)
      .where('venue_id', '=', venueId)
      .where('state', '=', isNew)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (found) return found;
    // Another request created it first, or it was paid while this one waited for the lock: look again.
    const made = await trx
      .insertInto('carts')
      .values({ user_id: userId, venue_id: venueId, payment_number: newPaymentNumber() })
      .onConflict((conflict) => conflict.columns(['user_id', 'venue_id']).where('state', '=', isNew).doNothing())
      .returning(columns)
      .executeTakeFirst();
    if (made) return made;
  }
}

/**
 * Ends a change of the cart: prices its orders again, counts the version up and tells the buyer's other screens.
 * @returns the new version
 */
export async function cartChanged(trx: Trx, cart: CartRow, exceptSocketId: string | null): Promise<number> {
  await repriceOrders(trx, cart);
  const { version } = await trx
    .updateTable('carts')
    .set((query) => ({ version: query('version', '+', 1) }))
    .where('id', '=', cart.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await announce(trx, [cartUpdated({ ...cart, version })], exceptSocketId);
  return version;
}

export function cartUpdated({ id, user_id, venue_id, version }: CartRow): Announcement {
  return { name: 'CartUpdated', channels: [userChannel(user_id)], payload: { cart: { id, venue_id, version } } };
}

/** Sets the orders' totals, tax and shares of the service charge from their lines and the tax terms they were made with. */
export async function repriceOrders(trx: Trx, cart: Pick<CartRow, 'id' | 'venue_id'>): Promise<void> {
  const orders = await trx
    .selectFrom('orders')
    .select((query) => [
      'id',
      'tax_rate_bp',
      'is_tax_included',
      query
        .selectFrom('order_items')
        .whereRef('order_items.order_id', '=', 'orders.id')
        .select(sql<number[] | null>`array_agg(total_minor order by id)`.as('totals'))
        .as('line_totals'),
    ])
    .where('cart_id', '=', cart.id)
    .orderBy('id')
    .execute();
  if (orders.length === 0) return;
  const { service_charge_minor } = await trx
    .selectFrom('venues')
    .select('service_charge_minor')
    .where('id', '=', cart.venue_id)
    .executeTakeFirstOrThrow();
  const amounts = priceOrders(
    orders.map(({ line_totals, tax_rate_bp, is_tax_included }) => ({
      lineTotals: line_totals ?? [],
      tax: { rateBasisPoints: tax_rate_bp, isIncluded: is_tax_included },
    })),
    service_charge_minor,
  );
  refuseTooMuch(amounts.reduce((sum, { totalMinor }) => sum + totalMinor, 0));
  const priced = orders.map(({ id }, index) => ({ id, ...amounts[index] }));
  await sql`
    update orders set total_minor = priced."totalMinor", tax_minor = priced."taxMinor",
      service_fee_minor = priced."serviceFeeMinor", service_fee_tax_minor = priced."serviceFeeTaxMinor"
    from json_to_recordset(${JSON.stringify(priced)}::json) as priced (id integer, "totalMinor" integer,
      "taxMinor" integer, "serviceFeeMinor" integer, "serviceFeeTaxMinor" integer)
    where orders.id = priced.id`.execute(trx);
}

/** 'P' and 12 digits: what the buyer reads to support, and the provider's statement may show. */
export function newPaymentNumber(): string {
  return `P${String(randomInt(1e6)).padStart(6, '0')}${String(randomInt(1e6)).padStart(6, '0')}`;
}
