/** Tests the money of tips over the real routes: what is charged, what the stalls are owed, and what goes back. */
import { sql } from 'kysely';
import type { ListeningSandbox } from 'pay-sandbox/testing';
import { firstOf, Market } from '../ordering/carts/market.testing';
import { GLOBAL_ACCOUNT, payWithGlobal, payWithStripe } from '../testing/paid-orders';
import { environmentOf, sandboxOfVenues, storeCart } from '../testing/payments';
import { storeUser, storeVenue, type TestUser, type TestVenue, type VenueInput } from '../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../testing/test-app';
import { checkLedger } from './ledger/check-ledger';

withDatabase();

let sandbox: ListeningSandbox;
let api: TestApp;
let buyer: TestUser;
let operator: TestUser;
let owner: TestUser;
let venue: TestVenue;
let keys = 0;

const market = new Market(() => api);
const db = () => api.deps.db;
const NOW = new Date('2026-11-30T17:00:00Z');
const TODAY = 'from=2026-11-30&to=2026-11-30';

beforeEach(async () => {
  sandbox = await sandboxOfVenues(() => NOW);
  api = await buildTestApp({ environment: environmentOf(sandbox), overrides: { clock: { now: () => NOW } } });
  buyer = await storeUser(db());
});
afterEach(async () => {
  await api.close();
  await sandbox.close();
});

type Provider = 'Stripe' | 'Global';
const ACCOUNTS: Record<Provider, VenueInput> = {
  Stripe: {},
  Global: GLOBAL_ACCOUNT,
};

/** A hall with two stalls, 13 % tax that is added and a service charge of 2.50. */
async function openHall(provider: Provider = 'Stripe'): Promise<void> {
  const stall = (name: string, price_minor: number) => ({ name, items: [{ variants: [{ price_minor }] }] });
  const vendors = [stall('Apple Bar', 1000), stall('Bun House', 2000)];
  venue = await storeVenue(db(), { ...ACCOUNTS[provider], tip_rates_bp: [500, 1000, 1500], vendors });
  operator = await storeUser(db(), { operatorOf: [venue.id] });
  owner = await storeUser(db(), { vendorIds: [venue.vendor.id] });
}

const choose = (cartId: number, body: object) => market.call('PUT', `/carts/${cartId}/tip`, buyer, body);

/** Pays 11.30 and 22.60 with tax, 2.50 service charge with 0.33 tax, and a tip of 3.00. @returns the ids of the orders */
async function paid(provider: Provider = 'Stripe'): Promise<number[]> {
  await openHall(provider);
  const { id } = await storeCart(db(), buyer, venue);
  expect((await choose(id, { percent: 10 })).statusCode).toBe(200);
  const pay = provider === 'Stripe' ? payWithStripe : payWithGlobal;
  return (await pay({ market, sandbox, buyer }, id)).orderIds;
}

async function refund(orderId: number | undefined, body: object = {}) {
  keys += 1;
  const given = { reason: 'Cold soup', ...body };
  return (
    await market.call('POST', `/orders/${orderId}/refunds`, operator, given, { 'idempotency-key': `${keys}` })
  ).json().data;
}

/** Reads the tips that each stall is owed. */
async function tipsOwed(): Promise<number[]> {
  const { rows } = await sql<{ minor: number }>`
    select -sum(amount_minor)::bigint as minor from ledger_postings where account = 'tips' group by vendor_id order by vendor_id`.execute(
    db(),
  );
  return rows.map(({ minor }) => minor);
}

describe.each<Provider>(['Stripe', 'Global'])('at %s, a tip', (provider) => {
  test('is charged, and owed to the stalls by their totals', async () => {
    const orderIds = await paid(provider);
    // 33.90, 2.83 and 3.00
    const attempts = await db().selectFrom('payment_attempts').select(['amount_minor', 'state']).execute();
    expect(attempts).toEqual([{ amount_minor: 3973, state: 'succeeded' }]);
    expect(await tipsOwed()).toEqual([100, 200]);
    expect(await checkLedger(db(), venue.id)).toEqual([]);
    const orders = await Promise.all(orderIds.map((id) => market.call('GET', `/orders/${id}`, buyer)));
    expect(orders.map((response) => response.json().data.tip)).toEqual([1, 2]);
  });

  test('stays with the stall at a refund of a part, and goes back with the rest', async () => {
    const [first] = await paid(provider);
    expect(await refund(first, { amount: 5 })).not.toHaveProperty('tip');
    expect(await tipsOwed()).toEqual([100, 200]);
    // 11.30 and 0.94 of the service charge with its tax, less 5.00, and the tip of 1.00.
    expect(await refund(first)).toMatchObject({ amount: 8.24, tip: 1 });
    expect(await tipsOwed()).toEqual([0, 200]);
    await api.deps.outbox.drain();
    const states = await db().selectFrom('order_refunds').select(['state', 'tip_minor']).orderBy('id').execute();
    expect(states).toEqual([
      { state: 'done', tip_minor: 0 },
      { state: 'done', tip_minor: 100 },
    ]);
    expect(await checkLedger(db(), venue.id)).toEqual([]);
  });
});

test('the stand-in of Stripe receives the whole amount', async () => {
  await openHall();
  const { id } = await storeCart(db(), buyer, venue);
  await choose(id, { amount: 4.2 });
  const { reference } = await payWithStripe({ market, sandbox, buyer }, id);
  const intent = await sandbox.stripe('sk_test_venue').paymentIntents.retrieve(reference);
  expect(intent.amount_received).toBe(4093);
});

