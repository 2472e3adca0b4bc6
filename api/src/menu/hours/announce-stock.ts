import type { Trx } from 'core/database/kysely';
import { announce, vendorChannel, venueChannel } from '../../messages/realtime/events';

/** Notifies the visitors of the menu, and the vendor's staff, who are on no venue's channel while they act for the vendor. */
export function stockChannels(venueId: number, vendorId: number): string[] {
  return [venueChannel(venueId), vendorChannel(vendorId)];
}

/** Announces a change that concerns all items of a stall. */
export async function announceStock(
  trx: Trx,
  { venueId, vendorId }: { venueId: number; vendorId: number },
  exceptSocketId: string | null,
): Promise<void> {
  const payload = { item_id: null, vendor_id: vendorId };
  await announce(trx, [{ name: 'StockUpdated', channels: stockChannels(venueId, vendorId), payload }], exceptSocketId);
}
