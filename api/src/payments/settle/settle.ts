/**
 * Records the outcome of a payment. The buyer's confirmation, the webhook, the return page and the reconciler all call this function with the
 * status that the provider reported, so their order and repeats do not matter.
 */
import type { Trx } from 'core/database/kysely';
import { enqueue } from '../../messages/outbox/enqueue';
import { lockCart } from '../../ordering/carts/cart.repository';
import { idsOf, placeOrders } from '../../ordering/checkout/place-orders.command';
import { isExpired } from '../core/attempt-age.rules';
import { type Attempt, areAllOpen, findAttempt, orderIdsOfCart, updateAttempt } from '../core/payment.repository';
import { bookPayment, bookSurplus } from '../ledger/book-payment';
import type { PaymentStatus } from '../providers/payment-provider';

export type Settlement =
  | { state: 'succeeded'; orderIds: number[] }
  | { state: 'processing' }
  /** Nothing was charged and the attempt stays open; `refusal` is the provider's reason, if a card was refused. */
  | { state: 'unpaid'; refusal: string | null }
  /** Nothing was charged and the attempt has ended; `refusal` as above. */
  | { state: 'cancelled'; refusal: string | null }
  /** The amount, currency or mode differs from the request: the payment is refunded and nothing is fulfilled. */
  | { state: 'mismatch' }
  /** The cart had been paid already: this payment is refunded. */
  | { state: 'duplicate'; orderIds: number[] }
  /** The payment came more than a day after its start: it is refunded and nothing is fulfilled. */
  | { state: 'expired' }
  /** One of its stalls, or the hall, has closed permanently: the payment is refunded and nothing is fulfilled. */
  | { state: 'closed' };

/** The states of a success that bought nothing and is refunded. */
type Returned = 'mismatch' | 'duplicate' | 'expired' | 'closed';

/**
 * This function never uses the network. Refunds and cancellations go to the outbox. Call it in a separate transaction.
 * @param asked the attempt as it was read before the provider was asked: its id and its cart never change
 */
export async function settle(
  trx: Trx,
  asked: Pick<Attempt, 'id' | 'cart_id'>,
  reported: PaymentStatus,
  at: Date,
): Promise<Settlement> {
  const cart = await lockCart(trx, asked.cart_id);
  // This comes after the lock, because the request that held it may have settled this attempt.
  const attempt = await findAttempt(trx, asked.id);
  if (!cart || attempt?.reference !== reported.reference) {
    throw new Error(`The status of ${reported.reference} does not belong to attempt ${asked.id}`);
  }

  const settled = await earlierSettlement(trx, attempt);
  if (settled) return settled;
  switch (reported.status) {
    case 'processing':
      await updateAttempt(trx, attempt.id, { result_code: reported.resultCode });
      return { state: 'processing' };
    case 'unpaid':
      await updateAttempt(trx, attempt.id, { result_code: reported.resultCode });
      return { state: 'unpaid', refusal: reported.refusal };
    case 'cancelled':
      await updateAttempt(trx, attempt.id, { state: 'cancelled', result_code: reported.resultCode, settled_at: at });
      return { state: 'cancelled', refusal: reported.refusal };
    case 'succeeded':
      break;
  }

  if (!isAsAgreed(attempt, reported)) {
    await askToRefund(trx, attempt, 'mismatch', reported, at);
    await raiseAlert(trx, attempt, reported, at);
    return { state: 'mismatch' };
  }
  if (cart.state !== 'new') {
    await askToRefund(trx, attempt, 'duplicate', reported, at);
    return { state: 'duplicate', orderIds: await orderIdsOfCart(trx, cart.id) };
  }
  if (isExpired(attempt, at)) {
    await askToRefund(trx, attempt, 'expired', reported, at);
    return { state: 'expired' };
  }
  if (!(await areAllOpen(trx, attempt.snapshot))) {
    await askToRefund(trx, attempt, 'closed', reported, at);
    return { state: 'closed' };
  }
  await updateAttempt(trx, attempt.id, { state: 'succeeded', result_code: reported.resultCode, settled_at: at });
  await supersedeOpenAttempts(trx, cart.id);
  const placed = await placeOrders(trx, {
    cart,
    snapshot: attempt.snapshot,
    now: at,
    withOrders: () => bookPayment(trx, attempt, reported, at),
  });
  return { state: 'succeeded', orderIds: idsOf(placed) };
}

/** Cancels at the provider, through the outbox, an open payment for earlier contents of the cart, so that it can no longer be paid. */
export async function supersedeOpenAttempts(trx: Trx, cartId: number): Promise<void> {
  const attempts = await trx
    .updateTable('payment_attempts')
    .set({ state: 'superseded' })
    .where('cart_id', '=', cartId)
    .where('state', '=', 'open')
    .returning('id')
    .execute();
  for (const { id } of attempts) await askToCancel(trx, id, `cancel:${id}`);
}

/** @param key two messages with the same key are one */
export async function askToCancel(trx: Trx, attemptId: number, key: string): Promise<void> {
  await enqueue(trx, [{ kind: 'cancel-attempt', key, payload: { attemptId } }]);
}

/** A settled attempt stays settled. A cancelled one is not final: money that still arrives is refunded or fulfilled. */
async function earlierSettlement(trx: Trx, attempt: Attempt): Promise<Settlement | null> {
  switch (attempt.state) {
    case 'succeeded':
    case 'duplicate':
      return { state: attempt.state, orderIds: await orderIdsOfCart(trx, attempt.cart_id) };
    case 'mismatch':
    case 'expired':
    case 'closed':
      return { state: attempt.state };
    default:
      return null;
  }
}

function isAsAgreed(attempt: Attempt, reported: PaymentStatus): boolean {
  return (
    reported.amountMinor === attempt.amount_minor &&
    reported.currency === attempt.currency &&
    reported.isLive === attempt.is_live
  );
}

async function askToRefund(
  trx: Trx,
  attempt: Attempt,
  state: Returned,
  reported: PaymentStatus,
  at: Date,
): Promise<void> {
  await updateAttempt(trx, attempt.id, {
    state,
    result_code: reported.resultCode,
    refund_state: 'wanted',
    settled_at: at,
  });
  await bookSurplus(trx, attempt, reported, at);
  await enqueue(trx, [{ kind: 'refund', key: `refund:${attempt.id}`, payload: { attemptId: attempt.id } }]);
}

/** Stores an alert for an operator. The same transaction queues the refund. */
async function raiseAlert(trx: Trx, attempt: Attempt, reported: PaymentStatus, at: Date): Promise<void> {
  await trx
    .insertInto('payment_alerts')
    .values({
      attempt_id: attempt.id,
      asked_minor: attempt.amount_minor,
      asked_currency: attempt.currency,
      received_minor: reported.amountMinor,
      received_currency: reported.currency,
      received_is_live: reported.isLive,
      created_at: at,
    })
    .execute();
}
