/** Tests which provenance the release service takes, and what it signs itself. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { storeUser, storeVenue, type TestUser } from 'api/testing/stored';
import { withTestApp } from 'api/testing/test-app';
import { hashToken } from 'core/http/session';
import { DeskBrowser } from '../desk/desk-browser.testing';
import { storePerson } from '../desk/people.testing';
import type { Digests, Origin } from '../store/provenance';
import { PROVENANCE, provenanceOf, provenanceOfRun } from '../store/provenance';
import { readLive } from '../store/read-live';
import { authorityOf } from '../store/signing';
import { goLive } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import type { Signer } from '../store/tuf-signer';
import { hostBuild } from '../testing/builds';
import { withIdentityProvider } from '../testing/identity-provider';
import { newSigner } from '../testing/metadata-site';
import { CI_COMMIT, CI_ISSUER, githubClaims, githubPublisher } from '../testing/publishers';
import { statementBySigstore } from '../testing/sigstore';
import { type BuiltFiles, builtRemote, hashOf, uploadOf } from '../testing/uploads';
import { TOKEN_PREFIX } from './identity';

const REGISTRY_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const SITE_URL = 'https://hall.example';
const DIST_DIR = mkdtempSync(path.join(tmpdir(), 'provenance-'));
const authority = authorityOf({ REGISTRY_KEY });
const [site = newSigner()] = authority.signers;
const target = folderTarget(DIST_DIR);

const api = withTestApp({ environment: { REGISTRY_KEY, SITE_URL, DIST_DIR } });
const db = () => api.current.deps.db;
const provider = withIdentityProvider(CI_ISSUER);
afterAll(() => rm(DIST_DIR, { recursive: true, force: true }));

let operator: TestUser;
beforeEach(async () => {
  for (const name of await readdir(DIST_DIR)) await rm(path.join(DIST_DIR, name), { recursive: true });
  await goLive(target, [hostBuild('1.2.0', { keys: [authority.publicKey] })], { authority });
  operator = await storeUser(db(), { operatorOf: [(await storeVenue(db())).id], isSiteOperator: true });
});

async function call(method: 'POST' | 'PUT', url: string, payload: object, authorization: string) {
  const headers = { authorization, ...(payload instanceof Buffer && { 'content-type': 'application/octet-stream' }) };
  const response = await api.current.app.inject({ method, url: `/api/v1/registry${url}`, headers, payload });
  return { status: response.statusCode, body: response.body === '' ? {} : response.json() };
}

/** @returns the header of a team's own token */
async function teamToken(): Promise<string> {
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
  const now = api.current.deps.clock.now();
  await db()
    .insertInto('release_tokens')
    .values({
      team: 'menu',
      apps: ['catalog'],
      channels: ['beta'],
      most_percent: 0,
      is_for_all: true,
      may_stage: true,
      token_hash: hashToken(token),
      created_at: now,
      created_by: null,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .execute();
  return `Bearer ${token}`;
}

/** @returns the header of the token of a CI run */
async function tokenOfRun(changes: object = {}): Promise<string> {
  await call('POST', '/publishers', { ...githubPublisher, ...changes }, operator.headers.authorization);
  const identity = await provider.current.token(SITE_URL, githubClaims);
  const { body } = await call('POST', '/tokens/exchange', { apps: ['catalog'] }, `Bearer ${identity}`);
  return `Bearer ${body.data.token}`;
}

const BUILD = { part: 'catalog', version: '1.0.0-a' };
const origin: Origin = {
  repository: `${CI_ISSUER}/octo/menu`,
  commit: CI_COMMIT,
  isClean: true,
  workflow: githubClaims.workflow_ref,
  run: `${CI_ISSUER}/octo/menu/actions/runs/1500`,
  lock: 'c'.repeat(64),
};
const digestsOf = ({ upload }: BuiltFiles): Digests => new Map(upload.files.map(({ name, sha256 }) => [name, sha256]));
/** Adds a file of provenance to a build. */
function withProvenance(built: BuiltFiles, text: string): BuiltFiles {
  return uploadOf('catalog', built.upload.version, new Map([...built.files, [PROVENANCE, Buffer.from(text)]]));
}
const built = builtRemote('1.0.0-a');
const signedBy = (signers: readonly Signer[], changes: Partial<Origin> = {}, build = BUILD) =>
  provenanceOf({ build, digests: digestsOf(built), origin: { ...origin, ...changes } }, signers);

async function send(
  { files, upload }: BuiltFiles,
  authorization: string,
  { route = '/releases', ...to }: { route?: string; channel?: string } = {},
) {
  for (const content of files.values()) await call('PUT', `/files/${hashOf(content)}`, content, authorization);
  return call('POST', route, { builds: [upload], ...to, source: {} }, authorization);
}
const beta = { channel: 'beta' };
const stored = () => readFile(path.join(DIST_DIR, 'catalog', '1.0.0-a', PROVENANCE), 'utf8');

describe('a CI run without a key of its own', () => {
  test('gets the statement of the site, which has what the issuer of its token says and no more', async () => {
    expect((await send(built, await tokenOfRun(), beta)).status).toBe(200);
    const { subject, predicate } = statementBySigstore(await stored(), site.key);
    expect(subject).toHaveLength(built.files.size);
    expect(predicate).toEqual({
      buildDefinition: {
        buildType: 'urn:foodhall:sent-by-ci-run:v1',
        externalParameters: { app: 'catalog', version: '1.0.0-a', workflow: githubClaims.workflow_ref },
        resolvedDependencies: [
          { name: 'source', uri: `git+${CI_ISSUER}/octo/menu@${CI_COMMIT}`, digest: { gitCommit: CI_COMMIT } },
        ],
      },
      runDetails: {
        builder: { id: `${CI_ISSUER}/octo/menu/.github/workflows/release.yml@refs/heads/main` },
        metadata: { invocationId: `${CI_ISSUER}/octo/menu/actions/runs/1500` },
      },
    });
  });

  test('has it in a staged release as well, which a person makes live a day later', async () => {
    const person = await storePerson(api.current, { site: SITE_URL, operator }, { may_approve: true });
    const token = await tokenOfRun({ may_stage: true });
    const { body } = await send(built, token, { route: '/stages' });
    const browser = new DeskBrowser(() => api.current.app);
    await browser.answer('', person.passkey);
    await browser.answer(`/approve?stage=${body.data.stage}`, person.passkey);
    expect((await readLive(target)).snapshot.remotes.catalog?.version).toBe('1.0.0-a');
    expect(statementBySigstore(await stored(), site.key).predicate.buildDefinition.buildType).toBe(
      'urn:foodhall:sent-by-ci-run:v1',
    );
  });
});

test('a team’s own token without a key of the team has no provenance, since the site cannot know the source', async () => {
  expect((await send(built, await teamToken(), beta)).status).toBe(200);
  await expect(stored()).rejects.toThrow('ENOENT');
});

test('a statement that a key of the app signed is stored with the build, is served, and stays', async () => {
  const text = signedBy([site]);
  expect((await send(withProvenance(built, text), await teamToken(), beta)).status).toBe(200);
  expect(await stored()).toBe(text);
  const { body, headers } = await api.current.app.inject(`/parts/catalog/1.0.0-a/${PROVENANCE}`);
  expect([body, headers['content-type']]).toEqual([text, 'application/json; charset=utf-8']);
  const again = signedBy([site], { commit: 'f'.repeat(40) });
  expect((await send(withProvenance(built, again), await teamToken())).status).toBe(200);
  expect(await stored()).toBe(text);
});

test('a build that is live already can get provenance', async () => {
  await send(built, await teamToken());
  const text = signedBy([site]);
  expect((await send(withProvenance(built, text), await teamToken())).body.data.changed).toBe(false);
  expect(await stored()).toBe(text);
});

const other = { part: 'checkout', version: '1.0.0-a' };
const ofOther = provenanceOf({ build: BUILD, digests: digestsOf(builtRemote('1.0.0-b')), origin }, [site]);
const tenSignatures = JSON.stringify({
  ...JSON.parse(signedBy([site])),
  signatures: Array(10).fill(JSON.parse(signedBy([site])).signatures[0]),
});
const NAME = 'provenance.intoto.json of catalog 1.0.0-a';
test.each([
  ['the key of a stranger', signedBy([newSigner()]), `${NAME} is not signed by the keys of catalog.`],
  ['no signature', signedBy([]), `${NAME} has no signature.`],
  ['ten signatures', tenSignatures, `${NAME} is not a signed statement in the form of DSSE.`],
  ['other bytes', ofOther, `${NAME} is of other bytes: build.json, release.json, remoteEntry.12345678.js.`],
  ['another app', signedBy([site], {}, other), `${NAME} is of checkout 1.0.0-a.`],
  ['2 MB', ' '.repeat(2 * 1024 * 1024), `${NAME} has 2097152 bytes, of at most 1048576.`],
])('a statement of %s is refused, and nothing is live or written', async (_what, text, message) => {
  const { status, body } = await send(withProvenance(built, text), await teamToken());
  expect([status, body.message]).toEqual([409, message]);
  expect((await readLive(target)).snapshot.remotes).toEqual({});
  expect(await readdir(DIST_DIR)).not.toContain('catalog');
});

test('a statement of 50 MB is refused before any of it arrives', async () => {
  const { files, upload } = built;
  const large = { name: PROVENANCE, sha256: 'a'.repeat(64), size: 50 * 1024 * 1024 };
  const { status } = await send({ files, upload: { ...upload, files: [...upload.files, large] } }, await teamToken());
  expect(status).toBe(422);
});

describe('what a CI run says and what its identity token says', () => {
  test('may be the same', async () => {
    const text = signedBy([site]);
    expect((await send(withProvenance(built, text), await tokenOfRun(), beta)).status).toBe(200);
    expect(await stored()).toBe(text);
  });

  test.each([
    ['repository', { repository: `${CI_ISSUER}/octo/other` }, `${CI_ISSUER}/octo/menu`],
    ['commit', { commit: 'f'.repeat(40) }, CI_COMMIT],
    ['workflow', { workflow: 'octo/menu/.github/workflows/test.yml@refs/heads/main' }, githubClaims.workflow_ref],
    ['run', { run: `${CI_ISSUER}/octo/menu/actions/runs/1` }, `${CI_ISSUER}/octo/menu/actions/runs/1500`],
  ])('may not name another %s', async (name, change: Partial<Origin>, claimed) => {
    const { status, body } = await send(withProvenance(built, signedBy([site], change)), await tokenOfRun(), beta);
    const [said] = Object.values(change);
    expect([status, body.message]).toEqual([
      409,
      `The provenance of catalog 1.0.0-a names the ${name} ${said}, and the identity token of the run names ${claimed}.`,
    ]);
  });

  test('a run cannot say in the name of the site which run it is', async () => {
    const claims = { repository: 'https://a.example', commit: 'a', workflow: 'a', run: 'https://a.example/1' };
    const text = provenanceOfRun({ build: BUILD, digests: digestsOf(built), claims }, [newSigner()]);
    const { body } = await send(withProvenance(built, text), await tokenOfRun(), beta);
    expect(body.message).toBe(`${NAME} is not signed by the keys of catalog.`);
  });
});

describe('a site that asks for provenance', () => {
  beforeEach(() => {
    Object.assign(api.current.deps.config, { releaseNeedsProvenance: ['catalog'] });
  });
  const message =
    'catalog 1.0.0-a has no provenance, which https://hall.example asks for: sign with a key of catalog (--key), or release from a trusted workflow.';

  test.each([
    ['of an app that it names', ['catalog'], '/releases'],
    ['of any app', ['*'], '/releases'],
    ['of an app that it names', ['catalog'], '/stages'],
  ])('refuses a build %s (%j) without it at %s', async (_app, releaseNeedsProvenance, route) => {
    Object.assign(api.current.deps.config, { releaseNeedsProvenance });
    const { status, body } = await send(built, await teamToken(), { route });
    expect([status, body.message]).toEqual([409, message]);
  });

  test('takes a build with it, and one of a CI run', async () => {
    expect((await send(withProvenance(built, signedBy([site])), await teamToken(), beta)).status).toBe(200);
    expect((await send(builtRemote('1.0.0-b'), await tokenOfRun(), beta)).status).toBe(200);
  });

  test('compares a build without it for a team that only checks', async () => {
    const { files, upload } = built;
    const authorization = await teamToken();
    for (const content of files.values()) await call('PUT', `/files/${hashOf(content)}`, content, authorization);
    expect((await call('POST', '/checks', { builds: [upload] }, authorization)).status).toBe(200);
  });
});
