/** Whether the version of shared-contracts fits what it offers, compared with its last release. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { contractComparer } from './contract-comparer';
import {
  assetTypes,
  type ContractRelease,
  compilerOptions,
  entryPoints,
  readContractManifest,
  readReleased,
  released,
  sources,
  tokensFile,
  tokensIn,
} from './contract-files';

/** The declarations of every file that an entry point reaches, by path under src/. */
async function currentDeclarations(): Promise<Map<string, string>> {
  const entries = entryPoints(await readContractManifest()).flatMap(([, file]) =>
    ['.ts', '.tsx'].map((extension) => path.join(sources, `${file}${extension}`)).filter((each) => existsSync(each)),
  );
  const program = ts.createProgram([...entries, assetTypes], {
    ...compilerOptions(),
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    removeComments: true,
    outDir: released,
    rootDir: sources,
  });
  const declarations = new Map<string, string>();
  program.emit(undefined, (file, text) => declarations.set(path.relative(released, file), text));
  return declarations;
}

/**
 * Writes today's surface as the released one.
 * @returns its version
 */
export async function keepAsReleased(): Promise<string> {
  const manifest = await readContractManifest();
  const declarations = await currentDeclarations();
  await rm(released, { recursive: true, force: true });
  for (const [file, text] of declarations) {
    await mkdir(path.dirname(path.join(released, file)), { recursive: true });
    await writeFile(path.join(released, file), text);
  }
  const record: ContractRelease = {
    version: manifest.version,
    entries: Object.fromEntries(entryPoints(manifest)),
    tokens: tokensIn(await readFile(tokensFile, 'utf8')),
  };
  await writeFile(path.join(released, 'release.json'), `${JSON.stringify(record, null, 2)}\n`);
  return manifest.version;
}

/** How today's contract differs from the released one. */
interface Difference {
  /** What code that was written against the release would miss, a sentence each. */
  breaks: readonly string[];
  /** Whether anything differs at all. */
  isChanged: boolean;
}

async function compareWithReleased(record: ContractRelease): Promise<Difference> {
  const breaks = contractComparer(record)();
  const now = await currentDeclarations();
  const before = await releasedDeclarations();
  const tokens = tokensIn(await readFile(tokensFile, 'utf8'));
  const isSame =
    now.size === before.size &&
    [...now].every(([file, text]) => before.get(file) === text) &&
    tokens.join() === record.tokens.join();
  return { breaks, isChanged: !isSame };
}

async function releasedDeclarations(): Promise<Map<string, string>> {
  const files = (await readdir(released, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, string]> => [file, await readFile(path.join(released, file), 'utf8')]),
    ),
  );
}

/** A version and the released one before it. */
interface Step extends Difference {
  released: string;
  version: string;
}

const numbersOf = (version: string): [major: number, minor: number, patch: number] => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
};

/** Why this version must not follow the released one; undefined when it may. */
export function versionProblem({ released: before, version, breaks, isChanged }: Step): string | undefined {
  const [major, minor, patch] = numbersOf(version);
  const [majorBefore, minorBefore, patchBefore] = numbersOf(before);
  const steps = { major: `${majorBefore + 1}.0.0`, minor: `${majorBefore}.${minorBefore + 1}.0` };
  const order = major - majorBefore || minor - minorBefore || patch - patchBefore;
  if (order < 0) return `shared-contracts ${version} is older than the released ${before}.`;
  if (breaks.length > 0 && major === majorBefore) {
    return `shared-contracts ${version} breaks what was built against ${before}, so it has to be ${steps.major}:\n${breaks.join('\n')}`;
  }
  if (isChanged && major === majorBefore && minor === minorBefore) {
    return `shared-contracts ${version} offers something else than ${before} did, so it has to be ${steps.minor} at least.`;
  }
  return undefined;
}

/** The problems of the contract, a sentence each. */
export async function checkContract(): Promise<string[]> {
  const record = readReleased();
  if (!record) return ['No release of shared-contracts is stored; run: npm run contract -- --keep'];
  const { version } = await readContractManifest();
  const problem = versionProblem({ released: record.version, version, ...(await compareWithReleased(record)) });
  return problem ? [problem] : [];
}
