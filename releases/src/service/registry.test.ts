/** Tests the release service: a release from its first file to the audit log, and everything that a token may not do. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Metadata, MetadataKind } from '@tufjs/models';
import { removeOld } from 'api/testing/retention';
import { storeUser, storeVenue, type TestUser } from 'api/testing/stored';
import { withTestApp } from 'api/testing/test-app';
import { buildRecordOf } from '../model/schemas';
import type { ReleaseStatus } from '../model/service';
import { isSigned } from '../model/verify';
import { integrityOf } from '../store/integrity';
import { prune } from '../store/prune';
import { readBuild, readLive } from '../store/read-live';
import { serviceAt } from '../store/service-client';
import { authorityOf } from '../store/signing';
import { releaseText } from '../store/snapshot';
import { goLive } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import { httpTarget } from '../store/targets/http';
import { signBuilds } from '../store/team-metadata';
import { appsOf, fileOf, infoOf, targetsOf } from '../store/tuf-roles';
import { type Signer, signerOf } from '../store/tuf-signer';
import { hostBuild, remoteBuild } from '../testing/builds';
import { staticHost } from '../testing/static-host';
import { type BuiltFiles, builtRemote, hashOf, uploadOf } from '../testing/uploads';
import { countRefusedToken, refusedTokens } from './refused-tokens';

/** The number of simultaneous releases. RELEASES=200 tries more, each of a remote of its own. */
const RELEASES = Number(process.env.RELEASES ?? 20);
const REGISTRY_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const SITE = 'https://hall.example';
const DIST_DIR = mkdtempSync(path.join(tmpdir(), 'release-service-'));
const authority = authorityOf({ REGISTRY_KEY });
const target = folderTarget(DIST_DIR);

const api = withTestApp({ environment: { REGISTRY_KEY, SITE_URL: SITE, DIST_DIR } });
const db = () => api.current.deps.db;

