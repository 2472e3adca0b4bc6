/** What the customer is told when a payment has come to rest: what happened, whether money moved, and what to do. */
import { isApiError } from 'shared-contracts/client';
import type { StitchResult } from 'shared-contracts/types';
import type { Outcome } from './payment.resource';

export interface Notice {
  /** `danger` where something went wrong, `info` where the customer knows already. */
  tone: 'danger' | 'info';
  title: string;
  text: string;
}

/** Why the server is asked how a payment came out. */
export type Reason =
  /** The provider's form is done, or its bank sent the customer back. */
  | 'sent'
  /** The customer closed the form. */
  | 'cancelled'
  /** The page was left with the payment open: a closed tab, the back button. */
  | 'left'
  /** The cart became another while the form was open. */
  | 'cart-changed';

const GOING_BACK = new Set(['PAYMENT_MISMATCH', 'PAYMENT_DUPLICATE']);

/** A payment that ended without an order. */
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
      return {
        tone: 'info',
        title: 'You cancelled the payment',
        text: 'You were not charged, and your cart is as it was. Pay whenever you are ready.',
      };
    case 'left':
      return {
        tone: 'info',
        title: 'Your last payment was not finished',
        text: 'You were not charged, and your cart is as it was. Pay whenever you are ready.',
      };
    case 'cart-changed':
      return {
        tone: 'danger',
        title: 'Your cart changed while you were paying',
        text: 'You were not charged. Look at the new total, then pay again.',
      };
  }
}

/** A payment that the provider has not decided, when the customer no longer waits for it. */
export const UNDECIDED: Notice = {
  tone: 'info',
  title: 'Your last payment has no answer yet',
  text: 'If it goes through, your orders are placed by themselves. Paying again asks about it first, so you will not be charged twice.',
};

/** Pay without a connection: said before anything is asked. */
export const OFFLINE: Notice = {
  tone: 'danger',
  title: 'You are offline',
  text: 'No payment was started and you were not charged. Your cart is kept: pay when you are connected again.',
};

/** The server, or the way to it, failed while it was asked how a payment came out. */
export const UNKNOWN: Notice = {
  tone: 'danger',
  title: 'We could not find out whether you paid',
  text: 'Money may have moved. Do not pay again: check once more, or look at your orders in a minute. If you paid, they are placed by themselves.',
};

/** A payment that was never opened. */
export function notStartedNotice(error: unknown): Notice {
  if (isApiError(error) && error.code === 'PAYMENT_PROCESSING') return UNDECIDED;
  const reason = isApiError(error) ? error.message : 'The payment form could not be opened.';
  return {
    tone: 'danger',
    title: 'Payment could not start',
    text: isRefusal(error) ? notCharged(reason) : `${notCharged(reason)} Try again in a moment.`,
  };
}

/** What the server says of a payment that was made on the bank's own page. */
export type BankPayment = StitchResult['state'] | 'not-found';

/**
 * @param hint the `status` of the address. Anybody can write it, so it only chooses between words for a payment of which
 *   the server says that nothing was charged.
 */
export function bankPaymentNotice(state: Exclude<BankPayment, 'succeeded'>, hint: string): Notice {
  switch (state) {
    case 'processing':
      return {
        tone: 'info',
        title: 'Your bank has not answered yet',
        text: 'Money may be on its way. Do not pay again: this page asks once more by itself, and your orders are placed once it arrives.',
      };
    case 'unpaid':
      return hint === 'failed'
        ? {
            tone: 'danger',
            title: 'Payment did not go through',
            text: 'Your bank refused it. You were not charged, and your cart is as it was. Go back to it and try again.',
          }
        : {
            tone: 'info',
            title: 'The payment was not finished',
            text: 'You were not charged, and your cart is as it was. Go back to it and pay whenever you are ready.',
          };
    case 'cancelled':
      return {
        tone: 'info',
        title: 'The payment was cancelled',
        text: 'You were not charged: it was cancelled, or it ran out of time. Go back to your cart and pay again.',
      };
    case 'refunded':
      return {
        tone: 'danger',
        title: 'Your money is on its way back',
        text: 'What was paid is not what this cart costs, or it was paid already. Nothing was ordered with it. Your bank may take a few days to show it.',
      };
    case 'not-found':
      return {
        tone: 'danger',
        title: 'We do not know this payment',
        text: 'Nothing was charged or ordered by opening this page. If you paid, your orders are in the queue.',
      };
  }
}

/** The server, or the provider, understood and said no; the same again brings the same. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && (error.status === 409 || error.status === 422 || error.code === 'PROVIDER_REFUSED');
}

function notCharged(message: string): string {
  return /charged/i.test(message) ? message : `${message} You were not charged.`;
}
