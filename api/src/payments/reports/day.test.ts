/** Tests a stall's day report: exact to the cent, by the venue's own day, and for one stall. */
import type { ListeningSandbox } from 'pay-sandbox/testing';
import { dayEndSchema, one } from 'shared-contracts/schemas';
import type { DayEnd, DayTotals } from 'shared-contracts/types';
import { firstOf, Market } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import { confirmWithCard, environmentOf, referenceOf, sandboxOfVenues, storeCart } from '../../testing/payments';
import {
  storeTaxCategory,
  storeUser,
  storeVenue,
  type TestUser,
  type TestVenue,
  type VenueInput,
} from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';

withDatabase();

let sandbox: ListeningSandbox;
let api: TestApp;
let now: Date;
let venue: TestVenue;
let buyer: TestUser;
let owner: TestUser;
let operator: TestUser;
let keys = 0;

const market = new Market(() => api);
const db = () => api.deps.db;

async function open(values: VenueInput = {}): Promise<void> {
  venue = await storeVenue(db(), {
    vendors: [
      { name: 'Apple Bar', items: [{ name: 'Cider', variants: [{ price_minor: 995 }] }] },
      { name: 'Bun House', items: [{ name: 'Bun', variants: [{ price_minor: 450 }] }] },
    ],
    ...values,
  });
  buyer = await storeUser(db());
  operator = await storeUser(db(), { operatorOf: [venue.id] });
  owner = await storeUser(db(), { vendorIds: [venue.vendor.id] });
}

// Toronto is four hours earlier until 1 November, then five.
beforeEach(async () => {
  now = new Date('2026-11-20T17:00:00Z');
  sandbox = await sandboxOfVenues();
  api = await buildTestApp({ environment: environmentOf(sandbox), overrides: { clock: { now: () => now } } });
  await open();
});
afterEach(async () => {
  await api.close();
  await sandbox.close();
});

/** Places an order with this many of each vendor's item, paid at the given time. @returns the order of the first vendor */
async function paid(at: string, quantity = 3): Promise<number> {
  now = new Date(at);
  return pay((await storeCart(db(), buyer, venue, { quantity })).id);
}

/** @returns the order of the first vendor */
async function pay(cartId: number): Promise<number> {
  const { secret } = (await market.call('POST', `/carts/${cartId}/start-stripe`, buyer)).json();
  await confirmWithCard(sandbox, secret.clientSecret);
  const body = { reference: referenceOf(secret.clientSecret) };
  const response = await market.call('POST', `/carts/${cartId}/pay-with-stripe`, buyer, body);
  expect(response.statusCode).toBe(200);
  return response.json().data.orders[0];
}

async function refund(orderId: number, at: string, body: object = {}): Promise<void> {
  now = new Date(at);
  keys += 1;
  const headers = { 'idempotency-key': `key-${keys}` };
  const path = `/orders/${orderId}/refunds`;
  expect((await market.call('POST', path, operator, { reason: 'Cold', ...body }, headers)).statusCode).toBe(201);
}

async function dayEnd(query = '', user = owner): Promise<DayEnd> {
  const response = await market.call('GET', `/vendors/${venue.vendor.id}/day${query}`, user);
  expect(response.statusCode).toBe(200);
  return expectShape(one(dayEndSchema), response.json()).data;
}

const totals = async (day: string): Promise<DayTotals> => firstOf((await dayEnd(`?day=${day}`)).totals);
const ordersOf = async (day: string) => (await dayEnd(`?day=${day}`)).totals.map(({ orders }) => orders);

// Apple Bar: 29.85 + 3.88, and 1.72 + 0.22 of the charge of 2.50 with its tax.
test('the day has the orders, items, sales, tax and refunds of the stall, which add up to the paid amount', async () => {
  const order = await paid('2026-11-20T17:00:00Z');
  await refund(order, '2026-11-20T18:00:00Z', { amount: 5 });
  expect(await totals('2026-11-20')).toEqual({
    currency: 'CAD',
    currency_symbol: '$',
    orders: 1,
    cancelled: 0,
    items_sold: 3,
    sales: 29.85,
    service_charge: 1.72,
    tax_added: 4.1,
    taxes: [{ name: 'HST', rate: 13, base: 31.57, amount: 4.1, refunded: 0.57 }],
    paid: 35.67,
    refunds: 5,
    net: 30.67,
    items: [
      {
        item: { id: venue.vendor.item.id, name: 'Cider' },
        quantity: 3,
        refunded_quantity: 0,
        sales: 29.85,
        refunds: 0,
      },
      { item: null, quantity: 0, refunded_quantity: 0, sales: 0, refunds: 5 },
    ],
  });
});

