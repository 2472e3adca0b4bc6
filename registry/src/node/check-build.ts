/**
 * What a release refuses of a build by itself, whatever else is live. A build that was live before is not checked again: it stays served,
 * and a rollback may go to it.
 */
import type { BuildRecord } from '../model';
import { type Budgets, limitsFor, problemsOfSizes, sizesIn } from './budgets';
import { ReleaseRefused } from './store';
import type { Target } from './targets/target';

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

/**
 * @param folder the one with the build's files
 * @param budgets of the repository that releases; the site's own file replaces what it names. Left out, the site's file alone limits
 * @throws {ReleaseRefused} with every reason: a screen or component that is missing, a budget that it exceeds
 */
export async function requireReleasable(
  target: Target,
  build: BuildRecord,
  folder: string,
  budgets?: Budgets,
): Promise<void> {
  const limits = await limitsFor(target, build.part, budgets ?? {});
  const measured = Object.entries(await sizesIn(folder, build));
  const sizes = Object.fromEntries(budgets ? measured : measured.filter(([what]) => limits.sizes[what] !== undefined));
  const problems = [...missingComponents(build), ...problemsOfSizes(build.part, sizes, limits)];
  if (problems.length > 0) throw new ReleaseRefused(problems);
}
