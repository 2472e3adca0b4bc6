/**
 * The queue of the account one acts as. The server's events are hints: each leads to a refetch. The response to a change
 * replaces the entry; nothing is shown before the server has said so.
 */
import { useEffect, useMemo, useRef } from 'react';
import { type ApiErrorShape, api, isApiError, serverNow } from 'shared-contracts/client';
import { shellState, subscribe, useShell } from 'shared-contracts/events';
import { invalidate, queryClient, resourceKey, useResource } from 'shared-contracts/query';
import { advanceLabel } from 'shared-contracts/rules/queue-state';
import type {
  ActiveQueue,
  Envelope,
  Me,
  OpeningMode,
  Order,
  QueueEntry,
  QueueState,
  Vendor,
  VendorSummary,
} from 'shared-contracts/types';
import { type CancelledOrder, recentlyCancelled } from '../order/cancellation.rules';
import { orderLabel } from '../order/order-words.rules';
import { forgetMove, forgetOutdatedMoves, keyOfMove } from './move-keys';
import { noteList } from './news-start';
import { conflictText, previousOrders, type QueueAudience, untilChange } from './queue.rules';
import { fetchQueue, wantWholeQueue } from './queue-changes';
import { useTicking } from './ticker';
import {
  forgetTold,
  owner,
  readUnsentMoves,
  settleMoves,
  storeMove,
  unsentMoves,
  useUnsentMoves,
} from './unsent-moves';
import { endedBy, maySendLater, tapWords, type UnsentMove, waitingOf, withWaiting } from './unsent-moves.rules';

const ACTIVE_QUEUE = '/queues/active';

/** While the socket is down the queue is asked for this often, in milliseconds. */
export const POLL_MS = 30_000;

/** A vendor's collected orders are shown down to this many. */
const PREVIOUS_SHOWN = 50;

export function useAudience(): QueueAudience {
  return useShell(({ session }) => (session?.context.type === 'Vendor' ? 'vendor' : 'customer'));
}

/** The account one acts as, in a word: 'User 3' or 'Vendor 7'; null while signed out. */
export function useAccount(): string | null {
  return useShell(({ session }) => session && `${session.context.type} ${session.context.data.id}`);
}

const entriesOf = ({ data }: ActiveQueue) => data;

interface Load {
  data: unknown;
  error: ApiErrorShape | null;
  errorUpdateCount: number;
}

/**
 * What it could not be loaded with, since its reader is on the page; undefined once it is there. A new attempt changes nothing about
 * that: a Try Again that came and went could not be tapped.
 */
export function useFailure({ data, error, errorUpdateCount }: Load): ApiErrorShape | undefined {
  const last = useRef<ApiErrorShape>(undefined);
  if (error) last.current = error;
  // The failure of another account's counts for nothing.
  return data === undefined && (error || errorUpdateCount > 0) ? last.current : undefined;
}

/** The running entries: a vendor's, or the customer's own. */
export function useQueue() {
  const type = useShell(({ session }) => session?.context.type);
  const ownerId = useShell(({ session }) =>
    session?.context.type === 'Vendor' ? session.context.data.id : session?.user.id,
  );
  const owner = type === 'Vendor' ? 'vendor_id' : 'user_id';
  const params = useMemo(() => ({ [owner]: ownerId ?? 0 }), [owner, ownerId]);
  const options = {
    // A shell of contract 1.2.0 takes it too; that contract's type does not say so.
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchQueue(ACTIVE_QUEUE, params, signal),
    enabled: ownerId !== undefined,
    staleTime: 0,
    select: entriesOf,
  };
  const queue = useResource<ActiveQueue, QueueEntry[]>(ACTIVE_QUEUE, params, options);
  const { data: entries, dataUpdatedAt: fetchedAt } = queue;
  const account = useAccount();
  useEffect(() => {
    const response = queryClient().getQueryData<ActiveQueue>(resourceKey(ACTIVE_QUEUE, params));
    if (!entries || !response || account === null) return;
    forgetOutdatedMoves(entries);
    noteList(account, response, fetchedAt);
  }, [entries, fetchedAt, account, params]);
  return queue;
}

