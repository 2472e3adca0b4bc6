import { createLog } from 'core/log';
import { Market } from './ordering/carts/market.testing';
import { storeUser, storeVenue } from './testing/stored';
import { buildTestApp, type TestApp, withDatabase } from './testing/test-app';

withDatabase();

/** Collects the lines of a log at its lowest level. */
function recorded() {
  const lines: string[] = [];
  return { lines, log: createLog('trace', { write: (line) => void lines.push(line) }) };
}

describe('a log of every request', () => {
  let api: TestApp;
  afterEach(() => api.close());

  test('contains no token and no email after resets, invitations, codes and a setup', async () => {
    const { lines, log } = recorded();
    api = await buildTestApp({ overrides: { log } });
    const market = new Market(() => api);
    const { db } = api.deps;
    const venue = await storeVenue(db);
    const operator = await storeUser(db, { email: 'ola@hall.example', operatorOf: [venue.id] });
    const cook = await storeUser(db, { email: 'cook@hall.example' });
    const email = cook.email;
    const open = (path: string) => api.app.inject({ url: path });

    await market.call('POST', '/forgot-password', null, { email });
    await market.call('POST', `/venues/${venue.id}/invitations`, operator, { email });
    const links = api.emails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []).map((link) => new URL(link));
    expect(links).toHaveLength(2);
    for (const { pathname, search } of links) await open(pathname + search);
    const tokens = links.map(({ pathname }) => pathname.split('/')[2] ?? '');
    const [reset = '', invitation = ''] = tokens;
    await market.call('GET', `/invitations/${invitation}`, null);
    await market.call('POST', `/invitations/${invitation}/accept`, cook);
    await market.call('POST', `/invitations/${invitation}/accept`, operator);
    const password = { password: 'secret-1', password_confirmation: 'secret-1' };
    await market.call('POST', `/password-reset/${reset}`, null, { email, token: reset, ...password });
    await market.call('POST', '/setup/check', null, { token: reset });
    const browser_key = 'b'.repeat(43);
    await market.call('POST', '/login/code', null, { email, browser_key });
    const signedIn = await market.call('POST', '/login', null, { email, password: 'secret-1' });
    // No page requests these, but a person may type them into an address.
    await open(`/api/v1/me?token=${signedIn.json().token}&email=${encodeURIComponent(email)}`);
    await open(`/login?email=${email}`);
    await market.call('POST', '/accounts/export', operator, { email });
    await market.call('POST', '/accounts/deletion', operator, { email });

    const written = lines.join('');
    expect(lines.length).toBeGreaterThan(20);
    expect(written).toContain('/api/v1/invitations/[token]/accept');
    expect(written).toContain('/password-reset/[token]?email=[email]');
    for (const secret of [...tokens, browser_key, signedIn.json().token, operator.token, cook.token, 'secret-1'])
      expect(written).not.toContain(secret);
    for (const person of ['cook@', 'cook%40', 'ola@', 'ola%40']) expect(written).not.toContain(person);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });

  test('leaves addresses out of the metrics, which name only routes', async () => {
    api = await buildTestApp();
    const token = 't'.repeat(43);
    await api.app.inject({ url: `/api/v1/invitations/${token}` });
    await api.app.inject({ url: `/password-reset/${token}?email=cook@hall.example` });
    const metrics = await api.app.metrics.metrics();
    expect(metrics).toContain('/api/v1/invitations/:token');
    expect(metrics).not.toContain(token);
    expect(metrics).not.toContain('cook');
  });
});

test('the log of a page’s error report contains no token and no email', async () => {
  const { lines, log } = recorded();
  const api = await buildTestApp({ overrides: { log } });
  const message = `POST /password-reset/${'t'.repeat(43)} of cook%40hall.example failed`;
  const entry = { type: 'error', part: 'host', version: '1.0.0', kind: 'unhandled', message };
  await api.app.inject({ method: 'POST', url: '/api/v1/reports', payload: { entries: [entry] } });
  await api.close();
  expect(lines.join('')).toContain('POST /password-reset/… of … failed');
});

test('the log contains no release token', () => {
  const { lines, log } = recorded();
  log.warn(`GET /api/v1/registry?token=fhr_${'t'.repeat(43)}`);
  expect(lines.join('')).toContain('GET /api/v1/registry?token=[token]"');
});

test('the log writes a long address without a token or an email at once', () => {
  const { log } = recorded();
  // The time of this process's own work is the same on a machine that others keep busy.
  const before = process.cpuUsage();
  for (const path of ['a'.repeat(16_000), '%40'.repeat(5_000), 'a@'.repeat(8_000), `a@${'a.'.repeat(8_000)}`])
    log.warn(path);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

test.each([
  ['a mail server', 'Recipient <ada.l+x@mail.hall.example> was refused', 'Recipient <[email]> was refused'],
  ['a server of any script', '<ada&söhne@xn--mnchen-3ya.xn--p1ai> and ada!x@münchen.de', '<[email]> and [email]'],
  ['the database', 'Key (email)=(ada@hall.example) already exists.', 'Key (email)=([email]) already exists.'],
])('the log of an error from %s contains no email', (_who, said, written) => {
  const { lines, log } = recorded();
  log.error({ err: Object.assign(new Error(said), { detail: said }), reason: said }, said);
  expect(lines.join('')).not.toContain('ada');
  expect(JSON.parse(lines[0] ?? '').reason).toBe(written);
});

test.each([
  'at Object.<anonymous> (/opt/foodhall/node_modules/@fastify/cors/index.js:1:1)',
  'node_modules/pg@8.16.0/lib/client.js',
  'sha256 3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b',
  'pi_3MtwBwLkdIwHu7ix28a3tqPa and 7e57d004-2b97-4e7a-b45f-5387367791cd',
])('the log keeps a text that is neither a token nor an email: %s', (text) => {
  const { lines, log } = recorded();
  log.warn(text);
  expect(JSON.parse(lines[0] ?? '').msg).toBe(text);
});

test('the log removes a secret after an escape, and the line is still JSON', () => {
  const { lines, log } = recorded();
  const token = 't'.repeat(43);
  for (const text of [`no\nada@mail.example`, `no\t${token}`, `no\u0001ada@mail.example ${token}`]) log.warn(text);
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  for (const message of messages) expect(message).not.toMatch(/@|t{43}/);
});
