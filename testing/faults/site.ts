// The site for the faults: a sandbox and an API, each a process that the run stops, kills and starts again.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Program, runToEnd, startListening } from 'scripts/site/children';
import { freePort } from 'scripts/site/postgres';
import { apiSandboxSettings, sandboxSettings } from 'scripts/site/sandbox-settings';
import { apiSettings } from 'scripts/site/site';
import { overHttp, type Send } from '../client/http';
import { type Sandbox, sandboxAt } from '../client/sandbox';

/** The place of a site's data. Without the address of a database, it is the embedded database of the folder. */
export interface Storage {
  DATA_DIR: string;
  DATABASE_URL: string;
}

type Environment = Readonly<Record<string, string>>;

export interface FaultSite {
  root: string;
  send: Send;
  sandbox: Sandbox;
  /** Starts the stopped API on this storage. Later starts use the same one. @throws with the API's sentence if it does not start */
  startApi: (storage: Storage, env?: Environment) => Promise<void>;
  /** @returns the API's exit code */
  stopApi: () => Promise<number>;
  startSandbox: () => Promise<void>;
  stopSandbox: () => Promise<void>;
  /** The API's output since its last start. */
  printed: () => string;
  close: () => Promise<void>;
}

/** Starts the sandbox but not yet the API. */
export async function openFaultSite(): Promise<FaultSite> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-faults-'));
  const settings = {
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir: directory,
    // The run only calls the API, so it needs no build.
    distDir: path.join(directory, 'dist'),
  };
  const startSandbox = () => startListening('pay-sandbox/src/main.ts', { env: sandboxSettings(settings) });
  let sandbox: Program | null = await startSandbox();
  let api: Program | null = null;
  const stop = async (program: Program | null) => (await program?.stop()) ?? 0;
  const site: FaultSite = {
    root: `http://127.0.0.1:${settings.port}/api/v1`,
    send: overHttp(`http://127.0.0.1:${settings.port}/api/v1`),
    sandbox: sandboxAt(`http://127.0.0.1:${settings.sandboxPort}`),
    async startApi(storage, env = {}) {
      const given = { ...apiSettings(settings), ...apiSandboxSettings(settings), ...storage, ...env };
      api = await startListening('api/src/testing/main-ahead.ts', { env: given });
    },
    async stopApi() {
      const code = await stop(api);
      api = null;
      return code;
    },
    async startSandbox() {
      sandbox = await startSandbox();
    },
    async stopSandbox() {
      await stop(sandbox);
      sandbox = null;
    },
    printed: () => api?.tail() ?? '',
    async close() {
      await Promise.all([stop(api), stop(sandbox)]);
      await rm(directory, { recursive: true, force: true });
    },
  };
  return site;
}

/** Runs a command as a person does, with the settings of the site. @returns its lines @throws with them if it fails */
export const foodhall = (args: readonly string[], storage: Storage): Promise<string[]> =>
  runToEnd('cli/src/main.ts', { args, env: { ...storage } });

/** Runs SQL beside the site on PostgreSQL, or while the site is stopped. @returns the rows of the last statement */
export async function runSql(storage: Storage, sql: string): Promise<Record<string, unknown>[]> {
  const lines = await runToEnd('api/src/testing/run-sql.ts', { env: { ...storage, SQL: sql } });
  return JSON.parse(lines.at(-1) ?? '[]');
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the condition holds. @throws after `ms` */
export async function until(what: string, isDone: () => Promise<boolean>, ms = 30_000): Promise<void> {
  for (const giveUpAt = Date.now() + ms; !(await isDone().catch(() => false)); await sleep(100)) {
    if (Date.now() > giveUpAt) throw new Error(`After ${ms / 1_000} s it is not true: ${what}.`);
  }
}
