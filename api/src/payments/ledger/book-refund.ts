import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import { bookTransfers } from './book-transfers';
import { changesByRefund, partsOf } from './entry.rules';
import { appendEntry, bookedForAttempt } from './ledger.repository';

/**
 * Brings the ledger up to date with a refund of an order: a new refund is booked, a changed amount by its difference, and a refund that failed
 * or was withdrawn is reversed. The hall's commission goes back with the sales. Call it in each transaction that adds a refund, or changes its
 * amount or whether it counts, with the payment locked.
 */
export async function bookRefund(trx: Trx, refundId: number, at: Date): Promise<void> {
  const refund = await trx
    .selectFrom('order_refunds')
    .innerJoin('orders', 'orders.id', 'order_refunds.order_id')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'order_refunds.attempt_id')
    .select(['order_refunds.order_id', 'order_refunds.attempt_id', 'orders.vendor_id', 'orders.is_tax_included'])
    .select(['order_refunds.total_minor', 'order_refunds.tax_minor'])
    .select(['order_refunds.service_fee_minor', 'order_refunds.service_fee_tax_minor', 'order_refunds.tip_minor'])
    .select(sql<boolean>`order_refunds.state not in ('failed', 'void')`.as('counts'))
    .select(['payment_attempts.venue_id', 'payment_attempts.currency', 'payment_attempts.is_live'])
    .where('order_refunds.id', '=', refundId)
    .executeTakeFirstOrThrow();
  const order = { orderId: refund.order_id, vendorId: refund.vendor_id };
  const parts = refund.counts ? partsOf(refund, { ...order, isTaxIncluded: refund.is_tax_included }) : null;
  const booked = await bookedForAttempt(trx, refund.attempt_id);
  await appendEntry(trx, {
    venueId: refund.venue_id,
    currency: refund.currency,
    isLive: refund.is_live,
    cause: 'refund',
    attemptId: refund.attempt_id,
    refundId,
    bookedAt: at,
    postings: changesByRefund({ refundId, refund: parts, order, booked }),
  });
  await bookTransfers(trx, refund.attempt_id, at);
}
