/** Reads the published metadata with the client that npm itself uses, which no one here wrote. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Key } from '@tufjs/models';
import { Updater } from 'tuf-js';
import type { BuildRecord } from '../model/schemas';
import { hostBuild, remoteBuild } from '../testing/builds';
import { staticHost } from '../testing/static-host';
import { integrityOf } from './integrity';
import { readLive } from './read-live';
import { retire } from './retire';
import { authorityOf } from './signing';
import { releaseText } from './snapshot';
import { goLive } from './store';
import { httpTarget } from './targets/http';
import type { Target } from './targets/target';
import { createRoot, publishMetadata } from './tuf';
import { readRole, readRoot } from './tuf-files';
import { appsOf, fileOf, infoOf, rootOf, targetsOf } from './tuf-roles';
import { signerOf } from './tuf-signer';

let host: Awaited<ReturnType<typeof staticHost>>;
let target: Target;
let folder: string;
const { signers } = authorityOf();

const CATALOG = remoteBuild('catalog', { version: '1.0.0-a' });

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-tuf-'));
  host = await staticHost();
  target = httpTarget(host.base);
  await release(hostBuild(), CATALOG);
});
afterEach(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

async function release(...builds: BuildRecord[]): Promise<void> {
  for (const build of builds) {
    await target.writeIfAbsent(`${build.part}/${build.version}/release.json`, releaseText(build));
  }
  await goLive(target, builds);
}

const metadataFiles = () => [...host.files].filter(([address]) => address.includes('/tuf/'));
/** The metadata that `withoutMetadata` deleted. */
let kept: ReturnType<typeof metadataFiles>;

/** Makes the site one of the time before the metadata. */
function withoutMetadata(): void {
  kept = metadataFiles();
  for (const [address] of kept) host.files.delete(address);
}

/** A client that trusts the first root, as a program does that was installed with it. */
async function newClient(name = 'client'): Promise<Updater> {
  const metadataDir = path.join(folder, name);
  await mkdir(metadataDir, { recursive: true });
  const root = await target.read('registry/tuf/1.root.json');
  await writeFile(path.join(metadataDir, 'root.json'), root?.text ?? '');
  return new Updater({
    metadataDir,
    metadataBaseUrl: `${host.base}registry/tuf`,
    targetDir: metadataDir,
    targetBaseUrl: host.base,
    config: { prefixTargetsWithHash: false, fetchRetries: 0 },
  });
}

const CATALOG_PATH = 'parts/catalog/1.0.0-a/release.json';

test('a client downloads the record of a build, and the live record', async () => {
  const client = await newClient();
  const info = await client.getTargetInfo(CATALOG_PATH);
  expect(info).toMatchObject({ length: releaseText(CATALOG).length });
  if (!info) throw new Error('No such target.');
  await expect(client.downloadTarget(info)).resolves.toContain(folder);
  const { pointer } = await readLive(target);
  await expect(client.getTargetInfo(`registry/${pointer?.current}.json`)).resolves.toBeDefined();
});

test('a client updates to the next release, and no longer finds the record that is not live', async () => {
  await (await newClient()).refresh();
  const before = `registry/${(await readLive(target)).pointer?.current}.json`;
  await release(remoteBuild('catalog', { version: '1.0.0-b' }));
  await publishMetadata(target, { signers });
  const client = await newClient();
  await expect(client.getTargetInfo('parts/catalog/1.0.0-b/release.json')).resolves.toBeDefined();
  await expect(client.getTargetInfo(before)).resolves.toBeUndefined();
});

test('a client that knows an app accepts its retirement, and finds none of its builds any more', async () => {
  await expect((await newClient()).getTargetInfo(CATALOG_PATH)).resolves.toBeDefined();
  await retire('catalog', { target });
  await expect((await newClient()).getTargetInfo(CATALOG_PATH)).resolves.toBeUndefined();
});

test('a snapshot names the newest root, from the first change after it was made', async () => {
  withoutMetadata();
  await goLive(target, []);
  expect((await readLive(target)).snapshot.root).toBeUndefined();
  await createRoot(target, { signers });
  await goLive(target, []);
  const text = (await target.read('registry/tuf/1.root.json'))?.text ?? '';
  expect((await readLive(target)).snapshot.root).toEqual({ version: 1, integrity: integrityOf(text) });
  await expect(goLive(target, [])).resolves.toMatchObject({ changed: false });
});

