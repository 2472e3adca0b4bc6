// A throw-away PostgreSQL for the tests. npm test installs its programs (scripts/lib/install.mjs).
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

export { findPostgres } from '../../../scripts/lib/programs.cjs';

/** PostgreSQL refuses to run as root, so root lends it the user nobody. */
function runAs() {
  if (process.getuid?.() !== 0) return {};
  const id = (flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Starts an empty cluster in a temporary folder, made for speed and not for keeping.
 * @param {string} bin from findPostgres
 * @returns {Promise<{
 *   url: string,
 *   down: () => Promise<void>, ends it with all of its connections, and keeps what it holds
 *   up: () => Promise<void>,
 *   freeze: () => void, it stands still, with every connection open
 *   thaw: () => void,
 *   stop: () => Promise<void>, ends it for good
 * }>}
 */
export async function startPostgres(bin) {
  const user = runAs();
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-pg-'));
  if (user.uid !== undefined) await chown(directory, user.uid, user.gid);
  const data = path.join(directory, 'data');
  const options = { ...user, cwd: directory, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  const made = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...options,
      encoding: 'utf8',
    },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: directory,
    fsync: 'off',
    synchronous_commit: 'off',
    max_connections: 100,
  };
  let server;
  let ended;
  const up = async () => {
    server = spawn(
      path.join(bin, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    ended = new Promise((resolve) => server.once('close', resolve));
    let log = '';
    await new Promise((resolve, reject) => {
      server.stderr.setEncoding('utf8').on('data', (chunk) => {
        log = `${log}${chunk}`.slice(-4000);
        if (/ready to accept connections/.test(chunk)) resolve();
      });
      ended.then(() => reject(new Error(`postgres ended at its start: ${log}`)));
    });
  };
  const down = async () => {
    server.kill('SIGINT');
    await ended;
  };
  /** The server and the processes of its connections, the server first: it would start others. */
  const signal = (name) => {
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
    for (const pid of [server.pid, ...children.split(' ').filter(Boolean)]) process.kill(Number(pid), name);
  };
  await up();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    down,
    up,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async stop() {
      await down();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
