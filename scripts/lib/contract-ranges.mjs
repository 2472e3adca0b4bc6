// Whether a remote asks for the contract it needs. remote.json states a range, and a range that promises too much breaks
// on an older shell instead of being refused by it; so the compiler is asked whether the remote's sources, and what they
// carry of the contracts, compile against the last release.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { tokensIn } from './contract-surface.mjs';
import { directoryOf, isRemote, parts, readJson, root } from './parts.mjs';

const run = promisify(execFile);
const compiler = path.join(root, 'node_modules/@typescript/native/bin/tsc');
const contracts = path.join(root, 'shared-contracts');
/** A remote brings its own copy of these where the shell's is older (decision 0002); types are nobody's code. */
const isCarried = (subpath) => /^\.\/(rules\/.+|ui|types)$/.test(subpath);

/** The compiler's complaints when everything that only the shell has is as it was released. */
async function complaints(directory, { entries }, released) {
  const old = Object.entries(entries)
    .filter(([subpath]) => !isCarried(subpath))
    .map(([subpath, file]) => [`shared-contracts/${subpath.slice(2)}`, [path.join(released, `${file}.d.ts`)]]);
  const settings = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: {
      noUnusedLocals: false,
      noUnusedParameters: false,
      typeRoots: [path.join(root, 'node_modules/@types')],
      types: ['node'],
      paths: Object.fromEntries(old),
    },
    include: [path.join(directory, 'src'), path.join(root, 'types')],
    exclude: ['*.test.ts', '*.test.tsx', 'testing'].map((name) => path.join(directory, 'src/**', name)),
  };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-range-'));
  try {
    const file = path.join(folder, 'tsconfig.json');
    await writeFile(file, JSON.stringify(settings));
    const { stdout } = await run('node', [compiler, '--noEmit', '--pretty', 'false', '-p', file]).catch((error) => {
      if (!error.stdout) throw error;
      return error;
    });
    return stdout.split('\n').filter((line) => /error TS\d+/.test(line));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function textOf(folder, name) {
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => name.test(file) && !/\.test\.|(^|[\\/])testing[\\/]/.test(file),
  );
  return (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))).join('\n');
}

/** What no compiler sees: a new design token in a style, an entry point that is new as a whole. */
async function newNamesUsed(directory, record) {
  const { exports } = await readJson(contracts, 'package.json');
  const sources = await textOf(path.join(directory, 'src'), /\.tsx?$/);
  const styles = [directory, path.join(contracts, 'src/ui')].map((folder) => textOf(folder, /\.module\.css$/));
  const tokens = new Set(record.tokens);
  const now = tokensIn(await readFile(path.join(contracts, 'src/ui/tokens.css'), 'utf8'));
  const css = (await Promise.all(styles)).join('\n');
  return [
    ...Object.keys(exports)
      .filter((subpath) => !record.entries[subpath] && !isCarried(subpath))
      .map((subpath) => `shared-contracts/${subpath.slice(2)}`)
      .filter((name) => new RegExp(`from '${name}'`).test(sources)),
    ...now.filter((token) => !tokens.has(token) && css.includes(`var(${token}`)),
  ].map((name) => `${name} is new.`);
}

const numbers = (version) => version.split('.').map(Number);
const compare = (a, b) => numbers(a).reduce((order, part, index) => order || part - numbers(b)[index], 0);

/**
 * @param {string} part a remote
 * @param {{directory?: string, released?: string}} [options] where its sources are, and the declarations to compare with
 * @returns {Promise<string | undefined>} why its range is not true
 */
export async function rangeProblem(
  part,
  { directory = directoryOf(part), released = path.join(contracts, 'released') } = {},
) {
  const record = await readJson(released, 'release.json');
  const { version } = await readJson(contracts, 'package.json');
  const { contract } = await readJson(directory, 'remote.json');
  const ranges = contract.split(' || ').map((range) => /^\^(\d+\.\d+\.\d+)$/.exec(range)?.[1]);
  if (ranges.includes(undefined)) {
    return `${part} asks for contract ${contract}; it must be a caret range, such as ^${record.version}, or several with ' || '.`;
  }
  const [lowest] = ranges.sort(compare);
  const order = compare(lowest, record.version);
  if (order > 0) return undefined;
  if (order < 0) {
    return `${part} asks for contract ${contract}, and nothing before ${record.version} is kept to compare with: it has to ask for ^${record.version}.`;
  }
  const found = [...(await newNamesUsed(directory, record)), ...(await complaints(directory, record, released))];
  if (found.length === 0) return undefined;
  return `${part} asks for contract ${contract} and uses what came later, so it has to ask for ^${version}:\n${found.join('\n')}`;
}

/** @returns {Promise<string[]>} problems, a sentence each */
export async function checkRanges() {
  const problems = await Promise.all(parts.filter(isRemote).map((part) => rangeProblem(part)));
  return problems.filter((problem) => problem !== undefined);
}
