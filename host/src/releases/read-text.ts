const TIMEOUT_MS = 10_000;

/** The site did not respond in time, or there is no connection. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

interface ReadOptions {
  cache?: RequestCache;
  timeoutMs?: number;
}

/**
 * Reads a file of the registry. The host of the files may be an attacker, so reading ends after a number of bytes, and after a time.
 * @param mostBytes the most bytes of the file
 * @returns undefined if the site has no such file
 * @throws {Unreachable} without a whole response in time
 */
export async function findText(
  path: string,
  site: string,
  mostBytes: number,
  { cache = 'default', timeoutMs = TIMEOUT_MS }: ReadOptions = {},
): Promise<string | undefined> {
  const url = new URL(path, site);
  const response = await fetch(url, { cache, signal: AbortSignal.timeout(timeoutMs) }).catch(unreachable);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
  const text = await textOf(response, mostBytes);
  if (text === undefined) throw new Error(`${path} has more than ${mostBytes} bytes. It was not used.`);
  return text;
}

const unreachable = (cause: unknown): never => {
  throw new Unreachable(String(cause), { cause });
};

/** @returns undefined if it is longer */
async function textOf({ body }: Response, mostBytes: number): Promise<string | undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let length = 0; reader; ) {
    const { done, value } = await reader.read().catch(unreachable);
    if (done) break;
    length += value.length;
    if (length > mostBytes) {
      void reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}
