import { subscribe } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';

/**
 * A stall has changed: its menu, and all items, leave the page's memory where no screen shows them. The next screen that does waits for
 * its response, as the prices may be others (docs/decisions/service-worker.md). @returns a function that stops it
 */
export function forgetOldPrices(): () => void {
  return subscribe('stock-updated', ({ vendor_id }) => {
    const isOf = (path: unknown) => path === `/vendors/${vendor_id}` || String(path).startsWith('/items/');
    queryClient().removeQueries({ type: 'inactive', predicate: ({ queryKey: [path] }) => isOf(path) });
  });
}
