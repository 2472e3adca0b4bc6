import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apps, directoryOf, isRemote } from './apps';
import { eventsUsedBy, modulesOf, ownPaths, problemsOfAppEvents, tokensNamedBy, typesTakenBy } from './sources';
import { reformatFolder } from './testing/reformat';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sources-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sourcesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => path.join(directory, file));

/** Makes a remote from these files. */
async function remoteOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return Object.keys(files).map((name) => path.join(folder, name));
}

test('the sources of some remotes name events, so that the comparison below proves something', () => {
  const named = apps.filter(isRemote).map((remote) => eventsUsedBy(sourcesIn(path.join(directoryOf(remote), 'src'))));
  expect(named.filter((events) => events.length > 0).length).toBeGreaterThan(1);
});

describe.each(apps.filter(isRemote))('the sources of %s, reformatted', (remote) => {
  const own = path.join(directoryOf(remote), 'src');
  let copy: string;
  beforeEach(async () => {
    copy = path.join(folder, 'src');
    await cp(own, copy, { recursive: true });
    await reformatFolder(copy);
  });

  it('name the same events', async () => {
    expect(await readFile(path.join(copy, 'remote.ts'), 'utf8')).toContain('from "shared-contracts/remote"');
    expect(eventsUsedBy(sourcesIn(copy))).toEqual(eventsUsedBy(sourcesIn(own)));
  });

  it('have the same screens and slots', () => {
    expect(modulesOf(path.join(copy, 'remote.ts'))).toEqual(modulesOf(path.join(own, 'remote.ts')));
  });
});

describe('the events of apps that sources publish', () => {
  const IMPORT = "import { appEvents } from 'shared-contracts/events';\n";
  const problems = async (text: string) => problemsOfAppEvents('deals', await remoteOf({ 'a.ts': text }));

  it.each([
    ["import { appEvents } from 'shared-contracts/events';\nexport const { publish } = appEvents('deals');"],
    ["import { appEvents as own } from 'shared-contracts/events';\nown(`deals`).publish('deals.taken', {});"],
    [
      "import * as events from 'shared-contracts/events';\nevents.appEvents('deals');\nevents.publish('venue-cleared', {});",
    ],
    ["const appEvents = (app: string) => app;\nappEvents('checkout');"],
    ["import { useAppEvent } from 'shared-contracts/events';\nuseAppEvent('checkout.paid', () => {});"],
  ])('a remote may have %j', async (text) => {
    expect(await problems(text)).toEqual([]);
  });

  it.each([
    [`${IMPORT}appEvents('checkout').publish('checkout.paid', {});`, "names 'checkout'"],
    [`${IMPORT}const app = 'deals';\nappEvents(app);`, 'names no app'],
    [`${IMPORT}appEvents();`, 'names no app'],
    [`${IMPORT}const other = appEvents;\nother('checkout');`, 'passes appEvents on'],
    [`${IMPORT}export { appEvents };`, 'passes appEvents on'],
    ["import { appEvents as own } from 'shared-contracts/events';\nown('checkout');", "names 'checkout'"],
    ["import * as events from 'shared-contracts/events';\nevents.appEvents('checkout');", "names 'checkout'"],
    ["import * as events from 'shared-contracts/events';\nevents['appEvents']('checkout');", "names 'checkout'"],
    ["export { appEvents } from 'shared-contracts/events';", 'exports appEvents'],
    ["export * from 'shared-contracts/events';", 'exports appEvents'],
  ])('a remote must not have %j', async (text, what) => {
    expect(await problems(text)).toEqual([
      `a.ts ${what}; a remote publishes its own events alone, with appEvents('deals').`,
    ]);
  });
});

