import { taxesOfOrder } from './order-amounts';

const order = {
  total_minor: 1150,
  tax_minor: 150,
  tax_name: 'HST',
  tax_rate_bp: 1500,
  is_tax_included: true,
};
const line = { total_minor: 1150, tax_name: null, tax_rate_bp: null };

test('an order without lines of another rate has one tax: the one that was charged', () => {
  expect(taxesOfOrder({ ...order, lines: [line] })).toEqual([
    { name: 'HST', rateBasisPoints: 1500, totalMinor: 1150, taxMinor: 150 },
  ]);
});

test('an order or a snapshot from before there were rates says nothing of its lines’ taxes', () => {
  const old = { total_minor: 1150 } as typeof line;
  expect(taxesOfOrder({ ...order, lines: [old] })).toEqual(taxesOfOrder({ ...order, lines: [line] }));
});

test('the taxes of the rates add up to what was charged, whatever that was', () => {
  const lines = [
    { ...line, total_minor: 575 },
    { total_minor: 575, tax_name: 'Alcohol', tax_rate_bp: 2000 },
  ];
  // 75 of 15 % and 96 of 20 %.
  expect(taxesOfOrder({ ...order, tax_minor: 171, lines }).map(({ taxMinor }) => taxMinor)).toEqual([75, 96]);
  expect(taxesOfOrder({ ...order, tax_minor: 170, lines }).map(({ taxMinor }) => taxMinor)).toEqual([75, 95]);
});
