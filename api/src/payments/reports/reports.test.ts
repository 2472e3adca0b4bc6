/** Tests payouts and sales of a venue: exact to the cent, and by its own days. */
import { inTransaction } from 'core/database/kysely';
import { sql } from 'kysely';
import type { ListeningSandbox } from 'pay-sandbox/testing';
import { firstOf, Market } from '../../ordering/carts/market.testing';
import { payWithStripe } from '../../testing/paid-orders';
import { environmentOf, sandboxOfVenues, storeCart } from '../../testing/payments';
import { storeTaxCategory, storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';
import { bookRefund } from '../ledger/book-refund';

withDatabase();

let sandbox: ListeningSandbox;
let api: TestApp;
let now: Date;
let buyer: TestUser;
let operator: TestUser;
let owner: TestUser;
let venue: TestVenue;
let keys = 0;

const market = new Market(() => api);
const db = () => api.deps.db;

// Toronto is four hours earlier until 1 November, then five.
beforeEach(async () => {
  now = new Date('2026-11-20T17:00:00Z');
  sandbox = await sandboxOfVenues();
  api = await buildTestApp({ environment: environmentOf(sandbox), overrides: { clock: { now: () => now } } });
  venue = await storeVenue(db(), {
    vendors: [
      { name: 'Apple Bar', items: [{ name: 'Cider', variants: [{ price_minor: 995 }] }] },
      { name: 'Bun House', items: [{ name: 'Bun', variants: [{ price_minor: 450 }] }] },
    ],
  });
  buyer = await storeUser(db());
  operator = await storeUser(db(), { operatorOf: [venue.id] });
  owner = await storeUser(db(), { vendorIds: [venue.vendor.id] });
});

afterEach(async () => {
  await api.close();
  await sandbox.close();
});

/** Places an order with three of each vendor's item, paid at the given time. @returns the orders' ids */
async function paid(at: string, quantity = 3): Promise<number[]> {
  now = new Date(at);
  const { id } = await storeCart(db(), buyer, venue, { quantity });
  return pay(id);
}

const pay = async (cartId: number) => (await payWithStripe({ market, sandbox, buyer }, cartId)).orderIds;

async function refund(orderId: number | undefined, at: string, body: object = {}): Promise<void> {
  now = new Date(at);
  keys += 1;
  const headers = { 'idempotency-key': `key-${keys}` };
  const path = `/orders/${orderId}/refunds`;
  expect((await market.call('POST', path, operator, { reason: 'Cold', ...body }, headers)).statusCode).toBe(201);
}

async function lineOf(orderId: number | undefined): Promise<number> {
  const line = await db()
    .selectFrom('order_items')
    .select('id')
    .where('order_id', '=', orderId ?? 0)
    .executeTakeFirstOrThrow();
  return line.id;
}

const ask = (path: string, user: TestUser | null = operator) => market.call('GET', `/venues/${venue.id}${path}`, user);
const payouts = async (query: string, user = operator) => {
  const response = await ask(`/payouts?${query}`, user);
  expect(response.statusCode).toBe(200);
  return response
    .json()
    .data.map((row: { vendor: { name: string } | null }) => [
      row.vendor?.name ?? 'venue',
      ...Object.values({ ...row, vendor: undefined, currency: undefined, currency_symbol: undefined }).filter(
        (value) => value !== undefined,
      ),
    ]);
};
const sales = async (query: string) => {
  const response = await ask(`/sales?${query}`);
  expect(response.statusCode).toBe(200);
  return response.json().data[0];
};

// Apple Bar: 29.85 + 3.88; Bun House: 13.50 + 1.76. The charge of 2.50 is 1.72 + 0.22 and 0.78 + 0.10.
describe('payouts', () => {
  test('sum the shares of the days minus their refunds for each vendor and the venue', async () => {
    const [apple, bun] = await paid('2026-11-20T17:00:00Z');
    await refund(apple, '2026-11-20T18:00:00Z', { items: [{ id: await lineOf(apple), quantity: 1 }] });
    await refund(bun, '2026-11-20T19:00:00Z');
    // A third of Apple Bar's order is 9.95 + 1.30, and a third of its service charge 0.58 + 0.08.
    expect(await payouts('from=2026-11-20&to=2026-11-20')).toEqual([
      ['Apple Bar', 1, 33.73, 11.25, 22.48],
      ['Bun House', 1, 15.26, 15.26, 0],
      ['venue', 0, 2.82, 1.54, 1.28],
    ]);
  });

  test('count a sale and a refund each on its own day, in the time zone of the venue', async () => {
    // These are 23:59 and 00:01 in Toronto.
    const [apple] = await paid('2026-11-21T04:59:00Z');
    await paid('2026-11-21T05:01:00Z', 1);
    await refund(apple, '2026-11-21T06:00:00Z', { amount: 20 });
    await refund(apple, '2026-11-22T06:00:00Z');
    expect(await payouts(`from=2026-11-20&to=2026-11-20&vendor=${venue.vendor.id}`)).toEqual([
      ['Apple Bar', 1, 33.73, 0, 33.73],
    ]);
    const [[, , shares, refunds]] = await payouts(`from=2026-11-21&to=2026-11-21&vendor=${venue.vendor.id}`);
    expect([shares, refunds]).toEqual([11.24, 18.92]);
    expect(await payouts(`from=2026-11-20&to=2026-11-22&vendor=${venue.vendor.id}`)).toEqual([
      ['Apple Bar', 2, 44.97, 33.73, 11.24],
    ]);
    expect(await payouts('from=2026-11-23&to=2026-11-23')).toEqual([]);
  });

  test('leave out a refund that failed at the provider', async () => {
    const [apple] = await paid('2026-11-20T17:00:00Z');
    await refund(apple, '2026-11-20T18:00:00Z');
    await inTransaction(db(), async (trx) => {
      const failed = { state: 'failed', settled_at: now } as const;
      const { id } = await trx.updateTable('order_refunds').set(failed).returning('id').executeTakeFirstOrThrow();
      await bookRefund(trx, id, now);
    });
    expect(await payouts(`from=2026-11-20&to=2026-11-20&vendor=${venue.vendor.id}`)).toEqual([
      ['Apple Bar', 1, 33.73, 0, 33.73],
    ]);
  });

  test('show an owner only their own vendor', async () => {
    await paid('2026-11-20T17:00:00Z');
    const days = 'from=2026-11-20&to=2026-11-20';
    expect(await payouts(`${days}&vendor=${venue.vendor.id}`, owner)).toHaveLength(1);
    expect((await ask(`/payouts?${days}&vendor=${venue.vendors[1]?.id}`, owner)).statusCode).toBe(403);
    expect((await ask(`/payouts?${days}`, owner)).statusCode).toBe(403);
    // A vendor of another venue does not belong to this one, even if its operator asks.
    const elsewhere = await storeVenue(db());
    const both = await storeUser(db(), { operatorOf: [venue.id, elsewhere.id] });
    expect((await ask(`/payouts?${days}&vendor=${elsewhere.vendor.id}`, both)).statusCode).toBe(404);
    expect((await ask(`/payouts?${days}&vendor=${elsewhere.vendor.id}`, owner)).statusCode).toBe(403);
  });

  test.each([
    ['from=2026-11-20', 422],
    ['from=2026-11-20&to=2026-11-31', 422],
    ['from=2026-11-21&to=2026-11-20', 422],
    ['from=2025-11-20&to=2026-11-21', 422],
    ['from=2025-11-21&to=2026-11-21', 200],
  ])('with %s respond %i', async (query, status) => {
    expect((await ask(`/payouts?${query}`)).statusCode).toBe(status);
    expect((await ask(`/sales?${query}`)).statusCode).toBe(status);
  });
});

describe('the sales report', () => {
  test('lists each day, vendor and item, and each list adds up to the total', async () => {
    const [apple, bun] = await paid('2026-11-20T17:00:00Z');
    await paid('2026-11-21T17:00:00Z', 1);
    await refund(apple, '2026-11-21T18:00:00Z', { items: [{ id: await lineOf(apple), quantity: 2 }] });
    await refund(bun, '2026-11-21T19:00:00Z', { amount: 3.33 });
    const report = await sales('from=2026-11-20&to=2026-11-21');
    expect(report).toMatchObject({
      currency: 'CAD',
      total: { orders: 4, gross: 70.96, tax: 8.16, service_charge: 5, refunds: 27.12, net: 43.84 },
      days: [
        { day: '2026-11-20', orders: 2, gross: 51.81, refunds: 0 },
        { day: '2026-11-21', orders: 2, gross: 19.15, refunds: 27.12, net: -7.97 },
      ],
    });
    expect(report.items).toMatchObject([
      { item: { name: 'Cider' }, vendor: { name: 'Apple Bar' }, quantity: 4, refunded_quantity: 2, refunds: 23.79 },
      { item: { name: 'Bun' }, quantity: 4, refunded_quantity: 0, refunds: 0 },
      { item: null, vendor: { name: 'Bun House' }, quantity: 0, refunds: 3.33 },
    ]);
    for (const rows of [report.days, report.vendors, report.items]) {
      for (const figure of ['gross', 'tax', 'service_charge', 'refunds', 'refunded_tax', 'net']) {
        const sum = rows.reduce((total: number, row: Record<string, number>) => total + (row[figure] ?? 0), 0);
        expect([figure, Math.round(sum * 100)]).toEqual([figure, Math.round(report.total[figure] * 100)]);
      }
    }
  });

  test('lists the taxes by rate, with the refunded part of each', async () => {
    await storeTaxCategory(db(), venue, [venue.vendor.item]);
    await market.add(buyer, { venue, quantity: 3 });
    const cart = await market.add(buyer, { venue, vendor: firstOf(venue.vendors.slice(1)), quantity: 3 });
    for (const order of cart.orders.data) await market.collect(buyer, order.id);
    const [apple, bun] = await pay(cart.id);
    // These are a third of 29.85 and its 5.97; of the order's charge 0.58 + 0.08.
    await refund(apple, '2026-11-20T18:00:00Z', { items: [{ id: await lineOf(apple), quantity: 1 }] });
    await refund(bun, '2026-11-20T18:00:00Z');
    // This is a refund in the form from before rates were stored.
    await db()
      .updateTable('order_refunds')
      .set({ taxes: null })
      .where('order_id', '=', bun ?? 0)
      .execute();
    const { total, vendors } = await sales('from=2026-11-20&to=2026-11-20');
    expect(total.taxes).toEqual([
      { name: 'Alcohol', rate: 20, base: 29.85, amount: 5.97, refunded_base: 9.95, refunded: 1.99 },
      { name: 'HST', rate: 13, base: 16, amount: 2.08, refunded_base: 14.86, refunded: 1.94 },
    ]);
    expect(total).toMatchObject({ tax: 8.05, refunded_tax: 3.93 });
    expect(vendors.map(({ taxes }: { taxes: unknown[] }) => taxes.length)).toEqual([2, 1]);
  });

  test('has the same totals as the payouts', async () => {
    const [apple, bun] = await paid('2026-11-20T17:00:00Z');
    await refund(apple, '2026-11-20T18:00:00Z', { amount: 7.77 });
    await refund(bun, '2026-11-20T18:00:00Z');
    const { total } = await sales('from=2026-11-20&to=2026-11-20');
    const rows = await payouts('from=2026-11-20&to=2026-11-20');
    const sum = rows.reduce((all: number, row: number[]) => all + Math.round((row[4] ?? 0) * 100), 0);
    expect(sum).toBe(Math.round(total.net * 100));
  });

  test('is empty if nothing was sold', async () => {
    expect((await ask('/sales?from=2026-11-20&to=2026-11-20')).json().data).toEqual([]);
  });
});

test('test payments do not count after the site has gone live', async () => {
  const [apple] = await paid('2026-11-20T17:00:00Z');
  await refund(apple, '2026-11-20T18:00:00Z', { amount: 5 });
  await db().insertInto('site').values({ payments_mode: 'live' }).execute();
  const days = 'from=2026-11-20&to=2026-11-20';
  expect(await payouts(days)).toEqual([]);
  expect(await sales(days)).toBeUndefined();
  await inTransaction(db(), async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx.updateTable('payment_attempts').set({ is_live: true }).execute();
    await trx.updateTable('ledger_entries').set({ is_live: true }).execute();
  });
  expect(await payouts(days)).toHaveLength(3);
  expect((await sales(days)).total).toMatchObject({ orders: 2, refunds: 5 });
});
