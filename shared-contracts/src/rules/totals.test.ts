import fc from 'fast-check';
import {
  cartAmounts,
  lineTotal,
  payloadItemTotal,
  priceOrders,
  queueCardAmounts,
  receiptTotal,
  type TaxTerms,
  taxesOf,
} from './totals';

const HST = { rateBasisPoints: 1300, isIncluded: false };
const VAT = { rateBasisPoints: 1500, isIncluded: true };

describe('totals', () => {
  test('a line is (price + chosen options) × quantity, the payload item_total leaves the options out', () => {
    const line = { unitMinor: 1950, optionsMinor: [200, 150], quantity: 2 };
    expect(lineTotal(line)).toBe(4600);
    expect(payloadItemTotal(line)).toBe(3900);
  });

  test('the charge is the sum of the receipts, for two vendors with a service charge and added HST', () => {
    const orders = priceOrders(
      [
        { lineTotals: [4600, 850], tax: HST },
        { lineTotals: [1600, 1000], tax: HST },
      ],
      250,
    );
    expect(orders).toEqual([
      { totalMinor: 5450, taxMinor: 709, serviceFeeMinor: 169, serviceFeeTaxMinor: 22 },
      { totalMinor: 2600, taxMinor: 338, serviceFeeMinor: 81, serviceFeeTaxMinor: 11 },
    ]);
    expect(cartAmounts(orders.map((order) => ({ ...order, isTaxIncluded: false })))).toEqual({
      itemTotalMinor: 8050,
      serviceChargeMinor: 250,
      adjustmentTaxMinor: 33,
      hstMinor: 1080,
      tipMinor: 0,
      totalMinor: 9380,
    });
  });

  test('splits a tip over the orders by their totals, and adds it to the receipts without tax', () => {
    const orders = priceOrders(
      [
        { lineTotals: [5450], tax: HST },
        { lineTotals: [0], tax: HST },
        { lineTotals: [2600], tax: HST },
      ],
      0,
      100,
    );
    expect(orders.map(({ tipMinor }) => tipMinor)).toEqual([68, undefined, 32]);
    expect(orders.map((order) => receiptTotal(order, false))).toEqual([6227, 0, 2970]);
    expect(cartAmounts(orders.map((order) => ({ ...order, isTaxIncluded: false })))).toMatchObject({
      tipMinor: 100,
      hstMinor: 1047,
      totalMinor: 9197,
    });
  });

  test('shows included tax and does not add it', () => {
    const [order] = priceOrders([{ lineTotals: [11500], tax: VAT }], 0);
    expect(order).toEqual({ totalMinor: 11500, taxMinor: 1500, serviceFeeMinor: 0, serviceFeeTaxMinor: 0 });
    expect(order && receiptTotal(order, true)).toBe(11500);
  });

  describe('an order with several rates', () => {
    const FOOD = { name: 'HST', rateBasisPoints: 1300, isIncluded: false };
    const BEER = { name: 'Alcohol', rateBasisPoints: 2000 };
    const lines = (tax: TaxTerms) => ({
      totalMinor: 1018,
      tax,
      // 7 + 7 + 1004 = 1018; each line of 7 alone would round 1.4 to 1.
      ownTaxes: [
        { tax: BEER, totalMinor: 7 },
        { tax: BEER, totalMinor: 7 },
      ],
    });

    test('rounds the tax once for each rate, and gives lines without a rate the order’s', () => {
      expect(taxesOf(lines(FOOD))).toEqual([
        { name: 'HST', rateBasisPoints: 1300, totalMinor: 1004, taxMinor: 131 },
        { ...BEER, totalMinor: 14, taxMinor: 3 },
      ]);
    });

    test('contains each tax in its lines if tax is included', () => {
      expect(taxesOf(lines({ ...FOOD, isIncluded: true }))).toEqual([
        { name: 'HST', rateBasisPoints: 1300, totalMinor: 1004, taxMinor: 116 },
        { ...BEER, totalMinor: 14, taxMinor: 2 },
      ]);
    });

    test('has the sum of all taxes, and taxes the service fee at its own rate', () => {
      const { ownTaxes } = lines(FOOD);
      expect(priceOrders([{ lineTotals: [1004, 7, 7], tax: FOOD, ownTaxes }], 100)).toEqual([
        { totalMinor: 1018, taxMinor: 134, serviceFeeMinor: 100, serviceFeeTaxMinor: 13 },
      ]);
    });

    test.each([
      ['nothing of its own rate is sold', 500, [{ tax: BEER, totalMinor: 500 }], [['Alcohol', 500, 100]]],
      ["a line has the order's tax as its own", 500, [{ tax: FOOD, totalMinor: 100 }], [['HST', 500, 65]]],
      ['everything is free', 0, [{ tax: BEER, totalMinor: 0 }], [['HST', 0, 0]]],
      ['it has no lines', 0, [], [['HST', 0, 0]]],
    ])('lists its taxes if %s', (_case, totalMinor, ownTaxes, expected) => {
      const taxes = taxesOf({ totalMinor, tax: FOOD, ownTaxes });
      expect(taxes.map((each) => [each.name, each.totalMinor, each.taxMinor])).toEqual(expected);
    });

    test('keeps two rates of the same name apart, as after a change while the cart is filled', () => {
      const ownTaxes = [
        { tax: BEER, totalMinor: 100 },
        { tax: { ...BEER, rateBasisPoints: 2500 }, totalMinor: 100 },
      ];
      expect(taxesOf({ totalMinor: 200, tax: FOOD, ownTaxes }).map(({ taxMinor }) => taxMinor)).toEqual([20, 25]);
    });
  });

  test('an empty cart costs nothing, not even the service charge', () => {
    expect(priceOrders([], 250)).toEqual([]);
    expect(priceOrders([{ lineTotals: [], tax: HST }], 250)).toEqual([
      { totalMinor: 0, taxMinor: 0, serviceFeeMinor: 0, serviceFeeTaxMinor: 0 },
    ]);
  });

  test('in any cart, the total is the sum of its receipts and the charge the sum of the parts', () => {
    const order = fc.record({
      lineTotals: fc.array(fc.integer({ min: 0, max: 1e7 }), { minLength: 1, maxLength: 5 }),
      tax: fc.record({ rateBasisPoints: fc.integer({ min: 0, max: 3000 }), isIncluded: fc.boolean() }),
    });
    fc.assert(
      fc.property(
        fc.array(order, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 5000 }),
        (orders, charge) => {
          const priced = priceOrders(orders, charge).map((amounts, index) => ({
            ...amounts,
            isTaxIncluded: orders[index]?.tax.isIncluded ?? false,
          }));
          const cart = cartAmounts(priced);
          expect(cart.serviceChargeMinor).toBe(charge);
          expect(cart.totalMinor).toBe(priced.reduce((sum, each) => sum + receiptTotal(each, each.isTaxIncluded), 0));
        },
      ),
    );
  });

  test.each([
    [
      { totalMinor: 5450, taxMinor: 709, isTaxIncluded: false },
      { hstMinor: 709, totalMinor: 6159 },
    ],
    [
      { totalMinor: 2600, taxMinor: null, isTaxIncluded: false },
      { hstMinor: 338, totalMinor: 2938 },
    ],
    [
      { totalMinor: 11500, taxMinor: 1500, isTaxIncluded: true },
      { hstMinor: 1500, totalMinor: 11500 },
    ],
  ])('the queue card of %j shows %j', (order, shown) => {
    expect(queueCardAmounts(order)).toEqual(shown);
  });
});
