/**
 * Keeps the baseline for the news of a queue: the first list that this page fetched for the account, without orders that became done since
 * the page started. The screen requests the list long before the background is there to compare, so every reader of the queue records it. A
 * list that an earlier page cached may be days old and is no baseline.
 */
import { readLocal } from 'shared-contracts/local-keys';
import { queryClient } from 'shared-contracts/query';
import type { ActiveQueue, QueueEntry } from 'shared-contracts/types';
import { announcedAtStart } from './queue.rules';

interface NewsStart {
  account: string;
  /** The start by the page's clock, in milliseconds. Lists fetched before it are of an earlier page or another account. */
  since: number;
  /** The entries announced up to now; undefined before the first list. */
  announced: readonly QueueEntry[] | undefined;
}

/** The baselines by query client, which holds the lists. */
const starts = new WeakMap<object, NewsStart>();

/** Records a response, unless it was fetched too early. Entries of an account's first response that are no news count as announced. */
export function recordList(account: string, queue: ActiveQueue, fetchedAt: number): void {
  const start = findStart(account);
  const openMs = fetchedAt - toDeviceTime(start.since);
  if (openMs < 0) return;
  start.announced ??= announcedAtStart(queue, openMs, readLocal('notifications') ?? {});
}

/**
 * Marks a list as announced.
 * @returns the entries announced before it; undefined where the list is no baseline for news
 */
export function markAnnounced(
  account: string,
  entries: readonly QueueEntry[],
  fetchedAt: number,
): readonly QueueEntry[] | undefined {
  const start = findStart(account);
  if (fetchedAt < toDeviceTime(start.since)) return undefined;
  const before = start.announced;
  start.announced = entries;
  return before;
}

/** Returns the entries of an account's queue that were announced up to now. */
export function announcedEntries(account: string): readonly QueueEntry[] | undefined {
  return findStart(account).announced;
}

function findStart(account: string): NewsStart {
  const client = queryClient();
  const known = starts.get(client);
  if (known?.account === account) return known;
  const start = { account, since: known ? performance.now() : 0, announced: undefined };
  starts.set(client, start);
  return start;
}

/**
 * Converts a time of the page's clock to the device's present clock: lists are dated with that one, and it may be set while the page is
 * open.
 */
function toDeviceTime(pageTime: number): number {
  // biome-ignore lint/plugin: the query client dates lists with the device's clock
  return Math.floor(Date.now() - performance.now() + pageTime);
}
