/**
 * Moves queue entries. The response to a move replaces the entry. A kitchen can work without a connection: taps that could not be sent wait
 * on the device and are sent in order later.
 */
import { type ApiErrorShape, api, isApiError, notAnAnswer, serverNow } from 'shared-contracts/client';
import { shellState } from 'shared-contracts/events';
import { advanceLabel } from 'shared-contracts/rules/queue-state';
import type { Envelope, Order, QueueEntry, QueueState } from 'shared-contracts/types';
import { type CancelledOrder, isCancelled } from '../order/cancellation.rules';
import { orderLabel } from '../order/order-words.rules';
import { t } from '../words';
import { forgetMove, moveKey } from './move-keys';
import { changeQueues, refreshOrders, refreshQueue } from './queue.resource';
import { conflictText, type QueueAudience } from './queue.rules';
import { forgetEndedTaps, ownerKey, readUnsentMoves, settleMoves, storeMove, unsentMoves } from './unsent-moves';
import { maySendLater, movesEndedBy, movesToSend, tapText, type UnsentMove } from './unsent-moves.rules';

export type MoveOutcome =
  | { result: 'moved'; entry: QueueEntry }
  /** The entry was moved before this tap. `entry` has its present state. */
  | { result: 'lost'; entry: QueueEntry; message: string }
  | { result: 'failed'; message: string };

/** With 'waiting' the site could not be reached: the tap waits on the device, and `entry` has the state that it leads to. */
export type KitchenOutcome = MoveOutcome | { result: 'waiting'; entry: QueueEntry };

/** Marks a done entry as collected, for a customer who has the food. It never rejects. */
export function receiveEntry(queueId: number): Promise<MoveOutcome> {
  return requestMove({ id: queueId, state: 'done' }, 'collected', 'customer');
}

/** A cook's tap counts as not sent after this many milliseconds, since a network that stops responding refuses no request. */
const TAP_LIMIT_MS = 5000;

/** A stored tap has more time, since no cook waits for it and the site may be slow. It ends before the next attempt. */
const SEND_LIMIT_MS = 10_000;

/** Decides the outcome of a tap that had no response. */
interface Unreached<Outcome> {
  limitMs: number;
  /** @param key the Idempotency-Key of the tap */
  outcome: (key: string) => Outcome;
}

/**
 * Moves an entry to a state. The request names the state that the tap was made on, so that a tap on an old list moves nothing: the outcome
 * is then 'lost', with the present entry. It never rejects.
 */
export async function requestMove<Outcome = never>(
  { id, state: from }: Pick<QueueEntry, 'id' | 'state'>,
  to: QueueState,
  audience: QueueAudience,
  unreached?: Unreached<Outcome>,
): Promise<MoveOutcome | Outcome> {
  const key = moveKey(id, from, to);
  try {
    const { data } = await putMove({ id, from, to, key }, unreached?.limitMs);
    forgetMove(id);
    await replaceEntry(data);
    return { result: 'moved', entry: data };
  } catch (error) {
    const current = isApiError(error) && error.status === 409 ? (error.data as QueueEntry | undefined) : undefined;
    if (current?.order) {
      forgetMove(id);
      await replaceEntry(current);
      return { result: 'lost', entry: current, message: conflictText(current, audience) };
    }
    if (isApiError(error) && error.status >= 400 && error.status < 500) forgetMove(id);
    console.error('The queue entry was not moved', error);
    void refreshQueue();
    if (unreached && isApiError(error) && hadNoResponse(error)) return unreached.outcome(key);
    return { result: 'failed', message: isApiError(error) ? error.message : failedText() };
  }
}

/**
 * Moves an entry in the kitchen. A step forward that cannot be sent, or has no response, is stored on the device, and so is each later one,
 * since they are sent in order. It never rejects.
 */
export function moveInKitchen(entry: QueueEntry, to: QueueState): Promise<KitchenOutcome> {
  const { id, order, state: from } = entry;
  const at = serverNow();
  forgetEndedTaps(id);
  const waiting = movesToSend(unsentMoves().moves, at);
  if (!maySendLater(from, to)) {
    if (!waiting.some((move) => move.id === id)) return requestMove(entry, to, 'vendor');
    const message = t('This order has a tap that is not sent yet. It can be undone after that.');
    return Promise.resolve({ result: 'failed', message });
  }
  const tappedBy = ownerKey();
  const store = (key: string): KitchenOutcome => {
    const isStored = storeMove({ id, label: orderLabel(order), from, to, key, at }, tappedBy);
    forgetMove(id);
    if (!isStored) return { result: 'failed', message: failedText() };
    return { result: 'waiting', entry: { ...entry, state: to } };
  };
  if (waiting.length > 0 || !shellState().connection.isOnline) {
    return Promise.resolve(store(moveKey(id, from, to)));
  }
  return requestMove(entry, to, 'vendor', { limitMs: TAP_LIMIT_MS, outcome: store });
}

