/** Tests a site that has run for many years: its history must not slow an order down, and its ids must not run out. */

import type { ListeningSandbox } from 'pay-sandbox/testing';
import { Client } from 'pg';
import { aDelivery } from 'shared-contracts/testing/builders';
import type { Cart } from 'shared-contracts/types';
import { firstOf, Market } from './ordering/carts/market.testing';
import { withProviders } from './payments/providers/payment-deps';
import { Reconciler } from './payments/settle/reconciler';
import { storePastOrders } from './testing/past-orders';
import { confirmWithCard, environmentOf, referenceOf, sandboxOfVenues } from './testing/payments';
import { storeUser, storeVenue, type TestUser, type TestVenue } from './testing/stored';
import { buildTestApp, type TestApp, withDatabase } from './testing/test-app';

const PAST_ORDERS = 12_000;
const GROWING = [
  'carts',
  'idempotency_keys',
  'ledger_entries',
  'ledger_postings',
  'order_item_options',
  'order_items',
  'orders',
  'outbox',
  'payment_attempts',
  'queue_entries',
  'queue_transitions',
  'webhook_events',
];

withDatabase();
let sandbox: ListeningSandbox;
let api: TestApp;

beforeEach(async () => {
  sandbox = await sandboxOfVenues();
  api = await buildTestApp({ environment: environmentOf(sandbox) });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await api.close();
  await sandbox.close();
});

interface Statement {
  text: string;
  values: readonly unknown[];
}

/** @returns the statements that `work` sends, each text once */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent = jest.spyOn(Client.prototype, 'query');
  await work();
  const statements = sent.mock.calls.flatMap(([query]): Statement[] => {
    const { text, values } = query as unknown as Partial<Statement>;
    return text && values ? [{ text, values }] : [];
  });
  sent.mockRestore();
  return [...new Map(statements.map((statement) => [statement.text, statement])).values()];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/**
 * Reads the plans of a statement. Each connection plans it for its values at first, and later once for all values if possible.
 * @returns the growing tables that the statement reads as a whole in either plan
 */
async function scannedBy({ text, values }: Statement): Promise<string[]> {
  const { pool } = api.deps;
  const { rows: servers } = await pool.query(
    "select current_setting('server_version_num')::integer >= 160000 as tells",
  );
  const explained = [await pool.query(`explain (format json) ${text}`, [...values])];
  if (servers[0].tells) explained.push(await pool.query(`explain (generic_plan, format json) ${text}`));
  const plans = explained.map(({ rows }) => rows[0]['QUERY PLAN'][0].Plan as Plan);
  const scans = plans.flatMap(nodesOf).filter((node) => node['Node Type'] === 'Seq Scan');
  return scans.map((node) => node['Relation Name'] ?? '').filter((table) => GROWING.includes(table));
}

async function people() {
  const { db } = api.deps;
  const venue = await storeVenue(db, {
    vendors: [{ optionGroups: [{ name: 'Extra', options: [{ name: 'Chili' }] }] }, {}],
  });
  const buyer = await storeUser(db);
  const staff = await storeUser(db, { vendorIds: venue.vendors.map(({ id }) => id) });
  return { venue, buyer, staff };
}

