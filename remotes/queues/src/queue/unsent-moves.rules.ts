/** Which taps of a kitchen wait on the device for the connection, and how the queue looks with them. */
import { nextState } from 'shared-contracts/rules/queue-state';
import type { QueueEntry, QueueState } from 'shared-contracts/types';

/** In milliseconds. An older tap is shown and never sent, since the order may have moved on. */
export const SENDABLE_MS = 20 * 60_000;

export interface UnsentMove {
  /** The queue entry's. */
  id: number;
  /** The order's number, as it is called out. */
  label: string;
  from: QueueState;
  to: QueueState;
  /** The Idempotency-Key of the tap. */
  key: string;
  /** When it was tapped, in milliseconds since the epoch. */
  at: number;
}

/** Only Pick, Done and Collected: a step back, a cancellation or a switch is never sent later. */
export function maySendLater(from: QueueState, to: QueueState): boolean {
  return nextState(from) === to;
}

export function isTooOld({ at }: Pick<UnsentMove, 'at'>, now: number): boolean {
  return now - at > SENDABLE_MS;
}

/** The taps that are still to be sent, in order. */
export function waitingOf(moves: readonly UnsentMove[], now: number): UnsentMove[] {
  return moves.filter((move) => !isTooOld(move, now));
}

/**
 * The queue as the kitchen left it: each entry where its taps lead. An entry that was moved elsewhere meanwhile is shown as the
 * server has it.
 * @param waiting the taps that are still to be sent, in order
 */
export function withWaiting(entries: QueueEntry[], waiting: readonly UnsentMove[]): QueueEntry[] {
  if (waiting.length === 0) return entries;
  return entries.map((entry) => {
    const state = waiting
      .filter(({ id }) => id === entry.id)
      .reduce((reached, { from, to }) => (from === reached ? to : reached), entry.state);
    return state === entry.state ? entry : { ...entry, state };
  });
}
