/** The deployable apps, and the version that tells whether one of them must be built again. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { publicKeys } from '../store/signing';
import { project } from './project';

export const { root, apps, directoryOf } = project;

export const isRemote = (app: string): boolean => app !== 'host';

/** @throws when the file cannot be read or is not JSON */
export const readJson = async (...segments: string[]): Promise<unknown> =>
  JSON.parse(await readFile(path.join(...segments), 'utf8'));

const packageSchema = z.object({
  version: z.unknown(),
  dependencies: z.record(z.string(), z.string()).default({}),
  browserslist: z.array(z.string()).default([]),
  foodhall: z.object({ ownReact: z.boolean().default(false) }).prefault({}),
});

/** The fields of a package.json that the tools read. */
export type PackageFile = z.output<typeof packageSchema> & { version: string };

/**
 * The package.json of a folder.
 * @throws when its version cannot name a folder, such as '1.0.1+hotfix'
 */
export async function readPackage(...folder: string[]): Promise<PackageFile> {
  const { version, ...rest } = packageSchema.parse(await readJson(...folder, 'package.json'));
  requireVersion(version);
  return { ...rest, version };
}

/** Tells whether a remote brings a React of its own, of another major version than the shell's. */
export const hasOwnReact = async (directory: string): Promise<boolean> =>
  (await readPackage(directory)).foodhall.ownReact;

/** Versions are names of folders and parts of addresses. */
function requireVersion(version: unknown): asserts version is string {
  if (typeof version === 'string' && /^\d[\w.-]*$/.test(version)) return;
  const stated = version === undefined ? 'is missing' : `is ${JSON.stringify(version)}`;
  throw new Error(`The version of package.json ${stated}; it is made of letters, digits, dots and dashes.`);
}

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      link: z.boolean().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
    }),
  ),
});

/** A package of a lock file. If `link` is true, it is a workspace, and `resolved` is its folder. */
export type LockedPackage = z.output<typeof lockSchema>['packages'][string];

/**
 * The packages of a lock file by their folder, workspaces among them.
 * @param lock the text of package-lock.json
 */
export const lockedPackages = (lock: string): Record<string, LockedPackage> =>
  lockSchema.parse(JSON.parse(lock)).packages;

/**
 * The installed packages in the lock file, without the workspaces: a new remote changes no other app.
 * @param lock the text of package-lock.json
 */
export const installedPackages = (lock: string): [folder: string, LockedPackage][] =>
  Object.entries(lockedPackages(lock)).filter(([folder, { link }]) => folder.includes('node_modules/') && !link);

const rulesOfReleases = path.join(root, 'releases/src/model');

/**
 * Folders and files that are not part of a build: `released` only serves comparisons of the contracts, and names with a dot in front belong
 * to tools, since a remote's folder may be a repository of its own. Keys and the roots that a release has seen do not change a build: a CI
 * has other files of them than a laptop.
 */
const ignored =
  /(^|\/)(node_modules|dist|testing|gallery|released|coverage|\.[^/]+)(\/|$)|\.test\.tsx?$|\.md$|\.pem(\.pub)?$|(^|\/)registry-roots\.json$/;

/** Lists the files below a folder, sorted. It does not walk ignored folders, since node_modules is large. */
async function filesBelow(directory: string): Promise<string[]> {
  const walk = async (folder: string): Promise<string[]> => {
    const entries = await readdir(folder, { withFileTypes: true });
    const files = entries.map(async (entry) => {
      const file = path.join(folder, entry.name);
      if (ignored.test(path.relative(directory, file))) return [];
      if (entry.isDirectory()) return await walk(file);
      return entry.isFile() ? [file] : [];
    });
    return (await Promise.all(files)).flat();
  };
  return (await walk(directory)).sort();
}

async function filesOfRecipe(): Promise<string[]> {
  const files = project.recipe.map(async (each) => ((await stat(each)).isDirectory() ? filesBelow(each) : [each]));
  return (await Promise.all(files)).flat();
}

const LOCK = 'package-lock.json';

/** @throws for a repository without a lock file, since nothing else names the packages that an app is built with */
async function readLock(): Promise<string> {
  return await readFile(path.join(root, LOCK), 'utf8').catch(() => {
    throw new Error(`${root} has no ${LOCK}. Run npm install, and commit the file with the sources.`);
  });
}

/**
 * The version that an app has with its present sources: its package version and a hash of everything that its build reads.
 * @param directory the folder with its sources
 * @returns for instance '1.0.0-3f9a01c2'
 * @throws when the version in its package.json cannot name a folder
 */
export async function versionOf(app: string, directory = directoryOf(app)): Promise<string> {
  const files = [
    ...(await filesBelow(directory)),
    ...(await filesBelow(project.contracts)),
    // The shell contains the rules of releases, and a remote contains nothing of them.
    ...(isRemote(app) ? [] : await filesBelow(rulesOfReleases)),
    ...(await filesOfRecipe()),
  ];
  const nameOf = (file: string) => path.relative(file.startsWith(`${directory}${path.sep}`) ? directory : root, file);
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${nameOf(file)}\0`).update(await readFile(file));
  hash.update(JSON.stringify(installedPackages(await readLock())));
  // The oldest supported browsers change the output.
  hash.update(JSON.stringify((await readPackage(project.browsers)).browserslist));
  // The shell is built with the keys that it trusts.
  if (!isRemote(app)) hash.update(publicKeys().join());
  const { version } = await readPackage(directory);
  return `${version}-${hash.digest('hex').slice(0, 8)}`;
}

/** Computes the versions that the apps have with their present sources. It builds nothing. */
export const workingVersions = (): Promise<{ part: string; version: string }[]> =>
  Promise.all(apps.map(async (part) => ({ part, version: await versionOf(part) })));
