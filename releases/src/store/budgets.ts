/** The number of bytes that an app may have. npm test holds every app to these limits, and a release the app that it makes live. */
import { z } from 'zod';
import type { BuildFiles } from './build-files';
import type { Target } from './targets/target';

const KILO = 1000;
const inKilobytes = (bytes: number) => `${(bytes / KILO).toFixed(1)} KB`;

/**
 * Sizes in bytes. `first` is what the app's page or its largest screen takes, `all` is every script and style, and `file` is its largest
 * file of any kind. The first two are compressed with brotli. The last is not, since a browser has all of it in memory.
 */
export type Sizes = Readonly<Record<string, number>>;
/** The limits by app. '*' stands for every other app. */
export type Budgets = Readonly<Record<string, Sizes>>;

/** The file with the limits: those of this repository, and in the root of a target those of its site. */
export const BUDGETS = 'budgets.json';

const budgetsSchema = z.record(z.string(), z.record(z.string(), z.number()));

/** @throws if the value is no table of numbers. The message names it `what` */
export function budgetsOf(value: unknown, what: string): Budgets {
  const { success, data } = budgetsSchema.safeParse(value);
  if (!success) throw new Error(`${what} is malformed: it has numbers of bytes by app and by what is measured.`);
  return data;
}

/** The fields of a build's record that the measurement needs. */
export interface Measured {
  /** Integrity by file. */
  integrity: Readonly<Record<string, string>>;
  html?: string | undefined;
  entry?: string | undefined;
  modules?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Bytes of a file. */
export interface FileSize {
  compressed: number;
  whole: number;
}

/**
 * Computes the sizes of a build that a visitor may have to load.
 * @param first files of the first page, if it is the shell
 */
export function sizesOf(
  { entry, modules = {}, integrity }: Measured,
  first: readonly string[],
  sizeOf: (file: string) => FileSize,
): Sizes {
  const sum = (files: readonly string[]) =>
    [...new Set(files)].reduce((total, file) => total + sizeOf(file).compressed, 0);
  const ofEntry = entry ? [entry] : [];
  const largest = Math.max(0, ...Object.values(modules).map((files) => sum([...ofEntry, ...files])));
  const files = Object.keys(integrity);
  return {
    first: first.length > 0 ? sum(first) : largest,
    all: sum(files.filter((file) => /\.(js|css)$/.test(file))),
    file: Math.max(0, ...files.map((file) => sizeOf(file).whole)),
  };
}

/** The limits of an app, and the file to change them in. */
export interface Limits {
  sizes: Sizes;
  /** 'budgets.json' */
  from: string;
}

/** Lists the sizes of an app that exceed their budget or have no limit, one sentence each. */
export function problemsOfSizes(app: string, measured: Sizes, limits: Limits): string[] {
  return Object.entries(measured).flatMap(([what, bytes]) => {
    const limit = limits.sizes[what];
    if (limit === undefined)
      return [`${app}: ${limits.from} has no limit for '${what}', which is ${inKilobytes(bytes)}.`];
    if (bytes <= limit) return [];
    return [
      `${app}: '${what}' is ${inKilobytes(bytes)} and may be ${inKilobytes(limit)}. Make it smaller, or raise ${limits.from} and give the reason.`,
    ];
  });
}

/**
 * The default budget of an app that the site's own file does not name. The largest remote of this repository has 20, 157 and 320 KB, and the
 * shell 128, 330 and 412.
 */
export const SITE_BUDGETS: Budgets = {
  host: { first: 200_000, all: 500_000, file: 700_000 },
  '*': { first: 50_000, all: 250_000, file: 500_000 },
};

/** Returns the limits of an app in a file of budgets. */
export const limitsIn = (budgets: Budgets, app: string, from: string = BUDGETS): Limits => ({
  sizes: budgets[app] ?? budgets['*'] ?? {},
  from,
});

/**
 * Returns the limits of an app on a site: those of the site's own file for the app or for '*', and SITE_BUDGETS for what the file leaves
 * out.
 * @throws when the site's file is malformed
 */
export async function limitsOfSite(target: Target, app: string): Promise<Limits> {
  const from = `${BUDGETS} in ${target.place}`;
  const file = await target.read(BUDGETS);
  const ofSite = file ? budgetsOf(jsonOf(file.text), from) : {};
  return { sizes: { ...limitsIn(SITE_BUDGETS, app).sizes, ...limitsIn(ofSite, app).sizes }, from };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Measures a build. @throws if it lacks a file that the record names */
export async function sizesIn(build: BuildFiles, record: Measured): Promise<Sizes> {
  const files = Object.keys(record.integrity);
  const sizes = new Map(
    await Promise.all(files.map(async (file): Promise<[string, FileSize]> => [file, await sizeIn(build, file)])),
  );
  const page = (record.html && (await build.read(record.html))?.toString()) || '';
  return sizesOf(record, namedIn(page, files), (file) => sizes.get(file) ?? { compressed: 0, whole: 0 });
}

/**
 * Counts the bytes of the scripts that a page loads first, compressed.
 * @param screen a screen of a remote, for its entry and its files. By default, the scripts that the shell's page names
 */
export async function scriptsIn(build: BuildFiles, record: Measured, screen?: string): Promise<number> {
  const page = (record.html && (await build.read(record.html))?.toString()) || '';
  const files =
    screen === undefined
      ? namedIn(page, Object.keys(record.integrity))
      : [...(record.entry ? [record.entry] : []), ...(record.modules?.[screen] ?? [])];
  const scripts = [...new Set(files)].filter((file) => file.endsWith('.js'));
  const sizes = await Promise.all(scripts.map((file) => sizeIn(build, file)));
  return sizes.reduce((sum, { compressed }) => sum + compressed, 0);
}

async function sizeIn(build: BuildFiles, file: string): Promise<FileSize> {
  const whole = await build.sizeOf(file);
  if (whole === null) throw new Error(`${file}, which build.json names, is not in the build.`);
  return { whole, compressed: (await build.sizeOf(`${file}.br`)) ?? whole };
}

/** Lists the scripts and styles that the shell's page names. */
const namedIn = (page: string, files: readonly string[]) =>
  files.filter((file) => /\.(js|css)$/.test(file) && page.includes(`/${file}`));
