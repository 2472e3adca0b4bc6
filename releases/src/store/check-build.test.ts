import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type BuildRecord, SCHEMA } from '../model/schemas';
import { hostBuild, remoteBuild } from '../testing/builds';
import type { Budgets } from './budgets';
import { filesOfFolder } from './build-files';
import { missingComponents, requireReleasable } from './check-build';
import { integrityOf } from './integrity';
import { releaseText } from './snapshot';
import { folderTarget } from './targets/folder';

const LIMITS = { '*': { first: 1000, all: 1000, file: 10_000 } };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'check-build-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const check = (build: BuildRecord, own: Budgets | undefined = LIMITS) =>
  requireReleasable(folderTarget(folder), build, filesOfFolder(folder), own);

const catalog = remoteBuild('catalog', { paths: ['/menu', '/menu/:id'] });
const ENTRY = 'remoteEntry.12345678.js';

/** Writes a build with these files, as the recipe does. @returns its record */
async function built(contents: Readonly<Record<string, string | Buffer>> = {}, changes: object = {}) {
  const files = { [ENTRY]: 'entry', ...contents };
  const counted = Object.entries(files).filter(([name]) => !name.endsWith('.br'));
  const integrity = Object.fromEntries(counted.map(([name, content]) => [name, integrityOf(content)]));
  const record = { ...catalog, integrity, ...changes } as BuildRecord;
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  await writeFile(path.join(folder, 'release.json'), releaseText(record));
  return record;
}

/** Writes a shell whose page loads one script. */
async function builtShell(script: string | Buffer) {
  const page = '<script src="/parts/host/1/a.js"></script>';
  const files = { 'a.js': script, 'index.html': page, 'embed.js': '' };
  const integrity = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, integrityOf(content)]));
  const others = { 'frame.html': '', 'sw.js': '' };
  for (const [name, content] of Object.entries({ ...files, ...others })) {
    await writeFile(path.join(folder, name), content);
  }
  return hostBuild('1.2.0', { integrity, worker: integrityOf('') });
}

const refusal = async (build: BuildRecord, own?: Budgets) =>
  String(await check(build, own).catch(({ message }: Error) => message)).split('\n');

test('a build within its budget may be released if it has every file, screen and component that it names', async () => {
  const text = 'a'.repeat(5000);
  await check(await built({ 'a.js': text, 'a.js.br': brotliCompressSync(text) }, { modules: { a: ['a.js'] } }));
});

test('a shell may be released within its budget, and is refused over it', async () => {
  await check(await builtShell(Buffer.alloc(1000)));
  expect(await refusal(await builtShell(Buffer.alloc(1001)))).toEqual(
    ["'first'", "'all'"].map(
      (what) =>
        `host: ${what} is 1.0 KB and may be 1.0 KB. Make it smaller, or raise budgets.json and give the reason.`,
    ),
  );
});

test('routes without a screen and slots without a component are refused by their names', () => {
  const slots = [{ slot: 'background' as const, module: 'badge', audience: 'anyone' as const }];
  expect(missingComponents({ ...catalog, slots, modules: {} })).toEqual([
    "catalog 1.0.0-aaaaaaaa has no screen 'a', which its route /menu names.",
    "catalog 1.0.0-aaaaaaaa has no screen 'a', which its route /menu/:id names.",
    "catalog 1.0.0-aaaaaaaa has no component 'badge', with which it fills the slot background.",
  ]);
});

test("a site has a budget for every app, and the team's own budget can only be stricter", async () => {
  const large = await built({ 'a.js': randomBytes(1_500_000) });
  const generous = { '*': { first: 9e9, all: 9e9, file: 9e9 } };
  for (const own of [undefined, generous])
    expect(await refusal(large, own ?? generous)).toEqual([
      expect.stringContaining(
        "catalog: 'all' is 1500.0 KB and may be 250.0 KB. Make it smaller, or raise budgets.json in",
      ),
      expect.stringContaining("catalog: 'file' is 1500.0 KB and may be 500.0 KB."),
    ]);
  await writeFile(path.join(folder, 'budgets.json'), JSON.stringify({ catalog: { all: 2e6, file: 2e6 } }));
  const other = filesOfFolder(folder);
  await requireReleasable(
    folderTarget(folder),
    large,
    { ...other, list: async () => (await other.list()).filter((name) => name !== 'budgets.json') },
    generous,
  );
});

