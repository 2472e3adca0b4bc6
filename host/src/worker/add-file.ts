import { ANY_HEADERS } from './cached-requests';

/**
 * Adds a file to the worker's cache. Bytes that were not released are never cached, since the page would have no others: the worker gives
 * them to each attempt, and what starts the shell may be among them. Rejects if the file cannot be had.
 * @param integrity of a script or a style
 * @param same where a file with the same bytes may be cached: any page may have written others there
 */
export async function addFile(files: Cache, file: string, integrity: string | undefined, same?: string): Promise<void> {
  const cached = same && (await files.match(same, ANY_HEADERS));
  const bytes = cached && (await cached.arrayBuffer());
  if (bytes && integrity && (await hasIntegrity(bytes, integrity))) {
    // The file gets a new response, since a copied one has the old address, from which a style would take its fonts.
    const { status, statusText, headers } = cached;
    return files.put(file, new Response(bytes, { status, statusText, headers }));
  }
  if (!integrity) return files.add(file);
  // The second request goes past the browser's own cache, which may have the wrong bytes.
  await files
    .add(new Request(file, { integrity }))
    .catch(() => files.add(new Request(file, { integrity, cache: 'reload' })));
}

async function hasIntegrity(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const [, size, hash] = /^sha(256|384|512)-(.+)$/.exec(integrity) ?? [];
  if (!size) return false;
  const digest = new Uint8Array(await crypto.subtle.digest(`SHA-${size}`, bytes));
  return btoa(String.fromCharCode(...digest)) === hash;
}
