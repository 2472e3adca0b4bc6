/**
 * Takes random carts of every kind through the product's code: prices, displayed totals, charges, receipts, and the shares of vendors.
 * TOTALS_RUNS=100000 does the long run (`npm run test:totals`), and TOTALS_SEED repeats one run.
 */
import fc from 'fast-check';
import { exponentOf, taxOn, taxWithin, toMajor, toMinor } from 'shared-contracts/rules/money';
import { tipOn } from 'shared-contracts/rules/tips';
import { isSameTax, lineTotal, type OrderAmounts, priceOrders, receiptTotal } from 'shared-contracts/rules/totals';
import type { Order } from 'shared-contracts/types';
import type { CartSnapshot, SnapshotOrder } from '../../ordering/checkout/cart-snapshot';
import { presentOrder } from '../../ordering/orders/order.presenter';
import type { OrderRecord } from '../../ordering/orders/order.repository';
import { amountsOfOrders, taxesOfOrder } from '../../ordering/orders/order-amounts';
import { partsOfOrder, postingsOfPayment } from '../ledger/entry.rules';
import { paidOrderOf } from '../refund/refund.repository';
import { addAmounts, NO_AMOUNTS, planRefund, type Refunded, type RefundRequest } from '../refund/refund.rules';

const RUNS = Number(process.env.TOTALS_RUNS ?? 500);
const SEED = Number(process.env.TOTALS_SEED ?? 20_261_121);
/** The currencies have no decimals, two, and three. */
const CURRENCIES = ['JPY', 'CAD', 'ZAR', 'EUR', 'KWD'];

/** The tax of the item's category; undefined if the item has the order's tax. */
const ownTax = fc.option(
  fc.record({ name: fc.constantFrom('Alcohol', 'HST'), rateBasisPoints: fc.constantFrom(0, 700, 1300, 2000, 2550) }),
  { nil: undefined },
);
const line = fc.record({
  unitMinor: fc.integer({ min: 0, max: 100_000 }),
  optionsMinor: fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 4 }),
  quantity: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 999 })),
  ownTax,
});
const tax = fc.record({
  rateBasisPoints: fc.oneof(fc.constantFrom(0, 500, 1300, 1500, 1975), fc.integer({ min: 0, max: 3_000 })),
  isIncluded: fc.boolean(),
});
const carts = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  serviceChargeMinor: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 })),
  tip: fc.option(
    fc.oneof(
      fc.record({ rateBasisPoints: fc.integer({ min: 100, max: 3_000 }) }),
      fc.record({ amountMinor: fc.integer({ min: 1, max: 20_000 }) }),
    ),
  ),
  vendors: fc.array(fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 5 }), tax }), {
    minLength: 1,
    maxLength: 8,
  }),
});
type GeneratedCart = typeof carts extends fc.Arbitrary<infer Cart> ? Cart : never;

