import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isApiError } from 'shared-contracts/client';
import { useShell } from 'shared-contracts/events';
import { scannedAt } from 'shared-contracts/rules/destination';
import type { DeliveryChange, Order } from 'shared-contracts/types';
import { useDeliveryChange } from '../cart/cart.resource';
import type { ShownCart } from '../cart/latest-cart.rules';
import { t } from '../words';
import { type ScannedTable, scanChange, takesScan, withScannedTable } from './delivery.rules';
import { keepDeliveryDraft, readDeliveryDraft } from './delivery-draft';

interface PanelState {
  isSaving: boolean;
  /** Why the last attempt was not saved. */
  failure?: string | undefined;
  /** Undefined until the guest opens or closes the choice. */
  isOpen?: boolean;
  /** True once the guest has edited the choice. A failed scan is not retried then. */
  isByHand?: boolean;
}

const AT_REST: PanelState = { isSaving: false };
/** The state of a choice that the guest edited before a reload. */
const REOPENED: PanelState = { isSaving: false, isOpen: true, isByHand: true };

export interface Deliveries {
  of(orderId: number): PanelState;
  /** @returns the errors of the orders that were not saved, by order id */
  save(orders: readonly Order[], change: DeliveryChange): Promise<ReadonlyMap<number, Error>>;
  /** Opens or closes the choice for the guest, and clears the failure of an earlier attempt. */
  turn(orderId: number, isOpen: boolean): void;
  /** Records that the guest changes something in the open choice. */
  touch(orderId: number): void;
  /** The order that the guest edited last. */
  latestId: number | undefined;
}

/** Saves the delivery of one or several orders and stores the outcome for each order. */
export function useDeliveries(): Deliveries {
  const { mutateAsync } = useDeliveryChange();
  const [states, setStates] = useState<ReadonlyMap<number, PanelState>>(new Map());
  const [latestId, setLatestId] = useState<number>();
  const note = useCallback((orderIds: readonly number[], changeOf: (orderId: number) => Partial<PanelState>) => {
    setStates((before) => {
      const noted = (id: number) => ({ ...(before.get(id) ?? AT_REST), ...changeOf(id) });
      return new Map([...before, ...orderIds.map((id) => [id, noted(id)] as const)]);
    });
  }, []);
  const save = useCallback(
    async (orders: readonly Order[], change: DeliveryChange) => {
      const orderIds = orders.map(({ id }) => id);
      note(orderIds, () => ({ isSaving: true, failure: undefined }));
      const failures = await mutateAsync({ orderIds, change });
      note(orderIds, (id) => {
        const error = failures.get(id);
        if (error) return { isSaving: false, failure: `${t('Your choice was not saved.')} ${error.message}` };
        // A choice that the guest opened while the scan was being saved stays open.
        if (change.delivery_scanned_at) return AT_REST;
        keepDeliveryDraft(id, undefined);
        return { isSaving: false, isOpen: false };
      });
      return failures;
    },
    [mutateAsync, note],
  );
  const work = (orderId: number, change: Partial<PanelState>) => {
    note([orderId], () => ({ ...change, isByHand: true }));
    setLatestId(orderId);
  };
  return {
    of: (orderId) => states.get(orderId) ?? (readDeliveryDraft(orderId) ? REOPENED : AT_REST),
    save,
    turn: (orderId, isOpen) => work(orderId, { ...AT_REST, failure: undefined, isOpen }),
    touch: (orderId) => work(orderId, {}),
    latestId,
  };
}

export interface CartWithTable {
  /** The cart with the scanned table already in it, so that nothing moves once the table is saved. */
  cart: ShownCart;
  isSettling: boolean;
  /** The tables that could not be saved, by order id. These orders wait for a choice by the guest. */
  unsaved: ReadonlyMap<number, string>;
}

/**
 * Sets the scanned table for the orders that take it, once for each scan. If the API could not be reached, it retries once
 * when the next cart arrives, unless the guest has edited the choice by then.
 * @param arrivedAt the time when the cart arrived, in milliseconds
 */
export function useScannedTable(cart: ShownCart, arrivedAt: number, { of, save }: Deliveries): CartWithTable {
  const table = useTable(cart.venue_id);
  const isPaying = useShell((state) => state.isPaying);
  const attempted = useRef(new Set<string>());
  /** The time when the attempt for an order failed, in milliseconds. A refusal lasts forever. */
  const [failed, setFailed] = useState<ReadonlyMap<string, number>>(new Map());
  const settling: Order[] = [];
  const unsaved = new Map<number, string>();
  for (const order of cart.orders.data) {
    if (!table || !takesScan(order, table)) continue;
    const failedAt = failed.get(scanKey(order.id, table.at));
    if (failedAt !== undefined && (of(order.id).isByHand || arrivedAt <= failedAt)) {
      unsaved.set(order.id, table.location);
    } else settling.push(order);
  }

  useEffect(() => {
    if (!table || isPaying) return;
    const attemptOf = ({ id }: Order) => `${scanKey(id, table.at)} ${failed.get(scanKey(id, table.at))}`;
    const wanted = settling.filter((order) => !attempted.current.has(attemptOf(order)));
    if (wanted.length === 0) return;
    for (const order of wanted) attempted.current.add(attemptOf(order));
    void save(wanted, scanChange(table)).then((failures) => {
      const lost = Array.from(failures, ([id, error]) => [scanKey(id, table.at), untilAfter(error)] as const);
      if (lost.length > 0) setFailed((before) => new Map([...before, ...lost]));
    });
  });

  return {
    cart: table && settling.length > 0 ? withScannedTable(cart, settling, table) : cart,
    isSettling: settling.length > 0,
    unsaved,
  };
}

const scanKey = (orderId: number, at: number) => `${orderId} ${at}`;

/** A refusal by the API is final. Any other failure can be retried with the next response. */
function untilAfter(error: Error): number {
  if (isApiError(error) && error.status >= 400 && error.status < 500) return Number.POSITIVE_INFINITY;
  // biome-ignore lint/plugin: the query client dates the cart with the device's clock
  return Date.now();
}

function useTable(venueId: number): ScannedTable | undefined {
  const location = useShell((state) => state.destination);
  const at = useShell((state) => scannedAt(state, venueId));
  return useMemo(() => (at === undefined || location === '' ? undefined : { location, at }), [location, at]);
}
