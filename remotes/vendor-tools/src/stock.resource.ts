/** Reads and switches a vendor's stock. To the vendor's members the API also lists inactive entries. */
import { useCallback, useEffect } from 'react';
import { ApiError, api, serverNow } from 'shared-contracts/client';
import { type ShellEvents, useEvent, useShell } from 'shared-contracts/events';
import { fillPath, invalidate, useMinutesAhead, useResource } from 'shared-contracts/query';
import type { Envelope, Item, Status, Vendor, Venue } from 'shared-contracts/types';

export function useVendor(vendorId: string) {
  return useResource<Envelope<Vendor>, Vendor>(
    fillPath('/vendors/:vendorId', { vendorId }),
    {},
    { select: ({ data }) => data },
  );
}

/** Reads a vendor's venue, which has the currency of the prices. */
export function useVenue(venueId: number | string) {
  const path = fillPath('/venues/:venueId', { venueId: String(venueId) });
  return useResource<Envelope<Venue>, Venue>(path, {}, { select: ({ data }) => data });
}

/** Returns the time zone of a vendor's venue, or undefined until it is known. */
export function useTimeZone(vendorId: string, isNeeded: boolean): string | undefined {
  const vendor = useResource<Envelope<Vendor>, number>(
    fillPath('/vendors/:vendorId', { vendorId }),
    {},
    { enabled: isNeeded, select: ({ data }) => data.venue_id },
  );
  const venue = useResource<Envelope<Venue>, string>(
    fillPath('/venues/:venueId', { venueId: String(vendor.data) }),
    {},
    { enabled: vendor.data !== undefined, select: ({ data }) => data.timezone },
  );
  return venue.data;
}

export function useItem(itemId: string) {
  return useResource<Envelope<Item>, Item>(fillPath('/items/:itemId', { itemId }), {}, { select: readItem });
}

/** Refuses a body that names no vendor. It comes from some network in between, and does not say that the item is another vendor's. */
function readItem({ data }: Envelope<Item>): Item {
  if (typeof (data as Partial<Item> | null)?.vendor_id !== 'number') throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

/** Tells whether the signed-in user works for this vendor. The API decides; the page only avoids showing switches that do not work. */
export function useIsMember(vendorId: string): boolean {
  return useShell((state) => state.session?.user.vendors.some(({ id }) => String(id) === vendorId) ?? false);
}

/** The kinds of things that can be switched on and off. Each is a part of the path of the request. */
export type Stocked = 'items' | 'variants' | 'options';

/**
 * @param isBackTomorrow a sold-out thing is back at the first opening of the next day
 * @returns the time when it is back by itself; null if it is back only when it is switched on
 */
export async function changeStatus(
  kind: Stocked,
  id: number,
  status: Status,
  isBackTomorrow: boolean,
): Promise<string | null> {
  const change = { status, ...(isBackTomorrow && { until: 'tomorrow' }) };
  const { data } = await api().put<Envelope<{ back_at?: string }>>(`/${kind}/${id}`, change);
  return data.back_at ?? null;
}

/** Fetches the vendor's items again, and the given item. It resolves when that is done. */
export async function refreshStock(vendorId: string, itemId?: string): Promise<void> {
  await Promise.all([
    itemId && invalidate(fillPath('/items/:itemId', { itemId })),
    invalidate(fillPath('/vendors/:vendorId', { vendorId })),
  ]);
}

const DAY_MS = 86_400_000;
/** The wait after a response that still has the item as sold out. It may have been made just before the server's time came. */
const AGAIN_MS = 20_000;

/**
 * Keeps the stock on the screen up to date: after a switch by a colleague on another tablet, and at the time when something is back.
 * @param nextBackAt the earliest time at which something sold out is back
 */
export function useFreshStock(vendorId: string, itemId?: string, nextBackAt?: string): void {
  const onStock = useCallback(
    ({ vendor_id }: ShellEvents['stock-updated']) => {
      if (String(vendor_id) === vendorId) void refreshStock(vendorId, itemId);
    },
    [vendorId, itemId],
  );
  // No event reports the changes made while the socket was down.
  const onRefresh = useCallback(
    ({ why }: ShellEvents['refresh-wanted']) => {
      if (why === 'reconnected') void refreshStock(vendorId, itemId);
    },
    [vendorId, itemId],
  );
  useEvent('stock-updated', onStock);
  useEvent('refresh-wanted', onRefresh);
  const minutesAhead = useMinutesAhead();
  // No event reports a change that only time makes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a corrected clock starts the timer again
  useEffect(() => {
    if (nextBackAt === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const ahead = Date.parse(nextBackAt) - serverNow();
      const refresh = () => {
        void refreshStock(vendorId, itemId);
        wait();
      };
      // A browser's timer cannot wait longer than 24 days.
      timer = setTimeout(refresh, ahead > 0 ? Math.min(ahead, DAY_MS) : AGAIN_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }, [vendorId, itemId, nextBackAt, minutesAhead]);
}
