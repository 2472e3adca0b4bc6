import { inTransaction } from 'core/database/kysely';
import { sql } from 'kysely';
import type { Cart, Order } from 'shared-contracts/types';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { lockCart } from '../carts/cart.repository';
import { firstOf, Market, placeSnapshot } from '../carts/market.testing';
import { type CartSnapshot, takeCartSnapshot } from './cart-snapshot';

const api = withTestApp();
const market = new Market(() => api.current);

let buyer: TestUser;
let venue: TestVenue;

beforeEach(async () => {
  const { db } = api.current.deps;
  buyer = await storeUser(db);
  venue = await storeVenue(db, {
    vendors: [
      { name: 'Öl & Brot', items: [{ optionGroups: [{ options: [{ price_minor: 150 }] }] }] },
      { name: '  7 Seas', items: [{ variants: [{ price_minor: 700 }] }] },
    ],
  });
});

async function snapshotOf(cart: Cart): Promise<CartSnapshot> {
  return inTransaction(api.current.deps.db, async (trx) => {
    const row = await lockCart(trx, cart.id);
    if (!row) throw new Error('no cart');
    // This is the snapshot in the form that the jsonb of the attempt returns.
    return JSON.parse(JSON.stringify(await takeCartSnapshot(trx, row)));
  });
}

const place = (snapshot: CartSnapshot) =>
  inTransaction(api.current.deps.db, (trx) => placeSnapshot(trx, snapshot, api.current.deps.clock.now()));

const read = async (path: string) => (await market.call('GET', path, buyer)).json().data;

async function filledCart(): Promise<Cart> {
  const option = firstOf(firstOf(venue.vendor.item.optionGroups).options);
  await market.add(buyer, { venue, quantity: 2, options: [option], notes: 'hot' });
  const cart = await market.add(buyer, { venue, vendor: venue.vendors[1] });
  for (const order of cart.orders.data) await market.collect(buyer, order.id);
  return read(`/carts/${cart.id}`);
}

test('placing marks the cart as paid, and puts each order with its number in the queue of its vendor', async () => {
  const cart = await filledCart();
  const placed = await place(await snapshotOf(cart));

  expect(placed.map(({ orderId, orderNumber }) => [orderId, orderNumber])).toEqual([
    [cart.orders.data[0]?.id, 'Ö-101'],
    [cart.orders.data[1]?.id, '7-101'],
  ]);
  const { orders, ...paid } = await read(`/carts/${cart.id}`);
  expect(paid).toMatchObject({ state: 'paid', payable: false, total: cart.total });
  expect(orders.data.map(({ order_number }: Order) => order_number)).toEqual(['Ö-101', '7-101']);
  expect(await read('/queues/active')).toMatchObject([
    { state: 'new', position_in_queue: 1, order: { state: 'placed' } },
    { state: 'new', position_in_queue: 1, order: { state: 'placed' } },
  ]);
});

test('placing announces the order to its vendor, and to the queue and cart of the buyer', async () => {
  const cart = await filledCart();
  const snapshot = await snapshotOf(cart);
  await market.announced();
  const [first] = await place(snapshot);
  const events = await market.announced();
  expect(events.map(({ name, channels }) => `${name} ${channels.join()}`)).toEqual([
    `QueueOrderAdded private-vendors.${venue.vendors[0]?.id}`,
    `QueueOrderStateUpdated private-users.${buyer.id}`,
    `QueueOrderAdded private-vendors.${venue.vendors[1]?.id}`,
    `QueueOrderStateUpdated private-users.${buyer.id}`,
    `CartUpdated private-users.${buyer.id}`,
  ]);
  expect(events[0]?.payload).toEqual({
    vendor: { id: venue.vendor.id, name: 'Öl & Brot', image: '/media/thumbnail.svg' },
    queue: { id: first?.queueEntryId, state: 'new' },
    order: { id: first?.orderId },
  });
});

test('order numbers count up for a vendor and start again on the next day of the venue', async () => {
  const { db } = api.current.deps;
  const numbers: string[] = [];
  // These are the minutes around midnight in Toronto.
  for (const at of ['2026-11-21T04:50:00Z', '2026-11-21T04:59:59Z', '2026-11-21T05:00:00Z']) {
    numbers.push((await market.placeOne(await storeUser(db), venue, new Date(at))).orderNumber);
  }
  expect(numbers).toEqual(['Ö-101', 'Ö-102', 'Ö-101']);
});

test('orders that are paid at once get different numbers', async () => {
  const { db } = api.current.deps;
  const guests = await Promise.all(Array.from({ length: 8 }, () => storeUser(db)));
  const placed = await Promise.all(guests.map((guest) => market.placeOne(guest, venue)));
  expect(placed.map(({ orderNumber }) => orderNumber).sort()).toEqual(
    Array.from({ length: 8 }, (_, n) => `Ö-${101 + n}`),
  );
});

