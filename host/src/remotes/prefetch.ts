/** Requests a route's declared data in parallel with its code. */
import { fillPath, queryClient, resource } from 'shared-contracts/query';
import type { PrefetchManifest } from 'shared-contracts/remote';
import type { RemoteRoute } from '../releases/snapshot';
import type { Loader } from './loader';

type Params = Readonly<Record<string, string | undefined>>;

/** A declared prefetch with the route's parameters; undefined if one is missing. */
export function fillPrefetch(
  { path, params = {} }: PrefetchManifest,
  routeParams: Params,
): { path: string; params: Record<string, string> } | undefined {
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

/** Requests what a route declares. Never rejects: the screen requests it again, and shows the failure. */
export function prefetchData(route: RemoteRoute, params: Params): void {
  for (const declared of route.prefetch ?? []) {
    const filledIn = fillPrefetch(declared, params);
    if (filledIn) void queryClient().prefetchQuery(resource(filledIn.path, filledIn.params));
  }
}

/** Requests code and data of a route that the visitor is about to open. */
export function preloadRoute(loader: Loader, route: RemoteRoute, params: Params): void {
  loader.preloadScreen(route.remote, route.screen);
  prefetchData(route, params);
}
