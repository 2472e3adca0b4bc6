import { useEffect } from 'react';
import { serverNow } from 'shared-contracts/client';
import { subscribe } from 'shared-contracts/events';
import { invalidate, queryClient, useMinutesAhead } from 'shared-contracts/query';

export interface ShownStock {
  vendorId?: number;
  itemId?: number;
  /** When a stall that is shown opens or closes by itself, or something it has sold out is back. */
  changesAt?: string | undefined;
}

const DAY_MS = 86_400_000;
/** The phones of a full hall do not ask at the same moment. */
const SPREAD_MS = 3_000;
/** A response that was made just before the change is followed by another. */
const AGAIN_MS = 20_000;

/**
 * Fetches again what is on the screen when its stock changes: which vendors take orders, and a vendor's menu and item
 * where one is shown. Any change of the vendor's counts for the item: an option may be shared by a whole group.
 */
export function useFreshStock({ vendorId, itemId, changesAt }: ShownStock): void {
  useEffect(() => {
    const stops = [
      subscribe('stock-updated', ({ vendor_id, item_id }) => {
        // A message without an item: the vendor pauses its orders, or takes them again.
        if (item_id === null) refreshList();
        if (vendor_id === vendorId) refreshMenu(vendorId, itemId);
      }),
      // No event told what changed while the socket was down.
      subscribe('refresh-wanted', ({ why }) => {
        if (why !== 'reconnected') return;
        refreshList();
        refreshMenu(vendorId, itemId);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [vendorId, itemId]);

  const minutesAhead = useMinutesAhead();
  // No event tells of a change that only time makes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a corrected clock starts the timer again
  useEffect(() => {
    if (changesAt === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshIn = (milliseconds: number) => {
      timer = setTimeout(() => {
        refreshList();
        refreshMenu(vendorId, itemId);
        refreshIn(AGAIN_MS);
      }, milliseconds);
    };
    // A browser's timer reaches 24 days; so it runs from day to day.
    const wait = () => {
      const ahead = Math.max(0, Date.parse(changesAt) - serverNow());
      if (ahead > DAY_MS) timer = setTimeout(wait, DAY_MS);
      else refreshIn(ahead + Math.random() * SPREAD_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }, [vendorId, itemId, changesAt, minutesAhead]);
}

function refreshList(): void {
  void queryClient().invalidateQueries({ queryKey: ['/vendors'] });
}

function refreshMenu(vendorId: number | undefined, itemId: number | undefined): void {
  if (vendorId !== undefined) void invalidate(`/vendors/${vendorId}`);
  if (itemId !== undefined) void invalidate(`/items/${itemId}`);
}
