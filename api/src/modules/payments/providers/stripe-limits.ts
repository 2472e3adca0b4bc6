/** What Stripe can charge at all. Beyond it every card fails, so a cart is refused before a card is asked for. */
import { exponentOf, formatMinor } from 'shared-contracts/rules/money';

/** Stripe's published least charges, in minor units. Other currencies have none of their own. */
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
const MOST = 99_999_999;

/** Of currencies with three decimals. */
const STEP = 10;

/** The amounts (minor units) that Stripe takes are multiples of this. */
export const stripeStep = (currency: string): number => (exponentOf(currency) === 3 ? STEP : 1);

/** A sentence for the buyer, or null where the amount (minor units) can be charged. */
export function refusalOfStripeAmount(amountMinor: number, currency: string): string | null {
  const text = (minor: number) => formatMinor(minor, currency, `${currency} `);
  const least = LEAST[currency] ?? 1;
  if (amountMinor < least) return `A card payment must be at least ${text(least)}. Add something to your cart.`;
  if (amountMinor > MOST) return `A card payment can be at most ${text(MOST)}. Make two orders of it.`;
  if (amountMinor % stripeStep(currency) !== 0) {
    return `A card payment must be a multiple of ${text(STEP)}. Change a quantity and try again.`;
  }
  return null;
}
