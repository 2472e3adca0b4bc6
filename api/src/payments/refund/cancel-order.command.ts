/** Cancels an order for its vendor: the order leaves the queue permanently, and the buyer gets the remaining payment back. */

import { conflict, notFound } from 'core/errors';
import { inLanguage } from 'core/http/language';
import type { Session } from 'core/http/session';
import { formatMinor } from 'shared-contracts/rules/money';
import type { Order } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { askToPush } from '../../messages/push/push.outbox';
import { announce, userChannel } from '../../messages/realtime/events';
import { orderUpdated } from '../../ordering/orders/order.events';
import { presentOrder } from '../../ordering/orders/order.presenter';
import { findOrder, type OrderRecord } from '../../ordering/orders/order.repository';
import { askToEmail } from '../../ordering/orders/order-email.handler';
import { positionsChanged } from '../../ordering/queues/queue.events';
import { requireVendorOf } from '../../ordering/queues/queue.policy';
import { findEntryOfOrder, isWaiting, lockEntry, waitingBehind } from '../../ordering/queues/queue.repository';
import { t } from '../../words';
import { requestRefund } from './request-refund';

export interface CancelInput {
  session: Session;
  orderId: number;
  /** The reason that the buyer reads; trimmed, not empty. */
  reason: string;
  socketId: string | null;
}

/**
 * Cancels an order that is new, busy or done. The outbox makes the refund, once for each order. A second cancellation changes nothing, and the
 * first reason stays.
 * @throws ApiError 404 and 403 as `requireVendorOf`; 409 ORDER_COLLECTED with the order
 */
export function cancelOrder(
  { outbox, clock }: Pick<Deps, 'outbox' | 'clock'>,
  { session, orderId, reason, socketId }: CancelInput,
): Promise<Order> {
  return outbox.transaction(async (trx) => {
    const { id } = requireVendorOf(session, await findEntryOfOrder(trx, orderId));
    const entry = await lockEntry(trx, id);
    const order = await findOrder(trx, orderId);
    if (!entry || !order) throw notFound(t('Order not found.'));
    if (entry.cancelled_at !== null) return presentOrder(order);
    if (entry.state === 'collected') {
      throw conflict('ORDER_COLLECTED', t('This order was collected already.'), presentOrder(order));
    }

    const now = clock.now();
    await trx.updateTable('queue_entries').set({ cancelled_at: now }).where('id', '=', id).execute();
    await trx.updateTable('orders').set({ state: 'cancelled' }).where('id', '=', orderId).execute();
    const { id: userId } = session.user;
    await trx
      .insertInto('order_cancellations')
      .values({ order_id: orderId, user_id: userId, reason, queue_state: entry.state, cancelled_at: now })
      .execute();
    const refund = await requestRefund(trx, {
      order,
      source: 'cancellation',
      user_id: userId,
      reason,
      request: { kind: 'whole' },
      now,
    });
    const refundMinor = 'plan' in refund ? refund.plan.amountMinor : 0;

    const { title, message } = inLanguage(order.language, () => newsOf(order, reason, refundMinor));
    const behind = isWaiting(entry.state) ? await waitingBehind(trx, entry) : [];
    await announce(
      trx,
      [
        orderUpdated({ ...order, state: 'cancelled' }),
        positionsChanged(entry.vendor_id, behind),
        { name: 'Message', channels: [userChannel(entry.user_id)], payload: { message } },
      ],
      socketId,
    );
    await askToPush(
      trx,
      entry.user_id,
      { kind: 'message', message, path: `/order?id=${orderId}&state=${entry.state}` },
      { now, language: order.language },
    );
    await askToEmail(trx, `cancelled:${orderId}`, {
      orderId,
      title,
      message,
      isRefund: refundMinor > 0,
    });
    const cancelled = await findOrder(trx, orderId);
    if (!cancelled) throw notFound(t('Order not found.'));
    return presentOrder(cancelled);
  });
}

/** The texts for the buyer. */
function newsOf(order: OrderRecord, reason: string, refundMinor: number): { title: string; message: string } {
  const title = t('Your order {number} was cancelled', { number: order.order_number ?? '' });
  return { title, message: messageOf(order, reason, refundMinor) };
}

function messageOf(order: OrderRecord, reason: string, refundMinor: number): string {
  const why = /[.!?؟]$/.test(reason) ? reason : `${reason}.`;
  const values = { vendor: order.vendor_name, number: order.order_number ?? '', why };
  if (refundMinor === 0) return t('{vendor} cancelled your order {number}: {why}', values);
  return t('{vendor} cancelled your order {number}: {why} {amount} is on its way back to you.', {
    ...values,
    amount: formatMinor(refundMinor, order.currency, order.currency_symbol),
  });
}
