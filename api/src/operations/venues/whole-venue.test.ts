/** Tests how a venue is created, closed, opened and removed. */

import { Market } from '../../ordering/carts/market.testing';
import { storeSecondFactor, storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();
const db = () => api.current.deps.db;
const market = new Market(() => api.current);

let venue: TestVenue;
let operator: TestUser;
let buyer: TestUser;
beforeEach(async () => {
  venue = await storeVenue(db(), { name: 'Granary' });
  operator = await storeUser(db(), { operatorOf: [venue.id], isSiteOperator: true });
  buyer = await storeUser(db());
});

const stateOf = async (id: number) =>
  (await market.call('GET', '/operated-venues', operator)).json().data.find((each: { id: number }) => each.id === id)
    ?.state;
const setOpen = (is_open: boolean) => market.call('PUT', `/venues/${venue.id}`, operator, { is_open });
const remove = (dry_run = false) => market.call('DELETE', `/venues/${venue.id}?dry_run=${dry_run}`, operator);
const actions = async () =>
  (await db().selectFrom('audit_log').select('action').orderBy('id').execute()).map(({ action }) => action);

describe('a closed venue', () => {
  test('opens for guests with a recent proof, and closes without one', async () => {
    await storeSecondFactor(db(), operator.id);
    expect((await setOpen(false)).statusCode).toBe(200);
    const refused = await setOpen(true);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'PROOF_REQUIRED']);
    expect(await stateOf(venue.id)).toBe('closed');
  });

  test('is hidden, takes no payment, and can be opened again', async () => {
    const cart = await market.add(buyer, { venue });
    for (const order of cart.orders.data) await market.collect(buyer, order.id);
    await market.announced();
    expect((await setOpen(false)).json().data.state).toBe('closed');
    expect(await market.announced()).toMatchObject([
      { name: 'StockUpdated', payload: { item_id: null, vendor_id: venue.vendor.id } },
    ]);
    expect((await market.call('GET', `/venues/${venue.id}`, null)).statusCode).toBe(404);
    expect((await market.call('GET', '/venues', null)).json().data).toEqual([]);
    expect(await stateOf(venue.id)).toBe('closed');
    const { version } = (await market.call('GET', `/carts/${cart.id}`, buyer)).json().data;
    const refused = await market.call('POST', `/carts/${cart.id}/start-stripe`, buyer, { version });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'VENDOR_CLOSED']);
    expect((await market.post(buyer, { venue })).statusCode).toBe(409);

    await setOpen(true);
    expect((await market.call('GET', `/venues/${venue.id}`, null)).statusCode).toBe(200);
    expect(await stateOf(venue.id)).toBe('open');
    expect(await actions()).toEqual(expect.arrayContaining(['venue.closed', 'venue.opened']));
  });

  test('can finish its open orders and invite people', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    await setOpen(false);
    const moved = await market.call('PUT', `/queues/${queueEntryId}`, operator, { state: 'busy', from: 'new' });
    expect(moved.statusCode).toBe(200);
    const invited = await market.call('POST', `/vendors/${venue.vendor.id}/invitations`, operator, {
      email: 'cook@hall.example',
      role: 'staff',
    });
    expect(invited.statusCode).toBe(201);
  });

  test('stays unchanged when it is closed again', async () => {
    await setOpen(false);
    const before = await actions();
    await market.announced();
    await setOpen(false);
    expect(await actions()).toEqual(before);
    expect(await market.announced()).toEqual([]);
  });
});

