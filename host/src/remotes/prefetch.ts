/** Requests a route's declared data in parallel with its code. */
import { queryClient, resource } from 'shared-contracts/query';
import { fillPrefetch } from 'shared-contracts/remote/prefetch';
import type { RemoteRoute } from '../releases/snapshot';

type Params = Readonly<Record<string, string | undefined>>;

/** Requests what a route declares. Never rejects: the screen requests it again, and shows the failure. */
export function prefetchData(route: RemoteRoute, params: Params): void {
  for (const declared of route.prefetch ?? []) {
    const filledIn = fillPrefetch(declared, params);
    if (filledIn) void queryClient().prefetchQuery(resource(filledIn.path, filledIn.params));
  }
}
