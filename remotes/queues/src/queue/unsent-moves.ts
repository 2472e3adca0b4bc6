/**
 * Keeps the kitchen's taps that could not be sent on the device, in order. They belong to one sign-in of one account, and another sign-in
 * never sends them. All tabs of the device share them.
 */
import { useSyncExternalStore } from 'react';
import { serverNow } from 'shared-contracts/client';
import { shellState, showToast, subscribe } from 'shared-contracts/events';
import { readLocal } from 'shared-contracts/local-keys';
import type { QueueEntry } from 'shared-contracts/types';
import { createFollowers, isOnDevice, readDevice, removeDevice, writeDevice } from '../device';
import { t } from '../words';
import { followTicks } from './ticker';
import { droppedText, movesToSend, type SessionEnd, type UnsentMove } from './unsent-moves.rules';

/** A tap that the server refused when it was sent later. */
export interface RefusedMove {
  id: number;
  text: string;
}

export interface UnsentMoves {
  moves: readonly UnsentMove[];
  refused: readonly RefusedMove[];
}

interface StoredMoves extends UnsentMoves {
  owner: string;
}

const NAME = 'moves';
const NONE: UnsentMoves = { moves: [], refused: [] };

/**
 * Identifies the account of this sign-in. The key ends with the start of the token, which tells one sign-in from the next. In a browser that
 * refuses storage it has no token part.
 */
export function ownerKey(): string | undefined {
  const { session } = shellState();
  if (!session) return undefined;
  const token = readLocal('token') ?? '';
  return `${session.user.id} ${session.context.type} ${session.context.data.id} ${token.slice(0, 8)}`;
}

let cached: StoredMoves | undefined;
const { follow, reload } = createFollowers(NAME, () => {
  cached = undefined;
});

export function unsentMoves(): UnsentMoves {
  const mine = ownerKey();
  if (mine === undefined) return NONE;
  if (cached?.owner !== mine) {
    const file = readDevice<StoredMoves>(NAME);
    cached = file?.owner === mine ? file : { ...NONE, owner: mine };
  }
  return cached;
}

/** Reads the device, since another tab may have written and its event is on the way. */
export function readUnsentMoves(): UnsentMoves {
  cached = undefined;
  return unsentMoves();
}

function change(work: (unsent: UnsentMoves) => UnsentMoves): void {
  const mine = ownerKey();
  if (mine === undefined) return;
  writeDevice(NAME, { ...work(readUnsentMoves()), owner: mine } satisfies StoredMoves);
  reload();
}

/**
 * Stores a tap. `tappedBy` is the owner's key at the tap: while its request was on its way, another account may have signed in.
 * @returns whether it is stored
 */
export function storeMove(move: UnsentMove, tappedBy: string | undefined): boolean {
  if (tappedBy === undefined || tappedBy !== ownerKey()) return false;
  // An order's own page may have sent the same tap as the queue did.
  change(({ moves, refused }) => ({ moves: [...moves.filter(({ key }) => key !== move.key), move], refused }));
  return true;
}

/** Removes taps that the server has responded to. */
export function settleMoves(ended: readonly UnsentMove[], refusal?: RefusedMove): void {
  const keys = ended.map(({ key }) => key);
  change(({ moves, refused }) => ({
    moves: moves.filter(({ key }) => !keys.includes(key)),
    refused: refusal ? [...refused.filter(({ id }) => id !== refusal.id), refusal] : refused,
  }));
}

/** Removes an entry's refusals and its taps that are never sent, since a new tap on the entry replaces them. */
export function forgetEndedTaps(id: QueueEntry['id']): void {
  const withoutEnded = ({ moves, refused }: UnsentMoves) => {
    const waiting = movesToSend(moves, serverNow());
    return {
      moves: moves.filter((move) => move.id !== id || waiting.includes(move)),
      refused: refused.filter((each) => each.id !== id),
    };
  };
  const size = ({ moves, refused }: UnsentMoves) => moves.length + refused.length;
  const unsent = unsentMoves();
  if (size(withoutEnded(unsent)) < size(unsent)) change(withoutEnded);
}

/** Removes the messages that the vendor has read: refusals, and taps that are too old. */
export function dismissUnsent(): void {
  change(({ moves }) => ({ moves: movesToSend(moves, serverNow()), refused: [] }));
}

/** Calls the listener as time passes too, since a tap gets too old without any event. */
function followInTime(listener: () => void): () => void {
  const stops = [follow(listener), followTicks(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Tells whether the taps survive a reload. A browser without storage, or with a full one, forgets them with the page. */
export const areMovesStored = (): boolean => isOnDevice(NAME);

export function useUnsentMoves(): UnsentMoves {
  return useSyncExternalStore(follow, unsentMoves);
}

/** Returns the note on the card of an entry; undefined if all taps are sent. */
export function useTapNote(id: QueueEntry['id']): string | undefined {
  return useSyncExternalStore(followInTime, () => {
    const { moves, refused } = unsentMoves();
    const isSameEntry = (each: { id: number }) => each.id === id;
    const text = refused.find(isSameEntry)?.text;
    if (text !== undefined || !moves.some(isSameEntry)) return text;
    return movesToSend(moves, serverNow()).some(isSameEntry) ? t('Not sent yet') : t('Not sent. Please tap it again.');
  });
}

/** Tells whether a tap on the entry waits to be sent. */
export function useHasUnsentMove(id: QueueEntry['id']): boolean {
  return useSyncExternalStore(followInTime, () =>
    movesToSend(unsentMoves().moves, serverNow()).some((each) => each.id === id),
  );
}

/** Drops the taps on log-out and on a switch of the account, and shows a sentence that says so. @returns a function that stops it */
export function dropMovesAtSessionEnd(): () => void {
  const end = (how: SessionEnd) => {
    const moves = readDevice<StoredMoves>(NAME)?.moves ?? [];
    removeDevice(NAME);
    reload();
    if (moves.length > 0) showToast(droppedText(moves, how), { timeout: 10_000, color: 'danger' });
  };
  const stops = [
    subscribe('signed-out', () => end('the session ended')),
    subscribe('context-switched', () => end('you switched accounts')),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
