import { randomBytes } from 'node:crypto';
import { messageSchema, signedInSchema } from 'shared-contracts/schemas';
import { aRegistration } from 'shared-contracts/testing/builders';
import { Market } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import { storeUser, storeVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();
const market = new Market(() => api.current);

afterEach(() => jest.restoreAllMocks());

const EMAIL = 'ada.l@foodhall.test';
const MINUTE = 60_000;
const BROWSER = randomBytes(32).toString('base64url');

const post = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
  api.current.app.inject({ method: 'POST', url: `/api/v1${url}`, payload, remoteAddress });

async function ask(email = EMAIL, browser_key = BROWSER, remoteAddress?: string) {
  const response = await post('/login/code', { email, browser_key }, remoteAddress);
  await api.current.deps.workers.idle();
  return response;
}

/** Returns the code of the latest email. */
const sentCode = () => /\d{6}/.exec(api.current.emails.at(-1)?.text.split('is:')[1] ?? '')?.[0] ?? '';
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function newCode(email = EMAIL): Promise<string> {
  await ask(email);
  return sentCode();
}

const verify = (code: string, change: { email?: string; browser_key?: string } = {}, remoteAddress?: string) =>
  post('/login/code/verify', { email: EMAIL, browser_key: BROWSER, code, ...change }, remoteAddress);

async function expectRefused(code: string, message: string, change?: Parameters<typeof verify>[1]): Promise<void> {
  const response = await verify(code, change);
  expect([response.statusCode, response.json().errors]).toEqual([422, { code: [message] }]);
}

const NOT_ASKED = 'No code for this email was asked for in this tab. Please ask for a new one.';
const WRONG = 'This is not the code from the email. Please check its six digits.';
const me = (token: string) =>
  api.current.app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${token}` } });
const user = (email = EMAIL) =>
  api.current.deps.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

describe('a code by email', () => {
  test('opens a session and creates the account of a new email with its first part as the name', async () => {
    const response = await verify(await newCode());
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const { token, data } = expectShape(signedInSchema, response.json());
    expect(data).toMatchObject({ name: 'ada.l', email: EMAIL, phone: '', vendors: { data: [] } });
    expect((await me(token)).statusCode).toBe(200);
  });

  test('opens the account of an email with other letter case and spaces, like a login', async () => {
    const { db } = api.current.deps;
    const ada = await storeUser(db, { name: 'Ada', email: EMAIL });
    const code = await newCode(' Ada.L@Foodhall.test ');
    const { data } = expectShape(signedInSchema, (await verify(code, { email: ' ADA.L@foodhall.test' })).json());
    expect(data).toMatchObject({ id: ada.id, name: 'Ada' });
  });

  test('has the same response and email with and without an account', async () => {
    await storeUser(api.current.deps.db, { email: EMAIL });
    const known = await ask();
    const unknown = await ask('new@foodhall.test');
    expect([known.statusCode, unknown.statusCode]).toEqual([202, 202]);
    expect(expectShape(messageSchema, unknown.json())).toEqual(known.json());
    const [first, second] = api.current.emails.map(({ text }) => text.replace(/\d{6}/g, '······'));
    expect(api.current.emails.map(({ to }) => to)).toEqual([EMAIL, 'new@foodhall.test']);
    expect(second).toBe(first);
  });

  test('is requested with a response that does not wait for the email', async () => {
    let finish = () => {};
    jest.spyOn(api.current.deps.mailer, 'send').mockReturnValue(
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
    expect((await post('/login/code', { email: EMAIL, browser_key: BROWSER })).statusCode).toBe(202);
    finish();
  });

  test('arrives with the code in the subject, the page to enter it, and no name', async () => {
    await storeUser(api.current.deps.db, { name: 'Visit evil.example', email: EMAIL });
    const code = await newCode();
    const [email] = api.current.emails;
    expect(email?.subject).toBe(`${code} is your code`);
    expect(email?.text).toContain('http://localhost:8080');
    expect(email?.html).toContain(code);
    expect(JSON.stringify(email)).not.toContain('evil.example');
  });

  test('gets a 503 for every email while the database is away, and is not counted', async () => {
    const away = jest.spyOn(api.current.deps.pool, 'connect').mockImplementation(() => {
      throw new Error('connect ECONNREFUSED');
    });
    for (let attempt = 0; attempt < 6; attempt += 1) expect((await ask()).statusCode).toBe(503);
    away.mockRestore();
    expect((await ask()).statusCode).toBe(202);
  });

  test('can be entered with spaces', async () => {
    const code = await newCode();
    expect((await verify(` ${code.slice(0, 3)} ${code.slice(3)}\n`)).statusCode).toBe(200);
  });

  test.each([
    ['full-width', 0xff10],
    ['Devanagari', 0x966],
    ['Persian', 0x6f0],
  ])('can be entered in %s digits', async (_script, zero) => {
    const code = await newCode();
    const typed = [...code].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');
    expect((await verify(typed)).statusCode).toBe(200);
  });

  test.each(['12345', '1234567', 'abcdef', ''])('is refused unless it has six digits: %p', async (code) => {
    await newCode();
    await expectRefused(code, 'Enter the six digits of the code');
  });

  test.each([undefined, '', 'short', 'a'.repeat(44)])('needs the key of a browser, not %p', async (browser_key) => {
    expect((await post('/login/code', { email: EMAIL, browser_key })).statusCode).toBe(422);
    expect((await post('/login/code/verify', { email: EMAIL, browser_key, code: '123456' })).statusCode).toBe(422);
  });
});

describe('a code ends', () => {
  test('when it was used, even by two requests at the same moment', async () => {
    const code = await newCode();
    const responses = await Promise.all([verify(code), verify(code)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    await expectRefused(code, 'This code was used already. Please ask for a new one.');
  });

  test('after ten minutes', async () => {
    const code = await newCode();
    api.current.advance(10 * MINUTE);
    await expectRefused(code, 'This code has expired. Please ask for a new one.');
  });

  test('with a newer one', async () => {
    const older = await newCode();
    const newer = await newCode();
    if (older !== newer) await expectRefused(older, WRONG);
    expect((await verify(newer)).statusCode).toBe(200);
  });

  test('not when another browser requests a code', async () => {
    const code = await newCode();
    await ask(EMAIL, 'b'.repeat(43));
    expect((await verify(code)).statusCode).toBe(200);
  });

  test('after five wrong tries from any address', async () => {
    const code = await newCode();
    for (let index = 0; index < 5; index += 1) {
      const response = await verify(wrongOf(code), {}, `203.0.113.${index}`);
      expect(response.json()).toMatchObject({ code: 'WRONG_LOGIN_CODE', errors: { code: [WRONG] } });
    }
    await expectRefused(code, 'Too many wrong codes were entered. Please ask for a new one.');
  });

  test('and is removed an hour later with the next request for any email', async () => {
    await newCode();
    api.current.advance(71 * MINUTE);
    await ask('other@foodhall.test');
    const rows = await api.current.deps.db.selectFrom('login_codes').select('email').execute();
    expect(rows).toEqual([{ email: 'other@foodhall.test' }]);
  });
});

describe('a code belongs to one browser', () => {
  test('and fails in another browser without costing a try', async () => {
    const code = await newCode();
    for (let index = 0; index < 8; index += 1) {
      const response = await verify(code, { browser_key: 'b'.repeat(43) }, `203.0.113.${index}`);
      expect(response.json()).toMatchObject({ code: 'LOGIN_CODE_ENDED', message: NOT_ASKED });
    }
    expect((await verify(code)).statusCode).toBe(200);
  });

  test('and fails with another email', async () => {
    const code = await newCode();
    await ask('other@foodhall.test');
    if (sentCode() !== code) await expectRefused(code, WRONG, { email: 'other@foodhall.test' });
  });

  test('and neither the code nor the key of the browser is stored', async () => {
    const code = await newCode();
    const { rows } = await api.current.deps.pool.query('select to_jsonb(login_codes) as row from login_codes');
    const { expires_at: _, ...stored } = rows[0].row;
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(JSON.stringify(stored)).not.toContain(BROWSER);
  });
});

describe('the limits of codes', () => {
  test('block one address after five wrong codes of an account, and no other address', async () => {
    const code = await newCode();
    for (let index = 0; index < 5; index += 1) await verify(wrongOf(code));
    await ask(EMAIL, BROWSER, '198.51.100.7');
    const fresh = await sentCode();
    const refused = await verify(fresh);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await verify(fresh, {}, '198.51.100.7')).statusCode).toBe(200);
  });

  test('send no code to a blocked address, which could not use it', async () => {
    api.current.stopClock();
    const code = await newCode();
    for (let index = 0; index < 5; index += 1) await verify(wrongOf(code));
    const sent = api.current.emails.length;
    const refused = await ask();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900']);
    expect(api.current.emails).toHaveLength(sent);
    expect((await ask('ada@elsewhere.test')).statusCode).toBe(202);
    api.current.advance(15 * MINUTE + 1);
    expect((await verify(await newCode())).statusCode).toBe(200);
  });

  test('say after the fifth wrong code when the next try is possible', async () => {
    api.current.stopClock();
    const code = await newCode();
    for (let index = 0; index < 4; index += 1) await expectRefused(wrongOf(code), WRONG);
    const fifth = await verify(wrongOf(code));
    expect([fifth.statusCode, fifth.headers['retry-after']]).toEqual([429, '900']);
  });

  test('do not block guests of an address because of guesses with keys of other browsers', async () => {
    const code = await newCode();
    const guess = (index: number) => verify(code, { browser_key: String(index).padStart(43, 'b') });
    for (let index = 0; index < 200; index += 1) {
      const response = await guess(index);
      expect([response.statusCode, response.json().message]).toEqual([422, NOT_ASKED]);
    }
    expect((await guess(200)).statusCode).toBe(429);
    expect((await verify(code)).statusCode).toBe(200);
  });

  test('allow five requests for a code in 15 minutes, not counting those that signed in', async () => {
    for (let round = 0; round < 8; round += 1) expect((await verify(await newCode())).statusCode).toBe(200);
    for (let round = 0; round < 5; round += 1) expect((await ask()).statusCode).toBe(202);
    expect((await ask()).statusCode).toBe(429);
    expect((await ask(EMAIL, BROWSER, '198.51.100.7')).statusCode).toBe(202);
    api.current.advance(15 * MINUTE + 1);
    expect((await ask()).statusCode).toBe(202);
  });
});

describe('requests for codes from one address for different emails', () => {
  const askFor = (guest: number) => ask(`guest${guest}@foodhall.test`);

  test('are limited to 60 in 15 minutes, and the sent codes still work', async () => {
    const code = await newCode();
    for (let guest = 0; guest < 59; guest += 1) expect((await askFor(guest)).statusCode).toBe(202);
    const sent = api.current.emails.length;
    const refused = await askFor(60);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(api.current.emails).toHaveLength(sent);
    expect((await ask('ada@elsewhere.test', BROWSER, '198.51.100.7')).statusCode).toBe(202);
    expect((await verify(code)).statusCode).toBe(200);
    // That code signed in, so another one is allowed.
    expect((await askFor(60)).statusCode).toBe(202);
    expect((await askFor(61)).statusCode).toBe(429);
    api.current.advance(15 * MINUTE + 1);
    expect((await askFor(61)).statusCode).toBe(202);
  });
});

describe('an account without a password', () => {
  test('is refused by the password login like a wrong password', async () => {
    await verify(await newCode());
    const response = await post('/login', { email: EMAIL, password: '' });
    expect([response.statusCode, response.json()]).toEqual([
      422,
      { code: 'BAD_CREDENTIALS', message: 'The email or the password is not right.' },
    ]);
  });

  test('gets a password with Forgot, and stores the phone number of its first login', async () => {
    await verify(await newCode());
    await post('/forgot-password', { email: EMAIL });
    await api.current.deps.workers.idle();
    const token = /password-reset\/([\w-]+)/.exec(api.current.emails.at(-1)?.text ?? '')?.[1] ?? '';
    const password = 'analytical';
    const form = { email: EMAIL, password, password_confirmation: password, token };
    expect((await post(`/password-reset/${token}`, form)).statusCode).toBe(200);
    const response = await post('/login', { email: EMAIL, password, phone: '0820000009' });
    expect(expectShape(signedInSchema, response.json()).data.phone).toBe('0820000009');
    // A code changes nothing in an account whose owner was present before.
    await verify(await newCode());
    expect((await post('/login', { email: EMAIL, password })).statusCode).toBe(200);
  });
});

describe('an account that was registered before its owner confirmed the email', () => {
  const form = aRegistration({ name: 'Eve', email: EMAIL, password: 'in-advance' });
  const register = async () => expectShape(signedInSchema, (await post('/register', form)).json());

  test('loses its earlier password and sessions if it was never used', async () => {
    const { token, data } = await register();
    const owner = expectShape(signedInSchema, (await verify(await newCode())).json());
    expect(owner.data.id).toBe(data.id);
    expect((await me(token)).statusCode).toBe(401);
    expect((await post('/login', form)).statusCode).toBe(422);
    expect((await me(owner.token)).statusCode).toBe(200);
    expect(await user()).toMatchObject({ password_hash: null, email_confirmed_at: expect.any(Date) });
  });

  test('also loses them if it has ordered, and keeps its orders', async () => {
    const { token, data } = await register();
    const { db } = api.current.deps;
    const eve = { ...(await storeUser(db)), id: data.id, headers: { authorization: `Bearer ${token}` } };
    const { orderId } = await market.placeOne(eve, await storeVenue(db));
    expect((await verify(await newCode())).statusCode).toBe(200);
    expect((await me(token)).statusCode).toBe(401);
    expect((await post('/login', form)).statusCode).toBe(422);
    const order = await db.selectFrom('orders').select('user_id').where('id', '=', orderId).executeTakeFirst();
    expect(order).toEqual({ user_id: data.id });
  });

  test('keeps them if it works for a vendor', async () => {
    const { token, data } = await register();
    const { db } = api.current.deps;
    const venue = await storeVenue(db);
    await db.insertInto('vendor_members').values({ vendor_id: venue.vendor.id, user_id: data.id }).execute();
    expect((await verify(await newCode())).statusCode).toBe(200);
    expect((await me(token)).statusCode).toBe(200);
    expect((await post('/login', form)).statusCode).toBe(200);
  });
});
