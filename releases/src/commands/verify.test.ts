// Tests that a site's build is compared with a repeated build.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { buildApps } from '../build/build-apps';
import { filesOfFolder } from '../store/build-files';
import { digestsOf, PROVENANCE, provenanceOf } from '../store/provenance';
import { authorityOf, publicKeys } from '../store/signing';
import { goLive } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import { hostBuild, remoteBuild } from '../testing/builds';
import { newSigner } from '../testing/metadata-site';
import { provenanceLines, verify } from './verify';

const VERSION = '1.0.0-aaaaaaaa';
let from: string;
let again: string;

/** Writes the build of these sources into a folder. */
async function built(out: string, files: Record<string, string>): Promise<void> {
  await mkdir(path.join(out, 'catalog', VERSION, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(out, 'catalog', VERSION, name), text);
}

const FILES = {
  'main.js': 'main',
  'assets/logo.svg': 'logo',
  'build.json': JSON.stringify(remoteBuild('catalog', { version: VERSION })),
};

beforeEach(async () => {
  from = await mkdtemp(path.join(tmpdir(), 'site-'));
  again = await mkdtemp(path.join(tmpdir(), 'again-'));
  await built(from, FILES);
  await built(again, FILES);
  await goLive(folderTarget(from), [hostBuild(), remoteBuild('catalog', { version: VERSION })]);
});
afterEach(async () => {
  for (const folder of [from, again]) await rm(folder, { recursive: true });
});

const buildAgain =
  (version = VERSION) =>
  async (_apps: unknown, { out = '' }: { out?: string } = {}) => {
    await cp(again, out, { recursive: true });
    return [{ part: 'catalog', version }];
  };
const verified = (options: { version?: string; make?: string } = {}) =>
  verify('catalog', {
    from,
    version: options.version,
    build: buildAgain(options.make) as unknown as typeof buildApps,
  });

test('a build is verified if its sources make every file again', async () => {
  expect(await verified()).toEqual({ version: VERSION, files: 3, differing: [], provenance: { state: 'missing' } });
  expect(await verified({ version: VERSION })).toMatchObject({ differing: [] });
});

test.each([
  ['another byte', { 'main.js': 'mine' }, ['main.js']],
  ['a file more', { 'more.js': 'more' }, ['more.js']],
  ['another record', { 'build.json': '{}' }, ['build.json']],
])('verify names %s', async (_what, change, differing) => {
  await built(again, change);
  expect((await verified()).differing).toEqual(differing);
});

test('verify names a file that the sources do not make', async () => {
  await built(from, { 'assets/planted.js': 'planted' });
  expect((await verified()).differing).toEqual(['assets/planted.js']);
});

test('verify refuses sources of another version, and a version that the site does not have', async () => {
  await expect(verified({ make: '1.0.0-bbbbbbbb' })).rejects.toThrow(
    `These sources make catalog 1.0.0-bbbbbbbb, and the build to verify is ${VERSION}.`,
  );
  await expect(verified({ version: '9.0.0' })).rejects.toThrow(`There is no catalog 9.0.0 in ${from}.`);
});

describe('the provenance', () => {
  const digests = async () => await digestsOf(filesOfFolder(path.join(from, 'catalog', VERSION)));
  const store = async (text: string) => await writeFile(path.join(from, 'catalog', VERSION, PROVENANCE), text);
  const origin = { repository: 'https://git.example/menu', commit: '3f9a01c2', isClean: true };
  const build = { part: 'catalog', version: VERSION };
  const lines = async () => provenanceLines(build, (await verified()).provenance);
  const site = authorityOf().signers;
  const [siteKey = ''] = site.map(({ key }) => key.keyID.slice(0, 8));

  test('is verified by the keys that the site names, and no sources have to make it again', async () => {
    await store(provenanceOf({ build, digests: await digests(), origin }, site));
    expect((await verified()).differing).toEqual([]);
    expect(await lines()).toEqual([
      `Its provenance is signed by the site's own key (${siteKey}): it was built from commit 3f9a01c2 of https://git.example/menu.`,
    ]);
  });

  test('of a working copy says that no commit has all of it', async () => {
    const dirty = { ...origin, isClean: false, run: 'https://ci.example/1' };
    await store(provenanceOf({ build, digests: await digests(), origin: dirty }, site));
    expect(await lines()).toEqual([
      `Its provenance is signed by the site's own key (${siteKey}): it was built from commit 3f9a01c2 and changes that no commit has of https://git.example/menu.`,
      'The CI run is https://ci.example/1.',
    ]);
  });

  test('may be missing', async () => {
    expect(await lines()).toEqual([
      `catalog ${VERSION} has no provenance: nobody signed from which commit it was built.`,
    ]);
  });

  test.each<[string, () => Promise<string>, string]>([
    [
      'without a signature',
      async () => provenanceOf({ build, digests: await digests(), origin }, []),
      'has no signature',
    ],
    [
      'of a key that the site does not name',
      async () => provenanceOf({ build, digests: await digests(), origin }, [newSigner()]),
      'is not signed by the keys of catalog',
    ],
    [
      'of other bytes',
      async () => provenanceOf({ build, digests: new Map([...(await digests()), ['main.js', 'f']]), origin }, site),
      'is of other bytes: main.js',
    ],
    [
      'of another app',
      async () => provenanceOf({ build: { ...build, part: 'checkout' }, digests: await digests(), origin }, site),
      `is of checkout ${VERSION}`,
    ],
  ])('%s is an error', async (_what, make, problem) => {
    await store(await make());
    await expect(lines()).rejects.toThrow(`The provenance of catalog ${VERSION} ${problem}.`);
  });
});

test('verify builds a shell with the public keys in its record', async () => {
  const keys = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')];
  const shell = hostBuild('1.3.0', { keys });
  const folder = path.join(from, 'host', shell.version);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'build.json'), JSON.stringify(shell));
  const build = async (_apps: unknown, { out = '' }: { out?: string } = {}) => {
    expect(publicKeys()).toEqual(keys);
    await cp(folder, path.join(out, 'host', shell.version), { recursive: true });
    return [{ part: 'host', version: shell.version }];
  };
  try {
    const verifying = verify('host', { from, version: shell.version, build: build as unknown as typeof buildApps });
    expect((await verifying).differing).toEqual([]);
  } finally {
    delete process.env.REGISTRY_TRUSTED_KEYS;
  }
});