test('the day shows the included tax', async () => {
  await open({ is_tax_included: true, tax_name: 'VAT', tax_rate_bp: 1500 });
  await paid('2026-11-20T17:00:00Z');
  const { sales, service_charge, tax_added, taxes, paid: all } = await totals('2026-11-20');
  expect(all).toBeCloseTo(sales + service_charge, 2);
  expect(tax_added).toBe(0);
  expect(taxes).toEqual([expect.objectContaining({ name: 'VAT', rate: 15 })]);
  expect((taxes[0]?.base ?? 0) + (taxes[0]?.amount ?? 0)).toBeCloseTo(all, 2);
});

test('the day lists a rate that changed as two rates', async () => {
  await paid('2026-11-20T17:00:00Z');
  await db().updateTable('venues').set({ tax_rate_bp: 1500 }).execute();
  await paid('2026-11-20T18:00:00Z');
  const { taxes, paid: all } = await totals('2026-11-20');
  expect(taxes.map(({ rate }) => rate)).toEqual([13, 15]);
  expect(taxes.reduce((sum, { base, amount }) => sum + base + amount, 0)).toBeCloseTo(all, 2);
});

test('the day lists an order with two rates under both rates', async () => {
  await storeTaxCategory(db(), venue, [venue.vendor.item]);
  await market.add(buyer, { venue, quantity: 3 });
  const cart = await market.add(buyer, { venue, vendor: firstOf(venue.vendors.slice(1)) });
  for (const order of cart.orders.data) await market.collect(buyer, order.id);
  await pay(cart.id);
  const { taxes, tax_added, sales, service_charge, paid: all } = await totals('2026-11-20');
  // The item has its own tax, and the service charge has the venue's.
  expect(taxes.map(({ name, rate }) => [name, rate])).toEqual([
    ['Alcohol', 20],
    ['HST', 13],
  ]);
  expect(taxes.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(tax_added, 2);
  expect(sales + service_charge + tax_added).toBeCloseTo(all, 2);
});

test('the day counts a cancelled order and its refund', async () => {
  const order = await paid('2026-11-20T17:00:00Z');
  const response = await market.call('PUT', `/queues/cancel/${order}`, owner, { reason: 'Sold out' });
  expect(response.statusCode).toBe(200);
  expect(await totals('2026-11-20')).toMatchObject({ orders: 1, cancelled: 1, paid: 35.67, refunds: 35.67, net: 0 });
});

test('the day counts the refunds that were made on it, even if nothing was sold', async () => {
  const order = await paid('2026-11-20T17:00:00Z');
  await refund(order, '2026-11-22T17:00:00Z');
  expect(await totals('2026-11-20')).toMatchObject({ orders: 1, refunds: 0 });
  expect((await dayEnd('?day=2026-11-21')).totals).toEqual([]);
  expect(await totals('2026-11-22')).toMatchObject({ orders: 0, paid: 0, refunds: 35.67, net: -35.67 });
});

test('the day is the current day of the venue if the query names none', async () => {
  // This is 23:30 of the 20th in Toronto.
  await paid('2026-11-21T04:30:00Z');
  expect(await dayEnd()).toMatchObject({
    vendor: { id: venue.vendor.id, name: 'Apple Bar' },
    day: '2026-11-20',
    timezone: 'America/Toronto',
    as_of: '2026-11-21T04:30:00.000Z',
    totals: [{ orders: 1 }],
  });
});

test.each([
  // The clock goes back: the day has 25 hours, from 04:00Z to 05:00Z of the next day.
  ['2026-11-01', ['2026-11-01T03:59:00Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:00Z', '2026-11-02T05:00:00Z']],
  // The clock goes forward: the day has 23 hours, from 05:00Z to 04:00Z of the next day.
  ['2026-03-08', ['2026-03-08T04:59:00Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:00Z', '2026-03-09T04:00:00Z']],
])('the day %s has the right length when the clocks change', async (day, times) => {
  for (const at of times) await paid(at, 1);
  expect(await ordersOf(day)).toEqual([2]);
});

test.each(['2026-11-31', 'today', '20261120'])('the day %s is refused', async (day) => {
  expect((await market.call('GET', `/vendors/${venue.vendor.id}/day?day=${day}`, owner)).statusCode).toBe(422);
});

test('the day adds up to the payout of the stall and the charge of the venue', async () => {
  const order = await paid('2026-11-20T17:00:00Z');
  await refund(order, '2026-11-20T18:00:00Z', { amount: 7.77 });
  const path = `/venues/${venue.id}/sales?from=2026-11-20&to=2026-11-20`;
  const { vendors } = (await market.call('GET', path, operator)).json().data[0];
  const { paid: all, refunds, net } = await totals('2026-11-20');
  expect(vendors.find((each: { vendor: { name: string } }) => each.vendor.name === 'Apple Bar')).toMatchObject({
    gross: all,
    refunds,
    net,
  });
});
