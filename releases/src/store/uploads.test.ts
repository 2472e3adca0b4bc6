import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderTarget } from './targets/folder';
import { Uploads } from './uploads';

const MB = 1024 * 1024;
let site: string;
beforeEach(async () => {
  site = await mkdtemp(path.join(tmpdir(), 'uploads-'));
});
afterEach(() => rm(site, { recursive: true, force: true }));

const stored = (owner: string) => readdir(path.join(site, '.uploads', owner)).catch(() => []);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const add = (uploads: Uploads, owner: string, text: string) => uploads.add(owner, hashOf(text), Buffer.from(text));

/** Adds a waiting file of that many bytes, which takes no room on the disk. */
async function waits(owner: string, bytes: number) {
  const folder = path.join(site, '.uploads', owner);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'large'), '');
  await truncate(path.join(folder, 'large'), bytes);
}

test("one owner's waiting files may take 250 MB, and other owners can go on", async () => {
  await waits('1', 250 * MB - 3);
  const uploads = new Uploads(site);
  await add(uploads, '1', 'abc');
  await expect(add(uploads, '1', 'd')).rejects.toThrow('would have more than 250 MB.');
  expect(await stored('1')).toEqual(expect.arrayContaining(['large', hashOf('abc')]));
  await add(uploads, '2', 'd');
  expect(await stored('2')).toEqual([hashOf('d')]);
});

test("all owners' waiting files may take 1 GB", async () => {
  for (const owner of ['1', '2', '3', '4']) await waits(owner, 250 * MB);
  await waits('5', 24 * MB);
  await expect(add(new Uploads(site), '6', 'a')).rejects.toThrow('Too many uploaded files wait for a release.');
});

test('released files are deleted after an hour, only those of their owner, and then other files can be added', async () => {
  const uploads = new Uploads(site);
  await add(uploads, '1', 'abc');
  await add(uploads, '1', 'of another build');
  await add(uploads, '2', 'abc');
  const files = ['a.js', 'b.js'].map((name) => ({ name, sha256: hashOf('abc'), size: 3 }));
  await uploads.release('1', { app: 'catalog', version: '1.0.0-a', files, maps: [] });
  await add(new Uploads(site), '1', 'def');
  // Another release that has the same file is under way.
  expect(await stored('1')).toContain(hashOf('abc'));
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 61 * 60_000);
  await add(uploads, '1', 'ghi');
  clock.mockRestore();
  expect((await stored('1')).sort()).toEqual(['of another build', 'def', 'ghi'].map(hashOf).sort());
  expect(await stored('2')).toEqual([hashOf('abc')]);
});

describe('a waiting file', () => {
  const catalog = { app: 'catalog', version: '1.0.0-a', maps: [] };
  const listed = (name: string, text: string) => ({ name, sha256: hashOf(text), size: text.length });
  const inode = async (name: string) => (await stat(path.join(site, name))).ino;

  test('becomes part of the published build without a copy, and the record has its own time', async () => {
    const uploads = new Uploads(site);
    for (const text of ['abc', '{}']) await add(uploads, '1', text);
    const files = [listed('build.json', '{}'), listed('a.js', 'abc')];
    await uploads.publish(folderTarget(site), '1', { ...catalog, files });
    expect(await inode('catalog/1.0.0-a/a.js')).toBe(await inode(`.uploads/1/${hashOf('abc')}`));
    expect(await inode('catalog/1.0.0-a/build.json')).not.toBe(await inode(`.uploads/1/${hashOf('{}')}`));
  });

  test('is requested again after a read found other bytes', async () => {
    const uploads = new Uploads(site);
    await add(uploads, '1', '{}');
    await writeFile(path.join(site, '.uploads/1', hashOf('{}')), '[]');
    const upload = { ...catalog, files: [listed('build.json', '{}')] };
    const target = folderTarget(site);
    await expect(uploads.open(target, '1', upload)).rejects.toThrow('Not all files have arrived: build.json');
    expect(await uploads.missing(target, '1', upload)).toEqual([hashOf('{}')]);
  });
});

