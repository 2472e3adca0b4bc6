import type { Db } from 'core/database/kysely';
import { CompiledQuery, sql } from 'kysely';
import { orderSchema } from 'shared-contracts/schemas';
import type { Order } from 'shared-contracts/types';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { Market } from '../carts/market.testing';
import { presentOrder } from './order.presenter';
import { findOrders, findOrderVersions } from './order.repository';
import { OrderTexts } from './order-texts';

const api = withTestApp();
const market = new Market(() => api.current);

const OPTION = `
  with grp as (insert into option_groups (item_id, vendor_id, slug, name, position, min_select)
    select id, vendor_id, 'sauce', 'Sauce', 0, 0 from items limit 1 returning id, vendor_id),
  option as (insert into options (option_group_id, vendor_id, slug, name, price_minor, position)
    select id, vendor_id, 'chili', 'Chili', 100, 0 from grp returning id)
  insert into order_item_options (order_item_id, option_id, name, price_minor)
  select line.id, option.id, 'Chili', 100 from order_items line, option`;
const CANCELLATION = `
  insert into order_cancellations (order_id, user_id, reason, queue_state, cancelled_at)
  select id, user_id, 'Sold out', 'new', now() from orders`;
const REFUND = `
  with paid as (insert into payment_attempts (cart_id, user_id, venue_id, provider, is_live, state, cart_version, amount_minor, currency,
      reference, snapshot, settled_at)
    select cart_id, user_id, venue_id, 'Stripe', false, 'succeeded', 1, 1, currency, 'paid', '{}', now() from orders returning id),
  refund as (insert into order_refunds (order_id, attempt_id, source, user_id, reason, amount_minor, total_minor, tax_minor,
      service_fee_minor, service_fee_tax_minor, state, created_at)
    select orders.id, paid.id, 'operator', user_id, 'Cold', 1, 1, 0, 0, 0, 'wanted', now() from orders, paid returning id)
  insert into order_refund_lines (refund_id, order_item_id, quantity) select refund.id, line.id, 1 from refund, order_items line`;

let buyer: TestUser;
let venue: TestVenue;
let texts: OrderTexts;
const write = jest.fn((order: Order) => JSON.stringify(orderSchema.parse(order)));

beforeEach(async () => {
  const { db } = api.current.deps;
  venue = await storeVenue(db);
  buyer = await storeUser(db);
  write.mockClear();
  texts = new OrderTexts(db, write);
});

const textOf = async (id: number): Promise<unknown> => JSON.parse((await texts.find([id])).get(id) ?? 'null');
const presented = async (id: number): Promise<unknown> =>
  JSON.parse(JSON.stringify((await findOrders(api.current.deps.db, [id])).map(presentOrder)[0]));

test('the text of an unchanged order is not built again', async () => {
  const { orderId } = await market.placeOne(buyer, venue);
  const first = await textOf(orderId);
  expect(await textOf(orderId)).toEqual(first);
  expect(first).toEqual(await presented(orderId));
  expect(write).toHaveBeenCalledTimes(1);
});

test.each([
  ['its buyer', "update users set name = 'Renamed'"],
  ['its venue', "update venues set name = 'Renamed'"],
  ['its vendor', "update vendors set subaccount_code = 'ACCT_1'"],
  ['the order', "update orders set delivery_method_location = 'Table 7'"],
  ['a line', "update order_items set notes = 'No onion'"],
  ['the options of a line', OPTION],
  ['the master variant', 'update variants set position = position + 1'],
  ['a cancellation', CANCELLATION],
  ['a refund', REFUND],
])('a change of %s appears in the next text', async (_what, statement) => {
  const { orderId } = await market.placeOne(buyer, venue);
  await textOf(orderId);
  await sql.raw(statement).execute(api.current.deps.db);
  expect(await textOf(orderId)).toEqual(await presented(orderId));
  expect(write).toHaveBeenCalledTimes(2);
});

test('adding and removing a line changes the text twice', async () => {
  const { db } = api.current.deps;
  const { orderId } = await market.placeOne(buyer, venue);
  const before = await textOf(orderId);
  await sql.raw(CANCELLATION).execute(db);
  expect(await textOf(orderId)).not.toEqual(before);
  await db.deleteFrom('order_cancellations').execute();
  expect(await textOf(orderId)).toEqual(before);
});

test('the version covers every table from which an order is read', async () => {
  const { db } = api.current.deps;
  const { orderId } = await market.placeOne(buyer, venue);
  // Only an order in a cart reads these tables, because it shows whether the menu still sells its items.
  const ofCarts = ['groups', 'items', 'menus', 'option_groups', 'options'];
  const made = await tablesOf(db, () => findOrders(db, [orderId]));
  const compared = await tablesOf(db, () => findOrderVersions(db, [orderId]));
  expect([...compared, ...ofCarts].sort()).toEqual(made.sort());
});

/** Returns the tables that the statement of a read uses. */
async function tablesOf(db: Db, read: () => Promise<unknown>): Promise<string[]> {
  const executed = jest.spyOn(db.getExecutor(), 'executeQuery');
  await read();
  const [statement] = executed.mock.calls[0] ?? [];
  executed.mockRestore();
  const plan = CompiledQuery.raw(`explain (format json) ${statement?.sql}`, [...(statement?.parameters ?? [])]);
  const { rows } = await db.executeQuery(plan);
  const tables = [...JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)].map(([, table = '']) => table);
  return [...new Set(tables)];
}

test('an order that does not exist has no text', async () => {
  expect(await texts.find([])).toEqual(new Map());
  expect(await texts.find([4_000])).toEqual(new Map());
});