let operator: TestUser;
let token: string;
let tokenId: number;
beforeEach(async () => {
  for (const name of await readdir(DIST_DIR)) await rm(path.join(DIST_DIR, name), { recursive: true });
  await goLive(
    target,
    [hostBuild('1.2.0', { keys: [authority.publicKey], paths: ['/login'] }), remoteBuild('queues')],
    { authority },
  );
  const venue = await storeVenue(db());
  operator = await storeUser(db(), { operatorOf: [venue.id], isSiteOperator: true });
  ({ token, id: tokenId } = await tokenFor({}));
});
afterAll(() => rm(DIST_DIR, { recursive: true, force: true }));

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function call(method: Method, url: string, payload: object | undefined, authorization = `Bearer ${token}`) {
  const response = await api.current.app.inject({
    method,
    url: `/api/v1/registry${url}`,
    headers: { authorization, ...(payload instanceof Buffer && { 'content-type': 'application/octet-stream' }) },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.body === '' ? {} : response.json() };
}

const grant = { team: 'menu', apps: ['catalog'], channels: ['beta'], most_percent: 10, is_for_all: true };
const tokenFor = async (changes: object) => {
  const authorization = operator.headers.authorization;
  return (await call('POST', '/tokens', { ...grant, ...changes }, authorization)).body.data;
};

async function send({ files, upload }: BuiltFiles) {
  const { body } = await call('POST', '/files/missing', upload);
  const missing = new Set<string>(body.data.missing);
  for (const content of files.values()) {
    if (missing.has(hashOf(content))) await call('PUT', `/files/${hashOf(content)}`, content);
  }
  return missing.size;
}
const source = { commit: 'abc', is_clean: false, ci_run: 'https://ci.example/7', message: 'New menu' };
const ask = ({ upload }: BuiltFiles, to: object = {}) => call('POST', '/releases', { builds: [upload], ...to, source });
async function released(build: BuiltFiles, to: object = {}) {
  await send(build);
  return ask(build, to);
}
const waiting = () => readdir(path.join(DIST_DIR, '.uploads', String(tokenId)));
const logged = async () =>
  (await db().selectFrom('audit_log').select(['action', 'subject', 'after']).orderBy('id').execute()).filter(
    ({ action }) => /^(release|rollback|retirement|recall)\./.test(action),
  );
const liveOf = async (app = 'catalog') => (await readLive(target)).snapshot.remotes[app]?.version;

describe('a release of an app whose team has a key of its own', () => {
  const team = signerOf(generateKeyPairSync('ed25519').privateKey);
  const thief = signerOf(generateKeyPairSync('ed25519').privateKey);
  const head = (version: number) => ({ version, expires: new Date(Date.now() + 48 * 3_600_000) });
  const recordOf = ({ files }: BuiltFiles) => buildRecordOf(JSON.parse(String(files.get('build.json'))), 'build.json');

  beforeEach(async () => {
    const [service] = authority.signers;
    if (!service) throw new Error('No key.');
    const own = { keys: [service.key], threshold: 1 };
    const roles = appsOf(head(2), { host: own, queues: own, catalog: { keys: [team.key], threshold: 1 } }, own);
    roles.sign(service.sign);
    await target.writeIfAbsent('registry/tuf/2.targets.json', fileOf(roles));
  });

  const versionOf = (app: string) => target.read(`registry/tuf/1.${app}.json`);
  /** Metadata of catalog with other fields than the next release has, signed by a key. */
  const metadataOf = (signer: Signer, version: number, path = 'parts/catalog/1.0.0-a/release.json') => {
    const metadata = targetsOf(head(version), [
      infoOf(path, Buffer.from(releaseText(recordOf(builtRemote('1.0.0-a'))))),
    ]);
    metadata.sign(signer.sign);
    return String(fileOf(metadata));
  };
  /** Metadata of catalog with another end, signed by the team. */
  const metadataUntil = (expires: string) => {
    const text = JSON.parse(metadataOf(team, 1));
    const metadata = Metadata.fromJSON(MetadataKind.Targets, { ...text, signed: { ...text.signed, expires } });
    metadata.sign(team.sign);
    return String(fileOf(metadata));
  };

  test('goes live with the signature of the team', async () => {
    const build = builtRemote('1.0.0-a');
    await send(build);
    const signed = await signBuilds(target, [recordOf(build)], [team], null);
    expect((await ask(build, { signed })).status).toBe(200);
    expect((await versionOf('catalog'))?.text).toBe(signed.catalog);
    const next = builtRemote('1.0.1-b');
    await send(next);
    expect((await ask(next, { signed: await signBuilds(target, [recordOf(next)], [team], null) })).status).toBe(200);
    expect(await liveOf()).toBe('1.0.1-b');
  });

  test('is signed on the machine of the team, which reads the roles from the site', async () => {
    const place = `${await api.current.app.listen({ port: 0, host: '127.0.0.1' })}/`;
    const out = mkdtempSync(path.join(tmpdir(), 'team-'));
    const client = await serviceAt(place, { token });
    for (const version of ['1.0.0-a', '1.0.1-b']) {
      const build = builtRemote(version);
      for (const [name, content] of build.files) {
        await mkdir(path.dirname(path.join(out, 'catalog', version, name)), { recursive: true });
        await writeFile(path.join(out, 'catalog', version, name), content);
      }
      const signed = await signBuilds(httpTarget(place), [recordOf(build)], [team], null);
      await client?.release(out, [{ part: 'catalog', version }], { source, signed });
      expect(await liveOf()).toBe(version);
    }
    const last = await target.read('registry/tuf/2.catalog.json');
    // The build before can still be rolled back to.
    expect(Object.keys(JSON.parse(last?.text ?? '{}').signed.targets).sort()).toEqual([
      'parts/catalog/1.0.0-a/release.json',
      'parts/catalog/1.0.1-b/release.json',
    ]);
    await client?.rollBack('catalog', { source });
    expect(await liveOf()).toBe('1.0.0-a');
    await rm(out, { recursive: true });
  });

  test.each([
    ['without a signature', () => ({}), 'The team of catalog has these keys: release with --key FILE'],
    [
      'that another key signed',
      () => ({ signed: { catalog: metadataOf(thief, 1) } }),
      'The signed metadata of catalog are not signed by enough of its keys.',
    ],
    [
      'whose metadata skip versions',
      () => ({ signed: { catalog: metadataOf(team, 900) } }),
      'The signed metadata of catalog have version 900, and the next is 1.',
    ],
    [
      'whose metadata never expire',
      () => ({ signed: { catalog: metadataUntil('never') } }),
      "The signed metadata of catalog end at 'never', which is no time such as 2027-01-31T12:00:00Z.",
    ],
    [
      'whose metadata end on a day that does not exist',
      () => ({ signed: { catalog: metadataUntil('2026-99-01T00:00:00Z') } }),
      "The signed metadata of catalog end at '2026-99-01T00:00:00Z', which is no time",
    ],
    [
      'whose metadata are valid for longer than a year',
      () => ({ signed: { catalog: metadataUntil('9999-01-01T00:00:00Z') } }),
      'The signed metadata of catalog are valid until 9999-01-01T00:00:00Z, and a year is the longest.',
    ],
    [
      'whose metadata have expired',
      () => ({ signed: { catalog: metadataUntil('2020-01-01T00:00:00Z') } }),
      'The signed metadata of catalog expired on 2020-01-01T00:00:00Z.',
    ],
    [
      'that vouches for another app',
      () => ({ signed: { catalog: metadataOf(team, 1, 'parts/queues/1.0.0-a/release.json') } }),
      'The signed metadata of catalog vouch for parts/queues/1.0.0-a/release.json, which is not of catalog.',
    ],
    [
      'that vouches for other bytes',
      () => ({ signed: { catalog: metadataOf(team, 1, 'parts/catalog/9.9.9-z/release.json') } }),
      'They have not signed 1.0.0-a.',
    ],
  ])('is refused %s, and nothing is written', async (_what, more, reason) => {
    const { status, body } = await released(builtRemote('1.0.0-a'), more());
    expect([status, body.code]).toEqual([409, 'RELEASE_REFUSED']);
    expect(body.message).toContain(reason);
    expect(await liveOf()).toBeUndefined();
    expect(await versionOf('catalog')).toBeNull();
    expect(await readBuild(target, { part: 'catalog', version: '1.0.0-a' })).toBeNull();
  });

  test('cannot be staged without its signature, and can be checked without it', async () => {
    const build = builtRemote('1.0.0-a');
    await send(build);
    const { status, body } = await call('POST', '/stages', { builds: [build.upload] });
    expect([status, body.message]).toEqual([409, expect.stringContaining('They have not signed 1.0.0-a.')]);
    expect((await call('POST', '/checks', { builds: [build.upload] })).status).toBe(200);
    const signed = await signBuilds(target, [recordOf(build)], [team], null);
    expect((await call('POST', '/stages', { builds: [build.upload], signed })).status).toBe(201);
  });

  test('has no signed metadata of an app that is not released', async () => {
    const { status } = await released(builtRemote('1.0.0-a'), { signed: { queues: '{}' } });
    expect(status).toBe(422);
  });
});

describe('a release', () => {
  test('goes live, signed with the site’s key and for the site, and logged with its source', async () => {
    const { status, body } = await released(builtRemote('1.0.0-a'));
    expect([status, body.data]).toEqual([200, { snapshot: expect.any(String), changed: true, limited: [] }]);
    const { pointer, snapshot } = await readLive(target);
    expect([snapshot.remotes.catalog?.version, snapshot.site]).toEqual(['1.0.0-a', SITE]);
    const { signature = '', ...signed } = pointer ?? {};
    expect(await isSigned(JSON.stringify(signed), signature, [authority.publicKey])).toBe(true);
    expect(await readFile(path.join(DIST_DIR, 'catalog/1.0.0-a/assets/font.woff2'), 'utf8')).toBe('a font');
    const subject = 'catalog@1.0.0-a';
    expect(await logged()).toEqual([
      { action: 'release.asked', subject, after: { team: 'menu', token: tokenId, ...source } },
      { action: 'release.taken', subject, after: expect.objectContaining({ ...source, snapshot: body.data.snapshot }) },
    ]);
  });

  test('of a build that calls what this API does not have is refused, by operation and place', async () => {
    const calls = { form: 1, calls: [{ method: 'GET', paths: ['/nowhere'], at: 'src/a.ts:1' }], unread: [] };
    const surface = Buffer.from(JSON.stringify({ form: 0, calls }));
    const { files } = builtRemote('1.0.0-a', { changes: { surface: integrityOf(surface) } });
    const { status, body } = await released(
      uploadOf('catalog', '1.0.0-a', new Map([...files, ['surface.json', surface]])),
    );
    expect([status, body.message]).toEqual([
      409,
      'catalog 1.0.0-a does not fit the API. GET /nowhere: the API does not have this operation. (src/a.ts:1)',
    ]);
    expect(await liveOf()).toBeUndefined();
  });

  test('sends no file that an upload or the live build already has', async () => {
    expect(await send(builtRemote('1.0.0-a'))).toBe(4);
    expect(await send(builtRemote('1.0.0-a'))).toBe(0);
    await ask(builtRemote('1.0.0-a'));
    await rm(path.join(DIST_DIR, '.uploads'), { recursive: true });
    expect(await send(builtRemote('1.0.0-a'))).toBe(0);
    // The live build has the font already.
    expect(await send(builtRemote('1.0.1-b'))).toBe(3);
    expect((await ask(builtRemote('1.0.1-b'))).status).toBe(200);
    expect(await readFile(path.join(DIST_DIR, 'catalog/1.0.1-b/assets/font.woff2'), 'utf8')).toBe('a font');
  });

  test('may contain each app only once, and 20 apps at most', async () => {
    const { upload } = builtRemote('1.0.0-a');
    const twice = { ...upload, version: '1.0.1-b' };
    const many = Array.from({ length: 21 }, (_, index) => ({ ...upload, app: `remote-${index}` }));
    for (const builds of [[upload, twice], many])
      expect((await call('POST', '/releases', { builds })).status).toBe(422);
  });

  test('of a channel can go to all visitors without being sent again', async () => {
    await released(builtRemote('1.0.0-a'), { channel: 'beta' });
    await rm(path.join(DIST_DIR, '.uploads'), { recursive: true });
    expect(await send(builtRemote('1.0.0-a'))).toBe(0);
    expect((await ask(builtRemote('1.0.0-a'))).status).toBe(200);
    expect(await liveOf()).toBe('1.0.0-a');
  });

  test('of a channel, and its end, do not change the release for all visitors', async () => {
    await released(builtRemote('1.0.0-a'));
    await released(builtRemote('1.0.1-b'), { channel: 'beta' });
    expect((await readLive(target)).snapshot.offers.map(({ channel }) => channel)).toEqual(['beta']);
    const { body } = await call('POST', '/rollbacks', { app: 'catalog', channel: 'beta' });
    expect(body.data).toMatchObject({ from: '1.0.1-b', to: null });
    expect((await readLive(target)).snapshot.offers).toEqual([]);
    expect(await liveOf()).toBe('1.0.0-a');
  });

  test('can be taken back, listed and retired', async () => {
    await released(builtRemote('1.0.0-a'));
    await released(builtRemote('1.0.1-b'));
    expect((await call('POST', '/rollbacks', { app: 'catalog' })).body.data).toMatchObject({
      from: '1.0.1-b',
      to: '1.0.0-a',
    });
    const { rows, pointer } = (await call('GET', '/releases?app=catalog', undefined)).body.data;
    expect(rows.map(([, version, audience]: string[]) => [version, audience])).toEqual([
      ['1.0.0-a', 'all visitors'],
      ['1.0.1-b', 'retained'],
    ]);
    expect(pointer.recalled).toEqual(['catalog@1.0.1-b']);
    expect((await call('POST', '/retirements', { app: 'catalog' })).status).toBe(200);
    expect(await liveOf()).toBeUndefined();
    expect((await logged()).map(({ action }) => action).slice(-4)).toEqual([
      'rollback.asked',
      'rollback.taken',
      'retirement.asked',
      'retirement.taken',
    ]);
  });

  test('can be recalled as malicious, after it was rolled back', async () => {
    await released(builtRemote('1.0.0-a'));
    await released(builtRemote('1.0.1-b'));
    const recall = () => call('POST', '/recalls', { app: 'catalog', version: '1.0.1-b' });
    expect((await recall()).body.code).toBe('RELEASE_REFUSED');
    await call('POST', '/rollbacks', { app: 'catalog' });
    expect((await recall()).status).toBe(200);
    expect((await readLive(target)).pointer?.malicious?.releases).toEqual(['catalog@1.0.1-b']);
    const recalls = db().selectFrom('audit_log').select('action').where('action', 'like', 'recall.%').orderBy('id');
    expect((await recalls.execute()).map(({ action }) => action)).toEqual([
      'recall.asked',
      'recall.refused',
      'recall.asked',
      'recall.taken',
    ]);
  });

  test('is listed in the status with its maker, source and reason', async () => {
    await released(builtRemote('1.0.0-a'));
    await released(builtRemote('1.0.1-b'));
    await released(builtRemote('1.0.2-c'), { channel: 'beta' });
    await released(builtRemote('1.0.3-d'), { percent: 5 });
    const { data } = (await call('GET', '/status?app=catalog', undefined)).body;
    const of = { commit: 'abc', is_clean: false, ci_run: 'https://ci.example/7' };
    const maker = { team: 'menu', at: expect.any(String), by: 'release', message: 'New menu' };
    const made = { contract: '^1.0.0', app: 'catalog', maker, source: of };
    const since = expect.any(String);
    expect(data.releases).toEqual([
      { ...made, version: '1.0.1-b', for: 'all', since },
      { ...made, version: '1.0.2-c', for: 'channel', channel: 'beta', since },
      { ...made, version: '1.0.3-d', for: 'percent', percent: 5, since },
      { ...made, version: '1.0.0-a', for: 'previous', since: null },
    ]);
    expect(data.fits).toHaveLength(4);
    await call('POST', '/rollbacks', { app: 'catalog', source: { message: 'Prices are missing' } });
    const [live] = (await call('GET', '/status?app=catalog', undefined)).body.data.releases;
    expect(live).toMatchObject({
      version: '1.0.0-a',
      maker: { by: 'rollback', message: 'Prices are missing' },
      source: of,
    });
  });

  test('that was made without the service has no maker, also if the service made the same build before', async () => {
    await released(builtRemote('1.0.0-a'));
    await released(builtRemote('1.0.1-b'));
    const build = await readBuild(target, { part: 'catalog', version: '1.0.0-a' });
    if (!build) throw new Error('There is no build.');
    await goLive(target, [build], { authority });
    const { data } = (await call('GET', '/status', undefined)).body;
    const makers = data.releases.map(({ app, version, maker }: ReleaseStatus) => [app, version, maker?.team ?? null]);
    expect(makers).toEqual([
      ['host', '2.2.63-1.2.0', null],
      ['catalog', '1.0.0-a', null],
      ['catalog', '1.0.1-b', 'menu'],
      ['queues', '1.0.0-aaaaaaaa', null],
    ]);
    expect((await call('GET', '/status?app=checkout', undefined)).status).toBe(409);
  });

  test('that does not fit is refused with the registry’s own reason, which is logged', async () => {
    const { status, body } = await released(builtRemote('1.0.0-a', { changes: { contract: '^9.0.0' } }));
    expect([status, body.code]).toEqual([409, 'RELEASE_REFUSED']);
    expect(body.message).toContain('needs contract ^9.0.0; the live shell provides 1.2.0');
    expect(await readdir(DIST_DIR)).not.toContain('catalog');
    const [, outcome] = await logged();
    expect(outcome).toMatchObject({ action: 'release.refused', after: { reason: body.message } });
    expect(await liveOf()).toBeUndefined();
  });

  test('can be tried first: the site says why it would refuse it, and nothing changes', async () => {
    const tried = async (build: BuiltFiles) => {
      if (build.upload.app === 'catalog') await send(build);
      const { status, body } = await call('POST', '/checks', { builds: [build.upload] });
      return [status, body.data ?? body.message];
    };
    expect(await tried(builtRemote('1.0.0-a'))).toEqual([200, { site: SITE }]);
    const other = { changes: { contract: '^9.0.0' } };
    expect(await tried(builtRemote('1.0.0-a', other))).toEqual([409, expect.stringContaining('needs contract ^9.0.0')]);
    expect(await tried(builtRemote('1.0.0-a', { app: 'queues' }))).toEqual([
      403,
      expect.stringContaining('is not for queues'),
    ]);
    expect([await liveOf(), await logged()]).toEqual([undefined, []]);
    expect(await readdir(DIST_DIR)).not.toContain('catalog');
  });

  test('over the budget of the site is refused before a file of it is written', async () => {
    await writeFile(path.join(DIST_DIR, 'budgets.json'), JSON.stringify({ '*': { file: 5 } }));
    const { status, body } = await released(builtRemote('1.0.0-a'));
    expect([status, body.message]).toEqual([
      409,
      expect.stringContaining("catalog: 'file' is 0.0 KB and may be 0.0 KB."),
    ]);
    expect(await readdir(DIST_DIR)).not.toContain('catalog');
  });

  test('that is refused for a long reason is logged with the beginning of that reason', async () => {
    const { body } = await released(
      builtRemote('1.0.0-a', {
        changes: {
          contract: `^${'9.'.repeat(40)}`,
          packages: Object.fromEntries(Array.from({ length: 19 }, (_, id) => [`${'x'.repeat(600)}${id}`, '^1.0.0'])),
        },
      }),
    );
    expect(body.message.length).toBeGreaterThan(10_000);
    const [, outcome] = await logged();
    expect(outcome).toMatchObject({ action: 'release.refused', after: { reason: body.message.slice(0, 4_000) } });
  });

  test(`goes live beside the simultaneous releases of ten teams, ${RELEASES} in all, and each is logged`, async () => {
    const apps = Array.from({ length: RELEASES }, (_, index) => `remote-${index}`);
    const teams: string[] = [];
    for (let team = 0; team < 10; team += 1) {
      const own = apps.filter((_, index) => index % 10 === team);
      teams.push((await tokenFor({ team: `team ${team}`, apps: own })).token);
    }
    const statuses = await Promise.all(
      apps.map(async (app, index) => {
        const build = builtRemote('1.0.0-a', { app });
        const by = `Bearer ${teams[index % 10]}`;
        for (const content of build.files.values()) await call('PUT', `/files/${hashOf(content)}`, content, by);
        return (await call('POST', '/releases', { builds: [build.upload] }, by)).status;
      }),
    );
    expect(statuses).toEqual(apps.map(() => 200));
    expect((await logged()).filter(({ action }) => action === 'release.taken')).toHaveLength(RELEASES);
    const { remotes } = (await readLive(target)).snapshot;
    expect(Object.keys(remotes).sort()).toEqual([...apps, 'queues'].sort());
    const verification = await api.current.app.inject({ url: '/api/v1/audit/verification', headers: operator.headers });
    expect(verification.json().data.fault).toBeNull();
  }, 120_000);
});

test("the site's page has the name that its registry is signed for", async () => {
  expect((await api.current.app.inject('/config.json')).json().registry_site).toBe(SITE);
});

describe('a client', () => {
  const out = mkdtempSync(path.join(tmpdir(), 'release-client-'));
  const build = { part: 'catalog', version: '1.0.0-a' };
  let place: string;
  beforeEach(async () => {
    place = `${await api.current.app.listen({ port: 0, host: '127.0.0.1' })}/`;
    await mkdir(path.join(out, 'catalog/1.0.0-a/assets'), { recursive: true });
    for (const [name, content] of builtRemote('1.0.0-a').files)
      await writeFile(path.join(out, 'catalog/1.0.0-a', name), content);
  });
  afterAll(() => rm(out, { recursive: true }));

  test('finds the service, sends a build, and takes it back', async () => {
    const client = await serviceAt(place, { token });
    expect(await client?.release(out, [build], { source, to: { channel: 'beta' } })).toMatchObject({ changed: true });
    expect(await client?.release(out, [build], { source })).toMatchObject({ changed: true, limited: [] });
    expect((await client?.status('catalog'))?.releases).toEqual([
      expect.objectContaining({ version: '1.0.0-a', for: 'all', maker: expect.objectContaining({ team: 'menu' }) }),
    ]);
    expect((await client?.list('catalog'))?.rows).toEqual([
      ['catalog', '1.0.0-a', 'all visitors', expect.any(String), '^1.0.0'],
    ]);
    expect((await client?.retire('catalog', { source }))?.recalled).toEqual(['catalog@1.0.0-a']);
    expect(await liveOf()).toBeUndefined();
  });

  test('takes a build of the site to another one, byte by byte', async () => {
    await released(builtRemote('1.0.1-b'));
    const client = await serviceAt(place, { token });
    const copy = path.join(out, 'copy');
    expect(await client?.download(copy, 'catalog')).toEqual({ part: 'catalog', version: '1.0.1-b' });
    for (const [name, content] of builtRemote('1.0.1-b').files)
      expect(await readFile(path.join(copy, 'catalog/1.0.1-b', name))).toEqual(content);
    await expect(client?.download(copy, 'catalog', '9.0.0')).rejects.toThrow('Build not found.');
    await expect(client?.download(copy, 'queues')).rejects.toThrow('is not for queues');
  });

  describe('with source maps', () => {
    const name = 'remoteEntry.12345678.js.map';
    /** Column 2 of the built line is line 7 of the source. */
    const map = JSON.stringify({
      version: 3,
      sources: ['remotes/catalog/src/menu.tsx'],
      names: [],
      mappings: 'AAAA,EAMI',
    });
    beforeEach(async () => {
      await mkdir(path.join(out, '.maps/catalog/1.0.0-a'), { recursive: true });
      await writeFile(path.join(out, '.maps/catalog/1.0.0-a', name), map);
      await mkdir(path.join(DIST_DIR, 'host/2.2.63-1.2.0'), { recursive: true });
      await writeFile(path.join(DIST_DIR, 'host/2.2.63-1.2.0/index.html'), '<title>');
      const client = await serviceAt(place, { token });
      await client?.release(out, [build], { source });
    });
    afterEach(() => rm(path.join(out, '.maps'), { recursive: true }));

    test.each([
      `/parts/.maps/catalog/1.0.0-a/${name}`,
      `/parts/%2emaps/catalog/1.0.0-a/${name}`,
      `/parts//.maps/catalog/1.0.0-a/${name}`,
      `/parts/catalog/../.maps/catalog/1.0.0-a/${name}`,
      `/parts/catalog/%2e%2e/.maps/catalog/1.0.0-a/${name}`,
      `/parts/catalog/1.0.0-a/${name}`,
      `/registry/../.maps/catalog/1.0.0-a/${name}`,
      `/media/../.maps/catalog/1.0.0-a/${name}`,
      `/.maps/catalog/1.0.0-a/${name}`,
      `/${name}`,
      `/api/v1/registry/builds/catalog/maps?version=1.0.0-a&name=${name}`,
    ])('sends them, and no visitor gets one at %s', async (url) => {
      expect(await readFile(path.join(DIST_DIR, '.maps/catalog/1.0.0-a', name), 'utf8')).toBe(map);
      const response = await api.current.app.inject({ url, headers: { accept: '*/*' } });
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.body).not.toContain('mappings');
    });

    test('takes them to another site with their build', async () => {
      const client = await serviceAt(place, { token });
      const copy = path.join(out, 'copy-with-maps');
      await client?.download(copy, 'catalog');
      expect(await readFile(path.join(copy, '.maps/catalog/1.0.0-a', name), 'utf8')).toBe(map);
    });

    test('shows an error at its place in the sources, and shows no errors of other apps', async () => {
      const at = '/parts/catalog/1.0.0-a/remoteEntry.12345678.js:1:3';
      const entry = { type: 'error', kind: 'render', part: 'catalog', version: '1.0.0-a', message: 'TypeError: x' };
      const payload = { entries: [{ ...entry, stack: `${at}\n/parts/queues/1.0.0-aaaaaaaa/a.js:1:1` }] };
      await api.current.app.inject({ method: 'POST', url: '/api/v1/reports', payload });
      await api.current.deps.workers.stopAll();
      const { body } = await call('GET', '/errors?app=catalog', undefined);
      expect(body.data).toEqual([
        {
          app: 'catalog',
          version: '1.0.0-a',
          kind: 'render',
          message: 'TypeError: x',
          count: 1,
          first_at: expect.any(String),
          last_at: expect.any(String),
          frames: [
            { place: 'remotes/catalog/src/menu.tsx:7:5', is_source: true },
            { place: '/parts/queues/1.0.0-aaaaaaaa/a.js:1:1', is_source: false },
          ],
        },
      ]);
      const page = await api.current.app.inject('/api/v1/releases/errors?app=catalog&version=1.0.0-a');
      expect(page.body).toContain('<li><code>remotes/catalog/src/menu.tsx:7:5</code></li>');
      for (const route of ['/errors?app=queues', `/builds/queues/maps?version=1.0.0-a&name=${name}`])
        expect((await call('GET', route, undefined)).status).toBe(403);
      expect((await call('GET', '/errors?app=catalog', undefined, 'Bearer none')).status).toBe(401);
    });
  });

  test.each([
    ['the name of another file', { name: 'main.js', size: 1 }],
    ['a path out of its folder', { name: '../../pointer.json.map', size: 1 }],
    ['more than 10 MB', { name: 'main.js.map', size: 10 * 1024 * 1024 + 1 }],
  ])('does not send a source map with %s', async (_what, changes) => {
    const { upload } = builtRemote('1.0.0-a');
    const maps = [{ sha256: 'a'.repeat(64), ...changes }];
    expect((await call('POST', '/releases', { builds: [{ ...upload, maps }] })).status).toBe(422);
  });

  test('repeats a release whose source maps have not arrived', async () => {
    const build = builtRemote('1.0.0-a');
    await send(build);
    const maps = [{ name: 'main.js.map', sha256: 'a'.repeat(64), size: 1 }];
    const { status, body } = await call('POST', '/releases', { builds: [{ ...build.upload, maps }] });
    expect([status, body.message]).toEqual([409, 'Not all files have arrived: main.js.map. Send them again.']);
  });

  test('sees why the site refuses', async () => {
    const client = await serviceAt(place, { token: 'none' });
    await expect(client?.release(out, [build], { source })).rejects.toThrow('Send a release token of this site');
    const other = await serviceAt(place, { token });
    await expect(other?.rollBack('catalog', { source })).rejects.toThrow(
      "There is no app 'catalog' in https://hall.example.",
    );
    await expect(other?.release(out, [build], { source, to: { channel: 'gamma' } })).rejects.toThrow('channel gamma');
  });

  test('finds no release service on a static host', async () => {
    const host = await staticHost();
    expect(await serviceAt(host.base, { token })).toBeNull();
    host.close();
  });
});

