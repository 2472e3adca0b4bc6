/** A vendor's own view of its menu: to its members the API also lists what is inactive. */
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

/** A vendor's venue, whose currency its prices are in. */
export function useVenue(venueId: number | string) {
  const path = fillPath('/venues/:venueId', { venueId: String(venueId) });
  return useResource<Envelope<Venue>, Venue>(path, {}, { select: ({ data }) => data });
}

/** The time zone of a vendor's venue, once it is known. */
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

/** A body that names no vendor is of some network in between: it does not say that the item is another vendor's. */
function readItem({ data }: Envelope<Item>): Item {
  if (typeof (data as Partial<Item> | null)?.vendor_id !== 'number') throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

/** Whether the signed-in user works for this vendor. The API decides; this only spares them a page of dead switches. */
export function useIsMember(vendorId: string): boolean {
  return useShell((state) => state.session?.user.vendors.some(({ id }) => String(id) === vendorId) ?? false);
}

/** What can be switched on and off, by the path it is switched under. */
export type Stocked = 'items' | 'variants' | 'options';

/**
 * @param isBackTomorrow what is sold out is back at the first opening of the next day
 * @returns when it is back by itself; null: when it is switched on
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

/** Resolves when what is on the screen of the vendor's items, or of one of them, has been fetched again. */
export async function refreshStock(vendorId: string, itemId?: string): Promise<void> {
  await Promise.all([
    itemId && invalidate(fillPath('/items/:itemId', { itemId })),
    invalidate(fillPath('/vendors/:vendorId', { vendorId })),
  ]);
}

const DAY_MS = 86_400_000;
/** A tablet whose clock is ahead hears the same until the server's time has come. */
const AGAIN_MS = 20_000;

/**
 * Shows what others switch, a colleague on another tablet for one, and what is back by itself.
 * @param nextBackAt when the first of what is sold out is back
 */
export function useFreshStock(vendorId: string, itemId?: string, nextBackAt?: string): void {
  const onStock = useCallback(
    ({ vendor_id }: ShellEvents['stock-updated']) => {
      if (String(vendor_id) === vendorId) void refreshStock(vendorId, itemId);
    },
    [vendorId, itemId],
  );
  // No event told what changed while the socket was down.
  const onRefresh = useCallback(
    ({ why }: ShellEvents['refresh-wanted']) => {
      if (why === 'reconnected') void refreshStock(vendorId, itemId);
    },
    [vendorId, itemId],
  );
  useEvent('stock-updated', onStock);
  useEvent('refresh-wanted', onRefresh);
  const minutesAhead = useMinutesAhead();
  // No event tells of a change that only time makes.
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
      // A browser's timer reaches 24 days.
      timer = setTimeout(refresh, ahead > 0 ? Math.min(ahead, DAY_MS) : AGAIN_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }, [vendorId, itemId, nextBackAt, minutesAhead]);
}
