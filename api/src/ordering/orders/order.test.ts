import { DELIVERY_MESSAGES } from 'shared-contracts/rules/delivery';
import { many, one, orderSchema } from 'shared-contracts/schemas';
import type { Order } from 'shared-contracts/types';
import { expectShape } from '../../testing/expect-shape';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { firstOf, Market } from '../carts/market.testing';

const api = withTestApp();
const market = new Market(() => api.current);

let buyer: TestUser;
let venue: TestVenue;
let order: Order;

beforeEach(async () => {
  const { db } = api.current.deps;
  buyer = await storeUser(db);
  venue = await storeVenue(db, {
    vendors: [{ delivery_method_types: ['collect', 'table', 'room'] }, { delivery_method_types: ['table'] }],
  });
  order = firstOf((await market.add(buyer, { venue })).orders.data);
});

const toTable = { delivery_method: 'deliver', delivery_method_type: 'table', delivery_method_location: ' 12 ' };

test('an order names its venue and the time zone of its times', () => {
  expect(order.venue).toEqual({ id: venue.id, name: venue.name, timezone: 'America/Toronto' });
});

describe('choosing how an order is delivered', () => {
  test('stores method, type, location and instructions', async () => {
    const response = await market.call('PUT', `/orders/${order.id}`, buyer, {
      ...toTable,
      delivery_method_instructions: 'by the window',
    });
    expect(response.statusCode).toBe(200);
    expect(expectShape(one(orderSchema), response.json()).data).toMatchObject({
      delivery_method: 'deliver',
      delivery_method_type: 'table',
      delivery_method_location: '12',
      delivery_method_instructions: 'by the window',
    });
  });

  test('collect needs no type and no location', async () => {
    const response = await market.call('PUT', `/orders/${order.id}`, buyer, {
      delivery_method: 'collect',
      delivery_method_type: '',
      delivery_method_location: 'left over',
    });
    expect(response.json().data).toMatchObject({ delivery_method_type: 'collect', delivery_method_location: '' });
  });

  test.each<[string, object, string, string]>([
    ['an empty type', { delivery_method_type: '' }, 'delivery_method_type', DELIVERY_MESSAGES.type],
    ['a missing type', { delivery_method_type: null }, 'delivery_method_type', DELIVERY_MESSAGES.type],
    [
      'a location that is too long',
      { delivery_method_location: '9'.repeat(201) },
      'delivery_method_location',
      'A location has at most 200 characters.',
    ],
    ['a blank location', { delivery_method_location: '  ' }, 'delivery_method_location', DELIVERY_MESSAGES.location],
    [
      'a type that the vendor does not offer',
      { delivery_method_type: 'address' },
      'delivery_method_type',
      DELIVERY_MESSAGES.notOffered,
    ],
  ])('responds to %s with a 422 and the message of the specification', async (_what, change, field, message) => {
    const response = await market.call('PUT', `/orders/${order.id}`, buyer, { ...toTable, ...change });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ message, errors: { [field]: [message] } });
  });

  test('is refused with collect at a vendor that only delivers', async () => {
    const cart = await market.add(buyer, { venue, vendor: venue.vendors[1] });
    const second = cart.orders.data[1];
    const response = await market.call('PUT', `/orders/${second?.id}`, buyer, {
      delivery_method: 'collect',
      delivery_method_type: 'collect',
    });
    expect(response.statusCode).toBe(422);
  });

  describe('with a scanned table', () => {
    const EARLIER = '2026-11-20T11:00:00.000Z';
    const NOON = '2026-11-20T12:00:00.000Z';
    const LATER = '2026-11-20T13:00:00.000Z';
    const put = async (change: object) =>
      (await market.call('PUT', `/orders/${order.id}`, buyer, { ...toTable, ...change })).json().data;
    const scan = (table: string, at: string) => put({ delivery_method_location: table, delivery_scanned_at: at });

    test('sets an order without a delivery and stores the time of the scan', async () => {
      expect(await scan('12', NOON)).toMatchObject({ delivery_method_location: '12', delivery_scanned_at: NOON });
    });

    test.each([
      ['replaces the table of an earlier scan', LATER, '14', LATER],
      ['does not replace the table of a later scan from another tab', EARLIER, '12', NOON],
    ])('%s', async (_what, at, table, scannedAt) => {
      await scan('12', NOON);
      expect(await scan('14', at)).toMatchObject({ delivery_method_location: table, delivery_scanned_at: scannedAt });
    });

    test.each([
      ['another table', { delivery_method_location: '3' }],
      ['the same table', { delivery_method_location: '12' }],
      ['collect', { delivery_method: 'collect', delivery_method_type: 'collect' }],
    ])('does not change an order for which the buyer chose %s', async (_what, choice) => {
      await scan('12', NOON);
      const chosen = await put(choice);
      expect(chosen.delivery_scanned_at).toBeNull();
      expect(await scan('14', LATER)).toEqual(chosen);
    });
  });

  test('changes the cart once, so that a repeated scan keeps a started payment valid', async () => {
    const version = async () =>
      (await api.current.deps.db.selectFrom('carts').select('version').executeTakeFirstOrThrow()).version;
    const before = await version();
    await market.call('PUT', `/orders/${order.id}`, buyer, toTable);
    expect(await version()).toBe(before + 1);
    await market.call('PUT', `/orders/${order.id}`, buyer, toTable);
    expect(await version()).toBe(before + 1);
  });

  test('is allowed only to the buyer, until the order is placed', async () => {
    const other = await storeUser(api.current.deps.db, { vendorIds: [venue.vendor.id] });
    expect((await market.call('PUT', `/orders/${order.id}`, other, toTable)).statusCode).toBe(404);
    expect((await market.call('PUT', `/orders/${order.id}`, null, toTable)).statusCode).toBe(401);
    const { data: cart } = (await market.call('GET', `/carts/active?venue_id=${venue.id}`, buyer)).json();
    await market.place(buyer, cart);
    const late = await market.call('PUT', `/orders/${order.id}`, buyer, toTable);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'CART_CLOSED', data: { id: order.id, state: 'placed' } });
  });
});

