/** Reads a stall's printers and sends orders to them. A stall without printers has none of this on its pages. */
import { api } from 'shared-contracts/client';
import { useShell } from 'shared-contracts/events';
import { invalidate, useResource } from 'shared-contracts/query';
import type { Printer, Printers } from 'shared-contracts/types';
import { newKey } from '../new-key';

const printersPath = (vendorId: number | undefined) => `/vendors/${vendorId}/printers`;

/** Returns the vendor that the person acts for. */
export function useVendorId(): number | undefined {
  return useShell(({ session }) => (session?.context.type === 'Vendor' ? session.context.data.id : undefined));
}

/**
 * Reads the printers of the vendor that the person acts for. Undefined until they are loaded, and if they cannot be: the queue works without
 * them and says nothing.
 */
export function usePrinters(): Printers | undefined {
  const vendorId = useVendorId();
  return useResource<Printers>(printersPath(vendorId), {}, { enabled: vendorId !== undefined, retry: false }).data;
}

/** Tells whether a printer prints orders, and not only days. */
export const printsOrders = ({ documents }: Pick<Printer, 'documents'>): boolean =>
  documents.includes('kitchen') || documents.includes('slip');

/** Prints an order once more on each printer that has printed it or would. The tickets are marked REPRINT. It rejects with an ApiError. */
export async function printAgain(vendorId: number, orderId: number): Promise<void> {
  const headers = { 'Idempotency-Key': newKey() };
  await api().post(`/vendors/${vendorId}/print-jobs`, { order_id: orderId }, { headers });
  void invalidate(printersPath(vendorId));
}
