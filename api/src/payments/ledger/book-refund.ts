import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import { commissionAfter, differenceOf, partsOf, postingsOfCommission, postingsOfRefund } from './entry.rules';
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
    .select(['order_refunds.service_fee_minor', 'order_refunds.service_fee_tax_minor'])
    .select(sql<boolean>`order_refunds.state not in ('failed', 'void')`.as('counts'))
    .select(['payment_attempts.venue_id', 'payment_attempts.currency', 'payment_attempts.is_live'])
    .where('order_refunds.id', '=', refundId)
    .executeTakeFirstOrThrow();
  const of = { orderId: refund.order_id, vendorId: refund.vendor_id };
  const wanted = refund.counts
    ? postingsOfRefund(partsOf(refund, { ...of, isTaxIncluded: refund.is_tax_included }))
    : [];
  const booked = await bookedForAttempt(trx, refund.attempt_id);
  const ofRefund = booked.filter((each) => each.refundId === refundId && each.line !== 'commission');
  const changes = differenceOf(wanted, ofRefund);

  const ofOrder = booked.filter(({ account, orderId }) => account === 'stall' && orderId === refund.order_id);
  const bookedAs = (line: string, cause?: string) =>
    ofOrder
      .filter((each) => each.line === line && (cause === undefined || each.cause === cause))
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const refundedMinor =
    bookedAs('sales', 'refund') +
    changes.reduce((sum, each) => sum + (each.line === 'sales' ? each.amountMinor : 0), 0);
  const commissionMinor = commissionAfter({
    commissionMinor: bookedAs('commission', 'payment'),
    salesMinor: -bookedAs('sales', 'payment'),
    refundedMinor,
  });
  await appendEntry(trx, {
    venueId: refund.venue_id,
    currency: refund.currency,
    isLive: refund.is_live,
    cause: 'refund',
    attemptId: refund.attempt_id,
    refundId,
    bookedAt: at,
    postings: [...changes, ...postingsOfCommission(of, commissionMinor - bookedAs('commission'))],
  });
}
