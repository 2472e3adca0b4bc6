/** Requests a route's declared data in parallel with its code. */
import { queryClient, resource } from 'shared-contracts/query';
import { fillPrefetch } from 'shared-contracts/remote/prefetch';
import type { RemoteRoute } from '../releases/snapshot';
import type { Loader } from './loader';

type Params = Readonly<Record<string, string | undefined>>;

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
