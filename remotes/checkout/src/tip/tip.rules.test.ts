import type { CartTip } from 'shared-contracts/types';
import { chosenTip, ownTipText, readOwnTip, tipChoices } from './tip.rules';

const CAD = { currency: 'CAD', currency_symbol: '$' };
const aTip = (fields: Partial<CartTip> = {}): CartTip => ({
  amount: 0,
  percent: null,
  offers: [
    { percent: 5, amount: 4.03 },
    { percent: 10, amount: 8.05 },
    { percent: 12.5, amount: 10.06 },
  ],
  most: 80.5,
  ...fields,
});

test.each([
  ['nothing, unless the buyer has chosen', {}, 'none'],
  ['a percentage', { percent: 10, amount: 8.05 }, 10],
  ['a percentage that comes to nothing', { percent: 5, amount: 0 }, 5],
  ['an amount', { amount: 4 }, 'own'],
])('%s is chosen', (_what, fields, chosen) => {
  expect(chosenTip(aTip(fields))).toBe(chosen);
});

test('each percentage says what it comes to, and an amount of the buyer’s own what it is', () => {
  const rows = (tip: CartTip) => tipChoices(tip, CAD).map(({ name, price }) => [name, price]);
  expect(rows(aTip())).toEqual([
    ['No tip', undefined],
    ['5\u00a0%', '$4.03'],
    ['10\u00a0%', '$8.05'],
    ['12.5\u00a0%', '$10.06'],
    ['Another amount', undefined],
  ]);
  expect(rows(aTip({ amount: 4 })).at(-1)).toEqual(['Another amount', '$4.00']);
  expect(ownTipText(aTip({ amount: 4 }), CAD)).toBe('4.00');
  expect(ownTipText(aTip({ percent: 5, amount: 4.03 }), CAD)).toBe('');
});

test.each<[string, string, number | string]>([
  ['2.50', 'CAD', 2.5],
  [' 2,5 ', 'CAD', 2.5],
  ['.5', 'CAD', 0.5],
  ['٢٫٥٠', 'CAD', 2.5],
  ['۳', 'JPY', 3],
  ['80.5', 'CAD', 80.5],
  ['', 'CAD', 'Enter an amount, such as 2.50.'],
  ['', 'JPY', 'Enter an amount, such as 250.'],
  ['two', 'CAD', 'Enter an amount, such as 2.50.'],
  ['-2', 'CAD', 'Enter an amount, such as 2.50.'],
  ['1,000.50', 'CAD', 'Enter an amount, such as 2.50.'],
  ['1e2', 'CAD', 'Enter an amount, such as 2.50.'],
  ['2.505', 'CAD', 'This has more decimals than CAD has.'],
  ['2.5', 'JPY', 'This has more decimals than JPY has.'],
  ['0', 'CAD', 'Enter an amount above zero, or choose no tip.'],
  ['80.51', 'CAD', 'A tip can be at most $80.50, the price of the items.'],
])('%j is read in %s as %j', (typed, currency, expected) => {
  expect(readOwnTip(typed, { ...CAD, currency, most: currency === 'JPY' ? 80 : 80.5 })).toBe(expected);
});
