import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { importDemo, requireNoDemo } from '../../menu/documents/import-demo';
import { storeSecondFactor, storeUser, storeVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();
const db = () => api.current.deps.db;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-demo-'));
  await importDemo(db(), folder);
});
afterEach(() => rm(folder, { recursive: true }));

const anOperator = async () => {
  const venue = await storeVenue(db(), { name: 'Ours' });
  return storeUser(db(), { name: 'Ola', operatorOf: [venue.id], isSiteOperator: true });
};

async function remove(headers: Record<string, string>, dry_run = false) {
  return api.current.app.inject({ method: 'POST', url: '/api/v1/demo/removal', headers, payload: { dry_run } });
}

const idOf = async (email: string) =>
  (await db().selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

/** Stores a placed order of a demo customer at a demo venue. */
async function anOrder(): Promise<void> {
  const userId = await idOf('customer@foodhall.test');
  const vendor = await db().selectFrom('vendors').select(['id', 'venue_id']).orderBy('id').executeTakeFirstOrThrow();
  const cart = await db()
    .insertInto('carts')
    .values({ user_id: userId, venue_id: vendor.venue_id, state: 'paid', paid_at: new Date(), payment_number: 'P1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into orders (cart_id, user_id, venue_id, vendor_id, state, order_number, order_day, placed_at,
      vendor_name, vendor_image_url, vendor_address_1, currency, currency_symbol, tax_name, tax_number, tax_rate_bp,
      is_tax_included, delivery_method, delivery_method_type)
    values (${cart.id}, ${userId}, ${vendor.venue_id}, ${vendor.id}, 'placed', 'A1', '2026-11-23', now(),
      'Kumo', '', '', 'CAD', '$', 'HST', '', 1300, false, 'collect', 'collect')`.execute(db());
}

test('the removal deletes the venues and accounts of the demo, and nothing else', async () => {
  const operator = await anOperator();
  const response = await remove(operator.headers);
  expect(response.statusCode).toBe(200);
  const { venues, accounts } = response.json().data;
  expect(venues).toHaveLength(4);
  expect(accounts).toHaveLength(5);
  expect(new Set([...venues, ...accounts].map(({ outcome }) => outcome))).toEqual(new Set(['deleted']));
  expect(await db().selectFrom('venues').select('name').execute()).toEqual([{ name: 'Ours' }]);
  expect(await db().selectFrom('users').select('name').execute()).toEqual([{ name: 'Ola' }]);
  await expect(requireNoDemo(db())).resolves.toBeUndefined();
});

test('the removal archives a venue with orders, and closes the account that ordered', async () => {
  await anOrder();
  const customer = await idOf('customer@foodhall.test');
  const { venues, accounts } = (await remove((await anOperator()).headers)).json().data;
  expect(venues.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual([
    'archived',
    'deleted',
    'deleted',
    'deleted',
  ]);
  expect(accounts).toContainEqual({ email: 'customer@foodhall.test', outcome: 'closed' });
  expect(await db().selectFrom('orders').selectAll().execute()).toHaveLength(1);
  const closed = await db().selectFrom('users').selectAll().where('id', '=', customer).executeTakeFirstOrThrow();
  expect(closed).toMatchObject({ email: `closed-${customer}@foodhall.invalid`, password_hash: null, phone: null });
  const listed = await api.current.app.inject({ method: 'GET', url: '/api/v1/venues' });
  expect(listed.json().data.map(({ name }: { name: string }) => name)).toEqual(['Ours']);
});

test('the removal ends the open invitations to an archived venue and its vendors', async () => {
  await anOrder();
  const vendor = await db().selectFrom('vendors').select(['id', 'venue_id']).orderBy('id').executeTakeFirstOrThrow();
  const { headers } = await storeUser(db(), { operatorOf: [vendor.venue_id], isSiteOperator: true });
  const invite = (url: string, payload: object) =>
    api.current.app.inject({ method: 'POST', url: `/api/v1${url}/invitations`, headers, payload });
  await invite(`/venues/${vendor.venue_id}`, { email: 'cook@hall.example' });
  await invite(`/vendors/${vendor.id}`, { email: 'cook@hall.example', role: 'owner' });
  await remove((await anOperator()).headers);
  const tokens = api.current.emails.map(({ text }) => /\/invitations\/([\w-]{43})/.exec(text)?.[1]);
  expect(tokens).toHaveLength(2);
  for (const token of tokens) {
    const shown = await api.current.app.inject({ url: `/api/v1/invitations/${token}` });
    expect([shown.statusCode, shown.json().code]).toEqual([410, 'INVITATION_REVOKED']);
  }
});

test('the removal deletes a venue that only has unpaid carts', async () => {
  const userId = await idOf('customer@foodhall.test');
  const venue = await db().selectFrom('venues').select('id').executeTakeFirstOrThrow();
  await db().insertInto('carts').values({ user_id: userId, venue_id: venue.id, payment_number: 'P2' }).execute();
  const { venues } = (await remove((await anOperator()).headers)).json().data;
  expect(venues.every(({ outcome }: { outcome: string }) => outcome === 'deleted')).toBe(true);
});

test('the removal ends the sessions of the accounts', async () => {
  const signedIn = await api.current.app.inject({
    method: 'POST',
    url: '/api/v1/login',
    payload: { email: 'vendor@foodhall.test', password: 'foodhall-demo' },
  });
  await remove((await anOperator()).headers);
  const headers = { authorization: `Bearer ${signedIn.json().token}` };
  expect((await api.current.app.inject({ method: 'GET', url: '/api/v1/me', headers })).statusCode).toBe(401);
});

test('a dry run returns the same result and changes nothing', async () => {
  await anOrder();
  const { headers } = await anOperator();
  const planned = (await remove(headers, true)).json().data;
  expect(await db().selectFrom('users').select('id').where('is_demo', '=', true).execute()).toHaveLength(5);
  expect((await remove(headers)).json().data).toEqual(planned);
  expect((await remove(headers)).json().data).toEqual({ venues: [], accounts: [] });
});

test('the removal is allowed to operators only', async () => {
  expect((await remove({})).statusCode).toBe(401);
  expect((await remove((await storeUser(db())).headers)).statusCode).toBe(403);
});

test('a person who registered with an address of the demo does not block live payments and keeps the account', async () => {
  await remove((await anOperator()).headers);
  await storeUser(db(), { email: 'vendor@foodhall.test' });
  await expect(requireNoDemo(db())).resolves.toBeUndefined();
  expect((await remove((await anOperator()).headers)).json().data.accounts).toEqual([]);
});

test('the removal asks for a recent proof, and a dry run does not', async () => {
  const operator = await anOperator();
  await storeSecondFactor(db(), operator.id);
  expect((await remove(operator.headers, true)).statusCode).toBe(200);
  const refused = await remove(operator.headers);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'PROOF_REQUIRED']);
});

test('the removal is refused to an account of the demo, which would lock everyone out', async () => {
  const operator = await anOperator();
  await db().updateTable('users').set({ is_demo: true }).where('id', '=', operator.id).execute();
  const refused = await remove(operator.headers);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'DEMO_ACCOUNT']);
  expect((await remove(operator.headers, true)).statusCode).toBe(200);
});