describe('a build that was changed by hand is refused for', () => {
  const nested = (depth: number): string => (depth === 0 ? 'x' : `{{#a}}${nested(depth - 1)}{{/a}}`);
  const first = { contract: '1.3.0', screens: { a: 'menu.html' } };
  const routes = (changes: object) => ({ routes: [{ ...catalog.routes[0], ...changes }] });

  test.each<[what: string, contents: Readonly<Record<string, string | Buffer>>, changes: object, reason: string]>([
    [
      'a menu entry that leads out of the site',
      {},
      {
        menu: [{ place: 'account', path: 'javascript:alert(1)', label: 'Deals', guard: 'public', audience: 'anyone' }],
      },
      'The menu entry "javascript:alert(1)" is no path of its own routes.',
    ],
    ['a path of the server', {}, routes({ path: '/:a/:b' }), 'The path /:a/:b matches an address of the server.'],
    [
      'a style for the whole page',
      { 'a.css': 'body{display:none}' },
      {},
      "a.css: 'body' applies outside of this remote.",
    ],
    ['a script in a template', { 'menu.html': '<script>' }, { first }, 'menu.html: <script> may not be in a template.'],
    [
      'a template that is too deep',
      { 'menu.html': nested(20) },
      { first },
      'menu.html: Its sections are 20 deep, of at most 16.',
    ],
    ['a template that is not there', {}, { first }, 'menu.html, which build.json names, is not in the build.'],
    [
      'a small file that passes for a large one, compressed',
      { 'a.js': 'x'.repeat(9000), 'a.js.br': 'x' },
      {},
      'a.js.br is not the file a.js, compressed.',
    ],
    [
      'compressed bytes of something else',
      { 'a.js': 'abc', 'a.js.br': brotliCompressSync('xyz') },
      {},
      'a.js.br is not the file a.js, compressed.',
    ],
    [
      'compressed bytes that become gigabytes',
      { 'a.js': 'abc', 'a.js.br': brotliCompressSync(Buffer.alloc(1e7)) },
      {},
      'a.js.br is not the file a.js, compressed.',
    ],
    [
      'a compressed file alone',
      { 'b.js.br': brotliCompressSync('xyz') },
      {},
      'b.js.br is not the file b.js, compressed.',
    ],
    [
      'other bytes than recorded',
      {},
      { integrity: { [ENTRY]: 'sha256-a' } },
      `${ENTRY} is not in the build with the bytes that build.json records.`,
    ],
    [
      'a file that no budget counts',
      { 'big.js': 'x' },
      { integrity: { [ENTRY]: integrityOf('entry') } },
      'big.js has no integrity in build.json.',
    ],
    [
      'a file of a screen that is not there',
      {},
      { modules: { a: ['gone.js'] } },
      'gone.js, which build.json names, is not in the build.',
    ],
    [
      'many requests for each page',
      {},
      routes({ prefetch: Array.from({ length: 7 }, (_, id) => ({ path: `/venues/${id}` })) }),
      '/menu asks for 7 requests (prefetch), of at most 6.',
    ],
    [
      'a request that is none of the API',
      {},
      routes({ prefetch: [{ path: '/../../config.json' }] }),
      '/menu asks for /../../config.json, which is no path of the API.',
    ],
    [
      'long facts',
      {},
      { facts: { a: { title: 'x'.repeat(230_000), description: '' } } },
      'The title of a has 230000 characters, of at most 200.',
    ],
    [
      'facts of a screen that it does not have',
      {},
      { facts: { b: { title: 'B', description: '' } } },
      "catalog 1.0.0-aaaaaaaa has facts of 'b', which no route shows.",
    ],
    [
      'facts with a field that is not escaped',
      {},
      { facts: { a: { title: 'A', description: '{{{venue.data.blurb}}}' } } },
      'The description of a has a tag that is no escaped field; it may have fields such as {{venue.data.name}} only.',
    ],
    [
      'a large entry in the registry',
      {},
      { events: Array.from({ length: 3000 }, (_, id) => `event-${id}`) },
      'What the registry has of catalog 1.0.0-aaaaaaaa would be',
    ],
    [
      'the name of the shell',
      {},
      { part: 'host' },
      'build.json is of a shell, or of a remote: its name says the other.',
    ],
  ])('%s', async (_what, contents, changes, reason) => {
    expect(await refusal(await built(contents, changes))).toContainEqual(expect.stringContaining(reason));
  });

  test('a release.json that differs from build.json', async () => {
    const record = await built();
    await writeFile(path.join(folder, 'release.json'), '{}');
    expect(await refusal(record)).toEqual(['release.json is not the release that build.json records.']);
  });
});

