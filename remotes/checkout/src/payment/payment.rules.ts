/** Builds the notices for a payment that has ended. Each says what happened, whether money moved, and what to do. */
import { isApiError } from 'shared-contracts/client';
import type { StitchResult } from 'shared-contracts/types';
import type { Outcome } from './payment.resource';

export interface Notice {
  /** `danger` if something went wrong, `info` if the customer already knows. */
  tone: 'danger' | 'info';
  title: string;
  text: string;
  /** True if the notice is about a missing connection. */
  isOffline?: true;
}

/** In milliseconds. This is long enough to read thirty words about money that appear nowhere else on the page. */
export const PAYMENT_TOAST_MS = 12_000;

/** The stored reference of an order that costs nothing. There is no payment to look up. */
export const NO_PAYMENT = '';

/** Why the server is asked for the outcome of a payment. */
export type Reason =
  /** The provider's form is done, or its bank sent the customer back. */
  | 'sent'
  /** The customer closed the form. */
  | 'cancelled'
  /** The page was left with the payment open: a closed tab, the back button. */
  | 'left'
  /** The cart changed while the form was open. */
  | 'cart-changed';

/** After this time the screen says what it waits for, in milliseconds. */
export const SLOW_MS = 8_000;

export const SLOW_FORM: Notice = {
  tone: 'info',
  title: 'The payment provider is slow to respond',
  text: 'You were not charged. The form opens as soon as it is here.',
};

export const CANCELLED: Notice = {
  tone: 'info',
  title: 'You cancelled the payment',
  text: 'You were not charged, and your cart is unchanged. Pay when you are ready.',
};

/** Shown if the amount to charge is no longer the one that the customer agreed to. */
export const CART_CHANGED: Notice = {
  tone: 'danger',
  title: 'Your cart changed while you were paying',
  text: 'You were not charged. Check the new total, then pay again.',
};

/** Shown if a wallet's sheet closed because its cart was emptied. */
export const SHEET_CLOSED: Notice = { ...CART_CHANGED, text: 'Your wallet was not charged.' };

/** Shown if a wallet's sheet closed because its cart was paid. */
export const SHEET_PAID: Notice = {
  tone: 'info',
  title: 'This cart was paid in another tab or on another device',
  text: 'Your wallet was not charged.',
};

const NOT_CHARGED_YET = 'Nothing has been charged so far. Check the new total, then pay again.';

const GOING_BACK = new Set(['PAYMENT_MISMATCH', 'PAYMENT_DUPLICATE', 'PAYMENT_EXPIRED', 'PAYMENT_CLOSED']);

/** Whether the payment is neither paid nor ended. An open form in another tab or a bank's page can still finish it. */
export function isStillOpen(code: string): boolean {
  return code === 'PAYMENT_INCOMPLETE';
}

/** The notice for a payment that ended without an order. */
export function refusedNotice(reason: Reason, { code, message }: Extract<Outcome, { state: 'refused' }>): Notice {
  if (GOING_BACK.has(code)) {
    return {
      tone: 'danger',
      title: 'Your money is on its way back',
      text: `${message} It returns to the card that you paid with; your bank may take a few days to show it.`,
    };
  }
  switch (reason) {
    case 'sent':
      return {
        tone: 'danger',
        title: 'Payment did not go through',
        text: `${notCharged(message)} Check the details and try again, or use another card.`,
      };
    case 'cancelled':
      return CANCELLED;
    case 'left':
      return {
        tone: 'info',
        title: 'Your last payment was not finished',
        text: isStillOpen(code)
          ? 'Nothing has been charged so far. If the payment form is still open in another tab, finish it there. Otherwise pay here.'
          : `${notCharged(message)} Your cart is unchanged. Pay when you are ready.`,
      };
    case 'cart-changed':
      // The bank may still ask in its window, and the customer's reply there decides.
      return isStillOpen(code) ? { ...CART_CHANGED, text: NOT_CHARGED_YET } : CART_CHANGED;
  }
}

/** After this time a customer has read a notice, in milliseconds. */
export const READ_MS = 5_000;

/**
 * The toast for a payment whose cart disappeared before its notice could be read. It says what happened to the money and does not suggest
 * another try.
 * @param isPaid whether any payment has paid the cart
 * @returns null for a payment that may still go through or that the customer cancelled
 */
