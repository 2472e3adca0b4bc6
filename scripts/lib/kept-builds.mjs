// Builds of earlier commits, by those commits' own recipe, kept in .skew/ since a commit does not change.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { isRemote, readJson, root } from './parts.mjs';

const require = createRequire(import.meta.url);
const { eventsUsedBy, provided } = require('./provided.js');
const { privateKey, publicKeys } = require('./signing.js');
const run = promisify(execFile);

/** Each is the last commit of its contract; 186e2ad is on the line of 1.1, beside the mainline. */
export const RELEASED = [
  { label: 'N-1', commit: '186e2ad77d1ebbdcc84bc46e2f0d71b21ff2bdbc', contract: '1.1.0' },
  { label: 'N-2', commit: '62d5c3ecbf217389c9030c8c29e118dbda0a65c5', contract: '1.0.0' },
];

/** A shallow clone has few commits, a copy without its history none. */
export async function hasCommit({ commit }) {
  return await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  );
}

/** What is installed here serves an earlier commit too where it has every package in the version that commit was locked to. */
async function isInstalled(tree) {
  const [wanted, installed] = await Promise.all([
    readJson(tree, 'package-lock.json'),
    readJson(root, 'package-lock.json'),
  ]);
  return Object.entries(wanted.packages).every(
    ([place, { version, link }]) =>
      !place.includes('node_modules/') || link || installed.packages[place]?.version === version,
  );
}

async function linkAll(from, to, isOwn = () => false) {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (!isOwn(name)) await symlink(path.join(from, name), path.join(to, name));
  }
}

/** The packages of the commit. Its workspaces are its own: a link to today's contracts would put today's code into it. */
async function install(tree) {
  if (!(await isInstalled(tree))) {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: tree });
    return;
  }
  const { packages } = await readJson(tree, 'package-lock.json');
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
}

async function build(tree, parts) {
  const keyFile = path.join(tree, 'registry.pem');
  await writeFile(keyFile, privateKey().export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await new Promise((resolve, reject) => {
    const child = spawn('node', ['scripts/build.mjs', ...parts], {
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
