/**
 * Stripe's API has an amount in its own smallest unit of the currency. For a few currencies that is not ISO 4217's: a krona and a shilling have two
 * decimals there, which are always 00, and an ariary has none (docs.stripe.com/currencies, 'Special cases' and 'Zero-decimal currencies').
 */
import { exponentOf } from './money';

const DECIMALS: Readonly<Record<string, number>> = { ISK: 2, MGA: 0, UGX: 2 };

/** How many of Stripe's units one minor unit is: 1 for nearly all currencies, 100 or 0.01 for these. */
const unitsOf = (currency: string): number =>
  10 ** ((DECIMALS[currency] ?? exponentOf(currency)) - exponentOf(currency));

/**
 * Minor units to Stripe's, which are whole: what Stripe has no unit for is rounded, and the API refuses such an amount before a payment begins.
 */
export const toStripeAmount = (minor: number, currency: string): number => Math.round(minor * unitsOf(currency));

/** Stripe's units to minor units. */
export const fromStripeAmount = (amount: number, currency: string): number => Math.round(amount / unitsOf(currency));

/** The amounts (minor units) that Stripe takes are multiples of this; with three decimals, the last one is 0. */
export function stripeStep(currency: string): number {
  if (exponentOf(currency) === 3) return 10;
  return Math.max(1, 1 / unitsOf(currency));
}
