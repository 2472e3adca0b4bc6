/** Starts a route's declared data side by side with its code, rather than when the code is there. */
import { fillPath, queryClient, resource } from 'shared-contracts/query';
import type { PrefetchManifest } from 'shared-contracts/remote';
import type { RemoteRoute } from '../releases/snapshot';
import type { Loader } from './loader';

type Params = Readonly<Record<string, string | undefined>>;

/** The address of a declared prefetch with the route's parameters; undefined when one is missing. */
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

/** ':venueId' → the route's venueId, as it is: the client encodes a query. Anything else stands for itself. */
function filled(text: string, params: Params): string | undefined {
  return text.startsWith(':') ? params[text.slice(1)] : text;
}

/** What a route declares. Never rejects: what fails here fails again, visibly, where it is used. */
export function prefetchData(route: RemoteRoute, params: Params): void {
  for (const declared of route.prefetch ?? []) {
    const wanted = fillPrefetch(declared, params);
    if (wanted) void queryClient().prefetchQuery(resource(wanted.path, wanted.params));
  }
}

/** Code and data of a route that the visitor is about to open. */
export function preloadRoute(loader: Loader, route: RemoteRoute, params: Params): void {
  loader.preloadScreen(route.remote, route.screen);
  prefetchData(route, params);
}
