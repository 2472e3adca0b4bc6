/**
 * Writes a cart. Each change has the same steps: `readContents`, the change, `priceContents`, `writeAmounts` together with the next version, and
 * `cartUpdated` for the buyer's other screens.
 *
 * Changes hold the cart's lock from the first step to the last (change-line.command.ts). Adds are optimistic (add-to-cart.command.ts): they are
 * the most frequent change by far, and a transaction with a lock takes five statements more than the two of an add. So an add writes only if the
 * cart still has the version that it read, and otherwise starts again.
 */

import type { Trx } from 'core/database/kysely';
import { invalid } from 'core/errors';
import { type RawBuilder, sql } from 'kysely';
import { type TipChoice, tipOn } from 'shared-contracts/rules/tips';
import { type OrderAmounts, priceOrders } from 'shared-contracts/rules/totals';
import { type Announcement, announce, userChannel } from '../../messages/realtime/events';
import { t } from '../../words';
import { ownTaxesOf } from '../orders/order-amounts';
import { type CartRow, cartColumns, tipOf } from './cart.repository';

/** The largest amount in minor units. It is below the limit of the integer column, so that a cart's sum with tax fits too. */
const MAX_AMOUNT_MINOR = 1_000_000_000;

/** @throws ApiError 422 */
export function refuseTooMuch(amountMinor: number): void {
  if (amountMinor > MAX_AMOUNT_MINOR) throw invalid({ quantity: [t('This is more than one order can hold.')] });
}

/** The fields of a line that prices and limits depend on. */
export interface LineInCart {
  key: string;
  quantity: number;
  total_minor: number;
  /** Null if the line has the order's tax. */
  tax_name: string | null;
  tax_rate_bp: number | null;
}

/** An order of a cart with the tax terms from its creation. */
export interface OrderInCart {
  id: number;
  vendor_id: number;
  tax_name: string;
  tax_rate_bp: number;
  is_tax_included: boolean;
  lines: LineInCart[];
}

export interface CartContents {
  currency: string;
  service_charge_minor: number;
  /** The tip that the buyer chose. */
  tip: TipChoice | null;
  /** The orders are sorted by the time at which their vendors were added to the cart. */
  orders: OrderInCart[];
}

/**
 * Reads the content of the cart. Call it under the lock, in a separate statement: the locking statement does not see the changes for which it
 * waited.
 */
export async function readContents(trx: Trx, cart: CartRow): Promise<CartContents> {
  const { rows } = await sql<Omit<CartContents, 'tip'>>`
    select venue.currency, venue.service_charge_minor, ${ordersIn(sql.val(cart.id))} as orders
    from venues venue where venue.id = ${cart.venue_id}`.execute(trx);
  const [contents] = rows;
  if (!contents) throw new Error(`There is no venue ${cart.venue_id}.`);
  return { ...contents, tip: tipOf(cart) };
}

/** Selects the buyer's new cart of a venue as a row with its orders, if there is one. */
export const selectNewCart = (
  userId: number,
  venueId: number,
): RawBuilder<CartRow & Pick<CartContents, 'orders'>> => sql`
  select ${sql.join(cartColumns.map((column) => sql.ref(`cart.${column}`)))}, ${ordersIn(sql.ref('cart.id'))} as orders
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

/** @returns the total, the tax and the shares of the service charge and the tip of each order. @throws ApiError 422 beyond the limits of an order */
export function priceContents(
  contents: Omit<CartContents, 'orders'> & { orders: readonly PricedOrder[] },
): OrderAmounts[] {
  const { currency, tip } = contents;
  const amounts = priceOrders(
    contents.orders.map(({ lines, tax_name, tax_rate_bp, is_tax_included }) => ({
      lineTotals: lines.map(({ total_minor }) => total_minor),
      tax: { name: tax_name, rateBasisPoints: tax_rate_bp, isIncluded: is_tax_included },
      ownTaxes: ownTaxesOf(lines),
    })),
    contents.service_charge_minor,
    tipOn(itemTotalOf(contents.orders), tip, currency),
  );
  refuseTooMuch(amounts.reduce((sum, { totalMinor, tipMinor = 0 }) => sum + totalMinor + tipMinor, 0));
  return amounts;
}

/** @returns the sum of all lines, options included */
export const itemTotalOf = (orders: readonly Pick<PricedOrder, 'lines'>[]): number =>
  orders.reduce((sum, { lines }) => lines.reduce((part, { total_minor }) => part + total_minor, sum), 0);

/**
 * Builds the statement that writes the amounts of these orders. It names their ids a second time, because the planner estimates the JSON rows at
 * 100 and would read the whole table for them.
 * @param given the names of the CTEs that it joins, so that it writes only if each of them has a row
 */
export function writeAmounts(
  orders: readonly { id: number }[],
  amounts: readonly OrderAmounts[],
  ...given: readonly string[]
): RawBuilder<unknown> {
  const tables = given.map((table) => sql`, ${sql.table(table)}`);
  const priced = orders.map(({ id }, index) => ({ id, tipMinor: 0, ...amounts[index] }));
  return sql`
    update orders set total_minor = priced."totalMinor", tax_minor = priced."taxMinor",
      service_fee_minor = priced."serviceFeeMinor", service_fee_tax_minor = priced."serviceFeeTaxMinor",
      tip_minor = priced."tipMinor"
    from json_to_recordset(${JSON.stringify(priced)}::json) as priced (id bigint, "totalMinor" integer,
      "taxMinor" integer, "serviceFeeMinor" integer, "serviceFeeTaxMinor" integer, "tipMinor" integer) ${sql.join(tables, sql``)}
    where orders.id = priced.id and orders.id = any(${orders.map(({ id }) => id)}::bigint[])`;
}

/** Sets the orders' totals, taxes and shares of service charge and tip from their lines and from the tax terms of their creation. */
export async function repriceOrders(trx: Trx, cart: CartRow): Promise<void> {
  const contents = await readContents(trx, cart);
  await writeAmounts(contents.orders, priceContents(contents)).execute(trx);
}

/**
 * Runs the steps after a change under the lock: it reads the contents, prices them, writes the amounts with the next version, and announces the
 * change.
 * @returns the new version
 */
export async function cartChanged(trx: Trx, cart: CartRow, exceptSocketId: string | null): Promise<number> {
  const contents = await readContents(trx, cart);
  const amounts = priceContents(contents);
  const next = { ...cart, version: cart.version + 1 };
  await sql`
    with priced as (${writeAmounts(contents.orders, amounts)})
    update carts set version = ${next.version} where id = ${cart.id}`.execute(trx);
  await announce(trx, [cartUpdated(next)], exceptSocketId);
  return next.version;
}

export function cartUpdated({ id, user_id, venue_id, version }: CartRow): Announcement {
  return { name: 'CartUpdated', channels: [userChannel(user_id)], payload: { cart: { id, venue_id, version } } };
}
