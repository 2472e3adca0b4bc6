/** Whether the version of shared-contracts fits what it offers, compared with its last release. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Lack } from 'registry/model';
import { compareDeclarations } from 'registry/node/fits/compare';
import { compareNames, FORM, type Surface, TOKENS } from 'registry/node/fits/surface';
import { declarationHashes } from '../build/declaration-hashes';
import { contractIn } from '../build/declarations';
import { shellSurface } from '../build/surface';
import {
  type ContractManifest,
  type ContractRelease,
  entryPoints,
  eventNamesIn,
  readContractManifest,
  readReleased,
  released,
} from './contract-files';

const moduleOf = (subpath: string) => path.posix.join('shared-contracts', subpath);

/** What a shell of today would offer of the contracts. */
async function currentSurface(manifest: ContractManifest): Promise<Surface> {
  const modules = entryPoints(manifest).map(([subpath]) => [moduleOf(subpath), new Set<string>()] as const);
  return shellSurface(new Map(modules), await contractIn());
}

/** What a remote of the last release takes that takes all there was. */
async function releasedSurface({ version, entries, tokens }: ContractRelease): Promise<Surface> {
  const names = (await readdir(released, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
  const texts = names.map(async (file) => [file, await readFile(path.join(released, file), 'utf8')] as const);
  const files = Object.fromEntries(await Promise.all(texts));
  const modules = Object.fromEntries(
    Object.entries(entries).map(([subpath, file]) => [moduleOf(subpath), `${file}.d.ts`]),
  );
  return {
    form: FORM,
    contract: version,
    names: {
      ...declarationHashes(modules, files),
      [TOKENS]: Object.fromEntries(tokens.map((token) => [token, ''])),
    },
    carried: [],
    events: eventNamesIn(files),
    entries: modules,
    files,
  };
}

/**
 * Writes today's surface as the released one.
 * @returns its version
 */
export async function keepAsReleased(): Promise<string> {
  const manifest = await readContractManifest();
  const { files, names } = await currentSurface(manifest);
  await rm(released, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(released, file)), { recursive: true });
    await writeFile(path.join(released, file), text);
  }
  const record: ContractRelease = {
    version: manifest.version,
    entries: Object.fromEntries(entryPoints(manifest)),
    tokens: Object.keys(names[TOKENS] ?? {}),
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

const sentenceOf = ({ name, from, why }: Lack) =>
  why === undefined ? `${name} of ${from} is gone.` : `${name} of ${from} is another one. ${why}`;

/** @throws if no declarations of today's contract can be written */
export async function compareWithReleased(record: ContractRelease): Promise<Difference> {
  const [taken, offered] = [await releasedSurface(record), await currentSurface(await readContractManifest())];
  const { missing, undecided } = compareNames(taken, offered);
  const changed = Object.keys(undecided).length > 0 ? compareDeclarations({ taken, offered, names: undecided }) : [];
  return {
    breaks: [...missing, ...changed].map(sentenceOf),
    isChanged: !isDeepStrictEqual(taken.names, offered.names),
  };
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
