/** The life of a queue entry: new → busy → done → collected; a vendor may undo one step. */
import type { QueueChange, QueueState } from '../types';
import { t } from '../words';

export const QUEUE_STATES = ['new', 'busy', 'done', 'collected'] as const satisfies readonly QueueState[];
/** An order is late 20 minutes after it was made. */
export const OVERDUE_MS = 1_200_000;
/** The vendor's button is locked this long after a tap: Pick becomes Done under the finger, and a second tap must not skip a state. */
export const ADVANCE_LOCK_MS = 600;

/**
 * Returns the state after this one; undefined once collected.
 * @example
 * nextState('new'); // 'busy'
 */
export function nextState(state: QueueState): QueueState | undefined {
  return QUEUE_STATES[QUEUE_STATES.indexOf(state) + 1];
}

/**
 * Returns the state before this one; undefined for a new entry.
 * @example
 * previousState('done'); // 'busy'
 */
export function previousState(state: QueueState): QueueState | undefined {
  return QUEUE_STATES[QUEUE_STATES.indexOf(state) - 1];
}

export type QueueActor = 'vendor' | 'buyer';

/**
 * Tells whether the actor may make this move. A vendor moves one step either way; a buyer only collects a done order.
 * @example
 * mayMove('buyer', 'done', 'collected'); // true
 */
export function mayMove(actor: QueueActor, from: QueueState, to: QueueState): boolean {
  if (actor === 'buyer') return from === 'done' && to === 'collected';
  return to === nextState(from) || to === previousState(from);
}

/**
 * Decides a requested change while the entry is in `current`. A step back needs `from`, so that a tap on a
 * screen that missed a step never undoes it.
 * @example
 * outcomeOf('vendor', 'busy', { state: 'done', from: 'new' }); // 'refused'
 */
export function outcomeOf(
  actor: QueueActor,
  current: QueueState,
  { state, from }: QueueChange,
): 'moved' | 'unchanged' | 'refused' {
  if (from !== undefined && from !== current) return 'refused';
  if (state === current) return 'unchanged';
  if (from === undefined && state === previousState(current)) return 'refused';
  return mayMove(actor, current, state) ? 'moved' : 'refused';
}

const LABELS: Record<QueueState, () => string> = {
  new: () => t('New'),
  busy: () => t('Preparing'),
  done: () => t('Done'),
  collected: () => t('Collected'),
};
/**
 * Returns the words for a state.
 * @example
 * labelOf('busy'); // 'Preparing'
 */
export function labelOf(state: QueueState): string {
  return LABELS[state]();
}

const ADVANCE: Partial<Record<QueueState, () => string>> = {
  new: () => t('Pick'),
  busy: () => t('Done'),
  done: () => t('Collected'),
};
/**
 * Returns the label of the vendor's button; undefined once collected.
 * @example
 * advanceLabel('new'); // 'Pick'
 */
export function advanceLabel(state: QueueState): string | undefined {
  return ADVANCE[state]?.();
}

/**
 * Tells whether an order was made more than 20 minutes ago.
 * @param now in milliseconds since the epoch
 * @example
 * isOverdue('2026-11-20T12:00:00Z', Date.parse('2026-11-20T12:21:00Z')); // true
 */
export function isOverdue(createdAt: string | Date, now: number): boolean {
  return now - new Date(createdAt).getTime() > OVERDUE_MS;
}

/**
 * Sorts entries: new before busy before done, then newest first (or oldest first).
 * @example
 * sortQueue(entries, 'oldest');
 */
export function sortQueue<T extends { state: QueueState; created_at: string }>(
  entries: readonly T[],
  order: 'newest' | 'oldest' = 'newest',
): T[] {
  const direction = order === 'newest' ? -1 : 1;
  // Each time is parsed once, since parsing in the comparison takes most of the time of sorting hundreds.
  const ranked = entries.map((entry) => ({
    entry,
    rank: QUEUE_STATES.indexOf(entry.state),
    time: Date.parse(entry.created_at),
  }));
  return ranked.sort((a, b) => a.rank - b.rank || direction * (a.time - b.time)).map(({ entry }) => entry);
}
