/** Tests the desk for people: who signs in with a passkey, and what each role may do. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SoftPasskey } from 'api/testing/soft-passkey';
import { storeUser, storeVenue, type TestUser } from 'api/testing/stored';
import { withTestApp } from 'api/testing/test-app';
import { readLive } from '../store/read-live';
import { authorityOf } from '../store/signing';
import { goLive } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import { hostBuild, remoteBuild } from '../testing/builds';
import { DeskBrowser } from './desk-browser.testing';
import { type Person, storePerson } from './people.testing';

const REGISTRY_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const SITE_URL = 'https://hall.example';
const DIST_DIR = mkdtempSync(path.join(tmpdir(), 'desk-people-'));
const authority = authorityOf({ REGISTRY_KEY });
const target = folderTarget(DIST_DIR);
const MINUTE_MS = 60_000;

const api = withTestApp({ environment: { REGISTRY_KEY, SITE_URL, DIST_DIR } });
const db = () => api.current.deps.db;

let operator: TestUser;
let ola: Person;
let browser: DeskBrowser;
beforeEach(async () => {
  for (const name of await readdir(DIST_DIR)) await rm(path.join(DIST_DIR, name), { recursive: true });
  operator = await storeUser(db(), { operatorOf: [(await storeVenue(db())).id], isSiteOperator: true });
  ola = await storePerson(api.current, { site: SITE_URL, operator }, { may_roll_back: true });
  browser = new DeskBrowser(() => api.current.app);
});
afterAll(() => rm(DIST_DIR, { recursive: true, force: true }));

const call = async (method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object, who = operator) => {
  const sent = { method, url: `/api/v1/registry${url}`, headers: who.headers, ...(payload && { payload }) };
  const response = await api.current.app.inject(sent);
  return { status: response.statusCode, body: response.json() };
};
const liveVersion = async () => (await readLive(target)).snapshot.remotes.catalog?.version;

/** The policy of a page, and whether it has the script. */
async function scriptOf(path = '') {
  const sent = { url: `/api/v1/desk${path}`, headers: { cookie: browser.cookie } };
  const { headers, body } = await api.current.app.inject(sent);
  return [
    /script-src ('sha256-[^']+')/.exec(String(headers['content-security-policy']))?.[1],
    body.includes('<script>'),
  ];
}

describe('a person', () => {
  test('finds a script only on the page that asks for the passkey, which the policy allows by its hash', async () => {
    expect(await scriptOf()).toEqual([expect.any(String), true]);
    await browser.answer('', ola.passkey);
    expect(await scriptOf('/log')).toEqual([undefined, false]);
  });

  test('signs in with a passkey, and the desk shows the name, the team and the roles', async () => {
    const { status, text } = await browser.answer('', ola.passkey);
    expect([status, text]).toEqual([
      200,
      expect.stringContaining(
        `Signed in as ${ola.name} , of the team menu. Your role for catalog: look and roll back.`,
      ),
    ]);
  });

  test('answers a question once, and within five minutes', async () => {
    const { html } = await browser.open();
    expect((await browser.reply(html, ola.passkey)).status).toBe(200);
    browser.cookie = '';
    const again = await browser.reply(html, ola.passkey);
    expect([again.status, again.text]).toEqual([401, expect.stringContaining('was answered. Try again.')]);
    const old = await browser.open();
    api.current.advance(5 * MINUTE_MS);
    expect((await browser.reply(old.html, ola.passkey)).text).toContain('more than five minutes old');
    expect(await db().selectFrom('desk_sessions').select('id').execute()).toHaveLength(1);
  });

  test.each<[string, () => Promise<{ status: number; text: string }>]>([
    ['a passkey that no account has', () => browser.answer('', new SoftPasskey(SITE_URL))],
    ['a passkey of another site', () => browser.answer('', ola.passkey, { origin: 'https://evil.example' })],
    [
      'a passkey that was added within the last day',
      async () => {
        await db()
          .updateTable('second_factors')
          .set({ created_at: api.current.deps.clock.now() } as object)
          .execute();
        return browser.answer('', ola.passkey);
      },
    ],
    ['another challenge', () => browser.answer('', ola.passkey, { challenge: 'AAAA' })],
    ['a passkey that did not check the person', () => browser.answer('', ola.passkey, { isUnchecked: true })],
    [
      'a copy of the passkey, which counts from the beginning',
      async () => {
        await browser.answer('', ola.passkey, { count: 9 });
        browser.cookie = '';
        return browser.answer('', ola.passkey, { count: 3 });
      },
    ],
  ])('is refused with %s', async (_name, attempt) => {
    const { status, text } = await attempt();
    expect([status, text]).toEqual([401, expect.stringContaining('This passkey was not accepted.')]);
  });

  test('in no team is refused', async () => {
    const stranger = await storePerson(api.current, { site: SITE_URL, operator }, null);
    expect((await browser.answer('', stranger.passkey)).text).toContain('Your account is in no team of this site.');
  });

  test('who is removed from the team is refused at once, and so is one without the passkey', async () => {
    await browser.answer('', ola.passkey);
    const { body } = await call('GET', '/members');
    await call('DELETE', `/members/${body.data[0].id}`);
    const { status, text } = await browser.open();
    expect([status, text]).toEqual([401, expect.stringContaining('Your account is in no team of this site.')]);
    const kari = await storePerson(api.current, { site: SITE_URL, operator }, {});
    await browser.answer('', kari.passkey);
    await db().deleteFrom('second_factors').where('user_id', '=', kari.id).execute();
    browser.cookie = '';
    expect((await browser.answer('', kari.passkey)).text).toContain('This passkey was not accepted.');
  });
});