describe('the events that sources name', () => {
  const STORE = 'shared-contracts/events';

  it.each<[string, Record<string, string>]>([
    ['a literal', { 'a.ts': `import { publish } from '${STORE}';\npublish('cart-changed', {});` }],
    [
      'double quotes and an import on several lines',
      { 'a.ts': `import {\n  publish,\n}\n  from "${STORE}";\npublish(\n  "cart-changed",\n  {},\n);` },
    ],
    ['a template literal', { 'a.ts': `import { publish } from '${STORE}';\npublish(\`cart-changed\`, {});` }],
    [
      'a renamed import and a constant',
      { 'a.ts': `import { publish as tell } from '${STORE}';\nconst CHANGED = 'cart-changed';\ntell(CHANGED, {});` },
    ],
    ['the whole store', { 'a.ts': `import * as store from '${STORE}';\nstore.publish('cart-changed', {});` }],
    [
      'a constant of another file, renamed as it is imported',
      {
        'a.ts': `import { publish } from '${STORE}';\nimport { CHANGED as now } from './names';\npublish(now, {});`,
        'names.ts': "export const CHANGED = 'cart-changed';",
      },
    ],
    [
      'a constant that two files hand on',
      {
        'a.ts': `import { publish } from '${STORE}';\nimport { NAMES } from './words';\npublish(NAMES.changed, {});`,
        'words/index.ts': "export * from './all';",
        'words/all.ts': "export { EVENTS as NAMES } from './names';",
        'words/names.ts': "const changed = 'cart-changed';\nconst EVENTS = { changed } as const;\nexport { EVENTS };",
      },
    ],
    [
      'a store that another file hands on',
      {
        'a.ts': "import { tell } from './store';\ntell('cart-changed', {});",
        'store.ts': `import { publish } from '${STORE}';\nexport { publish as tell };`,
      },
    ],
    [
      'a store that is exported whole',
      {
        'a.ts': "import { publish } from './store';\npublish('cart-changed', {});",
        'store.ts': `export * from "${STORE}";`,
      },
    ],
  ])('are found by %s', async (_what, files) => {
    expect(eventsUsedBy(await remoteOf(files))).toEqual(['cart-changed']);
  });

  it('are not found without the store, in comments, or among the names of other things', async () => {
    const files = await remoteOf({
      'a.ts': "export const id = 'cart-changed';",
      'b.ts': `import { publish } from '${STORE}';\n// publish('cart-changed')\nexport const other = [publish, 'cart-drawn'];`,
    });
    expect(eventsUsedBy(files)).toEqual([]);
  });
});

it.each([
  "export default defineRemote({ screens: { menu: () => import('./menu.screen') } });",
  'export default defineRemote({\n  screens: {\n    "menu": () =>\n      import(\n        `./menu.screen`\n      ),\n  },\n});',
  'export default defineRemote({ screens: { async menu() { return await import("./menu.screen"); } } });',
  "const menu = () => import('./menu.screen');\nexport default defineRemote({ screens: { menu } });",
  "const load = () => import('./menu.screen');\nexport default defineRemote({ screens: { menu: load } });",
])('the screens of a remote are read from %j', async (text) => {
  const [file = ''] = await remoteOf({ 'remote.ts': text });
  expect(modulesOf(file)).toEqual([{ key: 'menu', specifier: './menu.screen' }]);
});

it('the types that sources name are found in each form of an import, without values', async () => {
  const files = await remoteOf({
    'a.ts': `import type { One, Two as Other } from 'kit';\nimport { type Three, code } from 'kit';\nimport type * as All from 'kit/all';`,
    'b.ts': `export type { Four } from 'kit';\nexport { type Five, run } from 'kit';\nlet six: import('kit').Six.Inner;\nimport type { Own } from './a';`,
  });
  expect(typesTakenBy(files)).toEqual(
    new Map([
      ['kit', new Set(['One', 'Two', 'Three', 'Four', 'Five', 'Six'])],
      ['kit/all', new Set(['*'])],
    ]),
  );
});

describe('the design tokens that strings name', () => {
  const TOKENS = new Set(['--space-1', '--space-12', '--space-3', '--surface']);

  it.each([
    ['in a style', "<p style={{ color: 'var(--surface)' }} />", ['--surface']],
    ['twice in one string', "const gap = 'calc(var( --space-1 ) + var(--space-3, 4px))';", ['--space-1', '--space-3']],
    ['as the name of a property', "style.setProperty('--space-3', size);", ['--space-3']],
    ['in a template', `const gap = \`var(--space-1) $\{size}\`;`, ['--space-1']],
    [
      'with an end that is known when the code runs',
      `const gap = \`var(--space-1$\{digit})\`;`,
      ['--space-1', '--space-12'],
    ],
    ['put together from strings', "const gap = 'var(--sur' + rest + ')';", ['--surface']],
    ['with a name that is known when the code runs', `const gap = \`var(--$\{name})\`;`, [...TOKENS]],
    ['not as another name', "const gap = 'var(--space-30) a--surface ---surface -- and --own';", []],
    ['not in a type', `type Key = \`var(--surface) $\{number}\`;`, []],
    ['not in a comment', "// 'var(--surface)'\nconst gap = 4;", []],
  ])('%s', async (_how, code, named) => {
    const files = await remoteOf({ 'a.tsx': code });
    expect([...tokensNamedBy(files, TOKENS)].sort()).toEqual([...named].sort());
  });
});

it("the shell's own pages are read from its route table", () => {
  expect(ownPaths()).toEqual(expect.arrayContaining(['/login', '/password-reset/:token', '/venues/:venueId/profile']));
});
