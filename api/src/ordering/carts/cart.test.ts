import { inTransaction } from 'core/database/kysely';
import { cartReferenceSchema, cartSchema, errorSchema, many, one } from 'shared-contracts/schemas';
import type { Cart, OrderItem } from 'shared-contracts/types';
import { expectShape } from '../../testing/expect-shape';
import { storeTaxCategory, storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { buildTestApp, type TestApp, withTestApp } from '../../testing/test-app';
import { takeCartSnapshot } from '../checkout/cart-snapshot';
import { findCart } from './cart.repository';
import { addPayload, firstOf, Market, placeSnapshot } from './market.testing';

const api = withTestApp();
const market = new Market(() => api.current);

let buyer: TestUser;
let venue: TestVenue;

beforeEach(async () => {
  const { db } = api.current.deps;
  buyer = await storeUser(db);
  venue = await storeVenue(db, {
    vendors: [
      {
        name: 'Apple Bar',
        items: [
          {
            variants: [{ price_minor: 1000 }, { name: 'Large', price_minor: 1450 }],
            optionGroups: [
              {
                name: 'Extras',
                max_select: 2,
                options: [{ price_minor: 120 }, { price_minor: 80 }, { price_minor: 10 }],
              },
            ],
          },
        ],
      },
      { name: 'Bun House', items: [{ variants: [{ price_minor: 333 }] }] },
    ],
  });
});

const linesOf = (cart: Cart): OrderItem[] => cart.orders.data.flatMap((order) => order.order_items.data);
const optionsOf = () => firstOf(firstOf(venue.vendors).item.optionGroups).options;
const secondVendor = () => venue.vendors[1] ?? venue.vendor;

describe('adding to the cart', () => {
  test('responds 201 with the whole cart at the prices of the server', async () => {
    const [first, second] = optionsOf();
    if (!first || !second) throw new Error('two options');
    const response = await market.post(buyer, { venue, quantity: 2, options: [first, second], notes: 'no onions' });
    expect(response.statusCode).toBe(201);
    const { data: cart } = expectShape(one(cartSchema), response.json());
    expect(cart).toMatchObject({
      venue_id: venue.id,
      state: 'new',
      item_count: 2,
      item_total: 24,
      adjustments: [{ label: 'Service charge', amount: 2.5 }],
      adjustment_tax: 0.33,
      // 24.00 + 2.50 + 13 % of each
      total: 29.95,
      payable: true,
      account: { email: buyer.email },
    });
    expect(firstOf(cart.orders.data)).toMatchObject({ state: 'cart', order_number: null, total: 24, tax_amount: 3.12 });
    expect(firstOf(linesOf(cart))).toMatchObject({
      quantity: 2,
      price: 10,
      total: 24,
      notes: 'no onions',
      available: true,
    });
  });

  test('creates one cart for a venue and one order for a vendor, and the cart total is the sum of the receipts', async () => {
    await market.add(buyer, { venue });
    const cart = await market.add(buyer, { venue, vendor: secondVendor(), quantity: 3 });
    expect(cart.orders.data.map((order) => order.vendor.name)).toEqual(['Apple Bar', 'Bun House']);
    const receipts = cart.orders.data.map(
      (order) => order.total + order.service_fee + order.tax_amount + order.service_fee_tax,
    );
    expect(receipts.reduce((sum, receipt) => sum + receipt, 0)).toBeCloseTo(cart.total, 6);
    expect(cart.orders.data.reduce((sum, order) => sum + order.service_fee, 0)).toBeCloseTo(2.5, 6);
  });

  test('merges an identical line, and adds a line for other options, notes or variants', async () => {
    const [option] = optionsOf();
    if (!option) throw new Error('an option');
    const large = venue.vendor.item.variants[1];
    await market.add(buyer, { venue, quantity: 2 });
    await market.add(buyer, { venue, quantity: 3 });
    await market.add(buyer, { venue, options: [option] });
    await market.add(buyer, { venue, notes: 'hot' });
    const cart = await market.add(buyer, { venue, ...(large && { variant: large }) });
    expect(linesOf(cart).map(({ quantity }) => quantity)).toEqual([5, 1, 1, 1]);
  });

  test('ignores the order in which the options were chosen', async () => {
    const [first, second] = optionsOf();
    if (!first || !second) throw new Error('two options');
    await market.add(buyer, { venue, options: [first, second] });
    const cart = await market.add(buyer, { venue, options: [second, first] });
    expect(linesOf(cart)).toHaveLength(1);
  });

  test('adds nothing for a repeat with the same Idempotency-Key, even if both arrive at once', async () => {
    const key = { 'idempotency-key': 'tap-1' };
    const responses = await Promise.all([market.post(buyer, { venue }, key), market.post(buyer, { venue }, key)]);
    const again = await market.post(buyer, { venue }, key);
    for (const response of [...responses, again]) {
      expect(response.statusCode).toBe(201);
      expect(response.json().data.item_count).toBe(1);
    }
    expect((await market.post(buyer, { venue }, { 'idempotency-key': 'tap-2' })).json().data.item_count).toBe(2);
  });

  test('refuses a key that the buyer used for another request, and accepts it from another buyer', async () => {
    const key = { 'idempotency-key': 'tap-1' };
    await market.post(buyer, { venue }, key);
    const reused = await market.post(buyer, { venue, quantity: 2 }, key);
    expect(reused.statusCode).toBe(422);
    expect(reused.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const other = await storeUser(api.current.deps.db);
    expect((await market.post(other, { venue, quantity: 2 }, key)).statusCode).toBe(201);
  });

  test('creates one cart with both lines from two concurrent requests', async () => {
    await Promise.all([market.post(buyer, { venue, notes: 'a' }), market.post(buyer, { venue, notes: 'b' })]);
    const { data } = (await market.call('GET', `/carts/active?venue_id=${venue.id}&state=new`, buyer)).json();
    expect(data).toMatchObject({ item_count: 2 });
  });

  describe('adding in several processes at once', () => {
    let other: TestApp;
    let there: Market;
    beforeEach(async () => {
      other = await buildTestApp();
      there = new Market(() => other);
    });
    afterEach(() => other.close());

    test('creates one cart that contains and counts every request', async () => {
      const notes = ['a', 'b', 'c', 'd', 'e', 'f'];
      await Promise.all(notes.map((note, index) => (index % 2 ? there : market).add(buyer, { venue, notes: note })));
      const { data } = (await market.call('GET', `/carts/active?venue_id=${venue.id}`, buyer)).json();
      expect(data).toMatchObject({ item_count: 6, version: 7, item_total: 60 });
      expect(
        linesOf(data)
          .map((line) => line.notes)
          .sort(),
      ).toEqual(notes);
    });

    test('merges the same line into one with the summed quantity', async () => {
      await Promise.all(
        [1, 2, 3, 4].map((quantity) => (quantity % 2 ? there : market).add(buyer, { venue, quantity })),
      );
      const cart = await market.add(buyer, { venue });
      expect(linesOf(cart).map(({ quantity }) => quantity)).toEqual([11]);
    });

    test('adds a request with an Idempotency-Key once', async () => {
      const key = { 'idempotency-key': 'tap-1' };
      const responses = await Promise.all([market, there, market, there].map((at) => at.post(buyer, { venue }, key)));
      for (const response of responses) expect(response.json().data.item_count).toBe(1);
    });

    test('refuses one of two requests with the same key for two venues', async () => {
      const elsewhere = await storeVenue(api.current.deps.db);
      const key = { 'idempotency-key': 'tap-1' };
      const responses = await Promise.all([
        market.post(buyer, { venue }, key),
        there.post(buyer, { venue: elsewhere }, key),
      ]);
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
      const carts = await Promise.all(
        [venue, elsewhere].map((each) => market.call('GET', `/carts/active?venue_id=${each.id}`, buyer)),
      );
      expect(carts.map((cart) => cart.json().data?.item_count ?? 0).sort()).toEqual([0, 1]);
    });

    test('adds to the cart without the line that is being removed at the same time', async () => {
      const cart = await market.add(buyer, { venue });
      const [line] = linesOf(cart);
      await Promise.all([
        there.call('DELETE', `/order-items/${line?.id}`, buyer),
        market.add(buyer, { venue, notes: 'new' }),
      ]);
      const { data } = (await market.call('GET', `/carts/active?venue_id=${venue.id}`, buyer)).json();
      expect(linesOf(data).map(({ notes }) => notes)).toEqual(['new']);
      expect(data).toMatchObject({ item_total: 10, version: cart.version + 2 });
    });
  });

  test('needs a session', async () => {
    const response = await market.call('POST', '/carts', null, addPayload({ venue }));
    expect(response.statusCode).toBe(401);
    expectShape(errorSchema, response.json());
  });

  test.each<[string, (payload: ReturnType<typeof addPayload>) => object, string]>([
    ['a quantity of 0', (payload) => ({ ...payload, quantity: 0 }), 'quantity'],
    ['a quantity of 1000', (payload) => ({ ...payload, quantity: 1000 }), 'quantity'],
    ['a quantity of one half', (payload) => ({ ...payload, quantity: 0.5 }), 'quantity'],
    ['notes beyond 500 characters', (payload) => ({ ...payload, notes: 'x'.repeat(501) }), 'notes'],
    ['a price with three decimals', (payload) => ({ ...payload, price: 10.001 }), 'price'],
    ['an item_total that is not price × quantity', (payload) => ({ ...payload, item_total: 10.5 }), 'item_total'],
    ['an item_total of 0', (payload) => ({ ...payload, item_total: 0 }), 'item_total'],
    ['a missing item_total', ({ item_total: _, ...payload }) => payload, 'item_total'],
    [
      'an options_total that differs from the options',
      (payload) => ({ ...payload, options_total: 1 }),
      'options_total',
    ],
    ['an unknown variant', (payload) => ({ ...payload, variant_id: 999_999 }), 'variant_id'],
    ['a variant of another vendor', (payload) => ({ ...payload, vendor_id: secondVendor().id }), 'variant_id'],
    ['a vendor of another venue', (payload) => ({ ...payload, venue_id: venue.id + 1 }), 'variant_id'],
    ['an option of another item', (payload) => ({ ...payload, options: [{ id: 999_999 }] }), 'options'],
    [
      'the same option twice',
      (payload) => ({ ...payload, options: [firstOf(optionsOf()), firstOf(optionsOf())].map(({ id }) => ({ id })) }),
      'options',
    ],
    [
      'more options than a group allows',
      (payload) => ({ ...payload, options: optionsOf().map(({ id }) => ({ id })) }),
      'options',
    ],
  ])('responds to %s with a 422 that names the field', async (_what, change, field) => {
    const response = await market.call('POST', '/carts', buyer, change(addPayload({ venue })));
    expect(response.statusCode).toBe(422);
    expect(Object.keys(expectShape(errorSchema, response.json()).errors ?? {})).toEqual([field]);
    expect(await api.current.deps.db.selectFrom('carts').select('id').execute()).toEqual([]);
  });

  test('responds to fewer options than a group requires with a 422', async () => {
    const strict = await storeVenue(api.current.deps.db, {
      vendors: [{ optionGroups: [{ name: 'Bread', min_select: 1, max_select: 1 }] }],
    });
    expect((await market.post(buyer, { venue: strict })).json()).toMatchObject({
      message: 'Please check your choice of Bread.',
      errors: { options: ['Please check your choice of Bread.'] },
    });
    const [bread] = firstOf(strict.vendor.optionGroups).options;
    expect((await market.post(buyer, { venue: strict, ...(bread && { options: [bread] }) })).statusCode).toBe(201);
  });

  test('accepts options_total for one item, multiplied by the quantity, or left out', async () => {
    const option = firstOf(optionsOf());
    const { options_total, ...payload } = addPayload({ venue, quantity: 3, options: [option] });
    for (const sent of [payload, { ...payload, options_total }, { ...payload, options_total: 3.6 }]) {
      expect((await market.call('POST', '/carts', buyer, sent)).statusCode).toBe(201);
    }
    const wrong = await market.call('POST', '/carts', buyer, { ...payload, options_total: 2.4 });
    expect(Object.keys(wrong.json().errors)).toEqual(['options_total']);
  });

  test.each([
    ['with floating-point errors', { item_total: 4.85 * 3, options_total: 0.1 * 3, total: 4.85 * 3 + 0.1 * 3 }],
    ['as decimals', { item_total: 14.55, options_total: 0.3, total: 14.85 }],
    ['within half a cent', { item_total: 14.5549, options_total: 0.2951, total: 14.8451 }],
  ])('accepts sums %s', async (_how, sums) => {
    await set('variants', firstOf(venue.vendor.item.variants).id, { price_minor: 485 });
    await set('options', firstOf(optionsOf()).id, { price_minor: 10 });
    const payload = addPayload({ venue, quantity: 3, options: [firstOf(optionsOf())] });
    const response = await market.call('POST', '/carts', buyer, { ...payload, price: 4.85, ...sums });
    expect(response.json().data).toMatchObject({ item_total: 14.85 });
  });

  test.each([
    ['item_total', { item_total: 14.556 }, 422],
    ['total', { total: 14.856 }, 409],
  ])('refuses %s with a difference above half a cent', async (_field, sums, status) => {
    await set('variants', firstOf(venue.vendor.item.variants).id, { price_minor: 485 });
    await set('options', firstOf(optionsOf()).id, { price_minor: 10 });
    const payload = addPayload({ venue, quantity: 3, options: [firstOf(optionsOf())] });
    const right = { price: 4.85, item_total: 14.55, options_total: 0.3, total: 14.85 };
    const response = await market.call('POST', '/carts', buyer, { ...payload, ...right, ...sums });
    expect(response.statusCode).toBe(status);
  });

  test('refuses a new line in a cart of 100 lines, and still merges an identical line', async () => {
    const { db } = api.current.deps;
    const cart = await market.add(buyer, { venue });
    const [line] = await db.selectFrom('order_items').selectAll().execute();
    if (!line) throw new Error('a line');
    const { id: _, ...values } = line;
    const more = Array.from({ length: 98 }, (_each, index) => ({ ...values, line_key: `${index}`, notes: `${index}` }));
    await db.insertInto('order_items').values(more).execute();
    expect((await market.add(buyer, { venue, vendor: secondVendor() })).item_count).toBe(100);
    const refused = await market.post(buyer, { venue, notes: 'one more' });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      code: 'CART_FULL',
      message: 'Your cart is full: it holds 100 different items. Please order what is in it first.',
    });
    expect(await market.add(buyer, { venue })).toMatchObject({ id: cart.id, item_count: 101 });
  });

  test('limits the quantity of a merged line to 999', async () => {
    await market.add(buyer, { venue, quantity: 999 });
    expect((await market.post(buyer, { venue })).statusCode).toBe(422);
  });

  test.each<[string, string, () => Promise<unknown>]>([
    ['ITEM_UNAVAILABLE', 'the item is inactive', () => set('items', venue.vendor.item.id, { status: 'inactive' })],
    [
      'ITEM_UNAVAILABLE',
      'the variant is inactive',
      () => set('variants', firstOf(venue.vendor.item.variants).id, { status: 'inactive' }),
    ],
    [
      'ITEM_UNAVAILABLE',
      'the chosen option is inactive',
      () => set('options', firstOf(optionsOf()).id, { status: 'inactive' }),
    ],
    [
      'ITEM_UNAVAILABLE',
      'the item is no longer in the document',
      () => set('items', venue.vendor.item.id, { is_listed: false }),
    ],
    ['ITEM_UNAVAILABLE', 'the vendor was removed', () => set('vendors', venue.vendor.id, { is_active: false })],
    ['VENDOR_CLOSED', 'the vendor paused orders', () => set('vendors', venue.vendor.id, { accepting_orders: false })],
    [
      'PRICE_CHANGED',
      'the variant costs more now',
      () => set('variants', firstOf(venue.vendor.item.variants).id, { price_minor: 1100 }),
    ],
    [
      'PRICE_CHANGED',
      'the chosen option costs more now',
      () => set('options', firstOf(optionsOf()).id, { price_minor: 121 }),
    ],
  ])('responds 409 %s if %s', async (code, _why, change) => {
    const payload = addPayload({ venue, options: [firstOf(optionsOf())] });
    await change();
    const response = await market.call('POST', '/carts', buyer, payload);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code });
    // The visitor would get the current item of the menu.
    const shown = await market.call('GET', `/items/${venue.vendor.item.id}`, null);
    expect(response.json().data).toEqual(shown.statusCode === 200 ? shown.json().data : null);
  });

  test('refuses a request for more than an order can hold', async () => {
    const dear = await storeVenue(api.current.deps.db, {
      vendors: [{ items: [{ variants: [{ price_minor: 2_000_000 }] }, { variants: [{ price_minor: 900_000_000 }] }] }],
    });
    expect((await market.post(buyer, { venue: dear, quantity: 999 })).statusCode).toBe(422);
    const line = firstOf(linesOf(await market.add(buyer, { venue: dear })));
    expect((await market.call('PUT', `/order-items/${line.id}`, buyer, { quantity: 999 })).statusCode).toBe(422);
    const dearest = firstOf(dear.vendor.items.slice(1)).variants[0];
    await market.add(buyer, { venue: dear, ...(dearest && { variant: dearest }) });
    expect((await market.post(buyer, { venue: dear, quantity: 60, notes: 'more' })).statusCode).toBe(422);
  });

  test('reprices the whole line if the same choice is added again', async () => {
    await market.add(buyer, { venue });
    const variant = firstOf(venue.vendor.item.variants);
    await set('variants', variant.id, { price_minor: 1100 });
    const cart = await market.add(buyer, { venue, variant: { ...variant, price_minor: 1100 } });
    expect(firstOf(linesOf(cart))).toMatchObject({ quantity: 2, price: 11, total: 22, available: true });
    expect(cart.payable).toBe(true);
  });

  test('notifies the other screens of the buyer, and not the screen that sent the request', async () => {
    const response = await market.post(buyer, { venue }, { 'x-socket-id': '12.34' });
    const cart: Cart = response.json().data;
    expect(await market.announced()).toEqual([
      {
        name: 'CartUpdated',
        channels: [`private-users.${buyer.id}`],
        payload: { cart: { id: cart.id, venue_id: venue.id, version: cart.version } },
        except: '12.34',
      },
    ]);
  });

  test('ignores an invalid X-Socket-Id, because an engine would refuse the event with it', async () => {
    await market.post(buyer, { venue }, { 'x-socket-id': 'nonsense' });
    expect(firstOf(await market.announced()).except).toBeNull();
  });
});

