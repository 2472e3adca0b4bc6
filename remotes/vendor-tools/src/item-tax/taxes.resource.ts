/** Reads the taxes of a vendor's venue and of its items, and changes the tax of an item. The API lets owners do both. */
import { ApiError, api } from 'shared-contracts/client';
import { fillPath, invalidate, useResource } from 'shared-contracts/query';
import type { Envelope, VendorTaxes } from 'shared-contracts/types';

const taxesPath = (vendorId: string) => fillPath('/vendors/:vendorId/taxes', { vendorId });

/** @param isOwner the API refuses other users, so their page sends no request */
export function useVendorTaxes(vendorId: string, isOwner: boolean) {
  return useResource<Envelope<VendorTaxes>, VendorTaxes>(
    taxesPath(vendorId),
    {},
    { select: readTaxes, enabled: isOwner },
  );
}

/** Tells whether the first request still runs. A page waits for its taxes, so that they do not move it later, but not for a retry. */
export const isFirstTry = ({ isLoading, failureCount }: ReturnType<typeof useVendorTaxes>): boolean =>
  isLoading && failureCount === 0;

function readTaxes({ data }: Envelope<VendorTaxes>): VendorTaxes {
  const { categories, items } = (data ?? {}) as Partial<VendorTaxes>;
  if (!Array.isArray(categories) || !Array.isArray(items)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

export interface ItemTaxChange {
  itemId: number;
  /** `from` is the tax that the editor saw, and `to` the new one; null is the venue's own tax. */
  from: number | null;
  to: number | null;
}

/** Changes the tax of an item. It rejects with 409 TAX_CHANGED where the item has another tax than `from` meanwhile. */
export async function changeItemTax({ itemId, from, to }: ItemTaxChange): Promise<void> {
  await api().put(`/items/${itemId}/tax`, { tax_category_id: to, from });
}

/** Fetches the items on the screen again, and resolves when that is done. */
export const refreshTaxes = (vendorId: string): Promise<void> => invalidate(taxesPath(vendorId));
