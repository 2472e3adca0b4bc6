import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { limitsOfSite, problemsOfSizes, SITE_BUDGETS, sizesIn, sizesOf } from './budgets';
import { filesOfFolder } from './build-files';
import { folderTarget } from './targets/folder';

const bytes: Record<string, number> = {
  'entry.js': 7000,
  'a.js': 3000,
  'b.js': 5000,
  'b.css': 400,
  'c.js': 9000,
  'x.png': 90_000,
};
const sizeOf = (file: string) => ({ compressed: bytes[file] ?? 0, whole: 4 * (bytes[file] ?? 0) });
const integrity = Object.fromEntries(Object.keys(bytes).map((file) => [file, 'sha256-']));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'budgets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a remote is measured by its largest screen with its entry, by all scripts and styles, and by its largest file', () => {
  const modules = { list: ['a.js'], page: ['a.js', 'b.js', 'b.css'] };
  const sizes = sizesOf({ entry: 'entry.js', modules, integrity }, [], sizeOf);
  expect(sizes).toEqual({ first: 15_400, all: 24_400, file: 360_000 });
});

test('the shell is measured by the files that its page names', () => {
  expect(sizesOf({ integrity }, ['a.js', 'b.css'], sizeOf)).toEqual({ first: 3400, all: 24_400, file: 360_000 });
});

test('a compressed file counts if it is beside the file, except for the size of the largest file', async () => {
  await writeFile(path.join(folder, 'a.js'), Buffer.alloc(3_000_000));
  await writeFile(path.join(folder, 'a.js.br'), Buffer.alloc(20));
  await writeFile(path.join(folder, 'b.css'), Buffer.alloc(100));
  const record = { entry: 'a.js', modules: { menu: ['b.css'] }, integrity: { 'a.js': '', 'b.css': '' } };
  expect(await sizesIn(filesOfFolder(folder), record)).toEqual({ first: 120, all: 120, file: 3_000_000 });
});

test('the check names each size that is over its budget, with both figures, and each size without a limit', () => {
  const limits = { sizes: { first: 15_000, all: 24_400 }, from: 'budgets.json' };
  expect(problemsOfSizes('catalog', { first: 15_400, all: 24_400, file: 9000 }, limits)).toEqual([
    "catalog: 'first' is 15.4 KB and may be 15.0 KB. Make it smaller, or raise budgets.json and give the reason.",
    "catalog: budgets.json has no limit for 'file', which is 9.0 KB.",
  ]);
});

describe('the limits of a site', () => {
  const limits = (app: string) => limitsOfSite(folderTarget(folder), app);
  const ofSite = (text: string) => writeFile(path.join(folder, 'budgets.json'), text);

  test('exist for every app if the site has no file of its own', async () => {
    expect(await limits('stamps')).toEqual({ sizes: SITE_BUDGETS['*'], from: `budgets.json in ${folder}` });
    expect((await limits('host')).sizes).toEqual(SITE_BUDGETS.host);
  });

  test("come from the site's file, for one app or for all others, and from the defaults for the rest", async () => {
    await ofSite('{ "catalog": { "all": 5000 }, "*": { "first": 50 } }');
    expect((await limits('catalog')).sizes).toEqual({ ...SITE_BUDGETS['*'], all: 5000 });
    expect((await limits('stamps')).sizes).toEqual({ ...SITE_BUDGETS['*'], first: 50 });
  });

  test.each(['{ "catalog": 5 }', '{ "catalog": { "all": "5 KB" } }', 'none', '[]'])(
    'cannot be read from %s, and the error says so',
    async (text) => {
      await ofSite(text);
      await expect(limits('catalog')).rejects.toThrow(`budgets.json in ${folder} is malformed`);
    },
  );
});
