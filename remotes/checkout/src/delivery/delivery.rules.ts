/** Which orders of a cart a delivery is for: the table that was scanned, or a choice that several vendors can take. */
import { type DeliveryChoice, isSupported } from 'shared-contracts/rules/delivery';
import type { Cart, DeliveryChange, Order } from 'shared-contracts/types';
import { isDeliverySet } from '../cart/cart.rules';

/** The table whose code was scanned in the cart's venue. */
export interface ScannedTable {
  location: string;
  /** Milliseconds. */
  at: number;
}

/**
 * Whether the scan chooses this order's delivery: its vendor delivers to tables, and nothing was chosen yet, or the order still
 * holds the table of an earlier scan. The API refuses the same.
 */
export function takesScan(order: Order, { location, at }: ScannedTable): boolean {
  if (!order.vendor.delivery_method_types.includes('table')) return false;
  if (order.delivery_method === null) return true;
  const isOfEarlierScan = order.delivery_scanned_at ? Date.parse(order.delivery_scanned_at) < at : false;
  return isOfEarlierScan && order.delivery_method_location !== location;
}

/** The request to the API for a scanned table. */
export function scanChange({ location, at }: ScannedTable): DeliveryChange {
  return {
    delivery_method: 'deliver',
    delivery_method_type: 'table',
    delivery_method_location: location,
    delivery_method_instructions: '',
    delivery_scanned_at: new Date(at).toISOString(),
  };
}

/** The cart as it is once these orders have the scanned table. */
export function withScannedTable<C extends Cart>(cart: C, orders: readonly Order[], { location }: ScannedTable): C {
  const ids = new Set(orders.map(({ id }) => id));
  const data = cart.orders.data.map((order): Order => {
    if (!ids.has(order.id)) return order;
    return {
      ...order,
      delivery_method: 'deliver',
      delivery_method_type: 'table',
      delivery_method_location: location,
      delivery_method_instructions: '',
    };
  });
  return { ...cart, orders: { data } };
}

/** The other orders that wait for a choice, where this one is the first of them: one panel offers to choose for all. */
export function ordersThatFollow(cart: Cart, order: Order): Order[] {
  const [first, ...rest] = cart.orders.data.filter((each) => !isDeliverySet(each));
  return first?.id === order.id ? rest : [];
}

/** Of the orders, those whose vendor offers the choice. */
export function ordersThatTake(orders: readonly Order[], choice: DeliveryChoice): Order[] {
  return orders.filter(({ vendor }) => isSupported(vendor.delivery_method_types, choice));
}
