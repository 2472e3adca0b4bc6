// Runs a PostgreSQL for one run of tests. npm test installs its programs (scripts/lib/install.mjs).

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { processEnv } from 'settings/environment';

export { findPostgres } from '../lib/programs.cjs';

export interface Postgres {
  url: string;
  /** The process id of the server. Its children are the processes of its connections. */
  pid: () => number | undefined;
  /** Ends the server with all of its connections. Its data stays. */
  down: () => Promise<void>;
  up: () => Promise<void>;
  /** Pauses the server, with every connection open. */
  freeze: () => void;
  thaw: () => void;
  /** Ends the server and deletes its data. */
  stop: () => Promise<void>;
}

/** PostgreSQL refuses to run as root, so root runs it as the user nobody. */
function runAs(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** Finds different ports that no process listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}

/** Finds a port that no process listens on. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Resolves when the server accepts connections. @throws with the server's log if it ends before */
function ready(server: ChildProcess, ended: Promise<unknown>): Promise<void> {
  let log = '';
  return new Promise((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      log = `${log}${chunk}`.slice(-4000);
      if (/ready to accept connections/.test(chunk)) resolve();
    });
    void ended.then(() => reject(new Error(`postgres ended at its start: ${log}`)));
  });
}

/**
 * Starts an empty cluster in a temporary folder. Its settings prefer speed: a crash of the machine loses its data.
 * @param bin the folder from findPostgres
 * @param parent the folder for its temporary folder
 * @throws if the cluster cannot be created or started
 */
export async function startPostgres(bin: string, parent = os.tmpdir()): Promise<Postgres> {
  const user = runAs();
  const directory = await mkdtemp(path.join(parent, 'foodhall-pg-'));
  if (user.uid !== undefined && user.gid !== undefined) await chown(directory, user.uid, user.gid);
  const data = path.join(directory, 'data');
  const options = { ...user, cwd: directory, env: { PATH: processEnv.PATH, LC_ALL: 'C.UTF-8' } };
  const made = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    { ...options, encoding: 'utf8' },
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
  const launch = async () => {
    const server = spawn(
      path.join(bin, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
    await ready(server, ended);
    return { server, ended };
  };
  let running = await launch();
  const up = async () => {
    running = await launch();
  };
  const down = async () => {
    running.server.kill('SIGINT');
    await running.ended;
  };
  /** Signals the server and the processes of its connections. The server comes first, or it would start others. */
  const signal = (name: NodeJS.Signals) => {
    const { pid } = running.server;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const each of [String(pid), ...children.split(' ').filter(Boolean)]) process.kill(Number(each), name);
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: () => running.server.pid,
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
