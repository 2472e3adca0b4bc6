import { readFile } from 'node:fs/promises';
import { Market } from '../../ordering/carts/market.testing';
import { storeUser, storeVenue, type TestUser } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { addSiteOperator } from './site-operators';

const api = withTestApp();
const market = new Market(() => api.current);
const db = () => api.current.deps.db;

let first: TestUser;
beforeEach(async () => {
  first = await storeUser(db(), { name: 'Ola', isSiteOperator: true });
});

const list = async (by = first) => (await market.call('GET', '/site-operators', by)).json().data;
const add = (email: string, by = first) => market.call('POST', '/site-operators', by, { email });
const remove = (user: TestUser, by = first) => market.call('DELETE', `/site-operators/${user.id}`, by);
const confirmed = () => storeUser(db(), { name: 'Ada', email_confirmed_at: new Date() });

test('a site operator gives the role to a person and takes it back, and the audit log records both', async () => {
  const ada = await confirmed();
  const added = await add(` ${ada.email.toUpperCase()} `);
  expect([added.statusCode, added.json().data]).toEqual([201, { id: ada.id, name: 'Ada', email: ada.email }]);
  expect((await add(ada.email)).statusCode).toBe(201);
  const me = async (user: TestUser) => (await market.call('GET', '/me', user)).json().data.is_site_operator;
  expect([await me(ada), await me(await storeUser(db()))]).toEqual([true, false]);
  expect((await list(ada)).map(({ name }: { name: string }) => name)).toEqual(['Ada', 'Ola']);
  expect((await remove(first, ada)).statusCode).toBe(204);
  expect((await market.call('GET', '/site-operators', first)).statusCode).toBe(403);
  const entries = await db()
    .selectFrom('audit_log')
    .select(['action', 'subject', 'actor_id', 'before', 'after'])
    .where('actor_id', 'is not', null)
    .orderBy('id')
    .execute();
  const role = { role: 'site operator' };
  expect(entries).toEqual([
    { action: 'site-operator.added', subject: ada.email, actor_id: first.id, before: null, after: role },
    { action: 'site-operator.removed', subject: first.email, actor_id: ada.id, before: role, after: null },
  ]);
});

test('the last site operator keeps the role and the account', async () => {
  expect((await remove(first)).json().code).toBe('LAST_SITE_OPERATOR');
  expect((await market.call('POST', '/me/deletion', first, { dry_run: true })).json().code).toBe('LAST_SITE_OPERATOR');
  await add((await confirmed()).email);
  expect((await market.call('POST', '/me/deletion', first, { dry_run: true })).statusCode).toBe(204);
  expect((await remove(first)).statusCode).toBe(204);
});

test('the role needs an account whose owner has confirmed the email', async () => {
  const eve = await storeUser(db());
  expect((await add(eve.email)).json()).toMatchObject({ code: 'EMAIL_NOT_CONFIRMED' });
  const unknown = await add('no@one.example');
  expect([unknown.statusCode, unknown.json().message]).toEqual([
    404,
    'No account has the email no@one.example. The person signs in with a code by email first.',
  ]);
  expect(await list()).toHaveLength(1);
});

test('a role that ends during a request no longer allows it', async () => {
  const ada = await confirmed();
  const session = { tokenId: 0, user: first, vendors: new Map(), venueIds: [], isSiteOperator: true };
  await expect(addSiteOperator(api.current.deps, session, ada.email)).rejects.toMatchObject({ status: 401 });
});

test('an operator of one hall cannot create a hall, and a site operator keeps all rights with new and removed halls', async () => {
  const venue = await storeVenue(db());
  const operator = await storeUser(db(), { operatorOf: [venue.id] });
  const form = {
    name: 'New',
    currency: 'CAD',
    timezone: 'America/Toronto',
    tax_name: 'HST',
    tax_number: '',
    tax_rate_percent: '13',
    tax_included: false,
    provider: 'Stripe',
    provider_key: 'pk_test_new',
    secret_env: 'STRIPE_SECRET_NEW',
    webhook_secret_env: null,
    delivery_method_types: ['collect'],
  };
  expect((await market.call('POST', '/venues', operator, form)).statusCode).toBe(403);
  expect((await market.call('POST', '/venues', first, form)).statusCode).toBe(201);
  await db()
    .updateTable('venues')
    .set({ is_active: false, removed_at: new Date() })
    .where('id', '=', venue.id)
    .execute();
  const token = { team: 'menu', apps: ['catalog'], is_for_all: true };
  const made = await market.call('POST', '/registry/tokens', first, token);
  expect(made.statusCode).toBe(201);
  expect((await market.call('POST', '/registry/tokens', operator, token)).statusCode).toBe(403);
  expect((await market.call('GET', '/registry/tokens', operator)).json().data).toHaveLength(1);
  expect((await market.call('DELETE', `/registry/tokens/${made.json().data.id}`, operator)).statusCode).toBe(200);
});

test('the audit log of a hall names no site operators and no person whose data was exported elsewhere', async () => {
  const venue = await storeVenue(db());
  const operator = await storeUser(db(), { operatorOf: [venue.id] });
  const ada = await confirmed();
  await market.call('POST', '/accounts/export', first, { email: ada.email });
  const { body } = await market.call('GET', `/venues/${venue.id}/audit`, operator);
  expect(body).toContain(operator.email);
  expect(body).not.toContain(ada.email);
  expect(body).not.toContain(first.email);
});

test('the migration gives the role to the operators of every hall that is not removed', async () => {
  const [one, two, removed] = [await storeVenue(db()), await storeVenue(db()), await storeVenue(db())];
  await db()
    .updateTable('venues')
    .set({ is_active: false, removed_at: new Date() })
    .where('id', '=', removed.id)
    .execute();
  const all = await storeUser(db(), { operatorOf: [one.id, two.id] });
  await storeUser(db(), { operatorOf: [one.id, removed.id] });
  await db().deleteFrom('site_operators').execute();
  const text = await readFile('core/src/database/migrations/0131_site_operators.sql', 'utf8');
  await api.current.deps.pool.query(text.slice(text.indexOf('insert into site_operators')));
  expect(await db().selectFrom('site_operators').select('user_id').execute()).toEqual([{ user_id: all.id }]);
});
