import { hashToken } from 'core/http/session';
import type { Span } from 'shared-contracts/types';
import { Market } from '../../ordering/carts/market.testing';
import { storeAttempt, storeUser, storeVenue, type TestVenue } from '../../testing/stored';
import { buildTestApp, withTestApp } from '../../testing/test-app';

const api = withTestApp();
const db = () => api.current.deps.db;

const call = async (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  headers: Record<string, string>,
  payload?: object,
) => {
  const response = await api.current.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

test('an operator sees their own venues with all of their vendors', async () => {
  const venue = await storeVenue(db(), { name: 'Granary' });
  await storeVenue(db(), { name: 'Another' });
  const { headers } = await storeUser(db(), { operatorOf: [venue.id] });
  await db().updateTable('vendors').set({ accepting_orders: false }).where('id', '=', venue.vendor.id).execute();
  const { body } = await call('GET', '/operated-venues', headers);
  expect(body.data).toEqual([
    expect.objectContaining({
      name: 'Granary',
      state: 'open',
      vendors: [expect.objectContaining({ state: 'paused' })],
    }),
  ]);
});

test('a site operator finds every hall, and which of them they operate', async () => {
  const venue = await storeVenue(db(), { name: 'Granary' });
  await storeVenue(db(), { name: 'Dockside' });
  const { headers } = await storeUser(db(), { operatorOf: [venue.id], isSiteOperator: true });
  const { body } = await call('GET', '/operated-venues', headers);
  expect(body.data.map(({ name, is_operator }: { name: string; is_operator: boolean }) => [name, is_operator])).toEqual(
    [
      ['Granary', true],
      ['Dockside', false],
    ],
  );
});

test('a stall outside its hours is shown as paused', async () => {
  const venue = await storeVenue(db());
  const { headers } = await storeUser(db(), { operatorOf: [venue.id] });
  const state = async () => (await call('GET', '/operated-venues', headers)).body.data[0].vendors[0].state;
  const setHours = async (spans: Span[]) => {
    const opening_hours = JSON.stringify({ weekly: Array(7).fill(spans), exceptions: [] });
    await db().updateTable('vendors').set({ opening_hours }).where('id', '=', venue.vendor.id).execute();
  };
  await setHours([]);
  expect(await state()).toBe('paused');
  await setHours([{ from: '00:00', until: '00:00' }]);
  expect(await state()).toBe('open');
});

test('a command on the server can run every venue without a role', async () => {
  const venue = await storeVenue(db(), { name: 'Granary' });
  const { headers, token } = await storeUser(db());
  const guest = await storeUser(db());
  expect((await call('GET', '/operated-venues', headers)).status).toBe(403);
  const { app, close } = await buildTestApp({ overrides: { commandToken: hashToken(token) } });
  const get = async (url: string) => (await app.inject({ url: `/api/v1${url}`, headers })).json();
  // Every user of the server can reach the process.
  const others = await app.inject({ url: '/api/v1/operated-venues', headers: guest.headers });
  expect(others.statusCode).toBe(403);
  expect((await get('/operated-venues')).data).toEqual([expect.objectContaining({ name: 'Granary' })]);
  expect((await get(`/vendors/${venue.vendor.id}/members`)).data).toEqual([]);
  await close();
});

test('a new vendor gets a unique slug, takes no orders, and is logged', async () => {
  const venue = await storeVenue(db());
  const { headers } = await storeUser(db(), { operatorOf: [venue.id] });
  const path = `/venues/${venue.id}/vendors`;
  const planned = await call('POST', path, headers, { name: 'Bao Bar', dry_run: true });
  expect(planned.body.data).toEqual({ id: null, slug: 'bao-bar', name: 'Bao Bar', state: 'paused' });
  const created = await Promise.all([1, 2].map(() => call('POST', path, headers, { name: 'Bao Bar' })));
  expect(created.map(({ status }) => status)).toEqual([201, 201]);
  expect(created.map(({ body }) => body.data.slug).sort()).toEqual(['bao-bar', 'bao-bar-2']);
  const vendor = await db().selectFrom('vendors').selectAll().where('slug', '=', 'bao-bar').executeTakeFirstOrThrow();
  expect(vendor).toMatchObject({ accepting_orders: false, delivery_method_types: ['collect'], is_active: true });
  expect((await call('GET', `/vendors/${vendor.id}`, {})).body.data.menus.data).toEqual([]);
  const entries = await db().selectFrom('audit_log').select(['action', 'subject']).execute();
  expect(entries).toContainEqual({ action: 'vendor.created', subject: 'Bao Bar' });
});

test('a vendor of a Paystack venue needs its subaccount', async () => {
  const venue = await storeVenue(db(), {
    payment_provider: 'Paystack',
    is_tax_included: true,
    service_charge_minor: 0,
  });
  const { headers } = await storeUser(db(), { operatorOf: [venue.id] });
  const refused = await call('POST', `/venues/${venue.id}/vendors`, headers, { name: 'Bao' });
  expect(refused).toMatchObject({ status: 422, body: { errors: { subaccount_code: [expect.any(String)] } } });
  const taken = await call('POST', `/venues/${venue.id}/vendors`, headers, { name: 'Bao', subaccount_code: 'ACCT_1' });
  expect(taken.status).toBe(201);
});

test('a vendor of a Stripe venue may have a connected account, and one of another venue may not', async () => {
  const venue = await storeVenue(db());
  const global = await storeVenue(db(), { payment_provider: 'Global' });
  const { headers } = await storeUser(db(), { operatorOf: [venue.id, global.id] });
  const form = { name: 'Bao', stripe_account: 'acct_1Nv0' };
  expect((await call('POST', `/venues/${venue.id}/vendors`, headers, form)).status).toBe(201);
  const stored = db().selectFrom('vendors').select('stripe_account').where('slug', '=', 'bao');
  expect(await stored.executeTakeFirst()).toEqual({ stripe_account: 'acct_1Nv0' });
  const refused = await call('POST', `/venues/${global.id}/vendors`, headers, form);
  expect(refused).toMatchObject({ status: 422, body: { errors: { stripe_account: [expect.any(String)] } } });
});

describe('a vendor that is removed', () => {
  const remove = (vendorId: number, headers: Record<string, string>, dryRun = false) =>
    call('DELETE', `/vendors/${vendorId}?dry_run=${dryRun}`, headers);

  /** Stores a collected order. */
  async function storeOrder(venue: TestVenue): Promise<void> {
    const { orderId } = await new Market(() => api.current).placeOne(await storeUser(db()), venue);
    await db().updateTable('orders').set({ state: 'completed' }).where('id', '=', orderId).execute();
  }

  test('is deleted if no order refers to it', async () => {
    const venue = await storeVenue(db(), { vendors: [{ name: 'Kumo Ramen' }, {}] });
    const { id } = venue.vendor;
    const { headers } = await storeUser(db(), { operatorOf: [venue.id] });
    await storeUser(db(), { vendorIds: [id] });
    const data = { id, name: 'Kumo Ramen', outcome: 'deleted' };
    expect((await remove(id, headers, true)).body).toEqual({ data });
    expect((await call('GET', `/vendors/${id}`, {})).status).toBe(200);
    expect((await remove(id, headers)).body).toEqual({ data });
    expect((await call('GET', '/operated-venues', headers)).body.data[0].vendors).toHaveLength(1);
    const entries = await db().selectFrom('audit_log').select(['action', 'subject', 'vendor_id']).execute();
    expect(entries).toContainEqual({ action: 'vendor.removed', subject: 'Kumo Ramen', vendor_id: null });
  });

  test('is removed from unpaid carts, and the buyers and open pages are notified', async () => {
    const venue = await storeVenue(db(), { vendors: [{ name: 'Kumo Ramen' }, { name: 'Bao' }] });
    const { id } = venue.vendor;
    const { headers } = await storeUser(db(), { operatorOf: [venue.id] });
    const buyer = await storeUser(db());
    const market = new Market(() => api.current);
    await market.add(buyer, { venue, vendor: venue.vendors[1] });
    const cart = await market.add(buyer, { venue });
    const inCart = async () => (await market.call('GET', `/carts/${cart.id}`, buyer)).json().data;
    await market.announced();
    expect((await remove(id, headers, true)).body.data.outcome).toBe('deleted');
    expect(await inCart()).toMatchObject({ version: cart.version });
    expect(await market.announced()).toEqual([]);

    expect((await remove(id, headers)).body.data.outcome).toBe('deleted');
    const { version, orders } = await inCart();
    expect(version).toBe(cart.version + 1);
    expect(orders.data.map((order: { vendor: { id: number } }) => order.vendor.id)).toEqual([venue.vendors[1]?.id]);
    const payload = { cart: { id: cart.id, venue_id: venue.id, version } };
    expect(await market.announced()).toMatchObject([
      { name: 'CartUpdated', channels: [`private-users.${buyer.id}`], payload },
      { name: 'StockUpdated', channels: [`venues.${venue.id}`, `private-vendors.${id}`] },
    ]);
  });

  test('is archived if a payment of a cart with it was started', async () => {
    const venue = await storeVenue(db(), { vendors: [{ name: 'Kumo Ramen' }, {}] });
    const { headers } = await storeUser(db(), { operatorOf: [venue.id] });
    const buyer = await storeUser(db());
    const cart = await new Market(() => api.current).add(buyer, { venue });
    await storeAttempt(db(), { cart_id: cart.id, user_id: buyer.id, venue_id: venue.id, state: 'cancelled' });
    expect((await remove(venue.vendor.id, headers)).body.data.outcome).toBe('archived');
    const kept = await db().selectFrom('orders').select('id').where('cart_id', '=', cart.id).execute();
    expect(kept).toHaveLength(1);
  });

  test('is hidden from all visitors, and its members and invitations lose their rights', async () => {
    const venue = await storeVenue(db(), { vendors: [{ name: 'Kumo Ramen' }, {}] });
    const { id } = venue.vendor;
    await storeOrder(venue);
    const { headers } = await storeUser(db(), { operatorOf: [venue.id] });
    const owner = await storeUser(db(), { vendorIds: [id] });
    await call('POST', `/vendors/${id}/invitations`, owner.headers, { email: 'cook@hall.example', role: 'staff' });
    expect((await remove(id, headers, true)).body.data.outcome).toBe('archived');
    expect((await call('GET', `/vendors/${id}`, {})).status).toBe(200);

    expect((await remove(id, headers)).status).toBe(200);
    expect((await call('GET', `/vendors/${id}`, {})).status).toBe(404);
    expect((await call('GET', `/vendors?venue_id=${venue.id}`, {})).body.data).toHaveLength(1);
    expect((await call('GET', `/vendors/${id}/members`, owner.headers)).status).toBe(403);
    const open = await db().selectFrom('invitations').select('id').where('revoked_at', 'is', null).execute();
    expect(open).toEqual([]);
    expect((await call('GET', '/operated-venues', headers)).body.data[0].vendors[0].state).toBe('removed');
    const entries = await db().selectFrom('audit_log').select(['action', 'subject']).execute();
    expect(entries).toContainEqual({ action: 'vendor.removed', subject: 'Kumo Ramen' });
    expect((await remove(id, headers)).status).toBe(404);
  });

  test('keeps its orders, and cannot be removed while one is open', async () => {
    const venue = await storeVenue(db(), { vendors: [{ name: 'Kumo Ramen' }] });
    const { headers } = await storeUser(db(), { operatorOf: [venue.id] });
    const customer = await storeUser(db());
    const market = new Market(() => api.current);
    const { orderId } = await market.placeOne(customer, venue);
    const refused = await remove(venue.vendor.id, headers);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'VENDOR_HAS_OPEN_ORDERS',
        message:
          'Kumo Ramen has 1 order that is not collected yet. Pause it, finish or cancel its orders, then remove it.',
      },
    });
    await db().updateTable('orders').set({ state: 'completed' }).where('id', '=', orderId).execute();
    expect((await remove(venue.vendor.id, headers)).status).toBe(200);
    expect((await call('GET', `/orders/${orderId}`, customer.headers)).status).toBe(200);
  });

  test('cannot be removed while the outcome of a payment is unknown', async () => {
    const venue = await storeVenue(db(), { vendors: [{ name: 'Kumo Ramen' }] });
    const { headers } = await storeUser(db(), { operatorOf: [venue.id] });
    const customer = await storeUser(db());
    const cart = await new Market(() => api.current).add(customer, { venue });
    await db()
      .insertInto('payment_attempts')
      .values({
        cart_id: cart.id,
        user_id: customer.id,
        venue_id: venue.id,
        provider: 'Stripe',
        is_live: false,
        cart_version: 1,
        amount_minor: 1000,
        currency: 'CAD',
        snapshot: '{}',
        state: 'open',
        reference: 'open',
        created_at: new Date(),
      })
      .execute();
    expect((await remove(venue.vendor.id, headers)).body).toMatchObject({
      code: 'VENDOR_HAS_OPEN_PAYMENTS',
      message: 'Kumo Ramen has 1 payment whose outcome is not known yet. Pause it and try again in a day.',
    });
  });
});
