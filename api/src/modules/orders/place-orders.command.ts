/**
 * Turns a paid cart into orders in the vendors' queues. Payments call it in the transaction that settles, with the cart
 * locked, so that money, orders and queue entries are there together or not at all.
 */
import { sql } from 'kysely';
import { localDay } from 'shared-contracts/rules/dates';
import type { Trx } from '../../database/kysely';
import { type Announcement, announce, userChannel, vendorChannel } from '../../outbox/events';

export interface PlacedOrder {
  id: number;
  vendorId: number;
  orderNumber: string;
  queueEntryId: number;
}

/** Numbers start anew each day of the venue, at A-2001: short enough to call out, and never mistaken for a table. */
const FIRST_NUMBER = 2001;

/**
 * The cart becomes paid, its orders placed with a number each, and every order gets its queue entry. What went inactive
 * since it was paid for is flagged and stands. The cart must be locked, unpaid, and have complete delivery on every order.
 * @returns the orders by vendor id
 */
export async function placeOrders(trx: Trx, cartId: number, at: Date): Promise<PlacedOrder[]> {
  const cart = await trx
    .updateTable('carts')
    .set({ state: 'paid', paid_at: at })
    .where('id', '=', cartId)
    .where('state', '!=', 'paid')
    .returning(['id', 'user_id', 'venue_id', 'version'])
    .executeTakeFirstOrThrow();
  const { timezone } = await trx
    .selectFrom('venues')
    .select('timezone')
    .where('id', '=', cart.venue_id)
    .executeTakeFirstOrThrow();
  const orders = await trx
    .selectFrom('orders')
    .innerJoin('vendors', 'vendors.id', 'orders.vendor_id')
    .select(['orders.id', 'orders.vendor_id', 'orders.delivery_method', 'vendors.name', 'vendors.image_url'])
    .select('vendors.is_active')
    .select(sql<boolean>`exists (${inactiveLine})`.as('has_inactive_line'))
    .where('orders.cart_id', '=', cartId)
    .orderBy('orders.vendor_id')
    .execute();

  // The counters are what other buyers of the vendor wait for: taken late, and in one order of vendors.
  const day = localDay(at, timezone);
  const numbers = await takeNumbers(
    trx,
    orders.map((order) => order.vendor_id),
    day,
  );
  const placed: PlacedOrder[] = [];
  const announcements: Announcement[] = [];
  for (const order of orders) {
    const orderNumber = `A-${FIRST_NUMBER - 1 + (numbers.get(order.vendor_id) ?? 0)}`;
    await trx
      .updateTable('orders')
      .set({
        state: 'placed',
        order_number: orderNumber,
        order_day: day,
        placed_at: at,
        flag: order.is_active ? (order.has_inactive_line ? 'ITEM_INACTIVE' : null) : 'VENDOR_INACTIVE',
      })
      .where('id', '=', order.id)
      .execute();
    const entry = await trx
      .insertInto('queue_entries')
      .values({ order_id: order.id, vendor_id: order.vendor_id, user_id: cart.user_id, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    placed.push({ id: order.id, vendorId: order.vendor_id, orderNumber, queueEntryId: entry.id });

    const vendor = { id: order.vendor_id, name: order.name, image: order.image_url };
    announcements.push(
      {
        name: 'QueueOrderAdded',
        channels: [vendorChannel(order.vendor_id)],
        payload: { vendor, queue: { id: entry.id, state: 'new' }, order: { id: order.id } },
      },
      {
        name: 'QueueOrderStateUpdated',
        channels: [userChannel(cart.user_id)],
        payload: {
          queue: { id: entry.id, state: 'new', order_id: order.id },
          delivery_method: order.delivery_method ?? 'collect',
          vendor,
        },
      },
    );
  }
  await announce(trx, [
    ...announcements,
    {
      name: 'CartUpdated',
      channels: [userChannel(cart.user_id)],
      payload: { cart: { id: cart.id, venue_id: cart.venue_id, version: cart.version } },
    },
  ]);
  return placed;
}

/** A line of the order at hand whose item, variant or an option nobody could order now. */
const inactiveLine = sql`
  select 1 from order_items
  join items on items.id = order_items.item_id
  join variants on variants.id = order_items.variant_id
  where order_items.order_id = orders.id
    and (items.status = 'inactive' or not items.is_listed or variants.status = 'inactive' or not variants.is_listed
      or exists (
        select 1 from order_item_options
        join options on options.id = order_item_options.option_id
        where order_item_options.order_item_id = order_items.id and (options.status = 'inactive' or not options.is_listed)))`;

async function takeNumbers(trx: Trx, vendorIds: readonly number[], day: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ vendor_id: number; last: number }>`
    insert into order_counters (vendor_id, day, last)
    select vendor_id, ${day}::date, 1 from unnest(${[...vendorIds]}::integer[]) as vendor_id order by vendor_id
    on conflict (vendor_id, day) do update set last = order_counters.last + 1
    returning vendor_id, last`.execute(trx);
  return new Map(rows.map((row) => [row.vendor_id, row.last]));
}
