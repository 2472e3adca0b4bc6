/** Fills in the requests that a route declares, for the server and the shell. It imports no code. */
import type { PrefetchManifest } from './manifest';

type Params = Readonly<Record<string, string | undefined>>;

/** A request of the API: its path, and the parameters of its query, not encoded. */
export interface Prefetch {
  path: string;
  params: Record<string, string>;
}

/**
 * Fills the parameters of an address into a path. The author of an address chooses their values, so each is encoded and stays one segment.
 * Every caller uses this function, since a prefetch and its screen have to agree.
 * @throws when the path names a parameter that is not given
 * @example
 * fillPath('/vendors/:vendorId', { vendorId: 7 }); // '/vendors/7'
 */
export function fillPath(path: string, params: Readonly<Record<string, string | number | undefined>>): string {
  return path.replace(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs '${name}'.`);
    return encodeURIComponent(value);
  });
}

/**
 * Fills a route's parameters into a declared prefetch. The result is undefined if one is missing.
 * @example
 * fillPrefetch({ path: '/vendors/:vendorId' }, { vendorId: '7' }); // { path: '/vendors/7', params: {} }
 */
export function fillPrefetch({ path, params = {} }: PrefetchManifest, routeParams: Params): Prefetch | undefined {
  const wanted = Object.entries(params).map(([name, value]) => [name, filled(value, routeParams)] as const);
  if (wanted.some(([, value]) => value === undefined) || namesIn(path).some((name) => !routeParams[name])) {
    return undefined;
  }
  return { path: fillPath(path, routeParams), params: Object.fromEntries(wanted) as Record<string, string> };
}

const namesIn = (path: string) => [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);

/** ':venueId' → the route's venueId, not encoded, since the client encodes queries. Other text stays as it is. */
function filled(text: string, params: Params): string | undefined {
  return text.startsWith(':') ? params[text.slice(1)] : text;
}
