/** Which requests the worker answers. An answer of the API never is one: each is somebody's own. */

export type Kept =
  /** A navigation: the shell's page, whatever the address. */
  | 'page'
  /** A file of a build; its address changes when it does. */
  | 'part'
  | 'picture';

export interface RequestShape {
  method: string;
  url: string;
  /** 'navigate' for a page. */
  mode: string;
  headers: { has(name: string): boolean };
}

/** A site's files have a folder of their own or are at its top; elsewhere a dot belongs to a name: '/venues/2/cart/Room.B2'. */
const NO_PAGE = /^\/(api|parts|registry|media|app)(\/|$)|^\/[^/]+\.[a-z][a-z0-9]{1,10}$/i;

/** Undefined: the network answers, as if there were no worker. */
export function keptKind({ method, url, mode, headers }: RequestShape, origin: string): Kept | undefined {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin || headers.has('range')) return undefined;
  if (mode === 'navigate') return NO_PAGE.test(address.pathname) ? undefined : 'page';
  return fileKind(address.pathname);
}

export function fileKind(pathname: string): 'part' | 'picture' | undefined {
  if (pathname.startsWith('/parts/')) return 'part';
  if (/^\/media\/|^\/[\w-]+\.(svg|png|ico)$/.test(pathname)) return 'picture';
  return undefined;
}
