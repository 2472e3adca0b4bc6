/**
 * Checks one build by itself, whatever else is live. A build that was live before is not checked again, since it stays served and a
 * rollback may return to it.
 */

import { FORM, surfaceSchema } from '../fits/surface';
import { isContractInRange } from '../model/compatibility';
import type { BuildRecord } from '../model/schemas';
import { type Budgets, limitsIn, limitsOfSite, problemsOfSizes, sizesIn } from './budgets';
import type { BuildFiles } from './build-files';
import { problemsOfFiles } from './check-files';
import { problemsOfRecord } from './check-record';
import { integrityOf } from './integrity';
import { builtClassesIn } from './own-styles';
import { otherBytesIn, RECORD } from './publish';
import { readBuild, readLive } from './read-live';
import { problemsOfSbom } from './sbom';
import { ReleaseRefused } from './store';
import type { Target } from './targets/target';
import { SURFACE } from './verdicts';

/**
 * Lists the routes without a screen and the slots without a component, one sentence each. The build's record names the modules that it
 * found.
 */
export function missingComponents(build: BuildRecord): string[] {
  if (!('modules' in build)) return [];
  const { part, version, routes, slots, modules } = build;
  const problems = [
    ...routes
      .filter(({ screen }) => !modules[screen])
      .map(({ path, screen }) => `${part} ${version} has no screen '${screen}', which its route ${path} names.`),
    ...slots
      .filter(({ module }) => !modules[module])
      .map(
        ({ slot, module }) => `${part} ${version} has no component '${module}', with which it fills the slot ${slot}.`,
      ),
  ];
  return [...new Set(problems)];
}

/** Lists the problems of surface.json that make a comparison with the build impossible. A record in another format is not compared. */
async function problemsOfSurface(build: BuildRecord, files: BuildFiles): Promise<string[]> {
  const { part, version, contract, surface } = build;
  if (!surface) return [];
  const name = `${SURFACE} of ${part} ${version}`;
  const body = await files.read(SURFACE);
  if (!body || integrityOf(body) !== surface) return [`${name} is missing, or is not what was built.`];
  let found: unknown;
  try {
    found = JSON.parse(body.toString());
  } catch {
    return [`${name} is not JSON.`];
  }
  const { form } = (found ?? {}) as { form?: unknown };
  if (typeof form === 'number' && form !== FORM) return [];
  const { data } = surfaceSchema.safeParse(found);
  if (!data) return [`${name} does not say what it takes or offers.`];
  const { contract: builtWith, names, entries, files: declarations } = data;
  if (!('html' in build) && !isContractInRange(builtWith, contract))
    return [`${part} ${version} asks for contract ${contract}, and the contracts it was built with are ${builtWith}.`];
  // Packages and design tokens have no declarations, so they have no hash of one.
  const declared = Object.keys(names).filter((module) => Object.values(names[module] ?? {}).some(Boolean));
  return declared
    .filter((module) => declarations[entries[module] ?? ''] === undefined)
    .map((module) => `${name} names ${module} and has no declarations of it.`);
}

/** Finds the classes in the styles of all other apps that some visitor gets now, each with its app. */
async function classesOfOthers(target: Target, own: string): Promise<Map<string, string>> {
  const { host, remotes, offers } = (await readLive(target)).snapshot;
  const builds = [
    ...(host ? [{ part: 'host', version: host.version }] : []),
    ...Object.entries(remotes).map(([part, { version }]) => ({ part, version })),
    ...offers.map(({ part, release: { version } }) => ({ part, version })),
  ].filter(({ part }) => part !== own);
  const classes = new Map<string, string>();
  for (const { part, version } of builds) {
    const record = await readBuild(target, { part, version });
    for (const name of stylesIn(record)) {
      const file = await target.read(`${part}/${version}/${name}`);
      for (const each of file ? builtClassesIn(file.body) : []) classes.set(each, part);
    }
  }
  return classes;
}

const stylesIn = (record: BuildRecord | null) =>
  Object.keys(record?.integrity ?? {}).filter((name) => name.endsWith('.css'));

/** Lists the classes of another app in the styles of a remote, one sentence each. The recipe gives each app class names of its own. */
async function problemsOfClasses(target: Target, build: BuildRecord, files: BuildFiles): Promise<string[]> {
  const styles = stylesIn(build);
  if ('html' in build || styles.length === 0) return [];
  const others = await classesOfOthers(target, build.part);
  const problems: string[] = [];
  for (const name of styles) {
    const content = await files.read(name);
    for (const each of content ? builtClassesIn(content) : []) {
      const app = others.get(each);
      if (app !== undefined)
        problems.push(`${name}: '.${each}' is a class of ${app === 'host' ? 'the shell' : `'${app}'`}.`);
    }
  }
  return problems;
}

/** Compares the build with the target's build of the same version, live or not, since a version never changes. */
async function problemsOfBytes(target: Target, build: BuildRecord, files: BuildFiles): Promise<string[]> {
  const { part, version } = build;
  const published = await target.read(`${part}/${version}/${RECORD}`);
  const own = await files.read(RECORD);
  return published && own && !published.body.equals(own) ? [otherBytesIn(target, build)] : [];
}

/** Lists the problems of one build apart from its budgets, one sentence each. */
export async function problemsOfBuild(build: BuildRecord, files: BuildFiles): Promise<string[]> {
  const problems = [...problemsOfRecord(build), ...missingComponents(build)];
  return [
    ...problems,
    ...(await problemsOfFiles(build, files)),
    ...(await problemsOfSurface(build, files)),
    ...(await problemsOfSbom(build, files)),
  ];
}

/**
 * Runs the one list of checks of a build. The check of a team, its release and the release service use it, each on the bytes that it has.
 * @param own the team's budgets, which can only be stricter than the site's
 * @throws {ReleaseRefused} with every reason: a file is missing, has other bytes than recorded or belongs to another app, a style applies
 *   outside of the remote, the contract range does not include the build's own contracts, a size is over a budget of the site or its own,
 *   or the target has other bytes of this version
 */
export async function requireReleasable(
  target: Target,
  build: BuildRecord,
  files: BuildFiles,
  own?: Budgets,
): Promise<void> {
  const problems = [
    ...(await problemsOfBuild(build, files)),
    ...(await problemsOfClasses(target, build, files)),
    ...(await problemsOfBytes(target, build, files)),
  ];
  // A missing file has no size.
  if (problems.length === 0) problems.push(...(await problemsOfBudgets(target, build, files, own)));
  if (problems.length > 0) throw new ReleaseRefused(problems);
}

async function problemsOfBudgets(
  target: Target,
  build: BuildRecord,
  files: BuildFiles,
  own: Budgets | undefined,
): Promise<string[]> {
  const sizes = await sizesIn(files, build);
  const limits = [await limitsOfSite(target, build.part), ...(own ? [limitsIn(own, build.part)] : [])];
  return limits.flatMap((each) => problemsOfSizes(build.part, sizes, each));
}
