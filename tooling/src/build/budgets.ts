/** How many bytes an app may have, compressed with brotli: budgets.json holds the limits, and npm test keeps to them. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readJson, root } from './apps';
import type { AppBuild } from './build-apps';

const KILO = 1000;
const inKilobytes = (bytes: number) => `${(bytes / KILO).toFixed(1)} KB`;

/** Bytes by what is measured: `first`, what its page or its largest screen takes; `all`, every script and style. */
export type Sizes = Readonly<Record<string, number>>;
/** Limits by app; '*' is every other's. */
export type Budgets = Readonly<Record<string, Sizes>>;

const budgetsSchema = z.record(z.string(), z.record(z.string(), z.number()));

/** What is read of a build's record. */
interface Measured {
  /** Integrity by file. */
  integrity: Readonly<Record<string, string>>;
  html?: string | undefined;
  entry?: string | undefined;
  modules?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * Bytes of a build that a visitor may have to load.
 * @param first files of the first page, if it is the shell
 * @param sizeOf compressed bytes of a file
 */
export function sizesOf(
  { entry, modules = {}, integrity }: Measured,
  first: readonly string[],
  sizeOf: (file: string) => number,
): Sizes {
  const sum = (files: readonly string[]) => [...new Set(files)].reduce((total, file) => total + sizeOf(file), 0);
  const ofEntry = entry ? [entry] : [];
  const largest = Math.max(0, ...Object.values(modules).map((files) => sum([...ofEntry, ...files])));
  const scripts = Object.keys(integrity).filter((file) => /\.(js|css)$/.test(file));
  return { first: first.length > 0 ? sum(first) : largest, all: sum(scripts) };
}

/**
 * What is over its budget, or has no limit, a sentence each, by app.
 * @param sizes by app
 */
export function overBudget(budgets: Budgets, sizes: Readonly<Record<string, Sizes>>): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  for (const name of Object.keys(budgets)) {
    if (name === '*' || sizes[name]) continue;
    problems[name] = [`budgets.json names '${name}', which is no app: nothing is held to that limit.`];
  }
  for (const [app, measured] of Object.entries(sizes)) {
    const limits = budgets[app] ?? budgets['*'] ?? {};
    const found = Object.entries(measured).flatMap(([what, bytes]) => problemOf(app, what, bytes, limits[what]));
    if (found.length > 0) problems[app] = found;
  }
  return problems;
}

function problemOf(app: string, what: string, bytes: number, limit: number | undefined): string[] {
  if (limit === undefined) {
    return [`${app}: budgets.json has no limit for '${what}', which is ${inKilobytes(bytes)}.`];
  }
  if (bytes <= limit) return [];
  return [
    `${app}: '${what}' is ${inKilobytes(bytes)} and may be ${inKilobytes(limit)}. Make it smaller, or raise budgets.json and give the reason.`,
  ];
}

/** A build whose files are in the dist folder. */
type Build = Pick<AppBuild, 'part' | 'version'> & { record: Measured };

async function sizesOfBuild(out: string, { part, version, record }: Build): Promise<Sizes> {
  const folder = path.join(out, part, version);
  const files = Object.keys(record.integrity);
  const sizes = new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, number]> => [file, await compressedSize(path.join(folder, file))]),
    ),
  );
  const page = record.html ? await readFile(path.join(folder, record.html), 'utf8') : '';
  return sizesOf(record, namedIn(page, files), (file) => sizes.get(file) ?? 0);
}

async function compressedSize(file: string): Promise<number> {
  const found = await stat(`${file}.br`).catch(() => stat(file));
  return found.size;
}

/** The scripts and styles that the shell's page names. */
const namedIn = (page: string, files: readonly string[]) =>
  files.filter((file) => /\.(js|css)$/.test(file) && page.includes(`/${file}`));

/**
 * Compares every app with its limits. What failed is an app, or a name in budgets.json that is no app.
 * @param builds of all apps
 */
export async function checkBudgets(
  builds: readonly Build[],
  { out = path.join(root, 'dist'), budgets }: { out?: string; budgets?: Budgets } = {},
): Promise<{ passed: number; failed: number; problems: string[] }> {
  const sizes: Record<string, Sizes> = {};
  for (const build of builds) sizes[build.part] = await sizesOfBuild(out, build);
  const limits = budgets ?? budgetsSchema.parse(await readJson(root, 'budgets.json'));
  const problems = overBudget(limits, sizes);
  return {
    passed: builds.filter(({ part }) => !problems[part]).length,
    failed: Object.keys(problems).length,
    problems: Object.values(problems).flat(),
  };
}