/** A queue's entries with the taps that are not sent yet. Not the whole query, whose reader would render for each fetch that begins. */
export function useKitchenEntries(entries: QueueEntry[] | undefined): QueueEntry[] | undefined {
  const { moves } = useUnsentMoves();
  // Offline no list comes that would show a tap as too old.
  const waiting = useTicking((now) => keysOf(waitingOf(moves, now)));
  return useMemo(
    () =>
      entries &&
      withWaiting(
        entries,
        moves.filter(({ key }) => waiting.includes(key)),
      ),
    [entries, moves, waiting],
  );
}

const keysOf = (moves: readonly UnsentMove[]) => moves.map(({ key }) => key).join(' ');

/** A customer's collected orders, which come with the account. */
export function usePreviousOrders({ isEnabled = true } = {}) {
  return useAccountOrders(previousOrders, isEnabled);
}

/** A customer's orders that a vendor cancelled within the last day. */
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

/** What a vendor handed out lately; the whole history is the export's. */
export function useHandedOut(vendorId: number) {
  return useResource<Envelope<Order[]>, Order[]>(
    ordersOf(vendorId),
    { state: 'completed', limit: PREVIOUS_SHOWN },
    { select: ({ data }) => previousOrders(data) },
  );
}

/** Whether the vendor takes new orders. Its data are undefined until that is known, and without a vendor. */
export function useIsAccepting(vendorId: number | undefined) {
  return useResource<Envelope<VendorSummary>, boolean>(
    `/vendors/${vendorId}`,
    {},
    { enabled: vendorId !== undefined, select: ({ data }) => data.accepting_orders },
  );
}

/** Whether the vendor's menu is empty. Undefined until that is known, and without a vendor. */
export function useHasEmptyMenu(vendorId: number | undefined): boolean | undefined {
  return useResource<Envelope<Vendor>, boolean>(
    `/vendors/${vendorId}`,
    {},
    { enabled: vendorId !== undefined, select: ({ data }) => data.menus?.data.length === 0 },
  ).data;
}

/** What opens and closes the vendor; undefined until it is loaded, and with an API that knows of no hours. Fetched again as it changes. */
export function useOpening(vendorId: number | undefined): VendorSummary['opening'] {
  return useResource<Envelope<VendorSummary>, VendorSummary['opening']>(
    `/vendors/${vendorId}`,
    {},
    {
      enabled: vendorId !== undefined,
      select: ({ data }) => data.opening,
      refetchInterval: ({ state }) => untilChange(state.data?.data.opening?.changes_at, serverNow()),
      refetchIntervalInBackground: true,
    },
  ).data;
}

/** Sets a vendor's switch. Resolves when it shows it; rejects with an ApiError. */
export async function changeMode(vendorId: number, opening_mode: OpeningMode): Promise<void> {
  await api().put(`/vendors/${vendorId}`, { opening_mode });
  await invalidate(`/vendors/${vendorId}`);
}

/** The stall's own steps of lateness. Null if it has none; undefined until they are loaded, and with an API without steps. */
export function useLateness(vendorId: number | undefined): VendorSummary['lateness'] {
  return useResource<Envelope<VendorSummary>, VendorSummary['lateness']>(
    `/vendors/${vendorId}`,
    {},
    { enabled: vendorId !== undefined, select: ({ data }) => data.lateness },
  ).data;
}

/** Pauses new orders or takes them again. Resolves when the switch shows it; rejects with an ApiError. */
export async function changeAccepting(vendorId: number, isAccepting: boolean): Promise<void> {
  await api().put(`/vendors/${vendorId}`, { accepting_orders: isAccepting });
  await invalidate(`/vendors/${vendorId}`);
}