describe('the removal of a venue', () => {
  test('deletes all its rows if it has no orders', async () => {
    await market.add(buyer, { venue });
    await market.announced();
    expect((await remove(true)).json().data).toMatchObject({ name: 'Granary', outcome: 'deleted' });
    expect(await db().selectFrom('carts').selectAll().execute()).toHaveLength(1);
    expect(await market.announced()).toEqual([]);
    expect((await remove()).json().data).toMatchObject({ outcome: 'deleted' });
    expect(await market.announced()).toMatchObject([
      { name: 'StockUpdated', payload: { item_id: null, vendor_id: venue.vendor.id } },
    ]);
    for (const table of ['venues', 'vendors', 'items', 'carts', 'venue_operators'] as const) {
      expect(await db().selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(await actions()).toContain('venue.removed');
  });

  test('archives a venue with orders, and its members lose their roles', async () => {
    const cook = await storeUser(db(), { staffOf: [venue.vendor.id] });
    const colleague = await storeUser(db(), { operatorOf: [venue.id] });
    const { orderId } = await market.placeOne(buyer, venue);
    await db().updateTable('orders').set({ state: 'completed', completed_at: new Date() }).execute();
    expect((await remove()).json().data).toMatchObject({ outcome: 'archived' });
    expect((await market.call('GET', `/orders/${orderId}`, buyer)).statusCode).toBe(200);
    expect((await market.call('GET', '/venues', null)).json().data).toEqual([]);
    expect((await market.call('GET', `/vendors/${venue.vendor.id}/members`, cook)).statusCode).toBe(403);
    expect((await market.call('GET', '/operated-venues', colleague)).statusCode).toBe(403);
    const row = await db().selectFrom('venues').select(['is_active', 'removed_at']).executeTakeFirstOrThrow();
    expect(row).toEqual({ is_active: false, removed_at: expect.any(Date) });
  });

  test('is refused until every order is collected', async () => {
    await market.placeOne(buyer, venue);
    const refused = await remove();
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'VENUE_HAS_OPEN_ORDERS']);
    expect(refused.json().message).toBe(
      'Granary has 1 order that is not collected yet. Close it, finish or cancel its orders, then remove it.',
    );
    expect(await stateOf(venue.id)).toBe('open');
  });

  test('is refused while the outcome of a payment is unknown', async () => {
    const cart = await market.add(buyer, { venue });
    await db()
      .insertInto('payment_attempts')
      .values({
        cart_id: cart.id,
        user_id: buyer.id,
        venue_id: venue.id,
        provider: 'Stripe',
        is_live: false,
        cart_version: 1,
        amount_minor: 1000,
        currency: 'CAD',
        snapshot: '{}',
        state: 'open',
        created_at: new Date(),
      })
      .execute();
    const refused = await remove(true);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'VENUE_HAS_OPEN_PAYMENTS']);
    expect(refused.json().message).toMatch(/^Granary has 1 payment whose outcome is not known yet\./);
  });
});

describe('a new venue', () => {
  const form = {
    name: 'Pier 9',
    currency: 'JPY',
    timezone: 'Asia/Tokyo',
    tax_name: 'Tax',
    tax_number: '',
    tax_rate_percent: '10',
    tax_included: true,
    provider: 'Stripe',
    provider_key: 'pk_test_pier',
    secret_env: 'STRIPE_SECRET_PIER',
    webhook_secret_env: null,
    delivery_method_types: ['collect'],
  };

  test('is run by the person who created it', async () => {
    const planned = (await market.call('POST', '/venues', operator, { ...form, dry_run: true })).json().data;
    expect(planned).toEqual({
      id: null,
      slug: 'pier-9',
      name: 'Pier 9',
      missing_settings: ['STRIPE_SECRET_PIER'],
      closed_until_set: [],
    });
    const created = await market.call('POST', '/venues', operator, form);
    expect(created.statusCode).toBe(201);
    const { id } = created.json().data;
    expect(await stateOf(id)).toBe('open');
    const { currency_symbol } = (await market.call('GET', `/venues/${id}`, null)).json().data;
    expect(currency_symbol).toBe('¥');
  });

  test('cannot use the key of a venue that its operator does not run', async () => {
    await storeVenue(db(), { payment_provider: 'Global', secret_env: 'GLOBAL_SECRET_THEIRS' });
    for (const secret_env of ['GLOBAL_SECRET_THEIRS', 'GLOBAL_SECRET_THEIRS_REBATE']) {
      const refused = await market.call('POST', '/venues', operator, { ...form, secret_env, dry_run: true });
      expect(refused.json().errors).toEqual({ secret_env: ['This is the key of a venue that you do not run.'] });
    }
  });

  test.each(['HOME', 'PATH', 'DATABASE_PASSWORD', 'STRIPE', 'stripe_secret'])(
    'cannot use the environment variable %s of the server as its key',
    async (name) => {
      for (const field of ['secret_env', 'webhook_secret_env']) {
        const refused = await market.call('POST', '/venues', operator, { ...form, [field]: name, dry_run: true });
        expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, [field]]);
      }
    },
  );

  test('gets a message for each wrong field', async () => {
    const refused = await market.call('POST', '/venues', operator, {
      ...form,
      currency: 'YEN',
      provider: 'Paystack',
      tax_included: false,
    });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toMatchObject({ currency: ['Choose a currency, such as CAD.'] });
  });
});
