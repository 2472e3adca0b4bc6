/**
 * Server state: a facade over TanStack Query with one way to name a resource. A key is the path and its parameters, so
 * that the shell can prefetch what a route declares without knowing the remote's code.
 */
import {
  notifyManager,
  QueryCache,
  QueryClient,
  replaceEqualDeep,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { type ApiErrorShape, api, followServerClock, isApiError, minutesAhead, serverNow } from './client';

export { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
export { fillPath } from './remote/prefetch';

// React receives 'pending' before the browser handles its next event, so the second tap of a double tap finds a
// disabled button. By default the library notifies in a timer, which a busy phone runs after that tap.
notifyManager.setScheduler(queueMicrotask);

export type ResourceParams = Record<string, string | number | boolean>;

/** Path and parameters. */
export type ResourceKey = readonly [string, Record<string, string>];

/**
 * Returns the query of `GET path`, for a cache that is read or filled outside of a component.
 * @example
 * await queryClient().fetchQuery(resource<Envelope<Vendor>>('/vendors/7'));
 */
export function resource<T>(path: string, params: ResourceParams = {}) {
  return {
    queryKey: resourceKey(path, params),
    queryFn: ({ signal }: { signal: AbortSignal }) => api().get<T>(path, { params, signal }),
  };
}

/**
 * Parameters count as text, since a route's declared prefetch takes them from the address.
 * @example
 * resourceKey('/venues', { staging: false }); // ['/venues', { staging: 'false' }]
 */
export function resourceKey(path: string, params: ResourceParams = {}): [string, Record<string, string>] {
  return [path, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))];
}

/** A remote may fetch a resource with a `queryFn` of its own. The resource keeps the key by which others find it. */
type ResourceOptions<T, Selected> = Omit<UseQueryOptions<T, ApiErrorShape, Selected>, 'queryKey'>;

/**
 * Records the resources that a screen or slot reads, by the text of their keys. The shell gives each boundary one, so
 * that it can forget the data that made its content fail.
 */
export const ReadResourcesContext = createContext<Map<string, ResourceKey> | undefined>(undefined);

/**
 * Reads a resource and follows it.
 * @example
 * const { data, error } = useResource<Envelope<Venue[]>>('/venues', { staging: false });
 */
export function useResource<T, Selected = T>(
  path: string,
  params?: ResourceParams,
  options?: ResourceOptions<T, Selected>,
) {
  const key = resourceKey(path, params);
  // Recorded while rendering: a screen that throws at its first render runs no effect.
  useContext(ReadResourcesContext)?.set(JSON.stringify(key), key);
  const result = useQuery<T, ApiErrorShape, Selected>({ ...resource<T>(path, params), ...options } as UseQueryOptions<
    T,
    ApiErrorShape,
    Selected
  >);
  useEffect(() => logRefusedBody(key, result.error));
  return result;
}

/**
 * Returns the server's time of this render. A response that corrects it by minutes renders the component again.
 * @example
 * const isLate = isOverdue(order.created_at, useServerNow());
 */
export function useServerNow(): number {
  useMinutesAhead();
  return serverNow();
}

/**
 * Returns the whole minutes by which the device's clock is ahead of the server's; negative where it is behind, 0 within a minute.
 * @example
 * const minutes = useMinutesAhead();
 */
export function useMinutesAhead(): number {
  return useSyncExternalStore(followServerClock, minutesAhead, noMinutes);
}

const noMinutes = () => 0;

/** The bodies on which a reader's `select` threw, and which the console has logged. */
const refusedBodies = new WeakSet<object>();

/** Logs a body on which `select` throws: it has failed for its readers, though the query client accepted it. */
function logRefusedBody(queryKey: ResourceKey, error: ApiErrorShape | null): void {
  if (!error) return;
  const state = queryClient().getQueryState<object>(queryKey);
  if (!state?.data || state.error === error || refusedBodies.has(state.data)) return;
  refusedBodies.add(state.data);
  console.error(`Failed to load ${queryKey[0]}`, error);
}

/**
 * Makes a query client with the site's defaults. The shell makes one, and each test another.
 * @example
 * provideQueryClient(createQueryClient());
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    // Each load is logged once, after its last attempt, however many screens show it.
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => console.error(`Failed to load ${String(queryKey[0])}`, error),
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Data stays as long as the page, since it is all there is without a connection.
        gcTime: 24 * 60 * 60_000,
        // Offline a request fails at once, which a screen can say; waiting for a connection looks like a page that hangs.
        networkMode: 'always',
        structuralSharing: shareById,
        refetchOnReconnect: true,
        // A refusal is a response; only a missing or broken one is requested again.
        retry: (count, error) =>
          count < 2 && navigator.onLine && isApiError(error) && (error.status === 0 || error.status >= 500),
      },
      // A change that failed offline is not repeated when the connection is back: the person decides.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

type Fields = Readonly<Record<string, unknown>>;
type Identified = { id: unknown };

/**
 * Builds the new response from the old one's objects wherever they are equal, so that their components need not render
 * again. The entries of a list, which is the response itself or its `data`, are matched by their ids. The library would
 * match them by index, where a new order at the head changes every other one.
 */
function shareById(before: unknown, after: unknown): unknown {
  if (isList(before) && isList(after)) return shareList(before, after);
  if (isEnvelope(before) && isEnvelope(after)) {
    const { data: known, ...aside } = before;
    const { data: found, ...beside } = after;
    const data = shareById(known, found);
    const rest = replaceEqualDeep(aside, beside);
    return data === known && rest === aside ? before : { ...rest, data };
  }
  return replaceEqualDeep(before, after);
}

function shareList(before: readonly Identified[], after: readonly Identified[]): readonly Identified[] {
  const known = new Map(before.map((each) => [each.id, each]));
  const shared = after.map((each) => replaceEqualDeep(known.get(each.id), each));
  const isSame = shared.length === before.length && shared.every((each, index) => each === before[index]);
  return isSame ? before : shared;
}

function isEnvelope(value: unknown): value is Fields & { data: unknown } {
  return typeof value === 'object' && value !== null && 'data' in value;
}

function isList(value: unknown): value is readonly Identified[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null && 'id' in each);
}

let current: QueryClient | undefined;

/** Sets the client that `queryClient()` returns. The shell and tests call it. */
export function provideQueryClient(client: QueryClient): void {
  current = client;
}

/**
 * Returns the page's one query client, for code outside React. It throws when no shell has provided one yet.
 * @example
 * queryClient().setQueryData(resourceKey('/me'), { data: user });
 */
export function queryClient(): QueryClient {
  if (!current) throw new Error('The query client is not provided yet: the shell calls provideQueryClient first.');
  return current;
}

/**
 * Marks every resource under a path as old, whatever its parameters. Those on the screen are fetched again.
 * @example
 * await invalidate('/vendors/7');
 */
export function invalidate(path: string): Promise<void> {
  return queryClient().invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === path || String(queryKey[0]).startsWith(`${path}/`),
  });
}

/**
 * Drops the bodies of these resources. Those on the screen are fetched again at once, the others when they are shown again.
 * @example
 * forgetResources([resourceKey('/me')]);
 */
export function forgetResources(keys: Iterable<ResourceKey>): void {
  for (const queryKey of keys) void queryClient().resetQueries({ queryKey, exact: true });
}
