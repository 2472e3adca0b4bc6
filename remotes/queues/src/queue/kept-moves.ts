/**
 * A kitchen's taps that could not be sent, on the device and in order. They belong to one sign-in of one account: another one
 * never sends them. All tabs of the device share them.
 */
import { useSyncExternalStore } from 'react';
import { shellState, subscribe } from 'shared-contracts/events';
import { readLocal } from 'shared-contracts/local-keys';
import type { QueueEntry } from 'shared-contracts/types';
import { deviceKey, readDevice, removeDevice, writeDevice } from '../device';
import { type KeptMove, waitingOf } from './kept-moves.rules';

/** A tap that the server refused when it was sent later. */
export interface RefusedMove {
  id: number;
  text: string;
}

export interface Kept {
  moves: readonly KeptMove[];
  refused: readonly RefusedMove[];
}

interface KeptFile extends Kept {
  owner: string;
}

const NAME = 'moves';
const NONE: Kept = { moves: [], refused: [] };

/** The start of the token tells one sign-in from the next. */
function owner(): string | undefined {
  const { session } = shellState();
  const token = readLocal('token');
  if (!session || !token) return undefined;
  return `${session.user.id} ${session.context.type} ${session.context.data.id} ${token.slice(0, 8)}`;
}

let known: KeptFile | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  known = undefined;
  for (const listener of listeners) listener();
}

export function keptNow(): Kept {
  const mine = owner();
  if (mine === undefined) return NONE;
  if (known?.owner !== mine) {
    const file = readDevice<KeptFile>(NAME);
    known = file?.owner === mine ? file : { ...NONE, owner: mine };
  }
  return known;
}

/** From the device, since another tab may have written and its news is on the way. */
export function readKept(): Kept {
  known = undefined;
  return keptNow();
}

function change(work: (kept: Kept) => Kept): void {
  const mine = owner();
  if (mine === undefined) return;
  writeDevice(NAME, { ...work(readKept()), owner: mine } satisfies KeptFile);
  tell();
}

export function keepMove(move: KeptMove): void {
  change(({ moves, refused }) => ({ moves: [...moves, move], refused: refused.filter(({ id }) => id !== move.id) }));
}

/** The server has responded to it. */
export function settleMove({ id, key }: KeptMove, refusal?: string): void {
  change(({ moves, refused }) => ({
    moves: moves.filter((each) => each.key !== key),
    refused: refusal === undefined ? refused : [...refused.filter((each) => each.id !== id), { id, text: refusal }],
  }));
}

/** What was only to be read has been read: refusals, and taps that are too old. */
export function dismissKept(): void {
  change(({ moves }) => ({ moves: waitingOf(moves, Date.now()), refused: [] }));
}

const onStorage = ({ key }: StorageEvent) => {
  if (key === null || key === deviceKey(NAME)) tell();
};

function follow(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', onStorage);
    // From now on another tab may write unheard.
    known = undefined;
  };
}

export function useKept(): Kept {
  return useSyncExternalStore(follow, keptNow);
}

/** What is said on the card of an entry; nothing where all was sent. */
export function useKeptNote(id: QueueEntry['id']): string | undefined {
  return useSyncExternalStore(follow, () => {
    const { moves, refused } = keptNow();
    return (
      refused.find((each) => each.id === id)?.text ??
      (moves.some((each) => each.id === id) ? 'Not sent yet' : undefined)
    );
  });
}

/** Log-out and a switch of the account end them. @returns a function that stops it */
export function endKeptMoves(): () => void {
  const end = () => {
    removeDevice(NAME);
    tell();
  };
  const stops = [subscribe('signed-out', end), subscribe('context-switched', end)];
  return () => {
    for (const stop of stops) stop();
  };
}
