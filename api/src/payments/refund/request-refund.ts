import type { Trx } from 'core/database/kysely';
import { stripeStep } from 'shared-contracts/rules/stripe-amounts';
import type { OrderRecord } from '../../ordering/orders/order.repository';
import { insertRefund, lockPaymentOf, type NewRefund, paidOrderOf, refundedBy, refundsOf } from './refund.repository';
import { planRefund, type RefundPlan, type RefundRefusal, type RefundRequest } from './refund.rules';

type Origin = Pick<NewRefund, 'source' | 'user_id' | 'reason' | 'request_key' | 'request_hash'>;

interface RequestedRefund extends Origin {
  /** The order. Its queue entry is locked. */
  order: OrderRecord;
  request: RefundRequest;
  /** True if the refund was made at the provider already, so the provider is not called. */
  isMade?: boolean;
  now: Date;
}

/** Plans the amounts of a refund. Locks the payment, so that the plan holds in this transaction. */
export async function planOf(
  trx: Trx,
  { order, request, isMade = false }: Pick<RequestedRefund, 'order' | 'request' | 'isMade'>,
): Promise<{ attemptId: number; plan: RefundPlan } | RefundRefusal> {
  const attempt = await lockPaymentOf(trx, order.cart_id);
  if (!attempt) return { refusal: 'nothing-left' };
  if (!attempt.is_of_mode) return { refusal: 'other-mode' };
  const refunded = refundedBy(await refundsOf(trx, { orderId: order.id }), order);
  // A refund that was made already keeps its exact amount.
  const stepMinor = attempt.provider === 'Stripe' && !isMade ? stripeStep(order.currency) : 1;
  const plan = planRefund(paidOrderOf(order), refunded, request, stepMinor);
  return 'refusal' in plan ? plan : { attemptId: attempt.id, plan };
}

/**
 * Stores a refund of an order and leaves the call to the provider to the outbox. An order is refunded once, even if several requests meet.
 */
export async function requestRefund(
  trx: Trx,
  { order, request, isMade = false, now, ...origin }: RequestedRefund,
): Promise<{ id: number; plan: RefundPlan } | RefundRefusal> {
  const planned = await planOf(trx, { order, request, isMade });
  if ('refusal' in planned) return planned;
  const { attemptId, plan } = planned;
  const id = await insertRefund(trx, {
    ...origin,
    order_id: order.id,
    attempt_id: attemptId,
    state: isMade ? 'done' : 'wanted',
    created_at: now,
    settled_at: isMade ? now : null,
    plan,
  });
  return { id, plan };
}
