/** Stripe's public test cards that the sandbox knows. Every other number is refused, so that a real card never works here. */

export interface CardDecline {
  code: string;
  decline_code?: string;
  message: string;
}

export interface CardBehaviour {
  challenge: boolean;
  decline: CardDecline | null;
}

const PAYS: CardBehaviour = { challenge: false, decline: null };

const declined = (decline: CardDecline): CardBehaviour => ({ challenge: false, decline });

const GENERIC_DECLINE: CardDecline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};

const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': PAYS,
  '4000000000000002': declined(GENERIC_DECLINE),
  '4000000000009995': declined({
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  }),
  '4000000000000069': declined({ code: 'expired_card', message: 'Your card has expired.' }),
  '4000000000000127': declined({ code: 'incorrect_cvc', message: "Your card's security code is incorrect." }),
  '4000000000000119': declined({
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  }),
  '4000002760003184': { challenge: true, decline: null },
  '4000008400001629': { challenge: true, decline: GENERIC_DECLINE },
};

const UNKNOWN_CARD: CardBehaviour = declined({
  code: 'card_declined',
  decline_code: 'test_mode_live_card',
  message: 'Your card was declined. Your request was in test mode, but used a non test card.',
});

export function behaviourOfCard(number: string): CardBehaviour {
  return TEST_CARDS[number] ?? UNKNOWN_CARD;
}

/** The card numbers of Stripe's test tokens for server-side tests, such as `pm_card_visa`. */
export const TEST_PAYMENT_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecure2Required: '4000002760003184',
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: '4000008400001629',
};
