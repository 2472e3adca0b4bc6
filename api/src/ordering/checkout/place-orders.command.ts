/** Turns a paid cart into orders in their vendors' queues. Orders are placed only here. */

import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import { localDay } from 'shared-contracts/rules/dates';
import { type Announcement, announce, userChannel, vendorChannel } from '../../messages/realtime/events';
import { type CartRow, cartColumns } from '../carts/cart.repository';
import { cartUpdated } from '../carts/write-cart';
import { masterOf } from '../orders/order.repository';
import type { CartSnapshot } from './cart-snapshot';
import { askForReceipt } from './receipt/receipt.handler';
import { restoreSnapshot } from './restore-snapshot';

export interface PlaceOrdersInput {
  /** The cart that `lockCart` returned in this transaction. */
  cart: CartRow;
  /** The snapshot of the payment attempt: the paid lines are the placed lines. */
  snapshot: CartSnapshot;
  now: Date;
  /** The socket of the buyer whose request settles the payment; null from a webhook or the reconciler. */
  exceptSocketId?: string | null;
  /**
   * Writes data that belongs to the orders. It runs before the orders get their numbers, because from then until the commit other orders of
   * the same stalls wait for their numbers.
   */
  withOrders?: () => Promise<void>;
}

export interface PlacedOrder {
  orderId: number;
  vendorId: number;
  orderNumber: string;
  queueEntryId: number;
}

export const idsOf = (placed: readonly PlacedOrder[]): number[] =>
  placed.map(({ orderId }) => orderId).sort((a, b) => a - b);

/** The number of the first order of a vendor's day. */
const FIRST_NUMBER = 101;

/**
 * Runs inside the settling transaction: marks the cart paid, places its orders with their numbers, queues them, and puts QueueOrderAdded,
 * QueueOrderStateUpdated, CartUpdated and the receipt into the outbox. Call `outbox.wake()` after the commit. If the cart has changed since the
 * snapshot, this places the orders of the snapshot and moves the later changes to a new cart.
 * @throws Error unless the cart is `new`: the caller checks that it was not paid already
 */
