/** Builds of earlier commits, made with those commits' own recipe. They are retained in .skew/, since a commit does not change. */

import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { processEnv } from 'settings/environment';
import { z } from 'zod';
import { type BuildRecord, buildRecordOf } from '../model/schemas';
import { privateKey, publicKeys } from '../store/signing';
import { isRemote, type LockedPackage, lockedPackages, readJson, root } from './apps';

const run = promisify(execFile);

/** The output of `npm pack` for one package. */
const packedSchema = z.tuple([z.object({ filename: z.string() })]);

/** The commit from which compatibility is promised (docs/decisions/compatibility.md). */
export const BASELINE = '392fb56d54b00dcd5518793e3f18052251a13624';

/**
 * Tells whether the commit is in the clone. A shallow clone lacks it, and fetches that one commit from its origin.
 * @param cwd the clone
 */
export async function hasCommit(commit: string, cwd = root): Promise<boolean> {
  const git = (...args: string[]) =>
    run('git', args, { cwd }).then(
      () => true,
      () => false,
    );
  return (
    (await git('cat-file', '-e', `${commit}^{commit}`)) ||
    (await git('fetch', '--quiet', '--depth', '1', 'origin', commit))
  );
}

/**
 * Returns those of the apps that a commit has. A remote that was added later is not among them.
 * @throws when the commit is not here and cannot be fetched
 */
export async function appsOf(commit: string, apps: readonly string[], cwd = root): Promise<string[]> {
  await requireCommit(commit, cwd);
  const folders = await run('git', ['ls-tree', '-d', '--name-only', commit, 'remotes/'], { cwd });
  const remotes = folders.stdout.split('\n').map((folder) => path.basename(folder));
  return apps.filter((app) => !isRemote(app) || remotes.includes(app));
}

async function requireCommit(commit: string, cwd?: string): Promise<void> {
  if (await hasCommit(commit, cwd)) return;
  throw new Error(
    `This clone does not have ${commit.slice(0, 7)}, and its origin does not give it: fetch that commit.`,
  );
}

/**
 * Finds where each package of another lock file is installed here, in the same version. The folder is usually the same, but a package may
 * have moved to another workspace since.
 * @param wanted packages of the other lock file, by folder
 * @param installed packages of our lock file
 * @returns our folder by theirs, undefined where the package is gone; or null if a package is installed in another version only
 */
export function foldersOf(
  wanted: Readonly<Record<string, LockedPackage>>,
  installed: Readonly<Record<string, LockedPackage>>,
): Map<string, string | undefined> | null {
  const folders = new Map<string, string | undefined>();
  for (const [folder, { version, link }] of Object.entries(wanted)) {
    if (!folder.includes('node_modules/') || link) continue;
    const isSame = (own: string) => installed[own]?.version === version;
    const name = folder.slice(folder.lastIndexOf('node_modules/'));
    const isMoved = (own: string) => own.endsWith(name) && isSame(own);
    // A package of one workspace may have moved to another. The root's own folder is linked whole, so nothing moves into it.
    const moved = folder.startsWith('node_modules/') ? undefined : Object.keys(installed).find(isMoved);
    const own = isSame(folder) ? folder : moved;
    // The linked packages would find the installed package in its other version.
    if (!own && Object.keys(installed).some((each) => each.endsWith(name))) return null;
    folders.set(folder, own);
  }
  return folders;
}

/** Links everything in a folder, except the names that the other folder has of its own. */
async function linkAll(from: string, to: string, isOwn: (name: string) => boolean = () => false): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (!isOwn(name)) await symlink(path.join(from, name), path.join(to, name));
  }
}

/**
 * Installs the packages of the commit. Its workspaces are its own, since a link to today's contracts would put today's code into the
 * earlier build.
 */