/** Sets when orders are late at the stall, on all its devices. Resolves when they are shown so; rejects with an ApiError. */
export async function changeLateness(vendorId: number, lateness: VendorSummary['lateness']): Promise<void> {
  await api().put(`/vendors/${vendorId}`, { lateness });
  await invalidate(`/vendors/${vendorId}`);
}

const vendorPath = (vendorId: number) => `/vendors/${vendorId}`;
const ordersOf = (vendorId: number) => `${vendorPath(vendorId)}/orders`;

const activeQueues = { queryKey: [ACTIVE_QUEUE] };

/** Requests it again, also while a request is pending: a response to a request from before the hint may be old. */
export async function refreshQueue(): Promise<void> {
  await queryClient().cancelQueries(activeQueues);
  await invalidate(ACTIVE_QUEUE);
}

let isRefreshDue = false;

/** Hints may come faster than responses: a pending request finishes, and one more follows it. */
async function followHint(): Promise<void> {
  if (queryClient().isFetching(activeQueues) === 0) return refreshQueue();
  if (isRefreshDue) return;
  isRefreshDue = true;
  await queryClient().invalidateQueries(activeQueues, { cancelRefetch: false });
  isRefreshDue = false;
  await refreshQueue();
}

const HINTS = ['queue-order-added', 'queue-order-state-updated', 'queue-positions-changed', 'order-updated'] as const;

let isHeard = false;

/** In a task of its own: that of the event is busy enough with the sound, the counts and the note of a new order. */
function hear(): void {
  if (isHeard) return;
  isHeard = true;
  setTimeout(() => {
    isHeard = false;
    void followHint();
  });
}

let users = 0;
let stopKeeping: (() => void) | undefined;

/** Screen and background both ask for it; the events are heard, and the clock runs, once. */
export function useLiveQueue(): void {
  useEffect(() => {
    users += 1;
    if (users === 1) stopKeeping = keepQueueLive();
    return () => {
      users -= 1;
      if (users === 0) stopKeeping?.();
    };
  }, []);
}

