/**
 * Caches API data on this device, so that it opens offline: venues, menus, the queue. The data belongs to one account
 * and is deleted when that account signs out or switches. The server's response replaces it as soon as it arrives; data
 * with prices is shown only if no response came (docs/decisions/service-worker.md).
 */
import type { ApiErrorShape } from 'shared-contracts/client';
import { type ShellState, shellState, subscribe } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';
import { type CachedResponse, forgetResponses, readHead, readResponses } from './cached-responses';

/** Carts and payments are not cached, since they are only true while the server can be reached. */
const CACHED_PATH = /^\/(venues|vendors|(venues|vendors|items)\/\d+|queues\/active|me)$/;
const PRICED_PATH = /^\/(vendors|items)\/\d+$/;
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

const VISITOR = 'visitor';

/** Names the account, and the vendor that it acts for, as the owner of its data. */
export function ownerOf(session: ShellState['session']): string {
  if (!session) return VISITOR;
  const { user, context } = session;
  return `${user.id} ${context.type} ${context.data.id}`;
}

/** The data that this page read from the device, with the responses since. */
export interface KnownData {
  owner: string;
  /** By the text of their keys. A response that made a screen fail has no data, since another tab may have cached it too. */
  responses: Map<string, CachedResponse>;
  /** The head as it was read or written last. */
  head: string | null;
  isRecent: (listed: { at: number }) => boolean;
}

export interface DataWriter {
  writeSoon: () => void;
  /** Called after the data was deleted. */
  startOver: () => void;
  stop: () => void;
}

/**
 * Fills the query client with the cached data of this account, and caches its responses from now on. Expects
 * provideShell to have run.
 * @param writing the writing code, which a page loads after its first screen
 * @returns a function that stops it
 */
export function cacheData(
  writing: Promise<(known: KnownData) => DataWriter>,
  now: () => number = Date.now,
): () => void {
  const client = queryClient();
  const owner = ownerOf(shellState().session);
  const isRecent = ({ at }: { at: number }) => now() - at < MAX_AGE_MS;
  const known: KnownData = { owner, responses: new Map(), head: readHead(), isRecent };
  const { responses } = known;
  let writer: DataWriter | undefined;
  let isStopped = false;
  let isChanged = false;

  /** The data counts as old, so a new page requests it again and learns whether the server can be reached. */
  function show({ key, data, at }: CachedResponse): void {
    const query = client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey: key }));
    const { data: shown, error } = query.state;
    if (data !== undefined && shown === undefined)
      query.setState({ data, dataUpdatedAt: at, isInvalidated: true, status: error ? 'error' : 'success' });
  }
  for (const response of readResponses(known.head, owner, isRecent)) {
    responses.set(JSON.stringify(response.key), response);
    if (!navigator.onLine || !PRICED_PATH.test(String(response.key[0]))) show(response);
  }

  const writeSoon = () => {
    isChanged = true;
    writer?.writeSoon();
  };
  void writing.then((startWriting) => {
    if (isStopped) return;
    writer = startWriting(known);
    if (isChanged) writer.writeSoon();
  });

  function startOver(): void {
    responses.clear();
    known.owner = ownerOf(shellState().session);
    known.head = null;
    forgetResponses();
    writer?.startOver();
  }

  const stops = [
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      const { query, action } = event;
      const { queryKey, state } = query;
      if (!CACHED_PATH.test(String(queryKey[0]))) return;
      const key = JSON.stringify(queryKey);
      const cached = responses.get(key);
      if (action.type === 'success') {
        responses.set(key, { key: queryKey, data: state.data, at: state.dataUpdatedAt });
        return writeSoon();
      }
      if (!cached) return;
      const { status } = ('error' in action && action.error) as Partial<ApiErrorShape>;
      if (status === 404 || (action.type === 'setState' && action.state === query.resetState)) {
        // The data does not exist, or it made a screen fail and would do so again on the next page.
        cached.data = undefined;
        writeSoon();
      } else if (status === 0 || status === 429 || Number(status) >= 500) show(cached);
      // An aborted request removes the data that its query was given in the meantime.
      else if (action.type === 'setState' && !shellState().connection.isOnline) show(cached);
    }),
    subscribe('connection-changed', ({ isOnline }) => {
      if (isOnline === false) responses.forEach(show);
      // Data without a response on this page is old, so the next screen waits for one.
      if (isOnline) client.removeQueries({ type: 'inactive', fetchStatus: 'idle', predicate: hadNoResponse });
    }),
    subscribe('signed-out', startOver),
    subscribe('context-switched', startOver),
    subscribe('signed-in', () => {
      // A visitor's responses are public and stay. Those of another account do not.
      if (known.owner !== VISITOR) startOver();
      known.owner = ownerOf(shellState().session);
      writeSoon();
    }),
  ];
  return () => {
    isStopped = true;
    writer?.stop();
    for (const stop of stops) stop();
  };
}

/** Tells whether a query has had no response yet, and so shows the device's copy. */
const hadNoResponse = ({ state }: { state: { dataUpdateCount: number } }) => state.dataUpdateCount === 0;
