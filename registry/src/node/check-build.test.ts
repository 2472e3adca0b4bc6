import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuildRecord } from '../model';
import { hostBuild, remoteBuild } from '../testing/builds';
import { filesOfFolder } from './build-files';
import { missingComponents, requireReleasable } from './check-build';
import { integrityOf } from './integrity';
import { folderTarget } from './targets/folder';

const LIMITS = { '*': { first: 1000, all: 1000, file: 10_000 } };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'check-build-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const check = (build: BuildRecord) => requireReleasable(folderTarget(folder), build, filesOfFolder(folder), LIMITS);

const catalog = remoteBuild('catalog', { paths: ['/menu', '/menu/:id'] });

test('a build with every screen and component that it names, within its budget, may be released', async () => {
  await writeFile(path.join(folder, 'a.js'), Buffer.alloc(1000));
  await check({ ...catalog, integrity: { 'a.js': '' }, modules: { a: ['a.js'] } });
  await writeFile(path.join(folder, 'index.html'), '<script src="/parts/host/1/a.js"></script>');
  await check({ ...hostBuild(), integrity: { 'a.js': '' } });
});

test('routes without a screen and slots without a component are refused by their names', () => {
  const slots = [{ slot: 'background' as const, module: 'badge', audience: 'anyone' as const }];
  expect(missingComponents({ ...catalog, slots, modules: {} })).toEqual([
    "catalog 1.0.0-aaaaaaaa has no screen 'a', which its route /menu names.",
    "catalog 1.0.0-aaaaaaaa has no screen 'a', which its route /menu/:id names.",
    "catalog 1.0.0-aaaaaaaa has no component 'badge', with which it fills the slot background.",
  ]);
});

test('every reason is said at once: what is missing, and what is over its budget', async () => {
  await writeFile(path.join(folder, 'a.js'), Buffer.alloc(3_000_000));
  await writeFile(path.join(folder, 'a.js.br'), Buffer.alloc(20));
  await expect(check({ ...catalog, integrity: { 'a.js': '' }, modules: {} })).rejects.toMatchObject({
    name: 'ReleaseRefused',
    message: [
      "catalog 1.0.0-aaaaaaaa has no screen 'a', which its route /menu names.",
      "catalog 1.0.0-aaaaaaaa has no screen 'a', which its route /menu/:id names.",
      "catalog: 'file' is 3000.0 KB and may be 10.0 KB. Make it smaller, or raise budgets.json and give the reason.",
    ].join('\n'),
  });
});

test('a shell over its budget is refused as well', async () => {
  await writeFile(path.join(folder, 'a.js'), Buffer.alloc(1001));
  await writeFile(path.join(folder, 'index.html'), '<script src="/parts/host/1/a.js"></script>');
  await expect(check({ ...hostBuild(), integrity: { 'a.js': '' } })).rejects.toThrow(
    "host: 'first' is 1.0 KB and may be 1.0 KB.",
  );
});

describe('the record of what a build takes or offers', () => {
  const surface = (changes: object = {}) => ({
    form: 1,
    contract: '1.2.0',
    names: { 'shared-contracts/remote': { Slot: '1' }, react: { useState: '' } },
    carried: [],
    events: [],
    entries: { 'shared-contracts/remote': 'remote.d.ts' },
    files: { 'remote.d.ts': '' },
    ...changes,
  });
  const recorded = async (text: string, hashed = text) => {
    await writeFile(path.join(folder, 'surface.json'), text);
    return check({ ...catalog, surface: integrityOf(Buffer.from(hashed)) });
  };

  test('is taken, and one of another form as well', async () => {
    await recorded(JSON.stringify(surface()));
    await recorded(JSON.stringify({ form: 2 }));
  });

  test.each([
    ['other bytes', '{}', '{ }', 'is missing, or is not what was built.'],
    ['no JSON', '{', '{', 'is not JSON.'],
    ['no names', '{"form":1}', '{"form":1}', 'does not say what it takes or offers.'],
  ])('is refused with %s', async (_what, text, hashed, sentence) => {
    await expect(recorded(text, hashed)).rejects.toThrow(`surface.json of catalog 1.0.0-aaaaaaaa ${sentence}`);
  });

  test('is refused if it is not there', async () => {
    await expect(check({ ...catalog, surface: 'sha256-a' })).rejects.toThrow('is missing');
  });

  test.each([
    ['entry', { entries: {} }],
    ['file', { files: {} }],
  ])('is refused without the %s of a module that it names', async (_what, changes) => {
    await expect(recorded(JSON.stringify(surface(changes)))).rejects.toThrow(
      'names shared-contracts/remote and has no declarations of it.',
    );
  });
});
