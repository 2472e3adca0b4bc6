import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { scannedAt } from 'shared-contracts/rules/destination';
import type { DeliveryChange, Order } from 'shared-contracts/types';
import { useDeliveryChange } from '../cart/cart.resource';
import type { ShownCart } from '../cart/latest-cart.rules';
import { type ScannedTable, scanChange, takesScan, withScannedTable } from './delivery.rules';

interface SaveState {
  isSaving: boolean;
  /** Why the last attempt was not saved. */
  failure?: string;
}

const AT_REST: SaveState = { isSaving: false };

export interface Deliveries {
  of(orderId: number): SaveState;
  /** @returns the orders that were saved */
  save(orders: readonly Order[], change: DeliveryChange): Promise<readonly Order[]>;
  /** Forgets why an earlier attempt failed. */
  forget(orderId: number): void;
}

/** Saves the delivery of one order or of several, and remembers for each one how that went. */
export function useDeliveries(): Deliveries {
  const { mutateAsync } = useDeliveryChange();
  const [states, setStates] = useState<ReadonlyMap<number, SaveState>>(new Map());
  const note = useCallback((orderIds: readonly number[], stateOf: (orderId: number) => SaveState) => {
    setStates((before) => new Map([...before, ...orderIds.map((id) => [id, stateOf(id)] as const)]));
  }, []);
  const save = useCallback(
    async (orders: readonly Order[], change: DeliveryChange) => {
      const orderIds = orders.map(({ id }) => id);
      note(orderIds, () => ({ isSaving: true }));
      const failures = await mutateAsync({ orderIds, change });
      note(orderIds, (id) => {
        const error = failures.get(id);
        return error ? { isSaving: false, failure: `Your choice was not saved. ${error.message}` } : AT_REST;
      });
      return orders.filter(({ id }) => !failures.has(id));
    },
    [mutateAsync, note],
  );
  const forget = useCallback((orderId: number) => note([orderId], () => AT_REST), [note]);
  return { of: (orderId) => states.get(orderId) ?? AT_REST, save, forget };
}

export interface CartWithTable {
  /** As it will be once the scanned table is saved, so that nothing moves then. */
  cart: ShownCart;
  isSettling: boolean;
}

/** Chooses the scanned table for the orders that take it, once for each scan. If that fails, the order waits for a choice by hand. */
export function useScannedTable(cart: ShownCart, { save }: Deliveries): CartWithTable {
  const table = useTable(cart.venue_id);
  const isPaying = useShell((state) => state.isPaying);
  const asked = useRef(new Set<string>());
  /** Attempts that failed: the order is then as the server has it, also when the guest has closed the choice. */
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const orders = table
    ? cart.orders.data.filter((order) => takesScan(order, table) && !failed.has(scanKey(order, table)))
    : [];

  useEffect(() => {
    if (!table || isPaying) return;
    const keyOf = (order: Order) => scanKey(order, table);
    const wanted = cart.orders.data.filter((order) => takesScan(order, table) && !asked.current.has(keyOf(order)));
    if (wanted.length === 0) return;
    for (const order of wanted) asked.current.add(keyOf(order));
    void save(wanted, scanChange(table)).then((saved) => {
      const lost = wanted.filter((order) => !saved.includes(order)).map(keyOf);
      if (lost.length > 0) setFailed((before) => new Set([...before, ...lost]));
    });
  }, [cart, table, isPaying, save]);

  return table && orders.length > 0
    ? { cart: withScannedTable(cart, orders, table), isSettling: true }
    : { cart, isSettling: false };
}

const scanKey = (order: Order, table: ScannedTable) => `${order.id} ${table.at}`;

function useTable(venueId: number): ScannedTable | undefined {
  const location = useShell((state) => state.destination);
  const at = useShell((state) => scannedAt(state, venueId));
  return useMemo(() => (at === undefined || location === '' ? undefined : { location, at }), [location, at]);
}
