import { addedByRate, taxesOfOrder, withServiceCharge } from './order-amounts';

const order = {
  total_minor: 1150,
  tax_minor: 150,
  tax_name: 'HST',
  tax_rate_bp: 1500,
  is_tax_included: true,
};
const line = { total_minor: 1150, tax_name: null, tax_rate_bp: null };

test('an order whose lines have one rate has one tax, which is the charged tax', () => {
  expect(taxesOfOrder({ ...order, lines: [line] })).toEqual([
    { name: 'HST', rateBasisPoints: 1500, totalMinor: 1150, taxMinor: 150 },
  ]);
});

test('an order or a snapshot without stored rates lists no taxes by line', () => {
  const old = { total_minor: 1150 } as typeof line;
  expect(taxesOfOrder({ ...order, lines: [old] })).toEqual(taxesOfOrder({ ...order, lines: [line] }));
});

test('the taxes of all rates add up to the charged tax', () => {
  const lines = [
    { ...line, total_minor: 575 },
    { total_minor: 575, tax_name: 'Alcohol', tax_rate_bp: 2000 },
  ];
  // 75 of 15 % and 96 of 20 %.
  expect(taxesOfOrder({ ...order, tax_minor: 171, lines }).map(({ taxMinor }) => taxMinor)).toEqual([75, 96]);
  expect(taxesOfOrder({ ...order, tax_minor: 170, lines }).map(({ taxMinor }) => taxMinor)).toEqual([75, 95]);
});

describe('the taxes with the service charge', () => {
  const added = { ...order, is_tax_included: false, service_fee_minor: 100, service_fee_tax_minor: 15 };
  const taxes = [
    { name: 'HST', rateBasisPoints: 1500, totalMinor: 1000, taxMinor: 150 },
    { name: 'Alcohol', rateBasisPoints: 2000, totalMinor: 500, taxMinor: 100 },
  ];

  test('include the charge at the rate of the order, and add up to the tax of the receipt', () => {
    expect(withServiceCharge(taxes, added)).toEqual([
      { name: 'HST', rateBasisPoints: 1500, baseMinor: 1100, taxMinor: 165 },
      { name: 'Alcohol', rateBasisPoints: 2000, baseMinor: 500, taxMinor: 100 },
    ]);
  });

  test('show the prices before tax if tax is included', () => {
    const [own] = withServiceCharge(taxes, { ...added, is_tax_included: true });
    expect(own).toMatchObject({ baseMinor: 850 + 85, taxMinor: 165 });
  });

  test('include a refund that has only the tax of the charge', () => {
    const refund = { ...added, service_fee_minor: 0, service_fee_tax_minor: 1 };
    expect(withServiceCharge([], refund)).toEqual([{ name: 'HST', rateBasisPoints: 1500, baseMinor: 0, taxMinor: 1 }]);
  });

  test('are summed over orders by rate', () => {
    const [own, ...others] = withServiceCharge(taxes, added);
    expect(addedByRate([own, own, ...others].flatMap((part) => part ?? []))).toEqual([
      { name: 'HST', rateBasisPoints: 1500, baseMinor: 2200, taxMinor: 330 },
      ...others,
    ]);
  });
});
