import { randomBytes } from 'node:crypto';
import { Market } from '../../ordering/carts/market.testing';
import { signIn, storeAttempt, storeUser, storeVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { removeOld } from './retention';

const api = withTestApp();
const market = new Market(() => api.current);
const db = () => api.current.deps.db;

const DAY_MS = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

test('old rows are deleted after their retention time, and not before', async () => {
  const venue = await storeVenue(db());
  const ada = await storeUser(db());
  await db().deleteFrom('tokens').execute();
  const bob = await storeUser(db(), { operatorOf: [venue.id] });
  await signIn(db(), ada.id, inDays(50));
  await market.post(bob, { venue }, { 'idempotency-key': 'one' });
  const paid = await market.placeOne(await storeUser(db()), venue);
  await market.call('POST', `/venues/${venue.id}/invitations`, bob, { email: 'cook@hall.example' });
  await market.call('POST', '/forgot-password', null, { email: ada.email });
  await market.call('POST', '/login/code', null, { email: ada.email, browser_key: 'b'.repeat(43) });
  await db().insertInto('text_messages').values({ order_id: paid.orderId }).execute();
  const code = { code_hash: randomBytes(32), code_expires_at: inDays(0) };
  await db()
    .insertInto('phones')
    .values([
      { user_id: ada.id, number: '+447700900123', ...code },
      { user_id: bob.id, number: '+447700900456', confirmed_at: new Date() },
    ])
    .execute();
  const event = { provider: 'Stripe', venue_id: venue.id, reference: null, body: '{}' };
  await db()
    .insertInto('webhook_events')
    .values([
      { ...event, event_key: 'handled', processed_at: new Date() },
      { ...event, event_key: 'waiting' },
    ])
    .execute();

  const left = async () => ({
    sessions: (await db().selectFrom('tokens').select('id').where('user_id', '=', ada.id).execute()).length,
    resets: (await db().selectFrom('password_resets').select('id').execute()).length,
    codes: (await db().selectFrom('login_codes').select('email').execute()).length,
    phones: (await db().selectFrom('phones').select('user_id').execute()).length,
    texts: (await db().selectFrom('text_messages').select('id').execute()).length,
    keys: (await db().selectFrom('idempotency_keys').select('key').execute()).length,
    carts: (await db().selectFrom('carts').select('id').where('state', '=', 'new').execute()).length,
    invitations: (await db().selectFrom('invitations').select('id').execute()).length,
    events: (await db().selectFrom('webhook_events').select('event_key').orderBy('event_key').execute()).map(
      ({ event_key }) => event_key,
    ),
  });
  const after = async (days: number) => {
    const clock = { now: () => inDays(days) };
    await removeOld({ ...api.current.deps, clock });
    return left();
  };

  const both = ['handled', 'waiting'];
  const all = {
    sessions: 1,
    resets: 1,
    codes: 1,
    phones: 2,
    texts: 1,
    keys: 1,
    carts: 1,
    invitations: 1,
    events: both,
  };
  expect(await left()).toEqual(all);
  expect(await after(0)).toEqual(all);
  expect(await after(1.1)).toEqual({ ...all, resets: 0, codes: 0, phones: 1, keys: 0 });
  expect(await after(51)).toMatchObject({ sessions: 0, texts: 1, carts: 1, events: both });
  expect(await after(91)).toMatchObject({ phones: 1, texts: 0, carts: 0, invitations: 1, events: ['waiting'] });
  expect(await after(98)).toMatchObject({ invitations: 0, events: ['waiting'] });
  // A placed order is never old.
  expect(await db().selectFrom('orders').select('id').execute()).toEqual([{ id: paid.orderId }]);
});

test('a cart stays while a vendor is added to it, and an empty cart stays if a payment refers to it', async () => {
  const venue = await storeVenue(db());
  const cartOf = async (state?: 'cancelled' | 'open') => {
    const user = await storeUser(db());
    const cart = await market.add(user, { venue });
    if (state) await storeAttempt(db(), { cart_id: cart.id, user_id: user.id, venue_id: venue.id, state });
    return cart.id;
  };
  const used = await cartOf();
  const paying = await cartOf('open');
  const tried = await cartOf('cancelled');
  await db()
    .updateTable('carts')
    .set({ created_at: inDays(-200) })
    .execute();
  await db()
    .updateTable('orders')
    .set({ created_at: inDays(-200) })
    .where('cart_id', '<>', used)
    .execute();
  await removeOld(api.current.deps);
  const left = await db().selectFrom('carts').select(['id', 'state']).orderBy('id').execute();
  expect(left).toEqual([
    { id: used, state: 'new' },
    { id: paying, state: 'new' },
    { id: tried, state: 'abandoned' },
  ]);
  const orders = await db().selectFrom('orders').select('cart_id').orderBy('cart_id').execute();
  expect(orders.map(({ cart_id }) => cart_id)).toEqual([used, paying]);
});

test('a large number of rows is deleted in several statements', async () => {
  const ada = await storeUser(db());
  const rows = Array.from({ length: 2_500 }, () => ({
    user_id: ada.id,
    token_hash: randomBytes(32),
    expires_at: inDays(-1),
  }));
  await db().insertInto('tokens').values(rows).execute();
  await removeOld(api.current.deps);
  expect(await db().selectFrom('tokens').select('id').execute()).toHaveLength(1);
});
