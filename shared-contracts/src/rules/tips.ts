/** Computes the tip of a cart. Nothing is preselected: a cart without a choice has no tip, and a tip has no tax. Amounts are minor units. */
import { taxOn } from './money';
import { stripeStep } from './stripe-amounts';

/** The smallest and the largest percentage that a hall can offer. */
export const TIP_PERCENT = { least: 1, most: 30 } as const;

/** The buyer's choice for one cart: a percentage of the items, which follows them, or an amount, which stays. */
export type TipChoice = { rateBasisPoints: number } | { amountMinor: number };

/**
 * Returns the tip on the items of a cart: their prices with options, without the service charge and without tax that is added. An amount
 * counts up to the total of the items, so that a cart that shrinks never has a tip above its food. A percentage is rounded half up to an amount that cards can pay.
 * @param choice null if the buyer chose none
 * @example
 * tipOn(2550, { rateBasisPoints: 1000 }, 'CAD'); // 255
 */
export function tipOn(itemTotalMinor: number, choice: TipChoice | null, currency: string): number {
  if (choice === null) return 0;
  if ('amountMinor' in choice) return Math.min(choice.amountMinor, itemTotalMinor);
  const step = tipStep(currency);
  return Math.round(taxOn(itemTotalMinor, choice.rateBasisPoints) / step) * step;
}

/**
 * Returns the step of tips: with a finer tip, a cart that a card can pay could become one that it cannot.
 * @example
 * tipStep('KWD'); // 10
 */
export const tipStep = stripeStep;
