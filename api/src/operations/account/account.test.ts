import { meSchema, one, userSchema } from 'shared-contracts/schemas';
import { Market } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import { storeUser, storeVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();
const market = new Market(() => api.current);

test('the account lists its vendors and its orders, newest first, without carts', async () => {
  const { db } = api.current.deps;
  const venue = await storeVenue(db, { vendors: [{ name: 'Apple Bar' }] });
  const user = await storeUser(db, { name: 'Ada', phone: '0820000001', vendorIds: [venue.vendor.id] });
  const first = await market.placeOne(user, venue);
  api.current.advance(60_000);
  const second = await market.placeOne(user, venue);
  await market.add(user, { venue });
  await market.placeOne(await storeUser(db), venue);

  const response = await market.call('GET', '/me?context=User', user);
  const { data } = expectShape(one(meSchema), response.json());
  expect(data).toMatchObject({
    id: user.id,
    name: 'Ada',
    email: user.email,
    phone: '0820000001',
    vendors: { data: [{ id: venue.vendor.id, name: 'Apple Bar' }] },
  });
  expect(data.orders.data.map(({ id }) => id)).toEqual([second.orderId, first.orderId]);
  expect(response.headers['cache-control']).toBe('private, no-store');
});

test('the account lists at most the latest 50 orders', async () => {
  const { db, pool } = api.current.deps;
  const venue = await storeVenue(db);
  const user = await storeUser(db);
  await market.placeOne(user, venue);
  await pool.query(
    `with made as (
       insert into carts (user_id, venue_id, state, paid_at, payment_number)
       select user_id, venue_id, 'paid', now(), 'made-' || n from carts, generate_series(1, 60) n returning id)
     insert into orders (cart_id, user_id, venue_id, vendor_id, state, order_number, order_day, placed_at, vendor_name,
       vendor_image_url, vendor_address_1, currency, currency_symbol, tax_name, tax_number, tax_rate_bp, is_tax_included,
       delivery_method, delivery_method_type)
     select made.id, user_id, venue_id, vendor_id, 'completed', 'X-' || made.id, order_day, placed_at, vendor_name,
       vendor_image_url, vendor_address_1, currency, currency_symbol, tax_name, tax_number, tax_rate_bp, is_tax_included,
       delivery_method, delivery_method_type from orders, made`,
  );
  expect((await market.call('GET', '/me', user)).json().data.orders.data).toHaveLength(50);
});

test('a person can change only their own name', async () => {
  const { db } = api.current.deps;
  const ada = await storeUser(db, { name: 'ada' });
  const other = await storeUser(db, { name: 'Bob' });
  const response = await market.call('PUT', '/me', ada, { name: ' Ada Lovelace ' });
  expect(expectShape(one(userSchema), response.json()).data).toMatchObject({ id: ada.id, name: 'Ada Lovelace' });
  const names = await db.selectFrom('users').select('name').orderBy('id').execute();
  expect(names.map(({ name }) => name)).toEqual(['Ada Lovelace', other.name]);
});

test.each([
  ['empty text', ' ', 'Name is required'],
  ['a line break', 'Ada\nBob', 'This has a character that cannot be used here.'],
])('a name with %s is refused', async (_what, name, message) => {
  const ada = await storeUser(api.current.deps.db);
  const response = await market.call('PUT', '/me', ada, { name });
  expect([response.statusCode, response.json()]).toEqual([
    422,
    { code: 'INVALID', message, errors: { name: [message] } },
  ]);
});

test('the account needs a session', async () => {
  expect((await market.call('GET', '/me?context=User', null)).statusCode).toBe(401);
  expect((await market.call('PUT', '/me', null, { name: 'Ada' })).statusCode).toBe(401);
});
