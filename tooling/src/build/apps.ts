// The deployables, and what decides whether one of them must be built again.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** A folder of remotes/ with a remote.json is one. The shell takes longest to build, so it comes first. */
export const parts = [
  'host',
  ...readdirSync(path.join(root, 'remotes'))
    .filter((name) => existsSync(path.join(root, 'remotes', name, 'remote.json')))
    .sort(),
];

export const isRemote = (part) => part !== 'host';

export function directoryOf(part) {
  return part === 'host' ? path.join(root, 'host') : path.join(root, 'remotes', part);
}

export async function readJson(...segments) {
  return JSON.parse(await readFile(path.join(...segments), 'utf8'));
}

const registry = path.join(root, 'registry/src');
const registryNode = path.join(registry, `node${path.sep}`);

/** `released` is what contracts are compared with; no build reads it. */
const ignored = /(^|\/)(node_modules|dist|testing|gallery|released)(\/|$)|\.test\.tsx?$|\.md$/;

async function filesBelow(directory) {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !ignored.test(path.relative(directory, file)))
    .sort();
}

/**
 * What the lock file says of installed packages. The workspaces are left out: a new remote changes no other part.
 * @param {string} lock the text of package-lock.json
 */
export function installedPackages(lock) {
  return Object.entries(JSON.parse(lock).packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && !link,
  );
}

/**
 * Versions are names of folders and parts of addresses.
 * @throws for one that is no such name, such as '1.0.1+hotfix'
 */
function requireVersion(version) {
  if (typeof version === 'string' && /^\d[\w.-]*$/.test(version)) return;
  const said = version === undefined ? 'is missing' : `is ${JSON.stringify(version)}`;
  throw new Error(`The version of package.json ${said}; it is made of letters, digits, dots and dashes.`);
}

/**
 * The version a part has with its present sources: its package version and a hash of everything its build reads.
 * @param {string} part
 * @param {string} [directory] where its sources are
 * @returns {Promise<string>} for instance '1.0.0-3f9a01c2'
 */
export async function versionOf(part, directory = directoryOf(part)) {
  const files = [
    ...(await filesBelow(directory)),
    ...(await filesBelow(path.join(root, 'shared-contracts'))),
    // The shell has the registry's rules; a remote has nothing of the registry, and src/node/ is in no build.
    ...(part === 'host' ? (await filesBelow(registry)).filter((file) => !file.startsWith(registryNode)) : []),
    path.join(root, 'webpack.shared.js'),
    ...['build-app.ts', 'loaders/embedded-css-loader.cjs', 'loaders/script-file-loader.cjs'].map((file) =>
      path.join(root, 'tooling/src/build', file),
    ),
    path.join(root, 'tooling/src/build/manifest.ts'),
    path.join(root, 'tooling/src/build/provided.cjs'),
    path.join(root, 'tooling/src/build/shell-page.ts'),
  ];
  const nameOf = (file) => path.relative(file.startsWith(`${directory}${path.sep}`) ? directory : root, file);
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${nameOf(file)}\0`).update(await readFile(file));
  hash.update(JSON.stringify(installedPackages(await readFile(path.join(root, 'package-lock.json'), 'utf8'))));
  // The oldest browsers that it is built for.
  hash.update(JSON.stringify((await readJson(root, 'package.json')).browserslist));
  if (part === 'host') {
    // The shell is built with the keys that it trusts. Not imported above: npm start reads this file before the install,
    // and TypeScript runs after it alone.
    const { publicKeys } = await import('registry/node/signing');
    hash.update(publicKeys().join());
  }
  const { version } = await readJson(directory, 'package.json');
  requireVersion(version);
  return `${version}-${hash.digest('hex').slice(0, 8)}`;
}

/**
 * The versions that the parts have with their present sources. Nothing is built.
 * @returns {Promise<{part: string, version: string}[]>}
 */
export const workingVersions = () => Promise.all(parts.map(async (part) => ({ part, version: await versionOf(part) })));