describe('a cart whose menu changed', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['an item became inactive', () => set('items', venue.vendor.item.id, { status: 'inactive' })],
    [
      'a variant became inactive',
      () => set('variants', firstOf(venue.vendor.item.variants).id, { status: 'inactive' }),
    ],
    ['a price changed', () => set('variants', firstOf(venue.vendor.item.variants).id, { price_minor: 1001 })],
    ['an option became inactive', () => set('options', firstOf(optionsOf()).id, { status: 'inactive' })],
    ['the price of an option changed', () => set('options', firstOf(optionsOf()).id, { price_minor: 121 })],
  ])('is not payable and flags only the changed line if %s', async (_what, change) => {
    await market.add(buyer, { venue, options: [firstOf(optionsOf())] });
    const { id } = await market.add(buyer, { venue, vendor: secondVendor() });
    await change();
    const { data: cart } = expectShape(one(cartSchema), (await market.call('GET', `/carts/${id}`, buyer)).json());
    expect(linesOf(cart).map(({ available }) => available)).toEqual([false, true]);
    expect(cart.payable).toBe(false);
  });
});

describe('a cart with an item that is sold out until tomorrow', () => {
  const set = (back_at: Date | null, status: 'active' | 'inactive' = 'inactive') =>
    api.current.deps.db.updateTable('items').set({ status, back_at }).where('id', '=', venue.vendor.item.id).execute();

  test('cannot be paid until the item is back', async () => {
    const { id } = await market.add(buyer, { venue });
    const read = async () => (await market.call('GET', `/carts/${id}`, buyer)).json().data;
    await set(new Date(Date.now() + 3_600_000));
    expect(await read()).toMatchObject({ payable: false });
    expect((await market.post(buyer, { venue })).json()).toMatchObject({ code: 'ITEM_UNAVAILABLE' });
    await set(new Date(Date.now() - 1_000));
    expect(await read()).toMatchObject({ payable: true });
    expect((await market.post(buyer, { venue })).statusCode).toBe(201);
  });
});

