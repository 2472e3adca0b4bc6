import { orderSchema } from 'shared-contracts/schemas';
import type { Order } from 'shared-contracts/types';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { Market } from '../carts/market.testing';
import { presentOrder } from './order.presenter';
import { findOrders } from './order.repository';
import { OrderTexts } from './order-texts';

const api = withTestApp();
const market = new Market(() => api.current);

let buyer: TestUser;
let venue: TestVenue;
let texts: OrderTexts;
const write = jest.fn((order: Order) => JSON.stringify(orderSchema.parse(order)));

beforeEach(async () => {
  const { db, pool } = api.current.deps;
  venue = await storeVenue(db);
  buyer = await storeUser(db);
  write.mockClear();
  texts = new OrderTexts(pool, db, write);
});

const textOf = async (id: number): Promise<unknown> => JSON.parse((await texts.find([id])).get(id) ?? 'null');
const presented = async (id: number): Promise<unknown> =>
  JSON.parse(JSON.stringify((await findOrders(api.current.deps.db, [id])).map(presentOrder)[0]));

test('an order that is as it was is not written again', async () => {
  const { orderId } = await market.placeOne(buyer, venue);
  const first = await textOf(orderId);
  expect(await textOf(orderId)).toEqual(first);
  expect(first).toEqual(await presented(orderId));
  expect(write).toHaveBeenCalledTimes(1);
});

test('a change of anything that it shows is in the next text, also of its buyer or vendor', async () => {
  const { db } = api.current.deps;
  const { orderId } = await market.placeOne(buyer, venue);
  await textOf(orderId);
  await db.updateTable('users').set({ name: 'Renamed' }).where('id', '=', buyer.id).execute();
  expect(await textOf(orderId)).toMatchObject({ user: { name: 'Renamed' } });
  await db.updateTable('vendors').set({ subaccount_code: 'ACCT_1' }).where('id', '=', venue.vendor.id).execute();
  expect(await textOf(orderId)).toMatchObject({ vendor: { paystack_account: { subaccount_code: 'ACCT_1' } } });
  await db.updateTable('order_items').set({ notes: 'No onion' }).where('order_id', '=', orderId).execute();
  expect(await textOf(orderId)).toEqual(await presented(orderId));
  expect(write).toHaveBeenCalledTimes(4);
});

test('an order that is not there has no text', async () => {
  expect(await texts.find([])).toEqual(new Map());
  expect(await texts.find([4_000])).toEqual(new Map());
});
