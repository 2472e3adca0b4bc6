/** Decides which requests the worker responds to. It leaves out the API, whose responses are personal. */

export type CachedKind =
  /** A navigation, to any address: the shell's page. */
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

/**
 * Files have a folder of their own or are at the site's root; elsewhere a dot is part of a name:
 * '/venues/2/cart/Room.B2'. The server's desk is no page of the shell.
 */
const NO_PAGE = /^\/(api|parts|registry|media|app|desk)(\/|$)|^\/[^/]+\.[a-z][a-z0-9]{1,10}$/i;

/** Undefined: the request goes to the network. */
export function cachedKind({ method, url, mode, headers }: RequestShape, origin: string): CachedKind | undefined {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin || headers.has('range')) return undefined;
  // The server asks the visitor before it sends a page for a channel.
  if (mode === 'navigate')
    return NO_PAGE.test(address.pathname) || address.searchParams.has('channel') ? undefined : 'page';
  return fileKind(address.pathname);
}

export function fileKind(pathname: string): 'part' | 'picture' | undefined {
  if (pathname.startsWith('/parts/')) return 'part';
  if (/^\/media\/|^\/[\w-]+\.(svg|png|ico)$/.test(pathname)) return 'picture';
  return undefined;
}

export const ANY_HEADERS = { ignoreVary: true };
