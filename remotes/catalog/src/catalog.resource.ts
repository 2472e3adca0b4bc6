/** Reads the catalog. The keys of the queries are those that remote.json's prefetch fills while the code still loads. */
import { ApiError, isApiError } from 'shared-contracts/client';
import { queryClient, resourceKey, useResource } from 'shared-contracts/query';
import type { Envelope, Item, Vendor, VendorSummary, Venue } from 'shared-contracts/types';

/**
 * Returns the data of a body that has the expected shape. Any other body comes from a network in between, and does not mean that the API
 * has no such thing, so the load counts as failed.
 */
function read<T>(looksRight: (data: unknown) => boolean) {
  return ({ data }: Envelope<T>): T => {
    if (!looksRight(data)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
    return data;
  };
}

/** Makes a check whether the data are an object with these numbers. */
function hasNumbers(...names: string[]) {
  return (data: unknown): boolean =>
    typeof data === 'object' && data !== null && names.every((name) => typeof Reflect.get(data, name) === 'number');
}

const isEach = (looksRight: (each: unknown) => boolean) => (data: unknown) =>
  Array.isArray(data) && data.every(looksRight);

/** Tells whether the data are a vendor with its menus. */
function isVendor(data: unknown): boolean {
  return hasNumbers('id', 'venue_id')(data) && Array.isArray((data as Partial<Vendor>).menus?.data);
}

const isIdentified = hasNumbers('id');
const readVenue = read<Venue>(isIdentified);
const readVenues = read<Venue[]>(isEach(isIdentified));
const readVendor = read<Vendor>(isVendor);
const readVendors = read<VendorSummary[]>(isEach(isIdentified));
const readItem = read<Item>(hasNumbers('id', 'vendor_id'));

/** Prices are fetched again at this interval, in milliseconds, since some networks block the socket that reports changes. */
const refetchInterval = 120_000;

/** Reads every venue that is open to the public. */
export function useVenues() {
  return useResource<Envelope<Venue[]>, Venue[]>('/venues', { staging: false }, { select: readVenues });
}

/** Reads a venue. It is available at once if the list of venues was loaded before. */
export function useVenue(venueId: number) {
  return useResource<Envelope<Venue>, Venue>(
    `/venues/${venueId}`,
    {},
    { select: readVenue, placeholderData: () => venueFromList(venueId) },
  );
}

export function useVendors(venueId: number) {
  return useResource<Envelope<VendorSummary[]>, VendorSummary[]>(
    '/vendors',
    { venue_id: venueId },
    { select: readVendors },
  );
}

/** Reads a vendor with its menus. @param isNeeded with false only a cached vendor is returned */
export function useVendor(vendorId: number, isNeeded = true) {
  return useResource<Envelope<Vendor>, Vendor>(
    `/vendors/${vendorId}`,
    {},
    { select: readVendor, enabled: isNeeded, refetchInterval },
  );
}

/** Reads an item. It is available at once if its vendor's menu was loaded before. */
export function useItem(itemId: number, vendorId: number) {
  return useResource<Envelope<Item>, Item>(
    `/items/${itemId}`,
    {},
    { select: readItem, refetchInterval, placeholderData: () => itemFromMenu(itemId, vendorId) },
  );
}

/** Tells whether the server has no such thing, so that another request would not help. */
export function isMissing(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}

function cached<T>(
  looksRight: (data: unknown) => boolean,
  path: string,
  params?: Parameters<typeof resourceKey>[1],
): T | undefined {
  const data = queryClient().getQueryData<Envelope<T>>(resourceKey(path, params))?.data;
  return looksRight(data) ? data : undefined;
}

function venueFromList(venueId: number): Envelope<Venue> | undefined {
  const venue = cached<Venue[]>(isEach(isIdentified), '/venues', { staging: false })?.find(({ id }) => id === venueId);
  return venue && { data: venue };
}

function itemFromMenu(itemId: number, vendorId: number): Envelope<Item> | undefined {
  const vendor = cached<Vendor>(isVendor, `/vendors/${vendorId}`);
  const groups = vendor?.menus.data.flatMap((menu) => menu.groups.data) ?? [];
  for (const { items, ...group } of groups) {
    const item = items.data.find(({ id }) => id === itemId);
    if (item) return { data: { ...item, group, language: vendor?.language } };
  }
  return undefined;
}
