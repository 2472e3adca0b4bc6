import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuildRecord } from '../model/schemas';
import { hostBuild as host, remoteBuild as remote } from '../testing/builds';
import { prune } from './prune';
import { goLive } from './store';
import { folderTarget } from './targets/folder';
import { httpTarget } from './targets/http';

let target: ReturnType<typeof folderTarget>;
let out: string;

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'registry-'));
  target = folderTarget(out);
});

afterEach(() => rm(out, { recursive: true, force: true }));

describe('pruning', () => {
  const DAY = 86_400_000;

  /** Makes a release live, with its files, all of them a year old. */
  async function written(build: BuildRecord, options?: Parameters<typeof goLive>[2] | null): Promise<void> {
    const folder = path.join(out, build.part, build.version);
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, 'build.json');
    await writeFile(file, JSON.stringify(build));
    const old = new Date(Date.now() - 365 * DAY);
    await utimes(file, old, old);
    if (options !== null) await goLive(target, [build], options);
  }
  const versions = async (part: string) => (await readdir(path.join(out, part))).sort();
  const catalog = (letter: string) => remote('catalog', { version: `1.0.0-${letter}` });

  test('deletes builds that no page of the last day runs and that no rollback chooses without a name', async () => {
    await written(host());
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f']) await written(catalog(letter));
    // All of them were live within the last day.
    expect(await prune(target)).toEqual([]);
    const deleted = await prune(target, Date.now() + 2 * DAY);
    expect(deleted.map(({ version }) => version).sort()).toEqual(['1.0.0-a', '1.0.0-b']);
    expect(await versions('catalog')).toEqual(['1.0.0-c', '1.0.0-d', '1.0.0-e', '1.0.0-f']);
    expect(await versions('host')).toEqual([host().version]);
  });

  test('deletes the source maps with their build, and those that an interrupted release left alone', async () => {
    const maps = (letter: string) => path.join(out, `.maps/catalog/1.0.0-${letter}`);
    await written(host());
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'alone']) {
      if (letter !== 'alone') await written(catalog(letter));
      await mkdir(maps(letter), { recursive: true });
      await writeFile(path.join(maps(letter), 'main.js.map'), '{}');
    }
    expect(await prune(target)).toEqual([]);
    const deleted = await prune(target, Date.now() + 2 * DAY);
    expect(deleted.map(({ version }) => version).sort()).toEqual(['1.0.0-a', '1.0.0-alone']);
    expect((await readdir(path.join(out, '.maps/catalog'))).sort()).toEqual(
      ['b', 'c', 'd', 'e'].map((letter) => `1.0.0-${letter}`),
    );
  });

  test('keeps the release of a channel or rollout, whatever its age', async () => {
    await written(host('1.2.0'));
    await written(remote('catalog', { version: '1.0.0-old', contract: '^1.0.0' }));
    await written(catalog('beta'), { to: { channel: 'beta' } });
    for (const letter of ['a', 'b', 'c', 'd', 'e']) await written(catalog(letter));
    await prune(target, Date.now() + 2 * DAY);
    expect(await versions('catalog')).toEqual(['1.0.0-b', '1.0.0-beta', '1.0.0-c', '1.0.0-d', '1.0.0-e']);
  });

  test('keeps three earlier shells, so that the shell can be rolled back as well', async () => {
    for (const contract of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']) await written(host(contract));
    await prune(target, Date.now() + 2 * DAY);
    expect(await versions('host')).toEqual(['1.1.0', '1.2.0', '1.3.0', '1.4.0'].map((each) => `2.2.63-${each}`));
  });

  test('keeps a fresh build, since its release may follow', async () => {
    await written(host());
    await written(catalog('forgotten'), null);
    await mkdir(path.join(out, 'catalog/1.0.0-new'), { recursive: true });
    await writeFile(path.join(out, 'catalog/1.0.0-new/build.json'), '{}');
    expect(await prune(target)).toMatchObject([{ part: 'catalog', version: '1.0.0-forgotten' }]);
    expect(await versions('catalog')).toEqual(['1.0.0-new']);
  });

  test('deletes the files of a release that ended before its build.json, and no folder of another name', async () => {
    await written(host());
    const old = new Date(Date.now() - 2 * DAY);
    for (const name of ['catalog/1.0.0-half', 'pictures/autumn']) {
      await mkdir(path.join(out, name), { recursive: true });
      await writeFile(path.join(out, name, 'main.js'), 'main');
      await utimes(path.join(out, name), old, old);
    }
    await mkdir(path.join(out, 'catalog/1.0.0-arriving'));
    expect(await prune(target)).toMatchObject([{ part: 'catalog', version: '1.0.0-half' }]);
    expect(await versions('catalog')).toEqual(['1.0.0-arriving']);
    expect(await versions('pictures')).toEqual(['autumn']);
  });

  test('deletes files that ended processes left beside builds, once they are a day old', async () => {
    await written(host());
    const old = new Date(Date.now() - 2 * DAY);
    const left = [
      '.drafts/4711.abc',
      'catalog/.1.0.0-a-4711',
      'catalog/.1.0.0-b-pruned',
      '.maps/catalog/.1.0.0-a-4711',
      'host/.notes',
    ];
    for (const name of left) {
      await mkdir(path.join(out, name), { recursive: true });
      await utimes(path.join(out, name), old, old);
    }
    await mkdir(path.join(out, '.drafts/4712.def'));
    await mkdir(path.join(out, '.maps/catalog/.1.0.0-b-4712'));
    await prune(target);
    expect(await readdir(path.join(out, '.drafts'))).toEqual(['4712.def']);
    expect(await versions('catalog')).toEqual([]);
    expect(await readdir(path.join(out, '.maps/catalog'))).toEqual(['.1.0.0-b-4712']);
    expect(await versions('host')).toContain('.notes');
  });

  test('deletes nothing before the first release, and refuses a static host', async () => {
    await written(catalog('a'), null);
    expect(await prune(target)).toEqual([]);
    await expect(prune(httpTarget('https://hall.example/'))).rejects.toThrow('does not list its files');
  });
});
