import type { Trx } from '../../database/kysely';
import type { QueueState } from '../../database/types';
import { type Announcement, userChannel, vendorChannel } from '../../outbox/events';
import type { QueueEntryRow } from './queue.repository';

/** For the buyer and for the vendor's other screens. */
export async function stateUpdated(trx: Trx, entry: QueueEntryRow, state: QueueState): Promise<Announcement> {
  const order = await trx
    .selectFrom('orders')
    .innerJoin('vendors', 'vendors.id', 'orders.vendor_id')
    .select(['orders.delivery_method', 'orders.vendor_name', 'vendors.thumbnail_url'])
    .where('orders.id', '=', entry.order_id)
    .executeTakeFirstOrThrow();
  return {
    name: 'QueueOrderStateUpdated',
    channels: [userChannel(entry.user_id), vendorChannel(entry.vendor_id)],
    payload: {
      queue: { id: entry.id, state, order_id: entry.order_id },
      delivery_method: order.delivery_method ?? 'collect',
      vendor: { id: entry.vendor_id, name: order.vendor_name, image: order.thumbnail_url },
    },
  };
}

export function positionsChanged(vendorId: number, userIds: readonly number[]): Announcement {
  return { name: 'QueuePositionsChanged', channels: userIds.map(userChannel), payload: { vendor_id: vendorId } };
}
