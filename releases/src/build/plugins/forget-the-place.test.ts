/** Tests that webpack with this plugin builds the same bytes from the same sources in two folders. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ForgetThePlace } from './forget-the-place';

const require = createRequire(import.meta.url);
const webpack = require('webpack') as typeof import('webpack');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const TerserPlugin = require('terser-webpack-plugin');

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'place-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes sources like federation's: a file whose name is a hash of the folder and whose text contains it. @returns that file */
async function writeSources(place: string): Promise<string> {
  const entry = `node_modules/.federation/entry.${createHash('md5').update(place).digest('hex')}.js`;
  const files: Record<string, string> = {
    'app/index.js': `import './app.css'; import('./menu').then(({ menu }) => console.log(menu));`,
    'app/menu.js': `import { soup } from '../shared/soup'; import './menu.css'; export const menu = [soup];`,
    'app/app.css': '.app { color: red }',
    'app/menu.css': '.menu { color: blue }',
    'shared/soup.js': `export const soup = 'crème';`,
    [entry]: `import federation from '${place}/node_modules/runtime/bundler.js';\nconsole.log(federation);`,
    'node_modules/runtime/bundler.js': 'export default { init: true };',
    'node_modules/runtime/package.json': '{"sideEffects":true}',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(place, path.dirname(name)), { recursive: true });
    await writeFile(path.join(place, name), text);
  }
  return path.join(place, entry);
}

/** @returns the text of each file by its name */
async function built(place: string, plugins: object[], cache: object | false = false): Promise<Record<string, string>> {
  const entry = await writeSources(place);
  const out = path.join(place, 'out');
  const compiler = webpack({
    mode: 'production',
    cache: cache as import('webpack').Configuration['cache'],
    context: path.join(place, 'app'),
    entry: [entry, './index.js'],
    devtool: 'source-map',
    output: {
      path: out,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      devtoolModuleFilenameTemplate: ({ resourcePath }: { resourcePath: string }) =>
        resourcePath.replace(/entry\.\w{32}/, 'entry'),
    },
    module: {
      rules: [
        {
          test: /\.css$/,
          use: [MiniCssExtractPlugin.loader, { loader: require.resolve('css-loader'), options: { sourceMap: true } }],
        },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({ filename: '[name].[contenthash:8].css', chunkFilename: '[name].[contenthash:8].css' }),
      ...(plugins as import('webpack').WebpackPluginInstance[]),
    ],
    optimization: {
      minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify, parallel: false, extractComments: false })],
    },
  });
  await new Promise<void>((resolve, reject) => {
    compiler.run((fault, stats) => {
      const error = fault ?? stats?.compilation.errors[0];
      compiler.close(() => (error ? reject(error) : resolve()));
    });
  });
  const names = await readdir(out);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(out, name), 'utf8')] as const)),
  );
}

test('a build has the same bytes in another folder', async () => {
  const places = [path.join(folder, 'one'), path.join(folder, 'deeper/there/two')] as const;
  const build = (place: string) => built(place, [new ForgetThePlace([path.join(place, 'app'), place])]);
  const one = await build(places[0]);
  expect(await build(places[1])).toEqual(one);
  expect(Object.keys(one).length).toBeGreaterThan(6);
  expect(Object.values(one).join('')).not.toContain(folder);
  for (const [name, text] of Object.entries(one))
    if (name.endsWith('.map')) expect(JSON.parse(text).file).toBe(name.slice(0, -4));
}, 60_000);

test('a build from webpack’s cache has the same hashes of modules as the first one', async () => {
  const hashes: Record<string, unknown>[] = [];
  const recordHashes = {
    apply(compiler: import('webpack').Compiler) {
      compiler.hooks.done.tap('hashes', ({ compilation }) => {
        const entries = [...compilation.modules].map((module) => [module.identifier(), module.buildInfo?.hash]);
        hashes.push(Object.fromEntries(entries));
      });
    },
  };
  const cache = { type: 'filesystem', cacheDirectory: path.join(folder, 'cache') };
  const build = () => built(folder, [new ForgetThePlace([path.join(folder, 'app'), folder]), recordHashes], cache);
  const cold = await build();
  expect(await build()).toEqual(cold);
  // The cache restores no modules of a style's own compilation.
  expect(hashes[0]).toMatchObject(hashes[1] ?? {});
  expect(hashes[1]).toHaveProperty([path.join(folder, 'shared/soup.js')]);
}, 60_000);
