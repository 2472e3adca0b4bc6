/** Builds the notices for a payment that has ended. Each says what happened, whether money moved, and what to do. */
import { isApiError } from 'shared-contracts/client';
import type { StitchResult } from 'shared-contracts/types';
import { t } from '../words';
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

/** The texts of these notices are getters, since the translations arrive after this module. */
export const SLOW_FORM: Notice = {
  tone: 'info',
  get title() {
    return t('The payment provider is slow to respond');
  },
  get text() {
    return t('You were not charged. The form opens as soon as it is here.');
  },
};

export const CANCELLED: Notice = {
  tone: 'info',
  get title() {
    return t('You cancelled the payment');
  },
  get text() {
    return t('You were not charged, and your cart is unchanged. Pay when you are ready.');
  },
};

/** Shown if the amount to charge is no longer the one that the customer agreed to. */
export const CART_CHANGED: Notice = {
  tone: 'danger',
  get title() {
    return t('Your cart changed while you were paying');
  },
  get text() {
    return t('You were not charged. Check the new total, then pay again.');
  },
};

/** Shown if a wallet's sheet closed because its cart was emptied. */
export const SHEET_CLOSED: Notice = {
  tone: CART_CHANGED.tone,
  get title() {
    return CART_CHANGED.title;
  },
  get text() {
    return t('Your wallet was not charged.');
  },
};

/** Shown if a wallet's sheet closed because its cart was paid. */
export const SHEET_PAID: Notice = {
  tone: 'info',
  get title() {
    return t('This cart was paid in another tab or on another device');
  },
  get text() {
    return t('Your wallet was not charged.');
  },
};

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
      title: t('Your money is on its way back'),
      text: `${message} ${t('It returns to the card that you paid with; your bank may take a few days to show it.')}`,
    };
  }
  switch (reason) {
    case 'sent':
      return {
        tone: 'danger',
        title: t('Payment did not go through'),
        text: `${notCharged(message)} ${t('Check the details and try again, or use another card.')}`,
      };
    case 'cancelled':
      return CANCELLED;
    case 'left':
      return {
        tone: 'info',
        title: t('Your last payment was not finished'),
        text: isStillOpen(code)
          ? t(
              'Nothing has been charged so far. If the payment form is still open in another tab, finish it there. Otherwise pay here.',
            )
          : `${notCharged(message)} ${t('Your cart is unchanged. Pay when you are ready.')}`,
      };
    case 'cart-changed':
      // The bank may still ask in its window, and the customer's reply there decides.
      return isStillOpen(code)
        ? { ...CART_CHANGED, text: t('Nothing has been charged so far. Check the new total, then pay again.') }
        : CART_CHANGED;
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
  if (isPaid) return { tone: 'info', title: t('This cart is paid'), text: t('Your last try was not charged.') };
  return { tone: 'danger', title: t('Payment did not go through'), text: notCharged(refusal.message) };
}

/** Shown if the provider has not decided and the customer no longer waits. */
export const UNDECIDED: Notice = {
  tone: 'info',
  get title() {
    return t('Your last payment is not confirmed yet');
  },
  get text() {
    return t(
      'If it goes through, your orders will be placed automatically. If you pay again, we check this payment first, so you will not be charged twice.',
    );
  },
};

/** Shown if the customer taps Pay without a connection, before any request. */
export const OFFLINE: Notice = {
  tone: 'danger',
  isOffline: true,
  get title() {
    return t('You are offline');
  },
  get text() {
    return t('No payment was started and you were not charged. Your cart is saved. Pay when you are connected again.');
  },
};

/** Shown if the customer places a free order without a connection. */
export const OFFLINE_ORDER: Notice = {
  tone: 'danger',
  isOffline: true,
  get title() {
    return t('You are offline');
  },
  get text() {
    return t('Your order was not placed. Your cart is saved. Place the order when you are connected again.');
  },
};

/** Shown if the look-up of a payment failed. */
export function unknownNotice(paymentId: string): Notice {
  return {
    tone: 'danger',
    title: t('We could not find out whether you paid'),
    text: t(
      'You may have been charged. Do not pay again: check again, or look at your orders in a minute. If you paid, they will be placed automatically. For support, your payment number is {number}.',
      { number: paymentId },
    ),
  };
}

/** Shown if a free order was not placed or its response was lost. */
export function notPlacedNotice(error: unknown): Notice {
  if (isApiError(error) && error.code === 'PAYMENT_PROCESSING') return UNDECIDED;
  if (!isApiError(error) || error.status === 0 || error.status >= 500) {
    return {
      tone: 'danger',
      title: t('We could not find out whether your order was placed'),
      text: t('Try again. It will not be placed twice.'),
    };
  }
  return { tone: 'danger', title: t('Your order was not placed'), text: error.message };
}

/** Shown if a payment could not be opened. */
export function notStartedNotice(error: unknown): Notice {
  if (isApiError(error) && error.code === 'PAYMENT_PROCESSING') return UNDECIDED;
  const reason = isApiError(error) ? error.message : t('The payment form could not be opened.');
  return {
    tone: 'danger',
    title: t('Payment could not start'),
    text: isRefusal(error) ? notCharged(reason) : `${notCharged(reason)} ${t('Try again in a moment.')}`,
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
        content: t('Your payment is not confirmed yet. Do not pay again: your orders will be placed automatically.'),
      };
    case 'unpaid':
      return hint === 'failed'
        ? {
            color: 'danger',
            content: t('Your bank refused the payment. You were not charged, and your cart is unchanged.'),
          }
        : {
            color: 'dark',
            content: t('The payment was not finished. You were not charged, and your cart is unchanged.'),
          };
    case 'cancelled':
      return {
        color: 'dark',
        content: t('The payment was cancelled. You were not charged, and your cart is unchanged.'),
      };
    case 'refunded':
      return {
        color: 'danger',
        content: t(
          'Your money is on its way back. The amount was wrong or the cart was already paid, so nothing was ordered with it.',
        ),
      };
    case 'not-found':
      return { color: 'danger', content: t('We do not know this payment. Nothing was charged or ordered.') };
    // A later API may know a state that this code does not.
    default:
      return {
        color: 'danger',
        content: t(
          'We could not check your payment. Do not pay again: if you paid, your orders will be placed automatically.',
        ),
      };
  }
}

/** Whether the server or the provider refused the request. The same request would be refused again. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && (error.status === 409 || error.status === 422 || error.code === 'PROVIDER_REFUSED');
}

/**
 * Adds to a message of the API that nothing was charged, unless it says itself what was charged. That is found by the stem of the word, which
 * the catalogs have as the translation of 'charged': the API's texts contain it too.
 */
function notCharged(message: string): string {
  const isSaid = ['charged', t('charged')].some((stem) => message.toLowerCase().includes(stem));
  return isSaid ? message : `${message} ${t('You were not charged.')}`;
}
