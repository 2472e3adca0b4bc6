/** Builds small remotes with Vite, in the process that builds apps, and checks them as a release does. */
import { type ChildProcess, fork } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BuildRecord, buildRecordOf } from '../../model/schemas';
import { filesOfFolder } from '../../store/build-files';
import { requireReleasable } from '../../store/check-build';
import { mapsOf } from '../../store/source-maps';
import { folderTarget } from '../../store/targets/folder';
import { root } from '../apps';
import type { BuildOutcome } from '../build-apps';
import { buildProgram } from '../build-program';

type RemoteBuild = Extract<BuildRecord, { entry: string }>;

const APP = 'stamp-card';
const VERSION = '1.0.0-aaaaaaaa';

let folder: string;
let worker: ChildProcess;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'vite-remote-')));
  const { file, execArgv } = buildProgram();
  worker = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv });
});
afterAll(async () => {
  worker.disconnect();
  await rm(folder, { recursive: true, force: true });
});

const route = {
  path: '/stamp-card',
  screen: 'card',
  guard: 'public',
  audience: 'anyone',
  title: 'Stamps',
  isRoot: true,
};

/** A framework of one line: its compiler turns the file's text into a module. */
const CONFIGURATION = `export default {
  plugins: [{
    name: 'lines',
    transform: (code, id) => (id.endsWith('.line') ? { code: code + '\\nexport const line = (stamp) => stamp.name;', map: null } : undefined),
  }],
};
`;

const SOURCES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: APP, version: '1.0.0', type: 'module' }),
  'remote.json': JSON.stringify({ name: APP, contract: '^1.3.0', routes: [route], slots: [] }),
  'vite.config.js': CONFIGURATION,
  'src/remote.ts': `import { defineRemote } from 'shared-contracts/remote';
export default defineRemote({ screens: { card: () => import('./card.screen') }, catalogs: { fr: () => import('./locales/fr.json') } });
`,
  'src/words.ts': `import { wordsOf } from 'shared-contracts/language';
export const { t, plural, rich } = wordsOf('${APP}');
`,
  'src/locales/fr.json': JSON.stringify({ Stamps: 'Timbres' }),
  'src/stamps.ts': `import { api } from 'shared-contracts/client';
import { t } from './words';
export const title = () => t('Stamps');
export const stamps = () => api().get<{ data: { name: string; shade: string }[] }>('/venues');
`,
  'src/card.screen.ts': `import styles from './card.module.css';
import { line } from './card.line';
import { stamps, title } from './stamps';
export function mount(element: HTMLElement) {
  element.className = styles.card ?? '';
  element.title = title();
  void stamps().then(({ data }) => element.replaceChildren(...data.map(line)));
  return () => element.replaceChildren();
}
`,
  'src/card.line': '',
  'src/card.module.css': '.card { color: var(--ink); }\n',
};

async function writeRemote(name: string, changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const directory = path.join(folder, name);
  for (const [file, text] of Object.entries({ ...SOURCES, ...changes })) {
    await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
    await writeFile(path.join(directory, file), text);
  }
  await symlink(path.join(root, 'node_modules'), path.join(directory, 'node_modules'));
  return directory;
}

/** Builds a remote. @returns the folder of the build @throws with the sentence of a build that fails */
async function build(directory: string): Promise<string> {
  const out = path.join(directory, 'dist');
  const outcome = await new Promise<BuildOutcome>((resolve, reject) => {
    worker.once('message', (message) => resolve(message as BuildOutcome));
    worker.once('exit', reject);
    worker.send({ part: APP, version: VERSION, directory, out });
  });
  if (outcome.error) throw new Error(outcome.error);
  return path.join(out, APP, VERSION);
}

async function recordIn(built: string): Promise<RemoteBuild> {
  const record: BuildRecord = buildRecordOf(JSON.parse(await readFile(path.join(built, 'build.json'), 'utf8')), built);
  if (!('entry' in record)) throw new Error('It is a shell.');
  return record;
}

/** Says that a release takes a build, or why it does not. */
async function verdict(built: string): Promise<string> {
  const target = folderTarget(path.join(folder, 'site'));
  return await requireReleasable(target, await recordIn(built), filesOfFolder(built)).then(
    () => 'It may be released.',
    (error: Error) => error.message,
  );
}

/** @returns the content of each file by its name */
async function contentOf(directory: string): Promise<Record<string, string>> {
  const names = (await readdir(directory)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(directory, name), 'base64')] as const)),
  );
}

