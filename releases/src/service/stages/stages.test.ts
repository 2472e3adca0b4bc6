/** Tests staged releases: they wait for people, who approve them at the desk with a passkey. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { storeUser, storeVenue, type TestUser } from 'api/testing/stored';
import { buildTestApp, withTestApp } from 'api/testing/test-app';
import { hashToken } from 'core/http/session';
import { DeskBrowser } from '../../desk/desk-browser.testing';
import { type Person, storePerson } from '../../desk/people.testing';
import { readLive } from '../../store/read-live';
import { authorityOf } from '../../store/signing';
import { goLive } from '../../store/store';
import { folderTarget } from '../../store/targets/folder';
import { hostBuild } from '../../testing/builds';
import { builtRemote, hashOf } from '../../testing/uploads';
import { TOKEN_PREFIX } from '../identity';

const REGISTRY_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const SITE_URL = 'https://hall.example';
const DIST_DIR = mkdtempSync(path.join(tmpdir(), 'stages-'));
const authority = authorityOf({ REGISTRY_KEY });
const target = folderTarget(DIST_DIR);
const environment = { REGISTRY_KEY, SITE_URL, DIST_DIR };
const HOUR_MS = 3_600_000;

const api = withTestApp({ environment });
const db = () => api.current.deps.db;

let operator: TestUser;
let ola: Person;
let kari: Person;
/** The token of the team, which may only stage. */
let token: string;
let browser: DeskBrowser;
beforeEach(async () => {
  for (const name of await readdir(DIST_DIR)) await rm(path.join(DIST_DIR, name), { recursive: true });
  await goLive(target, [hostBuild('1.2.0', { keys: [authority.publicKey] })], { authority });
  operator = await storeUser(db(), { operatorOf: [(await storeVenue(db())).id], isSiteOperator: true });
  const site = { site: SITE_URL, operator };
  ola = await storePerson(api.current, site, { may_approve: true, ci_accounts: ['github:583231'] });
  kari = await storePerson(api.current, site, { may_approve: true });
  ({ token } = await tokenFor({}));
  browser = new DeskBrowser(() => api.current.app);
});
afterAll(() => rm(DIST_DIR, { recursive: true, force: true }));