describe('an upload that says a wrong size is refused with the right one', () => {
  const file = { name: 'a.js', sha256: hashOf('abc'), size: 4 };
  const catalog = { app: 'catalog', version: '1.0.0-a' };
  const sentence = (name: string) => `${name} has 3 bytes, and not 4 as the upload says.`;

  test.each([
    ['a file', { ...catalog, files: [file], maps: [] }, 'a.js'],
    ['a source map', { ...catalog, files: [], maps: [{ ...file, name: 'a.js.map' }] }, 'a.js.map'],
  ])('for %s, before its release and with it', async (_what, upload, name) => {
    const uploads = new Uploads(site);
    const target = folderTarget(site);
    expect(await uploads.missing(target, '1', upload)).toEqual([file.sha256]);
    await add(uploads, '1', 'abc');
    await expect(uploads.open(target, '1', upload)).rejects.toThrow(sentence(name));
    await expect(uploads.missing(target, '1', upload)).rejects.toThrow(sentence(name));
    expect(await stored('1')).toEqual([file.sha256]);
  });

  test('for a file that the live build has', async () => {
    await mkdir(path.join(site, 'catalog/1.0.0-a'), { recursive: true });
    for (const name of ['a.js', 'build.json']) await writeFile(path.join(site, 'catalog/1.0.0-a', name), 'abc');
    const missing = new Uploads(site).missing(folderTarget(site), '1', { ...catalog, files: [file], maps: [] });
    await expect(missing).rejects.toThrow(sentence('a.js'));
  });

  test('for one of two names of the same bytes', async () => {
    const uploads = new Uploads(site);
    await add(uploads, '1', 'abc');
    const files = [file, { ...file, name: 'b.js', size: 3 }];
    const missing = uploads.missing(folderTarget(site), '1', { ...catalog, files, maps: [] });
    await expect(missing).rejects.toThrow(sentence('a.js'));
  });
});

test('a waiting file that was cut off is requested again, and replaced', async () => {
  const uploads = new Uploads(site);
  const target = folderTarget(site);
  const upload = {
    app: 'catalog',
    version: '1.0.0-a',
    files: [{ name: 'a.js', sha256: hashOf('abc'), size: 3 }],
    maps: [],
  };
  await add(uploads, '1', 'abc');
  await truncate(path.join(site, '.uploads/1', hashOf('abc')), 2);
  expect(await uploads.missing(target, '1', upload)).toEqual([hashOf('abc')]);
  await add(uploads, '1', 'abc');
  expect(await uploads.missing(target, '1', upload)).toEqual([]);
});

describe('a file of a published build', () => {
  const file = { name: 'a.js', sha256: hashOf('abc'), size: 3 };
  const upload = { app: 'catalog', version: '1.0.0-a', files: [file], maps: [] };
  const withMap = { ...upload, files: [], maps: [{ ...file, name: 'a.js.map' }] };
  const missing = async (uploads: Uploads, wanted: typeof upload | typeof withMap = upload) =>
    await uploads.missing(folderTarget(site), '1', wanted);

  async function published(name: string): Promise<Uploads> {
    for (const each of ['catalog/1.0.0-a/build.json', name]) {
      await mkdir(path.dirname(path.join(site, each)), { recursive: true });
      await writeFile(path.join(site, each), 'abc'.slice(0, each === name ? 3 : 2));
    }
    return new Uploads(site);
  }

  test.each([
    ['catalog/1.0.0-a/a.js', upload],
    ['.maps/catalog/1.0.0-a/a.js.map', withMap],
  ])('%s is requested once it is lost or cut off', async (name, wanted) => {
    const uploads = await published(name);
    expect(await missing(uploads, wanted)).toEqual([]);
    await truncate(path.join(site, name), 2);
    expect(await missing(uploads, wanted)).toEqual([file.sha256]);
    await writeFile(path.join(site, name), 'abc');
    const others = new Uploads(site);
    expect(await missing(others, wanted)).toEqual([]);
    await rm(path.join(site, name));
    expect(await missing(others, wanted)).toEqual([file.sha256]);
  });

  test('is requested after a read found other bytes of the same size', async () => {
    const uploads = await published('catalog/1.0.0-a/a.js');
    expect(await missing(uploads)).toEqual([]);
    await writeFile(path.join(site, 'catalog/1.0.0-a/a.js'), 'xyz');
    const again = { ...upload, files: [{ ...file, name: 'build.json' }] };
    await expect(uploads.open(folderTarget(site), '1', again)).rejects.toThrow(
      'Not all files have arrived: build.json',
    );
    expect(await missing(uploads)).toEqual([file.sha256]);
  });
});
