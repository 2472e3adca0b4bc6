/** Which states of which entries were seen on this device. Background and panel both write it. */
import { publish, shellState } from 'shared-contracts/events';
import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import type { QueueEntry } from 'shared-contracts/types';
import { markViewed, type NotificationRecords, recordStates, unreadIds } from './notification.rules';

/** Takes in the states of the entries, and tells the shell how many are unread. */
export function noteStates(entries: readonly QueueEntry[]): void {
  save((records) => recordStates(records, entries), entries);
}

/** What the open panel shows has been seen. */
export function noteViewed(entries: readonly QueueEntry[]): void {
  save((records) => markViewed(recordStates(records, entries), entries), entries);
}

export function readUnread(entries: readonly QueueEntry[]): number[] {
  return unreadIds(readLocal('notifications') ?? {}, entries);
}

/** An entry that was just collected is still listed until the next response; it is no news. */
export function runningOf(entries: readonly QueueEntry[]): QueueEntry[] {
  return entries.filter(({ state }) => state !== 'collected');
}

function save(change: (records: NotificationRecords) => NotificationRecords, entries: readonly QueueEntry[]): void {
  const before = readLocal('notifications') ?? {};
  const after = change(before);
  if (after !== before) writeLocal('notifications', after);
  const count = unreadIds(after, entries).length;
  if (shellState().unread !== count) publish('unread-counted', { count }, 'queues');
}
