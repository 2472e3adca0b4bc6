import { one } from 'shared-contracts/schemas';
import { firstOf, Market } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import { storeAttempt, storeUser, storeVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { exportSchema } from './account.schema';

const api = withTestApp();
const market = new Market(() => api.current);
const db = () => api.current.deps.db;

test('the document contains all data of the person and nothing about others', async () => {
  const venue = await storeVenue(db(), { vendors: [{ name: 'Apple Bar' }] });
  const ada = await storeUser(db(), { name: 'Ada', phone: '0820000001', staffOf: [venue.vendor.id] });
  const other = await storeUser(db(), { name: 'Bob', operatorOf: [venue.id] });
  const mine = await market.placeOne(ada, venue);
  await market.placeOne(other, venue);
  await market.add(ada, { venue, notes: 'No nuts' });
  await db()
    .updateTable('orders')
    .set({ delivery_method: 'deliver', delivery_method_type: 'address', delivery_method_location: '12 Byron Street' })
    .where('id', '=', mine.orderId)
    .execute();
  await market.call('POST', `/venues/${venue.id}/invitations`, other, { email: ada.email });
  await market.call('POST', `/venues/${venue.id}/invitations`, other, { email: 'carl@hall.example' });
  await market.call('POST', '/push/subscriptions', ada, {
    endpoint: 'https://push.example/1',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  });
  const { cart_id } = await db()
    .selectFrom('orders')
    .select('cart_id')
    .where('id', '=', mine.orderId)
    .executeTakeFirstOrThrow();
  await storeAttempt(db(), {
    cart_id,
    user_id: ada.id,
    venue_id: venue.id,
    state: 'succeeded',
    amount_minor: 1234,
    reference: 'pi_1',
    client_secret: 'a secret',
  });

  const confirmed_at = new Date();
  await db().insertInto('phones').values({ user_id: ada.id, number: '+447700900123', confirmed_at }).execute();
  await db()
    .insertInto('text_messages')
    .values({ order_id: mine.orderId, state: 'delivered', sent_at: confirmed_at })
    .execute();

  const response = await market.call('GET', '/me/export', ada);
  expect(response.headers['cache-control']).toBe('private, no-store');
  const { data } = expectShape(one(exportSchema), response.json());
  expect(data).toMatchObject({
    account: { id: ada.id, name: 'Ada', email: ada.email, phone: '0820000001', has_password: true },
    roles: [{ role: 'staff', venue: venue.name, vendor: 'Apple Bar' }],
    invitations: [{ role: 'operator', venue: venue.name, vendor: null, used_at: null }],
    sessions: [{}],
    push_subscriptions: [{ endpoint: 'https://push.example/1' }],
    text_messages: {
      number: '+447700900123',
      confirmed_at: confirmed_at.toISOString(),
      sent: [{ order_id: mine.orderId, state: 'delivered', sent_at: confirmed_at.toISOString() }],
    },
    addresses: [{ type: 'address', location: '12 Byron Street' }],
    payments: [{ provider: 'Stripe', reference: 'pi_1', amount: 12.34, order_ids: [mine.orderId] }],
  });
  expect(data.orders.map(({ id }) => id)).toEqual([mine.orderId]);
  expect(firstOf(firstOf(data.carts).order_items.data).notes).toBe('No nuts');
  for (const foreign of ['Bob', 'carl@', 'a secret', ada.token]) expect(response.body).not.toContain(foreign);
});

test('the document lists each role, that of a site operator first', async () => {
  const venue = await storeVenue(db(), { vendors: [{ name: 'Apple Bar' }] });
  const places = { vendorIds: [venue.vendor.id], operatorOf: [venue.id] };
  const ada = await storeUser(db(), { ...places, isSiteOperator: true });
  const { data } = expectShape(one(exportSchema), (await market.call('GET', '/me/export', ada)).json());
  expect(data.roles).toEqual([
    { role: 'site operator', venue: null, vendor: null },
    { role: 'operator', venue: venue.name, vendor: null },
    { role: 'owner', venue: venue.name, vendor: 'Apple Bar' },
  ]);
});

test('a new account has a document too', async () => {
  const ada = await storeUser(db(), { password_hash: null });
  const { data } = expectShape(one(exportSchema), (await market.call('GET', '/me/export', ada)).json());
  expect(data).toMatchObject({ account: { has_password: false }, orders: [], carts: [], payments: [], roles: [] });
});

test('an operator can export the data at the request of the person, and the audit log records it', async () => {
  const venue = await storeVenue(db());
  const operator = await storeUser(db(), { operatorOf: [venue.id] });
  const ada = await storeUser(db(), { name: 'Ada' });
  await market.add(ada, { venue });
  const ask = (email: string) => market.call('POST', '/accounts/export', operator, { email });
  expect((await ask(ada.email)).json().data.account.name).toBe('Ada');
  expect((await ask('unknown@hall.example')).statusCode).toBe(404);
  const entries = await db().selectFrom('audit_log').selectAll().where('action', '=', 'account.exported').execute();
  expect(entries).toEqual([expect.objectContaining({ actor_id: operator.id, subject: ada.email })]);

  // This operator may not act alone for a person whom another venue knows.
  const elsewhere = await storeVenue(db());
  await market.add(ada, { venue: elsewhere });
  expect((await ask(ada.email)).statusCode).toBe(404);
  const refused = await market.call('POST', '/accounts/deletion', operator, { email: ada.email, dry_run: true });
  expect(refused.statusCode).toBe(404);
});