describe('a build is refused, and nothing goes live, if', () => {
  const font = (content: string) => ({ 'remoteEntry.12345678.js': integrityOf(content) });
  test.each<[string, BuiltFiles, string]>([
    [
      'its entry has other bytes than its record',
      builtRemote('1.0.0-a', { changes: { integrity: font('other') } }),
      'is not in the build with the bytes',
    ],
    [
      'its entry has no integrity',
      builtRemote('1.0.0-a', { changes: { integrity: {} } }),
      'has no integrity in build.json',
    ],
    [
      'its record names a file outside',
      builtRemote('1.0.0-a', { changes: { entry: '../../queues/1.0.0/a.js' } }),
      'is not in the build',
    ],
    [
      'its record is of another app',
      builtRemote('1.0.0-a', { changes: { part: 'queues' } }),
      'and not of catalog 1.0.0-a',
    ],
    [
      'its record is of another version',
      builtRemote('1.0.0-a', { changes: { version: '2.0.0-b' } }),
      'and not of catalog 1.0.0-a',
    ],
    ['its record is malformed', builtRemote('1.0.0-a', { changes: { routes: 7 } }), 'build.json is malformed'],
    [
      'its record is too large for a page',
      builtRemote('1.0.0-a', { changes: { extra: 'a'.repeat(256 * 1024) } }),
      'of at most 262144',
    ],
    [
      'what it takes is too large',
      uploadOf(
        'catalog',
        '1.0.0-a',
        new Map([...builtRemote('1.0.0-a').files, ['surface.json', Buffer.alloc(1024 * 1024 + 1)]]),
      ),
      'surface.json has 1048577 bytes, of at most 1048576',
    ],
    [
      'its path matches addresses of the server',
      builtRemote('1.0.0-a', { changes: remoteBuild('catalog', { version: '1.0.0-a', paths: ['/:a/:b'] }) }),
      'The path /:a/:b matches an address of the server.',
    ],
    [
      'its path is of the shell',
      builtRemote('1.0.0-a', { changes: { routes: remoteBuild('catalog', { paths: ['/login'] }).routes } }),
      "/login of 'catalog' matches addresses of /login, which is a path of the shell.",
    ],
    [
      'its facts would grow each page',
      builtRemote('1.0.0-a', { changes: { facts: { a: { title: 'a'.repeat(100_000), description: '' } } } }),
      'characters, of at most 200',
    ],
    [
      'it has compressed bytes of something else',
      uploadOf(
        'catalog',
        '1.0.0-a',
        new Map([...builtRemote('1.0.0-a').files, ['remoteEntry.12345678.js.br', Buffer.from('a')]]),
      ),
      'remoteEntry.12345678.js.br is not the file remoteEntry.12345678.js, compressed.',
    ],
    ['it has no record', uploadOf('catalog', '1.0.0-a', new Map([['a.js', Buffer.from('a')]])), 'has no build.json'],
  ])('%s', async (_what, build, sentence) => {
    const { status, body } = await released(build);
    expect([status, body.code]).toEqual([409, 'RELEASE_REFUSED']);
    expect(body.message).toContain(sentence);
    expect(await liveOf()).toBeUndefined();
    expect(await readdir(DIST_DIR)).not.toContain('catalog');
  });

  test('not all of its files have arrived', async () => {
    const { status, body } = await ask(builtRemote('1.0.0-a'));
    expect([status, body.message]).toEqual([409, expect.stringContaining('Not all files have arrived: remoteEntry')]);
  });

  test('it says a wrong size of a file', async () => {
    const { files, upload } = builtRemote('1.0.0-a');
    const [first, ...others] = upload.files;
    if (!first) throw new Error('The build has no file.');
    const mistaken = { files, upload: { ...upload, files: [{ ...first, size: first.size + 1 }, ...others] } };
    const refusal = [409, `${first.name} has ${first.size} bytes, and not ${first.size + 1} as the upload says.`];
    const { status, body } = await released(mistaken);
    expect([status, body.message]).toEqual(refusal);
    const again = await call('POST', '/files/missing', mistaken.upload);
    expect([again.status, again.body.message]).toEqual(refusal);
  });

  test('its version exists with other bytes', async () => {
    await released(builtRemote('1.0.0-a'));
    const { status, body } = await released(builtRemote('1.0.0-a', { text: 'another' }));
    expect([status, body.message]).toEqual([409, expect.stringContaining('already, with other bytes')]);
  });

  test.each([
    '../queues/a.js',
    'a/../../b.js',
    '/etc/passwd',
    '.htaccess',
    'a/.b',
    'a\\b.js',
    'a//b.js',
    '',
    'a\u0000.js',
    'build.json/',
  ])('a file is called %j', async (name) => {
    const { upload } = builtRemote('1.0.0-a');
    const files = [...upload.files, { name, sha256: 'a'.repeat(64), size: 1 }];
    expect((await ask({ files: new Map(), upload: { ...upload, files } })).status).toBe(422);
    expect((await call('POST', '/files/missing', { ...upload, files })).status).toBe(422);
  });

  test.each([
    ['an app that is the registry', { app: 'registry' }],
    ['an app that is a path', { app: '../dist' }],
    ['a version that is a path', { version: '..' }],
    ['a file over the limit', { files: [{ name: 'a.js', sha256: 'a'.repeat(64), size: 10 * 1024 * 1024 + 1 }] }],
    [
      'more together than the limit',
      {
        files: Array.from({ length: 7 }, (_, n) => ({
          name: `${n}.js`,
          sha256: 'a'.repeat(64),
          size: 10 * 1024 * 1024,
        })),
      },
    ],
    [
      'too many files',
      { files: Array.from({ length: 2_001 }, (_, n) => ({ name: `${n}.js`, sha256: 'a'.repeat(64), size: 1 })) },
    ],
    [
      'a file in another file',
      { files: ['a/b', 'build.json', 'Build.json/x'].map((name) => ({ name, sha256: 'a'.repeat(64), size: 1 })) },
    ],
    ['one file twice', { files: ['a.js', 'A.js'].map((name) => ({ name, sha256: 'a'.repeat(64), size: 1 })) }],
  ])('it names %s', async (_what, changes) => {
    expect((await call('POST', '/files/missing', { ...builtRemote('1.0.0-a').upload, ...changes })).status).toBe(422);
  });

  test('bytes are sent under the hash of other bytes, or too many of them are sent', async () => {
    const { status, body } = await call('PUT', `/files/${'a'.repeat(64)}`, Buffer.from('other'));
    expect([status, body.message]).toEqual([409, expect.stringContaining('have another hash')]);
    const large = Buffer.alloc(10 * 1024 * 1024 + 1);
    expect((await call('PUT', `/files/${hashOf(large)}`, large)).status).toBe(413);
    expect((await call('PUT', '/files/..%2f..%2fpointer.json', Buffer.from('a'))).status).toBe(422);
    expect(await readdir(path.join(DIST_DIR, '.uploads')).catch(() => [])).toEqual([]);
  });
});