/** Takes an order from its first line to its collection, with all reads of both sides and of the workers meanwhile. */
async function playOrder(venue: TestVenue, buyer: TestUser, staff: TestUser): Promise<void> {
  const market = new Market(() => api);
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, user: TestUser, body?: object) => {
    const response = await market.call(method, path, user, body);
    if (response.statusCode >= 400) throw new Error(`${method} ${path}: ${response.body}`);
    return response.body === '' ? null : response.json();
  };
  const [option] = firstOf(venue.vendor.optionGroups).options;
  if (!option) throw new Error('The vendor has no option');
  await market.post(buyer, { venue, options: [option] }, { 'idempotency-key': 'first' });
  await market.post(buyer, { venue, options: [option] }, { 'idempotency-key': 'second' });
  await market.add(buyer, { venue, notes: 'No onion' });
  const cart: Cart = await market.add(buyer, { venue, vendor: firstOf(venue.vendors.slice(1)) });
  const [line, other] = cart.orders.data.flatMap(({ order_items }) => order_items.data);
  await call('PUT', `/order-items/${line?.id}`, buyer, { quantity: 2 });
  await call('DELETE', `/order-items/${other?.id}`, buyer);
  for (const { id } of cart.orders.data) await call('PUT', `/orders/${id}`, buyer, aDelivery('collect'));
  await call('GET', `/carts/active?venue_id=${venue.id}`, buyer);
  await call('GET', `/carts/${cart.id}`, buyer);
  await call('GET', '/me/carts', buyer);

  const { secret } = await call('POST', `/carts/${cart.id}/start-stripe`, buyer);
  await call('POST', `/carts/${cart.id}/start-stripe`, buyer);
  await confirmWithCard(sandbox, secret.clientSecret);
  await new Reconciler(withProviders(api.deps)).reconcile();
  await call('POST', `/carts/${cart.id}/pay-with-stripe`, buyer, { reference: referenceOf(secret.clientSecret) });
  await api.deps.outbox.drain();

  await call('GET', `/queues/active?user_id=${buyer.id}`, buyer);
  const { data: entries } = await call('GET', `/queues/active?vendor_id=${venue.vendor.id}`, staff);
  for (const state of ['busy', 'done', 'collected']) await call('PUT', `/queues/${entries[0].id}`, staff, { state });
  await call('GET', `/orders/${entries[0].order.id}`, buyer);
  await call('GET', `/vendors/${venue.vendor.id}/orders?limit=20`, staff);
  await call('GET', '/me', buyer);
  await market.call('GET', '/metrics', null);
  await api.deps.outbox.drain();
}

test('an order scans no growing table from cart to collection', async () => {
  const { db } = api.deps;
  const { venue, buyer, staff } = await people();
  await storePastOrders(db, venue, PAST_ORDERS);
  const statements = await statementsOf(() => playOrder(venue, buyer, staff));
  expect(statements.length).toBeGreaterThan(50);
  const scans: Record<string, string[]> = {};
  for (const statement of statements) {
    const tables = await scannedBy(statement);
    if (tables.length > 0) scans[statement.text.trim()] = tables;
  }
  expect(scans).toEqual({});
}, 120_000);

test('an order waits for another order’s number only in the last statement of its transaction', async () => {
  const { venue, buyer, staff } = await people();
  const sent = jest.spyOn(Client.prototype, 'query');
  await playOrder(venue, buyer, staff);
  const texts = sent.mock.calls.map(([query]) => (query as unknown as Partial<Statement>).text ?? String(query));
  const numbered = texts.findIndex((text) => text.includes('insert into order_counters'));
  expect(texts.slice(numbered, numbered + 2)).toEqual([expect.stringContaining('order_counters'), 'commit']);
});

test('an order works with ids beyond 32 bits from cart to collection', async () => {
  const { db, pool } = api.deps;
  const { venue, buyer, staff } = await people();
  const { rows } = await pool.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = 'public' and data_type = 'bigint'::regtype",
  );
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['carts_id_seq', 'orders_id_seq', 'order_item_options_id_seq', 'outbox_id_seq']),
  );
  for (const { name } of rows) await pool.query(`select setval('${name}', 3000000000)`);
  await playOrder(venue, buyer, staff);
  const orders = await db.selectFrom('orders').select(['id', 'state']).orderBy('vendor_id').execute();
  expect(orders[0]).toEqual({ id: expect.any(Number), state: 'completed' });
  expect(orders[0]?.id).toBeGreaterThan(3_000_000_000);
  const left = await db.selectFrom('outbox').select('kind').where('done_at', 'is', null).execute();
  expect(left).toEqual([]);
});
