/**
 * Records the orders that need no sound on this device: those that were listed when its sound was turned on, or in its first list of the
 * queue. All others ring until they are picked, also those that arrived while the page was closed. All tabs of the device share the record.
 */
import { useEffect, useSyncExternalStore } from 'react';
import type { QueueEntry } from 'shared-contracts/types';
import { createFollowers, readDevice, writeDevice } from '../../device';

/** The record as the device stores it. */
interface StoredSilentOrders {
  account: string;
  ids: number[];
}

const NAME = 'heard';

/** The record as it was last read or written. */
let silentOrders: { account: string; ids: ReadonlySet<number> } | undefined;
const { follow, notify, reload } = createFollowers(NAME, () => {
  silentOrders = undefined;
});

/** Reads the device again, as a reload does. */
export const reloadSilentOrders = reload;

function readSilentOrders(): typeof silentOrders {
  if (!silentOrders) {
    const stored = readDevice<StoredSilentOrders>(NAME);
    silentOrders = stored && { account: stored.account, ids: new Set(stored.ids) };
  }
  return silentOrders;
}

/** @param entries the entries that need no sound from now on */
export function silenceOrders(account: string, entries: readonly QueueEntry[]): void {
  const ids = entries.map(({ id }) => id);
  writeDevice(NAME, { account, ids } satisfies StoredSilentOrders);
  silentOrders = { account, ids: new Set(ids) };
  notify();
}

/**
 * @param account null until it is known
 * @param entries the page's list of the account's queue
 * @returns the ids; undefined before the first list
 */
export function useSilentOrders(
  account: string | null,
  entries: readonly QueueEntry[] | undefined,
): ReadonlySet<number> | undefined {
  const known = useSyncExternalStore(follow, readSilentOrders);
  const isKnown = known?.account === account;
  useEffect(() => {
    if (account !== null && entries && readSilentOrders()?.account !== account) silenceOrders(account, entries);
  }, [account, entries]);
  return isKnown ? known?.ids : undefined;
}
