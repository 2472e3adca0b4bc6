/**
 * An add to the cart that is not settled yet: it waits for a sign-in or for its response. Stored for this tab, so that a
 * reload or the way over the register page loses neither the choice nor the idempotency key.
 */
import { serverNow } from 'shared-contracts/client';
import type { AddToCart } from 'shared-contracts/types';
import type { ItemChoice } from './item.rules';

export interface PendingAdd {
  itemId: number;
  /** Sent as Idempotency-Key: the same add, sent again, gets the same response and is not done twice. */
  key: string;
  body: AddToCart;
  choice: ItemChoice;
  /** Completed automatically as soon as the visitor is signed in. */
  isWaiting: boolean;
  /** Milliseconds since the epoch. */
  at: number;
}

const STORAGE_KEY = 'catalog.pending-add';
/** An add that a visitor gave up half an hour ago must not turn up in the cart. */
const LIFETIME = 30 * 60_000;

/** The add that session storage refused. It lasts as long as the page. */
let unstored: PendingAdd | undefined;

/** The pending add of an item, if it is recent. */
export function readPendingAdd(itemId: number, now = serverNow()): PendingAdd | undefined {
  const pending = unstored ?? readStored();
  return pending?.itemId === itemId && now - pending.at < LIFETIME ? pending : undefined;
}

function readStored(): PendingAdd | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? 'null') as PendingAdd | null;
  } catch {
    return null;
  }
}

export function keepPendingAdd(pending: PendingAdd): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pending));
    unstored = undefined;
  } catch {
    unstored = pending;
  }
}

/** Forgets an item's pending add; another item's stays. */
export function dropPendingAdd(itemId: number): void {
  if (!readPendingAdd(itemId)) return;
  unstored = undefined;
  try {
    window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Refused, so nothing was stored either.
  }
}

/** The same add again keeps its key, so that a lost response does not add a second plate. */
export function pendingAddOf(itemId: number, body: AddToCart, choice: ItemChoice): PendingAdd {
  const earlier = readPendingAdd(itemId);
  const isSame = earlier && JSON.stringify(earlier.body) === JSON.stringify(body);
  return { itemId, body, choice, key: isSame ? earlier.key : newKey(), isWaiting: false, at: serverNow() };
}

/** Not randomUUID: a phone that tries the site by its address in the local network has no secure context. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
