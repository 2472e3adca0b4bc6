/** Writes API data as records (cached-responses.ts). A page loads it after its first screen. */
import {
  type Body,
  type CachedResponse,
  forgetResponses,
  HEAD,
  type Head,
  isRecord,
  type Listed,
  nameOf,
  VERSION,
} from './cached-responses';

/** Characters. Browsers give a site about five million. */
const MAX_LENGTH = 2_000_000;

type Thing = { id: number };

/** By entry or response: each is serialized only once as long as it does not change. */
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
   * Stores responses, the newest first, up to the limit. Stored records are not written again. If there is no room, all
   * of them are deleted.
   * @param mayGoOn says after each record whether there is time for another
   * @returns the new head; undefined if the time was up before all was stored, and the next call goes on
   */
  write: (owner: string, responses: CachedResponse[], mayGoOn: () => boolean) => string | null | undefined;
  /** Another tab has written or deleted the stored data, so it is not known any more. */
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
    // Records that are no longer listed are removed after the new head is stored, since the earlier head lists them.
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
