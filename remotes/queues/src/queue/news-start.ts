/**
 * Where the news of a queue start from: the first list that this page fetched for the account, without what became done since
 * the page started. The screen asks for the list long before the background is there to compare, so every reader of the queue
 * notes it. A list that an earlier page cached may be days old, and is not such a list.
 */
import { readLocal } from 'shared-contracts/local-keys';
import { queryClient } from 'shared-contracts/query';
import type { ActiveQueue, QueueEntry } from 'shared-contracts/types';
import { knownAtStart } from './queue.rules';

interface NewsStart {
  account: string;
  /** By the page's clock, in milliseconds: lists that were fetched before are not this page's, or not for this account. */
  since: number;
  /** What was told up to now; undefined before the first list. */
  told: readonly QueueEntry[] | undefined;
}

/** By query client, which holds the lists. */
const starts = new WeakMap<object, NewsStart>();

/** Notes a response, unless it was fetched too early. What the first one of an account has from before is told already. */
export function noteList(account: string, queue: ActiveQueue, fetchedAt: number): void {
  const start = startOf(account);
  const openMs = fetchedAt - dateOf(start.since);
  if (openMs < 0) return;
  start.told ??= knownAtStart(queue, openMs, readLocal('notifications') ?? {});
}

/**
 * Takes a list as told.
 * @returns what was told before it; undefined where the list is no start for news
 */
export function takeList(
  account: string,
  entries: readonly QueueEntry[],
  fetchedAt: number,
): readonly QueueEntry[] | undefined {
  const start = startOf(account);
  if (fetchedAt < dateOf(start.since)) return undefined;
  const before = start.told;
  start.told = entries;
  return before;
}

/** What was told up to now of an account's queue. */
export function toldList(account: string): readonly QueueEntry[] | undefined {
  return startOf(account).told;
}

function startOf(account: string): NewsStart {
  const client = queryClient();
  const known = starts.get(client);
  if (known?.account === account) return known;
  const start = { account, since: known ? performance.now() : 0, told: undefined };
  starts.set(client, start);
  return start;
}

/** A time of the page's clock by the device's as it is set now: lists are dated with that one, and it may be set while the page is open. */
function dateOf(pageTime: number): number {
  // biome-ignore lint/plugin: the query client dates lists with the device's clock
  return Math.floor(Date.now() - performance.now() + pageTime);
}