describe("the site refuses, and logs, a request with a team's token", () => {
  test.each<[string, object, () => Promise<{ status: number; body: { message?: string } }>]>([
    ['for another remote', {}, () => ask(builtRemote('1.0.0-a', { app: 'queues' }))],
    ['for the shell', {}, () => ask(builtRemote('1.0.0-a', { app: 'host' }))],
    [
      'for an app beside its own',
      {},
      () =>
        call('POST', '/releases', {
          builds: [builtRemote('1.0.0-a').upload, builtRemote('1.0.0-a', { app: 'queues' }).upload],
        }),
    ],
    ['for another channel', {}, () => ask(builtRemote('1.0.0-a'), { channel: 'gamma' })],
    ['for more visitors', {}, () => ask(builtRemote('1.0.0-a'), { percent: 11 })],
    ['for a rollout, without the right', { most_percent: 0 }, () => ask(builtRemote('1.0.0-a'), { percent: 1 })],
    ['for all visitors, without the right', { is_for_all: false }, () => ask(builtRemote('1.0.0-a'))],
    ['to roll back an app of another team', {}, () => call('POST', '/rollbacks', { app: 'queues' })],
    [
      'to roll back its own app for all visitors, without the right',
      { is_for_all: false },
      () => call('POST', '/rollbacks', { app: 'catalog' }),
    ],
    ['to end another channel', {}, () => call('POST', '/rollbacks', { app: 'catalog', channel: 'gamma' })],
    [
      'to end a rollout, without the right',
      { most_percent: 0 },
      () => call('POST', '/rollbacks', { app: 'catalog', percent: 0 }),
    ],
    ['to retire an app of another team', {}, () => call('POST', '/retirements', { app: 'queues' })],
    ['to recall a version of another team', {}, () => call('POST', '/recalls', { app: 'queues', version: '1.0.0-a' })],
    [
      'to recall its own version, without the right to all visitors',
      { is_for_all: false },
      () => call('POST', '/recalls', { app: 'catalog', version: '1.0.0-a' }),
    ],
    [
      'to retire its own app, without the right to all visitors',
      { is_for_all: false },
      () => call('POST', '/retirements', { app: 'catalog' }),
    ],
  ])('%s', async (_what, changes, attempt) => {
    await send(builtRemote('1.0.0-a'));
    const before = await readFile(path.join(DIST_DIR, 'registry/pointer.json'), 'utf8');
    ({ token } = await tokenFor(changes));
    const { status, body } = await attempt();
    expect([status, body.message]).toEqual([403, expect.stringMatching(/^The release token of menu is /)]);
    expect(await readFile(path.join(DIST_DIR, 'registry/pointer.json'), 'utf8')).toBe(before);
    expect(await logged()).toEqual([
      expect.objectContaining({
        action: expect.stringMatching(/refused$/),
        after: expect.objectContaining({ team: 'menu', reason: body.message }),
      }),
    ]);
  });

  test("for the missing files of another team's app", async () => {
    expect((await call('POST', '/files/missing', builtRemote('1.0.0-a', { app: 'queues' }).upload)).status).toBe(403);
  });

  test.each<[string, () => Promise<string> | string, string]>([
    [
      'has expired',
      () => {
        api.current.advance(91 * 24 * 3_600_000);
        return token;
      },
      'expired on',
    ],
    [
      'was revoked',
      async () => {
        await call('DELETE', `/tokens/${tokenId}`, undefined, operator.headers.authorization);
        return token;
      },
      'was revoked',
    ],
    ['is of another site', () => `fhr_${'a'.repeat(43)}`, 'no such release token'],
    ['is the token of a session', () => operator.token, 'Send a release token'],
    ['is empty', () => '', 'Send a release token'],
  ])('if it %s', async (_what, other, sentence) => {
    const build = builtRemote('1.0.0-a');
    await send(build);
    const authorization = `Bearer ${await other()}`;
    for (const [method, url, payload] of [
      ['POST', '/files/missing', build.upload],
      ['PUT', `/files/${hashOf(Buffer.from('a'))}`, Buffer.from('a')],
      ['POST', '/releases', { builds: [build.upload] }],
      ['GET', '/releases', undefined],
      ['GET', '/status', undefined],
      ['POST', '/rollbacks', { app: 'catalog' }],
      ['POST', '/retirements', { app: 'catalog' }],
      ['POST', '/recalls', { app: 'catalog', version: '1.0.0-a' }],
    ] as const) {
      const { status, body } = await call(method, url, payload, authorization);
      expect([status, body.code, body.message]).toEqual([
        401,
        'RELEASE_TOKEN_REFUSED',
        expect.stringContaining(sentence),
      ]);
    }
    expect(await liveOf()).toBeUndefined();
    expect(await logged()).toEqual([]);
    const [refused, ...others] = await refusedTokens(db(), 10);
    expect([refused?.reason, refused?.count, others]).toEqual([expect.stringContaining(sentence), 8, []]);
  });

  test('to make or list tokens', async () => {
    expect((await call('POST', '/tokens', grant)).status).toBe(401);
    expect((await call('GET', '/tokens', undefined)).status).toBe(401);
  });
});

