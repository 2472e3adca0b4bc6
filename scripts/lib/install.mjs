// Installs what the project needs before it can run. This file imports only Node's own modules, since it installs the others.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findBrowser, findPageBrowser, findPostgres } from './programs.cjs';

const root = path.resolve(import.meta.dirname, '../..');

const OLDEST = { major: 20, minor: 19 };

/** An error with one sentence for the person who runs the command: why it cannot go on. */
export class InstallError extends Error {}

/**
 * Prints what is being done.
 * @param {string} text
 * @returns {(result?: string) => void} prints how it ended and how long it took
 */
export function step(text) {
  const started = Date.now();
  process.stdout.write(`${text} …`);
  return (result = 'done') => {
    process.stdout.write(` ${result} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
  };
}

/** @throws {InstallError} if Node is older than this repository needs */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return;
  throw new InstallError(`This is Node ${version}; it must be ${OLDEST.major}.${OLDEST.minor} or newer.`);
}

/** @type {readonly NodeJS.Signals[]} */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * @typedef {{version?: string, link?: boolean, optional?: boolean}} LockedPackage an entry of a lock file
 */

/**
 * Tells whether npm has installed the packages of the lock file, as after `npm ci`. npm records what it installed in a lock file of its
 * own.
 * @returns {Promise<boolean>}
 */
export async function isInstalled(directory = root) {
  /**
   * @param {string} file
   * @returns {Promise<Record<string, LockedPackage>>} by path
   */
  const packagesOf = async (file) => JSON.parse(await readFile(path.join(directory, file), 'utf8')).packages;
  try {
    const [wanted, installed] = await Promise.all([
      packagesOf('package-lock.json'),
      packagesOf('node_modules/.package-lock.json'),
    ]);
    return Object.entries(wanted).every(
      ([place, { version, link, optional }]) =>
        !place.includes('node_modules/') ||
        optional ||
        (link ? installed[place]?.link === true : installed[place]?.version === version),
    );
  } catch {
    return false;
  }
}

/** Installs the packages if the lock file differs from the one last installed. @throws {InstallError} if npm fails */
export async function installPackages() {
  const lock = createHash('sha256')
    .update(await readFile(path.join(root, 'package-lock.json')))
    .digest('hex');
  const record = path.join(root, 'node_modules/.installed-lock');
  if ((await readFile(record, 'utf8').catch(() => '')) === lock) return;
  if (await isInstalled()) return await writeFile(record, lock);
  const done = step('Installing packages, about a minute');
  /** @type {Promise<void>} */
  const installed = new Promise((resolve, reject) => {
    const child = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
    // A stop signal ends npm too. Otherwise npm would go on alone and change what the next start installs.
    /** @param {NodeJS.Signals} signal */
    const stop = (signal) => {
      child.kill(signal);
      child.once('close', () => process.exit(1));
    };
    for (const signal of STOP_SIGNALS) process.once(signal, stop);
    child.once('close', () => {
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
    });
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += chunk));
    child.on('error', (error) => reject(new InstallError(`\nnpm could not be run: ${error.message}`)));
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new InstallError(`\nThe install failed: ${errors.trim().split('\n').slice(0, 3).join('\n')}`)),
    );
  });
  await installed;
  await writeFile(record, lock);
  done();
}

/**
 * Names the Debian packages that the tests need and this machine lacks.
 * @param {{browser?: string, pageBrowser?: string, postgres?: string}} found the programs of this machine
 * @returns {string[]}
 */
export function missingPackages({ browser, pageBrowser, postgres }) {
  return [
    ...(browser ? [] : ['chromium']),
    // Most journeys do not need a whole browser, and this one takes two thirds of its processor time.
    ...(pageBrowser ? [] : ['chromium-headless-shell']),
    ...(postgres ? [] : ['postgresql']),
  ];
}

const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf';

/** The tests start a cluster of their own; the package must not start one. */
async function withoutCluster() {
  if (existsSync(CLUSTER_SETTINGS)) return;
  await mkdir(path.dirname(CLUSTER_SETTINGS), { recursive: true });
  await writeFile(CLUSTER_SETTINGS, 'create_main_cluster = false\n');
}

/**
 * Installs the machine's programs that the tests need: a browser and PostgreSQL. Only root on Debian can. Where that fails, each test that
 * needs a missing program says so.
 */
export async function installPrograms(
  missing = missingPackages({ browser: findBrowser(), pageBrowser: findPageBrowser(), postgres: findPostgres() }),
) {
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  /** @param {string[]} args */
  const apt = (...args) =>
    spawnSync('apt-get', [...args, '-qq'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
  if (missing.includes('postgresql')) await withoutCluster();
  const done = step(`Installing Debian's ${missing.join(', ')}`);
  apt('update');
  const failed = missing.filter((name) => apt('install', '-y', '--no-install-recommends', name).status !== 0);
  done(failed.length > 0 ? `without ${failed.join(', ')}, which could not be installed` : 'done');
}
