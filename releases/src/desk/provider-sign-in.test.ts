/** Tests the desk's sign-in with an OpenID provider, which is a real one (oidc-provider). */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { storeUser, storeVenue } from 'api/testing/stored';
import { withTestApp } from 'api/testing/test-app';
import { withIdentityProvider } from '../testing/identity-provider';
import { type Person, storePerson } from './people.testing';

const ISSUER = 'https://id.example';
const SITE_URL = 'https://hall.example';
const DIST_DIR = mkdtempSync(path.join(tmpdir(), 'provider-sign-in-'));
const REGISTRY_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const DESK = '/api/v1/desk';
const OF_PROVIDER = { DESK_OIDC_ISSUER: ISSUER, DESK_OIDC_CLIENT_ID: 'desk', DESK_OIDC_CLIENT_SECRET: 'secret' };

const api = withTestApp({ environment: { REGISTRY_KEY, SITE_URL, DIST_DIR, ...OF_PROVIDER } });

const provider = withIdentityProvider(ISSUER);
afterAll(() => rm(DIST_DIR, { recursive: true, force: true }));

let ola: Person;
/** The cookies of the browser, by name. */
let cookies: Map<string, string>;
beforeEach(async () => {
  const { db } = api.current.deps;
  const operator = await storeUser(db, { operatorOf: [(await storeVenue(db)).id], isSiteOperator: true });
  ola = await storePerson(api.current, { site: SITE_URL, operator });
  cookies = new Map();
});

async function open(url: string) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' };
  const response = await api.current.app.inject({ url: url.replace(SITE_URL, ''), headers: { cookie, ...navigation } });
  for (const set of [response.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    cookies.set(name, value);
  }
  return response;
}
/** Goes to the provider, signs in there, and comes back. */
async function signIn(account: string) {
  const { headers } = await open(`${DESK}/provider`);
  return open(await provider.current.signIn(String(headers.location), account));
}

test('a person of a team signs in with the email that the provider has confirmed', async () => {
  expect((await open(DESK)).body).toContain('Sign in with id.example');
  const back = await signIn(ola.email.toUpperCase());
  expect([back.statusCode, back.headers.refresh]).toEqual([200, `0; url=${DESK}`]);
  expect((await open(DESK)).body).toContain(`Signed in as <strong>${ola.name}</strong>`);
});

test('a person without a confirmed email, without an account and in no team is refused', async () => {
  const stranger = await storeUser(api.current.deps.db);
  for (const [account, sentence] of [
    [`unproved ${ola.email}`, 'The provider has not confirmed an email of yours.'],
    ['nobody@hall.example', 'This site has no account with your email.'],
    [stranger.email, 'Your account is in no team of this site.'],
  ] as const) {
    const { statusCode, body } = await signIn(account);
    expect([statusCode, body]).toEqual([401, expect.stringContaining(sentence)]);
  }
  expect(await api.current.deps.db.selectFrom('desk_sessions').select('id').execute()).toEqual([]);
});

test('an answer is taken by the browser that asked, once, within ten minutes, and with the state that it was given', async () => {
  const { headers } = await open(`${DESK}/provider`);
  const back = await provider.current.signIn(String(headers.location), ola.email);
  const asked = new Map(cookies);
  cookies = new Map();
  expect((await open(back)).body).toContain('began in another browser');
  cookies = new Map(asked);
  expect((await open(back.replace('state=', 'state=x'))).body).toContain('The provider has not signed you in.');
  cookies = new Map(asked);
  expect((await open(back)).statusCode).toBe(200);
  cookies = new Map(asked);
  expect((await open(back)).body).toContain('The provider has not signed you in.');
  api.current.advance(10 * 60_000);
  expect((await open(back)).body).toContain('more than ten minutes old');
});

test('a provider that does not respond leaves the other ways to sign in', async () => {
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  const { statusCode, body } = await open(`${DESK}/provider`);
  expect([statusCode, body]).toEqual([
    503,
    expect.stringContaining('id.example does not respond. Sign in another way.'),
  ]);
});
