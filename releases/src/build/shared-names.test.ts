/** Tests with the bundler's module graph of small apps that share modules as the remotes and the shell do. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import federation from '@module-federation/enhanced/webpack';
import webpack, { type Compilation } from 'webpack';
import { bundledSources } from './bundled-sources';
import { namesProvided, namesTaken, type SharedNames } from './shared-names';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shared-names-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Shared = Record<string, { import?: false; requiredVersion: string }>;

/** Runs the function on a build's graph. */
async function read<Found>(
  files: Readonly<Record<string, string>>,
  shared: Shared,
  reader: (compilation: Compilation) => Found,
): Promise<Found> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: './index.js',
    output: { path: path.join(folder, 'out') },
    optimization: { minimize: false },
    plugins: [new federation.ModuleFederationPlugin({ name: 'app', shared, dts: false, dev: false, manifest: false })],
  });
  return await new Promise((resolve, reject) => {
    compiler.run((fault, stats) => {
      const error = fault ?? stats?.compilation.errors[0];
      if (error || !stats) reject(error);
      else resolve(reader(stats.compilation));
      compiler.close(() => {});
    });
  });
}

/** The names that the function finds in a build's graph. */
async function bundled(
  files: Readonly<Record<string, string>>,
  shared: Shared,
  reader: (compilation: Compilation) => SharedNames,
): Promise<Record<string, string[]>> {
  const names = await read(files, shared, reader);
  return Object.fromEntries([...names].map(([module, found]) => [module, [...found].sort()]));
}

const KIT: Shared = { kit: { import: false, requiredVersion: '^1.0.0' } };
const taken = (code: string, others: Readonly<Record<string, string>> = {}) =>
  bundled({ 'index.js': code, ...others }, KIT, namesTaken);

test.each([
  ['names that it imports', "import { one, two as other } from 'kit'; console.log(one, other);", ['one', 'two']],
  ['members of a namespace', "import * as kit from 'kit'; console.log(kit.one, kit.two.three);", ['one', 'two']],
  ['what it destructures', "import * as kit from 'kit'; const { one } = kit; console.log(one);", ['one']],
  ['all of a default, which may be the module itself', "import kit from 'kit'; console.log(kit);", ['*']],
  ['all of a namespace that is a value', "import * as kit from 'kit'; console.log(kit);", ['*']],
  ['all of what it imports when it needs it', "import('kit').then(console.log);", ['*']],
])(
  'an app takes %s',
  async (_what, code, names) => {
    expect(await taken(code)).toEqual({ kit: names });
  },
  60_000,
);

test('code that the bundler removes takes nothing', async () => {
  const code = "import { one, two } from 'kit'; function unused() { return two; } console.log(one);";
  expect(await taken(code)).toEqual({ kit: ['one'] });
}, 60_000);

test('an unused module without side effects takes nothing', async () => {
  const others = {
    'package.json': '{"sideEffects":false}',
    'barrel.js': "export { first } from './first'; export { second } from './second';",
    'first.js': "import { one } from 'kit'; export const first = one();",
    'second.js': "import { two } from 'kit'; export const second = two();",
  };
  const code = "import { first } from './barrel'; console.log(first);";
  expect(await taken(code, others)).toEqual({ kit: ['one'] });
}, 60_000);

test('modules that the bundler joins still take their names, and so do modules that they export again', async () => {
  const others = {
    'first.js': "export { one } from 'kit'; export { two } from 'kit';",
    'second.js': "import { three } from 'kit'; export const third = () => three();",
  };
  const code = "import { one } from './first'; import { third } from './second'; console.log(one, third());";
  expect(await taken(code, others)).toEqual({ kit: ['one', 'three'] });
}, 60_000);

test('a shell has the names of its provided modules, including CommonJS', async () => {
  const files = {
    'index.js':
      "import * as kit from 'kit'; import old from 'old'; import unknown from 'unknown'; console.log(kit, old, unknown);",
    'node_modules/kit/package.json': '{"name":"kit","version":"1.0.0","module":"index.js"}',
    'node_modules/kit/index.js': 'export const one = 1; export function two() {}',
    'node_modules/old/package.json': '{"name":"old","version":"1.0.0"}',
    'node_modules/old/index.js': "if (process.env.NODE_ENV === 'production') module.exports = require('./real.js');",
    'node_modules/old/real.js': 'exports.three = 3; exports.four = 4;',
    'node_modules/unknown/package.json': '{"name":"unknown","version":"1.0.0"}',
    'node_modules/unknown/index.js': 'module.exports = globalThis.something;',
  };
  const fileOf = (name: string) => [name, path.join(folder, 'node_modules', name, 'index.js')] as const;
  const provided = new Map(['kit', 'old', 'unknown'].map(fileOf));
  expect(await bundled(files, {}, (compilation) => namesProvided(compilation, provided))).toEqual({
    kit: ['one', 'two'],
    old: ['four', 'three'],
    unknown: ['*'],
  });
}, 60_000);

test('the sources of an app are its own files that are in its bundle, joined or not', async () => {
  const files = {
    'package.json': '{"sideEffects":false}',
    'index.js':
      "import { first } from './first'; import('./later'); import { one } from 'kit'; console.log(first, one);",
    'first.js': "import { deep } from './deep'; export const first = deep;",
    'deep.js': "export const deep = { color: 'var(--accent)' };",
    'later.js': "import { unused } from './unused'; export const later = 1;",
    'unused.js': 'export const unused = 1;',
    'node_modules/kit/package.json': '{"name":"kit","version":"1.0.0"}',
    'node_modules/kit/index.js': 'export const one = 1;',
  };
  const found = await read(files, {}, (compilation) => bundledSources(compilation, folder));
  expect(found.map((file) => path.relative(folder, file))).toEqual(['deep.js', 'first.js', 'index.js', 'later.js']);
}, 60_000);
