/** Reads and writes the choice of a tip. The server computes every amount. */
import { latinDigits } from 'shared-contracts/rules/forms';
import { decimalOf, formatMajor, toMinor } from 'shared-contracts/rules/money';
import type { Cart, CartTip, TipChange } from 'shared-contracts/types';
import type { Choice } from 'shared-contracts/ui';
import { t } from '../words';

/** No tip, an amount of the buyer's own, or one of the hall's percentages. */
export type TipId = 'none' | 'own' | number;

type Money = Pick<Cart, 'currency' | 'currency_symbol'>;

const isOwn = ({ percent, amount }: CartTip): boolean => percent === null && amount > 0;

/** Returns the choice that the server has. */
export const chosenTip = (tip: CartTip): TipId => tip.percent ?? (isOwn(tip) ? 'own' : 'none');

/** Returns the choice that a change leads to. */
export const tipOfChange = (change: TipChange): TipId => ('amount' in change ? 'own' : (change.percent ?? 'none'));

/** Lists what the buyer can choose, each percentage with what it comes to. */
export function tipChoices(tip: CartTip, { currency, currency_symbol }: Money): Choice<TipId>[] {
  const text = (amount: number) => formatMajor(amount, currency, currency_symbol);
  return [
    { id: 'none', name: t('No tip') },
    ...tip.offers.map(({ percent, amount }) => ({
      id: percent,
      name: t('{percent}\u00a0%', { percent }),
      price: text(amount),
    })),
    { id: 'own', name: t('Another amount'), ...(isOwn(tip) && { price: text(tip.amount) }) },
  ];
}

/** Writes the saved amount as a person types it; empty if there is none. */
export const ownTipText = (tip: CartTip, { currency }: Money): string =>
  isOwn(tip) ? decimalOf(toMinor(tip.amount, currency), currency) : '';

/**
 * Reads an amount in major units as a person types it: with a comma or a point, in the digits of any script.
 * @returns a sentence if it is no tip
 * @example
 * readOwnTip('2,50', { most: 20, currency: 'CAD', currency_symbol: '$' }); // 2.5
 */
export function readOwnTip(
  typed: string,
  { most, currency, currency_symbol }: Money & { most: number },
): number | string {
  const plain = latinDigits(typed.trim()).replace(/[,٫]/, '.');
  if (!/^\d{1,9}(\.\d*)?$|^\.\d+$/.test(plain))
    return t('Enter an amount, such as {example}.', { example: exampleIn(currency) });
  const amount = Number(plain);
  try {
    toMinor(amount, currency);
  } catch {
    return t('This has more decimals than {currency} has.', { currency });
  }
  if (amount === 0) return t('Enter an amount above zero, or choose no tip.');
  if (amount <= most) return amount;
  return t('A tip can be at most {amount}, the price of the items.', {
    amount: formatMajor(most, currency, currency_symbol),
  });
}

/** 2.50 dollars, or 250 yen. */
const exampleIn = (currency: string): string => decimalOf(250, currency);
