import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './apps';

/** Runs in a process of its own: webpack follows Node's loaded modules, which Jest hides. */
const BUILD = `
const webpack = require('webpack');
const { remoteConfig } = require('./webpack.shared.js');
const [folder] = process.argv.slice(1);
const { cache } = remoteConfig('${path.join(root, 'remotes/catalog')}');
const compiler = webpack({
  mode: 'production',
  context: folder,
  entry: './entry.js',
  output: { path: folder + '/out' },
  cache: { ...cache, name: 'entry', cacheDirectory: folder },
});
compiler.run((error) => compiler.close((closing) => {
  if (error ?? closing) throw error ?? closing;
}));
`;

test("the build stores webpack's cache for the next one", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'build-cache-'));
  try {
    await writeFile(path.join(folder, 'entry.js'), 'console.log(1)');
    await promisify(execFile)('node', ['--import', 'tsx', '--eval', BUILD, folder], { cwd: root });
    expect(await readFile(path.join(folder, 'entry/index.pack'))).not.toHaveLength(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 30_000);