export function partingNotice(
  reason: Reason,
  refusal: Extract<Outcome, { state: 'refused' }>,
  isPaid: boolean,
): Notice | null {
  if (GOING_BACK.has(refusal.code)) return refusedNotice(reason, refusal);
  if (reason !== 'sent' || isStillOpen(refusal.code)) return null;
  if (isPaid) return { tone: 'info', title: 'This cart is paid', text: 'Your last try was not charged.' };
  return { tone: 'danger', title: 'Payment did not go through', text: notCharged(refusal.message) };
}

/** Shown if the provider has not decided and the customer no longer waits. */
export const UNDECIDED: Notice = {
  tone: 'info',
  title: 'Your last payment is not confirmed yet',
  text: 'If it goes through, your orders will be placed automatically. If you pay again, we check this payment first, so you will not be charged twice.',
};

const offlineNotice = (text: string): Notice => ({ tone: 'danger', isOffline: true, title: 'You are offline', text });

/** Shown if the customer taps Pay without a connection, before any request. */
export const OFFLINE = offlineNotice(
  'No payment was started and you were not charged. Your cart is saved. Pay when you are connected again.',
);

/** Shown if the customer places a free order without a connection. */
export const OFFLINE_ORDER = offlineNotice(
  'Your order was not placed. Your cart is saved. Place the order when you are connected again.',
);

/** Shown if the look-up of a payment failed. */
export function unknownNotice(paymentId: string): Notice {
  return {
    tone: 'danger',
    title: 'We could not find out whether you paid',
    text: `You may have been charged. Do not pay again: check again, or look at your orders in a minute. If you paid, they will be placed automatically. For support, your payment number is ${paymentId}.`,
  };
}

/** Shown if a free order was not placed or its response was lost. */
export function notPlacedNotice(error: unknown): Notice {
  if (isApiError(error) && error.code === 'PAYMENT_PROCESSING') return UNDECIDED;
  if (!isApiError(error) || error.status === 0 || error.status >= 500) {
    return {
      tone: 'danger',
      title: 'We could not find out whether your order was placed',
      text: 'Try again. It will not be placed twice.',
    };
  }
  return { tone: 'danger', title: 'Your order was not placed', text: error.message };
}

/** Shown if a payment could not be opened. */
export function notStartedNotice(error: unknown): Notice {
  if (isApiError(error) && error.code === 'PAYMENT_PROCESSING') return UNDECIDED;
  const reason = isApiError(error) ? error.message : 'The payment form could not be opened.';
  return {
    tone: 'danger',
    title: 'Payment could not start',
    text: isRefusal(error) ? notCharged(reason) : `${notCharged(reason)} Try again in a moment.`,
  };
}

/** The server's response about a payment on the bank's own page. 'unknown' means that the server could not be asked. */
export type BankPayment = StitchResult['state'] | 'not-found' | 'unknown';

/**
 * The notice at the queue for a payment that did not buy anything, or not yet.
 * @param hint the `status` of the address. Anyone can write it, so it only chooses the wording for a payment that was
 *   not charged according to the server.
 */
export function bankPaymentToast(
  state: BankPayment,
  hint: string,
): { content: string; color: 'dark' | 'danger' } | null {
  switch (state) {
    case 'succeeded':
      return null;
    case 'processing':
      return {
        color: 'dark',
        content: 'Your payment is not confirmed yet. Do not pay again: your orders will be placed automatically.',
      };
    case 'unpaid':
      return hint === 'failed'
        ? {
            color: 'danger',
            content: 'Your bank refused the payment. You were not charged, and your cart is unchanged.',
          }
        : { color: 'dark', content: 'The payment was not finished. You were not charged, and your cart is unchanged.' };
    case 'cancelled':
      return { color: 'dark', content: 'The payment was cancelled. You were not charged, and your cart is unchanged.' };
    case 'refunded':
      return {
        color: 'danger',
        content:
          'Your money is on its way back. The amount was wrong or the cart was already paid, so nothing was ordered with it.',
      };
    case 'not-found':
      return { color: 'danger', content: 'We do not know this payment. Nothing was charged or ordered.' };
    // A later API may know a state that this code does not.
    default:
      return {
        color: 'danger',
        content:
          'We could not check your payment. Do not pay again: if you paid, your orders will be placed automatically.',
      };
  }
}

/** Whether the server or the provider refused the request. The same request would be refused again. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && (error.status === 409 || error.status === 422 || error.code === 'PROVIDER_REFUSED');
}

function notCharged(message: string): string {
  return /charged/i.test(message) ? message : `${message} You were not charged.`;
}
