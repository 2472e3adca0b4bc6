import { notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import type { Deps } from '../../deps';
import { askForReceiptAgain } from '../../ordering/checkout/receipt/receipt.handler';
import { requireOperatorOf } from '../../payments/refund/operator.policy';
import { t } from '../../words';

/**
 * Sends the receipt of an order's cart again, at most once a minute.
 * @throws ApiError 403, 404
 */
export function sendReceiptAgain(
  { outbox, clock }: Pick<Deps, 'outbox' | 'clock'>,
  { session, orderId }: { session: Session; orderId: number },
): Promise<void> {
  return outbox.transaction(async (trx) => {
    await requireOperatorOf(trx, session, orderId);
    const order = await trx
      .selectFrom('orders')
      .select(['cart_id', 'order_number', 'venue_id', 'vendor_id'])
      .where('id', '=', orderId)
      .executeTakeFirst();
    if (!order) throw notFound(t('Order not found.'));
    const now = clock.now();
    await askForReceiptAgain(trx, order.cart_id, now);
    await trx
      .insertInto('audit_log')
      .values({
        at: now,
        actor_id: session.user.id,
        action: 'order.receipt-sent',
        subject: order.order_number ?? `#${orderId}`,
        venue_id: order.venue_id,
        vendor_id: order.vendor_id,
      })
      .execute();
  });
}
