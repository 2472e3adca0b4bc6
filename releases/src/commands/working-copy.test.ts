import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AppBuild } from '../build/build-apps';
import type { BuildRecord } from '../model/schemas';
import { integrityOf } from '../store/integrity';
import { readLive } from '../store/read-live';
import { retire } from '../store/retire';
import { rollBack } from '../store/rollback';
import { goLive } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import { hostBuild } from '../testing/builds';
import { builtRemote } from '../testing/uploads';
import { releaseAll, releasedLines } from './release';
import { copyOfSite, prepareSite } from './site-copy';
import { noticeOf, type Unreleased } from './working-copy';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'working-copy-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Makes the files of a build, build.json among them. @param contract the range that a remote asks for */
function filesOf(app: string, version: string, contract = '^1.0.0'): ReadonlyMap<string, Buffer> {
  if (app !== 'host') return builtRemote(version, { app, changes: { contract } }).files;
  const script = Buffer.from('the script of another site');
  const worker = Buffer.from('');
  const integrity = { 'embed.js': integrityOf(script) };
  const record = hostBuild('1.2.0', { version, integrity, worker: integrityOf(worker) });
  return new Map([
    [record.html, Buffer.from('')],
    [record.embed, script],
    [record.frame, Buffer.from('')],
    ['sw.js', worker],
    ['build.json', Buffer.from(JSON.stringify(record))],
  ]);
}

const recordIn = (files: ReadonlyMap<string, Buffer>): BuildRecord => JSON.parse(String(files.get('build.json')));
const recordOf = (app: string, version: string) => recordIn(filesOf(app, version));

/** Makes a clone with sources of these versions, and a replacement for webpack there. */
function cloneOf(name: string, versions: Record<string, string>, contract?: string) {
  const out = path.join(folder, name, 'dist');
  const all = Object.entries(versions).map(([part, version]) => ({ part, version }));
  const build = async (wanted: readonly string[] = Object.keys(versions)): Promise<AppBuild[]> =>
    await Promise.all(
      all
        .filter(({ part }) => wanted.includes(part))
        .map(async ({ part, version }) => {
          const directory = path.join(out, part, version);
          const isFresh = !existsSync(directory);
          const files = filesOf(part, version, contract);
          for (const [name, content] of files) {
            const file = path.join(directory, name);
            await mkdir(path.dirname(file), { recursive: true });
            await writeFile(file, content);
          }
          return { part, version, isFresh, record: recordIn(files) };
        }),
    );
  return {
    out,
    target: folderTarget(out),
    build,
    start: () => prepareSite(out, { build, versions: async () => all }),
  };
}

type Clone = ReturnType<typeof cloneOf>;

const OURS = { host: '2.0.0-a', catalog: '1.0.0-a', queues: '1.0.0-a' };
const registryOf = async ({ out }: Clone) => {
  const names = (await readdir(path.join(out, 'registry'))).filter((name) => name !== 'tuf');
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(out, 'registry', name), 'utf8')])),
  );
};
const liveIn = async ({ target }: Pick<Clone, 'target'>) => {
  const { host, remotes } = (await readLive(target)).snapshot;
  return Object.fromEntries([
    ['host', host?.version],
    ...Object.entries(remotes).map(([name, { version }]) => [name, version]),
  ]);
};

describe('a start', () => {
  test('gives a site without a registry its working copy, and says so', async () => {
    const clone = cloneOf('ours', OURS);
    expect(await clone.start()).toEqual({
      built: ['host', 'catalog', 'queues'],
      first: expect.any(String),
      notice: expect.stringContaining(
        'has a root for its release metadata (registry/tuf): the one key that signs here',
      ),
    });
    expect(await liveIn(clone)).toEqual(OURS);
    expect(await clone.start()).toEqual({ built: [], first: null, notice: null });
  });

  test("gives a shell to a site with only a new remote, and keeps the remote's release", async () => {
    const clone = cloneOf('ours', { ...OURS, deals: '1.0.0-b' });
    await goLive(clone.target, [recordOf('deals', '1.0.0-a')]);
    expect((await clone.start()).first).not.toBeNull();
    expect(await liveIn(clone)).toEqual({ ...OURS, deals: '1.0.0-a' });
  });

  test('keeps the releases of two clones, also after the site was killed, and names the differences in one line', async () => {
    const ours = cloneOf('ours', OURS);
    await ours.start();
    const theirs = cloneOf('theirs', { ...OURS, catalog: '1.0.1-b' });
    await releaseAll({ out: theirs.out, target: ours.target, build: theirs.build });
    const changed = cloneOf('ours', { ...OURS, queues: '1.0.1-c' });
    await releaseAll({ out: ours.out, build: cloneOf('ours', { queues: '1.0.1-c' }).build });
    const released = { ...OURS, catalog: '1.0.1-b', queues: '1.0.1-c' };
    expect(await liveIn(ours)).toEqual(released);
    const before = await registryOf(ours);

    for (const clone of [changed, cloneOf('ours', { ...OURS, queues: '1.0.2-d' })]) {
      const { built, first, notice } = await clone.start();
      expect({ built, first }).toEqual({ built: [], first: null });
      expect(notice).not.toContain('\n');
      expect(notice).toContain('catalog 1.0.0-a (live is 1.0.1-b)');
    }
    expect(await registryOf(ours)).toEqual(before);
    expect(await liveIn(ours)).toEqual(released);
  });

  test('builds the missing files of a live build, and nothing that is not live', async () => {
    const ours = cloneOf('ours', OURS);
    await ours.start();
    await rm(path.join(ours.out, 'catalog'), { recursive: true });
    const changed = cloneOf('ours', { ...OURS, queues: '1.0.1-c' });
    expect((await changed.start()).built).toEqual(['catalog']);
    expect(existsSync(path.join(ours.out, 'queues/1.0.1-c'))).toBe(false);
  });

  test('leaves out a rolled back version and a retired remote, and says so', async () => {
    const ours = cloneOf('ours', OURS);
    await ours.start();
    await goLive(ours.target, [recordOf('catalog', '1.0.1-b')]);
    await ours.build();
    await rollBack('catalog', { target: ours.target });
    await retire('queues', { target: ours.target });
    const before = await registryOf(ours);
    const later = cloneOf('ours', { ...OURS, catalog: '1.0.1-b' });
    expect((await later.start()).notice).toBe(
      `catalog 1.0.1-b, queues 1.0.0-a were rolled back or retired and stay out; npm run release -- catalog --target ${ours.out} brings the first of them back.`,
    );
    expect(await registryOf(ours)).toEqual(before);
  });
});

