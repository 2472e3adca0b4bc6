/** What the customer is told when a payment has come to rest: what happened, whether money moved, and what to do. */
import { isApiError } from 'shared-contracts/client';
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

/** A payment that was never opened. */
export function notStartedNotice(error: unknown): Notice {
  if (isApiError(error) && error.code === 'PAYMENT_PROCESSING') return UNDECIDED;
  const reason = isApiError(error) ? error.message : 'The payment form could not be opened.';
  return {
    tone: 'danger',
    title: 'Payment could not start',
    text:
      isApiError(error) && error.status === 409 ? notCharged(reason) : `${notCharged(reason)} Try again in a moment.`,
  };
}

function notCharged(message: string): string {
  return /charged/i.test(message) ? message : `${message} You were not charged.`;
}