describe('reading an order', () => {
  test('is allowed to the buyer, and to members of its vendor after it is placed', async () => {
    const { db } = api.current.deps;
    const [member, stranger] = [await storeUser(db, { vendorIds: [venue.vendor.id] }), await storeUser(db)];
    const statusFor = async (user: TestUser | null) =>
      (await market.call('GET', `/orders/${order.id}`, user)).statusCode;
    expect([await statusFor(buyer), await statusFor(member), await statusFor(stranger)]).toEqual([200, 404, 404]);
    const { data: cart } = (await market.call('GET', `/carts/active?venue_id=${venue.id}`, buyer)).json();
    await market.place(buyer, cart);
    expect([await statusFor(buyer), await statusFor(member), await statusFor(stranger)]).toEqual([200, 200, 404]);
    expect(await statusFor(null)).toBe(401);
    const shown = expectShape(one(orderSchema), (await market.call('GET', `/orders/${order.id}`, member)).json());
    expect(shown.data).toMatchObject({ state: 'placed', user: { id: buyer.id, name: buyer.name } });
  });

  test('returns the names and prices with which a placed order was placed', async () => {
    const { db } = api.current.deps;
    const { data: cart } = (await market.call('GET', `/carts/active?venue_id=${venue.id}`, buyer)).json();
    await market.place(buyer, cart);
    const before = (await market.call('GET', `/orders/${order.id}`, buyer)).json();
    await db.updateTable('variants').set({ name: 'Renamed', status: 'inactive' }).execute();
    await db.updateTable('items').set({ name: 'Renamed' }).execute();
    await db.updateTable('vendors').set({ name: 'Renamed' }).execute();
    expect((await market.call('GET', `/orders/${order.id}`, buyer)).json()).toEqual(before);
  });
});