describe('reading carts', () => {
  test('returns the active cart of a venue, or null', async () => {
    const path = `/carts/active?venue_id=${venue.id}&user_id=${buyer.id}&state=new`;
    expect((await market.call('GET', path, buyer)).json()).toEqual({ data: null });
    const cart = await market.add(buyer, { venue });
    expect(expectShape(one(cartSchema), (await market.call('GET', path, buyer)).json()).data).toEqual(cart);
  });

  test('responds 403 for the active cart of another user, and 404 for their cart by id', async () => {
    const cart = await market.add(buyer, { venue });
    const other = await storeUser(api.current.deps.db);
    const active = await market.call('GET', `/carts/active?venue_id=${venue.id}&user_id=${buyer.id}`, other);
    expect(active.statusCode).toBe(403);
    expect((await market.call('GET', `/carts/${cart.id}`, other)).statusCode).toBe(404);
    expect((await market.call('GET', `/carts/${cart.id}`, null)).statusCode).toBe(401);
  });

  test('returns the new carts of a venue by id only', async () => {
    const cart = await market.add(buyer, { venue });
    const elsewhere = await storeVenue(api.current.deps.db);
    await market.add(buyer, { venue: elsewhere });
    const response = await market.call('GET', `/me/carts?venue_id=${venue.id}&state=new`, buyer);
    const { data } = expectShape(many(cartReferenceSchema), response.json());
    expect(data).toEqual([{ id: cart.id, venue_id: venue.id, state: 'new' }]);
  });
});

