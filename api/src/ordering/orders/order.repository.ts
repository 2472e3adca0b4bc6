/** Reads orders with their lines in one statement. Amounts are minor units. */

import type { Queryable } from 'core/database/kysely';
import type { LineTexts, OrdersTable, RefundState, StoredTexts } from 'core/database/types';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Allergen, DeliveryMethodType, Schedule } from 'shared-contracts/types';
import { hoursInForce } from '../../menu/hours/hours-in-force';

export interface LineOption {
  id: number;
  option_id: number;
  name: string;
  price_minor: number;
  /** The option's name in the venue's other languages. */
  texts: StoredTexts;
}

export interface OrderLine {
  id: number;
  item_id: number;
  variant_id: number;
  line_key: string;
  item_name: string;
  variant_name: string;
  /** The names of the item and its variant in the venue's other languages. */
  texts: LineTexts;
  quantity: number;
  notes: string;
  /** The price of the line when it was added. */
  unit_minor: number;
  options_minor: number;
  total_minor: number;
  /** The name of the tax category when the line was added. It is null, like its rate, if the line has the order's tax. */
  tax_name: string | null;
  tax_rate_bp: number | null;
  /** The price of the variant today. */
  variant_minor: number;
  master_id: number;
  master_minor: number;
  /** True while the line can be ordered at its price. Always true once the order is placed. */
  available: boolean;
  /** The allergens that were stated when the order was placed. Null in a cart, and if none were stated. */
  allergens: Allergen[] | null;
  options: LineOption[];
}

/**
 * The columns that the product shows or calculates with. `created_at` is the time when the vendor was added to the cart; in a placed order it is
 * the time of the placement.
 */
const rowColumns = [
  'id',
  'cart_id',
  'user_id',
  'venue_id',
  'vendor_id',
  'state',
  'order_number',
  'created_at',
  'placed_at',
  'vendor_name',
  'vendor_image_url',
  'vendor_address_1',
  'currency',
  'currency_symbol',
  'tax_name',
  'tax_number',
  'tax_rate_bp',
  'is_tax_included',
  'total_minor',
  'tax_minor',
  'service_fee_minor',
  'service_fee_tax_minor',
  'tip_minor',
  'delivery_method',
  'delivery_method_type',
  'delivery_method_location',
  'delivery_method_instructions',
  'delivery_scanned_at',
  'allergy_note',
  'language',
] as const satisfies readonly (keyof OrdersTable)[];

type OrderRow = Pick<Selectable<OrdersTable>, (typeof rowColumns)[number]>;

export interface CancellationRecord {
  reason: string;
  /** ISO 8601. */
  cancelled_at: string;
}

export interface RefundRecord {
  amount_minor: number;
  /** The part of the amount that is tip. */
  tip_minor: number;
  reason: string;
  source: 'operator' | 'cancellation' | 'provider';
  state: Exclude<RefundState, 'void'>;
  /** The number of failed tries. */
  tries: number;
  /** ISO 8601. */
  created_at: string;
  /** The refunded units of lines. Empty if an amount was refunded. */
  lines: { order_item_id: number; quantity: number }[];
}

export interface OrderRecord extends OrderRow {
  user_name: string;
  venue_name: string;
  venue_timezone: string;
  /** The delivery methods that the vendor offers today. */
  delivery_method_types: DeliveryMethodType[];
  subaccount_code: string | null;
  /** The vendor's connected account at Stripe. */
  stripe_account: string | null;
  accepting_orders: boolean;
  follows_schedule: boolean;
  /** The hours in force at the stall; null once the order is placed. */
  opening_hours: Schedule | null;
  is_stopped: boolean;
  /** True if the stall states the allergens of an item; false once the order is placed. */
  states_allergens: boolean;
  lines: OrderLine[];
  cancellation: CancellationRecord | null;
  /** The oldest come first. */
  refunds: RefundRecord[];
}

const lineOptions = sql`coalesce((
  select json_agg(json_build_object('id', chosen.id, 'option_id', chosen.option_id, 'name', chosen.name,
    'price_minor', chosen.price_minor, 'texts', chosen.texts) order by chosen.id)
  from order_item_options chosen where chosen.order_item_id = line.id), '[]')`;

