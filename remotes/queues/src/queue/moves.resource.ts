/**
 * Moves queue entries. The response to a move replaces the entry. A kitchen goes on without a connection: its taps that could not be
 * sent wait on the device, and are sent in order later.
 */
import { type ApiErrorShape, api, isApiError, serverNow } from 'shared-contracts/client';
import { shellState } from 'shared-contracts/events';
import { advanceLabel } from 'shared-contracts/rules/queue-state';
import type { Envelope, Order, QueueEntry, QueueState } from 'shared-contracts/types';
import type { CancelledOrder } from '../order/cancellation.rules';
import { orderLabel } from '../order/order-words.rules';
import { forgetMove, keyOfMove } from './move-keys';
import { changeQueues, refreshOrders, refreshQueue } from './queue.resource';
import { conflictText, type QueueAudience } from './queue.rules';
import { forgetRefusals, owner, readUnsentMoves, settleMoves, storeMove, unsentMoves } from './unsent-moves';
import { endedBy, maySendLater, tapWords, type UnsentMove, waitingOf } from './unsent-moves.rules';

export type MoveOutcome =
  | { result: 'moved'; entry: QueueEntry }
  /** It was moved before: `entry` is what it is now. */
  | { result: 'lost'; entry: QueueEntry; message: string }
  | { result: 'failed'; message: string };

/** 'waiting': the site could not be reached. The tap waits on the device, and `entry` is as it will be. */
export type KitchenOutcome = MoveOutcome | { result: 'waiting'; entry: QueueEntry };

/** The customer has the food: done becomes collected. Never rejects. */
export function receiveEntry(queueId: number): Promise<MoveOutcome> {
  return moveEntry({ id: queueId, state: 'done' }, 'collected', 'customer');
}

/** After this many milliseconds a cook's tap counts as not sent: a network that went down in silence refuses no request. */
const TAP_LIMIT_MS = 5000;

/** A stored tap has longer, since no cook waits for it and a slow site has to get through; it ends before the next attempt. */
const SEND_LIMIT_MS = 10_000;

/** Decides the outcome of a tap that had no response. */
interface Unreached<Outcome> {
  limitMs: number;
  /** @param key the key that the tap was sent with */
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
 * Moves an entry in the kitchen. A step forward that cannot be sent, or has no response, is stored on the device, and so is each one after
 * it, since they are sent in order. Never rejects.
 */
export function moveInKitchen(entry: QueueEntry, to: QueueState): Promise<KitchenOutcome> {
  const { id, order, state: from } = entry;
  const at = serverNow();
  forgetRefusals(id);
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

/**
 * Sends the stored taps in order, until one cannot be sent. One tab of the device does it; where the browser has no locks, the
 * keys make a tap that is sent twice one move. Never rejects.
 */
export const sendUnsentMoves = oneAtATime(async () => {
  if (!navigator.locks) return sendInOrder();
  await navigator.locks.request('queues.moves', { ifAvailable: true }, (lock) => (lock ? sendInOrder() : undefined));
});

/** @returns the work as one that does nothing while it runs already */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
    } finally {
      isRunning = false;
    }
  };
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
    // The entry is replaced before its tap is removed: without both it would be shown where it was before.
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

/** Whether the server has decided on this tap. It has not where the sign-in has ended, or requests are too many. */
const isRefusal = ({ status }: ApiErrorShape) => status >= 400 && status < 500 && status !== 401 && status !== 429;

/** Whether no response came. The server may have made the move all the same; the key makes another attempt the same move. */
const hadNoResponse = ({ code }: ApiErrorShape) => code === 'NETWORK' || code === 'TIMEOUT';

/** @param limitMs after this the request is given up like one that found no network; by default the client's own limit holds */
function putMove({ id, from, to, key }: Omit<UnsentMove, 'label' | 'at'>, limitMs?: number) {
  const stop = new AbortController();
  if (limitMs !== undefined) setTimeout(() => stop.abort(), limitMs);
  const options = { headers: { 'Idempotency-Key': key }, signal: stop.signal };
  return api().put<Envelope<QueueEntry>>(`/queues/${id}`, { state: to, from }, options);
}

/** Replaces our entry by the server's, then requests the whole list, since the others' positions moved too. */
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