test('the refused tokens of many networks share a row once a day has a thousand networks, and are deleted after 30 days', async () => {
  const at = new Date();
  const refusal = { reason: 'Send a release token.', team: null, request: 'GET /api/v1/registry/releases', at };
  await db()
    .insertInto('refused_release_tokens')
    .values(
      Array.from({ length: 1_000 }, (_, id) => {
        const { at: last_at, ...rest } = refusal;
        return { ...rest, day: at.toISOString().slice(0, 10), network: `2001:db8:${id}::/64`, count: 1, last_at };
      }),
    )
    .execute();
  for (const network of ['192.0.2.1', '192.0.2.2', '2001:db8:7::/64'])
    await countRefusedToken(db(), { ...refusal, network });
  const rows = await db()
    .selectFrom('refused_release_tokens')
    .select(['network', 'count'])
    .where('count', '>', 1)
    .orderBy('network')
    .execute();
  expect(rows).toEqual([
    { network: '2001:db8:7::/64', count: 2 },
    { network: 'others', count: 2 },
  ]);
  api.current.advance(31 * 24 * 3_600_000);
  await removeOld(api.current.deps);
  expect(await refusedTokens(db(), 10)).toEqual([]);
});

test('the refused tokens of one address are limited, and then neither the log nor their rows grow', async () => {
  for (let attempt = 0; attempt < 100; attempt += 1) await call('GET', '/releases', undefined, 'Bearer x');
  expect((await call('GET', '/releases', undefined, 'Bearer x')).status).toBe(429);
  expect(await logged()).toEqual([]);
  expect(await refusedTokens(db(), 10)).toMatchObject([{ request: 'GET /api/v1/registry/releases', count: 100 }]);
  // The process remembers the address, and counts nothing more.
  await db().deleteFrom('attempt_counts').execute();
  expect((await call('GET', '/releases', undefined, 'Bearer x')).status).toBe(429);
  expect(await db().selectFrom('attempt_counts').selectAll().execute()).toEqual([]);
  expect((await call('GET', '/releases', undefined)).status).toBe(200);
  api.current.advance(3_600_000);
  expect((await call('GET', '/releases', undefined, 'Bearer x')).status).toBe(401);
});

