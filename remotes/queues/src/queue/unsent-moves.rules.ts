/** Decides which taps of a kitchen wait on the device for the connection, and how the queue looks with them. */
import { advanceLabel, nextState } from 'shared-contracts/rules/queue-state';
import type { QueueEntry, QueueState } from 'shared-contracts/types';
import { listed } from '../listed';
import { plural, t } from '../words';

/** The time in milliseconds for which a tap can be sent. An older tap is shown and never sent, since the order may have moved on. */
export const SENDABLE_MS = 20 * 60_000;

export interface UnsentMove {
  /** The id of the queue entry. */
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

/** Allows only Pick, Done and Collected to be sent later; never a step back, a cancellation or a switch. */
export function maySendLater(from: QueueState, to: QueueState): boolean {
  return nextState(from) === to;
}

export function isTooOld({ at }: Pick<UnsentMove, 'at'>, now: number): boolean {
  return now - at > SENDABLE_MS;
}

/** Returns the taps that are still to be sent, in order. A tap that builds on one that is never sent is left out. */
export function movesToSend(moves: readonly UnsentMove[], now: number): UnsentMove[] {
  const ended = new Set<UnsentMove['id']>();
  return moves.filter((move) => {
    if (isTooOld(move, now)) ended.add(move.id);
    return !ended.has(move.id);
  });
}

/** Explains for each of the other taps why it is never sent. */
export function notSentTexts(moves: readonly UnsentMove[], now: number): string[] {
  const waiting = movesToSend(moves, now);
  const ended = moves.filter((move) => !waiting.includes(move));
  return ended.map((move, index) => {
    const before = ended.slice(0, index).findLast(({ id }) => id === move.id);
    const tap = tapText(move);
    if (!before) return t('{tap} was not sent: it is older than 20 minutes.', { tap });
    const earlier = advanceLabel(before.from) ?? '';
    return t('{tap} was not sent either, since its {earlier} was not.', { tap, earlier });
  });
}

/** Names a tap: 'Pick of A-1'. */
export const tapText = ({ from, label }: Pick<UnsentMove, 'from' | 'label'>): string =>
  t('{tap} of {number}', { tap: advanceLabel(from) ?? '', number: label });

/** Up to this many taps are named. More are only counted. */
const MOST_NAMED = 3;

/** The reason for which the taps of an account end. */
export type SessionEnd = 'the session ended' | 'you switched accounts';

/** Names the taps that end with the session or the account. Afterwards nothing on the screen shows their orders. */
export function droppedText(moves: readonly Pick<UnsentMove, 'from' | 'label'>[], end: SessionEnd): string {
  const more = moves.length - MOST_NAMED;
  const named = moves.slice(0, MOST_NAMED).map(tapText);
  if (more > 0) named.push(plural(more, { one: '# more', other: '# more' }));
  const [last = '', ...before] = named.reverse();
  const taps = before.length > 0 ? t('{list} and {last}', { list: listed(before.reverse()), last }) : last;
  return end === 'the session ended'
    ? plural(
        moves.length,
        {
          one: '{taps} was not sent before the session ended.',
          other: '{taps} were not sent before the session ended.',
        },
        { taps },
      )
    : plural(
        moves.length,
        {
          one: '{taps} was not sent before you switched accounts.',
          other: '{taps} were not sent before you switched accounts.',
        },
        { taps },
      );
}

/**
 * Returns the taps that end when the server refuses one, in order: the refused one and the taps on its entry that build on it.
 * Where a later tap was made on the state that the entry has now, a colleague made the moves before it: nothing is lost, and
 * that tap is still sent.
 * @param state the entry's state, if the server sent it
 */
export function movesEndedBy(
  refused: UnsentMove,
  moves: readonly UnsentMove[],
  state: QueueState | undefined,
): { ended: UnsentMove[]; isLoss: boolean } {
  const later = moves.filter(({ id, key }) => id === refused.id && key !== refused.key);
  const next = later.findIndex(({ from }) => from === state);
  return { ended: [refused, ...(next < 0 ? later : later.slice(0, next))], isLoss: next < 0 };
}

/**
 * Returns the queue as the kitchen left it: each entry in the state that its taps lead to. An entry that was moved elsewhere meanwhile is
 * shown in the server's state.
 * @param waiting the taps that are still to be sent, in order
 */
export function applyMoves(entries: QueueEntry[], waiting: readonly UnsentMove[]): QueueEntry[] {
  if (waiting.length === 0) return entries;
  return entries.map((entry) => {
    const state = waiting
      .filter(({ id }) => id === entry.id)
      .reduce((reached, { from, to }) => (from === reached ? to : reached), entry.state);
    return state === entry.state ? entry : { ...entry, state };
  });
}
