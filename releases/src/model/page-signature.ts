/**
 * The signature of the page that a worker caches. A script of a page can write to the worker's cache, so the worker takes a page and its
 * policy from there only if the server has signed them together.
 */

/** The response header with the signature. */
export const PAGE_SIGNATURE = 'page-signature';
/**
 * The script with the public key. The worker imports it when it is installed, and the browser stores it with the worker, out of reach of
 * pages.
 */
export const PAGE_KEY_PATH = '/page-key.js';

/** The headers that decide what a page may do. A cached page gets these headers and no others. */
export const SIGNED_HEADERS = [
  'content-security-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
  'strict-transport-security',
] as const;

/** ECDSA on P-256 with SHA-256, which every browser with service workers supports. */
export const PAGE_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** @param headerOf returns an empty text if the response lacks the header */
export const signedTextOf = (headerOf: (name: string) => string, html: string): string =>
  JSON.stringify([...SIGNED_HEADERS.map((name) => headerOf(name)), html]);
