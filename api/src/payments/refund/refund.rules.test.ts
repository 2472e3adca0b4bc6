import fc from 'fast-check';
import { priceOrders, receiptTotal, type TaxRate, taxesOf } from 'shared-contracts/rules/totals';
import {
  addAmounts,
  leftOf,
  NO_AMOUNTS,
  type PaidOrder,
  planRefund,
  type Refunded,
  type RefundPlan,
  type RefundRefusal,
  type RefundRequest,
  ratedAmounts,
} from './refund.rules';

const HST = { rateBasisPoints: 1300, isIncluded: false };
const VAT = { rateBasisPoints: 1500, isIncluded: true };

const ALCOHOL = { name: 'Alcohol', rateBasisPoints: 2000 };

/** @param lines the quantity, the price of one unit, and the tax if it differs from the order's */
function paid(
  lines: readonly [quantity: number, unitMinor: number, tax?: TaxRate | undefined][],
  terms = HST,
  serviceChargeMinor = 0,
  tipMinor = 0,
): PaidOrder {
  const own = { name: 'HST', rateBasisPoints: terms.rateBasisPoints };
  const tax = { ...own, isIncluded: terms.isIncluded };
  const priced = lines.map(([quantity, unitMinor, lineTax = own], index) => ({
    id: index + 1,
    quantity,
    totalMinor: quantity * unitMinor,
    tax: lineTax,
  }));
  const lineTotals = priced.map(({ totalMinor }) => totalMinor);
  const [amounts = NO_AMOUNTS] = priceOrders([{ lineTotals, tax, ownTaxes: priced }], serviceChargeMinor, tipMinor);
  const taxes = taxesOf({ totalMinor: amounts.totalMinor, tax, ownTaxes: priced });
  return { amounts: ratedAmounts(taxes, amounts), isTaxIncluded: tax.isIncluded, lines: priced };
}

/** The sum of the refunds by component, without empty rates, sorted by name. */
const byRate = ({ taxes, ...sums }: PaidOrder['amounts']) => ({
  ...sums,
  taxes: taxes
    .filter(({ totalMinor, taxMinor }) => totalMinor + taxMinor > 0)
    .sort((one, other) => one.name.localeCompare(other.name)),
});

const NOTHING: Refunded = { amounts: NO_AMOUNTS, lines: [], isByLines: true };
const isPlan = (result: RefundPlan | RefundRefusal): result is RefundPlan => 'amounts' in result;
const after = (refunded: Refunded, { amounts, lines }: RefundPlan): Refunded => ({
  amounts: addAmounts(refunded.amounts, amounts),
  lines: [...refunded.lines, ...lines],
  isByLines: refunded.isByLines && lines.length > 0,
});
const units = (...lines: [id: number, quantity: number][]): RefundRequest => ({
  kind: 'lines',
  lines: lines.map(([id, quantity]) => ({ id, quantity })),
});
const amount = (amountMinor: number): RefundRequest => ({ kind: 'amount', amountMinor });
const WHOLE: RefundRequest = { kind: 'whole' };

function componentsIn({ taxes, ...sums }: PaidOrder['amounts']): Record<string, number> {
  const rates = taxes.flatMap(({ name, totalMinor, taxMinor }) => [
    [`${name} total`, totalMinor],
    [`${name} tax`, taxMinor],
  ]);
  return { ...sums, ...Object.fromEntries(rates) };
}

/** Returns the amounts of refunds, one after the other. A refusal is its name. */
function play(order: PaidOrder, requests: readonly RefundRequest[], stepMinor = 1): (number | string)[] {
  let refunded = NOTHING;
  return requests.map((request) => {
    const result = planRefund(order, refunded, request, stepMinor);
    if (!isPlan(result)) return result.refusal;
    refunded = after(refunded, result);
    return result.amountMinor;
  });
}

