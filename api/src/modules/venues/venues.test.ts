import { hashToken } from '../../plugins/session';
import { storeUser, storeVenue } from '../../testing/stored';
import { buildTestApp, withTestApp } from '../../testing/test-app';

const api = withTestApp();
const db = () => api.current.deps.db;

const call = async (method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: object) => {
  const response = await api.current.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

test('an operator sees the own venues with all of their vendors', async () => {
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

test('a command on the server runs every venue, without a role in one', async () => {
  const venue = await storeVenue(db(), { name: 'Granary' });
  const { headers, token } = await storeUser(db());
  const guest = await storeUser(db());
  expect((await call('GET', '/operated-venues', headers)).status).toBe(403);
  const { app, close } = await buildTestApp({ overrides: { commandToken: hashToken(token) } });
  const get = async (url: string) => (await app.inject({ url: `/api/v1${url}`, headers })).json();
  // The process is reached by every user of the server.
  const others = await app.inject({ url: '/api/v1/operated-venues', headers: guest.headers });
  expect(others.statusCode).toBe(403);
  expect((await get('/operated-venues')).data).toEqual([expect.objectContaining({ name: 'Granary' })]);
  expect((await get(`/vendors/${venue.vendor.id}/members`)).data).toEqual([]);
  await close();
});

test('a new vendor has a slug of its own, takes no orders, and is written down', async () => {
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
