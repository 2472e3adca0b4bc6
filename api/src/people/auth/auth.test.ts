import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signedInSchema } from 'shared-contracts/schemas';
import { aRegistration } from 'shared-contracts/testing/builders';
import { z } from 'zod';
import { expectShape } from '../../testing/expect-shape';
import { signIn, storeUser, storeVenue } from '../../testing/stored';
import { buildTestApp, withTestApp } from '../../testing/test-app';
import { signIn as signInTo } from './auth.commands';

const api = withTestApp();

const form = aRegistration({
  name: 'Ada',
  email: 'ada@foodhall.test',
  phone: '0820000009',
  password: 'lovelace',
});

const post = (url: string, payload: object, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  api.current.app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers, remoteAddress });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const registered = async () => expectShape(signedInSchema, (await post('/register', form)).json());
const messageOf = z.object({ message: z.string() });

describe('register', () => {
  test('creates the account and signs in', async () => {
    const response = await post('/register', { ...form, email: ' Ada@Foodhall.test ' });
    expect(response.statusCode).toBe(201);
    const { token, data } = expectShape(signedInSchema, response.json());
    expect(data).toMatchObject({ name: 'Ada', email: 'ada@foodhall.test', phone: '0820000009', vendors: { data: [] } });
    expect((await post('/logout', {}, bearer(token))).statusCode).toBe(204);
  });

  test.each(['\u{1f469}\u200d\u{1f373}', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'])(
    'accepts joined characters in the name %s',
    async (name) => {
      expect((await post('/register', { ...form, name })).json()).toMatchObject({ data: { name } });
    },
  );

  test.each([
    ['a name', { name: ' ' }, 'name', 'Name is required'],
    [
      'a name on one line',
      { name: 'Ada\n\nVisit http://evil.example' },
      'name',
      'This has a character that cannot be used here.',
    ],
    [
      'a name without control characters',
      { name: 'Ada\u202e\u001b[31m' },
      'name',
      'This has a character that cannot be used here.',
    ],
    [
      'a phone number without control characters',
      { phone: '0820000\n0009' },
      'phone',
      'This has a character that cannot be used here.',
    ],
    ['a visible name', { name: '\u200b\u2060' }, 'name', 'This has a character that cannot be used here.'],
    ['a valid email', { email: 'ada' }, 'email', 'Email is not valid'],
    ['a phone number', { phone: undefined }, 'phone', 'Phone is required'],
    ['a phone number with 10 characters', { phone: '082' }, 'phone', 'Phone should be at-least 10 characters.'],
    [
      'a password with at least 6 characters',
      { password: 'short', password_confirmation: 'short' },
      'password',
      'Password should be at-least 6 characters.',
    ],
    ['a name with at most 200 characters', { name: 'A'.repeat(201) }, 'name', 'Name should be at most 200 characters.'],
    [
      'a phone number with at most 40 characters',
      { phone: '0'.repeat(41) },
      'phone',
      'Phone should be at most 40 characters.',
    ],
    [
      'a password with at most 200 characters',
      { password: 'a'.repeat(201), password_confirmation: 'a'.repeat(201) },
      'password',
      'Password should be at most 200 characters.',
    ],
    [
      'the same password twice',
      { password_confirmation: 'other1' },
      'password_confirmation',
      'The passwords do not match.',
    ],
  ])('requires %s', async (_what, change, field, message) => {
    const response = await post('/register', { ...form, ...change });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ message, code: 'INVALID', errors: { [field]: [message] } });
  });

  test('needs no phone number if the site does not ask for one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'brand-'));
    await writeFile(join(folder, 'brand.json'), JSON.stringify({ flags: { phone: false } }));
    const { app } = await buildTestApp({ environment: { SITE_CONFIG: join(folder, 'brand.json') } });
    const payload = { ...form, phone: undefined };
    const response = await app.inject({ method: 'POST', url: '/api/v1/register', payload });
    expect(response.statusCode).toBe(201);
    expect(expectShape(signedInSchema, response.json()).data.phone).toBeNull();
    await app.close();
    await rm(folder, { recursive: true });
  });

  test('refuses an email that has an account, even if both requests arrive at once', async () => {
    const responses = await Promise.all([post('/register', form), post('/register', form)]);
    expect(responses.map((response) => response.statusCode).sort()).toEqual([201, 422]);
    expect((await post('/register', form)).json()).toMatchObject({
      code: 'EMAIL_TAKEN',
      errors: { email: [expect.any(String)] },
    });
  });

  test('stores neither the password nor the token', async () => {
    const { token } = await registered();
    const { rows } = await api.current.deps.pool.query(
      'select to_jsonb(users) as u, to_jsonb(tokens) as t from users, tokens',
    );
    expect(JSON.stringify(rows)).not.toContain('lovelace');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0].u.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('login', () => {
  test('opens another session of the same account', async () => {
    const first = await registered();
    const response = await post('/login', { email: 'ADA@foodhall.test', password: 'lovelace' });
    expect(response.statusCode).toBe(200);
    const second = expectShape(signedInSchema, response.json());
    expect(second.data).toEqual(first.data);
    expect(second.token).not.toBe(first.token);
  });

  test('lists the vendors that the user works for, with the role in each', async () => {
    const { deps } = api.current;
    const { data } = await registered();
    const { vendor } = await storeVenue(deps.db);
    await deps.db.insertInto('vendor_members').values({ vendor_id: vendor.id, user_id: data.id }).execute();
    const signedIn = expectShape(signedInSchema, (await post('/login', form)).json());
    expect(signedIn.data.vendors.data).toEqual([{ id: vendor.id, name: vendor.name, role: 'staff' }]);
  });

  test('is refused with 422 and the same response for an unknown email, because a 401 would log the visitor out', async () => {
    await registered();
    const wrong = await post('/login', { email: form.email, password: 'babbage' });
    const unknown = await post('/login', { email: 'nobody@foodhall.test', password: 'babbage' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toEqual({ code: 'BAD_CREDENTIALS', message: 'The email or the password is not right.' });
    expect(unknown.json()).toEqual(wrong.json());
  });

  test('stores the phone number only for an account without one', async () => {
    const { deps } = api.current;
    await registered();
    await post('/login', { ...form, phone: '0111111111' });
    expect(await deps.db.selectFrom('users').select('phone').execute()).toEqual([{ phone: form.phone }]);
    await deps.db.updateTable('users').set({ phone: null }).execute();
    const signedIn = expectShape(signedInSchema, (await post('/login', { ...form, phone: '0111111111' })).json());
    expect(signedIn.data.phone).toBe('0111111111');
  });

  test('stays possible for the owner after failures from another address', async () => {
    await registered();
    const guess = (index: number) => post('/login', { ...form, password: 'babbage' }, {}, `203.0.113.${index}`);
    for (let attempt = 0; attempt < 8; attempt += 1) await guess(1);
    expect((await guess(1)).statusCode).toBe(429);
    expect((await post('/login', form, {}, '198.51.100.7')).statusCode).toBe(200);
  });

  test('counts the IPv6 addresses of one household as one', async () => {
    await registered();
    const guess = (address: string) => post('/login', { ...form, password: 'babbage' }, {}, address);
    for (let attempt = 0; attempt < 5; attempt += 1) await guess(`2001:db8:1:2::${attempt}`);
    expect((await guess('2001:db8:1:2:ffff::1')).statusCode).toBe(429);
    expect((await guess('2001:db8:1:3::1')).statusCode).toBe(422);
  });

  test('refuses an email for a while after five failures, and does not refuse another email', async () => {
    await registered();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await post('/login', { ...form, password: 'babbage' })).statusCode).toBe(422);
    }
    const refused = await post('/login', form);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await post('/login', { ...form, email: 'other@foodhall.test' })).statusCode).toBe(422);
    api.current.advance(15 * 60_000 + 1);
    expect((await post('/login', form)).statusCode).toBe(200);
  });

  test('does not count an internal error as a guess', async () => {
    await registered();
    const { pool } = api.current.deps;
    await pool.query('alter table tokens rename to elsewhere');
    try {
      for (let attempt = 0; attempt < 6; attempt += 1) expect((await post('/login', form)).statusCode).toBe(500);
    } finally {
      await pool.query('alter table elsewhere rename to tokens');
    }
    expect((await post('/login', form)).statusCode).toBe(200);
  });

  test('does not store an overlong email for a count', async () => {
    const response = await post('/login', { ...form, email: `${'a'.repeat(400)}@foodhall.test` });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ code: 'INVALID' });
  });

  test('counts concurrent guesses before it checks them', async () => {
    await registered();
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => post('/login', { ...form, password: 'babbage' })),
    );
    expect(responses.filter((response) => response.statusCode === 422)).toHaveLength(5);
    expect(responses.filter((response) => response.statusCode === 429)).toHaveLength(7);
  });

  test('resets earlier failures after a success', async () => {
    await registered();
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) await post('/login', { ...form, password: 'babbage' });
      expect((await post('/login', form)).statusCode).toBe(200);
    }
  });
});

