/** The budgets of this repository. budgets.json holds the limits, and both npm test and a release enforce them. */
import path from 'node:path';
import {
  BUDGETS,
  type Budgets,
  budgetsOf,
  type Measured,
  problemsOfSizes,
  type Sizes,
  scriptsIn,
  sizesIn,
} from '../store/budgets';
import { filesOfFolder } from '../store/build-files';
import { readJson, root } from './apps';
import type { AppBuild } from './build-apps';

/** @throws when budgets.json is malformed */
export const ownBudgets = async (): Promise<Budgets> => budgetsOf(await readJson(root, BUDGETS), BUDGETS);

/**
 * Lists, by app, each size that is over its budget or has no limit, a sentence each.
 * @param sizes by app
 */
export function overBudget(budgets: Budgets, sizes: Readonly<Record<string, Sizes>>): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  for (const name of Object.keys(budgets)) {
    if (name === '*' || sizes[name]) continue;
    problems[name] = [`${BUDGETS} names '${name}', which is no app: nothing is held to that limit.`];
  }
  for (const [app, measured] of Object.entries(sizes)) {
    const found = problemsOfSizes(app, measured, { sizes: budgets[app] ?? budgets['*'] ?? {}, from: BUDGETS });
    if (found.length > 0) problems[app] = found;
  }
  return problems;
}

/** A build whose files are in the dist folder. */
type Build = Pick<AppBuild, 'part' | 'version'> & {
  record: Measured & { first?: { screens: Readonly<Record<string, string>> } | undefined };
};

/** The shell's limit for its first screens: the scripts of its page and of a screen that the page brings, until that screen responds. */
const FIRST_SCREEN = 'firstScreen';

/**
 * Counts the bytes of scripts for each first screen: those that the shell's page names, and the screen's entry and files.
 * @param out the dist folder
 */
async function firstScreens(builds: readonly Build[], out: string): Promise<Record<string, number>> {
  const shell = builds.find(({ record }) => record.html);
  if (!shell) return {};
  const scriptsOf = ({ part, version, record }: Build, screen?: string) =>
    scriptsIn(filesOfFolder(path.join(out, part, version)), record, screen);
  const found: Record<string, number> = {};
  for (const build of builds) {
    for (const screen of Object.keys(build.record.first?.screens ?? {}))
      found[`${build.part}/${screen}`] = (await scriptsOf(shell)) + (await scriptsOf(build, screen));
  }
  return found;
}

/**
 * Compares every app with its limits. A failure names an app, or a name in budgets.json without an app.
 * @param builds of all apps
 */
export async function checkBudgets(
  builds: readonly Build[],
  { out = path.join(root, 'dist'), budgets }: { out?: string; budgets?: Budgets } = {},
): Promise<{ passed: number; failed: number; problems: string[] }> {
  const sizes: Record<string, Sizes> = {};
  for (const { part, version, record } of builds)
    sizes[part] = await sizesIn(filesOfFolder(path.join(out, part, version)), record);
  const limits = budgets ?? (await ownBudgets());
  const problems = overBudget(limits, sizes);
  const most = Object.values(limits).find((each) => each[FIRST_SCREEN] !== undefined)?.[FIRST_SCREEN];
  for (const [screen, bytes] of Object.entries(most === undefined ? {} : await firstScreens(builds, out))) {
    const [app = ''] = screen.split('/');
    const found = problemsOfSizes(
      screen,
      { [FIRST_SCREEN]: bytes },
      { sizes: { [FIRST_SCREEN]: most ?? 0 }, from: BUDGETS },
    );
    if (found.length > 0) problems[app] = [...(problems[app] ?? []), ...found];
  }
  return {
    passed: builds.filter(({ part }) => !problems[part]).length,
    failed: Object.keys(problems).length,
    problems: Object.values(problems).flat(),
  };
}