describe('changing a line', () => {
  test('sets its quantity, reprices the cart and increments its version', async () => {
    const before = await market.add(buyer, { venue });
    const line = firstOf(linesOf(before));
    const response = await market.call('PUT', `/order-items/${line.id}`, buyer, { quantity: 4 });
    const { data: after } = expectShape(one(cartSchema), response.json());
    expect(after).toMatchObject({ item_count: 4, item_total: 40, version: before.version + 1 });
    expect((await market.announced()).map(({ name }) => name)).toEqual(['CartUpdated', 'CartUpdated']);
  });

  test.each([0, 1000, 1.5, '2', null])('responds to a quantity of %p with a 422', async (quantity) => {
    const line = firstOf(linesOf(await market.add(buyer, { venue })));
    expect((await market.call('PUT', `/order-items/${line.id}`, buyer, { quantity })).statusCode).toBe(422);
  });

  test('removes the order with its last line, and the other orders bear the whole service charge', async () => {
    const first = firstOf(linesOf(await market.add(buyer, { venue })));
    await market.add(buyer, { venue, vendor: secondVendor() });
    const response = await market.call('DELETE', `/order-items/${first.id}`, buyer);
    const { data: cart } = expectShape(one(cartSchema), response.json());
    expect(cart.orders.data.map((order) => [order.vendor.name, order.service_fee])).toEqual([['Bun House', 2.5]]);
  });

  test('leaves an empty cart that costs nothing and cannot be paid', async () => {
    const line = firstOf(linesOf(await market.add(buyer, { venue })));
    const { data: cart } = (await market.call('DELETE', `/order-items/${line.id}`, buyer)).json();
    expect(cart).toMatchObject({ item_count: 0, total: 0, adjustments: [], payable: false, orders: { data: [] } });
  });

  test('responds 404 to everyone except the buyer', async () => {
    const line = firstOf(linesOf(await market.add(buyer, { venue })));
    const other = await storeUser(api.current.deps.db);
    const responses = [
      await market.call('PUT', `/order-items/${line.id}`, other, { quantity: 2 }),
      await market.call('DELETE', `/order-items/${line.id}`, other),
      await market.call('DELETE', '/order-items/999999', buyer),
    ];
    for (const response of responses) {
      expect([response.statusCode, response.json().message]).toEqual([404, 'Order item not found.']);
    }
  });

  test('responds to a line of a paid cart with a 409 CART_CLOSED and the current cart', async () => {
    const cart = await market.add(buyer, { venue });
    await market.place(buyer, cart);
    const line = firstOf(linesOf(cart));
    for (const method of ['PUT', 'DELETE'] as const) {
      const response = await market.call(
        method,
        `/order-items/${line.id}`,
        buyer,
        method === 'PUT' ? { quantity: 2 } : undefined,
      );
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({ code: 'CART_CLOSED', data: { id: cart.id, state: 'paid' } });
    }
  });
});

