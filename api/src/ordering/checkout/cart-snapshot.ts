/** The content for which a payment was started. Its orders are placed from this snapshot, even if the cart has changed since. */
import type { Queryable } from 'core/database/kysely';
import { type OrderLine, type OrderRecord, ordersOfCart } from '../orders/order.repository';

export type SnapshotLine = Omit<OrderLine, 'variant_minor' | 'master_id' | 'master_minor' | 'allergens'>;

export interface SnapshotOrder
  extends Omit<
    OrderRecord,
    | 'created_at'
    | 'placed_at'
    | 'order_number'
    | 'state'
    | 'lines'
    | 'user_name'
    | 'venue_name'
    | 'venue_timezone'
    | 'accepting_orders'
    | 'follows_schedule'
    | 'opening_hours'
    | 'is_stopped'
    | 'cancellation'
    | 'refunds'
    | 'states_allergens'
  > {
  /** The buyer's notes and the line's prices. `available` is the value from the start of the payment. */
  lines: SnapshotLine[];
}

/** The JSON of payment_attempts.snapshot. Amounts are minor units. */
export interface CartSnapshot {
  cart_id: number;
  cart_version: number;
  orders: SnapshotOrder[];
}

/** Call this with the cart locked, so that the orders belong to the cart's version. */
export async function takeCartSnapshot(db: Queryable, cart: { id: number; version: number }): Promise<CartSnapshot> {
  const orders = await ordersOfCart(db, cart.id);
  return {
    cart_id: cart.id,
    cart_version: cart.version,
    orders: orders.map(
      ({
        created_at,
        placed_at,
        order_number,
        state,
        user_name,
        venue_name,
        venue_timezone,
        accepting_orders,
        follows_schedule,
        opening_hours,
        is_stopped,
        cancellation,
        refunds,
        states_allergens,
        lines,
        ...order
      }) => ({
        ...order,
        lines: lines.map(({ variant_minor, master_id, master_minor, allergens, ...line }) => line),
      }),
    ),
  };
}
