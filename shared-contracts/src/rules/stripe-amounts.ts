/**
 * Stripe's API takes an amount in its own smallest unit of the currency. For a few currencies this unit is not ISO 4217's: at
 * Stripe, a krona and a shilling have two decimals, which are always 00, and an ariary has none (docs.stripe.com/currencies,
 * 'Special cases' and 'Zero-decimal currencies').
 */
import { exponentOf } from './money';

const DECIMALS: Readonly<Record<string, number>> = { ISK: 2, MGA: 0, UGX: 2 };

/** Returns how many of Stripe's units one minor unit is: 1 for nearly all currencies, 100 or 0.01 for these. */
const stripeUnits = (currency: string): number =>
  10 ** ((DECIMALS[currency] ?? exponentOf(currency)) - exponentOf(currency));

/**
 * Converts minor units to Stripe's, which are whole. It rounds an amount that Stripe cannot express; our API has refused such
 * an amount before a payment begins.
 * @example
 * toStripeAmount(500, 'UGX'); // 50000
 */
export const toStripeAmount = (minor: number, currency: string): number => Math.round(minor * stripeUnits(currency));

/**
 * Converts Stripe's units to minor units.
 * @example
 * fromStripeAmount(50000, 'UGX'); // 500
 */
export const fromStripeAmount = (amount: number, currency: string): number =>
  Math.round(amount / stripeUnits(currency));

/**
 * Returns the step of the amounts that Stripe takes, in minor units. With three decimals the last one is 0.
 * @example
 * stripeStep('KWD'); // 10
 */
export function stripeStep(currency: string): number {
  if (exponentOf(currency) === 3) return 10;
  return Math.max(1, 1 / stripeUnits(currency));
}
