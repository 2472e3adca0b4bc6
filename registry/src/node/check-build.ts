/**
 * What a release refuses of a build by itself, whatever else is live. A build that was live before is not checked again: it stays served,
 * and a rollback may go to it.
 */
import type { BuildRecord } from '../model';
import { type Budgets, limitsFor, problemsOfSizes, sizesIn } from './budgets';
import type { BuildFiles } from './build-files';
import { FORM, surfaceSchema } from './fits/surface';
import { integrityOf } from './integrity';
import { otherBytesIn, RECORD } from './publish';
import { ReleaseRefused } from './store';
import type { Target } from './targets/target';
import { SURFACE } from './verdicts';

/** The routes without a screen and the slots without a component, a sentence each. The build lists the modules that it found. */
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

/** Why no shell or remote could be compared with the build, by its surface.json; a record of another form is not compared. */
async function problemsOfSurface({ part, version, surface }: BuildRecord, files: BuildFiles): Promise<string[]> {
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
  const { names, entries, files: declarations } = data;
  // Packages and design tokens have no declarations, and so no hash of one.
  const declared = Object.keys(names).filter((module) => Object.values(names[module] ?? {}).some(Boolean));
  return declared
    .filter((module) => declarations[entries[module] ?? ''] === undefined)
    .map((module) => `${name} names ${module} and has no declarations of it.`);
}

/** A version never changes, whether it is live or not. */
async function problemsOfBytes(target: Target, build: BuildRecord, files: BuildFiles): Promise<string[]> {
  const { part, version } = build;
  const published = await target.read(`${part}/${version}/${RECORD}`);
  const own = await files.read(RECORD);
  return published && own && !published.body.equals(own) ? [otherBytesIn(target, build)] : [];
}

/**
 * @param budgets of the repository that releases; the site's own file replaces what it names. Left out, the site's file alone limits
 * @throws {ReleaseRefused} with every reason: a screen or component that is missing, a budget that it exceeds, a record that nothing can be
 *   compared with, other bytes than the target has of this version
 */
export async function requireReleasable(
  target: Target,
  build: BuildRecord,
  files: BuildFiles,
  budgets?: Budgets,
): Promise<void> {
  const limits = await limitsFor(target, build.part, budgets ?? {});
  const measured = Object.entries(await sizesIn(files, build));
  const sizes = Object.fromEntries(budgets ? measured : measured.filter(([what]) => limits.sizes[what] !== undefined));
  const problems = [
    ...missingComponents(build),
    ...(await problemsOfSurface(build, files)),
    ...(await problemsOfBytes(target, build, files)),
    ...problemsOfSizes(build.part, sizes, limits),
  ];
  if (problems.length > 0) throw new ReleaseRefused(problems);
}
