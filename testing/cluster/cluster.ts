// Starts PostgreSQL, the payment sandbox and several API processes behind one address.
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { type Program, startListening } from 'scripts/site/children';
import { freePort, startPostgres } from 'scripts/site/postgres';
import { apiSandboxSettings, sandboxSettings } from 'scripts/site/sandbox-settings';
import { apiSettings } from 'scripts/site/site';
import type { Send } from '../client/http';
import { type Sandbox, sandboxAt } from '../client/sandbox';
import type { Balancer, StartBalancer } from './balancer';

export interface Cluster {
  /** Sends a call to the common address, so the processes take turns. */
  send: Send;
  root: string;
  ports: readonly number[];
  /** The process ids of the API. */
  pids: () => number[];
  balancer: Balancer;
  sandbox: Sandbox;
  databaseUrl: string;
  /** Kills a process with kill -9. Resolves when it is up again. */
  kill: (index: number) => Promise<void>;
  /** Sends SIGTERM to the first `count` processes, one after another. Resolves with their exit codes when all are up again. */
  restart: (count: number) => Promise<number[]>;
  close: () => Promise<void>;
}

/**
 * Sends each call on a connection of its own. nginx ends idle connections when it reloads, and a call on such a connection at that moment
 * gets no response: a browser sends it again by itself, but Node's fetch does not.
 */
const overOwnConnections =
  (root: string): Send =>
  ({ method, path: at, body, headers }) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const type = text === undefined ? {} : { 'content-type': 'application/json' };
      const request = http.request(`${root}${at}`, { method, agent: false, headers: { ...type, ...headers } });
      request.on('error', reject);
      request.on('response', async (response) => {
        try {
          const received = Buffer.concat(await response.toArray()).toString();
          const isJson = response.headers['content-type']?.includes('json') ?? false;
          const value = received === '' ? null : isJson ? JSON.parse(received) : received;
          resolve({ status: response.statusCode ?? 0, body: value });
        } catch (error) {
          reject(error);
        }
      });
      request.end(text);
    });

export const rootOf = (port: number): string => `http://127.0.0.1:${port}/api/v1`;

export interface ClusterOptions {
  /** The folder from findPostgres. */
  bin: string;
  processes: number;
  startBalancer: StartBalancer;
}

/** Starts the processes at once, on an empty database. */
export async function openCluster({ bin, processes, startBalancer }: ClusterOptions): Promise<Cluster> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-cluster-'));
  const postgres = await startPostgres(bin);
  const settings = {
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir: directory,
    // The run only calls the API, so it needs no build.
    distDir: path.join(directory, 'dist'),
  };
  const ports = await Promise.all(Array.from({ length: processes }, freePort));
  const startApi = (index: number) =>
    startListening('api/src/main.ts', {
      env: {
        ...apiSettings(settings),
        ...apiSandboxSettings(settings),
        PORT: String(ports[index]),
        DATABASE_URL: postgres.url,
        DRAIN_SECONDS: '1',
        TRUSTED_PROXIES: '1',
      },
    });
  const begun = await Promise.allSettled([
    startListening('pay-sandbox/src/main.ts', { env: sandboxSettings(settings) }),
    ...ports.map((_, index) => startApi(index)),
  ]);
  const [sandbox, ...programs] = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stopAll = async () => {
    await Promise.all([sandbox?.stop(), ...programs.map((program) => program.stop())]);
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const failure = begun.find((one) => one.status === 'rejected');
  if (failure) {
    await stopAll();
    throw failure.reason;
  }
  const balancer = await startBalancer(settings.port, ports).catch(async (error: unknown) => {
    await stopAll();
    throw error;
  });

  async function again(index: number, end: (program: Program) => Promise<number>): Promise<number> {
    const program = programs[index];
    if (!program) throw new Error(`There is no process ${index}.`);
    const code = await end(program);
    programs[index] = await startApi(index);
    return code;
  }

  return {
    send: overOwnConnections(rootOf(settings.port)),
    root: rootOf(settings.port),
    ports,
    pids: () => programs.flatMap(({ pid }) => pid ?? []),
    balancer,
    databaseUrl: postgres.url,
    sandbox: sandboxAt(`http://127.0.0.1:${settings.sandboxPort}`),
    async kill(index) {
      await again(index, (program) => {
        program.kill();
        return program.ended;
      });
    },
    async restart(count) {
      const codes: number[] = [];
      await balancer.restart(ports.slice(0, count), async (port) => {
        codes.push(await again(ports.indexOf(port), (program) => program.stop()));
      });
      return codes;
    },
    async close() {
      await balancer.close();
      await stopAll();
    },
  };
}
