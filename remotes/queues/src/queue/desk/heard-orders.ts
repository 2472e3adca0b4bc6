/**
 * Records the orders that need no sound on this device: those that were there when its sound was turned on, or when it first had the queue.
 * All others ring until they are picked, also those that came while the page was closed. All tabs of the device share the record.
 */
import { useEffect, useSyncExternalStore } from 'react';
import type { QueueEntry } from 'shared-contracts/types';
import { followersOf, readDevice, writeDevice } from '../../device';

/** The record as the device stores it. */
interface StoredHeard {
  account: string;
  ids: number[];
}

const NAME = 'heard';

/** The record as it was last read or written. */
let heard: { account: string; ids: ReadonlySet<number> } | undefined;
const { follow, tell, reload } = followersOf(NAME, () => {
  heard = undefined;
});

/** Reads the device again, as a reload does. */
export const reloadHeard = reload;

function heardNow(): typeof heard {
  if (!heard) {
    const stored = readDevice<StoredHeard>(NAME);
    heard = stored && { account: stored.account, ids: new Set(stored.ids) };
  }
  return heard;
}

/** @param entries the entries that need no sound from now on */
export function markHeard(account: string, entries: readonly QueueEntry[]): void {
  const ids = entries.map(({ id }) => id);
  writeDevice(NAME, { account, ids } satisfies StoredHeard);
  heard = { account, ids: new Set(ids) };
  tell();
}

/**
 * @param account null while it is not known
 * @param entries the page's list of the account's queue
 * @returns the ids; undefined before the first list
 */
export function useHeardOrders(
  account: string | null,
  entries: readonly QueueEntry[] | undefined,
): ReadonlySet<number> | undefined {
  const known = useSyncExternalStore(follow, heardNow);
  const isKnown = known?.account === account;
  useEffect(() => {
    if (account !== null && entries && heardNow()?.account !== account) markHeard(account, entries);
  }, [account, entries]);
  return isKnown ? known?.ids : undefined;
}
