/** A paid cart becomes orders in their vendors' queues. The one place where orders are placed. */
import { sql } from 'kysely';
import { localDay } from 'shared-contracts/rules/dates';
import type { Trx } from '../../database/kysely';
import { announce, vendorChannel } from '../../outbox/events';
import { announceCart, lockCart } from '../carts/cart.repository';
import type { CartSnapshot } from './cart-snapshot';
import { findOrders } from './order.repository';
import { restoreSnapshot } from './restore-snapshot';

export interface PlaceOrdersInput {
  cartId: number;
  /** The attempt's own: what was paid for is what is fulfilled. */
  snapshot: CartSnapshot;
  now: Date;
  /** The socket of the buyer whose request settles; null from a webhook or the reconciler. */
  exceptSocketId?: string | null;
}

export interface PlacedOrder {
  orderId: number;
  vendorId: number;
  orderNumber: string;
  queueEntryId: number;
  /** What the buyer pays for this order, the service fee's part included. Minor units. */
  totalMinor: number;
  taxMinor: number;
  serviceFeeMinor: number;
  serviceFeeTaxMinor: number;
  isTaxIncluded: boolean;
}

/** The first order of a vendor's day. */
const FIRST_NUMBER = 101;

/** What is to be looked at by a human, on orders.flag. */
const FLAG_UNAVAILABLE = 'ITEM_UNAVAILABLE';

/**
 * Inside the settling transaction: marks the cart paid, places its orders with their numbers, queues them, and leaves
 * QueueOrderAdded and CartUpdated in the outbox; call `outbox.wake()` after the commit.
 * Where the cart changed since the snapshot, the snapshot is what is placed, and what came in later moves to a new cart.
 * @throws Error unless the cart is `new`: whether something was paid already is the caller's question.
 */
export async function placeOrders(trx: Trx, input: PlaceOrdersInput): Promise<PlacedOrder[]> {
  const { cartId, snapshot, now, exceptSocketId = null } = input;
  const cart = await lockCart(trx, cartId);
  if (cart?.state !== 'new') throw new Error(`Cart ${cartId} is ${cart?.state ?? 'missing'}, so nothing can be placed`);

  const restored = cart.version === snapshot.cart_version ? null : await restoreSnapshot(trx, cart, snapshot);
  const paid = await trx
    .updateTable('carts')
    .set((query) => ({ state: 'paid', paid_at: now, version: query('version', '+', 1) }))
    .where('id', '=', cartId)
    .returning(['id', 'user_id', 'venue_id', 'state', 'version', 'payment_number'])
    .executeTakeFirstOrThrow();
  await restored?.moveRestToNewCart();

  const orders = await trx
    .selectFrom('orders')
    .innerJoin('vendors', 'vendors.id', 'orders.vendor_id')
    .innerJoin('venues', 'venues.id', 'orders.venue_id')
    .select(['orders.id', 'orders.vendor_id', 'orders.vendor_name', 'vendors.thumbnail_url', 'venues.timezone'])
    .where('orders.cart_id', '=', cartId)
    .orderBy('orders.vendor_id')
    .execute();
  const day = localDay(now, orders[0]?.timezone ?? 'UTC');
  const numbers = await nextNumbers(
    trx,
    orders.map(({ vendor_id }) => vendor_id),
    day,
  );
  const flagged = new Set(await ordersWithUnavailableLines(trx, cartId));

  const numbered = orders.map((order) => ({
    id: order.id,
    order_number: `${initialOf(order.vendor_name)}-${numbers.get(order.vendor_id)}`,
    flag: flagged.has(order.id) ? FLAG_UNAVAILABLE : null,
  }));
  await sql`
    update orders set state = 'placed', order_number = numbered.order_number, order_day = ${day}::date,
      created_at = ${now}, placed_at = ${now}, flag = numbered.flag
    from json_to_recordset(${JSON.stringify(numbered)}::json) as numbered (id integer, order_number text, flag text)
    where orders.id = numbered.id`.execute(trx);

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

  await announce(
    trx,
    orders.map((order) => ({
      name: 'QueueOrderAdded' as const,
      channels: [vendorChannel(order.vendor_id)],
      payload: {
        vendor: { id: order.vendor_id, name: order.vendor_name, image: order.thumbnail_url },
        queue: { id: entryOf.get(order.id) ?? 0, state: 'new' as const },
        order: { id: order.id },
      },
    })),
  );
  await announceCart(trx, paid, exceptSocketId);

  const placed = await findOrders(
    trx,
    orders.map(({ id }) => id),
  );
  return placed.map((order) => ({
    orderId: order.id,
    vendorId: order.vendor_id,
    orderNumber: order.order_number ?? '',
    queueEntryId: entryOf.get(order.id) ?? 0,
    totalMinor: order.total_minor,
    taxMinor: order.tax_minor,
    serviceFeeMinor: order.service_fee_minor,
    serviceFeeTaxMinor: order.service_fee_tax_minor,
    isTaxIncluded: order.is_tax_included,
  }));
}

/** Counts up for all vendors at once, always in the same order of vendors, so that two carts never wait for each other. */
async function nextNumbers(trx: Trx, vendorIds: readonly number[], day: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ vendor_id: number; last: number }>`
    insert into order_counters (vendor_id, day, last)
    select vendor_id, ${day}::date, ${FIRST_NUMBER}::integer from unnest(${[...vendorIds]}::integer[]) as vendor_id
    order by vendor_id
    on conflict (vendor_id, day) do update set last = order_counters.last + 1
    returning vendor_id, last`.execute(trx);
  return new Map(rows.map(({ vendor_id, last }) => [vendor_id, last]));
}

/** Asked before the orders are placed, as a placed order's lines count as available for good. */
async function ordersWithUnavailableLines(trx: Trx, cartId: number): Promise<number[]> {
  const ids = await trx.selectFrom('orders').select('id').where('cart_id', '=', cartId).execute();
  const orders = await findOrders(
    trx,
    ids.map(({ id }) => id),
  );
  return orders.filter(({ lines }) => lines.some(({ available }) => !available)).map(({ id }) => id);
}

/** The first letter or digit of the vendor's name, upper case. */
function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? 'X').toUpperCase();
}