async function install(tree: string): Promise<void> {
  const [packages, installed] = await Promise.all(
    [tree, root].map(async (folder) => lockedPackages(await readFile(path.join(folder, 'package-lock.json'), 'utf8'))),
  );
  const folders = packages && installed && foldersOf(packages, installed);
  if (!folders) {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: tree });
    return;
  }
  const workspaces = Object.entries(packages)
    .filter(([, { link }]) => link)
    .map(([link, { resolved = '' }]) => ({ name: link.replace('node_modules/', ''), folder: resolved }));
  const names = new Set(workspaces.map(({ name }) => name));
  await linkAll(path.join(root, 'node_modules'), path.join(tree, 'node_modules'), (name) => names.has(name));
  for (const { name, folder } of workspaces) {
    await symlink(path.join(tree, folder), path.join(tree, 'node_modules', name));
    const own = path.join(root, folder, 'node_modules');
    if (existsSync(own)) await linkAll(own, path.join(tree, folder, 'node_modules'));
  }
  for (const [wanted, own] of folders) {
    if (own === wanted) continue;
    const target = await placeFor(tree, wanted);
    if (own) await symlink(path.join(root, own), target);
    else await fetchPackage(packages[wanted] ?? {}, wanted, target);
  }
}

/** Makes the folder that receives a package. A folder that was linked whole so far is linked entry by entry then. */
async function placeFor(tree: string, wanted: string): Promise<string> {
  const target = path.join(tree, wanted);
  const folder = path.dirname(target);
  // The folder is a link into the packages that are installed here, so the new package would be written into those.
  if ((await lstat(folder).catch(() => null))?.isSymbolicLink()) {
    const linked = await readlink(folder);
    await rm(folder);
    await linkAll(linked, folder, (name) => name === path.basename(wanted));
  }
  await mkdir(folder, { recursive: true });
  return target;
}

/** Downloads one package without its dependencies, which the lock file names as well. */
async function fetchPackage({ name, version }: LockedPackage, wanted: string, target: string): Promise<void> {
  const spec = `${name ?? wanted.slice(wanted.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
  await mkdir(target, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', target, spec], { cwd: root });
  const [{ filename }] = packedSchema.parse(JSON.parse(stdout));
  await run('tar', ['xzf', filename, '--strip-components', '1'], { cwd: target });
}

async function build(tree: string, apps: readonly string[]): Promise<void> {
  const keyFile = path.join(tree, 'registry.pem');
  await writeFile(keyFile, privateKey().export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await new Promise<void>((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', 'build', '--', ...apps], {
      cwd: tree,
      env: { ...processEnv, REGISTRY_KEY_FILE: keyFile },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(said.trim() || `ended with ${code}`))));
  });
}

/** The folder that retains a build of a commit. A shell trusts the keys it was built with, so they are in the folder's name. */
function folderOf(commit: string, app: string): string {
  const keys = isRemote(app) ? '' : `-${publicKeys().join().replace(/\W/g, '').slice(0, 12)}`;
  return path.join(root, '.skew', commit.slice(0, 7), app + keys);
}

/** A build of an earlier commit: its folder, and the content of its build.json. */
export interface RetainedBuild {
  folder: string;
  record: BuildRecord;
}

/**
 * Returns the builds of a commit, in the order of the apps. It builds those that are not retained yet.
 * @throws when the commit is not here and cannot be fetched
 */
export async function retainedBuilds(
  commit: string,
  apps: readonly string[],
  report: (line: string) => void = () => {},
): Promise<RetainedBuild[]> {
  const missing = apps.filter((app) => !existsSync(path.join(folderOf(commit, app), 'build.json')));
  if (missing.length > 0) {
    await requireCommit(commit);
    const tree = await mkdtemp(path.join(os.tmpdir(), `foodhall-${commit.slice(0, 7)}-`));
    try {
      report(`building ${missing.join(', ')} of ${commit.slice(0, 7)}`);
      await run('sh', ['-c', 'git archive "$1" | tar x -C "$2"', 'sh', commit, tree], { cwd: root });
      await install(tree);
      await build(tree, missing);
      for (const app of missing) await retain(path.join(tree, 'dist', app), folderOf(commit, app));
    } finally {
      await rm(tree, { recursive: true, force: true });
    }
  }
  return await Promise.all(
    apps.map(async (app) => {
      const folder = folderOf(commit, app);
      const record = buildRecordOf(await readJson(folder, 'build.json'), `build.json of ${app} ${commit.slice(0, 7)}`);
      return { folder, record };
    }),
  );
}

/** Copies the one build in the dist folder of an app. A folder that exists is complete. */
async function retain(builds: string, folder: string): Promise<void> {
  const [version] = (await readdir(builds)).filter((name) => !name.startsWith('.'));
  if (!version) throw new Error(`${builds} has no build.`);
  const draft = `${folder}.${process.pid}`;
  await cp(path.join(builds, version), draft, { recursive: true });
  // An interrupted run left this folder without its record.
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}