/** True if the line and all its parents still sell, and all its prices are unchanged. Only a cart's lines are checked. */
const isAvailable = sql`(o.state <> 'cart' or (
  v.is_active
  and exists (
    select 1 from items item
    join groups grp on grp.id = item.group_id
    join menus menu on menu.id = grp.menu_id
    where item.id = line.item_id and item.is_listed and sells(item.status, item.back_at)
      and grp.is_active and grp.status = 'active' and menu.is_active and menu.status = 'active')
  and variant.is_listed and sells(variant.status, variant.back_at) and variant.price_minor = line.unit_minor
  and not exists (
    select 1 from order_item_options chosen
    join options option on option.id = chosen.option_id
    join option_groups option_group on option_group.id = option.option_group_id
    where chosen.order_item_id = line.id
      and not (option.is_listed and sells(option.status, option.back_at)
        and option_group.is_listed and option_group.status = 'active'
        and option.price_minor = chosen.price_minor))))`;

/** Selects the variant whose price is the price of the item. */
export const masterOf = (itemId: RawBuilder<unknown>) =>
  sql`select id, price_minor from variants where item_id = ${itemId} order by is_listed desc, position, id limit 1`;

const lines = sql`coalesce((
  select json_agg(json_build_object('id', line.id, 'item_id', line.item_id, 'variant_id', line.variant_id,
    'line_key', line.line_key, 'item_name', line.item_name, 'variant_name', line.variant_name, 'texts', line.texts,
    'quantity', line.quantity, 'notes', line.notes, 'unit_minor', line.unit_minor,
    'options_minor', line.options_minor, 'total_minor', line.total_minor,
    'tax_name', line.tax_name, 'tax_rate_bp', line.tax_rate_bp, 'allergens', line.allergens,
    'variant_minor', variant.price_minor, 'master_id', master.id, 'master_minor', coalesce(line.item_minor, master.price_minor),
    'available', ${isAvailable}, 'options', ${lineOptions}) order by line.id)
  from order_items line
  join variants variant on variant.id = line.variant_id
  join lateral (${masterOf(sql.ref('line.item_id'))}) master on true
  where line.order_id = o.id), '[]')`;

/** Formats a time inside JSON for the API, because the database's own format differs. */
const timeOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const cancellation = sql`(
  select json_build_object('reason', reason, 'cancelled_at', ${timeOf('cancelled_at')})
  from order_cancellations where order_id = o.id)`;

const refunds = sql`coalesce((
  select json_agg(json_build_object('amount_minor', refund.amount_minor, 'tip_minor', refund.tip_minor, 'reason', refund.reason, 'source', refund.source,
    'state', refund.state, 'tries', refund.tries, 'created_at', ${timeOf('refund.created_at')}, 'lines', coalesce((
      select json_agg(json_build_object('order_item_id', part.order_item_id, 'quantity', part.quantity) order by part.order_item_id)
      from order_refund_lines part where part.refund_id = refund.id), '[]')) order by refund.id)
  from order_refunds refund where refund.order_id = o.id and refund.state <> 'void'), '[]')`;

const statesAllergens = sql`exists (
  select from items item where item.vendor_id = o.vendor_id and item.allergens is not null and item.is_listed)`;

const selectOrders = (condition: RawBuilder<unknown>) => sql<OrderRecord>`
    select ${sql.join(rowColumns.map((column) => sql.ref(`o.${column}`)))},
      u.name as user_name, venue.name as venue_name, venue.timezone as venue_timezone, v.delivery_method_types,
      v.subaccount_code, v.stripe_account, v.accepting_orders, v.follows_schedule, v.is_stopped,
      case when o.state = 'cart' then ${hoursInForce('v', 'venue')} end as opening_hours,
      (o.state = 'cart' and ${statesAllergens}) as states_allergens, ${lines} as lines, ${cancellation} as cancellation, ${refunds} as refunds
    from orders o
    join users u on u.id = o.user_id
    join venues venue on venue.id = o.venue_id
    join vendors v on v.id = o.vendor_id
    ${condition}`;

async function loadOrders(db: Queryable, condition: RawBuilder<unknown>): Promise<OrderRecord[]> {
  return (await selectOrders(condition).execute(db)).rows;
}

export async function findOrder(db: Queryable, id: number): Promise<OrderRecord | null> {
  const [order] = await loadOrders(db, sql`where o.id = ${id}`);
  return order ?? null;
}

