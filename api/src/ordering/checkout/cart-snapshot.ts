/** Exactly what a payment was started for. Its orders are placed from this, even if the cart has changed since. */
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
    | 'cancellation'
    | 'refunds'
    | 'states_allergens'
  > {
  /** The buyer's own words and the line's prices; `available` as it was when the payment started. */
  lines: SnapshotLine[];
}

/** The JSON of payment_attempts.snapshot. Amounts are minor units. */
export interface CartSnapshot {
  cart_id: number;
  cart_version: number;
  orders: SnapshotOrder[];
}

/** Call with the cart locked, so that version and orders belong together. */
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