describe('a style of a remote', () => {
  const HEADER = '.header-aB3dE-bar{color:red}';
  let site: string;
  beforeEach(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'check-build-site-'));
  });
  afterEach(() => rm(site, { recursive: true, force: true }));

  /** Writes a build with one style to the site. */
  async function writeLive(record: BuildRecord, css: string) {
    const at = path.join(site, record.part, record.version);
    await mkdir(at, { recursive: true });
    await writeFile(path.join(at, 'main.css'), css);
    await writeFile(
      path.join(at, 'build.json'),
      JSON.stringify({ ...record, integrity: { 'main.css': integrityOf(Buffer.from(css)) } }),
    );
  }

  beforeEach(async () => {
    const host = hostBuild();
    const queues = remoteBuild('queues');
    await writeLive(host, HEADER);
    await writeLive(queues, '.board-Qx9_1-lane{color:red}');
    await writeLive(catalog, '.menu-mJff7-tabs{color:red}');
    await mkdir(path.join(site, 'registry'));
    const served = (record: BuildRecord) => ({ ...record, path: `/parts/${record.part}/${record.version}/` });
    const snapshot = {
      schema: SCHEMA,
      parent: null,
      at: '2026-01-01T00:00:00.000Z',
      host: served(host),
      remotes: { queues: served(queues), catalog: served(catalog) },
      since: {},
      offers: [],
      kept: {},
    };
    const pointer = { current: 'one', previous: null, at: snapshot.at, recalled: [], signature: 'a' };
    await writeFile(path.join(site, 'registry/one.json'), JSON.stringify(snapshot));
    await writeFile(path.join(site, 'registry/pointer.json'), JSON.stringify(pointer));
  });

  test.each([
    ['of the shell', HEADER, "a.css: '.header-aB3dE-bar' is a class of the shell."],
    [
      'of another remote, beside one of its own',
      '.menu-mJff7-tabs .board-Qx9_1-lane{color:red}',
      "a.css: '.board-Qx9_1-lane' is a class of 'queues'.",
    ],
  ])('is refused for a class %s', async (_whose, css, reason) => {
    const build = await built({ 'a.css': css }, { version: '1.0.1-bbbbbbbb' });
    await expect(requireReleasable(folderTarget(site), build, filesOfFolder(folder))).rejects.toThrow(reason);
  });

  test("may name the classes of the same app's earlier release", async () => {
    const build = await built({ 'a.css': '.menu-mJff7-tabs{color:blue}' }, { version: '1.0.1-bbbbbbbb' });
    await requireReleasable(folderTarget(site), build, filesOfFolder(folder));
  });
});

describe('the record of the names that a build takes or offers', () => {
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
    return check(await built({}, { surface: integrityOf(Buffer.from(hashed)) }));
  };

  test('is accepted, also in another format', async () => {
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

  test('is refused if the build asks for a contract range that does not include its own contracts', async () => {
    const text = JSON.stringify(surface());
    await writeFile(path.join(folder, 'surface.json'), text);
    const build = await built({}, { surface: integrityOf(Buffer.from(text)), contract: '^9.0.0' });
    expect(await refusal(build)).toEqual([
      'catalog 1.0.0-aaaaaaaa asks for contract ^9.0.0, and the contracts it was built with are 1.2.0.',
    ]);
  });

  test('is refused if it is missing', async () => {
    await expect(check(await built({}, { surface: 'sha256-a' }))).rejects.toThrow('is missing');
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
