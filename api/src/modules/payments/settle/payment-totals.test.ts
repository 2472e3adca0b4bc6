/**
 * Carts of every kind, priced, shown, charged, receipted and shared out by the code that does so in the product.
 * TOTALS_RUNS=100000 for the long run (`npm run test:totals`), TOTALS_SEED to repeat one.
 */
import fc from 'fast-check';
import { exponentOf, toMajor, toMinor } from 'shared-contracts/rules/money';
import { lineTotal, priceOrders, receiptTotal } from 'shared-contracts/rules/totals';
import type { CartSnapshot, SnapshotOrder } from '../../checkout/cart-snapshot';
import { presentOrder } from '../../orders/order.presenter';
import type { OrderRecord } from '../../orders/order.repository';
import { amountsOfOrders } from '../../orders/order-amounts';
import { vendorSharesOf } from './vendor-shares';

const RUNS = Number(process.env.TOTALS_RUNS ?? 500);
const SEED = Number(process.env.TOTALS_SEED ?? 20_261_121);
/** No decimals, two, and three. */
const CURRENCIES = ['JPY', 'CAD', 'ZAR', 'EUR', 'KWD'];

const line = fc.record({
  unitMinor: fc.integer({ min: 0, max: 100_000 }),
  optionsMinor: fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 4 }),
  quantity: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 999 })),
});
const tax = fc.record({
  rateBasisPoints: fc.oneof(fc.constantFrom(0, 500, 1300, 1500, 1975), fc.integer({ min: 0, max: 3_000 })),
  isIncluded: fc.boolean(),
});
const carts = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  serviceChargeMinor: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 })),
  vendors: fc.array(fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 5 }), tax }), {
    minLength: 1,
    maxLength: 8,
  }),
});
type GeneratedCart = typeof carts extends fc.Arbitrary<infer Cart> ? Cart : never;

test(`of ${RUNS} carts each total is the amount charged, the receipts, and the shares with the venue's part`, () => {
  const met = { exponents: new Set<number>(), vendors: new Set<number>(), terms: new Set<boolean>(), fees: 0 };
  fc.assert(
    fc.property(carts, (cart) => {
      met.exponents.add(exponentOf(cart.currency));
      met.vendors.add(cart.vendors.length);
      for (const vendor of cart.vendors) met.terms.add(vendor.tax.isIncluded);
      if (cart.serviceChargeMinor > 0) met.fees += 1;
      isExact(cart);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  // The run is worth nothing where the generator left a kind of cart out.
  expect([...met.exponents].sort()).toEqual([0, 2, 3]);
  expect([...met.vendors].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(met.terms.size).toBe(2);
  expect(met.fees).toBeGreaterThan(0);
});

function isExact({ currency, serviceChargeMinor, vendors }: GeneratedCart): void {
  const priced = priceOrders(
    vendors.map(({ lines, tax: terms }) => ({ lineTotals: lines.map(lineTotal), tax: terms })),
    serviceChargeMinor,
  );
  const orders = vendors.map((vendor, index) => {
    const amounts = priced[index];
    if (!amounts) throw new Error('An order has no price');
    return orderOf(index + 1, currency, vendor.tax.isIncluded, amounts);
  });
  const snapshot: CartSnapshot = { cart_id: 1, cart_version: 1, orders: orders as SnapshotOrder[] };

  const chargedMinor = amountsOfOrders(snapshot.orders).totalMinor;
  // The screens have what the API shows: major units, through JSON.
  const shownMinor = toMinor(fromWire(toMajor(amountsOfOrders(orders).totalMinor, currency)), currency);
  const receiptsMinor = sumOf(orders.map((order) => receiptOf(fromWire(presentOrder(order)))));
  const shares = vendorSharesOf(snapshot);
  const owedMinor = sumOf(shares.map(({ amountMinor }) => amountMinor));

  const found = { shownMinor, receiptsMinor, owedMinor };
  const isOff = shownMinor !== chargedMinor || receiptsMinor !== chargedMinor || owedMinor !== chargedMinor;
  if (isOff) expect(found).toEqual({ shownMinor: chargedMinor, receiptsMinor: chargedMinor, owedMinor: chargedMinor });
  if (sumOf(priced.map(({ serviceFeeMinor }) => serviceFeeMinor)) !== serviceChargeMinor) {
    throw new Error('The orders do not carry the one service charge');
  }
  if (shares.length !== vendors.length + 1 || shares.some(({ amountMinor }) => amountMinor < 0)) {
    throw new Error('Each vendor has one share, the venue has one, and none is negative');
  }
}

function orderOf(id: number, currency: string, isIncluded: boolean, amounts: ReturnType<typeof priceOrders>[number]) {
  return {
    id,
    vendor_id: 100 + id,
    currency,
    is_tax_included: isIncluded,
    created_at: new Date(0),
    total_minor: amounts.totalMinor,
    tax_minor: amounts.taxMinor,
    service_fee_minor: amounts.serviceFeeMinor,
    service_fee_tax_minor: amounts.serviceFeeTaxMinor,
    subaccount_code: null,
    cancellation: null,
    refunds: [],
    lines: [],
  } as unknown as OrderRecord;
}

/** As the receipt's screen adds it up. */
function receiptOf(order: ReturnType<typeof presentOrder>): number {
  const minor = (major: number) => toMinor(major, order.currency);
  return receiptTotal(
    {
      totalMinor: minor(order.total),
      taxMinor: minor(order.tax_amount),
      serviceFeeMinor: minor(order.service_fee),
      serviceFeeTaxMinor: minor(order.service_fee_tax),
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