describe('a session', () => {
  test('ends when the passkey that opened it is removed', async () => {
    await browser.answer('', ola.passkey);
    expect((await browser.open()).status).toBe(200);
    await db().deleteFrom('second_factors').where('user_id', '=', ola.id).execute();
    const { status, text } = await browser.open();
    expect([status, text]).toEqual([401, expect.stringContaining('Your session has ended. Sign in again.')]);
  });

  test('goes on when the person removes another passkey', async () => {
    const [other] = await db()
      .insertInto('second_factors')
      .values({ user_id: ola.id, kind: 'authenticator', name: 'Phone', secret: Buffer.from('secret') } as never)
      .returning('id')
      .execute();
    await browser.answer('', ola.passkey);
    await db()
      .deleteFrom('second_factors')
      .where('id', '=', other?.id ?? 0)
      .execute();
    expect((await browser.open()).status).toBe(200);
  });

  test('is in the log of the desk, with the person', async () => {
    await browser.answer('', ola.passkey);
    expect((await browser.open('/log')).text).toContain(`Sign-in with a passkey signed in menu ${ola.name}`);
  });

  test('that was refused is counted in the log, and leaves no entry that stays', async () => {
    const refused = await browser.answer('', new SoftPasskey(SITE_URL));
    // The field for a release token is not at fault.
    expect(refused.html).not.toContain('aria-invalid="true"');
    await browser.answer('', ola.passkey);
    expect((await browser.open('/log')).text).toMatch(
      /This passkey was not accepted\. .* POST \/api\/v1\/desk\/sign-in 1 /,
    );
    const entries = await db().selectFrom('audit_log').select('action').where('action', 'like', 'desk.%').execute();
    expect(entries).toEqual([{ action: 'desk.opened' }]);
  });
});

describe('the roles', () => {
  beforeEach(async () => {
    const earlier = remoteBuild('catalog', { version: '1.0.0-a' });
    await mkdir(path.join(DIST_DIR, 'catalog/1.0.0-a'), { recursive: true });
    await writeFile(path.join(DIST_DIR, 'catalog/1.0.0-a/build.json'), JSON.stringify(earlier));
    await goLive(
      target,
      [hostBuild('1.2.0', { keys: [authority.publicKey] }), remoteBuild('catalog', { version: '1.0.0-a' })],
      { authority },
    );
    await goLive(target, [remoteBuild('catalog', { version: '1.0.1-b' })], { authority });
  });

  test('to roll back changes the app of the team, and the log names the person', async () => {
    await browser.answer('', ola.passkey);
    const { text } = await browser.send('/rollback?app=catalog', { reason: 'It fails' });
    expect(text).toContain('catalog went back from 1.0.1-b to 1.0.0-a for all visitors.');
    expect((await browser.open('/log')).text).toContain(`menu ${ola.name}`);
    const taken = await db()
      .selectFrom('audit_log')
      .select(['actor_id', 'after'])
      .where('action', '=', 'rollback.taken')
      .execute();
    expect(taken).toEqual([
      { actor_id: ola.id, after: expect.objectContaining({ team: 'menu', message: 'It fails' }) },
    ]);
  });

  test('to look shows everything and changes nothing', async () => {
    const kari = await storePerson(api.current, { site: SITE_URL, operator }, {});
    const { html } = await browser.answer('', kari.passkey);
    expect(html).not.toContain('>Roll back<');
    const { status, text } = await browser.open('/rollback?app=catalog');
    expect([status, text]).toEqual([
      403,
      expect.stringContaining('Your role in menu is to look, and not to roll back.'),
    ]);
    expect(await liveVersion()).toBe('1.0.1-b');
  });

  test('are for the apps of the team', async () => {
    const kari = await storePerson(
      api.current,
      { site: SITE_URL, operator },
      { apps: ['queues'], may_roll_back: true },
    );
    await browser.answer('', kari.passkey);
    expect((await browser.open('/rollback?app=catalog')).text).toContain('Your role in menu is not for catalog.');
  });
});

test('a site operator adds a person, changes the roles, and removes the person', async () => {
  const grant = { email: ola.email.toUpperCase(), team: 'menu', apps: ['catalog', 'host'], may_approve: true };
  const { body } = await call('PUT', '/members', grant);
  expect(body.data).toMatchObject({
    name: ola.name,
    apps: ['catalog', 'host'],
    may_approve: true,
    may_roll_back: false,
  });
  expect((await call('GET', '/members')).body.data).toEqual([body.data]);
  const other = await call('PUT', '/members', { ...grant, team: 'queues' });
  expect([other.status, other.body.message]).toEqual([
    409,
    `${ola.name} is in the team menu. Remove the person there first.`,
  ]);
  expect((await call('PUT', '/members', { ...grant, email: 'nobody@hall.example' })).status).toBe(404);
  expect((await call('DELETE', `/members/${body.data.id}`)).status).toBe(200);
  expect((await call('DELETE', `/members/${body.data.id}`)).status).toBe(404);
  expect((await call('PUT', '/members', { ...grant, team: 'queues' })).status).toBe(200);
});

test('a site whose address knows no passkeys offers none', async () => {
  const { deps } = api.current;
  const { accountPasskeys } = deps;
  expect(accountPasskeys.isOffered).toBe(true);
  Object.assign(deps, { accountPasskeys: Object.assign(Object.create(accountPasskeys), { isOffered: false }) });
  expect((await browser.open()).html).not.toContain(
    '<form method="post" action="/api/v1/desk/sign-in" class="card" data-passkey',
  );
});
