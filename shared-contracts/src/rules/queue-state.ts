/** The life of a queue entry: new → busy → done → collected; a vendor may undo one step. */
import type { QueueChange, QueueState } from '../types';

export const QUEUE_STATES = ['new', 'busy', 'done', 'collected'] as const satisfies readonly QueueState[];
/** An order is late 20 minutes after it was made. */
export const OVERDUE_MS = 1_200_000;
/** After a tap the vendor's button is locked this long, so that Pick becoming Done under a finger skips no state. */
export const ADVANCE_LOCK_MS = 600;

export function nextState(state: QueueState): QueueState | undefined {
  return QUEUE_STATES[QUEUE_STATES.indexOf(state) + 1];
}

export function previousState(state: QueueState): QueueState | undefined {
  return QUEUE_STATES[QUEUE_STATES.indexOf(state) - 1];
}

export type QueueActor = 'vendor' | 'buyer';

/** A vendor moves one step either way; a buyer only takes what is done. */
export function mayMove(actor: QueueActor, from: QueueState, to: QueueState): boolean {
  if (actor === 'buyer') return from === 'done' && to === 'collected';
  return to === nextState(from) || to === previousState(from);
}

/**
 * Decides a requested change while the entry is in `current`. A step back needs `from`, so that a tap on a
 * screen that missed a step never undoes it.
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

const LABELS: Record<QueueState, string> = { new: 'New', busy: 'Preparing', done: 'Done', collected: 'Collected' };
export function labelOf(state: QueueState): string {
  return LABELS[state];
}

const ADVANCE: Partial<Record<QueueState, string>> = { new: 'Pick', busy: 'Done', done: 'Collected' };
/** The label of the vendor's button. Undefined once collected. */
export function advanceLabel(state: QueueState): string | undefined {
  return ADVANCE[state];
}

export function isOverdue(createdAt: string | Date, now: number): boolean {
  return now - new Date(createdAt).getTime() > OVERDUE_MS;
}

/** New before busy before done, then newest first (or oldest first, by the toggle). */
export function sortQueue<T extends { state: QueueState; created_at: string }>(
  entries: readonly T[],
  order: 'newest' | 'oldest' = 'newest',
): T[] {
  const direction = order === 'newest' ? -1 : 1;
  // Read once each: a comparison that parses times is most of what sorting hundreds takes.
  const ranked = entries.map((entry) => ({
    entry,
    rank: QUEUE_STATES.indexOf(entry.state),
    time: Date.parse(entry.created_at),
  }));
  return ranked.sort((a, b) => a.rank - b.rank || direction * (a.time - b.time)).map(({ entry }) => entry);
}
