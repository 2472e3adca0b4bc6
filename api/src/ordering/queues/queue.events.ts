import type { Trx } from 'core/database/kysely';
import type { QueueState } from 'shared-contracts/types';
import { askToPush } from '../../messages/push/push.outbox';
import { type Announcement, announce, userChannel, vendorChannel } from '../../messages/realtime/events';
import { askToText } from '../../messages/sms/done-text.outbox';
import type { QueueEntryRow } from './queue.repository';

interface AnnounceOptions {
  now: Date;
  /** See `announce`. */
  exceptSocketId?: string | null;
  /** The state has not changed, and the buyer is notified once more. */
  isRepeat?: boolean;
}

/** Announces the state of an entry to the buyer and to the vendor's other screens, and sends a push and a text message once it is done. */
export async function announceState(
  trx: Trx,
  entry: QueueEntryRow,
  state: QueueState,
  { now, exceptSocketId = null, isRepeat = false }: AnnounceOptions,
): Promise<void> {
  const order = await trx
    .selectFrom('orders')
    .innerJoin('vendors', 'vendors.id', 'orders.vendor_id')
    .select(['orders.delivery_method', 'orders.vendor_name', 'orders.language', 'vendors.thumbnail_url'])
    .where('orders.id', '=', entry.order_id)
    .executeTakeFirstOrThrow();
  const deliveryMethod = order.delivery_method ?? 'collect';
  const update: Announcement = {
    name: 'QueueOrderStateUpdated',
    channels: [userChannel(entry.user_id), vendorChannel(entry.vendor_id)],
    payload: {
      queue: { id: entry.id, state, order_id: entry.order_id },
      delivery_method: deliveryMethod,
      vendor: { id: entry.vendor_id, name: order.vendor_name, image: order.thumbnail_url },
      ...(isRepeat && { is_repeat: true }),
    },
  };
  await announce(trx, [update], exceptSocketId);
  if (state !== 'done') return;
  const news = { kind: 'done', vendorName: order.vendor_name, deliveryMethod } as const;
  await askToPush(
    trx,
    entry.user_id,
    { ...news, orderId: entry.order_id, queueId: entry.id },
    { now, language: order.language },
  );
  await askToText(trx, entry.order_id, entry.user_id, now);
}

export function positionsChanged(vendorId: number, userIds: readonly number[]): Announcement {
  return { name: 'QueuePositionsChanged', channels: userIds.map(userChannel), payload: { vendor_id: vendorId } };
}
