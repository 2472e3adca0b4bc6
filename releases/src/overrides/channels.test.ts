/** Tests channels: who is asked, and which confirmations count. */
import { mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withTestApp } from 'api/testing/test-app';
import { browserChannel } from './channels.routes';

const SITE = 'https://hall.example';
const DAY_MS = 86_400_000;
const PATH = '/api/v1/registry/channel';
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

const DIST_DIR = mkdtempSync(join(tmpdir(), 'channels-'));

const api = withTestApp({ environment: { SITE_URL: SITE, DIST_DIR } });

afterAll(() => rm(DIST_DIR, { recursive: true, force: true }));
beforeAll(async () => {
  const registry = join(DIST_DIR, 'registry');
  const host = {
    version: '2.2.63-h',
    path: '/parts/host/2.2.63-h/',
    events: [],
    html: 'index.html',
    embed: 'embed.js',
  };
  const files = { frame: 'frame.html', worker: '', root: {}, keys: [], paths: [], primitives: '' };
  const shell = { ...host, ...files, integrity: {}, contract: '1.2.0', packages: {}, slots: [] };
  const offers = [{ part: 'host', channel: 'beta', since: '', release: shell }];
  const snapshot = { schema: 2, parent: null, at: '', since: {}, remotes: {}, kept: {}, host: shell, offers };
  for (const folder of ['registry', 'host/2.2.63-h']) await mkdir(join(DIST_DIR, folder), { recursive: true });
  await writeFile(join(DIST_DIR, 'host/2.2.63-h/index.html'), '<!doctype html>');
  await writeFile(join(registry, 'aa.json'), JSON.stringify(snapshot));
  await writeFile(join(registry, 'aa.sig'), '');
  await writeFile(
    join(registry, 'pointer.json'),
    JSON.stringify({ current: 'aa', previous: null, at: '', recalled: [], signature: '' }),
  );
});

const ask = (query: string, headers: Record<string, string> = {}) =>
  api.current.app.inject({ url: `${PATH}?${query}`, headers: { host: 'hall.example', ...headers } });
/** The cookie of a browser that was asked, and the secret in the form of the page that asked it. */
const ASKED = { cookie: '__Host-Http-question=secret', secret: 'secret' };
const confirm = (
  fields: Record<string, string>,
  headers: Record<string, string> = OWN_PAGE,
  { cookie, secret }: Partial<typeof ASKED> = ASKED,
) =>
  api.current.app.inject({
    method: 'POST',
    url: PATH,
    headers: {
      host: 'hall.example',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
      ...(cookie && { cookie }),
    },
    payload: new URLSearchParams({ ...fields, ...(secret && { secret }) }).toString(),
  });
const channelOf = (cookie: string) => browserChannel(api.current.deps)(cookie);
const cookieOf = async (response: ReturnType<typeof confirm>) =>
  String((await response).headers['set-cookie']).split(';')[0] ?? '';

test('a visitor is asked first, and the browser that confirms joins the channel', async () => {
  const asked = await ask('name=beta&to=%2Fvenues%3Fsort%3Dname');
  expect(asked.statusCode).toBe(200);
  expect(asked.headers['set-cookie']).toMatch(/question=[\w-]{22}; Path=\/; Max-Age=600; HttpOnly/);
  expect(asked.headers['cache-control']).toBe('no-store');
  for (const word of ['beta', 'host']) expect(asked.body).toContain(`<strong>${word}</strong>`);
  expect(asked.headers['content-security-policy']).toMatch(/form-action 'self'; frame-ancestors 'none'/);

  const cookie = String(asked.headers['set-cookie']).split(';')[0];
  const [, secret] = /name="secret" value="([^"]+)"/.exec(asked.body) ?? [];
  const confirmed = await confirm({ name: 'beta', to: '/venues?sort=name' }, OWN_PAGE, { cookie, secret });
  expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, '/venues?sort=name&channel=beta']);
  expect(confirmed.headers['set-cookie']).toMatch(
    /^__Host-Http-channel=[\w.-]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(await channelOf(String(confirmed.headers['set-cookie']).split(';')[0] ?? '')).toBe('beta');
});

test('a channel without releases asks nothing, and nobody joins it', async () => {
  for (const response of [await ask('name=other'), await confirm({ name: 'other' })]) {
    expect(response.statusCode).toBe(410);
    expect(response.body).toContain('Nothing is released to a channel other.');
    expect(response.headers['set-cookie']).toBeUndefined();
  }
});

test.each([
  ['https://evil.example/', '/?channel=beta'],
  ['//evil.example/', '/?channel=beta'],
  ['/\\evil.example', '/?channel=beta'],
  ['javascript:alert(1)', '/?channel=beta'],
  ['/venues/1/vendors', '/venues/1/vendors?channel=beta'],
])('after the confirmation, an address of %s leads to %s', async (to, location) => {
  expect((await confirm({ name: 'beta', to })).headers.location).toBe(location);
});

test.each<[string, Record<string, string>]>([
  ['of another site', { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' }],
  ['that a script sends', { ...OWN_PAGE, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['of a frame', { ...OWN_PAGE, 'sec-fetch-dest': 'iframe' }],
  ['of another origin', { origin: 'https://evil.example' }],
  ['without an origin', {}],
])('a form %s joins nothing', async (_what, headers) => {
  const response = await confirm({ name: 'beta' }, headers);
  expect([response.statusCode, response.headers['set-cookie']]).toEqual([403, undefined]);
});

test.each<[string, Partial<typeof ASKED>]>([
  ['does not have the secret of the page that asked', { cookie: ASKED.cookie }],
  ['guesses the secret', { cookie: ASKED.cookie, secret: 'other!' }],
  ['comes from a browser that was not asked', { secret: ASKED.secret }],
  ['comes from a browser that was not asked, with an empty secret', {}],
])('a form of a remote’s script joins nothing if it %s', async (_what, asked) => {
  const response = await confirm({ name: 'beta' }, OWN_PAGE, asked);
  expect([response.statusCode, response.headers['set-cookie']]).toEqual([403, undefined]);
});

describe('a membership ends or is invalid', () => {
  test('after 90 days', async () => {
    const cookie = await cookieOf(confirm({ name: 'beta' }));
    api.current.advance(90 * DAY_MS);
    expect(await channelOf(cookie)).toBeUndefined();
  });

  test('if its cookie is a plain word and no signed text', async () => {
    expect(await channelOf('channel=beta; __Host-Http-channel=beta')).toBeUndefined();
  });

  test('if its signed text was changed', async () => {
    const [name = '', signed = ''] = (await cookieOf(confirm({ name: 'beta' }))).split('=');
    const [text = '', signature] = signed.split('.');
    const content = { ...JSON.parse(Buffer.from(text, 'base64url').toString()), channel: 'other' };
    const changed = Buffer.from(JSON.stringify(content)).toString('base64url');
    expect(await channelOf(`${name}=${changed}.${signature}`)).toBeUndefined();
  });

  test('if its cookie has a name that a script or a neighbour of this host can set', async () => {
    const [, signed] = (await cookieOf(confirm({ name: 'beta' }))).split('=');
    expect(await channelOf(`channel=${signed}; __Host-channel=${signed}`)).toBeUndefined();
  });
});

test('leaving removes the membership of this browser', async () => {
  const left = await api.current.app.inject({ method: 'DELETE', url: PATH });
  expect([left.statusCode, left.headers['set-cookie']]).toEqual([
    204,
    '__Host-Http-channel=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
  ]);
});
