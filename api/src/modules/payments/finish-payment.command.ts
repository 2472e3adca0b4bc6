import type { PaymentResult } from 'shared-contracts/types';
import { ApiError, conflict, invalid } from '../../errors';
import type { Session } from '../../plugins/session';
import { ownCart } from '../carts/cart.policy';
import { findAttemptByReference } from './payment.repository';
import { isProviderError } from './payment-provider';
import type { Payments } from './payments';
import type { Settlement } from './settle';

export interface FinishPaymentInput {
  cartId: number;
  session: Session;
  provider: 'Stripe';
  /** The provider's id of the payment. All else about it is asked of the provider. */
  reference: string;
}

/**
 * What the browser calls when the provider's form is done, once or many times.
 * @throws ApiError 402 while nothing is charged, 404, 409 (another cart's reference, or money that is going back),
 * 422 for a reference that the provider does not know
 */
export async function finishPayment(payments: Payments, input: FinishPaymentInput): Promise<PaymentResult> {
  const { cartId, session, provider, reference } = input;
  await ownCart(payments.db, session, cartId);
  const attempt = await findAttemptByReference(payments.db, provider, reference);
  if (!attempt) throw unknownReference();
  if (attempt.cart_id !== cartId || attempt.user_id !== session.user.id) {
    payments.log.warn({ reference, attempt: attempt.id, cartId }, 'payment: a reference was given for another cart');
    throw conflict('REFERENCE_OF_ANOTHER_CART', 'This payment belongs to another cart.');
  }
  try {
    return toResult(cartId, await payments.settleFromProvider(attempt));
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (error.failure === 'unknown-reference') throw unknownReference();
    // The card may well be charged: the webhook or the reconciler finishes it, and the buyer is not told otherwise.
    payments.log.warn({ reference, attempt: attempt.id, resultCode: error.code }, 'payment: provider cannot be asked');
    return { state: 'processing', cart_id: cartId, orders: [] };
  }
}

function toResult(cartId: number, settlement: Settlement): PaymentResult {
  switch (settlement.state) {
    case 'succeeded':
      return { state: 'succeeded', cart_id: cartId, orders: settlement.orderIds };
    case 'processing':
      return { state: 'processing', cart_id: cartId, orders: [] };
    case 'unpaid':
      throw settlement.refusal === null
        ? new ApiError(402, 'PAYMENT_INCOMPLETE', 'The payment is not complete. You were not charged.')
        : new ApiError(402, 'PAYMENT_DECLINED', `${settlement.refusal} You were not charged.`);
    case 'cancelled':
      throw new ApiError(
        402,
        'PAYMENT_CANCELLED',
        'This payment was cancelled. You were not charged. Please try again.',
      );
    case 'mismatch':
      throw conflict('PAYMENT_MISMATCH', 'The amount paid is not the amount of your cart. It is being refunded.');
    case 'duplicate':
      throw conflict('PAYMENT_DUPLICATE', 'This cart was paid already. The second payment is being refunded.');
  }
}

function unknownReference(): ApiError {
  return invalid({ reference: ['The payment provider does not know this payment.'] }, 'UNKNOWN_REFERENCE');
}
