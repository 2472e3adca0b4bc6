import { subscribe } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';

/**
 * Removes the menu of a changed stall, and all items, from the page's memory unless a screen shows them. The next
 * screen waits for its response, since the prices may have changed (docs/decisions/service-worker.md).
 * @returns a function that stops it
 */
export function forgetOldPrices(): () => void {
  return subscribe('stock-updated', ({ vendor_id }) => {
    const mayHaveChanged = (path: unknown) => path === `/vendors/${vendor_id}` || String(path).startsWith('/items/');
    queryClient().removeQueries({ type: 'inactive', predicate: ({ queryKey: [path] }) => mayHaveChanged(path) });
  });
}
