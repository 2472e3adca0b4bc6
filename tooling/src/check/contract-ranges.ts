/**
 * Checks that a remote asks for the contract it needs. A range in remote.json that promises too much breaks on an older shell instead of
 * being refused by it. So the compiler checks that the remote's sources, and the parts of the contracts that they carry, compile against
 * the last release.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { z } from 'zod';
import { apps, directoryOf, isRemote, readJson, root } from '../build/apps';
import { customPropertiesIn } from '../build/styles';
import {
  type ContractRelease,
  readContractManifest,
  readReleased,
  released as releasedFolder,
  sources,
  tokensFile,
  tokensIn,
} from './contract-files';

const run = promisify(execFile);
const compiler = path.join(root, 'node_modules/@typescript/native/bin/tsc');
/** A remote brings its own copy of these if the shell's is older (docs/decisions/federation.md). Types contain no code. */
const isCarried = (subpath: string) => /^\.\/(rules\/.+|ui|types)$/.test(subpath);

/** The error of a compiler that found mistakes. */
const failureSchema = z.object({ stdout: z.string().min(1) });

/** The compiler's complaints with the released version of everything that only the shell has. */
async function complaints(directory: string, { entries }: ContractRelease, released: string): Promise<string[]> {
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
      const failure = failureSchema.safeParse(error);
      if (!failure.success) throw error;
      return failure.data;
    });
    return stdout.split('\n').filter((line) => /error TS\d+/.test(line));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the text of each file below a folder, without tests and their fixtures. */
async function textsOf(folder: string, name: RegExp): Promise<{ file: string; text: string }[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => name.test(file) && !/\.test\.|(^|[\\/])(node_modules|testing)[\\/]/.test(file),
  );
  return await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(path.join(folder, file), 'utf8') })),
  );
}

/** Lists the new names that the compiler does not see: a design token in a style, an entry point that is new as a whole. */
async function newNamesUsed(directory: string, record: ContractRelease): Promise<string[]> {
  const { exports } = await readContractManifest();
  const texts = await textsOf(path.join(directory, 'src'), /\.tsx?$/);
  const imported = new Set(
    texts.flatMap(({ text }) => ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName)),
  );
  const styles = [directory, path.join(sources, 'ui')].map((folder) => textsOf(folder, /\.module\.css$/));
  const used = (await Promise.all(styles)).flat().flatMap(({ file, text }) => [...customPropertiesIn(text, file).used]);
  const known = new Set(record.tokens);
  const added = tokensIn(await readFile(tokensFile, 'utf8')).filter((token) => !known.has(token));
  return [
    ...Object.keys(exports)
      .filter((subpath) => !record.entries[subpath] && !isCarried(subpath))
      .map((subpath) => `shared-contracts/${subpath.slice(2)}`)
      .filter((name) => imported.has(name)),
    ...added.filter((token) => used.includes(token)),
  ].map((name) => `${name} is new.`);
}

/** Compares two versions, for sort(). */
const byVersion = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

const remoteSchema = z.object({ contract: z.string() });

/**
 * Explains why a remote's range is wrong, or returns undefined.
 * @param options the folder of its sources, and the declarations to compare with
 */
export async function rangeProblem(
  remote: string,
  { directory = directoryOf(remote), released = releasedFolder }: { directory?: string; released?: string } = {},
): Promise<string | undefined> {
  const record = readReleased(released);
  if (!record) return `${remote} asks for a contract, and no release is stored to compare with.`;
  const { version } = await readContractManifest();
  const { contract } = remoteSchema.parse(await readJson(directory, 'remote.json'));
  const ranges = contract.split(' || ').map((range) => /^\^(\d+\.\d+\.\d+)$/.exec(range)?.[1]);
  const [lowest] = ranges.filter((range) => range !== undefined).sort(byVersion);
  if (!lowest || ranges.includes(undefined)) {
    return `${remote} asks for contract ${contract}; it must be a caret range, such as ^${record.version}, or several with ' || '.`;
  }
  const order = byVersion(lowest, record.version);
  if (order > 0) return undefined;
  if (order < 0) {
    return `${remote} asks for contract ${contract}, and nothing before ${record.version} is stored to compare with: it has to ask for ^${record.version}.`;
  }
  const found = [...(await newNamesUsed(directory, record)), ...(await complaints(directory, record, released))];
  if (found.length === 0) return undefined;
  return `${remote} asks for contract ${contract} and uses what came later, so it has to ask for ^${version}:\n${found.join('\n')}`;
}

/** The problems of all remotes, a sentence each. */
export async function checkRanges(): Promise<string[]> {
  const problems = await Promise.all(apps.filter(isRemote).map((remote) => rangeProblem(remote)));
  return problems.filter((problem) => problem !== undefined);
}
