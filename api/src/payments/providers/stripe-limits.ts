/** The amounts that Stripe can charge. Every card fails outside of them, so the API refuses the cart before it asks for a card. */
import { formatMinor } from 'shared-contracts/rules/money';
import { fromStripeAmount, stripeStep, toStripeAmount } from 'shared-contracts/rules/stripe-amounts';
import { t } from '../../words';

/** Stripe's published minimum charges in minor units. Other currencies have none. */
const LEAST: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
};
/** Stripe's units allow eight digits. */
const MOST = 99_999_999;

/** Returns a sentence for the buyer, or null if the amount (minor units) can be charged. */
export function refusalOfStripeAmount(amountMinor: number, currency: string): string | null {
  const text = (minor: number) => formatMinor(minor, currency, `${currency} `);
  const least = LEAST[currency] ?? 1;
  const step = stripeStep(currency);
  if (amountMinor < least)
    return t('A card payment must be at least {amount}. Add something to your cart.', { amount: text(least) });
  if (toStripeAmount(amountMinor, currency) > MOST) {
    return t('A card payment can be at most {amount}. Make two orders of it.', {
      amount: text(fromStripeAmount(MOST, currency)),
    });
  }
  if (amountMinor % step !== 0) {
    return t('A card payment must be a multiple of {amount}. Change a quantity and try again.', { amount: text(step) });
  }
  return null;
}
