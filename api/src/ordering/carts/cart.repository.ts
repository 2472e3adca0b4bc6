/** The cart's own row: find or create, lock, price, and increment the version. */
import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type OrderAmounts, priceOrders } from 'shared-contracts/rules/totals';
import type { Queryable, Trx } from '../../core/database/kysely';
import { invalid } from '../../core/errors';
import { type Announcement, announce, userChannel } from '../../messages/realtime/events';
import { ownTaxesOf } from '../orders/order-amounts';

/** The largest amount in minor units. It is below the integer column's limit, so that a cart's sum with tax fits too. */
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

/** Returns the buyer's one new cart of a venue, locked; creates it if there is none. */
export async function lockOrCreateCart(trx: Trx, userId: number, venueId: number): Promise<CartRow> {
  for (;;) {
    const existingCart = await trx
      .selectFrom('carts')
      .select(columns)
      .where('user_id', '=', userId)
      .where('venue_id', '=', venueId)
      .where('state', '=', isNew)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (existingCart) return existingCart;
    // Another request created it first, or it was paid while this one waited for the lock: look again.
    const made = await createCart(trx, userId, venueId);
    if (made) return made;
  }
}

/** @returns null where the buyer has a new cart of the venue */
export async function createCart(db: Queryable, userId: number, venueId: number): Promise<CartRow | null> {
  const made = await db
    .insertInto('carts')
    .columns(['user_id', 'venue_id', 'payment_number'])
    // An account that is being deleted gets no cart behind its deletion.
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
    .returning(columns)
    .executeTakeFirst();
  return made ?? null;
}

/**
 * Ends a change of the cart: prices its orders again, counts the version up and tells the buyer's other screens.
 * @returns the new version
 */
export async function cartChanged(trx: Trx, cart: CartRow, exceptSocketId: string | null): Promise<number> {
  const contents = await readContents(trx, cart);
  const amounts = priceContents(contents);
  const next = { ...cart, version: cart.version + 1 };
  await sql`
    with priced as (${updateAmounts(contents.orders, amounts)})
    update carts set version = ${next.version} where id = ${cart.id}`.execute(trx);
  await announce(trx, [cartUpdated(next)], exceptSocketId);
  return next.version;
}

export function cartUpdated({ id, user_id, venue_id, version }: CartRow): Announcement {
  return { name: 'CartUpdated', channels: [userChannel(user_id)], payload: { cart: { id, venue_id, version } } };
}

/** A line, as far as prices and limits depend on it. */
export interface LineInCart {
  key: string;
  quantity: number;
  total_minor: number;
  /** Null when the line has the order's tax. */
  tax_name: string | null;
  tax_rate_bp: number | null;
}

/** An order of a cart with the tax terms that it was made with. */
export interface OrderInCart {
  id: number;
  vendor_id: number;
  tax_name: string;
  tax_rate_bp: number;
  is_tax_included: boolean;
  lines: LineInCart[];
}

export interface CartContents {
  service_charge_minor: number;
  /** The orders follow the time at which their vendors came into the cart. */
  orders: OrderInCart[];
}

/** Reads the content of the cart. Call it under the lock, in a statement of its own: the locking statement does not see what it waited for. */
export async function readContents(trx: Trx, cart: Pick<CartRow, 'id' | 'venue_id'>): Promise<CartContents> {
  const { rows } = await sql<CartContents>`
    select venue.service_charge_minor, ${ordersIn(sql.val(cart.id))} as orders
    from venues venue where venue.id = ${cart.venue_id}`.execute(trx);
  const [contents] = rows;
  if (!contents) throw new Error(`There is no venue ${cart.venue_id}.`);
  return contents;
}

/** The buyer's new cart of a venue as a row with its orders, if there is one. */
export const selectNewCart = (
  userId: number,
  venueId: number,
): RawBuilder<CartRow & Pick<CartContents, 'orders'>> => sql`
  select ${sql.join(columns.map((column) => sql.ref(`cart.${column}`)))}, ${ordersIn(sql.ref('cart.id'))} as orders
  from carts cart where cart.user_id = ${userId} and cart.venue_id = ${venueId} and cart.state = 'new'`;

const ordersIn = (cartId: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(json_build_object('id', o.id, 'vendor_id', o.vendor_id, 'tax_name', o.tax_name, 'tax_rate_bp', o.tax_rate_bp,
    'is_tax_included', o.is_tax_included, 'lines', coalesce((
      select json_agg(json_build_object('key', line.line_key, 'quantity', line.quantity,
        'total_minor', line.total_minor, 'tax_name', line.tax_name, 'tax_rate_bp', line.tax_rate_bp) order by line.id)
      from order_items line where line.order_id = o.id), '[]')) order by o.id)
  from orders o where o.cart_id = ${cartId}), '[]')`;

type PricedOrder = Pick<OrderInCart, 'tax_name' | 'tax_rate_bp' | 'is_tax_included'> & {
  lines: readonly Pick<LineInCart, 'total_minor' | 'tax_name' | 'tax_rate_bp'>[];
};

/** @returns totals, tax and shares of the service charge of each order. @throws ApiError 422 for more than an order can hold */
export function priceContents(contents: {
  service_charge_minor: number;
  orders: readonly PricedOrder[];
}): OrderAmounts[] {
  const amounts = priceOrders(
    contents.orders.map(({ lines, tax_name, tax_rate_bp, is_tax_included }) => ({
      lineTotals: lines.map(({ total_minor }) => total_minor),
      tax: { name: tax_name, rateBasisPoints: tax_rate_bp, isIncluded: is_tax_included },
      ownTaxes: ownTaxesOf(lines),
    })),
    contents.service_charge_minor,
  );
  refuseTooMuch(amounts.reduce((sum, { totalMinor }) => sum + totalMinor, 0));
  return amounts;
}

/**
 * The statement that writes the amounts of these orders. It names their ids once more, because the planner takes the given rows for
 * 100 and would read the whole table to find as many.
 * @param given tables that it joins, to depend on their rows
 */
export function updateAmounts(
  orders: readonly { id: number }[],
  amounts: readonly OrderAmounts[],
  ...given: readonly string[]
): RawBuilder<unknown> {
  const tables = given.map((table) => sql`, ${sql.table(table)}`);
  const priced = orders.map(({ id }, index) => ({ id, ...amounts[index] }));
  return sql`
    update orders set total_minor = priced."totalMinor", tax_minor = priced."taxMinor",
      service_fee_minor = priced."serviceFeeMinor", service_fee_tax_minor = priced."serviceFeeTaxMinor"
    from json_to_recordset(${JSON.stringify(priced)}::json) as priced (id bigint, "totalMinor" integer,
      "taxMinor" integer, "serviceFeeMinor" integer, "serviceFeeTaxMinor" integer) ${sql.join(tables, sql``)}
    where orders.id = priced.id and orders.id = any(${orders.map(({ id }) => id)}::bigint[])`;
}

/** Sets the orders' totals, tax and shares of the service charge from their lines and the tax terms they were made with. */
export async function repriceOrders(trx: Trx, cart: Pick<CartRow, 'id' | 'venue_id'>): Promise<void> {
  const contents = await readContents(trx, cart);
  await updateAmounts(contents.orders, priceContents(contents)).execute(trx);
}

/** 'P' and 12 digits: what the buyer reads to support, and the provider's statement may show. */
export function newPaymentNumber(): string {
  return `P${String(randomInt(1e6)).padStart(6, '0')}${String(randomInt(1e6)).padStart(6, '0')}`;
}
