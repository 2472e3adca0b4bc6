/** Starts a route's declared data side by side with its code, rather than when the code is there. */
import { queryClient, resource } from 'shared-contracts/query';
import type { PrefetchManifest } from 'shared-contracts/remote';
import type { Loader } from './loader';
import type { RemoteRoute } from './registry';

type Params = Readonly<Record<string, string | undefined>>;

/** ':venueId' → the route's venueId. Undefined when the route has no such parameter. */
function fill(text: string, params: Params): string | undefined {
  let isComplete = true;
  const filled = text.replace(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) isComplete = false;
    return value ?? '';
  });
  return isComplete ? filled : undefined;
}

/** The address of a declared prefetch with the route's parameters; undefined when one is missing. */
export function fillPrefetch(
  { path, params = {} }: PrefetchManifest,
  routeParams: Params,
): { path: string; params: Record<string, string> } | undefined {
  const filledPath = fill(path, routeParams);
  const filledParams = Object.entries(params).map(([name, value]) => [name, fill(value, routeParams)] as const);
  if (filledPath === undefined || filledParams.some(([, value]) => value === undefined)) return undefined;
  return { path: filledPath, params: Object.fromEntries(filledParams) as Record<string, string> };
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
  void loader.loadScreen(route.remote, route.screen);
  prefetchData(route, params);
}
