/** Packs create-remote as one file without dependencies, so that npx has nothing to install. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { z } from 'zod';
import { readJson, root } from '../build/apps';
import { ownBudgets } from '../build/budgets';
import type { Packages } from '../scaffold/repository-files';
import { declaredRanges } from './kit';

const scaffold = path.join(root, 'releases/src/scaffold');

/** Packages that a new remote's own sources and tests import, besides the contracts. */
const OF_SOURCES = ['react'];
/** Packages of its tests, types and lint rules. */
const OF_TESTS = [
  '@biomejs/biome',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
];

/**
 * Writes the package into a folder.
 * @param versions the versions of the packages that a new remote depends on
 * @returns its version
 */
export async function writeCreateRemote(out: string, versions: { contracts: string; kit: string }): Promise<string> {
  await build({
    entryPoints: [path.join(scaffold, 'create-remote.ts')],
    outfile: path.join(out, 'create-remote.js'),
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'warning',
  });
  await cp(path.join(scaffold, 'package'), out, { recursive: true });
  await cp(path.join(root, 'LICENSE'), path.join(out, 'LICENSE'));
  const rangeOf = await declaredRanges();
  const ranged = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, rangeOf(name)]));
  const packages: Packages = {
    contract: versions.contracts,
    node: (await readFile(path.join(root, '.nvmrc'), 'utf8')).trim(),
    // This is the budget for a remote that this repository does not know. A site may have other budgets.
    budget: (await ownBudgets())['*'] ?? {},
    dependencies: { ...ranged(OF_SOURCES), 'shared-contracts': `^${versions.contracts}` },
    devDependencies: { ...ranged(OF_TESTS), 'foodhall-remote-kit': `^${versions.kit}` },
  };
  await writeFile(path.join(out, 'packages.json'), `${JSON.stringify(packages, null, 2)}\n`);
  const { version } = z.object({ version: z.string() }).parse(await readJson(scaffold, 'package/package.json'));
  return version;
}
