// Builds one part into its own immutable folder and describes the result in build.json, from which releases are made.
// Runs in a process of its own, so that two parts are built at once on two cores.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { isContractInRange } from 'registry/compatibility';
import { integrityOf } from 'registry/node/integrity';
import { publicKeys } from 'registry/node/signing';
import { releaseText } from 'registry/node/snapshot';
import { isRemote, readJson } from './apps';
import { buildSentence } from './build-errors';
import { problemsOfManifest } from './manifest';
import { withIntegrity } from './shell-page';

const require = createRequire(import.meta.url);
const { eventsUsedBy, provided } = require('./provided.cjs');
const compress = promisify(brotliCompress);

/** Runs webpack. Rejects with webpack's own first error, shortened to what a person needs. */
function bundle(config) {
  const webpack = require('webpack');
  return new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((fault, stats) => {
      compiler.close((closing) => {
        const error = fault ?? stats?.compilation.errors[0] ?? closing;
        if (!error) return resolve(stats.compilation);
        reject(new Error(buildSentence(error, stats?.compilation)));
      });
    });
  });
}

/** A file of the shell's own that no bundle has: the page names it, so it is checked and weighed as those are. */
const START_CHECK = 'start-check.js';

const textFiles = /\.(js|css|html|svg|json)$/;

async function filesIn(directory) {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

/**
 * Those with an address at the root, such as the icon.
 * @param {string} directory the shell's sources
 * @throws for one in a folder: neither the server nor a static host would have it at its address
 */
export async function fixedFilesOf(directory) {
  const files = (await filesIn(path.join(directory, 'public'))).filter((file) => file !== START_CHECK);
  const astray = files.find((file) => file.includes(path.sep));
  if (astray)
    throw new Error(
      `public/${astray} lies in a folder, and the files of public are served at the root alone: move it to public itself.`,
    );
  return files;
}

async function compressBeside(directory, files) {
  await Promise.all(
    files.map(async (file) => {
      const source = await readFile(path.join(directory, file));
      const packed = await compress(source, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } });
      await writeFile(path.join(directory, `${file}.br`), packed);
    }),
  );
}

/**
 * Which files each screen and slot needs besides the entry, so that a page can ask for all of them at once instead of
 * discovering them one after the other. Read from the module graph: the dynamic imports of src/remote.ts.
 * @returns {Promise<Record<string, string[]>>} by the key used in defineRemote
 */
async function filesOfModules(compilation, directory) {
  const definition = path.join(directory, 'src/remote.ts');
  const source = await readFile(definition, 'utf8');
  const keys = new Map();
  for (const [, , key, request] of source.matchAll(
    /(['"]?)([\w-]+)\1\s*:\s*\(\)\s*=>\s*import\(\s*['"]([^'"]+)['"]/g,
  )) {
    keys.set(request, key);
  }
  const exposed = compilation.namedChunkGroups.get('remote');
  const files = {};
  for (const module of compilation.modules) {
    for (const block of module.blocks) {
      const key = keys.get(block.request);
      if (!key || compilation.moduleGraph.getParentModule(block.dependencies[0])?.resource !== definition) continue;
      const group = compilation.chunkGraph.getBlockChunkGroup(block);
      const needed = [...(exposed?.getFiles() ?? []), ...(group?.getFiles() ?? [])];
      files[key] = [...new Set(needed)].filter((file) => /\.(js|css)$/.test(file));
    }
  }
  return files;
}

const integrityIn = async (directory, files) =>
  Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, integrityOf(await readFile(path.join(directory, file)))])),
  );

/** Once all files have their last bytes. */
async function writePage(output, { version, files }) {
  const page = path.join(output, 'index.html');
  const named = await integrityIn(
    output,
    files.filter((file) => !file.startsWith('embed.')),
  );
  await writeFile(page, withIntegrity(await readFile(page, 'utf8'), `/parts/host/${version}/`, named));
}

async function recordOf(compilation, { part, version, directory, output, files, fixed }) {
  const common = { part, version, integrity: await integrityIn(output, files) };
  const shell = provided();
  if (!isRemote(part)) {
    // A browser checks no integrity of a worker, so the server that sends it does.
    const worker = integrityOf(await readFile(path.join(output, 'sw.js')));
    return { ...common, fixed, html: 'index.html', embed: 'embed.js', worker, keys: publicKeys(), ...shell };
  }
  const { contract, routes, slots } = await readJson(directory, 'remote.json');
  if (!isContractInRange(shell.contract, contract)) {
    throw new Error(
      `remote.json asks for contract ${contract}, and the contracts it was built with are ${shell.contract}.`,
    );
  }
  const entry = files.find((file) => /^remoteEntry\.\w+\.js$/.test(file));
  if (!entry) throw new Error(`${part} was built without a remote entry.`);
  const packages = Object.fromEntries(
    Object.entries(shell.packages).map(([name, built]) => [name, `^${built.replace(/\.\d+$/, '.0')}`]),
  );
  const sources = (await filesIn(path.join(directory, 'src')))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)testing\//.test(file))
    .map((file) => path.join(directory, 'src', file));
  const modules = await filesOfModules(compilation, directory);
  return { ...common, entry, contract, packages, events: eventsUsedBy(sources), routes, slots, modules };
}

/**
 * @param {{part: string, version: string, out: string, directory: string}} order `out` is the dist folder, `directory`
 *   the part's sources
 * @returns {Promise<object>} what build.json holds
 */
export async function buildPart({ part, version, out, directory }) {
  const { hostConfig, remoteConfig, workerConfig } = require('../../../webpack.shared.js');
  const problems = isRemote(part) ? problemsOfManifest(part, await readJson(directory, 'remote.json')) : [];
  if (problems.length > 0) throw new Error(`its remote.json cannot be released. ${problems.join(' ')}`);
  const fixed = isRemote(part) ? [] : await fixedFilesOf(directory);
  const target = path.join(out, part, version);
  // Built beside its place and moved there whole: a folder that exists is complete.
  const output = path.join(out, part, `.${version}-${process.pid}`);
  await mkdir(output, { recursive: true });
  try {
    const config = (isRemote(part) ? remoteConfig : hostConfig)(directory, { version, outputPath: output });
    const compilation = await bundle(config);
    const files = (await filesIn(output)).filter((file) => !file.endsWith('.map'));
    if (!isRemote(part)) {
      await cp(path.join(directory, 'public'), output, { recursive: true });
      files.push(START_CHECK);
      await bundle(workerConfig(directory, { version, outputPath: output }));
      await writePage(output, { version, files });
    }
    const record = await recordOf(compilation, { part, version, directory, output, files, fixed });
    await compressBeside(
      output,
      (await filesIn(output)).filter((file) => textFiles.test(file)),
    );
    await writeFile(path.join(output, 'release.json'), releaseText(record));
    await writeFile(path.join(output, 'build.json'), `${JSON.stringify(record, null, 2)}\n`);
    // Somebody else may have built the same sources meanwhile; theirs is as good.
    await rename(output, target).catch((error) => {
      if (!existsSync(target)) throw error;
    });
    return record;
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}
