/**
 * Caches API data on this device, so that it opens offline: venues, menus, the queue. The data belongs to one account
 * and is deleted when that account signs out or switches. The server's response replaces it as soon as it arrives.
 */
import { type ShellState, shellState, subscribe } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';
import { storedSession } from 'shared-contracts/session';

const STORAGE_KEY = 'offline';
const VERSION = 1;
/** No carts and payments: they are only true while the server can be reached. */
const CACHED_PATHS = [/^\/venues(\/\d+)?$/, /^\/vendors(\/\d+)?$/, /^\/items\/\d+$/, /^\/queues\/active$/, /^\/me$/];
/** Characters. Browsers give a site about five million. */
const MAX_LENGTH = 2_000_000;
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;
const WRITE_DELAY_MS = 1000;
/** The longest wait for an idle moment. */
const LATEST_WRITE_MS = 1000;

interface CachedResponse {
  key: readonly unknown[];
  data: unknown;
  /** Milliseconds since the epoch. */
  at: number;
}

/** The stored form. */
interface CacheFile {
  version: typeof VERSION;
  owner: string;
  answers: CachedResponse[];
}

const VISITOR = 'visitor';

function ownerOf(session: ShellState['session']): string {
  if (!session) return VISITOR;
  const { user, context } = session;
  return `${user.id} ${context.type} ${context.data.id}`;
}

/**
 * Fills the query client with the cached data of this account, and caches its responses from now on. Expects
 * provideShell to have run.
 * @returns a function that stops it
 */
export function cacheData(now: () => number = Date.now): () => void {
  const client = queryClient();
  let owner = ownerOf(shellState().session);
  const responses = new Map<string, CachedResponse>();
  /** The times of responses that a screen failed over: another tab may have cached the same ones. */
  const dropped = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The content that this page read or wrote last. If it is unchanged, no other tab has written.
  let lastFile = readFile();

  for (const response of responsesIn(lastFile, owner, now())) {
    responses.set(JSON.stringify(response.key), response);
    client.setQueryData(response.key, response.data, { updatedAt: response.at });
  }
  // Of any age: a page that opens requests the data again, and learns whether the server can be reached.
  void client.invalidateQueries({ refetchType: 'none' });

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    // Another tab may have signed out while this one slept.
    if (ownerOf(storedSession()) !== owner) return;
    // Another tab may have cached other responses, or later ones.
    const file = readFile();
    for (const theirs of file === lastFile ? [] : responsesIn(file, owner, now())) {
      const key = JSON.stringify(theirs.key);
      const known = responses.get(key)?.at ?? dropped.get(key);
      if (known === undefined || known < theirs.at) responses.set(key, theirs);
    }
    lastFile = fileOf(owner, [...responses.values()]);
    writeFile(lastFile);
  }
  const writeIfDue = () => {
    if (timer !== undefined) write();
  };
  // A long queue takes time to write: in an idle moment, if the browser offers idle callbacks.
  const writeWhenIdle = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(writeIfDue, { timeout: LATEST_WRITE_MS });
    else write();
  };
  const writeSoon = () => {
    timer ??= setTimeout(writeWhenIdle, WRITE_DELAY_MS);
  };

  function startOver(): void {
    clearTimeout(timer);
    timer = undefined;
    responses.clear();
    dropped.clear();
    owner = ownerOf(shellState().session);
    forget();
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

function readFile(): string | null {
  try {
    return window.localStorage.getItem(STORAGE_KEY);
  } catch (error) {
    console.warn('Cached data could not be read', error);
    return null;
  }
}

/** Data of another owner is not read but deleted. */
function responsesIn(text: string | null, owner: string, now: number): CachedResponse[] {
  if (text === null) return [];
  try {
    const file = JSON.parse(text) as CacheFile;
    if (file.version === VERSION && file.owner === owner) return file.answers.filter(({ at }) => now - at < MAX_AGE_MS);
    forget();
  } catch (error) {
    console.warn('Cached data could not be read', error);
  }
  return [];
}

/** By response, and by the things of its list: what did not change is serialized once, however often the file is written. */
const texts = new WeakMap<object, string>();

function textOf(value: object, serialize: () => string): string {
  const text = texts.get(value) ?? serialize();
  texts.set(value, text);
  return text;
}

const responseText = (response: CachedResponse) =>
  textOf(response, () => {
    const { key, data, at } = response;
    return `{"key":${JSON.stringify(key)},"data":${dataText(data)},"at":${at}}`;
  });

/** One order more changes the list of hundreds, and none of the others. */
function dataText(body: unknown): string {
  if (!isListBody(body)) return JSON.stringify(body);
  const { data, ...rest } = body;
  const list = data.map((each) => textOf(each, () => JSON.stringify(each)));
  return `${JSON.stringify(rest).slice(0, -1)}${Object.keys(rest).length > 0 ? ',' : ''}"data":[${list.join(',')}]}`;
}

function isListBody(body: unknown): body is { data: object[] } {
  if (typeof body !== 'object' || body === null || !('data' in body) || !Array.isArray(body.data)) return false;
  return body.data.every((each) => typeof each === 'object' && each !== null);
}

/** The newest responses first, up to the limit. */
function fileOf(owner: string, responses: CachedResponse[]): string {
  const written: string[] = [];
  let length = 0;
  for (const response of responses.sort((a, b) => b.at - a.at)) {
    const text = responseText(response);
    length += text.length;
    if (length > MAX_LENGTH) break;
    written.push(text);
  }
  const head = JSON.stringify({ version: VERSION, owner }).slice(0, -1);
  return `${head},"answers":[${written.join(',')}]}`;
}

function writeFile(text: string): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, text);
  } catch (error) {
    console.warn('There is no room to cache data', error);
    forget();
  }
}

function forget(): void {
  try {
    window.localStorage.removeItem(STORAGE_KEY);
  } catch (error) {
    console.warn('Cached data could not be deleted', error);
  }
}
