// Makes a site with a release service, whose API is a process of its own, and teams with tokens.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root } from 'releases/build/apps';
import { buildApps } from 'releases/build/build-apps';
import { copyOfSite } from 'releases/commands/site-copy';
import { privateKey } from 'releases/store/signing';
import { folderTarget } from 'releases/store/targets/folder';
import type { Target } from 'releases/store/targets/target';
import { type Program, runToEnd, startListening } from 'scripts/site/children';
import { findPostgres, freePort, startPostgres } from 'scripts/site/postgres';
import { apiSandboxSettings } from 'scripts/site/sandbox-settings';
import { apiSettings } from 'scripts/site/site';
import { auditSchema, one } from 'shared-contracts/schemas';
import type { AuditEntry } from 'shared-contracts/types';
import { z } from 'zod';
import { type Account, logIn } from '../client/accounts';
import { overHttp, type Send } from '../client/http';
import type { Original } from './team-builds';

export const DATABASES = ['postgres', 'pglite'] as const;
export type Database = (typeof DATABASES)[number];

export interface ReleaseSite {
  /** The address with a slash at its end. */
  url: string;
  send: Send;
  /** The folder of the site. */
  distDir: string;
  target: Target;
  /** An empty folder, for builds. */
  folder: string;
  /** The build that the teams' builds are made from. */
  catalog: Original;
  operator: Account;
  api: () => Program;
  /** Starts the API again after it has ended. */
  startApi: () => Promise<void>;
  /** @returns a team's token for these apps */
  tokenFor: (team: string, apps: readonly string[]) => Promise<string>;
  /** The entries of the audit log about releases, oldest first. */
  log: () => Promise<AuditEntry[]>;
  /** Finds the mistake in the chain of the audit log, or returns null. */
  faultOfLog: () => Promise<string | null>;
  close: () => Promise<void>;
}

const OPERATOR = 'operator@foodhall.test';

const tokenSchema = one(z.object({ token: z.string() }));
const verificationSchema = one(z.object({ fault: z.object({ sentence: z.string() }).nullable() }));

interface SiteOptions {
  database: Database;
  /** The program of the API. */
  program?: string;
  /** Receives the messages of the API. */
  onMessage?: (message: unknown) => void;
  /** Makes the live versions. By default, this working copy. */
  prepare?: (distDir: string, target: Target) => Promise<void>;
}

/** @throws if PostgreSQL is wanted and not installed */
export async function openReleaseSite({
  database,
  program = 'api/src/main.ts',
  onMessage,
  prepare = (folder) => copyOfSite(folder),
}: SiteOptions): Promise<ReleaseSite> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-releases-'));
  const distDir = path.join(directory, 'dist');
  const target = folderTarget(distDir);
  await prepare(distDir, target);
  const [built] = await buildApps(['catalog']);
  if (!built) throw new Error('catalog was not built.');
  const bin = database === 'postgres' ? findPostgres() : null;
  if (database === 'postgres' && !bin) throw new Error('The programs of PostgreSQL are not on this machine.');
  const postgres = bin ? await startPostgres(bin) : null;
  const settings = {
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir: directory,
    distDir,
  };
  const env = {
    ...apiSettings(settings),
    ...apiSandboxSettings(settings),
    DATABASE_URL: postgres?.url ?? '',
    REGISTRY_KEY: String(privateKey().export({ type: 'pkcs8', format: 'pem' })),
  };
  const startApi = () => startListening(program, { ...(onMessage && { onMessage }), env });
  const end = async (program?: Program) => {
    await program?.stop();
    await postgres?.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${settings.port}/`;
  const send = overHttp(`${url}api/v1`);
  let api: Program | undefined;
  let operator: Account;
  try {
    // The first start imports the demo's venues and accounts. The embedded database allows one process at a time.
    await (await startApi()).stop();
    await runToEnd('api/src/testing/add-operator.ts', { env: { ...env, OPERATOR } });
    api = await startApi();
    operator = await logIn(send, OPERATOR);
  } catch (error) {
    await end(api);
    throw error;
  }
  let running = api;
  return {
    url,
    send,
    distDir,
    target,
    folder: path.join(directory, 'builds'),
    catalog: { folder: path.join(root, 'dist', built.part, built.version), record: built.record },
    operator,
    api: () => running,
    async startApi() {
      running = await startApi();
    },
    async tokenFor(team, apps) {
      const grant = { team, apps, channels: ['beta'], most_percent: 0, is_for_all: true };
      return (await operator.post('/registry/tokens', grant, tokenSchema)).data.token;
    },
    async log() {
      const entries: AuditEntry[] = [];
      for (;;) {
        const after = entries.at(-1)?.id;
        const query = `action=release.&limit=200${after === undefined ? '' : `&after=${after}`}`;
        const { data } = await operator.get(`/audit?${query}`, auditSchema);
        if (data.length === 0) return entries.reverse();
        entries.push(...data);
      }
    },
    async faultOfLog() {
      const { data } = await operator.get('/audit/verification', verificationSchema);
      return data.fault?.sentence ?? null;
    },
    close: () => end(running),
  };
}
