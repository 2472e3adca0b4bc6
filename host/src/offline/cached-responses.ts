/**
 * API data in local storage, as records: a head that lists the responses, a record for each body, and one for each thing of a body's
 * list. A browser copies what it stores, on the page's own thread: of a queue of hundreds, one order more is then one short record.
 */
const HEAD = 'offline';
const VERSION = 2;
/** Characters. Browsers give a site about five million. */
const MAX_LENGTH = 2_000_000;

export interface CachedResponse {
  key: readonly unknown[];
  data: unknown;
  /** Milliseconds since the epoch. */
  at: number;
}

type Listed = Omit<CachedResponse, 'data'>;

interface Head {
  version: typeof VERSION;
  owner: string;
  responses: Listed[];
}

/** The record of a body: all of it, or all but its list, with the ids of that. */
type Body = { body: unknown } | { rest: object; ids: number[] };

type Thing = { id: number };

const nameOf = (key: readonly unknown[]) => `${HEAD} ${JSON.stringify(key)}`;
const isRecord = (name: string) => name.startsWith(HEAD);

/** The head as it is stored. Another tab has written if it is not what this page read or wrote last. Null if there is none. */
export const readHead = (): string | null => read(HEAD);

/**
 * The responses that a head lists. Data of another owner, or of another version, is not read but deleted.
 * @param isWanted says by key and time whether a response is read at all
 */
export function readResponses(
  head: string | null,
  owner: string,
  isWanted: (listed: Listed) => boolean,
): CachedResponse[] {
  if (head === null) return [];
  try {
    const file = JSON.parse(head) as Head;
    if (file.version === VERSION && file.owner === owner) {
      return file.responses.filter(isWanted).flatMap((listed) => {
        const data = readData(listed.key);
        return data === undefined ? [] : [{ ...listed, data }];
      });
    }
  } catch (error) {
    console.warn('Cached data could not be read', error);
  }
  forgetResponses();
  return [];
}

/** Undefined where a record is missing: another tab was writing when the page went away. */
function readData(key: readonly unknown[]): unknown {
  const name = nameOf(key);
  const text = read(name);
  if (text === null) return undefined;
  const body = JSON.parse(text) as Body;
  if ('body' in body) return body.body;
  const things = body.ids.map((id) => read(`${name} ${id}`));
  if (things.includes(null)) return undefined;
  return { ...body.rest, data: things.map((thing) => JSON.parse(thing as string)) };
}

/** By thing and by response: what did not change is serialized once, however often it is looked at. */
const texts = new WeakMap<object, string>();

function textOf(value: object, serialize: () => string): string {
  const text = texts.get(value) ?? serialize();
  texts.set(value, text);
  return text;
}

/** The names and texts of a response's records. */
function* recordsOf(response: CachedResponse): Generator<[name: string, text: string]> {
  const { key, data } = response;
  const name = nameOf(key);
  if (!isListBody(data)) return yield [name, textOf(response, () => JSON.stringify({ body: data } satisfies Body))];
  for (const thing of data.data) yield [`${name} ${thing.id}`, textOf(thing, () => JSON.stringify(thing))];
  const { data: list, ...rest } = data;
  yield [name, textOf(response, () => JSON.stringify({ rest, ids: list.map(({ id }) => id) } satisfies Body))];
}

function isListBody(body: unknown): body is { data: Thing[] } {
  if (typeof body !== 'object' || body === null || !('data' in body) || !Array.isArray(body.data)) return false;
  const ids = new Set(body.data.map((thing: Partial<Thing> | null) => thing?.id));
  return ids.size === body.data.length && [...ids].every(Number.isInteger);
}

export interface ResponseWriter {
  /**
   * Stores responses, the newest first, up to the limit. What is stored already is not written again. If there is no room, all is
   * deleted.
   * @param mayGoOn says after each record whether there is time for another
   * @returns the new head; undefined if the time was up before all was stored, and the next call goes on
   */
  write: (owner: string, responses: CachedResponse[], mayGoOn: () => boolean) => string | null | undefined;
  /** What is stored is not known any more: another tab has written or deleted it. */
  startOver: () => void;
}

export function createResponseWriter(): ResponseWriter {
  const written = new Map<string, string>();

  function store(owner: string, responses: CachedResponse[], mayGoOn: () => boolean): string | undefined {
    const names = new Set([HEAD]);
    const listed: Listed[] = [];
    let length = 0;
    for (const response of responses.sort((a, b) => b.at - a.at)) {
      const records = [...recordsOf(response)];
      length += records.reduce((sum, [, text]) => sum + text.length, 0);
      if (length > MAX_LENGTH) break;
      for (const [name, text] of records) {
        names.add(name);
        if (written.get(name) === text) continue;
        if (!mayGoOn()) return undefined;
        window.localStorage.setItem(name, text);
        written.set(name, text);
      }
      listed.push({ key: response.key, at: response.at });
    }
    const head = JSON.stringify({ version: VERSION, owner, responses: listed } satisfies Head);
    window.localStorage.setItem(HEAD, head);
    // After the head, which listed them until now.
    for (const name of Object.keys(window.localStorage)) {
      if (!isRecord(name) || names.has(name)) continue;
      window.localStorage.removeItem(name);
      written.delete(name);
    }
    return head;
  }

  return {
    startOver: () => written.clear(),
    write(owner, responses, mayGoOn) {
      try {
        return store(owner, responses, mayGoOn);
      } catch (error) {
        console.warn('There is no room to cache data', error);
        written.clear();
        forgetResponses();
        return null;
      }
    },
  };
}

export function forgetResponses(): void {
  try {
    for (const name of Object.keys(window.localStorage)) if (isRecord(name)) window.localStorage.removeItem(name);
  } catch (error) {
    console.warn('Cached data could not be deleted', error);
  }
}

function read(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch (error) {
    console.warn('Cached data could not be read', error);
    return null;
  }
}
