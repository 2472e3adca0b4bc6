/**
 * Reads and refreshes the queue and the orders of the current account. The screen shows only what the server has confirmed.
 */
import { useEffect, useMemo, useRef } from 'react';
import { type ApiErrorShape, serverNow } from 'shared-contracts/client';
import { shellState, useShell } from 'shared-contracts/events';
import { invalidate, queryClient, resourceKey, useResource } from 'shared-contracts/query';
import type { ActiveQueue, Envelope, Me, Order, QueueEntry } from 'shared-contracts/types';
import { recentlyCancelled } from '../order/cancellation.rules';
import { forgetOutdatedMoves } from './move-keys';
import { recordList } from './news-start';
import { previousOrders, type QueueAudience } from './queue.rules';
import { fetchQueue } from './queue-changes';
import { useTicking } from './ticker';
import { useUnsentMoves } from './unsent-moves';
import { applyMoves, movesToSend, type UnsentMove } from './unsent-moves.rules';

const ACTIVE_QUEUE = '/queues/active';

/** Matches the queries of all active queues, whatever their parameters. */
const activeQueues = { queryKey: [ACTIVE_QUEUE] };

/** The largest number of a vendor's collected orders on the screen. */
const PREVIOUS_SHOWN = 50;

export function useAudience(): QueueAudience {
  return useShell(({ session }) => (session?.context.type === 'Vendor' ? 'vendor' : 'customer'));
}

/** Names the current account: 'User 3' or 'Vendor 7'; null while signed out. */
export function useAccount(): string | null {
  return useShell(({ session }) => session && `${session.context.type} ${session.context.data.id}`);
}

const selectEntries = ({ data }: ActiveQueue) => data;

interface Load {
  data: unknown;
  error: ApiErrorShape | null;
  errorUpdateCount: number;
}

/**
 * Returns the last error of a load that has no data yet; undefined once there is data. The error stays through retries, so that Try Again can be
 * tapped.
 */
export function useFailure({ data, error, errorUpdateCount }: Load): ApiErrorShape | undefined {
  const last = useRef<ApiErrorShape>(undefined);
  if (error) last.current = error;
  // After a switch of the account the last error is still the earlier account's, and does not count.
  return data === undefined && (error || errorUpdateCount > 0) ? last.current : undefined;
}

/** Reads the running entries: a vendor's, or the customer's own. */
export function useQueue() {
  const type = useShell(({ session }) => session?.context.type);
  const ownerId = useShell(({ session }) =>
    session?.context.type === 'Vendor' ? session.context.data.id : session?.user.id,
  );
  const owner = type === 'Vendor' ? 'vendor_id' : 'user_id';
  const params = useMemo(() => ({ [owner]: ownerId ?? 0 }), [owner, ownerId]);
  const options = {
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchQueue(ACTIVE_QUEUE, params, signal),
    enabled: ownerId !== undefined,
    staleTime: 0,
    select: selectEntries,
  };
  const queue = useResource<ActiveQueue, QueueEntry[]>(ACTIVE_QUEUE, params, options);
  const { data: entries, dataUpdatedAt: fetchedAt } = queue;
  const account = useAccount();
  useEffect(() => {
    const response = queryClient().getQueryData<ActiveQueue>(resourceKey(ACTIVE_QUEUE, params));
    if (!entries || !response || account === null) return;
    forgetOutdatedMoves(entries);
    recordList(account, response, fetchedAt);
  }, [entries, fetchedAt, account, params]);
  return queue;
}

/**
 * Shows the taps that are not sent yet in a queue's entries. It takes entries and not the query, since a reader of the query renders for
 * each fetch that begins.
 */
export function useKitchenEntries(entries: QueueEntry[] | undefined): QueueEntry[] | undefined {
  const { moves } = useUnsentMoves();
  // The clock decides when a tap is too old, since offline no list arrives.
  const waiting = useTicking((now) => joinKeys(movesToSend(moves, now)));
  return useMemo(
    () =>
      entries &&
      applyMoves(
        entries,
        moves.filter(({ key }) => waiting.includes(key)),
      ),
    [entries, moves, waiting],
  );
}

const joinKeys = (moves: readonly UnsentMove[]) => moves.map(({ key }) => key).join(' ');

/** Reads a customer's collected orders, which come with the account. */
export function usePreviousOrders({ isEnabled = true } = {}) {
  return useAccountOrders(previousOrders, isEnabled);
}

/** Reads a customer's orders that a vendor cancelled within the last day. */
export function useCancelledOrders({ isEnabled = true } = {}) {
  return useAccountOrders(cancelledLately, isEnabled);
}

const cancelledLately = (orders: readonly Order[]) => recentlyCancelled(orders, serverNow());

function useAccountOrders<Found>(find: (orders: readonly Order[]) => Found, isEnabled: boolean) {
  return useResource<Envelope<Me>, Found>(
    '/me',
    { context: 'User' },
    { enabled: isEnabled, select: ({ data }) => find(data.orders.data) },
  );
}

/** Reads the orders that a vendor handed out lately. The export has the whole history. */
export function useHandedOut(vendorId: number) {
  return useResource<Envelope<Order[]>, Order[]>(
    ordersPath(vendorId),
    { state: 'completed', limit: PREVIOUS_SHOWN },
    { select: ({ data }) => previousOrders(data) },
  );
}

const ordersPath = (vendorId: number) => `/vendors/${vendorId}/orders`;

/** Tells whether a request for a queue is pending. */
export const isFetchingQueue = (): boolean => queryClient().isFetching(activeQueues) > 0;

/** Requests the queue again, also while a request is pending, since the response to a request from before the hint may be old. */
export async function refreshQueue(): Promise<void> {
  await queryClient().cancelQueries(activeQueues);
  await invalidate(ACTIVE_QUEUE);
}

/** Waits for a pending request of the queue, or sends one. */
export function finishFetch(): Promise<void> {
  return queryClient().invalidateQueries(activeQueues, { cancelRefetch: false });
}

/** Requests the open order and the previous orders again, and with `withVendor` also the vendor itself. */
export function refreshOrders({ withVendor = false } = {}): void {
  void invalidate('/orders');
  const { context } = shellState().session ?? {};
  if (context?.type !== 'Vendor') void invalidate('/me');
  else void invalidate(withVendor ? `/vendors/${context.data.id}` : ordersPath(context.data.id));
}

/** Changes the cached queues. They keep their age, since the change of one entry says nothing about the others. */
export async function changeQueues(change: (entries: QueueEntry[]) => QueueEntry[]): Promise<void> {
  const client = queryClient();
  // A pending response is older than this change.
  await client.cancelQueries(activeQueues);
  for (const { queryKey, state } of client.getQueryCache().findAll(activeQueues)) {
    client.setQueryData<ActiveQueue>(queryKey, (queue) => queue && { ...queue, data: change(queue.data) }, {
      updatedAt: state.dataUpdatedAt,
    });
  }
}
