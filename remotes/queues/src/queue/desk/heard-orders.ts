/**
 * The orders that need no sound on this device: those that were there when its sound was turned on, or when it first showed
 * the queue. All others ring until they are picked, also those that came while the page was closed.
 */
import { useEffect, useSyncExternalStore } from 'react';
import type { QueueEntry } from 'shared-contracts/types';
import { readDevice, writeDevice } from '../../device';

/** As the device has it. */
interface StoredHeard {
  account: string;
  ids: number[];
}

const NAME = 'heard';

/** Of this page, for all of it that rings. */
let heard: { account: string; ids: ReadonlySet<number> } | undefined;
const listeners = new Set<() => void>();

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param entries those that need no sound from now on */
export function markHeard(account: string, entries: readonly QueueEntry[]): void {
  const ids = entries.map(({ id }) => id);
  writeDevice(NAME, { account, ids } satisfies StoredHeard);
  heard = { account, ids: new Set(ids) };
  for (const listener of listeners) listener();
}

/**
 * @param account null while it is not known
 * @param entries the list that the page has of the account's queue
 * @returns the ids; undefined before the first list
 */
export function useHeardOrders(
  account: string | null,
  entries: readonly QueueEntry[] | undefined,
): ReadonlySet<number> | undefined {
  const known = useSyncExternalStore(follow, () => heard);
  const isKnown = known?.account === account;
  useEffect(() => {
    if (isKnown || account === null || !entries || heard?.account === account) return;
    const stored = readDevice<StoredHeard>(NAME);
    markHeard(account, stored?.account === account ? entries.filter(({ id }) => stored.ids.includes(id)) : entries);
  }, [isKnown, account, entries]);
  return isKnown ? known.ids : undefined;
}

/** As a new page, which reads the device again. */
export function forgetHeard(): void {
  heard = undefined;
  for (const listener of listeners) listener();
}
