/**
 * Makes the contracts' declarations: the compiler writes them from the sources, with a hash of each exported name. A remote's build stores
 * those that it takes, and the shell's build those that it offers. They are made once for each state of the sources.
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { processEnv } from 'settings/environment';
import { z } from 'zod';
import { installedPackages, root } from './apps';
import { customPropertiesIn } from './styles';

const run = promisify(execFile);
const compiler = path.join(root, 'node_modules/@typescript/native/bin/tsc');

/** The design tokens, in the folder of the contracts. */
export const TOKENS_FILE = 'src/ui/tokens.css';

/** No build contains tests or their shared code. */
const ignored = /\.test\.tsx?$|^testing\//;

const textByName = z.record(z.string(), z.string());
const contractSchema = z.object({
  version: z.string(),
  /** The file of each entry point, 'shared-contracts/events' → 'events/index.d.ts'. */
  entries: textByName,
  /** A hash of each exported name, by entry point. */
  names: z.record(z.string(), textByName),
  /** Names of the design tokens. */
  tokens: z.array(z.string()),
  /** Declarations by path. */
  files: textByName,
  /** The files that each of them refers to. */
  imports: z.record(z.string(), z.array(z.string())),
  /** Names of the fields that their own code reads, of whatever an app gives it. Contracts that were packed earlier have none. */
  reads: z.array(z.string()).default([]),
});
export type Contract = z.output<typeof contractSchema>;

const manifestSchema = z.object({ name: z.string(), version: z.string(), exports: textByName });

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** A key that changes with all inputs of the declarations, including the code that makes them. */
async function keyOf(directory: string): Promise<string> {
  const sources = path.join(directory, 'src');
  const read = (await filesBelow(sources)).filter((file) => /\.(tsx?|css)$/.test(file) && !ignored.test(file));
  const files = [
    ...read.map((file) => path.join(sources, file)),
    path.join(directory, 'package.json'),
    path.join(root, 'tsconfig.json'),
    path.join(import.meta.dirname, 'declarations.ts'),
    path.join(import.meta.dirname, 'declaration-hashes.ts'),
    path.join(import.meta.dirname, 'calls/own-sources.ts'),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${path.relative(directory, file)}\0`).update(await readFile(file));
  hash.update(JSON.stringify(installedPackages(await readFile(path.join(root, 'package-lock.json'), 'utf8'))));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Makes the declarations of these files and of all that they import, by path in the folder.
 * @param directory the folder with all of them
 * @throws with the compiler's words when it writes none
 */
export async function declarationsOf(directory: string, entries: readonly string[]): Promise<Record<string, string>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-contract-'));
  try {
    const out = path.join(folder, 'out');
    const settings = {
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        // npm run check judges the types.
        noCheck: true,
        declaration: true,
        emitDeclarationOnly: true,
        removeComments: true,
        rootDir: directory,
        outDir: out,
        typeRoots: [path.join(root, 'node_modules/@types')],
        types: ['node'],
      },
      include: [],
      files: [...entries, path.join(root, 'types/assets.d.ts')],
    };
    const file = path.join(folder, 'tsconfig.json');
    await writeFile(file, JSON.stringify(settings));
    await run('node', [compiler, '--singleThreaded', '--pretty', 'false', '-p', file], {
      env: { GOGC: '400', ...processEnv },
    }).catch((error: { stdout?: string }) => {
      throw new Error(`The declarations of ${directory} were not written. ${error.stdout ?? error}`.trim());
    });
    const names = (await filesBelow(out)).filter((name) => /\.d\.c?ts$/.test(name));
    const texts = names.map(async (name) => [name, await readFile(path.join(out, name), 'utf8')] as const);
    return Object.fromEntries(await Promise.all(texts));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The entry points of the contracts that are code: 'shared-contracts/events' → './src/events/index.ts'. */
export function codeOf(manifest: string): Map<string, string> {
  const { name, exports } = manifestSchema.parse(JSON.parse(manifest));
  const code = Object.entries(exports).filter(([, file]) => /\.tsx?$/.test(file));
  return new Map(code.map(([subpath, file]) => [path.posix.join(name, subpath), file]));
}

/** The file of each entry point among the declarations: 'shared-contracts/events' → 'events/index.d.ts'. */
export const entriesOf = (code: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries(
    [...code].map(([module, file]) => [module, file.replace('./src/', '').replace(/\.tsx?$/, '.d.ts')]),
  );

/** The entry points that apps share. No app is built with those that only tests share. */
export const sharedCodeOf = (manifest: string): Map<string, string> =>
  new Map([...codeOf(manifest)].filter(([module]) => !/\/testing(\/|$)/.test(module)));

/** The inputs of a contract. */
interface ContractSources {
  /** The package.json. */
  manifest: string;
  /** The design tokens, as CSS. */
  styles: string;
  /** Declarations by path. */
  files: Readonly<Record<string, string>>;
  /** Names of the fields that the code reads. */
  reads?: readonly string[];
}

export async function contractOf({ manifest, styles, files, reads = [] }: ContractSources): Promise<Contract> {
  // The compiler's own library is loaded only where declarations are made.
  const { declarationHashes, importsOf } = await import('./declaration-hashes');
  const entries = entriesOf(sharedCodeOf(manifest));
  return {
    version: manifestSchema.parse(JSON.parse(manifest)).version,
    entries,
    names: declarationHashes(entries, files),
    tokens: [...customPropertiesIn(styles).declared].sort(),
    files: { ...files },
    imports: importsOf(entries, files),
    reads: [...reads],
  };
}

async function make(directory: string): Promise<Contract> {
  const manifest = await readFile(path.join(directory, 'package.json'), 'utf8');
  const code = [...sharedCodeOf(manifest).values()].map((file) => path.join(directory, file));
  const styles = await readFile(path.join(directory, TOKENS_FILE), 'utf8');
  const files = await declarationsOf(path.join(directory, 'src'), code);
  return await contractOf({ manifest, styles, files, reads: await namesReadBelow(path.join(directory, 'src')) });
}

/** The names of the fields that the code of a folder reads, apart from its tests. */
async function namesReadBelow(directory: string): Promise<string[]> {
  const { namesReadIn } = await import('./calls/own-sources');
  const { createSourceFile, ScriptTarget } = (await import('typescript')).default;
  const code = (await filesBelow(directory)).filter((file) => /\.tsx?$/.test(file) && !ignored.test(file));
  const sources = code.map(async (file) =>
    createSourceFile(file, await readFile(path.join(directory, file), 'utf8'), ScriptTarget.Latest, true),
  );
  return [...namesReadIn(await Promise.all(sources))].sort();
}

/**
 * The contracts of a folder.
 * @param directory the folder with their package.json
 * @throws with the compiler's words when it writes no declarations
 */
export async function contractIn(directory = path.join(root, 'shared-contracts')): Promise<Contract> {
  const cache = path.join(root, '.cache/contracts');
  const file = path.join(cache, `${await keyOf(directory)}.json`);
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known) return contractSchema.parse(JSON.parse(known));
  const contract = await make(directory);
  await mkdir(cache, { recursive: true });
  const written = `${file}.${process.pid}`;
  await writeFile(written, JSON.stringify(contract));
  await rename(written, file);
  return contract;
}
