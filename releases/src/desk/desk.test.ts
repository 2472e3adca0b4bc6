/** Tests the desk: who can sign in, what it shows, what it changes, and whom it refuses. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildTestApp, withTestApp } from 'api/testing/test-app';
import { hashToken } from 'core/http/session';
import { identifyToken, TOKEN_PREFIX } from '../service/identity';
import { releaseServiceOf } from '../service/release-service';
import { readLive } from '../store/read-live';
import { authorityOf } from '../store/signing';
import { goLive } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import { hostBuild } from '../testing/builds';
import { builtRemote, hashOf } from '../testing/uploads';
import { askedOf, CHANGES } from './changes';

const REGISTRY_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const SITE_URL = 'https://hall.example';
const DIST_DIR = mkdtempSync(path.join(tmpdir(), 'desk-'));
const authority = authorityOf({ REGISTRY_KEY });
const target = folderTarget(DIST_DIR);
const DESK = '/api/v1/desk';
const HOUR_MS = 3_600_000;

const api = withTestApp({ environment: { REGISTRY_KEY, SITE_URL, DIST_DIR } });
const db = () => api.current.deps.db;

/** The cookie of an engineer's browser. */
let cookie: string;
let token: string;
let tokenId: number;
beforeEach(async () => {
  for (const name of await readdir(DIST_DIR)) await rm(path.join(DIST_DIR, name), { recursive: true });
  cookie = '';
  ({ token, id: tokenId } = await tokenFor({}));
});
afterAll(() => rm(DIST_DIR, { recursive: true, force: true }));