function keepQueueLive(): () => void {
  const refresh = () => void refreshQueue();
  const stops = [
    ...HINTS.map((name) => subscribe(name, hear)),
    // Every 120 s, and after what this page may have slept through.
    subscribe('refresh-wanted', () => {
      wantWholeQueue();
      refresh();
    }),
    // What left the queue is an order with another state from now on; what came back to 'done' is it no more.
    subscribe('queue-order-state-updated', ({ queue }) => {
      if (queue.state === 'collected' || queue.state === 'done') refreshOrders();
    }),
    subscribe('order-updated', () => refreshOrders()),
    // The vendor as well, orders included: a colleague's pause may have gone unheard.
    subscribe('refresh-wanted', () => refreshOrders(vendorPath)),
    // No item: the vendor itself. A colleague paused new orders, or takes them again.
    subscribe('stock-updated', ({ item_id, vendor_id }) => {
      if (item_id === null) void invalidate(`/vendors/${vendor_id}`);
    }),
  ];
  const timer = setInterval(() => {
    if (shellState().connection.socket === 'live') return;
    refresh();
    // A cancelled order leaves the queue, and is told of among the orders.
    refreshOrders();
  }, POLL_MS);
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

/** The orders on screen: one that is looked at, and the previous ones. */
function refreshOrders(pathOf = ordersOf): void {
  void invalidate('/orders');
  const { context } = shellState().session ?? {};
  if (context?.type === 'Vendor') void invalidate(pathOf(context.data.id));
  else void invalidate('/me');
}

export type MoveOutcome =
  | { result: 'moved'; entry: QueueEntry }
  /** It was moved before: `entry` is what it is now. */
  | { result: 'lost'; entry: QueueEntry; message: string }
  | { result: 'failed'; message: string };

/** Or the site could not be reached: the tap waits on the device, and `entry` is as it will be. */
export type KitchenOutcome = MoveOutcome | { result: 'waiting'; entry: QueueEntry };

/** The customer has the food: done becomes collected. Never rejects. */
export function receiveEntry(queueId: number): Promise<MoveOutcome> {
  return moveEntry({ id: queueId, state: 'done' }, 'collected', 'customer');
}

/** After this many milliseconds a cook's tap counts as not sent: a network that went down in silence refuses no request. */
const TAP_LIMIT_MS = 5000;

/** A stored tap has longer, since no cook waits for it and a slow site has to get through; it ends before the next attempt. */
const SEND_LIMIT_MS = 10_000;

/** What becomes of a tap that had no response, under the key that it was sent with. */
interface Unreached<Outcome> {
  limitMs: number;
  outcome: (key: string) => Outcome;
}

/**
 * Moves an entry to a state. It names the state that the tap was made on, so that a tap on an old list moves nothing: the
 * outcome is then 'lost', with the entry as it is. Never rejects.
 */
export async function moveEntry<Outcome = never>(
  { id, state: from }: Pick<QueueEntry, 'id' | 'state'>,
  to: QueueState,
  audience: QueueAudience,
  unreached?: Unreached<Outcome>,
): Promise<MoveOutcome | Outcome> {
  const key = keyOfMove(id, from, to);
  try {
    const { data } = await putMove({ id, from, to, key }, unreached?.limitMs);
    forgetMove(id);
    await takeEntry(data);
    return { result: 'moved', entry: data };
  } catch (error) {
    const current = isApiError(error) && error.status === 409 ? (error.data as QueueEntry | undefined) : undefined;
    if (current?.order) {
      forgetMove(id);
      await takeEntry(current);
      return { result: 'lost', entry: current, message: conflictText(current, audience) };
    }
    if (isApiError(error) && error.status >= 400 && error.status < 500) forgetMove(id);
    console.error('The queue entry was not moved', error);
    void refreshQueue();
    if (unreached && isApiError(error) && hadNoResponse(error)) return unreached.outcome(key);
    return { result: 'failed', message: isApiError(error) ? error.message : 'That did not work. Please try again.' };
  }
}

/**
 * Moves an entry of the kitchen's, which goes on without a connection: a step forward that cannot be sent, or has no response, is
 * stored on the device, and so is each one after it, since they are sent in order. Never rejects.
 */
export function moveInKitchen(entry: QueueEntry, to: QueueState): Promise<KitchenOutcome> {
  const { id, order, state: from } = entry;
  const at = serverNow();
  forgetTold(id);
  const waiting = waitingOf(unsentMoves().moves, at);
  if (!maySendLater(from, to)) {
    if (!waiting.some((move) => move.id === id)) return moveEntry(entry, to, 'vendor');
    const message = 'This order has a tap that is not sent yet. It can be undone after that.';
    return Promise.resolve({ result: 'failed', message });
  }
  const tappedBy = owner();
  const store = (key: string): KitchenOutcome => {
    const isStored = storeMove({ id, label: orderLabel(order), from, to, key, at }, tappedBy);
    forgetMove(id);
    if (!isStored) return { result: 'failed', message: 'That did not work. Please try again.' };
    return { result: 'waiting', entry: { ...entry, state: to } };
  };
  if (waiting.length > 0 || !shellState().connection.isOnline) {
    return Promise.resolve(store(keyOfMove(id, from, to)));
  }
  return moveEntry(entry, to, 'vendor', { limitMs: TAP_LIMIT_MS, outcome: store });
}

let isSending = false;

/**
 * Sends the stored taps in order, until one cannot be sent. One tab of the device does it; where the browser has no locks, the
 * keys make a tap that is sent twice one move. Never rejects.
 */
export async function sendUnsentMoves(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    if (!navigator.locks) await sendInOrder();
    else
      await navigator.locks.request('queues.moves', { ifAvailable: true }, (lock) =>
        lock ? sendInOrder() : undefined,
      );
  } finally {
    isSending = false;
  }
}

async function sendInOrder(): Promise<void> {
  for (;;) {
    const [move] = waitingOf(readUnsentMoves().moves, serverNow());
    if (!move || !(await sendLater(move))) return;
  }
}