/**
 * Sends the stored taps in order, until one cannot be sent. Only one tab of the device sends. In a browser without locks two tabs may send
 * the same tap, which is one move because of its key. It never rejects.
 */
export const sendUnsentMoves = oneAtATime(async () => {
  if (!navigator.locks) return sendInOrder();
  await navigator.locks.request('queues.moves', { ifAvailable: true }, (lock) => (lock ? sendInOrder() : undefined));
});

/** @returns a function that does the work unless it is running already */
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
    const [move] = movesToSend(readUnsentMoves().moves, serverNow());
    if (!move || !(await sendStoredMove(move))) return;
  }
}

/** Sends a stored tap. @returns whether the server has decided on it; if not, it is sent again later */
async function sendStoredMove(move: UnsentMove): Promise<boolean> {
  try {
    const { data } = await putMove(move, SEND_LIMIT_MS);
    // The entry is replaced before its tap is removed, since without both the screen would show its old state.
    await replaceEntry(data);
    settleMoves([move]);
    return true;
  } catch (error) {
    if (!isApiError(error) || !isRefusal(error)) return false;
    const current = error.status === 409 ? (error.data as QueueEntry | undefined) : undefined;
    if (current?.order) await replaceEntry(current);
    const { ended, isLoss } = movesEndedBy(move, readUnsentMoves().moves, current?.state);
    settleMoves(ended, isLoss ? { id: move.id, text: refusalText(ended, error.message, current) } : undefined);
    return true;
  }
}

function refusalText([refused, ...later]: UnsentMove[], message: string, current: QueueEntry | undefined): string {
  return [
    refused && t('{tap} was not made.', { tap: tapText(refused) }),
    current?.order ? conflictText(current, 'vendor') : message,
    ...later.map(({ from }) => t('{tap} was not sent either.', { tap: advanceLabel(from) ?? '' })),
  ]
    .filter(Boolean)
    .join(' ');
}

const failedText = () => t('That did not work. Please try again.');

/** Tells whether the server has refused this tap. A 401 or a 429 says nothing about the tap itself. */
const isRefusal = ({ status }: ApiErrorShape) => status >= 400 && status < 500 && status !== 401 && status !== 429;

/** Tells whether there was no response. The server may have made the move anyway, and its key makes another attempt the same move. */
const hadNoResponse = ({ code }: ApiErrorShape) => code === 'NETWORK' || code === 'TIMEOUT';

/** @param limitMs the request then ends as it does without a network; by default the client's own limit applies */
function putMove({ id, from, to, key }: Omit<UnsentMove, 'label' | 'at'>, limitMs?: number) {
  const stop = new AbortController();
  if (limitMs !== undefined) setTimeout(() => stop.abort(), limitMs);
  const options = { headers: { 'Idempotency-Key': key }, signal: stop.signal };
  return api().put<Envelope<QueueEntry>>(`/queues/${id}`, { state: to, from }, options);
}

/** Replaces the cached entry by the server's, then requests the whole list, since the positions of the others have changed too. */
async function replaceEntry(entry: QueueEntry): Promise<void> {
  await changeQueues((entries) => entries.map((each) => (each.id === entry.id ? entry : each)));
  void refreshQueue();
  refreshOrders();
}

/**
 * Cancels an order: its entry leaves the queue, and the buyer gets the money back and reads the reason. It rejects with an ApiError, with
 * 409 for an order that was collected meanwhile.
 */
export async function cancelOrder(order: Order, reason: string): Promise<CancelledOrder> {
  try {
    const { data } = await api().put<Envelope<Order>>(`/queues/cancel/${order.id}`, { reason });
    if (!isCancelled(data)) throw notAnAnswer();
    await changeQueues((entries) => entries.filter((entry) => entry.order.id !== order.id));
    return data;
  } finally {
    void refreshQueue();
    refreshOrders();
  }
}

/** Notifies the buyer again that the food is done. It rejects with an ApiError, with 429 within 10 s of the last notice. */
export function notifyAgain(orderId: number): Promise<unknown> {
  return api().put(`/queues/notify/${orderId}`);
}

/** Records that the receipt is printed again. It rejects as `notifyAgain` does. */
export function recordReprint(orderId: number): Promise<unknown> {
  return api().put(`/queues/reprint/${orderId}`);
}
