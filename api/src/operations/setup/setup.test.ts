import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeUser, storeVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { newSetupLink } from './setup-links';

const folder = mkdtempSync(join(tmpdir(), 'foodhall-setup-'));
afterAll(() => rmSync(folder, { recursive: true }));

const api = withTestApp({
  environment: { SITE_URL: 'https://hall.example', DATA_DIR: folder, STRIPE_SECRET_HALL: 'sk_test_hall' },
});
const db = () => api.current.deps.db;

async function link(): Promise<string> {
  const printed = await newSetupLink(api.current.deps);
  expect(printed).toMatch(/^https:\/\/hall\.example\/setup#[\w-]{43}$/);
  return printed?.split('#')[1] ?? '';
}

const form = {
  name: 'Ola Nordmann',
  email: 'Ola@Hall.example',
  phone: '0820000009',
  password: 'a good password',
  hall_name: 'Café Granary',
  currency: 'CAD',
  timezone: 'America/Toronto',
  tax_name: 'HST',
  tax_number: '123',
  tax_rate_percent: '7.25',
  tax_included: false,
  provider: 'Stripe',
  provider_key: 'pk_test_hall',
  secret_env: 'STRIPE_SECRET_HALL',
  webhook_secret_env: 'STRIPE_WEBHOOK_SECRET_HALL',
  delivery_method_types: ['collect', 'table', 'collect'],
};

const post = (url: string, payload: object) =>
  api.current.app.inject({ method: 'POST', url: `/api/v1${url}`, payload });
const check = async (token: string) => {
  const response = await post('/setup/check', { token });
  return response.statusCode === 204 ? 204 : response.json().code;
};

test('the setup names every missing setting of a hall with Global', async () => {
  const global = { provider: 'Global', secret_env: 'GLOBAL_SECRET_HALL', webhook_secret_env: '' };
  const response = await post('/setup', { ...form, ...global, token: await link() });
  expect(response.json().missing_settings).toEqual(['GLOBAL_SECRET_HALL', 'GLOBAL_SECRET_HALL_REBATE']);
});

test('the setup creates the hall and the first operator, who runs the site and is signed in', async () => {
  const token = await link();
  expect(await check(token)).toBe(204);
  const response = await post('/setup', { ...form, token });
  expect(response.statusCode).toBe(201);
  expect(response.headers['cache-control']).toBe('no-store');
  const body = response.json();
  expect(body.data).toMatchObject({ name: 'Ola Nordmann', email: 'ola@hall.example', phone: '0820000009' });
  expect(body.venue).toMatchObject({ slug: 'cafe-granary', name: 'Café Granary' });
  expect(body.missing_settings).toEqual(['STRIPE_WEBHOOK_SECRET_HALL']);
  const venue = await db().selectFrom('venues').selectAll().executeTakeFirstOrThrow();
  expect(venue).toMatchObject({
    currency_symbol: '$',
    timezone: 'America/Toronto',
    tax_rate_bp: 725,
    is_tax_included: false,
    payment_provider: 'Stripe',
    payment_provider_key: 'pk_test_hall',
    delivery_method_types: ['collect', 'table'],
    is_demo: false,
  });
  expect(await db().selectFrom('venue_operators').selectAll().execute()).toEqual([
    { venue_id: venue.id, user_id: body.data.id },
  ]);
  const headers = { authorization: `Bearer ${body.token}` };
  expect((await api.current.app.inject({ url: '/api/v1/me', headers })).statusCode).toBe(200);
  expect((await post('/login', { email: form.email, password: form.password })).statusCode).toBe(200);
  expect(await db().selectFrom('audit_log').select(['action', 'subject', 'actor_id']).execute()).toEqual([
    { action: 'operator.added', subject: 'ola@hall.example', actor_id: body.data.id },
    { action: 'site-operator.added', subject: 'ola@hall.example', actor_id: body.data.id },
  ]);
  expect(await db().selectFrom('site_operators').selectAll().execute()).toEqual([{ user_id: body.data.id }]);
});

describe('the link', () => {
  test('is stored as a hash', async () => {
    const token = await link();
    const rows = await db().selectFrom('setup_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('works once', async () => {
    const token = await link();
    await post('/setup', { ...form, token });
    expect(await check(token)).toBe('SETUP_LINK_USED');
    expect((await post('/setup', { ...form, token, email: 'second@hall.example' })).json()).toMatchObject({
      code: 'SETUP_LINK_USED',
      message: 'This site is set up already. Log in to it.',
    });
    expect(await newSetupLink(api.current.deps)).toBeNull();
  });

  test('works for only one of two concurrent requests', async () => {
    const token = await link();
    const sent = ['a@hall.example', 'b@hall.example'].map((email) => post('/setup', { ...form, token, email }));
    const codes = (await Promise.all(sent)).map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([201, 410]);
    expect(await db().selectFrom('venues').select('id').execute()).toHaveLength(1);
    expect(await db().selectFrom('users').select('id').execute()).toHaveLength(1);
  });

  test('works for an hour', async () => {
    api.current.stopClock();
    const token = await link();
    api.current.advance(3_600_000 - 1);
    expect(await check(token)).toBe(204);
    api.current.advance(1);
    expect(await check(token)).toBe('SETUP_LINK_EXPIRED');
    expect((await post('/setup', { ...form, token })).statusCode).toBe(410);
  });

  test('ends when the next link is printed', async () => {
    const [first, second] = [await link(), await link()];
    expect(await check(first)).toBe('SETUP_LINK_REPLACED');
    expect(await check(second)).toBe(204);
  });

  test('is refused if it is any other text', async () => {
    await link();
    for (const token of ['', 'x', 'A'.repeat(43)]) expect(await check(token)).toBe('SETUP_LINK_UNKNOWN');
    expect((await post('/setup', { ...form, token: 'x' })).json().code).toBe('SETUP_LINK_UNKNOWN');
  });

  test('is printed only for a site without an operator and without a venue that is not archived', async () => {
    const venue = await storeVenue(db());
    expect(await newSetupLink(api.current.deps)).toBeNull();
    await db().updateTable('venues').set({ is_active: false, removed_at: new Date() }).execute();
    const token = await link();
    await storeUser(db(), { operatorOf: [venue.id] });
    expect(await newSetupLink(api.current.deps)).toBeNull();
    expect(await check(token)).toBe('SETUP_LINK_USED');
  });
});

test.each([
  ['name', ' '],
  ['email', 'ola'],
  ['password', 'short'],
  ['webhook_secret_env', 'DATABASE_URL'],
  ['hall_name', ''],
  ['currency', 'XXQ'],
  ['timezone', 'Toronto'],
  ['tax_name', ''],
  ['tax_rate_percent', '101'],
  ['tax_rate_percent', '-1'],
  ['tax_rate_percent', '7.255'],
  ['tax_rate_percent', 'ten'],
  ['tax_rate_percent', ''],
  ['provider', 'Cash'],
  ['provider_key', ''],
  ['provider_key', 'sk_live_secret'],
  ['secret_env', 'sk_live_secret'],
  ['webhook_secret_env', 'whsec_x'],
  ['delivery_method_types', []],
  ['delivery_method_types', ['drone']],
])('the setup refuses the %s %j with a message at the field, and the link still works', async (field, value) => {
  const token = await link();
  const response = await post('/setup', { ...form, token, [field]: value });
  expect(response.statusCode).toBe(422);
  const [[named, sentences]] = Object.entries(response.json().errors) as [[string, string[]]];
  expect(named.split('.')[0]).toBe(field);
  expect(sentences[0]).not.toMatch(/^Invalid input$/);
  expect(await check(token)).toBe(204);
  expect(await db().selectFrom('users').select('id').execute()).toEqual([]);
});

test('the setup refuses a hall of Paystack with added tax', async () => {
  const token = await link();
  const refused = await post('/setup', { ...form, token, provider: 'Paystack' });
  expect(refused.json().errors).toHaveProperty('tax_included');
  const taken = await post('/setup', { ...form, token, provider: 'Paystack', tax_included: true });
  expect(taken.statusCode).toBe(201);
});

test('the setup accepts an operator without a password, who later signs in with a code', async () => {
  const token = await link();
  expect((await post('/setup', { ...form, token, password: '', webhook_secret_env: '' })).statusCode).toBe(201);
  const user = await db().selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
  expect(user.password_hash).toBeNull();
});

test('the setup accepts an existing account only with its own password', async () => {
  const token = await link();
  const known = { name: 'Ola', email: 'ola@hall.example', password: 'of the account', phone: '0820000001' };
  await post('/register', { ...known, password_confirmation: known.password });
  for (const password of ['another one', '']) {
    const refused = await post('/setup', { ...form, token, password });
    expect(refused.json()).toMatchObject({ code: 'EMAIL_TAKEN', errors: { email: [expect.any(String)] } });
  }
  const { data } = (await post('/setup', { ...form, token, password: known.password })).json();
  expect(data.name).toBe('Ola');
  expect(await db().selectFrom('venue_operators').select('user_id').execute()).toEqual([{ user_id: data.id }]);
});
