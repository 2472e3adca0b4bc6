/** Reads the published metadata with the client that npm itself uses, which no one here wrote. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
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
  await createRoot(target, { signers });
  await publishMetadata(target, { signers });
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
  expect((await readLive(target)).snapshot.root).toBeUndefined();
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

test('a site has one first root', async () => {
  await expect(createRoot(target, { signers })).resolves.toBe(false);
});

test('a site without a root has no metadata', async () => {
  const other = await staticHost();
  try {
    await goLive(httpTarget(other.base), [hostBuild()]);
    expect([...other.files.keys()].filter((address) => address.includes('/tuf/'))).toEqual([]);
  } finally {
    other.close();
  }
});
