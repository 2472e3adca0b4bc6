import { type Announcement, userChannel, vendorChannel } from '../../messages/realtime/events';
import type { OrderRecord } from './order.repository';

/** For both sides to fetch it again: it was cancelled, or its refund moved on. */
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
