/** The form of a site on a host that only serves files: the address of each file, and the headers that it is sent with. */
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The folder of builds. */
export const BUILDS = 'parts/';

/**
 * @param name of a file in a target, 'catalog/1.0.0-3f9a01c2/main.js'
 * @returns its address from the root of the site. It is below `parts/`, unless the file belongs to the registry or to the root
 */
export const addressOf = (name: string): string =>
  name.includes('/') && !name.startsWith('registry/') ? BUILDS + name : name;

/** The files in folders that are replaced. */
const REPLACED = ['registry/pointer.json', 'registry/tuf/timestamp.json'];

/** Tells whether a file is replaced: the pointer, the timestamp and the files at the root are, and every other file never changes. */
export const isReplaced = (name: string): boolean => REPLACED.includes(name) || !name.includes('/');

/** @param name as in addressOf @returns the content type, and whether caches have to ask again */
export const headersOf = (name: string): Record<string, string> => ({
  'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
  'cache-control': isReplaced(name) ? 'no-cache' : 'public, max-age=31536000, immutable',
});

const PROBE = 'registry/conditions';
/** No file has this tag, so a host that honours conditions never writes the test file. */
const UNMET = { 'if-match': '"none"' };

/**
 * Checks that a host honours conditions. One that ignores them, such as nginx with its DAV module, would let simultaneous releases
 * overwrite each other.
 * @param place of the host, for the message
 * @param write writes an empty file on a condition, and returns whether it was written
 * @returns a function that tests the host once, and again after a failure. It throws for a host that ignores conditions
 */
export function conditionCheck(
  place: string,
  write: (name: string, condition: Record<string, string>) => Promise<boolean>,
): () => Promise<void> {
  const check = async () => {
    if (!(await write(PROBE, UNMET))) return;
    throw new Error(
      `${place} ignores If-Match: simultaneous releases would overwrite each other. Nothing went live; delete ${PROBE} there.`,
    );
  };
  let checked: Promise<void> | undefined;
  return () => {
    checked ??= check().catch((error) => {
      checked = undefined;
      throw error;
    });
    return checked;
  };
}