export function findOrders(db: Queryable, ids: readonly number[]): Promise<OrderRecord[]> {
  return loadOrders(db, withIds(ids));
}

const withIds = (ids: readonly number[]) => sql`where o.id = any(${[...ids]}::bigint[]) order by o.id`;

export interface OrderVersion {
  id: number;
  version: string;
}

/**
 * Returns the versions of the existing placed orders. A version changes with each committed change of any row that `findOrders` reads for the
 * order: it lists the transactions that wrote these rows (xmin). A changed row names another transaction, and a deleted row is missing. It does
 * not cover a cart's orders, because they also show whether the menu still sells their items.
 */
export async function findOrderVersions(db: Queryable, ids: readonly number[]): Promise<OrderVersion[]> {
  const isWanted = sql`any(${[...ids]}::bigint[])`;
  const { rows } = await sql<OrderVersion>`
    with wanted as (
      select o.id, concat_ws(' ', o.xmin, u.xmin, venue.xmin, v.xmin) as written_by
      from orders o
      join users u on u.id = o.user_id
      join venues venue on venue.id = o.venue_id
      join vendors v on v.id = o.vendor_id
      where o.id = ${isWanted}),
    line as (select id, order_id, item_id, xmin::text as written_by from order_items where order_id = ${isWanted}),
    refund as (select id, order_id, xmin::text as written_by from order_refunds where order_id = ${isWanted})
    select id, string_agg(written_by, ' ') as version from (
      select id, written_by from wanted
      union all
      select order_id, written_by from line
      union all
      select line.order_id, chosen.xmin::text from line join order_item_options chosen on chosen.order_item_id = line.id
      union all
      -- Which of the item's variants is the master.
      select line.order_id, variant.xmin::text from line join variants variant on variant.item_id = line.item_id
      union all
      select order_id, xmin::text from order_cancellations where order_id = ${isWanted}
      union all
      select order_id, written_by from refund
      union all
      select refund.order_id, part.xmin::text from refund join order_refund_lines part on part.refund_id = refund.id
    ) parts group by id`.execute(db);
  return rows;
}

/** Returns the orders sorted by the time at which their vendors were added to the cart. */
export function ordersOfCart(db: Queryable, cartId: number): Promise<OrderRecord[]> {
  return loadOrders(db, sql`where o.cart_id = ${cartId} order by o.id`);
}

/** Returns a buyer's placed orders, newest first. */
export function latestOrdersOfUser(db: Queryable, userId: number, limit: number): Promise<OrderRecord[]> {
  return loadOrders(
    db,
    sql`where o.user_id = ${userId} and o.state <> 'cart' order by o.created_at desc, o.id desc limit ${limit}`,
  );
}

/** Returns a buyer's orders, oldest first, including those of unpaid carts. */
export function allOrdersOfUser(db: Queryable, userId: number): Promise<OrderRecord[]> {
  return loadOrders(db, sql`where o.user_id = ${userId} order by o.id`);
}

/** True if a history can continue after this order: it was placed with this vendor, and may have been cancelled later. */
export async function isInHistory(db: Queryable, vendorId: number, id: number): Promise<boolean> {
  const placedOrder = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('vendor_id', '=', vendorId)
    .where('state', '<>', 'cart')
    .executeTakeFirst();
  return placedOrder !== undefined;
}

interface HistoryPage {
  vendorId: number;
  since: Date | null;
  after: number | null;
  states: readonly ('placed' | 'completed')[];
  limit: number;
}

/**
 * Returns one page of a vendor's orders in the given states, newest first.
 * @param after the order that ended the last page. The database compares the times, because a Date is less precise and would skip orders.
 */
export function vendorHistoryPage(
  db: Queryable,
  { vendorId, since, after, states, limit }: HistoryPage,
): Promise<OrderRecord[]> {
  const isSince = since ? sql`and o.created_at >= ${since}` : sql``;
  const isAfter =
    after === null ? sql`` : sql`and (o.created_at, o.id) < (select created_at, id from orders where id = ${after})`;
  return loadOrders(
    db,
    sql`where o.vendor_id = ${vendorId} and o.state in (${sql.join([...states])}) and o.state <> 'cart'
      ${isSince} ${isAfter} order by o.created_at desc, o.id desc limit ${limit}`,
  );
}