const grant = { team: 'menu', apps: ['catalog'], channels: ['beta'], most_percent: 50, is_for_all: true };
async function tokenFor(changes: Partial<typeof grant>, hours = 90 * 24) {
  const made = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
  const now = api.current.deps.clock.now();
  const { id } = await db()
    .insertInto('release_tokens')
    .values({
      ...grant,
      ...changes,
      token_hash: hashToken(made),
      created_at: now,
      created_by: null,
      expires_at: new Date(now.getTime() + hours * HOUR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { token: made, id };
}

interface Sent {
  headers?: Record<string, string>;
  form?: Record<string, string>;
}
/** Opens a page or sends a form of it, as a browser does. */
async function open(address: string, { headers = {}, form }: Sent = {}) {
  const response = await api.current.app.inject({
    method: form ? 'POST' : 'GET',
    url: address,
    headers: {
      cookie,
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': form ? 'same-origin' : 'none',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(form && { payload: String(new URLSearchParams(form)) }),
  });
  const set = response.headers['set-cookie'];
  if (typeof set === 'string') cookie = set.split(';')[0] ?? '';
  return { status: response.statusCode, html: response.body, headers: response.headers, text: wordsOf(response.body) };
}

/** Returns the text of a page in one line. */
const wordsOf = (html: string) =>
  html
    .replace(/<(style|head)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_entity, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ');

const signIn = (shown = token) => open(`${DESK}/sign-in`, { form: { token: shown } });
const formTokenIn = (html: string) => /name="form" value="([^"]+)"/.exec(html)?.[1] ?? '';
/** Fills in the form of a page, sends it, and opens the page that follows. */
async function confirm(address: string, wish: Record<string, string>) {
  const { html } = await open(address);
  const hidden = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const chosen = /name="to" value="([^"]+)" required checked/.exec(html)?.[1];
  const values = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  const [where = ''] = address.split('?');
  const sent = await open(where, { form: { ...values, ...(chosen && { to: chosen }), ...wish } });
  return sent.status === 303 ? { ...(await open(String(sent.headers.location))), sent } : { ...sent, sent };
}

async function call(method: 'POST' | 'PUT', url: string, payload: object, by = token) {
  const headers = {
    authorization: `Bearer ${by}`,
    ...(payload instanceof Buffer && { 'content-type': 'application/octet-stream' }),
  };
  return api.current.app.inject({ method, url: `/api/v1/registry${url}`, headers, payload });
}
/** Sends a release as a team does. */
async function release(version: string, to: object = {}, changes: object = {}) {
  const { files, upload } = builtRemote(version, { changes });
  for (const content of files.values()) await call('PUT', `/files/${hashOf(content)}`, content);
  const source = {
    commit: '3f9a01c2d4e5',
    is_clean: false,
    ci_run: 'https://ci.example/7',
    message: `It is ${version}`,
  };
  return (await call('POST', '/releases', { builds: [upload], ...to, source })).statusCode;
}
async function releaseShell(): Promise<void> {
  const shell = hostBuild('1.2.0', { keys: [authority.publicKey] });
  await mkdir(path.join(DIST_DIR, 'host', shell.version), { recursive: true });
  await writeFile(path.join(DIST_DIR, 'host', shell.version, shell.html), '');
  await goLive(target, [shell], { authority });
}
const liveVersion = async () => (await readLive(target)).snapshot.remotes.catalog?.version;
const offers = async () =>
  (await readLive(target)).snapshot.offers.map(({ channel, percent, release: { version } }) => [
    channel ?? percent,
    version,
  ]);
const logged = async () =>
  (await db().selectFrom('audit_log').select(['action', 'subject', 'after']).orderBy('id', 'desc').execute()).filter(
    ({ action }) => /^(release|rollback|retirement)\./.test(action),
  );

describe('a sign-in', () => {
  test('takes a release token, and sets a cookie for the desk alone', async () => {
    const { status, headers } = await signIn();
    expect([status, headers.location]).toEqual([303, DESK]);
    expect(headers['set-cookie']).toMatch(
      /^desk=[\w-]{43}; Path=\/api\/v1\/desk; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect((await open(DESK)).status).toBe(200);
    expect(JSON.stringify(await db().selectFrom('desk_sessions').selectAll().execute())).not.toContain(cookie.slice(5));
  });

  test('is required for each page', async () => {
    for (const address of [DESK, `${DESK}/fits`, `${DESK}/log`, `${DESK}/rollback?app=catalog`]) {
      const { status, text } = await open(address);
      expect([status, text]).toEqual([401, expect.stringContaining('Release token')]);
    }
  });

  test('with an invalid token is refused with a message at the desk', async () => {
    const { status, text } = await signIn(`${TOKEN_PREFIX}${'a'.repeat(43)}`);
    expect([status, text]).toEqual([401, expect.stringContaining('This site has no such release token.')]);
    expect(cookie).toBe('');
    expect(await logged()).toEqual([]);
    await signIn();
    expect((await open(`${DESK}/log`)).text).toMatch(
      /Refused release tokens.* This site has no such release token\. unknown 127\.0\.0\.1 POST \/api\/v1\/desk\/sign-in 1 /,
    );
  });

  test('with an invalid token counts as a refused token of the address', async () => {
    expect((await signIn('x')).status).toBe(401);
    await db().updateTable('attempt_counts').set({ count: 100 }).execute();
    const { status, headers, text } = await signIn('x');
    expect([status, text]).toEqual([429, expect.stringContaining('Too many attempts.')]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('ends when the person signs out', async () => {
    await signIn();
    const before = cookie;
    const { html } = await open(DESK);
    expect((await open(`${DESK}/sign-out`, { form: { form: formTokenIn(html) } })).status).toBe(303);
    cookie = before;
    expect((await open(DESK)).text).toContain('Your session has ended. Sign in again.');
  });

  test.each<[string, () => Promise<unknown> | unknown, string]>([
    ['after eight hours', () => api.current.advance(8 * HOUR_MS), 'Your session has ended.'],
    [
      'when the token is revoked',
      () => db().updateTable('release_tokens').set({ revoked_at: new Date() }).where('id', '=', tokenId).execute(),
      'The release token of menu was revoked.',
    ],
    ['when the token expires', () => api.current.advance(2 * HOUR_MS), 'The release token of menu expired on'],
  ])('ends %s, and a form that is already open is refused', async (_when, happens, sentence) => {
    await releaseShell();
    await release('1.0.0-a');
    await release('1.0.1-b');
    ({ token, id: tokenId } = await tokenFor({}, sentence.includes('expired') ? 1 : undefined));
    await signIn();
    await open(`${DESK}/rollback?app=catalog`);
    await happens();
    const form = { form: 'x', app: 'catalog', version: '1.0.1-b', to: '1.0.0-a', reason: 'It fails' };
    const { status, text } = await open(`${DESK}/rollback`, { form });
    expect([status, text]).toEqual([401, expect.stringContaining(sentence)]);
    expect(text).toContain('Sign in again. Nothing was changed.');
    expect(await liveVersion()).toBe('1.0.1-b');
  });
});

describe('a page', () => {
  beforeEach(() => signIn());

  test('is stored in no cache and no index, and runs no script', async () => {
    const { headers } = await open(DESK);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'/,
      ),
    });
  });

  test('refuses a script of a remote although it has the cookie, since the desk needs a window of its own', async () => {
    for (const headers of [
      { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-mode': 'same-origin', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' },
    ]) {
      const { status, text } = await open(DESK, { headers });
      expect([status, text]).toEqual([403, expect.stringContaining('in a window of its own')]);
    }
  });

  test('accepts only forms of the desk', async () => {
    await releaseShell();
    await release('1.0.0-a');
    await release('1.0.1-b');
    const form = { app: 'catalog', version: '1.0.1-b', to: '1.0.0-a', reason: 'It fails' };
    const own = formTokenIn((await open(`${DESK}/rollback?app=catalog`)).html);
    const from = (site: string) => ({ 'sec-fetch-site': site });
    expect((await open(`${DESK}/rollback`, { form: { ...form, form: 'x' } })).status).toBe(403);
    expect((await open(`${DESK}/rollback`, { form })).status).toBe(422);
    for (const site of ['cross-site', 'same-site'])
      expect((await open(`${DESK}/rollback`, { form: { ...form, form: own }, headers: from(site) })).status).toBe(403);
    expect(await liveVersion()).toBe('1.0.1-b');
  });

  test('says that nothing is released, or that no page has reported', async () => {
    expect((await open(DESK)).text).toContain('Nothing is released on this site yet.');
    expect((await open(`${DESK}/fits`)).text).toContain('There is nothing to compare');
    expect((await open(`${DESK}/log`)).text).toContain('Sign-in with a release token signed in menu');
    await releaseShell();
    expect((await open(DESK)).text).toContain('No page has reported in the last 7 days');
  });

  test('says that the registry cannot be read, and still shows the log', async () => {
    await releaseShell();
    await release('1.0.0-a');
    const file = path.join(DIST_DIR, 'registry/pointer.json');
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), current: 'gone' }));
    const { status, text } = await open(DESK);
    expect([status, text]).toEqual([503, expect.stringContaining('registry/gone.json, which is live, is not in')]);
    expect((await open(`${DESK}/log`)).text).toContain('Release of catalog 1.0.0-a for all visitors');
  });

  test('lists what is live, for whom, by whom, of what and why, with the reports of pages', async () => {
    await releaseShell();
    await release('1.0.0-a');
    await release('1.0.1-b');
    await release('1.1.0-c', { channel: 'beta' });
    await release('1.2.0-d', { percent: 10 });
    const entries = [
      { type: 'visit', part: 'catalog', version: '1.0.1-b' },
      { type: 'load', part: 'catalog', version: '1.0.1-b', ms: 80 },
      { type: 'error', part: 'catalog', version: '1.0.1-b', kind: 'render', message: 'x is undefined' },
    ];
    const reported = await api.current.app.inject({ method: 'POST', url: '/api/v1/reports', payload: { entries } });
    expect(reported.statusCode).toBe(204);
    await api.current.deps.workers.stopAll();
    const { text, html } = await open(DESK);
    expect(text).toContain(
      'Signed in as menu . Its token may change catalog for all visitors, for 50 % of the visitors',
    );
    expect(text).toMatch(
      /1\.0\.1-b all visitors 20\d\d-\S+ \S+ UTC by menu commit 3f9a01c2d4 uncommitted changes · CI run It is 1\.0\.1-b Origin and packages of catalog 1\.0\.1-b 1 \S+ ms p95/,
    );
    expect(text).toMatch(/1 100\.0 in 100 visits 0 Roll back catalog 1\.0\.1-b/);
    expect(text).toMatch(/1\.1\.0-c channel beta .* End catalog 1\.1\.0-c/);
    expect(text).toMatch(/1\.2\.0-d 10 % of visitors .* Percentage catalog 1\.2\.0-d .*End catalog 1\.2\.0-d/);
    expect(text).toMatch(/1\.0\.0-a previous .* by menu/);
    expect(text).toMatch(/2\.2\.63-1\.2\.0 all visitors \S+ \S+ UTC · without the release service/);
    expect(html).toContain('href="https://ci.example/7"');
  });

  test('lists the errors of an app for its own team, with a link from the live release', async () => {
    await releaseShell();
    await release('1.0.0-a');
    expect((await open(`${DESK}/errors`)).text).toContain('There is no error.');
    const error = { type: 'error', part: 'catalog', version: '1.0.0-a', kind: 'render', message: 'x is <b>undefined' };
    const stack = '/parts/catalog/1.0.0-a/remoteEntry.12345678.js:1:7';
    const payload = { entries: [{ ...error, stack }] };
    await api.current.app.inject({ method: 'POST', url: '/api/v1/reports', payload });
    await api.current.deps.workers.stopAll();
    const [, link = ''] =
      /href="([^"]*desk\/errors\?app=catalog[^"]*version=[^"]+)"/.exec((await open(DESK)).html) ?? [];
    const { text } = await open(link.replaceAll('&#38;', '&').replaceAll('&amp;', '&'));
    expect(text).toMatch(
      /Errors of catalog 1\.0\.0-a .*x is <b>undefined render .*Once, .*remoteEntry\.12345678\.js:1:7/,
    );
    expect((await open(`${DESK}/errors?app=queues`)).status).toBe(403);
  });

  test('shows the words of teams as text', async () => {
    await releaseShell();
    const { files, upload } = builtRemote('1.0.0-a');
    for (const content of files.values()) await call('PUT', `/files/${hashOf(content)}`, content);
    const source = { message: '<script>alert(1)</script>', ci_run: 'javascript:alert(1)', commit: '"><b>' };
    await call('POST', '/releases', { builds: [upload], source });
    for (const address of [DESK, `${DESK}/log`]) {
      const { html } = await open(address);
      expect(wordsOf(html)).toContain('<script>alert(1)</script>');
      expect(html).not.toMatch(/<script|<b>|href="javascript/);
    }
  });

  test('shows what the API breaks of a live release', async () => {
    await releaseShell();
    await release('1.0.0-a');
    expect((await open(`${DESK}/fits`)).text).not.toContain('This API breaks');
    const calls = { form: 1, calls: [{ method: 'GET', paths: ['/nowhere'], at: 'src/a.ts:1' }], unread: [] };
    await writeFile(path.join(DIST_DIR, 'catalog/1.0.0-a/surface.json'), JSON.stringify({ form: 1, calls }));
    expect((await open(`${DESK}/fits`)).text).toContain(
      'This API breaks catalog 1.0.0-a, which pages may run. GET /nowhere: the API does not have this operation.',
    );
  });

  test('shows which remote fits which shell, and why another does not', async () => {
    await releaseShell();
    await release('1.0.0-a');
    const { snapshot } = await readLive(target);
    expect((await open(`${DESK}/fits`)).text).toMatch(/catalog 1\.0\.0-a all visitors fits/);
    const { host } = snapshot;
    // A registry may contain a release that a newer check would refuse.
    const older = { ...snapshot, host: host && { ...host, contract: '0.9.0' } };
    await writeFile(path.join(DIST_DIR, 'registry/older.json'), JSON.stringify(older));
    const pointer = JSON.parse(await readFile(path.join(DIST_DIR, 'registry/pointer.json'), 'utf8'));
    await writeFile(path.join(DIST_DIR, 'registry/pointer.json'), JSON.stringify({ ...pointer, current: 'older' }));
    expect((await open(`${DESK}/fits`)).text).toContain("does not fit Remote 'catalog' 1.0.0-a needs contract ^1.0.0");
  });

  test('lists the attempts, taken and refused, newest first, on several pages', async () => {
    await releaseShell();
    await release('1.0.0-a');
    await release('1.0.1-b', {}, { contract: '^9.0.0' });
    await call('POST', '/rollbacks', { app: 'queues' });
    const { text, html } = await open(`${DESK}/log`);
    expect(text).toMatch(
      /Rollback of queues refused menu .* is not for queues\. .*Release of catalog 1\.0\.1-b for all visitors refused menu .*needs contract \^9\.0\.0.*Release of catalog 1\.0\.0-a for all visitors taken menu/,
    );
    expect(html).not.toContain('no outcome yet');
    const entry = { actor_id: null, subject: 'catalog@2.0.0', at: new Date() };
    const asked = Array.from({ length: 30 }, () => ({ ...entry, action: 'release.asked', after: '{"team":"menu"}' }));
    await db().insertInto('audit_log').values(asked).execute();
    const first = await open(`${DESK}/log`);
    expect(first.text.match(/no outcome yet/g)).toHaveLength(25);
    const [, older = ''] = /href="([^"]+before=\d+)"/.exec(first.html) ?? [];
    const second = await open(older);
    expect(second.text.match(/no outcome yet/g)).toHaveLength(5);
    expect(second.text).toContain('Release of catalog 1.0.0-a for all visitors');
    expect((await open(`${DESK}/log?before=1`)).text).toContain('The log has no older attempt.');
    expect((await open(`${DESK}/log?before=x`)).status).toBe(404);
  });
});

