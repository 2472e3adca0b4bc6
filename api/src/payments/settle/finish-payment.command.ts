import { ApiError, conflict, invalid, messageOf } from 'core/errors';
import type { Session } from 'core/http/session';
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import type { PaymentResult } from 'shared-contracts/types';
import { ownCart } from '../../ordering/carts/cart.policy';
import { language, t } from '../../words';
import { type Attempt, findAttemptByReference, paymentRefOf } from '../core/payment.repository';
import type { PaymentDeps } from '../providers/payment-deps';
import { isProviderError, type PaymentStatus, type ProviderName } from '../providers/payment-provider';
import type { Settlement } from './settle';
import { type SettlingDeps, settleAttempt, settleFromProvider } from './settle-attempt';

export interface FinishPaymentInput {
  cartId: number;
  session: Session;
  provider: ProviderName;
  /** The provider's id of the payment. The provider is asked for everything else. */
  reference: string;
  /**
   * The reply that the provider's page gave the browser, if the provider signs it. While the provider cannot be asked, the API accepts a refusal
   * in it. It does not accept a success, because the signature covers neither the amount nor the currency.
   */
  signedReply?: string;
}

/**
 * Finishes a payment. The browser calls this when the provider's form is done, once or several times.
 * @throws ApiError 402 while nothing is charged, 404, 409 (the reference of another cart, or a payment that is being refunded), 422 for a
 * reference that the provider does not know, or a reply that is not from the provider
 */
export async function finishPayment(
  deps: SettlingDeps & Pick<PaymentDeps, 'db'>,
  input: FinishPaymentInput,
): Promise<PaymentResult> {
  const { cartId, session, provider, reference } = input;
  await ownCart(deps.db, session, cartId);
  const attempt = await findAttemptByReference(deps.db, provider, reference);
  if (!attempt) throw unknownReference();
  if (attempt.cart_id !== cartId || attempt.user_id !== session.user.id) {
    deps.log.warn({ reference, attempt: attempt.id, cartId }, 'payment: a reference was given for another cart');
    throw conflict('REFERENCE_OF_ANOTHER_CART', t('This payment belongs to another cart.'));
  }
  const reported = input.signedReply === undefined ? null : await readReply(deps, attempt, input.signedReply);
  try {
    return toResult(cartId, await settleFromProvider(deps, attempt));
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (error.failure === 'unknown-reference') throw unknownReference();
    if (reported !== null && reported.status !== 'succeeded')
      return toResult(cartId, await settleAttempt(deps, attempt, reported));
    // The card may have been charged. The webhook or the reconciler finishes the payment, and the buyer gets no other message.
    deps.log.warn({ reference, attempt: attempt.id, resultCode: error.code }, 'payment: provider cannot be asked');
    return { state: 'processing', cart_id: cartId, orders: [] };
  }
}

async function readReply(
  deps: Pick<PaymentDeps, 'log' | 'providers'>,
  attempt: Attempt,
  reply: string,
): Promise<PaymentStatus | null> {
  const provider = deps.providers.named(attempt.provider);
  const merchant = await deps.providers.merchant(attempt.venue_id, attempt.provider);
  try {
    return provider.readReply?.(merchant, paymentRefOf(attempt), reply) ?? null;
  } catch (cause) {
    const { id, reference } = attempt;
    deps.log.warn(
      { reference, attempt: id, reason: messageOf(cause) },
      'payment: a signed reply could not be verified',
    );
    throw invalid({ response: [t("This is not the payment provider's reply to this payment.")] }, 'FORGED_ANSWER');
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
        ? new ApiError(402, 'PAYMENT_INCOMPLETE', t('The payment is not complete. You were not charged.'))
        : declined(settlement.refusal);
    case 'cancelled':
      if (settlement.refusal !== null) throw declined(settlement.refusal);
      throw new ApiError(
        402,
        'PAYMENT_CANCELLED',
        t('This payment was cancelled. You were not charged. Please try again.'),
      );
    case 'mismatch':
      throw conflict('PAYMENT_MISMATCH', t('The amount paid is not the amount of your cart. It is being refunded.'));
    case 'duplicate':
      throw conflict('PAYMENT_DUPLICATE', t('This cart was paid already. The second payment is being refunded.'));
    case 'expired':
      throw conflict('PAYMENT_EXPIRED', t('You paid more than a day after you started to pay. It is being refunded.'));
    case 'closed':
      throw conflict('PAYMENT_CLOSED', t('A stall that you ordered from has closed. Your payment is being refunded.'));
  }
}

function declined(refusal: string): ApiError {
  const message = t('{refusal} You were not charged.', { refusal: inVisitorsWords(refusal) });
  return new ApiError(402, 'PAYMENT_DECLINED', message);
}

/** The providers' usual reasons, which come in English. */
const REFUSALS: Readonly<Record<string, () => string>> = {
  'Your card has expired.': () => t('Your card has expired.'),
  'Your card has insufficient funds.': () => t('Your card has insufficient funds.'),
  "Your card's security code is incorrect.": () => t("Your card's security code is incorrect."),
  'Your card number is incorrect.': () => t('Your card number is incorrect.'),
};

/** A visitor in another language gets a general sentence in place of a rare English reason. */
function inVisitorsWords(refusal: string): string {
  if (language() === SOURCE_LANGUAGE) return refusal;
  return REFUSALS[refusal]?.() ?? t('Your card was declined.');
}

function unknownReference(): ApiError {
  return invalid({ reference: [t('The payment provider does not know this payment.')] }, 'UNKNOWN_REFERENCE');
}
