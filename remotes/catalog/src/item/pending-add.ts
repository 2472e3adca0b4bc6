/**
 * Stores an add to the cart that waits for a sign-in or for its response. It is stored for this tab, so that a reload or the detour over the
 * register page loses neither the choice nor the idempotency key.
 */
import { serverNow } from 'shared-contracts/client';
import type { AddToCart } from 'shared-contracts/types';
import type { ItemChoice } from './item.rules';

export interface PendingAdd {
  itemId: number;
  /** The Idempotency-Key: if the same add is sent again, it gets the same response and is not made twice. */
  key: string;
  body: AddToCart;
  choice: ItemChoice;
  /** The add is completed automatically as soon as the visitor is signed in. */
  isWaiting: boolean;
  /** The time of the tap, in milliseconds since the epoch. */
  at: number;
}

const STORAGE_KEY = 'catalog.pending-add';
/** An add that a visitor gave up half an hour ago must not turn up in the cart. */
const LIFETIME = 30 * 60_000;

/** The add that session storage refused. It lasts as long as the page. */
let unstored: PendingAdd | undefined;

/** Returns the pending add of an item, if it is recent. */
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

export function storePendingAdd(pending: PendingAdd): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pending));
    unstored = undefined;
  } catch {
    unstored = pending;
  }
}

/** Forgets an item's pending add. That of another item stays. */
export function dropPendingAdd(itemId: number): void {
  if (!readPendingAdd(itemId)) return;
  unstored = undefined;
  try {
    window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // The browser refuses storage, so nothing was stored.
  }
}

/** Creates a pending add. The same add keeps its key, so that a lost response does not add a second plate. */
export function createPendingAdd(itemId: number, body: AddToCart, choice: ItemChoice): PendingAdd {
  const earlier = readPendingAdd(itemId);
  const isSame = earlier && JSON.stringify(earlier.body) === JSON.stringify(body);
  return { itemId, body, choice, key: isSame ? earlier.key : newKey(), isWaiting: false, at: serverNow() };
}

/** Makes a random key without randomUUID, which is missing on a phone that opens the site by its address in the local network. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
