/** The taxes of a vendor's venue, and which of them its items have. The API lets owners read and change it. */
import { ApiError, api } from 'shared-contracts/client';
import { fillPath, invalidate, useResource } from 'shared-contracts/query';
import type { Envelope, VendorTaxes } from 'shared-contracts/types';

const pathOf = (vendorId: string) => fillPath('/vendors/:vendorId/taxes', { vendorId });

/** @param isOwner others are not let in, so they do not ask */
export function useVendorTaxes(vendorId: string, isOwner: boolean) {
  return useResource<Envelope<VendorTaxes>, VendorTaxes>(pathOf(vendorId), {}, { select: readTaxes, enabled: isOwner });
}

/** A page comes with its taxes, so that nothing moves when they do. If they fail, it does not wait for another try. */
export const isFirstTry = ({ isLoading, failureCount }: ReturnType<typeof useVendorTaxes>): boolean =>
  isLoading && failureCount === 0;

function readTaxes({ data }: Envelope<VendorTaxes>): VendorTaxes {
  const { categories, items } = (data ?? {}) as Partial<VendorTaxes>;
  if (!Array.isArray(categories) || !Array.isArray(items)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

export interface ItemTaxChange {
  itemId: number;
  /** The tax that the editor saw, and the new one; null is the venue's own. */
  from: number | null;
  to: number | null;
}

/** Rejects with 409 TAX_CHANGED where the item has another tax than `from` meanwhile. */
export async function changeItemTax({ itemId, from, to }: ItemTaxChange): Promise<void> {
  await api().put(`/items/${itemId}/tax`, { tax_category_id: to, from });
}

/** Resolves when what is on the screen has been fetched again. */
export const refreshTaxes = (vendorId: string): Promise<void> => invalidate(pathOf(vendorId));
