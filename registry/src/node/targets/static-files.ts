/** How a host that only serves files has a site: the address of each file, and the headers that it is sent with. */
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
 * @returns its address from the root of the site: below `parts/`, except for the registry's files and those of the root
 */
export const addressOf = (name: string): string =>
  name.includes('/') && !name.startsWith('registry/') ? BUILDS + name : name;

/** @param name as in addressOf @returns the content type, and whether caches ask again */
export const headersOf = (name: string): Record<string, string> => ({
  'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
  'cache-control':
    name === 'registry/pointer.json' || !name.includes('/') ? 'no-cache' : 'public, max-age=31536000, immutable',
});

/** Written on the condition that it has a tag which no file has: a host that honours conditions never has it. */
export const PROBE = { name: 'registry/conditions', condition: { 'if-match': '"none"' } };

/** The error for a host that has written the probe. */
export const ignoresConditions = (place: string): Error =>
  new Error(
    `${place} ignores If-Match: simultaneous releases would overwrite each other. Nothing went live; delete ${PROBE.name} there.`,
  );