export async function placeOrders(trx: Trx, input: PlaceOrdersInput): Promise<PlacedOrder[]> {
  const { cart, snapshot, now, exceptSocketId = null, withOrders } = input;
  const { id: cartId } = cart;
  if (cart.state !== 'new') throw new Error(`Cart ${cartId} is ${cart.state}, so nothing can be placed`);

  const restored = cart.version === snapshot.cart_version ? null : await restoreSnapshot(trx, cart, snapshot);
  const paid = await trx
    .updateTable('carts')
    .set((query) => ({ state: 'paid', paid_at: now, version: query('version', '+', 1) }))
    .where('id', '=', cartId)
    .returning(cartColumns)
    .executeTakeFirstOrThrow();
  await restored?.moveRestToNewCart();

  const orders = await trx
    .selectFrom('orders')
    .innerJoin('vendors', 'vendors.id', 'orders.vendor_id')
    .innerJoin('venues', 'venues.id', 'orders.venue_id')
    .select(['orders.id', 'orders.vendor_id', 'orders.vendor_name', 'orders.delivery_method'])
    .select(['vendors.thumbnail_url', 'venues.timezone'])
    .select(sql<boolean>`exists (${inactiveLine})`.as('has_inactive_line'))
    .where('orders.cart_id', '=', cartId)
    .orderBy('orders.vendor_id')
    .execute();
  const entries = await trx
    .insertInto('queue_entries')
    .values(
      orders.map(({ id, vendor_id }) => ({
        order_id: id,
        vendor_id,
        user_id: cart.user_id,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning(['id', 'order_id'])
    .execute();
  const entryOf = new Map(entries.map(({ id, order_id }) => [order_id, id]));

  // A menu changes its prices and its stated allergens, but an order keeps its own.
  await sql`
    update order_items line set item_minor = (select price_minor from (${masterOf(sql.ref('line.item_id'))}) master),
      allergens = (${statedAllergens})
    from orders o where o.id = line.order_id and o.cart_id = ${cartId}`.execute(trx);

  const announcements = orders.flatMap((order): Announcement[] => {
    const vendor = { id: order.vendor_id, name: order.vendor_name, image: order.thumbnail_url };
    const queue = { id: entryOf.get(order.id) ?? 0, state: 'new' as const };
    return [
      {
        name: 'QueueOrderAdded',
        channels: [vendorChannel(order.vendor_id)],
        payload: { vendor, queue, order: { id: order.id } },
      },
      {
        // The buyer's queue needs this, even if a webhook settles the payment and the page only waits.
        name: 'QueueOrderStateUpdated',
        channels: [userChannel(cart.user_id)],
        payload: {
          queue: { ...queue, order_id: order.id },
          delivery_method: order.delivery_method ?? 'collect',
          vendor,
        },
      },
    ];
  });
  await announce(trx, [...announcements, cartUpdated(paid)], exceptSocketId);
  await askForReceipt(trx, cartId);
  await withOrders?.();

  const numberOf = await numberOrders(trx, { cartId, orders, now });
  return orders.map(({ id, vendor_id }) => ({
    orderId: id,
    vendorId: vendor_id,
    orderNumber: numberOf.get(id) ?? '',
    queueEntryId: entryOf.get(id) ?? 0,
  }));
}

interface Unnumbered {
  cartId: number;
  orders: readonly {
    id: number;
    vendor_id: number;
    vendor_name: string;
    timezone: string;
    has_inactive_line: boolean;
  }[];
  now: Date;
}

/**
 * Places the orders with their numbers, in the last statement of the transaction. It increases the counters of all vendors at once, always in
 * the same order of vendors, so that two carts never wait for each other.
 * @returns the number of each order
 */
async function numberOrders(trx: Trx, { cartId, orders, now }: Unnumbered): Promise<Map<number, string>> {
  const day = localDay(now, orders[0]?.timezone ?? 'UTC');
  // A paid order is placed in any case. The flag asks a person to check it.
  const flagged = orders.filter(({ has_inactive_line }) => has_inactive_line).map(({ id }) => id);
  const { rows } = await sql<{ id: number; order_number: string }>`
    with numbered as (
      insert into order_counters (vendor_id, day, last)
      select vendor_id, ${day}::date, ${FIRST_NUMBER}::integer
      from unnest(${orders.map(({ vendor_id }) => vendor_id)}::integer[]) as vendor_id order by vendor_id
      on conflict (vendor_id, day) do update set last = order_counters.last + 1
      returning vendor_id, last)
    update orders set state = 'placed', order_number = initial.letter || '-' || numbered.last, order_day = ${day}::date,
      created_at = ${now}, placed_at = ${now},
      flag = case when orders.id = any(${flagged}::bigint[]) then 'ITEM_INACTIVE' end
    from numbered join unnest(${orders.map(({ vendor_id }) => vendor_id)}::integer[],
      ${orders.map(({ vendor_name }) => initialOf(vendor_name))}::text[]) as initial (vendor_id, letter) using (vendor_id)
    where orders.cart_id = ${cartId} and orders.vendor_id = numbered.vendor_id
    returning orders.id, orders.order_number`.execute(trx);
  return new Map(rows.map(({ id, order_number }) => [id, order_number]));
}

/** The stated allergens of a line's item and its choices. Null if the item states none. */
const statedAllergens = sql`
  select case when item.allergens is not null then array(
    select unnest(item.allergens)
    union
    select unnest(option.allergens)
    from order_item_options chosen join options option on option.id = chosen.option_id
    where chosen.order_item_id = line.id
    order by 1) end
  from items item where item.id = line.item_id`;

/** Selects a line of the order whose item, variant or option cannot be ordered now, also because of a menu or group that contains it. */
const inactiveLine = sql`
  select 1 from order_items
  join items on items.id = order_items.item_id
  join groups on groups.id = items.group_id
  join menus on menus.id = groups.menu_id
  join variants on variants.id = order_items.variant_id
  where order_items.order_id = orders.id
    and (not sells(items.status, items.back_at) or not items.is_listed
      or groups.status <> 'active' or not groups.is_active or menus.status <> 'active' or not menus.is_active
      or not sells(variants.status, variants.back_at) or not variants.is_listed
      or exists (
        select 1 from order_item_options
        join options on options.id = order_item_options.option_id
        join option_groups on option_groups.id = options.option_group_id
        where order_item_options.order_item_id = order_items.id
          and (not sells(options.status, options.back_at) or not options.is_listed
            or option_groups.status <> 'active' or not option_groups.is_listed)))`;

/** The first letter or digit of the vendor's name, upper case. */
function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? 'X').toUpperCase();
}