describe('a change', () => {
  beforeEach(async () => {
    await releaseShell();
    await release('1.0.0-a');
    await release('1.0.1-b');
    await signIn();
  });

  test('takes an app back with a reason, logs it, and shows the result once', async () => {
    const { text } = await confirm(`${DESK}/rollback?app=catalog`, { reason: 'Prices are missing' });
    expect(text).toContain('catalog went back from 1.0.1-b to 1.0.0-a for all visitors.');
    expect(await liveVersion()).toBe('1.0.0-a');
    expect((await logged())[0]).toMatchObject({
      action: 'rollback.taken',
      after: { team: 'menu', message: 'Prices are missing', from: '1.0.1-b', to: '1.0.0-a' },
    });
    expect((await open(DESK)).text).not.toContain('went back');
    expect((await open(DESK)).text).toMatch(/1\.0\.0-a all visitors .* by menu , by a rollback .* Prices are missing/);
  });

  test('gives a rollout another percentage, and ends it', async () => {
    await release('1.1.0-c', { percent: 10 });
    const more = await confirm(`${DESK}/rollout?app=catalog`, { percent: '30', reason: 'It does well' });
    expect(more.text).toContain('catalog 1.1.0-c is for 30 % of the visitors now.');
    expect(await offers()).toEqual([[30, '1.1.0-c']]);
    expect(more.text).toMatch(/1\.1\.0-c 30 % of visitors .* by menu commit 3f9a01c2d4 .* It does well/);
    const ended = await confirm(`${DESK}/end?app=catalog`, { reason: 'It is slow' });
    expect(ended.text).toContain('catalog 1.1.0-c has ended as a rollout.');
    expect(await offers()).toEqual([]);
  });

  test('ends the release of a channel, and leaves the others', async () => {
    await release('1.1.0-c', { channel: 'beta' });
    await release('1.2.0-d', { percent: 10 });
    const { text } = await confirm(`${DESK}/end?app=catalog&channel=beta`, { reason: 'It is over' });
    expect(text).toContain('catalog 1.1.0-c has ended in the channel beta.');
    expect(await offers()).toEqual([[10, '1.2.0-d']]);
  });

  test.each([
    ['no reason', ''],
    ['spaces for a reason', '   '],
    ['a reason that is too long', 'a'.repeat(501)],
  ])('with %s asks for the reason again', async (_what, reason) => {
    const { status, text } = await confirm(`${DESK}/rollback?app=catalog`, { reason });
    expect([status, text]).toEqual([422, expect.stringMatching(/Say why, for the log\.|at most 500/)]);
    expect(await liveVersion()).toBe('1.0.1-b');
  });

  test('from an outdated page changes nothing', async () => {
    const { html } = await open(`${DESK}/rollback?app=catalog`);
    await release('1.0.2-c');
    const form = { form: formTokenIn(html), app: 'catalog', version: '1.0.1-b', to: '1.0.0-a', reason: 'It fails' };
    await open(`${DESK}/rollback`, { form });
    expect((await open(DESK)).text).toContain('Refused. catalog is 1.0.2-c now, and not 1.0.1-b any more.');
    expect(await liveVersion()).toBe('1.0.2-c');
    expect((await logged())[0]).toMatchObject({
      action: 'rollback.refused',
      subject: 'catalog@1.0.1-b',
      after: { team: 'menu', message: 'It fails', reason: expect.stringContaining('and not 1.0.1-b any more') },
    });
    expect((await open(`${DESK}/end?app=catalog`)).status).toBe(409);
  });

  test.each<[what: string, path: string, to: { channel?: string; percent?: number }, wish: object]>([
    ['for all visitors, at a rollback', '/rollback', {}, { to: '1.0.0-a' }],
    ['for a rollout, at a new percentage', '/rollout', { percent: 10 }, { percent: 30 }],
    ['for a rollout, at its end', '/end', { percent: 10 }, {}],
    ['for a channel, at its end', '/end', { channel: 'beta' }, {}],
  ])('does not touch a release that went live since the page was opened: %s', async (_what, path, to, wish) => {
    const change = CHANGES.find((each) => each.path === path);
    const service = releaseServiceOf(api.current.deps);
    const identity = await identifyToken(db(), api.current.deps.clock.now(), token);
    if (!change || !service || 'refusal' in identity) throw new Error('The trial is not complete.');
    await release('1.1.0-c', to);
    const subject = { app: 'catalog', channel: to.channel };
    const asked = await askedOf(change, subject, { service, identity });
    await release('1.1.1-d', to);
    const before = await readLive(target);
    await expect(change.make(asked, { ...subject, version: '1.1.0-c', ...wish }, 'It fails')).rejects.toThrow(
      'catalog is 1.1.1-d now, and not 1.1.0-c any more. Nothing was changed.',
    );
    expect(await readLive(target)).toEqual(before);
    expect((await logged())[0]?.action).toMatch(/\.refused$/);
  });

  test('does not restore a rollout that ended since the page was opened', async () => {
    const change = CHANGES.find(({ path }) => path === '/rollout');
    const service = releaseServiceOf(api.current.deps);
    const identity = await identifyToken(db(), api.current.deps.clock.now(), token);
    if (!change || !service || 'refusal' in identity) throw new Error('The trial is not complete.');
    await release('1.1.0-c', { percent: 10 });
    const asked = await askedOf(change, { app: 'catalog' }, { service, identity });
    await confirm(`${DESK}/end?app=catalog`, { reason: 'It is slow' });
    const wish = { app: 'catalog', version: '1.1.0-c', percent: 30 };
    await expect(change.make(asked, wish, 'It does well')).rejects.toThrow('catalog has no rollout.');
    expect(await offers()).toEqual([]);
  });

  test('shows why the registry refuses it', async () => {
    const form = { to: '9.9.9', reason: 'It fails' };
    const { text } = await confirm(`${DESK}/rollback?app=catalog`, form);
    expect(text).toContain('Refused. There is no catalog 9.9.9 in https://hall.example.');
  });

  test('is not offered if there is no earlier version', async () => {
    await confirm(`${DESK}/rollback?app=catalog`, { reason: 'It fails' });
    const { text } = await open(`${DESK}/rollback?app=catalog`);
    expect(text).toContain('has no earlier version that was not rolled back or retired');
  });

  test('is neither offered nor made if the token lacks the right', async () => {
    await release('1.1.0-c', { channel: 'beta' });
    await release('1.2.0-d', { percent: 10 });
    const rights = { is_for_all: false, channels: ['gamma'], most_percent: 5 };
    cookie = '';
    await signIn((await tokenFor(rights)).token);
    const { html, text } = await open(DESK);
    expect(text).not.toMatch(/Roll back|End /);
    expect(text).toContain('Percentage');
    const formToken = formTokenIn(html);
    for (const [where, query, form, refusal] of [
      ['/rollback', '', { version: '1.0.1-b', to: '1.0.0-a' }, 'is not for all visitors'],
      ['/end', '&channel=beta', { version: '1.1.0-c', channel: 'beta' }, 'is not for the channel beta'],
      ['/end', '', { version: '1.2.0-d' }, 'is for rollouts of 5 % at most'],
    ] as const) {
      const page = await open(`${DESK}${where}?app=catalog${query}`);
      expect([page.status, page.text]).toEqual([403, expect.stringContaining(refusal)]);
      await open(`${DESK}${where}`, { form: { form: formToken, app: 'catalog', reason: 'Because', ...form } });
      expect((await open(DESK)).text).toContain(refusal);
    }
    const larger = await confirm(`${DESK}/rollout?app=catalog`, { percent: '20', reason: 'More' });
    expect(larger.text).toContain('is for rollouts of 5 % at most');
    expect(await liveVersion()).toBe('1.0.1-b');
    expect(await offers()).toEqual([
      ['beta', '1.1.0-c'],
      [10, '1.2.0-d'],
    ]);
  });

  test('is refused for an app of another team', async () => {
    cookie = '';
    await signIn((await tokenFor({ team: 'queues', apps: ['queues'] })).token);
    const { html, text } = await open(DESK);
    expect(text).not.toContain('Roll back');
    const form = { form: formTokenIn(html), app: 'catalog', version: '1.0.1-b', to: '1.0.0-a', reason: 'It fails' };
    await open(`${DESK}/rollback`, { form });
    expect(await liveVersion()).toBe('1.0.1-b');
    expect((await logged())[0]).toMatchObject({
      action: 'rollback.refused',
      subject: 'catalog@1.0.1-b',
      after: { team: 'queues', message: 'It fails', reason: 'The release token of queues is not for catalog.' },
    });
    expect((await open(`${DESK}/rollback?app=catalog`)).status).toBe(403);
    expect((await open(`${DESK}/rollback?app=unknown`)).status).toBe(409);
    expect((await open(`${DESK}/rollback?app=../x`)).status).toBe(422);
  });
});

test('the description of the API lists its routes', async () => {
  const { paths } = (await api.current.app.inject('/api/v1/openapi.json')).json();
  expect(paths[`${DESK}/rollback`].post).toMatchObject({ 'x-policy': 'release token', tags: ['desk'] });
  expect(Object.keys(paths[`${DESK}/rollback`].post.requestBody.content)).toEqual([
    'application/x-www-form-urlencoded',
  ]);
});

test('/desk redirects to the desk, and a site without a release service has neither', async () => {
  for (const address of ['/desk', '/desk/']) {
    const { status, headers } = await open(address);
    expect([status, headers.location]).toEqual([302, DESK]);
  }
  const other = await buildTestApp({ environment: { DIST_DIR } });
  expect((await other.app.inject(DESK)).statusCode).toBe(404);
  expect((await other.app.inject('/desk')).statusCode).not.toBe(302);
  await other.app.close();
});
