import { useEffect } from 'react';
import { serverNow } from 'shared-contracts/client';
import { subscribe } from 'shared-contracts/events';
import { invalidate, queryClient, useMinutesAhead } from 'shared-contracts/query';

export interface ShownStock {
  vendorId?: number;
  itemId?: number;
  /** The time at which a shown stall opens or closes by itself, or something sold out is back. */
  changesAt?: string | undefined;
}

const DAY_MS = 86_400_000;
/** Requests are spread over this time in milliseconds, so that the phones of a full hall do not all send theirs at once. */
const SPREAD_MS = 3_000;
/** Another request follows after this time, since the first response may have been made just before the change. */
const AGAIN_MS = 20_000;

/**
 * Fetches the content of the screen again when its stock changes: which vendors take orders, and the shown menu and item of a vendor. Any
 * change of the vendor's stock also refreshes the item, since a whole section may share an option.
 */
export function useFreshStock({ vendorId, itemId, changesAt }: ShownStock): void {
  useEffect(() => {
    const stops = [
      subscribe('stock-updated', ({ vendor_id, item_id }) => {
        // A message without an item means that the vendor pauses its orders, or takes them again.
        if (item_id === null) refreshList();
        if (vendor_id === vendorId) refreshMenu(vendorId, itemId);
      }),
      // No event reports the changes made while the socket was down.
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
  // No event reports a change that only time makes.
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
    // A browser's timer cannot wait longer than 24 days, so it is renewed each day.
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
