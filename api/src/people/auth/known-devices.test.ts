/** Tests that a stranger's failures do not lock out a browser that has signed in before. */
import { storeUser } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { hashPassword } from './passwords';

const api = withTestApp();

const EMAIL = 'ada@foodhall.test';
const PASSWORD = 'analytical';
const OWNER = '198.51.100.7';
const KEY = 'k'.repeat(43);
const DAY = 24 * 3_600_000;
/** Returns ten /64 networks of one /56. */
const oneSubscriber = (index: number) => `2001:db8:0:${(index % 10).toString(16)}::1`;
/** Each browser has a separate network. */
const anyNetwork = (index: number) => `2001:${(0x1000 + index).toString(16)}::1`;

async function post(url: string, payload: object, remoteAddress: string, cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie };
  const response = await api.current.app.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    payload,
    remoteAddress,
    headers,
  });
  await api.current.deps.workers.idle();
  return response;
}
type Response = Awaited<ReturnType<typeof post>>;

const logIn = (address = OWNER, cookie?: string, password = PASSWORD) =>
  post('/login', { email: EMAIL, password }, address, cookie);
const askCode = (address = OWNER, cookie?: string, browser_key = KEY) =>
  post('/login/code', { email: EMAIL, browser_key }, address, cookie);
const verify = (code: string, address = OWNER, cookie?: string, browser_key = KEY) =>
  post('/login/code/verify', { email: EMAIL, browser_key, code }, address, cookie);
const forgot = (address = OWNER, cookie?: string) => post('/forgot-password', { email: EMAIL }, address, cookie);
const lastCode = () => /\d{6}/.exec(api.current.emails.at(-1)?.text.split('is:')[1] ?? '')?.[0] ?? '';

/** Returns the cookie in the form in which the browser sends it back. */
const deviceOf = ({ headers }: Response): string => String(headers['set-cookie']).split(';')[0] ?? '';

beforeEach(async () => {
  await storeUser(api.current.deps.db, {
    email: EMAIL,
    password_hash: await hashPassword(PASSWORD),
    email_confirmed_at: new Date(),
  });
});

/** Makes all attempts that the limits allow one stranger, in every way to sign in. */
async function attack(addressOf: (index: number) => string) {
  const statuses: number[] = [];
  const key = 's'.repeat(43);
  for (let index = 0; index < 60; index += 1) {
    const address = addressOf(index);
    statuses.push((await logIn(address, undefined, 'wrong')).statusCode);
    await askCode(address, undefined, key);
    await verify('000000', address, undefined, key);
    await forgot(address);
  }
  return statuses.filter((status) => status === 422).length;
}

test('an attacker with many networks of one subscriber cannot lock the owner out of any way to sign in', async () => {
  expect(await attack(oneSubscriber)).toBe(10);
  expect((await logIn()).statusCode).toBe(200);
  expect((await askCode()).statusCode).toBe(202);
  expect((await verify(lastCode())).statusCode).toBe(200);
  expect((await forgot()).statusCode).toBe(200);
});

test('a known browser can still sign in while attackers use up the attempts of the email', async () => {
  const device = deviceOf(await logIn());
  expect(await attack(anyNetwork)).toBe(50);
  expect((await logIn()).statusCode).toBe(429);
  expect((await logIn(OWNER, device)).statusCode).toBe(200);
  expect((await forgot(OWNER, device)).statusCode).toBe(200);
  expect((await askCode(OWNER, device)).statusCode).toBe(202);
  expect((await verify(lastCode(), OWNER, device)).statusCode).toBe(200);
});

test('one address receives at most 20 emails in a day for codes and resets, and 20 more for a known browser', async () => {
  const device = deviceOf(await logIn());
  const sent = async (ask: (index: number) => Promise<unknown>) => {
    const before = api.current.emails.length;
    for (let index = 0; index < 30; index += 1) await ask(index);
    return api.current.emails.length - before;
  };
  expect(await sent((index) => (index % 2 === 0 ? askCode(anyNetwork(index)) : forgot(anyNetwork(index))))).toBe(20);
  expect(await sent((index) => forgot(anyNetwork(index + 100)))).toBe(0);
  let asked = 0;
  for (let quarter = 0; quarter < 6; quarter += 1) {
    asked += await sent(() => forgot(OWNER, device));
    api.current.advance(15 * 60_000);
  }
  expect(asked).toBe(20);
  api.current.advance(DAY);
  expect(await sent((index) => forgot(anyNetwork(index)))).toBe(20);
});

test('one network can use at most half of the daily emails of an address', async () => {
  let emails = 0;
  for (let quarter = 0; quarter < 4; quarter += 1) {
    for (let index = 0; index < 10; index += 1) await forgot(oneSubscriber(index));
    emails = api.current.emails.length;
    api.current.advance(15 * 60_000);
  }
  expect(emails).toBe(10);
  expect((await forgot()).statusCode).toBe(200);
});

