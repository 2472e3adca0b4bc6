/** Decides which orders of a cart get a delivery: the scanned table, or a choice for several vendors. */
import { type DeliveryChoice, isSupported } from 'shared-contracts/rules/delivery';
import type { Cart, DeliveryChange, Order } from 'shared-contracts/types';
import { isDeliverySet } from '../cart/cart.rules';

/** The table whose code was scanned in the cart's venue. */
export interface ScannedTable {
  location: string;
  /** The time of the scan, in milliseconds. */
  at: number;
}

/**
 * Whether the scan sets this order's delivery: its vendor delivers to tables, and nothing was chosen yet, or the order still
 * holds the table of an earlier scan. The API applies the same rule.
 */
export function takesScan(order: Order, { location, at }: ScannedTable): boolean {
  if (!order.vendor.delivery_method_types.includes('table')) return false;
  if (order.delivery_method === null) return true;
  const isOfEarlierScan = order.delivery_scanned_at ? Date.parse(order.delivery_scanned_at) < at : false;
  return isOfEarlierScan && order.delivery_method_location !== location;
}

/** Builds the request to the API for a scanned table. */
export function scanChange({ location, at }: ScannedTable): DeliveryChange {
  return {
    delivery_method: 'deliver',
    delivery_method_type: 'table',
    delivery_method_location: location,
    delivery_method_instructions: '',
    delivery_scanned_at: new Date(at).toISOString(),
  };
}

/** Returns the cart with the scanned table in these orders. */
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

/** Whether the choice is shown in edit mode. An order without a valid delivery has no view mode. */
export function isChoiceOpen(order: Order, isOpened: boolean | undefined, unsavedTable: string | undefined): boolean {
  return (isOpened ?? unsavedTable !== undefined) || !isDeliverySet(order);
}

/** Picks the open choice that offers “Apply to all”: the one edited last, else the first. One is enough on a page. */
export function choiceForAll(open: readonly Order[], latestId: number | undefined): number | undefined {
  return (open.find(({ id }) => id === latestId) ?? open[0])?.id;
}

export interface ForAll {
  /** The orders that one tap changes: their vendor offers the choice, and they have a different one or none. */
  taking: Order[];
  refusing: Order[];
  /**
   * Also true while no other order can take the choice and one of them has no delivery yet: the button is there before the
   * choice is complete, so that nothing moves.
   */
  isOffered: boolean;
}

/** Compares an open choice with the other orders of its cart. */
export function forAll(others: readonly Order[], choice: DeliveryChoice): ForAll {
  const isOfferedBy = ({ vendor }: Order) => isSupported(vendor.delivery_method_types, choice);
  const taking = others.filter((order) => isOfferedBy(order) && !hasChoice(order, choice));
  return {
    taking,
    refusing: others.filter((order) => !isOfferedBy(order)),
    isOffered: taking.length > 0 || others.some((order) => !isDeliverySet(order)),
  };
}

function hasChoice(order: Order, { method, type, location }: DeliveryChoice): boolean {
  if (order.delivery_method !== method) return false;
  const isSamePlace = order.delivery_method_type === type && order.delivery_method_location === location.trim();
  return method === 'collect' || isSamePlace;
}
