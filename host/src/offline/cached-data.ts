/**
 * Caches API data on this device, so that it opens offline: venues, menus, the queue. The data belongs to one account
 * and is deleted when that account signs out or switches. The server's response replaces it as soon as it arrives.
 */
import { type ShellState, shellState, subscribe } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';
import { storedSession } from 'shared-contracts/session';
import { whenIdle } from '../first-screen/when-idle';
import { type CachedResponse, forgetResponses, readHead, readResponses } from './cached-responses';
import type { ResponseWriter } from './response-writer';

/** No carts and payments: they are only true while the server can be reached. */
const CACHED_PATHS = [/^\/venues(\/\d+)?$/, /^\/vendors(\/\d+)?$/, /^\/items\/\d+$/, /^\/queues\/active$/, /^\/me$/];
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;
const WRITE_DELAY_MS = 1000;
/** How long one idle moment is written. */
const SLICE_MS = 8;

const VISITOR = 'visitor';

function ownerOf(session: ShellState['session']): string {
  if (!session) return VISITOR;
  const { user, context } = session;
  return `${user.id} ${context.type} ${context.data.id}`;
}

/**
 * Fills the query client with the cached data of this account, and caches its responses from now on. Expects
 * provideShell to have run.
 * @param writing the code that writes, which a page loads after its first screen
 * @returns a function that stops it
 */
export function cacheData(writing: Promise<ResponseWriter>, now: () => number = Date.now): () => void {
  const client = queryClient();
  let writer: ResponseWriter | undefined;
  let owner = ownerOf(shellState().session);
  const responses = new Map<string, CachedResponse>();
  /** The times of responses that a screen failed over: another tab may have cached the same ones. */
  const dropped = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastHead = readHead();

  const isRecent = ({ at }: { at: number }) => now() - at < MAX_AGE_MS;
  for (const response of readResponses(lastHead, owner, isRecent)) {
    responses.set(JSON.stringify(response.key), response);
    client.setQueryData(response.key, response.data, { updatedAt: response.at });
  }
  // Of any age: a page that opens requests the data again, and learns whether the server can be reached.
  void client.invalidateQueries({ refetchType: 'none' });

  /** Another tab may have cached other responses, or later ones. */
  function takeTheirs(head: string | null): void {
    const isNews = ({ key, at }: Pick<CachedResponse, 'key' | 'at'>) => {
      const name = JSON.stringify(key);
      const known = responses.get(name)?.at ?? dropped.get(name);
      return isRecent({ at }) && (known === undefined || known < at);
    };
    for (const theirs of readResponses(head, owner, isNews)) responses.set(JSON.stringify(theirs.key), theirs);
    writer?.startOver();
  }

  /** @returns false if there is more to write */
  function write(by: ResponseWriter, mayGoOn: () => boolean): boolean {
    // Another tab may have signed out while this one slept.
    if (ownerOf(storedSession()) !== owner) return true;
    const head = readHead();
    if (head !== lastHead) takeTheirs(head);
    const written = by.write(owner, [...responses.values()], mayGoOn);
    lastHead = written === undefined ? head : written;
    return written !== undefined;
  }
  const writeIfDue = () => {
    if (timer === undefined || !writer) return;
    clearTimeout(timer);
    timer = undefined;
    write(writer, () => true);
  };
  // A long queue takes time to write: in idle moments, a little in each.
  const writeWhenIdle = () =>
    whenIdle(() => {
      if (timer === undefined || !writer) return;
      const end = performance.now() + SLICE_MS;
      if (write(writer, () => performance.now() < end)) timer = undefined;
      else writeWhenIdle();
    });
  const writeSoon = () => {
    timer ??= setTimeout(writeWhenIdle, WRITE_DELAY_MS);
  };
  void writing.then((there) => {
    writer = there;
    if (timer !== undefined) writeWhenIdle();
  });

  function startOver(): void {
    clearTimeout(timer);
    timer = undefined;
    responses.clear();
    dropped.clear();
    writer?.startOver();
    owner = ownerOf(shellState().session);
    forgetResponses();
    lastHead = null;
  }

  const stops = [
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      const { queryKey, state } = event.query;
      if (!CACHED_PATHS.some((path) => path.test(String(queryKey[0])))) return;
      const key = JSON.stringify(queryKey);
      if (event.action.type === 'success') {
        responses.set(key, { key: queryKey, data: state.data, at: state.dataUpdatedAt });
      } else if (event.action.type === 'setState' && state.data === undefined) {
        // A screen failed over this response, and would fail again on the next page.
        const before = responses.get(key);
        if (!before) return;
        dropped.set(key, before.at);
        responses.delete(key);
      } else return;
      writeSoon();
    }),
    subscribe('signed-out', startOver),
    subscribe('context-switched', startOver),
    subscribe('signed-in', () => {
      // A visitor's responses are public and stay. Those of another account do not.
      if (owner !== VISITOR) startOver();
      owner = ownerOf(shellState().session);
      writeSoon();
    }),
  ];
  window.addEventListener('pagehide', writeIfDue);
  document.addEventListener('visibilitychange', writeIfDue);
  return () => {
    clearTimeout(timer);
    timer = undefined;
    window.removeEventListener('pagehide', writeIfDue);
    document.removeEventListener('visibilitychange', writeIfDue);
    for (const stop of stops) stop();
  };
}