async function tokenFor(changes: object) {
  const made = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
  const now = api.current.deps.clock.now();
  const { id } = await db()
    .insertInto('release_tokens')
    .values({
      team: 'menu',
      apps: ['catalog'],
      channels: [],
      most_percent: 0,
      is_for_all: false,
      may_stage: true,
      token_hash: hashToken(made),
      created_at: now,
      created_by: null,
      expires_at: new Date(now.getTime() + 90 * 24 * HOUR_MS),
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { token: made, id };
}

async function call(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  authorization = `Bearer ${token}`,
) {
  const headers = { authorization, ...(payload instanceof Buffer && { 'content-type': 'application/octet-stream' }) };
  const sent = { method, url: `/api/v1/registry${url}`, headers, ...(payload && { payload }) };
  const response = await api.current.app.inject(sent);
  return { status: response.statusCode, body: response.body === '' ? {} : response.json() };
}
/** Sends the files of a build, and stages or releases it. @returns the number of the stage */
async function send(version: string, { by = token, route = '/stages', ...to }: Record<string, unknown> = {}) {
  const { files, upload } = builtRemote(version);
  for (const content of files.values()) await call('PUT', `/files/${hashOf(content)}`, content, `Bearer ${by}`);
  return call('POST', String(route), { builds: [upload], ...to, source: { message: 'New menu' } }, `Bearer ${by}`);
}
const stage = async (version = '1.0.0-a', options = {}) => (await send(version, options)).body.data?.stage as number;
const liveVersion = async () => (await readLive(target)).snapshot.remotes.catalog?.version;
/** A person signs in, and answers the question of the staged release. */
async function approve(person: Person, id: number, by = person.passkey) {
  browser.cookie = '';
  await browser.answer('', person.passkey);
  return (await browser.answer(`/approve?stage=${id}`, by)).text;
}
const refusalOf = async (person: Person, id: number) => {
  browser.cookie = '';
  await browser.answer('', person.passkey);
  return (await browser.open(`/approve?stage=${id}`)).text;
};
const actions = async () =>
  (await db().selectFrom('audit_log').select(['action', 'actor_id']).orderBy('id').execute())
    .filter(({ action }) => /^(stage|release)\./.test(action))
    .map(({ action, actor_id }) => [action, actor_id]);

describe('a staged release', () => {
  test('is checked and waits, and goes live when a person of the team approves it with a passkey', async () => {
    const { status, body } = await send('1.0.0-a');
    expect([status, body.data]).toEqual([
      201,
      { stage: expect.any(Number), expires_at: expect.any(String), persons: 1 },
    ]);
    expect(await liveVersion()).toBeUndefined();
    expect(await refusalOf(kari, body.data.stage)).toContain('catalog new: 1.0.0-a for all visitors.');
    expect(await approve(ola, body.data.stage)).toContain('catalog went live with your approval.');
    expect(await liveVersion()).toBe('1.0.0-a');
    expect(await actions()).toEqual([
      ['stage.asked', null],
      ['stage.taken', null],
      ['stage.approved', ola.id],
      ['release.asked', ola.id],
      ['release.taken', ola.id],
    ]);
    expect((await browser.open('/log')).text).toContain(
      `Release of catalog 1.0.0-a for all visitors taken menu ${ola.name}`,
    );
  });

  test('may be for a channel', async () => {
    expect(await approve(ola, await stage('1.0.0-a', { channel: 'beta' }))).toContain('went live');
    expect((await readLive(target)).snapshot.offers.map(({ channel }) => channel)).toEqual(['beta']);
  });

  test('that would be refused is refused at once', async () => {
    const { files, upload } = builtRemote('1.0.0-a', {
      changes: { paths: ['/sw.js'], routes: [{ path: '/:page', screen: 'Menu' }] },
    });
    for (const content of files.values()) await call('PUT', `/files/${hashOf(content)}`, content);
    expect((await call('POST', '/stages', { builds: [upload] })).status).toBe(409);
    expect((await browser.answer('/staged', ola.passkey)).status).toBe(200);
    expect((await browser.open('/staged')).text).toContain('No release waits.');
  });

  test('needs a token for the app, and that token releases nothing by itself', async () => {
    const other = await tokenFor({ apps: ['queues'] });
    expect((await send('1.0.0-a', { by: other.token })).body.message).toBe(
      'The release token of menu is not for catalog.',
    );
    expect((await send('1.0.0-a', { route: '/releases' })).body.message).toBe(
      'The release token of menu is not for all visitors.',
    );
    const none = await tokenFor({ may_stage: false, channels: ['beta'] });
    expect((await send('1.0.0-a', { by: none.token })).status).toBe(403);
    expect((await send('1.0.0-a', { by: none.token, channel: 'beta' })).status).toBe(201);
  });

  test('is approved after a restart', async () => {
    const id = await stage();
    const restarted = await buildTestApp({ environment });
    browser = new DeskBrowser(() => restarted.app);
    expect(await approve(ola, id)).toContain('catalog went live with your approval.');
    expect(await liveVersion()).toBe('1.0.0-a');
    await restarted.close();
  });
});

test('a staged release does not bring back what was rolled back meanwhile', async () => {
  const everyone = await tokenFor({ is_for_all: true });
  await send('1.0.0-a', { by: everyone.token, route: '/releases' });
  const [first, second] = [await stage('1.0.1-b'), await stage('1.0.1-b')];
  await approve(ola, first);
  await call('POST', '/rollbacks', { app: 'catalog' }, `Bearer ${everyone.token}`);
  expect(await approve(ola, second)).toContain(
    'catalog 1.0.1-b was rolled back, and a staged release does not bring it back.',
  );
  expect(await liveVersion()).toBe('1.0.0-a');
});

test('a team has at most 20 releases that wait', async () => {
  const id = await stage();
  const { id: _id, ...row } = await db()
    .selectFrom('release_stages')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const copy = {
    ...row,
    builds: JSON.stringify(row.builds),
    source: JSON.stringify(row.source),
    seen: JSON.stringify(row.seen),
    signed: JSON.stringify(row.signed),
  };
  await db()
    .insertInto('release_stages')
    .values(Array.from({ length: 19 }, () => copy))
    .execute();
  expect((await send('1.0.1-b')).body.message).toBe('20 releases of menu wait for people already.');
});

describe('an approval is refused', () => {
  const isRefused = async (id: number, sentence: string, person = ola) => {
    expect(await refusalOf(person, id)).toContain(sentence);
    expect(await liveVersion()).not.toBe('1.0.0-a');
  };

  test('of a release token, and of a person who may only look', async () => {
    const id = await stage();
    await browser.open('/sign-in', { token });
    expect((await browser.open(`/approve?stage=${id}`)).text).toContain('Only a person of the team can approve');
    const ana = await storePerson(api.current, { site: SITE_URL, operator }, {});
    await isRefused(id, 'Your role in menu is not to approve.', ana);
    const sam = await storePerson(api.current, { site: SITE_URL, operator }, { apps: ['queues'], may_approve: true });
    await isRefused(id, 'Your role in menu is not for catalog.', sam);
  });

  test('after it expired, after its token was revoked, and after another release went live', async () => {
    const id = await stage();
    await db().updateTable('release_tokens').set({ revoked_at: new Date() }).execute();
    await isRefused(id, 'The token that staged this release of catalog was revoked.');
    await db().updateTable('release_tokens').set({ revoked_at: null }).execute();
    const everyone = await tokenFor({ is_for_all: true });
    await send('1.0.2-c', { by: everyone.token, route: '/releases' });
    await isRefused(id, 'catalog is 1.0.2-c now, and was not live when this was staged. Stage it again.');
    api.current.advance(24 * HOUR_MS);
    await isRefused(id, 'This release of catalog has expired on');
  });

  test('of a person who was removed while the page was open', async () => {
    const id = await stage();
    await browser.answer('', ola.passkey);
    const { html } = await browser.open(`/approve?stage=${id}`);
    await db().updateTable('release_members').set({ removed_at: new Date() }).where('user_id', '=', ola.id).execute();
    const { status, text } = await browser.reply(html, ola.passkey);
    expect([status, text]).toEqual([401, expect.stringContaining('Your account is in no team of this site.')]);
    expect(await liveVersion()).toBeUndefined();
  });

  test('a second time', async () => {
    const id = await stage();
    const [one, other] = [new DeskBrowser(() => api.current.app), new DeskBrowser(() => api.current.app)];
    await one.answer('', ola.passkey);
    await other.answer('', kari.passkey);
    const pages = [await one.open(`/approve?stage=${id}`), await other.open(`/approve?stage=${id}`)];
    const [first, second] = await Promise.all([
      one.reply(pages[0]?.html ?? '', ola.passkey),
      other.reply(pages[1]?.html ?? '', kari.passkey),
    ]);
    const sentences = [first.text, second.text].map(
      (text) => /went live with your approval|was approved, and went live on/.exec(text)?.[0],
    );
    expect(sentences.sort()).toEqual(['was approved, and went live on', 'went live with your approval']);
  });

  test('by the passkey of another person, and by the answer to another question', async () => {
    const [id, another] = [await stage(), await stage('1.0.1-b')];
    expect(await approve(ola, id, kari.passkey)).toContain('Refused. This passkey was not accepted.');
    const { html } = await browser.open(`/approve?stage=${another}`);
    const moved = html.replace(`name="stage" value="${another}"`, `name="stage" value="${id}"`);
    expect((await browser.reply(moved, ola.passkey)).text).toContain('Refused. The question for your passkey');
    expect(await liveVersion()).toBeUndefined();
    // Both are in the log, with the person whose session it was.
    expect((await actions()).filter(([action]) => action === 'stage.refused')).toEqual([
      ['stage.refused', ola.id],
      ['stage.refused', ola.id],
    ]);
  });
});

describe('a staged release is withdrawn', () => {
  const withdrawn = async (id: number) =>
    db().selectFrom('release_stages').select(['outcome', 'reason']).where('id', '=', id).executeTakeFirst();
  const WITHDRAWN = 'The staged release of catalog was withdrawn.';

  test('by a person who may approve it, with a reason in the log, and nobody approves it then', async () => {
    const id = await stage();
    await browser.answer('', ola.passkey);
    const { html } = await browser.open('/staged');
    expect(html).toContain(`/withdraw?stage=${id}`);
    expect((await browser.send(`/withdraw?stage=${id}`, { reason: 'Too early' })).text).toContain(WITHDRAWN);
    expect(await withdrawn(id)).toEqual({ outcome: 'withdrawn', reason: 'Too early' });
    expect(await refusalOf(kari, id)).toContain('This release of catalog was withdrawn on');
    expect(await liveVersion()).toBeUndefined();
    expect((await browser.open('/log')).text).toMatch(
      /Staging of catalog 1\.0\.0-a for all visitors withdrawn menu .* Too early/,
    );
  });

  test('at the desk with a token of its team, and not with one of another', async () => {
    const id = await stage();
    const other = await tokenFor({ team: 'host' });
    await browser.send('', { token: other.token });
    expect((await browser.open(`/withdraw?stage=${id}`)).text).toContain(
      'Only the team menu and people who approve catalog may withdraw it.',
    );
    browser.cookie = '';
    await browser.send('', { token });
    expect((await browser.send(`/withdraw?stage=${id}`, {})).text).toContain(WITHDRAWN);
  });

  test('over HTTP by a token of its team, once', async () => {
    const id = await stage();
    const other = await tokenFor({ team: 'host' });
    expect((await call('DELETE', `/stages/${id}`, undefined, `Bearer ${other.token}`)).status).toBe(409);
    expect(await call('DELETE', `/stages/${id}`)).toEqual({
      status: 200,
      body: { data: { stage: id, apps: ['catalog'] } },
    });
    expect((await call('DELETE', `/stages/${id}`)).body.message).toBe('This release of catalog no longer waits.');
    expect((await call('DELETE', '/stages/999999')).status).toBe(404);
    expect((await actions()).map(([action]) => action)).toEqual([
      'stage.asked',
      'stage.taken',
      'stage.refused',
      'stage.withdrawn',
      'stage.refused',
    ]);
  });
});

describe('where the site asks for two people', () => {
  beforeEach(() => {
    Object.assign(api.current.deps.config, { releaseTwoPersons: ['catalog'] });
  });

  test('a release goes live with the second', async () => {
    const id = await stage();
    expect(await approve(ola, id)).toContain(
      'You approved catalog. It goes live when another person has approved it too.',
    );
    expect(await liveVersion()).toBeUndefined();
    expect(await refusalOf(ola, id)).toContain('You approved this release on');
    expect(await approve(kari, id)).toContain('catalog went live with your approval.');
    expect(await liveVersion()).toBe('1.0.0-a');
  });

  test.each([
    ['was removed', { removed_at: new Date() }],
    ['may only look', { may_approve: false }],
    ['is for other apps', { apps: ['queues'] }],
  ])('the approval of a person who %s meanwhile does not count', async (_what, change) => {
    const id = await stage();
    await approve(ola, id);
    await db().updateTable('release_members').set(change).where('user_id', '=', ola.id).execute();
    expect(await approve(kari, id)).toContain('It goes live when another person has approved it too.');
    expect(await liveVersion()).toBeUndefined();
  });

  test('the person who staged it is not one of them', async () => {
    const ana = await storePerson(api.current, { site: SITE_URL, operator }, { may_approve: true });
    const id = await stage();
    await db()
      .updateTable('release_stages')
      .set({ actor: 'github:583231' } as object)
      .where('id', '=', id)
      .execute();
    expect(await refusalOf(ola, id)).toContain('You staged this release: two other people have to approve it.');
    expect(await approve(kari, id)).toContain('It goes live when another person has approved it too.');
    expect(await approve(ana, id)).toContain('catalog went live with your approval.');
  });
});