test(`the total of ${RUNS} random carts equals the charge, the receipts, and the vendor shares plus the venue's part`, () => {
  const met = {
    exponents: new Set<number>(),
    vendors: new Set<number>(),
    terms: new Set<boolean>(),
    fees: 0,
    tips: 0,
    rates: new Set<number>(),
  };
  fc.assert(
    fc.property(carts, (cart) => {
      met.exponents.add(exponentOf(cart.currency));
      met.vendors.add(cart.vendors.length);
      for (const vendor of cart.vendors) met.terms.add(vendor.tax.isIncluded);
      if (cart.serviceChargeMinor > 0) met.fees += 1;
      if (cart.tip !== null) met.tips += 1;
      for (const orderTaxes of isExact(cart)) met.rates.add(orderTaxes);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  // The run would prove nothing if the generator left out a kind of cart.
  expect([...met.exponents].sort()).toEqual([0, 2, 3]);
  expect([...met.vendors].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(met.terms.size).toBe(2);
  expect(met.fees).toBeGreaterThan(0);
  expect(met.tips).toBeGreaterThan(0);
  expect([...met.rates].sort()).toEqual(expect.arrayContaining([1, 2, 3, 4]));
});

/** @returns the number of rates of each order */
function isExact({ currency, serviceChargeMinor, tip, vendors }: GeneratedCart): number[] {
  const wanted = vendors.map(({ lines, tax: terms }) => ({
    lineTotals: lines.map(lineTotal),
    tax: { name: 'HST', ...terms },
    ownTaxes: lines.flatMap((each) => (each.ownTax ? [{ tax: each.ownTax, totalMinor: lineTotal(each) }] : [])),
  }));
  const tipMinor = tipOn(sumOf(wanted.flatMap(({ lineTotals }) => lineTotals)), tip, currency);
  const priced = priceOrders(wanted, serviceChargeMinor, tipMinor);
  const orders = vendors.map((vendor, index) => {
    const amounts = priced[index];
    if (!amounts) throw new Error('An order has no price');
    return orderOf(index + 1, currency, vendor, amounts);
  });
  const snapshot: CartSnapshot = { cart_id: 1, cart_version: 1, orders: orders as SnapshotOrder[] };

  const chargedMinor = amountsOfOrders(snapshot.orders).totalMinor;
  // The screens get the API's values: major units, through JSON.
  const shownMinor = toMinor(fromWire(toMajor(amountsOfOrders(orders).totalMinor, currency)), currency);
  const receiptsMinor = sumOf(orders.map((order) => receiptOf(fromWire(presentOrder(order)))));
  const owed = postingsOfPayment(snapshot.orders.map(partsOfOrder)).filter(({ account }) => account !== 'provider');
  const owedMinor = -sumOf(owed.map(({ amountMinor }) => amountMinor));

  const actual = { shownMinor, receiptsMinor, owedMinor };
  const isOff = shownMinor !== chargedMinor || receiptsMinor !== chargedMinor || owedMinor !== chargedMinor;
  if (isOff) expect(actual).toEqual({ shownMinor: chargedMinor, receiptsMinor: chargedMinor, owedMinor: chargedMinor });
  if (sumOf(priced.map(({ serviceFeeMinor }) => serviceFeeMinor)) !== serviceChargeMinor) {
    throw new Error('The orders do not carry the one service charge');
  }
  if (sumOf(priced.map(({ tipMinor: part = 0 }) => part)) !== tipMinor)
    throw new Error('The orders do not carry the one tip');
  const stalls = owed.filter(({ account }) => account === 'stall');
  if (stalls.length !== vendors.length || owed.some(({ amountMinor }) => amountMinor > 0)) {
    throw new Error('A stall has more or less than one posting, or a sale makes somebody owe money');
  }
  for (const order of orders) {
    expectTaxesOf(fromWire(presentOrder(order)));
    expectRefundsOf(order);
  }
  for (const [index, { lineTotals, tax: terms, ownTaxes }] of wanted.entries()) {
    if (ownTaxes.length > 0) continue;
    // An order with one rate has the amounts of the simple rule: the tax of its total at that rate.
    const totalMinor = sumOf(lineTotals);
    const taxMinor = (terms.isIncluded ? taxWithin : taxOn)(totalMinor, terms.rateBasisPoints);
    if (priced[index]?.taxMinor !== taxMinor) expect(priced[index]).toMatchObject({ totalMinor, taxMinor });
  }
  return orders.map((order) => taxesOfOrder(order).length);
}

/** Expects that a receipt's rates add up to its tax, and their prices to its total. */
function expectTaxesOf({ currency, total, tax_amount, tax_inclusive, taxes = [] }: Order): void {
  const minor = (major: number) => toMinor(major, currency);
  const taxMinor = sumOf(taxes.map(({ amount }) => minor(amount)));
  const baseMinor = sumOf(taxes.map(({ base }) => minor(base)));
  const actual = { taxMinor, totalMinor: tax_inclusive === 'Includes' ? baseMinor + taxMinor : baseMinor };
  if (actual.taxMinor !== minor(tax_amount) || actual.totalMinor !== minor(total)) {
    expect(actual).toEqual({ taxMinor: minor(tax_amount), totalMinor: minor(total) });
  }
}

/** Checks that a line, an amount and the remainder, refunded one after the other, add up to the paid amount of each rate. */
function expectRefundsOf(order: OrderRecord): void {
  const paid = paidOrderOf(order);
  const [first] = order.lines;
  const requests: RefundRequest[] = [
    { kind: 'lines', lines: [{ id: first?.id ?? 0, quantity: 1 }] },
    { kind: 'amount', amountMinor: 100 },
    { kind: 'whole' },
  ];
  let refunded: Refunded = { amounts: NO_AMOUNTS, lines: [], isByLines: true };
  for (const request of requests) {
    const plan = planRefund(paid, refunded, request);
    if ('refusal' in plan) continue;
    refunded = {
      amounts: addAmounts(refunded.amounts, plan.amounts),
      lines: [...refunded.lines, ...plan.lines],
      isByLines: refunded.isByLines && plan.lines.length > 0,
    };
  }
  for (const rate of paid.amounts.taxes) {
    if (rate.totalMinor === 0) continue;
    const back = refunded.amounts.taxes.find((each) => isSameTax(each, rate));
    if (back?.totalMinor !== rate.totalMinor || back.taxMinor !== rate.taxMinor) expect(back).toEqual(rate);
  }
  if (refunded.amounts.tipMinor !== paid.amounts.tipMinor)
    expect(refunded.amounts).toMatchObject({ tipMinor: paid.amounts.tipMinor });
}

type GeneratedVendor = GeneratedCart['vendors'][number];

function orderOf(id: number, currency: string, vendor: GeneratedVendor, amounts: OrderAmounts) {
  const { isIncluded, rateBasisPoints } = vendor.tax;
  return {
    id,
    vendor_id: 100 + id,
    currency,
    tax_name: 'HST',
    tax_rate_bp: rateBasisPoints,
    is_tax_included: isIncluded,
    created_at: new Date(0),
    total_minor: amounts.totalMinor,
    tax_minor: amounts.taxMinor,
    service_fee_minor: amounts.serviceFeeMinor,
    service_fee_tax_minor: amounts.serviceFeeTaxMinor,
    tip_minor: amounts.tipMinor ?? 0,
    subaccount_code: null,
    cancellation: null,
    refunds: [],
    lines: vendor.lines.map((each, index) => ({
      id: 1000 * id + index,
      quantity: each.quantity,
      unit_minor: each.unitMinor,
      variant_minor: each.unitMinor,
      master_minor: each.unitMinor,
      total_minor: lineTotal(each),
      tax_name: each.ownTax?.name ?? null,
      tax_rate_bp: each.ownTax?.rateBasisPoints ?? null,
      options: [],
    })),
  } as unknown as OrderRecord;
}

/** Adds up the receipt in the same way as its screen. */
function receiptOf(order: ReturnType<typeof presentOrder>): number {
  const minor = (major: number) => toMinor(major, order.currency);
  return receiptTotal(
    {
      totalMinor: minor(order.total),
      taxMinor: minor(order.tax_amount),
      serviceFeeMinor: minor(order.service_fee),
      serviceFeeTaxMinor: minor(order.service_fee_tax),
      tipMinor: minor(order.tip ?? 0),
    },
    order.tax_inclusive === 'Includes',
  );
}

function fromWire<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