describe('a session', () => {
  test('ends with logout, and other sessions stay', async () => {
    const { token } = await registered();
    const other = expectShape(signedInSchema, (await post('/login', form)).json()).token;
    expect((await post('/logout', {}, bearer(token))).statusCode).toBe(204);
    const again = await post('/logout', {}, bearer(token));
    expect(again.statusCode).toBe(401);
    expect(again.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await post('/logout', {}, bearer(other))).statusCode).toBe(204);
  });

  test.each(['', 'Bearer', 'Bearer nonsense', 'Basic abc', `Bearer ${'a'.repeat(43)}`])(
    'is not accepted with the header %p',
    async (authorization) => {
      expect((await post('/logout', {}, { authorization })).statusCode).toBe(401);
    },
  );

  test('expires', async () => {
    const user = await storeUser(api.current.deps.db);
    const stale = await signIn(api.current.deps.db, user.id, new Date(Date.now() - 1));
    expect((await post('/logout', {}, bearer(stale))).statusCode).toBe(401);
  });

  test('that has ended can read a public page like an anonymous visitor', async () => {
    const response = await api.current.app.inject({ url: '/api/v1/venues', headers: bearer('a'.repeat(43)) });
    expect(response.statusCode).toBe(200);
  });
});

describe('a forgotten password', () => {
  afterEach(() => jest.restoreAllMocks());

  async function askForLink() {
    await registered();
    await post('/forgot-password', { email: form.email });
    await api.current.deps.workers.idle();
    const [email] = api.current.emails;
    const link = /http:\S+/.exec(email?.text ?? '')?.[0] ?? '';
    return { email, link, token: new URL(link).pathname.split('/').at(-1) ?? '' };
  }
  const change = { email: form.email, password: 'analytical', password_confirmation: 'analytical' };
  const reset = (token: string, body: object = {}) => post(`/password-reset/${token}`, { ...change, token, ...body });

  test('gets the same response with and without an account', async () => {
    await registered();
    const known = await post('/forgot-password', { email: form.email });
    const unknown = await post('/forgot-password', { email: 'nobody@foodhall.test' });
    expectShape(messageOf, known.json());
    expect(unknown.json()).toEqual(known.json());
    expect(unknown.statusCode).toBe(200);
    await api.current.deps.workers.idle();
    expect(api.current.emails.map(({ to }) => to)).toEqual([form.email]);
  });

  test('gets a 503 for every email while the database is away, and is not counted', async () => {
    await registered();
    const away = jest.spyOn(api.current.deps.pool, 'connect').mockImplementation(() => {
      throw new Error('connect ECONNREFUSED');
    });
    for (const email of [...Array(6).fill(form.email), 'nobody@foodhall.test']) {
      const response = await post('/forgot-password', { email });
      expect([response.statusCode, response.json().code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
      expect(response.headers['retry-after']).toMatch(/^\d+$/);
    }
    away.mockRestore();
    expect((await post('/forgot-password', { email: form.email })).statusCode).toBe(200);
    await api.current.deps.workers.idle();
    expect(api.current.emails).toHaveLength(1);
  });

  test('sends a link to the page that sets the new password', async () => {
    const { email, link } = await askForLink();
    expect(email?.to).toBe(form.email);
    expect(link).toMatch(/^http:\/\/localhost:8080\/password-reset\/[\w-]{43}\?email=ada%40foodhall\.test$/);
  });

  test('ends every session with the new password and signs the user in', async () => {
    const { token } = await askForLink();
    const session = expectShape(signedInSchema, (await post('/login', form)).json()).token;
    const response = await reset(token);
    expect(response.statusCode).toBe(200);
    expectShape(messageOf, response.json());
    expect((await post('/logout', {}, bearer(session))).statusCode).toBe(401);
    expect((await post('/login', form)).statusCode).toBe(422);
    expect((await post('/login', { ...form, password: 'analytical' })).statusCode).toBe(200);
  });

  test('invalidates a login that was checked before the reset', async () => {
    const { token } = await askForLink();
    const { deps } = api.current;
    const checked = await deps.db.selectFrom('users').select(['id', 'password_hash']).executeTakeFirstOrThrow();
    expect((await reset(token)).statusCode).toBe(200);
    await expect(signInTo(deps, checked)).rejects.toMatchObject({ status: 422, code: 'BAD_CREDENTIALS' });
    expect(await deps.db.selectFrom('tokens').select('id').execute()).toEqual([]);
  });

  test('has a link that works once, even if it is used twice at the same moment', async () => {
    const { token } = await askForLink();
    const responses = await Promise.all([reset(token), reset(token)]);
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 422]);
    expect((await reset(token)).json()).toMatchObject({
      code: 'BAD_RESET_LINK',
      errors: { token: [expect.any(String)] },
    });
  });

  test('sends an email without a name, because another person may have registered with the address', async () => {
    const { email } = await askForLink();
    expect(email?.text).not.toContain(form.name);
    expect(email?.html).not.toContain(form.name);
  });

  test('removes expired links with the next request for any email', async () => {
    await askForLink();
    api.current.advance(3_600_001);
    await post('/forgot-password', { email: 'nobody@foodhall.test' });
    await api.current.deps.workers.idle();
    expect(await api.current.deps.db.selectFrom('password_resets').select('id').execute()).toEqual([]);
  });

  test('has a link that expires after an hour', async () => {
    const { token } = await askForLink();
    api.current.advance(3_600_001);
    expect((await reset(token)).statusCode).toBe(422);
  });

  test('has a link that is refused for another email', async () => {
    const { token } = await askForLink();
    expect((await reset(token, { email: 'other@foodhall.test' })).statusCode).toBe(422);
    expect((await reset('a'.repeat(43))).statusCode).toBe(422);
  });
});
