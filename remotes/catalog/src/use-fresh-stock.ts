import { useEffect } from 'react';
import { subscribe } from 'shared-contracts/events';
import { invalidate, queryClient } from 'shared-contracts/query';

/**
 * Fetches again what is on the screen when its stock changes: which vendors take orders, and a vendor's menu and item
 * where one is shown. Any change of the vendor's counts for the item: an option may be shared by a whole group.
 */
export function useFreshStock(vendorId?: number, itemId?: number): void {
  useEffect(() => {
    const refreshList = () => queryClient().invalidateQueries({ queryKey: ['/vendors'] });
    const refreshMenu = () => {
      if (vendorId !== undefined) void invalidate(`/vendors/${vendorId}`);
      if (itemId !== undefined) void invalidate(`/items/${itemId}`);
    };
    const stops = [
      subscribe('stock-updated', ({ vendor_id, item_id }) => {
        // Of no item: the vendor pauses its orders, or takes them again.
        if (item_id === null) void refreshList();
        if (vendor_id === vendorId) refreshMenu();
      }),
      // No event told what changed while the socket was down.
      subscribe('refresh-wanted', ({ why }) => {
        if (why !== 'reconnected') return;
        void refreshList();
        refreshMenu();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [vendorId, itemId]);
}