describe('a release of all', () => {
  test('makes all differing apps live in one move, and moves nothing if none differs', async () => {
    const ours = cloneOf('ours', OURS);
    const { live: first } = await releaseAll({ out: ours.out, build: ours.build });
    const changed = cloneOf('ours', { ...OURS, catalog: '1.0.1-b', queues: '1.0.1-c' });
    const { released, live } = await releaseAll({ out: ours.out, build: changed.build });
    expect(released).toEqual(['catalog', 'queues']);
    expect((await readLive(ours.target)).snapshot.parent).toBe(first);
    const before = await registryOf(ours);
    expect(await releaseAll({ out: ours.out, build: changed.build })).toMatchObject({ released: [], live });
    expect(await registryOf(ours)).toEqual(before);
  });

  test('leaves out versions that were rolled back or retired', async () => {
    const ours = cloneOf('ours', OURS);
    await ours.start();
    await retire('queues', { target: ours.target });
    const changed = cloneOf('ours', { ...OURS, catalog: '1.0.1-b' });
    expect(await releaseAll({ out: ours.out, build: changed.build })).toMatchObject({
      released: ['catalog'],
      heldBack: [{ part: 'queues', version: '1.0.0-a' }],
    });
    expect(await liveIn(ours)).toEqual({ host: '2.0.0-a', catalog: '1.0.1-b' });
  });

  test('says that nothing changed, and that the working copy is live only if no version stays out', async () => {
    const ours = cloneOf('ours', OURS);
    await ours.start();
    const release = async () => releasedLines(await releaseAll({ out: ours.out, build: ours.build }));
    expect(await release()).toEqual(['What is live is what this working copy has. Nothing was changed.']);
    await retire('queues', { target: ours.target });
    expect(await release()).toEqual([
      'Nothing was changed.',
      'queues 1.0.0-a was rolled back or retired and stays out; npm run release -- queues brings it back.',
    ]);
  });

  test('changes nothing if it is refused', async () => {
    const ours = cloneOf('ours', OURS);
    await ours.start();
    const before = (await readLive(ours.target)).pointer;
    const { build } = cloneOf('ours', { ...OURS, catalog: '1.0.1-b' }, '^9.0.0');
    await expect(releaseAll({ out: ours.out, build: () => build(['catalog']) })).rejects.toThrow(
      'needs contract ^9.0.0',
    );
    expect((await readLive(ours.target)).pointer).toEqual(before);
  });
});

test('a site for tests has the working copy live, and leaves the live versions of the clone unchanged', async () => {
  const ours = cloneOf('ours', OURS);
  await ours.start();
  const before = await registryOf(ours);
  const changed = cloneOf('ours', { ...OURS, catalog: '1.0.1-b' });
  const distDir = path.join(folder, 'site');
  await copyOfSite(distDir, { out: ours.out, build: () => changed.build() });
  expect(await liveIn({ target: folderTarget(distDir) })).toEqual({ ...OURS, catalog: '1.0.1-b' });
  expect(existsSync(path.join(distDir, 'catalog/1.0.0-a'))).toBe(false);
  expect(await registryOf(ours)).toEqual(before);
});

test.each<[Unreleased, string | null]>([
  [{ differing: [], heldBack: [] }, null],
  [
    { differing: [{ part: 'queues', version: '1.0.0-b', live: '1.0.0-a' }], heldBack: [] },
    'Not released from this working copy: queues 1.0.0-b (live is 1.0.0-a). npm run release -- queues makes it live.',
  ],
  [
    {
      differing: [
        { part: 'queues', version: '1.0.0-b', live: '1.0.0-a' },
        { part: 'deals', version: '1.0.0-a', live: undefined },
      ],
      heldBack: [{ part: 'catalog', version: '1.0.0-c' }],
    },
    'Not released from this working copy: queues 1.0.0-b (live is 1.0.0-a), deals 1.0.0-a (not live). npm run release -- --all makes them live. catalog 1.0.0-c was rolled back or retired and stays out; npm run release -- catalog brings it back.',
  ],
])('one line names the apps that are not live', (difference, line) => {
  expect(noticeOf(difference)).toBe(line);
});

test('the suggested command names the site if it is not the clone’s own', () => {
  const difference = { differing: [{ part: 'queues', version: '1.0.0-b', live: '1.0.0-a' }], heldBack: [] };
  expect(noticeOf(difference, '/srv/hall/dist')).toContain('npm run release -- queues --target /srv/hall/dist makes');
});
