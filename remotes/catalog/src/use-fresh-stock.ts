import { useEffect } from 'react';
import { subscribe } from 'shared-contracts/events';
import { invalidate } from 'shared-contracts/query';

/**
 * Fetches a vendor's menu, and the item on the screen, again when its stock changes. Any change of the vendor's counts
 * for the item: an option may be shared by a whole group.
 */
export function useFreshStock(vendorId: number, itemId?: number): void {
  useEffect(() => {
    const refresh = () => {
      void invalidate(`/vendors/${vendorId}`);
      if (itemId !== undefined) void invalidate(`/items/${itemId}`);
    };
    const stops = [
      subscribe('stock-updated', ({ vendor_id }) => vendor_id === vendorId && refresh()),
      // While the socket was away, nobody said what changed.
      subscribe('refresh-wanted', ({ why }) => why === 'reconnected' && refresh()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [vendorId, itemId]);
}
