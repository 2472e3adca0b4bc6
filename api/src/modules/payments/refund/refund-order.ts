/** What was paid for a cancelled order goes back: once, however often it has to be tried. */
import type { Trx } from '../../../database/kysely';
import { enqueue } from '../../../outbox/enqueue';
import { announce } from '../../../outbox/events';
import { orderUpdated } from '../../orders/order.events';
import { isProviderError } from '../providers/payment-provider';
import { type Attempt, findAttempt, paymentRefOf } from '../settle/payment.repository';
import type { Payments } from '../settle/payments';

/** Long enough that a call whose response was lost has ended at the provider before the next one looks for it. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * The outbox's work for the key `refund-order:{order}`. The call is recorded before it is made, so that a process which dies
 * in between leaves a trace. A failure is recorded too, and retried after a while: 30 s,
 * then twice as long each time, at most an hour. If the provider cannot say whether money went back, an operator has to look it up.
 */
export async function refundOrder(payments: Payments, orderId: number): Promise<void> {
  const refund = await findRefund(payments, orderId);
  if (!refund || refund.state === 'done' || refund.state === 'unclear') return;
  const { attempt, amountMinor } = refund;
  const entry = { order: orderId, attempt: attempt.id, reference: attempt.reference, amountMinor };
  try {
    const merchant = await payments.merchant(attempt.venue_id, attempt.provider);
    await markAsked(payments, orderId);
    const part = { key: `order-${orderId}`, amountMinor, isRepeat: refund.state === 'asked' };
    await payments.provider(attempt.provider).refundPartially(merchant, paymentRefOf(attempt), part);
  } catch (error) {
    const isUnclear = isProviderError(error) && error.failure === 'unclear';
    const reason = isProviderError(error) ? `${error.failure}: ${error.code}` : String(error);
    payments.log.error({ ...entry, reason }, `payment: an order's refund ${isUnclear ? 'is unclear' : 'failed'}`);
    await postpone(payments, orderId, reason, isUnclear);
    return;
  }
  await conclude(payments, orderId);
  payments.log.info(entry, 'payment: refunded an order');
}

interface OrderRefund {
  state: 'wanted' | 'asked' | 'unclear' | 'done';
  amountMinor: number;
  attempt: Attempt;
}

async function findRefund(payments: Payments, orderId: number): Promise<OrderRefund | null> {
  const row = await payments.db
    .selectFrom('order_cancellations')
    .select(['refund_state', 'refund_minor', 'attempt_id'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  const attempt = row?.attempt_id ? await findAttempt(payments.db, row.attempt_id) : null;
  return row && attempt ? { state: row.refund_state, amountMinor: row.refund_minor, attempt } : null;
}

async function markAsked({ db }: Payments, orderId: number): Promise<void> {
  const change = { refund_state: 'asked' } as const;
  await db.updateTable('order_cancellations').set(change).where('order_id', '=', orderId).execute();
}

async function conclude(payments: Payments, orderId: number): Promise<void> {
  await payments.outbox.transaction(async (trx) => {
    await trx
      .updateTable('order_cancellations')
      .set({ refund_state: 'done', refunded_at: payments.clock.now(), refund_error: null })
      .where('order_id', '=', orderId)
      .execute();
    await announce(trx, [await updateOf(trx, orderId)]);
  });
}

/** Both sides see that it is late; the retry is a message of its own. */
async function postpone(payments: Payments, orderId: number, reason: string, isUnclear: boolean): Promise<void> {
  await payments.outbox.transaction(async (trx) => {
    const { refund_tries: tries } = await trx
      .updateTable('order_cancellations')
      .set((query) => ({
        refund_state: isUnclear ? 'unclear' : 'wanted',
        refund_error: reason.slice(0, 500),
        refund_tries: query('refund_tries', '+', 1),
      }))
      .where('order_id', '=', orderId)
      .returning('refund_tries')
      .executeTakeFirstOrThrow();
    if (!isUnclear) {
      const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20));
      const availableAt = new Date(payments.clock.now().getTime() + waitMs);
      await enqueue(trx, [
        { kind: 'refund-order', key: `refund-order:${orderId}:${tries}`, payload: { orderId }, availableAt },
      ]);
    }
    await announce(trx, [await updateOf(trx, orderId)]);
  });
}

async function updateOf(trx: Trx, orderId: number) {
  const order = await trx
    .selectFrom('orders')
    .select(['id', 'state', 'user_id', 'vendor_id'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return orderUpdated(order);
}
