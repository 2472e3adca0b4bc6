import type { Dispute } from 'shared-contracts/types';
import type { StateTone } from 'shared-contracts/ui';
import { t } from '../words';

export function disputeState(state: Dispute['state']): string {
  const names: Record<Dispute['state'], string> = {
    'needs-response': t('Needs an answer'),
    'under-review': t('The bank decides'),
    won: t('Won'),
    lost: t('Lost'),
  };
  return names[state];
}

export const DISPUTE_TONES: Readonly<Record<Dispute['state'], 'neutral' | StateTone>> = {
  'needs-response': 'late',
  'under-review': 'preparing',
  won: 'done',
  lost: 'neutral',
};

/** The reasons of Stripe for payments by card (https://docs.stripe.com/disputes/categories), as a sentence of the bank's customer. */
function stripeReasons(): Readonly<Record<string, string>> {
  return {
    credit_not_processed: t('A refund did not arrive'),
    duplicate: t('Paid twice'),
    fraudulent: t('Fraud: the holder of the card did not pay'),
    general: t('Another reason'),
    product_not_received: t('The order was not received'),
    product_unacceptable: t('The order was not as described'),
    unrecognized: t('The holder of the card does not know the payment'),
  };
}

/** Returns the reason of a dispute in words, or null if the bank or an operator wrote it: then it is shown as it was written. */
export const disputeReason = (reason: string): string | null => {
  const reasons = stripeReasons();
  return Object.hasOwn(reasons, reason) ? (reasons[reason] ?? null) : null;
};