function set(
  table: 'items' | 'variants' | 'options' | 'vendors',
  id: number,
  values: Record<string, string | number | boolean>,
): Promise<unknown> {
  return api.current.deps.db.updateTable(table).set(values).where('id', '=', id).execute();
}

describe('several tax rates', () => {
  let beer: { id: number; price_minor: number };

  beforeEach(async () => {
    const { db } = api.current.deps;
    venue = await storeVenue(db, {
      vendors: [{ items: [{ variants: [{ price_minor: 1004 }] }, { variants: [{ price_minor: 7 }] }] }],
    });
    const [, drink] = venue.vendor.items;
    if (!drink) throw new Error('two items');
    beer = firstOf(drink.variants);
    await storeTaxCategory(db, venue, [drink]);
  });

  const orderOf = (cart: Cart) => firstOf(cart.orders.data);
  const addBeer = (notes = '') => market.add(buyer, { venue, variant: beer, notes });
  const changeRate = (rate_bp: number) =>
    api.current.deps.db.updateTable('tax_categories').set({ rate_bp }).where('venue_id', '=', venue.id).execute();

  test('are each rounded once per order, and the tax of the order is their sum', async () => {
    await market.add(buyer, { venue });
    await addBeer();
    const cart = await addBeer('cold');
    expect(orderOf(cart)).toMatchObject({
      total: 10.18,
      tax_name: 'HST',
      tax_amount: 1.34,
      taxes: [
        { name: 'HST', rate: 13, base: 10.04, amount: 1.31 },
        { name: 'Alcohol', rate: 20, base: 0.14, amount: 0.03 },
      ],
    });
    // 10.18 + 1.34, the service charge of 2.50 and its 13 %.
    expect(cart).toMatchObject({ adjustment_tax: 0.33, total: 14.35 });
  });

  test('are listed only if the order uses them, with a base that excludes included tax', async () => {
    const { db } = api.current.deps;
    await db.updateTable('venues').set({ is_tax_included: true }).where('id', '=', venue.id).execute();
    const cart = await market.add(buyer, { venue });
    expect(orderOf(cart).taxes).toEqual([{ name: 'HST', rate: 13, base: 8.88, amount: 1.16 }]);
  });

  test('stay with a line until it is added again', async () => {
    await addBeer();
    await changeRate(5000);
    const other = await market.add(buyer, { venue });
    expect(orderOf(other).taxes).toContainEqual({ name: 'Alcohol', rate: 20, base: 0.07, amount: 0.01 });
    const again = await addBeer();
    expect(orderOf(again).taxes).toContainEqual({ name: 'Alcohol', rate: 50, base: 0.14, amount: 0.07 });
  });

  test('have the right sum after a quantity changes and a line is removed', async () => {
    await market.add(buyer, { venue });
    const cart = await addBeer();
    const [food, drink] = linesOf(cart);
    const changed = await market.call('PUT', `/order-items/${drink?.id}`, buyer, { quantity: 10 });
    expect(orderOf(changed.json().data)).toMatchObject({ tax_amount: 1.45 });
    const removed = await market.call('DELETE', `/order-items/${food?.id}`, buyer);
    expect(orderOf(removed.json().data)).toMatchObject({
      tax_amount: 0.14,
      taxes: [{ name: 'Alcohol', rate: 20, base: 0.7, amount: 0.14 }],
    });
  });

  test('do not change in a placed order when later changes go to a new cart', async () => {
    await market.add(buyer, { venue });
    const cart = await addBeer();
    await market.collect(buyer, orderOf(cart).id);
    const { db } = api.current.deps;
    const snapshot = await takeCartSnapshot(db, await rowOf(cart.id));
    await addBeer('later');
    await changeRate(0);
    const [placed] = await inTransaction(db, (trx) => placeSnapshot(trx, snapshot, api.current.deps.clock.now()));
    const order = await market.call('GET', `/orders/${placed?.orderId}`, buyer);
    expect(order.json().data.taxes).toEqual(orderOf(cart).taxes);
    const rest = await market.call('GET', `/carts/active?venue_id=${venue.id}`, buyer);
    expect(orderOf(rest.json().data).taxes).toEqual([{ name: 'Alcohol', rate: 20, base: 0.07, amount: 0.01 }]);
  });

  async function rowOf(id: number) {
    const cart = await findCart(api.current.deps.db, id);
    if (!cart) throw new Error(`There is no cart ${id}`);
    return cart;
  }
});