describe('refunds of an order', () => {
  // Two ramen of 10.00 and three buns of 3.33, 13 % added, service charge 2.50: 29.99 + 3.90 + 2.50 + 0.33 = 36.72.
  const order = paid(
    [
      [2, 1000],
      [3, 333],
    ],
    HST,
    250,
  );
  // The same without decimals, tax included: 2 × 1000 + 3 × 333 + 250.
  const yen = paid(
    [
      [2, 1000],
      [3, 333],
    ],
    VAT,
    250,
  );
  // Three decimals: 1.250 and 0.333, 5 % added.
  const dinar = paid(
    [
      [1, 1250],
      [3, 333],
    ],
    { rateBasisPoints: 500, isIncluded: false },
    100,
  );

  test.each<[string, PaidOrder, RefundRequest[], (number | string)[]]>([
    ['refund the whole order', order, [WHOLE], [3672]],
    ['refund one ramen and then the other', order, [units([1, 1]), units([1, 1])], [1225, 1224]],
    ['refund both ramen at once', order, [units([1, 2])], [2449]],
    ['refund the buns one by one', order, [units([2, 1]), units([2, 1]), units([2, 1])], [409, 408, 406]],
    ['refund all lines with the buns first', order, [units([2, 3]), units([1, 2])], [1223, 2449]],
    ['refund a ramen and then the rest', order, [units([1, 1]), WHOLE], [1225, 2447]],
    [
      'refund amounts until nothing is left',
      order,
      [amount(1), amount(3670), amount(2), WHOLE, WHOLE],
      [1, 3670, 'too-much', 1, 'nothing-left'],
    ],
    ['refuse a line above the remaining amount', order, [amount(3000), units([1, 1])], [3000, 'too-much']],
    ['refuse more units than the line has', order, [units([1, 1]), units([1, 2])], [1225, 'too-many']],
    ['add up a line that is named twice', order, [units([1, 1], [1, 1])], [2449]],
    ['refuse a line that is named too often', order, [units([1, 2], [1, 1])], ['too-many']],
    ['refuse a line of another order', order, [units([9, 1])], ['unknown-line']],
    [
      'refund yen line by line',
      yen,
      [units([1, 1]), units([2, 2]), units([1, 1]), units([2, 1])],
      [1084, 722, 1083, 360],
    ],
    ['refund dinar line by line', dinar, [units([2, 1]), units([1, 1]), units([2, 2])], [366, 1371, 729]],
    [
      'refuse a free line',
      paid([
        [1, 0],
        [1, 500],
      ]),
      [units([1, 1]), units([2, 1])],
      ['free', 565],
    ],
    ['refuse an order that cost nothing', paid([[1, 0]]), [WHOLE, amount(1)], ['nothing-left', 'nothing-left']],
  ])('%s', (_what, paidOrder, requests, amounts) => {
    expect(play(paidOrder, requests)).toEqual(amounts);
  });

  test('round lines down to the steps of the provider, and the last refund takes the rest', () => {
    const tens = paid(
      [
        [1, 1250],
        [3, 330],
      ],
      { rateBasisPoints: 500, isIncluded: false },
      98,
    );
    expect(receiptTotal(tens.amounts, false)).toBe(2455);
    // The provider refunds at most 2450 of these 2455.
    expect(play(tens, [units([2, 1]), units([1, 1]), units([2, 2]), WHOLE], 10)).toEqual([
      360,
      1370,
      720,
      'nothing-left',
    ]);
    expect(play(tens, [units([2, 1]), WHOLE], 10)).toEqual([360, 2090]);
    expect(play(tens, [amount(1234), amount(1230), WHOLE], 10)).toEqual(['step', 1230, 1220]);
    expect(
      play(
        paid([
          [1, 9],
          [1, 991],
        ]),
        [units([1, 1])],
        10,
      ),
    ).toEqual([10]);
    expect(
      play(
        paid([
          [1, 5],
          [1, 991],
        ]),
        [units([1, 1])],
        10,
      ),
    ).toEqual(['free']);
  });

  test('split an amount in proportion over the components, and never exceed one', () => {
    expect(planRefund(order, NOTHING, amount(1836))).toEqual({
      amountMinor: 1836,
      amounts: {
        totalMinor: 1500,
        taxMinor: 195,
        serviceFeeMinor: 125,
        serviceFeeTaxMinor: 16,
        tipMinor: 0,
        taxes: [{ name: 'HST', rateBasisPoints: 1300, totalMinor: 1500, taxMinor: 195 }],
      },
      lines: [],
    });
    expect(planRefund(yen, NOTHING, amount(1000))).toMatchObject({
      amounts: { totalMinor: 923, taxMinor: 120, serviceFeeMinor: 77, serviceFeeTaxMinor: 10 },
    });
  });

  describe('with several rates', () => {
    // Two ramen of 10.00 with 13 %, three beers of 3.33 with 20 %, service charge 2.50:
    // 20.00 + 2.60, 9.99 + 2.00, 2.50 + 0.33.
    const mixed = paid(
      [
        [2, 1000],
        [3, 333, ALCOHOL],
      ],
      HST,
      250,
    );

    test('include only the tax rate of the refunded line', () => {
      expect(play(mixed, [units([2, 1]), units([2, 2]), units([1, 2])])).toEqual([432, 861, 2449]);
      expect(planRefund(mixed, NOTHING, units([2, 1]))).toMatchObject({
        amounts: { totalMinor: 333, taxMinor: 67, taxes: [{ ...ALCOHOL, totalMinor: 333, taxMinor: 67 }] },
      });
    });

    test('split an amount in proportion over the rates', () => {
      expect(planRefund(mixed, NOTHING, amount(1871))).toMatchObject({
        amounts: {
          taxes: [
            { name: 'HST', rateBasisPoints: 1300, totalMinor: 1000, taxMinor: 130 },
            { ...ALCOHOL, totalMinor: 500, taxMinor: 100 },
          ],
          serviceFeeMinor: 125,
          serviceFeeTaxMinor: 16,
        },
      });
    });

    test('return exactly the tax of each rate, even after an amount', () => {
      let refunded = NOTHING;
      for (const request of [units([2, 1]), amount(700), units([1, 1]), WHOLE]) {
        const plan = planRefund(mixed, refunded, request);
        if (!isPlan(plan)) throw new Error(plan.refusal);
        refunded = after(refunded, plan);
      }
      expect(byRate(refunded.amounts)).toEqual(byRate(mixed.amounts));
    });
  });

  const rate = fc.option(fc.constantFrom(ALCOHOL, { name: 'Reduced', rateBasisPoints: 700 }), { nil: undefined });
  const anOrder = fc
    .record({
      lines: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 100_000 }), rate), {
        minLength: 1,
        maxLength: 6,
      }),
      tax: fc.record({ rateBasisPoints: fc.integer({ min: 0, max: 3000 }), isIncluded: fc.boolean() }),
      charge: fc.integer({ min: 0, max: 999 }),
    })
    .map(({ lines, tax, charge }) => paid(lines, tax, charge));

  test('add up to exactly the paid components if units are refunded one by one in any order', () => {
    fc.assert(
      fc.property(anOrder, fc.infiniteStream(fc.nat()), (paidOrder, dice) => {
        const all = paidOrder.lines.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id));
        let refunded = NOTHING;
        while (all.length > 0) {
          const [id = 0] = all.splice((dice.next().value ?? 0) % all.length, 1);
          const plan = planRefund(paidOrder, refunded, units([id, 1]));
          if (isPlan(plan)) refunded = after(refunded, plan);
          else expect(['free', 'nothing-left']).toContain(plan.refusal);
        }
        expect(byRate(refunded.amounts)).toEqual(byRate(paidOrder.amounts));
      }),
    );
  });

  test('never exceed the paid amount or a component if units and amounts are mixed, and the rest completes the refund', () => {
    const request = fc.oneof(
      fc.record({ kind: fc.constant('amount' as const), amountMinor: fc.integer({ min: 1, max: 50_000 }) }),
      fc.record({
        kind: fc.constant('lines' as const),
        lines: fc.array(fc.record({ id: fc.integer({ min: 1, max: 6 }), quantity: fc.integer({ min: 1, max: 3 }) }), {
          minLength: 1,
          maxLength: 3,
        }),
      }),
    );
    fc.assert(
      fc.property(anOrder, fc.array(request, { maxLength: 12 }), (paidOrder, requests) => {
        let refunded = NOTHING;
        const total = receiptTotal(paidOrder.amounts, paidOrder.isTaxIncluded);
        let sum = 0;
        for (const each of [...requests, WHOLE]) {
          const plan = planRefund(paidOrder, refunded, each);
          if (!isPlan(plan)) continue;
          expect(receiptTotal(plan.amounts, paidOrder.isTaxIncluded)).toBe(plan.amountMinor);
          refunded = after(refunded, plan);
          sum += plan.amountMinor;
          const components = componentsIn(plan.amounts);
          const [paidFor, sums] = [componentsIn(paidOrder.amounts), componentsIn(refunded.amounts)];
          for (const component of Object.keys(components)) {
            expect(components[component]).toBeGreaterThanOrEqual(0);
            expect(sums[component]).toBeLessThanOrEqual(paidFor[component] ?? 0);
          }
        }
        expect(sum).toBe(total);
        expect(leftOf(paidOrder, refunded)).toBe(0);
        expect(byRate(refunded.amounts)).toEqual(byRate(total === 0 ? NO_AMOUNTS : paidOrder.amounts));
      }),
    );
  });
});

