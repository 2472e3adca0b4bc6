import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { directoryOf, root } from './apps';
import { sourcePath, takeMaps } from './source-maps';

test.each([
  ['webpack://foodhall/catalog/./src/menu/menu.tsx', 'remotes/catalog', 'remotes/catalog/src/menu/menu.tsx'],
  [
    'webpack://foodhall/catalog/../../shared-contracts/src/rules/money.ts',
    'remotes/catalog',
    'shared-contracts/src/rules/money.ts',
  ],
  ['webpack://foodhall/host/../releases/src/model/cohort.ts', 'host', 'releases/src/model/cohort.ts'],
  ['webpack://foodhall/card/./src/card.tsx', '', 'src/card.tsx'],
  ['webpack://foodhall/card/../../../shared-contracts/src/rules/money.ts', '', 'shared-contracts/src/rules/money.ts'],
  [
    'webpack://foodhall/catalog/./src/menu/menu.module.css?42df',
    'remotes/catalog',
    'remotes/catalog/src/menu/menu.module.css',
  ],
  ['webpack://foodhall/catalog/webpack/runtime/load script', 'remotes/catalog', 'webpack/runtime/load script'],
])('%s of an app in %p is %s', (source, folder, expected) => {
  expect(sourcePath(source, folder)).toBe(expected);
});

describe('the maps of a build', () => {
  let out: string;
  let output: string;
  const build = { part: 'catalog', version: '1.0.0-aa', directory: directoryOf('catalog') };
  beforeEach(async () => {
    out = await mkdtemp(path.join(tmpdir(), 'source-maps-'));
    output = path.join(out, 'catalog/.draft');
    await mkdir(path.join(output, 'assets'), { recursive: true });
    const map = JSON.stringify({
      version: 3,
      sources: ['webpack://foodhall/catalog/./src/menu.tsx'],
      mappings: 'AAAA',
    });
    for (const name of ['main.js', 'main.css', 'assets/worker.js']) {
      await writeFile(path.join(output, name), '');
      await writeFile(path.join(output, `${name}.map`), map);
    }
  });
  afterEach(() => rm(out, { recursive: true, force: true }));

  const files = async (folder: string) =>
    (await readdir(folder, { withFileTypes: true, recursive: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();

  test('are stored beside the builds, only for scripts, with the paths of the repository', async () => {
    await takeMaps({ ...build, out }, output);
    expect(await files(output)).toEqual(['main.css', 'main.js', 'worker.js']);
    expect(await files(path.join(out, '.maps'))).toEqual(['main.js.map', 'worker.js.map']);
    const map = await readFile(path.join(out, '.maps/catalog/1.0.0-aa/assets/worker.js.map'), 'utf8');
    expect(JSON.parse(map)).toEqual({ version: 3, sources: ['remotes/catalog/src/menu.tsx'], mappings: 'AAAA' });
  });

  test('stay if another process has left maps of the same sources', async () => {
    const maps = path.join(out, '.maps/catalog/1.0.0-aa');
    await mkdir(maps, { recursive: true });
    await writeFile(path.join(maps, 'main.js.map'), 'of the other');
    await takeMaps({ ...build, out }, output);
    expect(await files(output)).toEqual(['main.css', 'main.js', 'worker.js']);
    expect(await readdir(path.join(out, '.maps/catalog'))).toEqual(['1.0.0-aa']);
    expect(await readFile(path.join(maps, 'main.js.map'), 'utf8')).toBe('of the other');
  });

  test('contain no path of the machine if the sources are in another folder', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'elsewhere-'));
    await takeMaps({ ...build, directory, out }, output);
    const map = JSON.parse(await readFile(path.join(out, '.maps/catalog/1.0.0-aa/main.js.map'), 'utf8'));
    expect(map.sources).toEqual(['src/menu.tsx']);
    await rm(directory, { recursive: true });
  });
});

/**
 * Runs the recipe in a process of its own, since Jest hides Node's loaded modules. Federation is left out, as it takes most of the time.
 */
const BUILD = `
const webpack = require('webpack');
const { remoteConfig } = require('./webpack.shared.js');
const [folder] = process.argv.slice(1);
const config = remoteConfig(folder, { version: '1.0.0-aa', outputPath: folder + '/dist/card/.draft', project: folder });
const { mode, context, devtool, output, resolve, resolveLoader, module, optimization } = config;
const entry = { main: './src/card.tsx' };
const plugins = config.plugins.filter((plugin) => plugin.constructor.name === 'CompileEarly');
webpack({ mode, context, devtool, output, resolve, resolveLoader, module, plugins, optimization: { ...optimization, splitChunks: false }, entry }).run((error, stats) => {
  const [problem] = stats?.compilation.errors ?? [];
  if (error ?? problem) throw error ?? problem;
});
`;

test('an error of a minified build leads to one line of its source, and no file of the build names or contains the source', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'planted-'));
  try {
    await mkdir(path.join(folder, 'src'));
    await writeFile(path.join(folder, 'package.json'), '{"name":"card","version":"1.0.0"}');
    await writeFile(path.join(folder, 'remote.json'), '{"contract":"^1.2.0"}');
    const source = [
      'interface Props {',
      '  points: number;',
      '}',
      '',
      '/** Throws for a card without points. */',
      'export function pointsOf({ points }: Props): number {',
      "  if (!points) throw new RangeError('This card has no points.');",
      '  return points * 2;',
      '}',
      'Object.assign(globalThis, { pointsOf });',
      // The source is long enough for its file to get the hint.
      `Object.assign(globalThis, { dishes: '${'ramen '.repeat(2_500)}' });`,
    ];
    await writeFile(path.join(folder, 'src/card.tsx'), source.join('\n'));
    await promisify(execFile)('node', ['--import', 'tsx', '--eval', BUILD, folder], { cwd: root });
    const output = path.join(folder, 'dist/card/.draft');
    const build = { part: 'card', version: '1.0.0-aa', directory: folder, out: path.join(folder, 'dist') };
    await takeMaps(build, output);
    const [script = '', ...others] = await readdir(output);
    expect(others).toEqual([]);
    const built = await readFile(path.join(output, script), 'utf8');
    expect(built).not.toMatch(/sourceMappingURL|interface/);
    // The hint makes Chromium compile the file before it runs, and the map accounts for it. It comes first, since Chromium reads none after
    // a directive.
    expect(built).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);

    const map = await readFile(path.join(folder, 'dist/.maps/card/1.0.0-aa', `${script}.map`), 'utf8');
    expect(map).not.toMatch(/no points|planted-/);
    const lines = built.slice(0, built.indexOf('RangeError')).split('\n');
    const found = new SourceMap(JSON.parse(map)).findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
    expect(found).toMatchObject({ originalSource: 'src/card.tsx', originalLine: 6 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 30_000);