test('nothing is published while nothing has changed and nothing is old', async () => {
  await expect(publishMetadata(target, { signers })).resolves.toBe(false);
});

test('the timestamp is signed again when half of its hour is over, and the snapshot is not', async () => {
  const files = host.files.size;
  const before = (await target.read('registry/tuf/timestamp.json'))?.text;
  await expect(publishMetadata(target, { signers, now: new Date(Date.now() + 31 * 60_000) })).resolves.toBe(true);
  expect((await target.read('registry/tuf/timestamp.json'))?.text).not.toBe(before);
  expect(host.files.size).toBe(files);
});

test('two processes that publish at once leave metadata that a client accepts', async () => {
  await release(remoteBuild('catalog', { version: '1.0.0-b' }));
  await Promise.all([publishMetadata(target, { signers }), publishMetadata(target, { signers })]);
  const client = await newClient();
  await expect(client.getTargetInfo('parts/catalog/1.0.0-b/release.json')).resolves.toBeDefined();
});

test('a file that an ended process left is passed over', async () => {
  await target.writeIfAbsent('registry/tuf/2.snapshot.json', 'half a file');
  await release(remoteBuild('catalog', { version: '1.0.0-b' }));
  await publishMetadata(target, { signers });
  await expect((await newClient()).getTargetInfo('parts/catalog/1.0.0-b/release.json')).resolves.toBeDefined();
});

test.each(['half a file', null])('a snapshot that is %s does not stop a release', async (text) => {
  const { version } = JSON.parse(host.text('/registry/tuf/timestamp.json') ?? '').signed.meta['snapshot.json'];
  const address = `/registry/tuf/${version}.snapshot.json`;
  if (text === null) host.files.delete(address);
  else host.files.set(address, { body: Buffer.from(text), headers: {} });
  await release(remoteBuild('catalog', { version: '1.0.0-b' }));
  await expect((await newClient()).getTargetInfo('parts/catalog/1.0.0-b/release.json')).resolves.toBeDefined();
  const after = JSON.parse(host.text('/registry/tuf/timestamp.json') ?? '').signed.meta['snapshot.json'];
  expect(after.version).toBeGreaterThan(version);
});

test('a site has one first root', async () => {
  await expect(createRoot(target, { signers })).resolves.toBe(false);
});

test('the first release of a site makes its root, and says so', async () => {
  const other = await staticHost();
  try {
    await expect(goLive(httpTarget(other.base), [hostBuild()])).resolves.toMatchObject({ hasNewRoot: true });
    expect(other.text('/registry/tuf/1.root.json')).toBeDefined();
    await expect(goLive(httpTarget(other.base), [CATALOG])).resolves.toMatchObject({ hasNewRoot: false });
  } finally {
    other.close();
  }
});

test('a site that was released before it had a root stays without one until its operator makes it', async () => {
  withoutMetadata();
  await release(remoteBuild('catalog', { version: '1.0.0-b' }));
  expect(metadataFiles()).toEqual([]);
  await expect(createRoot(target, { signers })).resolves.toBe(true);
  await expect(publishMetadata(target, { signers })).resolves.toBe(true);
  await expect((await newClient()).getTargetInfo('parts/catalog/1.0.0-b/release.json')).resolves.toBeDefined();
});

