/** What the catalog reads. Keys are those that remote.json's prefetch fills while the code is still on its way. */
import { isApiError } from 'shared-contracts/client';
import { queryClient, resourceKey, useResource } from 'shared-contracts/query';
import type { Envelope, Item, Vendor, VendorSummary, Venue } from 'shared-contracts/types';

const dataOf = <T>({ data }: Envelope<T>): T => data;

/** Every venue that is open to the public. */
export function useVenues() {
  return useResource<Envelope<Venue[]>, Venue[]>('/venues', { staging: false }, { select: dataOf });
}

/** A venue; known at once where the list of venues was seen before. */
export function useVenue(venueId: number) {
  return useResource<Envelope<Venue>, Venue>(
    `/venues/${venueId}`,
    {},
    { select: dataOf, placeholderData: () => venueFromList(venueId) },
  );
}

export function useVendors(venueId: number) {
  return useResource<Envelope<VendorSummary[]>, VendorSummary[]>('/vendors', { venue_id: venueId }, { select: dataOf });
}

/** A vendor with its menus. */
export function useVendor(vendorId: number) {
  return useResource<Envelope<Vendor>, Vendor>(`/vendors/${vendorId}`, {}, { select: dataOf });
}

/** An item; known at once where its vendor's menu was seen before. */
export function useItem(itemId: number, vendorId: number) {
  return useResource<Envelope<Item>, Item>(
    `/items/${itemId}`,
    {},
    { select: dataOf, placeholderData: () => itemFromMenu(itemId, vendorId) },
  );
}

/** The server says that there is no such thing: asking again would not help. */
export function isMissing(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}

function cached<T>(path: string, params?: Parameters<typeof resourceKey>[1]): T | undefined {
  return queryClient().getQueryData<Envelope<T>>(resourceKey(path, params))?.data;
}

function venueFromList(venueId: number): Envelope<Venue> | undefined {
  const venue = cached<Venue[]>('/venues', { staging: false })?.find(({ id }) => id === venueId);
  return venue && { data: venue };
}

function itemFromMenu(itemId: number, vendorId: number): Envelope<Item> | undefined {
  const groups = cached<Vendor>(`/vendors/${vendorId}`)?.menus.data.flatMap((menu) => menu.groups.data) ?? [];
  for (const { items, ...group } of groups) {
    const item = items.data.find(({ id }) => id === itemId);
    if (item) return { data: { ...item, group } };
  }
  return undefined;
}