describe('the tip of an order', () => {
  /** 10.00 and 1.30 tax, with a tip of 2.00. */
  const TIPPED = paid([[2, 500]], HST, 0, 200);
  const PART = amount(300);

  test.each<[string, readonly RefundRequest[], readonly (number | string)[], tipMinor: number]>([
    ['stays when an amount is refunded', [PART], [300], 0],
    ['stays when the amount is all that was ordered', [amount(1130)], [1130], 0],
    ['stays when some of the items are refunded', [units([1, 1])], [565], 0],
    ['goes back with the whole order', [WHOLE], [1330], 200],
    ['goes back with the last item', [units([1, 1]), units([1, 1])], [565, 765], 200],
    ['goes back with all items at once', [units([1, 2])], [1330], 200],
    ['goes back with the rest after a part', [PART, WHOLE], [300, 1030], 200],
    [
      'goes back last when the provider itself refunds more than what was ordered',
      [amount(1200), WHOLE],
      [1200, 130],
      200,
    ],
    ['is not refunded in place of items', [PART, units([1, 2])], [300, 'too-much'], 0],
  ])('%s', (_case, requests, expected, tipMinor) => {
    expect(play(TIPPED, requests)).toEqual(expected);
    let refunded = NOTHING;
    for (const request of requests) {
      const plan = planRefund(TIPPED, refunded, request);
      if (isPlan(plan)) refunded = after(refunded, plan);
    }
    expect(refunded.amounts.tipMinor).toBe(tipMinor);
  });
});
