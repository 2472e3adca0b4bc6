/** Builds the catalog's own addresses. A visitor who came in under /venuesa stays there. */
import { useMemo } from 'react';
import { useLocation } from 'shared-contracts/router';

export interface CatalogPaths {
  vendors(venueId: number): string;
  vendor(venueId: number, vendorId: number): string;
  item(venueId: number, vendorId: number, itemId: number): string;
}

export function catalogPaths(prefix: '/venues' | '/venuesa'): CatalogPaths {
  const vendors = (venueId: number) => `${prefix}/${venueId}/vendors`;
  const vendor = (venueId: number, vendorId: number) => `${vendors(venueId)}/${vendorId}`;
  return { vendors, vendor, item: (venueId, vendorId, itemId) => `${vendor(venueId, vendorId)}/items/${itemId}` };
}

export function useCatalogPaths(): CatalogPaths {
  const { pathname } = useLocation();
  const prefix = pathname.startsWith('/venuesa/') ? '/venuesa' : '/venues';
  return useMemo(() => catalogPaths(prefix), [prefix]);
}

/** Reads an id from the address. It is undefined for a text that can be no id, so that no request is sent for it. */
export function readId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}
