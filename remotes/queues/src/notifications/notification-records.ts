/** Records which states of which entries the user has seen on this device. The background and the panel both write it. */
import { publish, shellState } from 'shared-contracts/events';
import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import type { QueueEntry } from 'shared-contracts/types';
import { markViewed, type NotificationRecords, recordStates, unreadIds } from './notification.rules';

/** Records the states of the entries and sends the shell the number of unread ones. */
export function saveStates(entries: readonly QueueEntry[]): void {
  save((records) => recordStates(records, entries), entries);
}

/** Marks the entries of the open panel as seen. */
export function saveViewed(entries: readonly QueueEntry[]): void {
  save((records) => markViewed(recordStates(records, entries), entries), entries);
}

export function readUnread(entries: readonly QueueEntry[]): number[] {
  return unreadIds(readLocal('notifications') ?? {}, entries);
}

/** Leaves out an entry that was just collected. It is still listed until the next response, and it is no news. */
export function withoutCollected(entries: readonly QueueEntry[]): QueueEntry[] {
  return entries.filter(({ state }) => state !== 'collected');
}

function save(change: (records: NotificationRecords) => NotificationRecords, entries: readonly QueueEntry[]): void {
  const before = readLocal('notifications') ?? {};
  const after = change(before);
  if (after !== before) writeLocal('notifications', after);
  const count = unreadIds(after, entries).length;
  if (shellState().unread !== count) publish('unread-counted', { count }, 'queues');
}
