/**
 * Keeps the baseline for the news of a queue: the first list that this page fetched for the account, without orders that became done since
 * the page started. The screen requests the list long before the background is there to compare, so every reader of the queue records it. A
 * list that an earlier page cached may be days old and is no baseline.
 */
import { readLocal } from 'shared-contracts/local-keys';
import { queryClient } from 'shared-contracts/query';
import type { ActiveQueue, QueueEntry } from 'shared-contracts/types';
import { knownAtStart } from './queue.rules';

interface NewsStart {
  account: string;
  /** By the page's clock, in milliseconds. Lists that were fetched before are not this page's, or not for this account. */
  since: number;
  /** The entries announced up to now; undefined before the first list. */
  announced: readonly QueueEntry[] | undefined;
}

/** The baselines by query client, which holds the lists. */
const starts = new WeakMap<object, NewsStart>();

/** Records a response, unless it was fetched too early. The entries that the first one of an account has from before count as announced. */
export function recordList(account: string, queue: ActiveQueue, fetchedAt: number): void {
  const start = startOf(account);
  const openMs = fetchedAt - dateOf(start.since);
  if (openMs < 0) return;
  start.announced ??= knownAtStart(queue, openMs, readLocal('notifications') ?? {});
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
  const start = startOf(account);
  if (fetchedAt < dateOf(start.since)) return undefined;
  const before = start.announced;
  start.announced = entries;
  return before;
}

/** Returns the entries of an account's queue that were announced up to now. */
export function announcedEntries(account: string): readonly QueueEntry[] | undefined {
  return startOf(account).announced;
}

function startOf(account: string): NewsStart {
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
function dateOf(pageTime: number): number {
  // biome-ignore lint/plugin: the query client dates lists with the device's clock
  return Math.floor(Date.now() - performance.now() + pageTime);
}
