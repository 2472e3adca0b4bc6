import { type Announcement, userChannel, vendorChannel } from '../../messages/realtime/events';
import type { OrderRecord } from './order.repository';

/** Asks both sides to fetch the order again: it was cancelled, or its refund has a new state. */
export function orderUpdated({
  id,
  state,
  user_id,
  vendor_id,
}: Pick<OrderRecord, 'id' | 'state' | 'user_id' | 'vendor_id'>): Announcement {
  return {
    name: 'OrderUpdated',
    channels: [userChannel(user_id), vendorChannel(vendor_id)],
    payload: { order: { id, state }, vendor_id },
  };
}
