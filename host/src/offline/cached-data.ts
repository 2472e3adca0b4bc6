/**
 * Caches API data on this device, so that it opens offline: venues, menus, the queue. The data belongs to one account
 * and is deleted when that account signs out or switches. The server's response replaces it as soon as it arrives; what has
 * prices is shown only where no response came (docs/decisions/service-worker.md).
 */
import type { ApiErrorShape } from 'shared-contracts/client';
import { type ShellState, shellState, subscribe } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';
import { type CachedResponse, forgetResponses, readHead, readResponses } from './cached-responses';

/** No carts and payments: they are only true while the server can be reached. */
const CACHED_PATH = /^\/(venues|vendors|(venues|vendors|items)\/\d+|queues\/active|me)$/;
const PRICED_PATH = /^\/(vendors|items)\/\d+$/;
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

const VISITOR = 'visitor';

/** The account, and what it acts for, whose data this is. */
export function ownerOf(session: ShellState['session']): string {
  if (!session) return VISITOR;
  const { user, context } = session;
  return `${user.id} ${context.type} ${context.data.id}`;
}

/** The device's data as this page read it, with what came since. */
export interface KnownData {
  owner: string;
  /** By the text of their keys. One that a screen failed over has no data: another tab may have cached the same one. */
  responses: Map<string, CachedResponse>;
  /** The head as it was read or written last. */
  head: string | null;
  isRecent: (listed: { at: number }) => boolean;
}

export interface DataWriter {
  writeSoon: () => void;
  /** The data was deleted. */
  startOver: () => void;
  stop: () => void;
}

/**
 * Fills the query client with the cached data of this account, and caches its responses from now on. Expects
 * provideShell to have run.
 * @param writing the code that writes, which a page loads after its first screen
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

  /** As what is old: a page that opens requests it again, and so learns whether the server can be reached. */
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
        // There is no such thing; or a screen failed over this response, and would fail again on the next page.
        cached.data = undefined;
        writeSoon();
      } else if (status === 0 || status === 429 || Number(status) >= 500) show(cached);
      // A request was given up, which takes away what its query was given meanwhile.
      else if (action.type === 'setState' && !shellState().connection.isOnline) show(cached);
    }),
    subscribe('connection-changed', ({ isOnline }) => {
      if (isOnline === false) responses.forEach(show);
      // Data without a response here is old, and the next screen that wants it waits for one.
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
