// Builds of earlier commits, by those commits' own recipe, kept in .skew/ since a commit does not change.
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
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { privateKey, publicKeys } from 'registry/node/signing';
import { isRemote, readJson, root } from './apps';

const require = createRequire(import.meta.url);
const { eventsUsedBy, provided } = require('./provided.cjs');
const run = promisify(execFile);

/** Each is the last commit of its contract; 186e2ad is on the line of 1.1, beside the mainline. */
export const RELEASED = [
  { label: 'N-1', commit: '5249ff23ab4d15a9cef3330cae92064ca4f19819', contract: '1.2.0' },
  { label: 'N-2', commit: '186e2ad77d1ebbdcc84bc46e2f0d71b21ff2bdbc', contract: '1.1.0' },
];

/** A shallow clone has few commits, a copy without its history none. */
export async function hasCommit({ commit }) {
  return await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  );
}

/**
 * Where each package that another lock file names is installed here, in the same version: mostly in the same place, but a
 * package may have moved to another workspace since.
 * @param {Record<string, {version?: string, link?: boolean}>} wanted packages of the other lock file, by place
 * @param {Record<string, {version?: string, link?: boolean}>} installed those of ours
 * @returns {Map<string, string> | null} our place by theirs; null: one is not installed here
 */
export function placesOf(wanted, installed) {
  const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/'));
  const found = Object.entries(wanted)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .map(([place, { version }]) => {
      const isSame = (own) => installed[own]?.version === version;
      // What a workspace had of its own may be another's now. The root's own folder is linked whole, so nothing moves into it.
      const moved = () =>
        place.startsWith('node_modules/')
          ? undefined
          : Object.keys(installed).find((own) => own.endsWith(nameOf(place)) && isSame(own));
      return [place, isSame(place) ? place : moved()];
    });
  return found.every(([, own]) => own) ? new Map(found) : null;
}

async function linkAll(from, to, isOwn = () => false) {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (!isOwn(name)) await symlink(path.join(from, name), path.join(to, name));
  }
}

/** The packages of the commit. Its workspaces are its own: a link to today's contracts would put today's code into it. */
async function install(tree) {
  const { packages } = await readJson(tree, 'package-lock.json');
  const places = placesOf(packages, (await readJson(root, 'package-lock.json')).packages);
  if (!places) {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: tree });
    return;
  }
  const workspaces = Object.entries(packages)
    .filter(([, { link }]) => link)
    .map(([place, { resolved }]) => ({ name: place.replace('node_modules/', ''), folder: resolved }));
  const names = new Set(workspaces.map(({ name }) => name));
  await linkAll(path.join(root, 'node_modules'), path.join(tree, 'node_modules'), (name) => names.has(name));
  for (const { name, folder } of workspaces) {
    await symlink(path.join(tree, folder), path.join(tree, 'node_modules', name));
    const own = path.join(root, folder, 'node_modules');
    if (existsSync(own)) await linkAll(own, path.join(tree, folder, 'node_modules'));
  }
  for (const [place, own] of places) {
    if (own === place) continue;
    const folder = path.dirname(path.join(tree, place));
    // A link into what is installed here, through which this one would land there.
    if ((await lstat(folder).catch(() => null))?.isSymbolicLink()) {
      const linked = await readlink(folder);
      await rm(folder);
      await linkAll(linked, folder, (name) => name === path.basename(place));
    }
    await mkdir(folder, { recursive: true });
    await symlink(path.join(root, own), path.join(tree, place));
  }
}

async function build(tree, parts) {
  const keyFile = path.join(tree, 'registry.pem');
  await writeFile(keyFile, privateKey().export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', 'build', '--', ...parts], {
      cwd: tree,
      env: { ...process.env, REGISTRY_KEY_FILE: keyFile },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(said.trim() || `ended with ${code}`))));
  });
}

/** Records from before releases named events, slots and every package lack them; they are facts of the same sources. */
async function completed(record, tree) {
  if (record.events) return record;
  if (!isRemote(record.part)) return { ...record, ...provided(tree) };
  const sources = path.join(tree, 'remotes', record.part, 'src');
  const files = (await readdir(sources, { recursive: true }))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)testing\//.test(file))
    .map((file) => path.join(sources, file));
  return { ...record, events: eventsUsedBy(files, tree) };
}

/** Where a part of a commit is kept. A shell trusts the keys it was built with, so it is kept by them. */
function folderOf(commit, part) {
  const keys = isRemote(part) ? '' : `-${publicKeys().join().replace(/\W/g, '').slice(0, 12)}`;
  return path.join(root, '.skew', commit.slice(0, 7), part + keys);
}

/**
 * @param {{commit: string, contract: string}} released
 * @param {string[]} parts
 * @param {(line: string) => void} [report]
 * @returns {Promise<{folder: string, record: object}[]>} for each part the folder of its build and its record
 * @throws when the commit is not here, or what it builds has another contract than it is said to have
 */
export async function keptBuilds({ commit, contract }, parts, report = () => {}) {
  const missing = parts.filter((part) => !existsSync(path.join(folderOf(commit, part), 'build.json')));
  if (missing.length > 0) {
    if (!(await hasCommit({ commit }))) {
      throw new Error(
        `This clone does not have ${commit.slice(0, 7)}, the commit of contract ${contract}: run git fetch --unshallow.`,
      );
    }
    const tree = await mkdtemp(path.join(os.tmpdir(), `foodhall-${commit.slice(0, 7)}-`));
    try {
      report(`building ${missing.join(', ')} of ${commit.slice(0, 7)}`);
      await run('sh', ['-c', 'git archive "$1" | tar x -C "$2"', 'sh', commit, tree], { cwd: root });
      const found = (await readJson(tree, 'shared-contracts/package.json')).version;
      if (found !== contract) throw new Error(`${commit.slice(0, 7)} has contract ${found}, not ${contract}.`);
      await install(tree);
      await build(tree, missing);
      for (const part of missing) await keep({ tree, part, folder: folderOf(commit, part) });
    } finally {
      await rm(tree, { recursive: true, force: true });
    }
  }
  return await Promise.all(
    parts.map(async (part) => {
      const folder = folderOf(commit, part);
      return { folder, record: await readJson(folder, 'build.json') };
    }),
  );
}

async function keep({ tree, part, folder }) {
  const builds = path.join(tree, 'dist', part);
  const [version] = (await readdir(builds)).filter((name) => !name.startsWith('.'));
  const draft = `${folder}.${process.pid}`;
  await cp(path.join(builds, version), draft, { recursive: true });
  const record = JSON.parse(await readFile(path.join(draft, 'build.json'), 'utf8'));
  await writeFile(path.join(draft, 'build.json'), JSON.stringify(await completed(record, tree), null, 2));
  // Complete where it exists; a folder without its record is what an earlier run left.
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}