/** @returns whether the server has decided; if not, it is sent again later */
async function sendLater(move: UnsentMove): Promise<boolean> {
  try {
    const { data } = await putMove(move, SEND_LIMIT_MS);
    // In this order: without its tap the entry would be shown where it was before.
    await takeEntry(data);
    settleMoves([move]);
    return true;
  } catch (error) {
    if (!isApiError(error) || !isRefusal(error)) return false;
    const current = error.status === 409 ? (error.data as QueueEntry | undefined) : undefined;
    if (current?.order) await takeEntry(current);
    const { ended, isLoss } = endedBy(move, readUnsentMoves().moves, current?.state);
    settleMoves(ended, isLoss ? { id: move.id, text: refusalText(ended, error.message, current) } : undefined);
    return true;
  }
}

function refusalText([refused, ...later]: UnsentMove[], message: string, current: QueueEntry | undefined): string {
  return [
    `${refused && tapWords(refused)} was not made.`,
    current?.order ? conflictText(current, 'vendor') : message,
    ...later.map(({ from }) => `${advanceLabel(from)} was not sent either.`),
  ].join(' ');
}

/** A decision of the server's on this tap. A sign-in that ended and too many requests are none. */
const isRefusal = ({ status }: ApiErrorShape) => status >= 400 && status < 500 && status !== 401 && status !== 429;

/** The server may have made the move all the same: its key makes another attempt the same one. */
const hadNoResponse = ({ code }: ApiErrorShape) => code === 'NETWORK' || code === 'TIMEOUT';

/** @param limitMs after it the request is given up as one that found no network; the client's own limit unless told */
function putMove({ id, from, to, key }: Omit<UnsentMove, 'label' | 'at'>, limitMs?: number) {
  const stop = new AbortController();
  if (limitMs !== undefined) setTimeout(() => stop.abort(), limitMs);
  const options = { headers: { 'Idempotency-Key': key }, signal: stop.signal };
  return api().put<Envelope<QueueEntry>>(`/queues/${id}`, { state: to, from }, options);
}

/** One's own change makes a list no newer: of the others' entries it says what it said when it was fetched. */
async function changeQueues(change: (entries: QueueEntry[]) => QueueEntry[]): Promise<void> {
  const client = queryClient();
  // A pending response is older than this change.
  await client.cancelQueries(activeQueues);
  for (const { queryKey, state } of client.getQueryCache().findAll(activeQueues)) {
    client.setQueryData<ActiveQueue>(queryKey, (queue) => queue && { ...queue, data: change(queue.data) }, {
      updatedAt: state.dataUpdatedAt,
    });
  }
}

/** Replaces our entry by the server's, then asks for the whole list, since the others' positions moved too. */
async function takeEntry(entry: QueueEntry): Promise<void> {
  await changeQueues((entries) => entries.map((each) => (each.id === entry.id ? entry : each)));
  void refreshQueue();
  refreshOrders();
}

/**
 * Gives an order up: its entry leaves the queue, and the buyer gets the money back and reads the reason.
 * Rejects with an ApiError; 409 for one that was collected meanwhile.
 */
export async function cancelOrder(order: Order, reason: string): Promise<CancelledOrder> {
  try {
    const { data } = await api().put<Envelope<CancelledOrder>>(`/queues/cancel/${order.id}`, { reason });
    await changeQueues((entries) => entries.filter((entry) => entry.order.id !== order.id));
    return data;
  } finally {
    void refreshQueue();
    refreshOrders();
  }
}

/** Tells the buyer once more that the food is done. Rejects with an ApiError; 429 within 10 s of the last time. */
export function notifyAgain(orderId: number): Promise<unknown> {
  return api().put(`/queues/notify/${orderId}`);
}

/** Records that the receipt is printed again. Rejects as `notifyAgain` does. */
export function recordReprint(orderId: number): Promise<unknown> {
  return api().put(`/queues/reprint/${orderId}`);
}
