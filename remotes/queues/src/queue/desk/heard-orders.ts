/**
 * The orders that need no sound on this device: those that were there when its sound was turned on, or when it first showed
 * the queue. All others ring until they are picked, also those that came while the page was closed.
 */
import type { QueueEntry } from 'shared-contracts/types';
import { readDevice, writeDevice } from '../../device';

interface Heard {
  account: string;
  ids: number[];
}

const NAME = 'heard';

/** @param entries the first list that the page has of the account's queue */
export function heardOrders(account: string, entries: readonly QueueEntry[]): ReadonlySet<number> {
  const stored = readDevice<Heard>(NAME);
  if (stored?.account !== account) return markHeard(account, entries);
  const known = new Set(stored.ids);
  return markHeard(
    account,
    entries.filter(({ id }) => known.has(id)),
  );
}

export function markHeard(account: string, entries: readonly QueueEntry[]): ReadonlySet<number> {
  const ids = entries.map(({ id }) => id);
  writeDevice(NAME, { account, ids } satisfies Heard);
  return new Set(ids);
}
