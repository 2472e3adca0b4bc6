/** The deployable apps, and what decides whether one of them must be built again. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { publicKeys } from 'registry/node/signing';
import { z } from 'zod';

export const root = path.resolve(import.meta.dirname, '../../..');

/** The shell, and each folder of remotes/ with a remote.json. The shell takes longest to build, so it comes first. */
export const apps: readonly string[] = [
  'host',
  ...readdirSync(path.join(root, 'remotes'))
    .filter((name) => existsSync(path.join(root, 'remotes', name, 'remote.json')))
    .sort(),
];

export const isRemote = (app: string): boolean => app !== 'host';

export const directoryOf = (app: string): string =>
  app === 'host' ? path.join(root, 'host') : path.join(root, 'remotes', app);

/** @throws when the file cannot be read or is no JSON */
export const readJson = async (...segments: string[]): Promise<unknown> =>
  JSON.parse(await readFile(path.join(...segments), 'utf8'));

const packageSchema = z.object({
  version: z.unknown(),
  dependencies: z.record(z.string(), z.string()).default({}),
  browserslist: z.array(z.string()).default([]),
});

/** What the tools read of a package.json. */
export type PackageFile = z.output<typeof packageSchema> & { version: string };

/**
 * The package.json of a folder.
 * @throws when its version is no name of a folder, such as '1.0.1+hotfix'
 */
export async function readPackage(...folder: string[]): Promise<PackageFile> {
  const { version, ...rest } = packageSchema.parse(await readJson(...folder, 'package.json'));
  requireVersion(version);
  return { ...rest, version };
}

/** Versions are names of folders and parts of addresses. */
function requireVersion(version: unknown): asserts version is string {
  if (typeof version === 'string' && /^\d[\w.-]*$/.test(version)) return;
  const said = version === undefined ? 'is missing' : `is ${JSON.stringify(version)}`;
  throw new Error(`The version of package.json ${said}; it is made of letters, digits, dots and dashes.`);
}

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), link: z.boolean().optional(), resolved: z.string().optional() }),
  ),
});

/** A package of a lock file; `link`: it is a workspace, and `resolved` is its folder. */
export type LockedPackage = z.output<typeof lockSchema>['packages'][string];

/**
 * The packages of a lock file by their folder, workspaces among them.
 * @param lock the text of package-lock.json
 */
export const lockedPackages = (lock: string): Record<string, LockedPackage> =>
  lockSchema.parse(JSON.parse(lock)).packages;

/**
 * What the lock file says of installed packages. The workspaces are left out: a new remote changes no other app.
 * @param lock the text of package-lock.json
 */
export const installedPackages = (lock: string): [folder: string, LockedPackage][] =>
  Object.entries(lockedPackages(lock)).filter(([folder, { link }]) => folder.includes('node_modules/') && !link);

const registry = path.join(root, 'registry/src');
const registryNode = path.join(registry, `node${path.sep}`);

/** `released` is what contracts are compared with; no build reads it. */
const ignored = /(^|\/)(node_modules|dist|testing|gallery|released)(\/|$)|\.test\.tsx?$|\.md$/;

/** What a build is made with at the top of the repository: the recipe, and how declarations are written. */
const TOP = ['webpack.shared.js', 'tsconfig.json'];
/** What a build is made with besides: another recipe makes another version. */
const RECIPE = [
  'build-app.ts',
  'declaration-hashes.ts',
  'declarations.ts',
  'first-screens.ts',
  'manifest.ts',
  'provided.ts',
  'shared-names.ts',
  'shell-page.ts',
  'sources.ts',
  'styles.ts',
  'surface.ts',
  'loaders',
  'plugins',
];

/** The files of a folder, and of the folders in it, sorted. */
async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !ignored.test(path.relative(directory, file)))
    .sort();
}

async function filesOfRecipe(): Promise<string[]> {
  const folder = path.join(root, 'tooling/src/build');
  const files = RECIPE.map((name) =>
    path.extname(name) === '' ? filesBelow(path.join(folder, name)) : [path.join(folder, name)],
  );
  return [...TOP.map((name) => path.join(root, name)), ...(await Promise.all(files)).flat()];
}

/**
 * The version that an app has with its present sources: its package version and a hash of everything its build reads.
 * @param directory where its sources are
 * @returns for instance '1.0.0-3f9a01c2'
 * @throws when the version of its package.json is no name of a folder
 */
export async function versionOf(app: string, directory = directoryOf(app)): Promise<string> {
  const files = [
    ...(await filesBelow(directory)),
    ...(await filesBelow(path.join(root, 'shared-contracts'))),
    // The shell has the registry's rules; a remote has nothing of the registry, and src/node/ is in no build.
    ...(isRemote(app) ? [] : (await filesBelow(registry)).filter((file) => !file.startsWith(registryNode))),
    ...(await filesOfRecipe()),
  ];
  const nameOf = (file: string) => path.relative(file.startsWith(`${directory}${path.sep}`) ? directory : root, file);
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${nameOf(file)}\0`).update(await readFile(file));
  hash.update(JSON.stringify(installedPackages(await readFile(path.join(root, 'package-lock.json'), 'utf8'))));
  // The oldest browsers that it is built for.
  hash.update(JSON.stringify((await readPackage(root)).browserslist));
  // The shell is built with the keys that it trusts.
  if (!isRemote(app)) hash.update(publicKeys().join());
  const { version } = await readPackage(directory);
  return `${version}-${hash.digest('hex').slice(0, 8)}`;
}

/** The versions that the apps have with their present sources. Nothing is built. */
export const workingVersions = (): Promise<{ part: string; version: string }[]> =>
  Promise.all(apps.map(async (part) => ({ part, version: await versionOf(part) })));
