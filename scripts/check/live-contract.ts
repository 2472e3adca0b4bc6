/**
 * Checks that the contracts of this working copy fit the live apps: it gives the reasons that would reject a release of a shell with them.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Contract, contractIn } from 'releases/build/declarations';
import { shellSurface } from 'releases/build/surface';
import type { Compiler } from 'releases/fits/compiler';
import { ANY_NAME, compareNames, type Surface } from 'releases/fits/surface';
import { describeMismatch } from 'releases/model/compatibility';
import type { HostRelease, Lack } from 'releases/model/schemas';
import { integrityOf } from 'releases/store/integrity';
import { readLive } from 'releases/store/read-live';
import { hostsOf } from 'releases/store/snapshot';
import type { Target, TargetFile } from 'releases/store/targets/target';
import { judgeOf, readSurface, SURFACE } from 'releases/store/verdicts';

const { singletons, replaceable } = (await import('../../webpack.shared.js')).default;

/** A version that no build has. */
const VERSION = '0.0.0-working-copy';

/** The surface that a shell with these contracts would offer. It accepts any name of a package, since only a bundler knows those names. */
const offeredBy = (contract: Contract): Surface =>
  shellSurface(new Map([...singletons, ...replaceable].map((module) => [module, new Set([ANY_NAME])])), contract);

const fileOf = (text: string): TargetFile => ({ body: Buffer.from(text), text, tag: '' });

/**
 * Adds a build to the target: a shell with only a surface. A site does not publish its build records, so the record is derived from the
 * surface.
 */
function withShell(target: Target, surface: Surface): Target {
  const text = JSON.stringify(surface);
  const own = new Map([[`host/${VERSION}/${SURFACE}`, text]]);
  const read = async (name: string): Promise<TargetFile | null> => {
    const known = own.get(name);
    if (known !== undefined) return fileOf(known);
    const found = await target.read(name);
    if (found || path.posix.basename(name) !== 'build.json') return found;
    const described = await read(path.posix.join(path.posix.dirname(name), SURFACE));
    return described && fileOf(JSON.stringify({ surface: integrityOf(described.body) }));
  };
  return { ...target, read };
}

const sentenceOf = ({ name, from, why }: Lack) =>
  why === undefined ? `${name} of ${from} is gone.` : `${name} of ${from} is another one. ${why}`;

/** A version of the contracts, and the version of a live shell. */
interface Step {
  live: string;
  version: string;
  /** One sentence for each name that code for the live contract would miss. */
  breaks: readonly string[];
  /** True if anything differs at all. */
  isChanged: boolean;
}

const numbersOf = (version: string): [major: number, minor: number, patch: number] => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
};

/** Explains why this version does not say how the contract differs from the live one, or returns undefined. */
export function versionProblem({ live, version, breaks, isChanged }: Step): string | undefined {
  const [major, minor, patch] = numbersOf(version);
  const [majorBefore, minorBefore, patchBefore] = numbersOf(live);
  const steps = { major: `${majorBefore + 1}.0.0`, minor: `${majorBefore}.${minorBefore + 1}.0` };
  const order = major - majorBefore || minor - minorBefore || patch - patchBefore;
  if (order < 0) return `shared-contracts ${version} is older than the live ${live}.`;
  if (breaks.length > 0 && major === majorBefore) {
    return `shared-contracts ${version} breaks what was built against the live ${live}, so it has to be ${steps.major}:\n${breaks.join('\n')}`;
  }
  if (isChanged && major === majorBefore && minor === minorBefore) {
    return `shared-contracts ${version} offers something else than the live ${live} does, so it has to be ${steps.minor} at least.`;
  }
  return undefined;
}

/** The surface of a remote that takes everything that a shell offers of the contracts. */
function allOf(offered: Surface, { events }: HostRelease): Surface {
  const names = Object.entries(offered.names).filter(([module]) => module.startsWith('shared-contracts/'));
  return { ...offered, names: Object.fromEntries(names), events: [...events] };
}

/** The modules that have names. A module without names offers nothing. */
const namedIn = ({ names }: Surface) =>
  Object.fromEntries(Object.entries(names).filter(([, each]) => Object.keys(each).length > 0));

/** The result of `npm run contract`. */
export interface LiveComparison {
  /** The compared remotes and shells: 'catalog 1.0.0-3f9a01c2'. */
  compared: string[];
  /** Apps without a record of what they take or offer. Version ranges decide about them. */
  unrecorded: string[];
  /**
   * A sentence for each problem. Without any, a shell with these contracts fits every live remote, and their version says how they differ.
   */
  problems: string[];
}

/**
 * Compares the contracts of this working copy with the live shells and the live remotes.
 * @param compiler decides where declarations differ
 * @throws if the registry or a build that it names cannot be read
 */
export async function compareWithLive(
  target: Target,
  compiler: Pick<Compiler, 'compare'>,
  contract?: Contract,
): Promise<LiveComparison> {
  const now = offeredBy(contract ?? (await contractIn()));
  const { snapshot } = await readLive(target);
  const builds = withShell(target, now);
  const compared: string[] = [];
  const unrecorded: string[] = [];
  const problems = new Set<string>();

  for (const shell of hostsOf(snapshot)) {
    const name = `shell ${shell.version}`;
    const offered = await readSurface(builds, { part: 'host', version: shell.version });
    (offered ? compared : unrecorded).push(name);
    if (!offered) continue;
    const taken = allOf(offered, shell);
    const { missing, undecided } = compareNames(taken, now);
    const isSame = Object.keys(undecided).length === 0;
    const decided = isSame ? [] : await compiler.compare({ taken, offered: now, names: undecided });
    const problem = versionProblem({
      live: offered.contract,
      version: now.contract,
      breaks: [...missing, ...decided].map(sentenceOf),
      isChanged: !isDeepStrictEqual(namedIn(taken), namedIn(allOf(now, shell))),
    });
    if (problem) problems.add(problem);
  }

  const failed = (_build: unknown, error: Error) => {
    throw error;
  };
  // A previous release that does not fit is never chosen there.
  const releases = { ...snapshot, kept: {} };
  const judge = judgeOf(builds, { compiler, failed });
  const verdicts = await judge(releases, [{ version: VERSION }], undefined);
  const given = [
    ...Object.entries(snapshot.remotes).map(([app, { version }]) => ({ app, version })),
    ...snapshot.offers
      .filter(({ part }) => part !== 'host')
      .map(({ part, release: { version } }) => ({ app: part, version })),
  ];
  for (const { app, version } of given) {
    const lacks = verdicts?.[VERSION]?.[`${app}@${version}`];
    (lacks ? compared : unrecorded).push(`${app} ${version}`);
    for (const lack of lacks ?? []) problems.add(describeMismatch(app, version, lack, 'this working copy'));
  }
  return { compared, unrecorded, problems: [...problems] };
}