describe('on a site where another key releases catalog', () => {
  const team = signerOf(generateKeyPairSync('ed25519').privateKey);
  const head = (version: number) => ({ version, expires: new Date(Date.now() + 3_600_000) });
  const [service] = signers;

  beforeEach(async () => {
    if (!service) throw new Error('No key.');
    const own = { keys: [service.key], threshold: 1 };
    const roles = appsOf(head(2), { host: own, catalog: { keys: [team.key], threshold: 1 } }, own);
    roles.sign(service.sign);
    await target.writeIfAbsent('registry/tuf/2.targets.json', fileOf(roles));
    const builds = targetsOf(head(2), [infoOf(CATALOG_PATH, Buffer.from(releaseText(CATALOG)))]);
    builds.sign(team.sign);
    await target.writeIfAbsent('registry/tuf/2.catalog.json', fileOf(builds));
    await publishMetadata(target, { signers });
  });

  test('a release that only its team could sign is refused before anything is written', async () => {
    const files = host.files.size;
    const before = host.text('/registry/pointer.json');
    const next = remoteBuild('catalog', { version: '1.0.0-b' });
    await expect(
      goLive(target, [next], { publish: () => Promise.reject(new Error('It wrote a file.')) }),
    ).rejects.toThrow(
      'catalog needs the signatures of 1 of its keys, and 0 of them can sign here. The team of catalog has these keys: release with --key FILE, or TEAM_KEY_FILE. They have not signed 1.0.0-b.',
    );
    expect(host.text('/registry/pointer.json')).toBe(before);
    expect(host.files.size).toBe(files);
  });

  test('a release of other bytes in a version that its team vouched for is refused', async () => {
    const planned = targetsOf(head(3), [
      infoOf(CATALOG_PATH, Buffer.from(releaseText(CATALOG))),
      infoOf('parts/catalog/1.0.0-b/release.json', Buffer.from('the bytes that the team has')),
    ]);
    planned.sign(team.sign);
    await target.writeIfAbsent('registry/tuf/3.catalog.json', fileOf(planned));
    await expect(goLive(target, [remoteBuild('catalog', { version: '1.0.0-b' })])).rejects.toThrow(
      'They have not signed 1.0.0-b.',
    );
    expect((await readLive(target)).snapshot.remotes.catalog?.version).toBe('1.0.0-a');
  });

  test('a build that is live and that its team did not sign does not stop the renewal of the rest', async () => {
    withoutMetadata();
    await release(remoteBuild('catalog', { version: '1.0.0-b' }));
    for (const [address, file] of kept) host.files.set(address, file);
    const later = new Date(Date.now() + 40 * 60_000);
    await expect(publishMetadata(target, { signers, now: later })).rejects.toThrow('They have not signed 1.0.0-b.');
    const timestamp = JSON.parse(host.text('/registry/tuf/timestamp.json') ?? '{}');
    expect(Date.parse(timestamp.signed.expires)).toBeGreaterThan(Date.now() + 90 * 60_000);
    await expect((await newClient()).getTargetInfo(CATALOG_PATH)).resolves.toBeDefined();
  });
});

test('a file that the keys of its role did not sign counts as absent', async () => {
  await target.writeIfAbsent('registry/tuf/2.root.json', '{"signed":{},"signatures":[]}');
  await target.writeIfAbsent('registry/tuf/2.catalog.json', 'half a file');
  await release(remoteBuild('catalog', { version: '1.0.0-b' }));
  host.files.delete('/registry/tuf/2.root.json');
  await expect((await newClient()).getTargetInfo('parts/catalog/1.0.0-b/release.json')).resolves.toBeDefined();
});

test('a root or roles in which a key has the id of another one count as absent', async () => {
  const [service] = signers;
  if (!service) throw new Error('No key.');
  const thief = signerOf(generateKeyPairSync('ed25519').privateKey).key.toJSON();
  const head = { version: 2, expires: new Date(Date.now() + 3_600_000) };
  const own = { keys: [service.key], threshold: 1 };
  const named = { keys: [Key.fromJSON('0'.repeat(64), thief)], threshold: 1 };
  const forgedRoot = rootOf(head, { root: own, targets: own, snapshot: own, timestamp: named });
  const forgedRoles = appsOf(head, { catalog: named }, own);
  for (const [name, metadata] of [
    ['root', forgedRoot],
    ['targets', forgedRoles],
  ] as const) {
    metadata.sign(service.sign);
    await target.writeIfAbsent(`registry/tuf/2.${name}.json`, fileOf(metadata));
  }
  const root = await readRoot(target);
  expect(root?.signed.version).toBe(1);
  if (root) expect((await readRole(target, root, 'targets', 1)).newest?.signed.version).toBe(1);
});

test('a file in place of the next root does not stop the renewal of the rest', async () => {
  await target.writeIfAbsent('registry/tuf/2.root.json', 'half a file');
  const now = new Date(Date.now() + 200 * 24 * 3_600_000);
  expect(await publishMetadata(target, { signers, now })).toBe(true);
  expect((await readRoot(target))?.signed.version).toBe(1);
});

test('a site with one key signs its root again when half of its year is over', async () => {
  const later = new Date(Date.now() + 200 * 24 * 3_600_000);
  await expect(publishMetadata(target, { signers, now: later })).resolves.toBe(true);
  const root = JSON.parse(host.text('/registry/tuf/2.root.json') ?? '{}');
  expect(Date.parse(root.signed.expires)).toBeGreaterThan(later.getTime() + 360 * 24 * 3_600_000);
  await (await newClient()).refresh();
});