test('a token is shown once: the list and the log do not contain it, and the database has its hash', async () => {
  const listed = (await call('GET', '/tokens', undefined, operator.headers.authorization)).body.data;
  expect(listed).toEqual([expect.objectContaining({ id: tokenId, team: 'menu', apps: ['catalog'], revoked_at: null })]);
  const rows = await db().selectFrom('audit_log').selectAll().execute();
  const stored = await db().selectFrom('release_tokens').selectAll().execute();
  expect(JSON.stringify([listed, rows, stored])).not.toContain(token.slice(4));
});

test('an operator of a venue can make no token, but can list and revoke the existing ones', async () => {
  const venue = await storeVenue(db());
  const { authorization } = (await storeUser(db(), { operatorOf: [venue.id] })).headers;
  for (const payload of [grant, { ...grant, dry_run: true }]) {
    const { status, body } = await call('POST', '/tokens', payload, authorization);
    expect([status, body.message]).toEqual([403, expect.stringContaining('Only a site operator')]);
  }
  expect((await call('GET', '/tokens', undefined, authorization)).body.data).toHaveLength(1);
  expect((await call('DELETE', `/tokens/${tokenId}`, undefined, authorization)).status).toBe(200);
  expect((await call('GET', '/releases', undefined)).status).toBe(401);
});

test('a token without visitors is not made, and a dry run makes none', async () => {
  const { authorization } = operator.headers;
  const none = { ...grant, channels: [], most_percent: 0, is_for_all: false };
  expect((await call('POST', '/tokens', none, authorization)).status).toBe(422);
  expect((await call('POST', '/tokens', { ...grant, dry_run: true }, authorization)).body.data).toBeNull();
  expect((await call('GET', '/tokens', undefined, authorization)).body.data).toHaveLength(1);
});

test('prune keeps the files that wait for a release', async () => {
  await send(builtRemote('1.0.0-a'));
  await prune(target);
  expect(await waiting()).toHaveLength(4);
});
