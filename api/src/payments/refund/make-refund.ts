/** Sends a refund to the provider. The refund is made once, even after several tries. */

import type { Queryable } from 'core/database/kysely';
import { type Announcement, announce } from '../../messages/realtime/events';
import { orderUpdated } from '../../ordering/orders/order.events';
import { findAttempt, paymentRefOf } from '../core/payment.repository';
import type { PaymentDeps } from '../providers/payment-deps';
import { isProviderError } from '../providers/payment-provider';
import { askToRefundOrder, findRefund, type RefundRow } from './refund.repository';

/** After this time a call whose response was lost has ended at the provider, so the next try can look for it. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;

/** Returns the key by which the provider knows the refund. Every try of a refund has the same key, and no other refund of the payment has it. */
export function providerKeyOf({ id, source, order_id }: Pick<RefundRow, 'id' | 'source' | 'order_id'>): string {
  // Cancellations were the first refunds, so their key names the order. It stays unique, since an order is cancelled once.
  return source === 'cancellation' ? `order-${order_id}` : `refund-${id}`;
}

type RefundDeps = Pick<PaymentDeps, 'db' | 'clock' | 'outbox' | 'log' | 'providers'>;

/**
 * Makes one refund for the outbox. The state becomes 'asked' before the call, so that after the death of a process the next try passes
 * `isRepeat`. A failure is recorded and retried after a wait: 30 s, then twice as long each time, at most an hour. If the provider cannot
 * report whether money was returned, an operator must look it up.
 */
export async function makeRefund(deps: RefundDeps, refundId: number): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  const attempt = refund && (await findAttempt(deps.db, refund.attempt_id));
  if (!refund || !attempt || (refund.state !== 'wanted' && refund.state !== 'asked')) return;
  const { amount_minor: amountMinor } = refund;
  const entry = {
    refund: refundId,
    order: refund.order_id,
    attempt: attempt.id,
    reference: attempt.reference,
    amountMinor,
  };
  let providerRefundId: string | null;
  try {
    const merchant = await deps.providers.merchant(attempt.venue_id, attempt.provider);
    // The state cannot be set if the refund was withdrawn or reduced meanwhile. It is then read again.
    if (!(await markAsked(deps, refund))) return makeRefund(deps, refundId);
    const part = { key: providerKeyOf(refund), amountMinor, isRepeat: refund.state === 'asked' };
    providerRefundId = await deps.providers
      .named(attempt.provider)
      .refundPartially(merchant, paymentRefOf(attempt), part);
  } catch (error) {
    const isUnclear = isProviderError(error) && error.failure === 'unclear';
    const reason = isProviderError(error) ? `${error.failure}: ${error.code}` : String(error);
    deps.log.error({ ...entry, reason }, `payment: an order's refund ${isUnclear ? 'is unclear' : 'failed'}`);
    await postpone(deps, refund, reason, isUnclear);
    return;
  }
  await conclude(deps, refund, providerRefundId);
  deps.log.info(entry, 'payment: refunded an order');
}

/** @returns true if the refund is unchanged since it was read */
async function markAsked({ db }: Pick<PaymentDeps, 'db'>, refund: RefundRow): Promise<boolean> {
  const marked = await db
    .updateTable('order_refunds')
    .set({ state: 'asked' })
    .where('id', '=', refund.id)
    .where('state', '=', refund.state)
    .where('amount_minor', '=', refund.amount_minor)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

async function conclude(
  deps: Pick<PaymentDeps, 'clock' | 'outbox'>,
  refund: RefundRow,
  providerRefundId: string | null,
): Promise<void> {
  await deps.outbox.transaction(async (trx) => {
    await trx
      .updateTable('order_refunds')
      .set({ state: 'done', settled_at: deps.clock.now(), error: null, provider_refund_id: providerRefundId })
      .where('id', '=', refund.id)
      .where('state', 'in', ['wanted', 'asked'])
      .execute();
    await announce(trx, [await updateOfOrder(trx, refund.order_id)]);
  });
}

/** Records a failed try, queues the next one as a new message unless the outcome is unclear, and makes both sides fetch the order again. */
async function postpone(
  deps: Pick<PaymentDeps, 'clock' | 'outbox'>,
  refund: RefundRow,
  reason: string,
  isUnclear: boolean,
): Promise<void> {
  await deps.outbox.transaction(async (trx) => {
    const postponed = await trx
      .updateTable('order_refunds')
      .set((query) => ({
        state: isUnclear ? 'unclear' : 'wanted',
        error: reason.slice(0, 500),
        tries: query('tries', '+', 1),
      }))
      .where('id', '=', refund.id)
      .where('state', 'in', ['wanted', 'asked'])
      .returning('tries')
      .executeTakeFirst();
    if (!postponed) return;
    const { tries } = postponed;
    if (!isUnclear) {
      const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20));
      const availableAt = new Date(deps.clock.now().getTime() + waitMs);
      await askToRefundOrder(trx, refund.id, `order-refund:${refund.id}:${tries}`, availableAt);
    }
    await announce(trx, [await updateOfOrder(trx, refund.order_id)]);
  });
}

/** Makes both sides fetch the order again. */
export async function updateOfOrder(db: Queryable, orderId: number): Promise<Announcement> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'state', 'user_id', 'vendor_id'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return orderUpdated(order);
}