describe('a remote that Vite builds', () => {
  let built: string;
  beforeAll(async () => {
    built = await build(await writeRemote('remote'));
  }, 60_000);

  test('has the record of any other, and may be released', async () => {
    const { modules, entry, packages, languages, surface } = await recordIn(built);
    expect(entry).toMatch(/^remoteEntry\.[0-9a-f]{8}\.js$/);
    expect(packages).toEqual({});
    expect(languages).toEqual(['en', 'fr']);
    expect(surface).toMatch(/^sha256-/);
    const withoutHash = (file: string) => file.replace(/\.[0-9a-f]{8}\./, '.');
    expect(Object.fromEntries(Object.entries(modules).map(([key, files]) => [key, files.map(withoutHash)]))).toEqual({
      card: ['remote.js', 'card.css', 'card.screen.js'],
      'locales/fr': ['remote.js', 'fr.js'],
    });
    expect(await verdict(built)).toBe('It may be released.');
  });

  test('records the names that it takes, its calls, and the fields that a component reads', async () => {
    const { names, calls } = JSON.parse(await readFile(path.join(built, 'surface.json'), 'utf8'));
    expect(Object.fromEntries(Object.entries<object>(names).map(([key, found]) => [key, Object.keys(found)]))).toEqual({
      'shared-contracts/client': ['api'],
      'shared-contracts/language': ['wordsOf'],
      'shared-contracts/remote': ['defineRemote'],
      'shared-contracts/ui/tokens.css': ['--ink'],
    });
    expect(calls.calls).toMatchObject([{ method: 'GET', paths: ['/venues'] }]);
    const [{ response }] = calls.calls;
    expect(Object.keys(response.properties.data.items.properties)).toEqual(['name']);
  });

  test('has a manifest for the tools of Module Federation, and no source in its maps', async () => {
    const manifest = JSON.parse(await readFile(path.join(built, 'mf-manifest.json'), 'utf8'));
    const { entry } = await recordIn(built);
    expect(manifest).toMatchObject({
      name: `foodhall/${APP}`,
      metaData: { globalName: `${APP}@${VERSION}`, remoteEntry: { name: entry } },
      exposes: [{ path: './remote' }],
    });
    const maps = path.join(built, '../..', mapsOf({ part: APP, version: VERSION }));
    const [screen = ''] = (await readdir(maps)).filter((name) => name.startsWith('card.screen'));
    const map = JSON.parse(await readFile(path.join(maps, screen), 'utf8'));
    expect(map.sources).toContain('src/card.screen.ts');
    expect(map).not.toHaveProperty('sourcesContent');
  });

  test.each<[string, (files: string, screen: string) => Promise<unknown>, RegExp]>([
    [
      'a byte more in a chunk',
      async (files, screen) =>
        writeFile(path.join(files, screen), `${await readFile(path.join(files, screen), 'utf8')} `),
      /^card\.screen\.\w+\.js is not in the build with the bytes that build\.json records\.$/m,
    ],
    [
      'a file more',
      (files) => writeFile(path.join(files, 'more.js'), 'alert(1)'),
      /^more\.js has no integrity in build\.json\.$/m,
    ],
    [
      'a page with a script inside',
      (files) => writeFile(path.join(files, 'index.html'), '<script>alert(1)</script>'),
      /^index\.html has no integrity in build\.json\.$/m,
    ],
    [
      'a file less',
      (files, screen) => rm(path.join(files, screen)),
      /^card\.screen\.\w+\.js, which build\.json names, is not in the build\.$/m,
    ],
  ])('is refused with %s', async (_what, change, sentence) => {
    const copy = path.join(folder, 'changed');
    await cp(built, copy, { recursive: true });
    const [screen = ''] = (await readdir(copy)).filter((name) => /^card\.screen\.\w+\.js$/.test(name));
    await change(copy, screen);
    expect(await verdict(copy)).toMatch(sentence);
    await rm(copy, { recursive: true });
  });

  test('has the same bytes in another folder', async () => {
    const other = await build(await writeRemote('deeper/other'));
    expect(await contentOf(other)).toEqual(await contentOf(built));
  });
});

test('a style for the whole page is refused by a release', async () => {
  const built = await build(
    await writeRemote('leak', { 'src/card.module.css': '.card { color: red; }\n:global(h1) { color: blue; }\n' }),
  );
  expect(await verdict(built)).toMatch(/^card\.\w+\.css: 'h1' applies outside of this remote\.$/m);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  [
    'a component that calls the API',
    { 'src/card.line': "import { api } from 'shared-contracts/client'; export const call = api;" },
    'src/card.line imports shared-contracts/client.',
  ],
  [
    'a component with messages',
    { 'src/card.line': "import { t } from './words'; export const word = () => t('Points');" },
    'src/card.line imports words.ts.',
  ],
  [
    'a name that the contracts do not have',
    {
      'src/stamps.ts':
        "import { apis } from 'shared-contracts/client'; export const stamps = apis; export const title = apis;",
    },
    'apis',
  ],
  [
    'a copy of the router',
    { 'src/stamps.ts': "export { Link as stamps, useParams as title } from 'react-router-dom';" },
    'would bring its own copy of the router',
  ],
  ['first screens', { 'src/first-screens.tsx': 'export default {};' }, 'the recipe of webpack alone'],
  [
    'a screen without mount',
    { 'src/card.screen.ts': 'export const nothing = 1;' },
    "exports neither 'Screen' nor 'mount'",
  ],
])('the build of %s fails with a sentence', async (what, changes, sentence) => {
  const directory = await writeRemote(what.replaceAll(' ', '-'), changes);
  await expect(build(directory)).rejects.toThrow(sentence);
});

test('the build says that Vite is missing', async () => {
  const directory = await writeRemote('without-vite');
  await rm(path.join(directory, 'node_modules'));
  await expect(build(directory)).rejects.toThrow('npm install --save-dev vite@8');
});
