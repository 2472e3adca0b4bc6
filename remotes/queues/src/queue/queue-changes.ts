/**
 * Fetches a vendor's queue, which may have hundreds of orders, whole at first and then only its changes. Each page fetches the whole queue
 * once, since a cached one may be days old.
 */
import { api } from 'shared-contracts/client';
import { queryClient, type ResourceParams, resourceKey } from 'shared-contracts/query';
import type { ActiveQueue } from 'shared-contracts/types';
import { mergeQueue } from './queue.rules';

/** The queues of which this page needs only the changes, by the query client that holds them. */
const followed = new WeakMap<object, Set<string>>();

function followedQueues(): Set<string> {
  const client = queryClient();
  const known = followed.get(client) ?? new Set();
  followed.set(client, known);
  return known;
}

/** Makes the next request fetch the whole queue, since the page may have missed a change. */
export function fetchWholeNextTime(): void {
  followedQueues().clear();
}

/** Fetches a queue or its changes. It rejects with an ApiError. */
export async function fetchQueue(path: string, params: ResourceParams, signal: AbortSignal): Promise<ActiveQueue> {
  const queues = followedQueues();
  const name = JSON.stringify(params);
  const before = queues.has(name) ? queryClient().getQueryData<ActiveQueue>(resourceKey(path, params)) : undefined;
  const since = before?.cursor === undefined ? {} : { changed_since: before.cursor };
  const response = await api().get<ActiveQueue>(path, { params: { ...params, ...since }, signal });
  if (before && response.removed) {
    // Continues in a task of its own: reading the response took one, and showing it takes another.
    await new Promise((resolve) => setTimeout(resolve));
    return mergeQueue(before, response);
  }
  queues.add(name);
  return response;
}
