import { type TipChoice, tipOn } from './tips';

const percent = (value: number): TipChoice => ({ rateBasisPoints: value * 100 });
const amount = (amountMinor: number): TipChoice => ({ amountMinor });

describe('a tip', () => {
  test.each<[string, itemTotalMinor: number, TipChoice | null, currency: string, tipMinor: number]>([
    ['is 0 without a choice', 2550, null, 'CAD', 0],
    ['follows the items as a percentage', 2550, percent(10), 'CAD', 255],
    ['is rounded half up', 1005, percent(10), 'CAD', 101],
    ['may have a percentage with decimals', 2550, percent(12.5), 'CAD', 319],
    ['has whole yen', 1234, percent(15), 'JPY', 185],
    [
      'ends in 0 where a currency has three decimals, since cards cannot pay the last one',
      1234,
      percent(10),
      'KWD',
      120,
    ],
    ['is 0 on free items', 0, percent(10), 'CAD', 0],
    ['stays as an amount', 2550, amount(400), 'CAD', 400],
    ['is never more than the items', 300, amount(400), 'CAD', 300],
    ['is 0 for free items, also as an amount', 0, amount(400), 'CAD', 0],
  ])('%s', (_case, itemTotalMinor, choice, currency, tipMinor) => {
    expect(tipOn(itemTotalMinor, choice, currency)).toBe(tipMinor);
  });
});
