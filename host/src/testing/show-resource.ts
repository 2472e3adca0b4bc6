/** For tests: a screen that reads a resource, as TanStack Query sees it. */
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { QueryClientProvider, queryClient, type ResourceKey, useQuery } from 'shared-contracts/query';

/**
 * @param queryFn the request, which never responds by default
 * @returns a function that leaves the screen
 */
export async function showResource(
  queryKey: ResourceKey,
  queryFn: (context: { signal: AbortSignal }) => Promise<unknown> = untilLeft,
): Promise<() => Promise<void>> {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient() }, children);
  const { unmount } = renderHook(() => useQuery({ queryKey, queryFn }), { wrapper });
  // TanStack Query reports in a microtask which request an effect has started.
  await act(async () => {});
  return async () => {
    unmount();
    await act(async () => {});
  };
}

const untilLeft = ({ signal }: { signal: AbortSignal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
