/** Files that webpack builds with this plugin, run as a page would run them. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { LeanRuntime } from './lean-runtime';

const require = createRequire(import.meta.url);
const webpack = require('webpack') as typeof import('webpack');

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'runtime-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** @returns the text of each entry */
async function built(plugins: object[]): Promise<{ main: string; embed: string }> {
  await mkdir(path.join(folder, 'src'));
  const code = 'globalThis.address = __webpack_public_path__;';
  for (const name of ['main', 'embed']) await writeFile(path.join(folder, `src/${name}.js`), code);
  const compiler = webpack({
    mode: 'production',
    context: folder,
    target: ['web', 'es2022'],
    entry: { main: './src/main.js', embed: './src/embed.js' },
    output: { path: path.join(folder, 'out'), filename: '[name].js', publicPath: 'auto' },
    plugins: plugins as [],
  });
  await new Promise<void>((resolve, reject) => compiler.run((error) => (error ? reject(error) : resolve())));
  const textOf = (name: string) => readFile(path.join(folder, 'out', `${name}.js`), 'utf8');
  return { main: await textOf('main'), embed: await textOf('embed') };
}

/** @returns where the file that a tag with this `src` loads finds its other files */
function addressIn(code: string, src: string, tagName = 'SCRIPT'): unknown {
  const page = { document: { currentScript: { src, tagName } }, address: undefined };
  vm.runInNewContext(code, page);
  return page.address;
}

test.each([
  ['https://foodhall.test/parts/host/2.2.0/main.js', 'https://foodhall.test/parts/host/2.2.0/'],
  ['https://foodhall.test/parts/catalog/1.0.0/entry.js?retry=a-1', 'https://foodhall.test/parts/catalog/1.0.0/'],
  ['https://foodhall.test/parts/catalog/entry.js?from=/a/b#/c', 'https://foodhall.test/parts/catalog/'],
])('a file at %s finds its other files at %s, as with webpack’s own code', async (src, expected) => {
  const lean = await built([new LeanRuntime()]);
  await rm(path.join(folder, 'src'), { recursive: true });
  const own = await built([]);
  expect([addressIn(lean.main, src), addressIn(own.main, src)]).toEqual([expected, expected]);
  expect(lean.main.length).toBeLessThan(own.main.length);
});

test('an image of the page that has taken the name of the current script says nothing', async () => {
  const { main } = await built([new LeanRuntime()]);
  expect(() => addressIn(main, 'https://elsewhere.test/x.png', 'IMG')).toThrow('No current script');
});

test('a file that may be loaded in another way has webpack’s own code', async () => {
  const lean = await built([new LeanRuntime((chunk) => chunk === 'main')]);
  expect(lean.embed).toContain('getElementsByTagName');
  expect(lean.main).not.toContain('getElementsByTagName');
});

test('a module that a loader runs during the build has no script, and no address', async () => {
  await mkdir(path.join(folder, 'src'));
  const loader = `module.exports = function () {
    const done = this.async();
    this.importModule('./place.js', {}, (error, place) => done(error, 'globalThis.address = ' + JSON.stringify(place?.default)));
  };`;
  await writeFile(path.join(folder, 'loader.js'), loader);
  await writeFile(path.join(folder, 'src/place.js'), 'export default "at:" + __webpack_public_path__;');
  await writeFile(path.join(folder, 'src/main.js'), '');
  const compiler = webpack({
    mode: 'production',
    context: folder,
    target: ['web', 'es2022'],
    entry: './src/main.js',
    output: { path: path.join(folder, 'out'), filename: '[name].js', publicPath: 'auto' },
    module: { rules: [{ test: /main\.js$/, loader: path.join(folder, 'loader.js') }] },
    plugins: [new LeanRuntime()],
  });
  const errors = await new Promise((resolve, reject) =>
    compiler.run((error, stats) => (error ? reject(error) : resolve(stats?.compilation.errors))),
  );
  expect(errors).toEqual([]);
  const main = await readFile(path.join(folder, 'out/main.js'), 'utf8');
  expect(addressIn(main, 'https://foodhall.test/main.js')).toBe('at:');
});
