/** Tests the page that shows where a build comes from, and its packages. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { storeUser, storeVenue } from 'api/testing/stored';
import { withTestApp } from 'api/testing/test-app';
import { filesOfFolder } from '../store/build-files';
import { integrityOf } from '../store/integrity';
import { digestsOf, type Origin, PROVENANCE, provenanceOf, provenanceOfRun } from '../store/provenance';
import { SBOM } from '../store/sbom';
import { authorityOf } from '../store/signing';
import { goLive } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import type { Signer } from '../store/tuf-signer';
import { hostBuild, remoteBuild } from '../testing/builds';
import { newSigner } from '../testing/metadata-site';
import { DeskBrowser } from './desk-browser.testing';
import { storePerson } from './people.testing';

const REGISTRY_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const SITE_URL = 'https://hall.example';
const DIST_DIR = mkdtempSync(path.join(tmpdir(), 'origin-'));
const authority = authorityOf({ REGISTRY_KEY });
const BUILD = { part: 'catalog', version: '1.0.0-a' };
const FOLDER = path.join(DIST_DIR, BUILD.part, BUILD.version);
const ADDRESS = `/origin?app=${BUILD.part}&version=${BUILD.version}`;
const COMMIT = '3f9a01c2d4e53f9a01c2d4e53f9a01c2d4e53f9a';

const api = withTestApp({ environment: { REGISTRY_KEY, SITE_URL, DIST_DIR } });
let browser: DeskBrowser;
beforeEach(async () => {
  await rm(DIST_DIR, { recursive: true, force: true });
  const { db } = api.current.deps;
  const operator = await storeUser(db, { operatorOf: [(await storeVenue(db)).id], isSiteOperator: true });
  const person = await storePerson(api.current, { site: SITE_URL, operator });
  browser = new DeskBrowser(() => api.current.app);
  await browser.answer('', person.passkey);
});
afterAll(() => rm(DIST_DIR, { recursive: true, force: true }));

/** Makes a build live. @param components of its list of packages */
async function build(components?: readonly object[]): Promise<void> {
  const sbom =
    components &&
    JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { name: BUILD.part, version: BUILD.version } },
      components,
    });
  const record = { ...remoteBuild('catalog', { version: BUILD.version }), ...(sbom && { sbom: integrityOf(sbom) }) };
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path.join(FOLDER, 'build.json'), JSON.stringify(record));
  if (sbom) await writeFile(path.join(FOLDER, SBOM), sbom);
  const host = hostBuild('1.2.0', { keys: [authority.publicKey] });
  await goLive(folderTarget(DIST_DIR), [host, record], { authority });
}
async function sign(changes: Partial<Origin>, signers: readonly Signer[] = authority.signers): Promise<void> {
  const digests = await digestsOf(filesOfFolder(FOLDER));
  const origin = { repository: 'https://git.example/menu', commit: COMMIT, isClean: true, lock: 'c'.repeat(64) };
  const text = provenanceOf({ build: BUILD, digests, origin: { ...origin, ...changes } }, signers);
  await writeFile(path.join(FOLDER, PROVENANCE), text);
}

test('the live page links to the page of each build', async () => {
  await build();
  expect((await browser.open()).html).toContain('href="/api/v1/desk/origin?app=catalog&#38;version=1.0.0-a"');
});

test('a build that nobody signed, with no list, says so', async () => {
  await build();
  const { status, text, html } = await browser.open(ADDRESS);
  expect(status).toBe(200);
  expect(text).toContain('Nobody signed where this build comes from.');
  expect(text).toContain('This build has no list of its packages: it was built before there was one.');
  expect(html).not.toContain('/parts/');
});

test('a signed build shows its source, who signed, and links to both files', async () => {
  await build([{ name: 'react', version: '19.3.1', licenses: [{ license: { id: 'MIT' } }] }]);
  await sign({ run: 'https://ci.example/runs/1', workflow: 'octo/menu/release.yml@refs/heads/main' });
  const { text, html } = await browser.open(ADDRESS);
  for (const each of [
    'the key of this site',
    'The holder of the key built it from this source.',
    `Commit ${COMMIT}`,
    'https://ci.example/octo/menu/release.yml@refs/heads/main',
    '1 package in its bundle',
    'react 19.3.1 MIT',
  ])
    expect(text).toContain(each);
  for (const each of [
    'https://git.example/menu',
    'https://ci.example/runs/1',
    `/parts/catalog/1.0.0-a/${PROVENANCE}`,
    `/parts/catalog/1.0.0-a/${SBOM}`,
  ])
    expect(html).toContain(`<a href="${each}"`);
});

test('uncommitted changes, and a builder outside of a CI system, are said', async () => {
  await build();
  await sign({ isClean: false });
  const { text } = await browser.open(ADDRESS);
  expect(text).toContain('and uncommitted changes');
  expect(text).toContain('a working copy, in no CI system');
  expect(text).toContain('CI run not stated');
});

test('what the site says of a CI run is said to be that', async () => {
  await build();
  const claims = { repository: 'https://git.example/menu', commit: COMMIT, workflow: 'w', run: 'https://ci.example/1' };
  const digests = await digestsOf(filesOfFolder(FOLDER));
  await writeFile(path.join(FOLDER, PROVENANCE), provenanceOfRun({ build: BUILD, digests, claims }, authority.signers));
  expect((await browser.open(ADDRESS)).text).toContain(
    'A CI run sent this build. Its CI system names the source, and this site did not see the build.',
  );
});

test('a statement that is worth nothing is a warning, and shows nothing of what it says', async () => {
  await build();
  await sign({ repository: 'https://evil.example' }, [newSigner()]);
  const { text } = await browser.open(ADDRESS);
  expect(text).toContain('Do not rely on the statement of this build: it is not signed by the keys of catalog.');
  expect(text).not.toContain('evil.example');
});

test('text of a signer and of a package stays text', async () => {
  await build([
    {
      name: '<img src=x onerror=alert(1)>',
      version: '<b>1</b>',
      licenses: [{ expression: '"><script>alert(1)</script>' }],
    },
  ]);
  await sign({
    repository: 'javascript:alert(1)',
    run: 'data:text/html,<script>alert(1)</script>',
    commit: '<i>c</i>',
  });
  const { html, text } = await browser.open(ADDRESS);
  expect(html).not.toMatch(/<img src=x|<b>1|<script>alert|<i>c|href="(javascript|data):/);
  expect(text).toContain('<img src=x onerror=alert(1)> <b>1</b>');
});

test('a list with other bytes than were built is not shown', async () => {
  await build([{ name: 'react', version: '19.3.1' }]);
  await writeFile(path.join(FOLDER, SBOM), '{"bomFormat":"CycloneDX"}');
  expect((await browser.open(ADDRESS)).text).toContain('This build has no list of its packages');
});

test.each([
  ['a build that is not there', '/origin?app=catalog&version=9.9.9', 404],
  ['a path in place of a version', '/origin?app=catalog&version=..%2F..', 422],
])('%s is refused', async (_what, address, status) => {
  expect((await browser.open(address)).status).toBe(status);
});