test('a cart is placed only once', async () => {
  const snapshot = await snapshotOf(await filledCart());
  await place(snapshot);
  await expect(place(snapshot)).rejects.toThrow('is paid, so nothing can be placed');
  expect(await read('/queues/active')).toHaveLength(2);
});

test('an order keeps the price of its item when the menu changes later', async () => {
  const { db } = api.current.deps;
  const pricesOf = ({ orders }: Cart) =>
    orders.data.flatMap(({ order_items }) => order_items.data.map(({ variant }) => variant.item.master.price));
  const cart = await filledCart();
  const before = pricesOf(cart);
  await place(await snapshotOf(cart));
  await db.updateTable('variants').set({ price_minor: 9_900 }).execute();
  expect(pricesOf(await read(`/carts/${cart.id}`))).toEqual(before);
});

test('an order is placed with a flag if its item became inactive during the payment', async () => {
  const { db } = api.current.deps;
  const snapshot = await snapshotOf(await filledCart());
  await db.updateTable('items').set({ status: 'inactive' }).where('id', '=', venue.vendor.item.id).execute();
  await place(snapshot);
  const flags = await db.selectFrom('orders').select(['state', 'flag']).orderBy('vendor_id').execute();
  expect(flags).toEqual([
    { state: 'placed', flag: 'ITEM_INACTIVE' },
    { state: 'placed', flag: null },
  ]);
});

test.each([
  ['hidden', 'menu', { menus: "status = 'inactive'" }],
  ['hidden', 'section', { groups: "status = 'inactive'" }],
  ['hidden', 'group of choices', { option_groups: "status = 'inactive'" }],
  ['removed', 'menu', { menus: 'is_active = false' }],
  ['removed', 'section', { groups: 'is_active = false' }],
  ['removed', 'group of choices', { option_groups: 'is_listed = false' }],
])(
  'an order is flagged if a parent entry of its item was %s during the payment: a %s',
  async (_how, _what, changes) => {
    const { db } = api.current.deps;
    const snapshot = await snapshotOf(await filledCart());
    for (const [table, change] of Object.entries(changes)) {
      await sql`update ${sql.table(table)} set ${sql.raw(change)}`.execute(db);
    }
    await place(snapshot);
    const flags = await db.selectFrom('orders').select('flag').orderBy('vendor_id').execute();
    expect(flags[0]).toEqual({ flag: 'ITEM_INACTIVE' });
  },
);

test('the stored snapshot of a payment leaves out the stall’s hours', async () => {
  const [order] = (await snapshotOf(await filledCart())).orders;
  expect(order).toMatchObject({ vendor_id: venue.vendor.id });
  for (const field of ['opening_hours', 'accepting_orders', 'follows_schedule'])
    expect(order).not.toHaveProperty(field);
});

test('the paid lines are placed and later lines move to a new cart if the cart changed after the payment was started', async () => {
  const cart = await filledCart();
  const snapshot = await snapshotOf(cart);
  const paidFor = cart.orders.data.map(({ order_items, total }) => ({ order_items, total }));
  const [first, second] = cart.orders.data.map((order) => firstOf(order.order_items.data));
  // The buyer adds one more of the first line, removes the second vendor's line, and adds something new.
  await market.call('PUT', `/order-items/${first?.id}`, buyer, { quantity: 3 });
  await market.call('DELETE', `/order-items/${second?.id}`, buyer);
  await market.add(buyer, { venue, notes: 'and this' });

  const placed = await place(snapshot);

  const orders: Order[] = await Promise.all(placed.map(({ orderId }) => read(`/orders/${orderId}`)));
  expect(orders.map(({ id }) => id)).toEqual(cart.orders.data.map(({ id }) => id));
  const withoutIds = (order: Pick<Order, 'order_items' | 'total'>) => ({
    total: order.total,
    lines: order.order_items.data.map(({ quantity, total, notes, item_options }) => ({
      quantity,
      total,
      notes,
      options: item_options.data.map(({ option }) => option),
    })),
  });
  expect(orders.map(withoutIds)).toEqual(paidFor.map(withoutIds));
  const left: Cart = await read(`/carts/active?venue_id=${venue.id}`);
  expect(left.id).not.toBe(cart.id);
  expect(
    left.orders.data.flatMap(({ order_items }) => order_items.data.map(({ notes, quantity }) => [notes, quantity])),
  ).toEqual([
    ['hot', 1],
    ['and this', 1],
  ]);
  expect(left).toMatchObject({ state: 'new', payable: true, adjustments: [{ amount: 2.5 }] });
});

test('a transaction that fails after placing changes nothing', async () => {
  const cart = await filledCart();
  const snapshot = await snapshotOf(cart);
  await market.announced();
  const failed = inTransaction(api.current.deps.db, async (trx) => {
    await placeSnapshot(trx, snapshot, new Date());
    throw new Error('the database went away');
  });
  await expect(failed).rejects.toThrow('went away');
  expect(await read(`/carts/${cart.id}`)).toEqual(cart);
  expect(await read('/queues/active')).toEqual([]);
  expect(await market.announced()).toEqual([]);
});