test('the known browsers of an account share one daily limit, so that many cookies send no more emails', async () => {
  let emails = 0;
  for (let browser = 0; browser < 8; browser += 1) {
    const device = deviceOf(await logIn());
    for (let index = 0; index < 5; index += 1) await forgot(anyNetwork(index), device);
    emails = api.current.emails.length;
  }
  expect(emails).toBe(20);
});

describe('the cookie of a known browser', () => {
  test('is hidden from scripts, names no person, and opens no session', async () => {
    const response = await logIn();
    const cookie = String(response.headers['set-cookie']);
    expect(cookie).toMatch(/^device=[\w-]{22}\.[\w-]{22}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    const me = await api.current.app.inject({ url: '/api/v1/me', headers: { cookie: deviceOf(response) } });
    expect(me.statusCode).toBe(401);
  });

  test('has at most five wrong tries in 15 minutes from any address', async () => {
    const device = deviceOf(await logIn());
    for (let index = 0; index < 5; index += 1)
      expect((await logIn(anyNetwork(index), device, 'wrong')).statusCode).toBe(422);
    expect((await logIn(anyNetwork(5), device)).statusCode).toBe(429);
    expect((await logIn()).statusCode).toBe(200);
  });

  test.each([
    ['the account of another person', async () => deviceOf(await post('/register', EVE, OWNER))],
    ['a forged signature', async () => `device=${'a'.repeat(22)}.${'b'.repeat(22)}`],
    ['no signature', async () => `device=${'a'.repeat(22)}`],
  ])('with %s gives no further tries', async (_what, cookieOf) => {
    const cookie = await cookieOf();
    for (let index = 0; index < 5; index += 1) await logIn('203.0.113.9', undefined, 'wrong');
    expect((await logIn('203.0.113.9', cookie)).statusCode).toBe(429);
  });

  test('covers the latest five accounts of the browser', async () => {
    let device = deviceOf(await logIn());
    for (let index = 0; index < 4; index += 1)
      device = deviceOf(await post('/register', { ...EVE, email: `e${index}@foodhall.test` }, OWNER, device));
    expect(device.split('.')).toHaveLength(6);
    await attackOwner();
    expect((await logIn(OWNER, device)).statusCode).toBe(200);
    const oldest = deviceOf(await post('/register', EVE, OWNER, device));
    expect(oldest.split('.')).toHaveLength(6);
    expect((await logIn(OWNER, oldest)).statusCode).toBe(429);
  });

  test.each([
    [
      'a code',
      async () => {
        await askCode();
        return verify(lastCode());
      },
    ],
    [
      'a new password',
      async () => {
        await forgot();
        const token = /password-reset\/([\w-]+)/.exec(api.current.emails.at(-1)?.text ?? '')?.[1] ?? '';
        const form = { email: EMAIL, token, password: PASSWORD, password_confirmation: PASSWORD };
        return post(`/password-reset/${token}`, form, OWNER);
      },
    ],
  ])('is also set after %s', async (_what, prove) => {
    const device = deviceOf(await prove());
    await attackOwner();
    expect((await logIn(OWNER, device)).statusCode).toBe(200);
  });

  test('ends with a new password, and for a person who registered the email before its owner confirmed it', async () => {
    const { db } = api.current.deps;
    const other = 'owner@foodhall.test';
    const registered = deviceOf(await post('/register', { ...EVE, email: other }, OWNER));
    const codeOf = async () => {
      await post('/login/code', { email: other, browser_key: KEY }, '203.0.113.1');
      return post('/login/code/verify', { email: other, browser_key: KEY, code: lastCode() }, '203.0.113.1');
    };
    expect((await codeOf()).statusCode).toBe(200);
    const tries = async (email: string, cookie: string) => {
      const statuses: number[] = [];
      for (let index = 0; index < 6; index += 1)
        statuses.push((await post('/login', { email, password: 'wrong' }, '192.0.2.9', cookie)).statusCode);
      return statuses;
    };
    // Its failures count for the address, which has none left after five.
    expect(await tries(other, registered)).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await post('/login', { email: other, password: 'wrong' }, '192.0.2.9')).statusCode).toBe(429);

    const device = deviceOf(await logIn());
    const password_hash = await hashPassword('another one');
    await db.updateTable('users').set({ password_hash }).where('email', '=', EMAIL).execute();
    await tries(EMAIL, device);
    expect((await post('/login', { email: EMAIL, password: 'another one' }, '192.0.2.9')).statusCode).toBe(429);
  });

  async function attackOwner() {
    for (let index = 0; index < 5; index += 1) await logIn(OWNER, undefined, 'wrong');
    expect((await logIn(OWNER)).statusCode).toBe(429);
  }
});

const EVE = {
  name: 'Eve',
  email: 'eve@foodhall.test',
  phone: '0820000001',
  password: 'in-advance',
  password_confirmation: 'in-advance',
};