describe('a vendor’s orders', () => {
  const history = async (user: TestUser | null, query = '') =>
    market.call('GET', `/vendors/${venue.vendor.id}/orders${query}`, user);

  test('are listed from new to old for members only, without carts and orders of other vendors', async () => {
    const { db } = api.current.deps;
    const member = await storeUser(db, { vendorIds: [venue.vendor.id] });
    expect((await history(member)).json()).toEqual({ data: [] });
    const placed = [];
    for (const guest of [buyer, await storeUser(db), await storeUser(db)]) {
      api.current.advance(60_000);
      placed.push(await market.placeOne(guest, venue));
    }
    await market.place(
      buyer,
      await market.add(buyer, { venue, vendor: venue.vendors[1] }).then(async (cart) => {
        await market.call('PUT', `/orders/${firstOf(cart.orders.data).id}`, buyer, toTable);
        return { ...cart, orders: { data: [] } };
      }),
    );
    const response = await history(member);
    expect(response.headers['content-type']).toContain('application/json');
    const { data } = expectShape(many(orderSchema), response.json());
    expect(data.map(({ id }) => id)).toEqual(placed.map(({ orderId }) => orderId).reverse());
    expect((await history(buyer)).statusCode).toBe(403);
    expect((await history(null)).statusCode).toBe(401);
  });

  test('can be listed since a point in time', async () => {
    const { db } = api.current.deps;
    const member = await storeUser(db, { vendorIds: [venue.vendor.id] });
    await market.placeOne(buyer, venue);
    api.current.advance(3_600_000);
    const since = api.current.deps.clock.now().toISOString();
    const late = await market.placeOne(await storeUser(db), venue);
    const { data } = (await history(member, `?since=${since}`)).json();
    expect(data.map(({ id }: Order) => id)).toEqual([late.orderId]);
    expect((await history(member, '?since=yesterday')).statusCode).toBe(422);
  });

  test('include collected orders even with a long queue', async () => {
    const { db } = api.current.deps;
    const member = await storeUser(db, { vendorIds: [venue.vendor.id] });
    const { orderId } = await market.placeOne(buyer, venue);
    await market.placeOne(await storeUser(db), venue);
    await db.updateTable('orders').set({ state: 'completed' }).where('id', '=', orderId).execute();
    const { data } = (await history(member, '?state=completed&limit=1')).json();
    expect(data.map(({ id }: Order) => id)).toEqual([orderId]);
    expect((await history(member, '?state=cart')).statusCode).toBe(422);
  });

  describe('the orders of many years', () => {
    let member: TestUser;

    /**
     * Stores many orders in the same millisecond, because a page must not skip the neighbours of its last order. The database counts
     * microseconds.
     */
    beforeEach(async () => {
      const { db, pool } = api.current.deps;
      member = await storeUser(db, { vendorIds: [venue.vendor.id] });
      const { orderId } = await market.placeOne(buyer, venue);
      await pool.query(
        `with made as (
           insert into carts (user_id, venue_id, state, paid_at, payment_number)
           select user_id, venue_id, 'paid', now(), 'made-' || n from carts, generate_series(1, 450) n where carts.state = 'paid'
           returning id)
         insert into orders (cart_id, user_id, venue_id, vendor_id, state, order_number, order_day, placed_at, created_at, vendor_name,
           vendor_image_url, vendor_address_1, currency, currency_symbol, tax_name, tax_number, tax_rate_bp, is_tax_included,
           delivery_method, delivery_method_type)
         select made.id, user_id, venue_id, vendor_id, 'completed', 'X-' || made.id, order_day, placed_at,
           placed_at - (made.id % 3) * interval '1 minute' - made.id * interval '1 microsecond', vendor_name,
           vendor_image_url, vendor_address_1, currency, currency_symbol, tax_name, tax_number, tax_rate_bp, is_tax_included,
           delivery_method, delivery_method_type from orders, made where orders.id = $1`,
        [orderId],
      );
    });

    test('are complete over any number of pages', async () => {
      const { data } = (await history(member)).json();
      expect(new Set(data.map(({ id }: Order) => id)).size).toBe(451);
      expect(data).toHaveLength(451);
    });

    test('appear once each over all pages', async () => {
      const whole = (await history(member)).json().data.map(({ id }: Order) => id);
      const read: number[] = [];
      for (let page = 0; page < 3; page += 1) {
        const after = read.length > 0 ? `&after=${read.at(-1)}` : '';
        const { data } = (await history(member, `?limit=210${after}`)).json();
        read.push(...data.map(({ id }: Order) => id));
      }
      expect(read).toEqual(whole);
      expect((await history(member, `?limit=210&after=${whole.at(-1)}`)).json()).toEqual({ data: [] });
    });

    test('continue after an order that was cancelled meanwhile, and not after an order of another vendor', async () => {
      const { db } = api.current.deps;
      const { data } = (await history(member, '?limit=2')).json();
      await db.updateTable('orders').set({ state: 'cancelled' }).where('id', '=', data[1].id).execute();
      const next = (await history(member, `?limit=1&after=${data[1].id}`)).json();
      expect(next.data).toHaveLength(1);
      expect(data.map(({ id }: Order) => id)).not.toContain(next.data[0].id);

      const elsewhere = await storeVenue(db);
      const foreign = await market.placeOne(await storeUser(db), elsewhere);
      expect((await history(member, `?limit=1&after=${foreign.orderId}`)).statusCode).toBe(404);
      expect((await history(member, '?limit=0')).statusCode).toBe(422);
    });
  });
});
