/**
 * API data in local storage, as records: a head that lists the responses, a record for each body, and one for each
 * entry of a body's list. A browser copies stored text on the page's own thread, so a new order in a long queue writes
 * only one short record.
 */
export const HEAD = 'offline';
export const VERSION = 2;

export interface CachedResponse {
  key: readonly unknown[];
  data: unknown;
  /** Milliseconds since the epoch. */
  at: number;
}

export type Listed = Omit<CachedResponse, 'data'>;

export interface Head {
  version: typeof VERSION;
  owner: string;
  responses: Listed[];
}

/** The record of a body: all of it, or all but its list, with the ids of the list's entries. */
export type Body = { body: unknown } | { rest: object; ids: number[] };

export const nameOf = (key: readonly unknown[]) => `${HEAD} ${JSON.stringify(key)}`;
export const isRecord = (name: string) => name.startsWith(HEAD);

/** Reads the stored head. If it differs from the one that this page read or wrote last, another tab has written. Null if there is none. */
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