test('a cancellation returns the tip', async () => {
  const [first] = await paid();
  const cancelled = await market.call('PUT', `/queues/cancel/${first}`, owner, { reason: 'No noodles' });
  expect(cancelled.json().data.cancellation.refund.amount).toBe(13.24);
  expect(await tipsOwed()).toEqual([0, 200]);
  expect(await checkLedger(db(), venue.id)).toEqual([]);
});

test('a preview says what a refund returns of the tip', async () => {
  const [first] = await paid();
  expect(await refund(first, { dry_run: true })).toEqual({ amount: 13.24, tax: 1.41, service_charge: 0.83, tip: 1 });
  expect(await refund(first, { dry_run: true, amount: 5 })).not.toHaveProperty('tip');
});

test('a start for the cart without its tip is refused with the cart', async () => {
  await openHall();
  const { id, version } = await storeCart(db(), buyer, venue);
  await choose(id, { percent: 10 });
  const refused = await market.call('POST', `/carts/${id}/start-stripe`, buyer, { version });
  expect(refused.json()).toMatchObject({ code: 'CART_CHANGED', data: { total: 39.73, tip: { amount: 3 } } });
});

test('a choice after the start of a payment leads to another payment, and the first is superseded', async () => {
  await openHall();
  const { id } = await storeCart(db(), buyer, venue);
  const open = await market.call('POST', `/carts/${id}/start-stripe`, buyer);
  await choose(id, { percent: 10 });
  const next = await market.call('POST', `/carts/${id}/start-stripe`, buyer);
  expect(next.json().secret.clientSecret).not.toBe(open.json().secret.clientSecret);
  const attempts = await db().selectFrom('payment_attempts').select(['amount_minor', 'state']).orderBy('id').execute();
  expect(attempts).toEqual([
    { amount_minor: 3673, state: 'superseded' },
    { amount_minor: 3973, state: 'open' },
  ]);
});

test('the receipt that is emailed has the tip, and adds up', async () => {
  await paid();
  await api.deps.outbox.drain();
  const { text } = firstOf(api.emails.filter(({ subject }) => subject.startsWith('Receipt')));
  expect(text).toContain(['HST: $4.23', 'Tip: $3.00', 'Paid: $39.73'].join('\n'));
  expect(text).toContain('Apple Bar, order A-101: $13.24');
});

describe('in the reports', () => {
  beforeEach(async () => {
    const [first] = await paid();
    await refund(first);
  });
  const read = async (path: string, user = operator) => (await market.call('GET', path, user)).json().data;

  test('the statement of a stall has its tips, and their refund among the refunds', async () => {
    const [statement] = await read(`/venues/${venue.id}/statements?${TODAY}&vendor=${venue.vendor.id}`);
    expect(statement).toMatchObject({ sales: 11.3, tips: 1, refunds: -12.3 });
  });

  test('payouts count the tips as the stall’s', async () => {
    const [apples, buns, hall] = await read(`/venues/${venue.id}/payouts?${TODAY}`);
    expect([apples.shares, apples.payout, buns.shares, hall.shares]).toEqual([12.3, 0, 24.6, 2.83]);
  });

  test('the sales have the tips beside the service charge, and their total is what was paid', async () => {
    const [{ total, items }] = await read(`/venues/${venue.id}/sales?${TODAY}`);
    expect(total).toMatchObject({ gross: 39.73, service_charge: 2.5, tips: 3, refunds: 13.24, net: 26.49 });
    // An item has none.
    expect(items.map((item: object) => 'tips' in item)).toEqual([false, false]);
  });

  test('the day of a stall has its tips between its sales and what was paid', async () => {
    const { totals } = await read(`/vendors/${venue.vendor.id}/day?day=2026-11-30`, owner);
    expect(totals[0]).toMatchObject({ sales: 10, service_charge: 0.83, tax_added: 1.41, tips: 1, paid: 13.24, net: 0 });
  });

  test('today’s takings are the sales without the tips', async () => {
    const { takings } = await read(`/venues/${venue.id}/today`);
    expect(takings.data[0]).toMatchObject({ gross: 36.73, refunds: 12.24 });
  });

  test('the list of orders says what was paid', async () => {
    const response = await market.call('GET', `/venues/${venue.id}/orders`, operator);
    expect(
      response
        .json()
        .data.map(({ total }: { total: number }) => total)
        .sort(),
    ).toEqual([13.24, 26.49]);
  });
});

test('nothing of a hall without tips has a word of them', async () => {
  await openHall();
  await db().updateTable('venues').set({ tip_rates_bp: null }).execute();
  const { id } = await storeCart(db(), buyer, venue);
  const { orderIds } = await payWithStripe({ market, sandbox, buyer }, id);
  const order = firstOf(orderIds);
  await api.deps.outbox.drain();
  const paths = [`/carts/${id}`, `/orders/${order}`];
  const bodies = await Promise.all(paths.map((path) => market.call('GET', path, buyer)));
  const reports = [`/venues/${venue.id}/sales?${TODAY}`, `/orders/${order}/refunds`];
  bodies.push(...(await Promise.all(reports.map((path) => market.call('GET', path, operator)))));
  for (const { body } of bodies) expect(body).not.toMatch(/"tips?"/);
  expect(firstOf(api.emails).text).not.toContain('Tip');
});
