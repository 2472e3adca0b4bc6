// The measured site on one of the two databases, and SQL for its database while it is down.
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { startProgram } from 'scripts/site/children';
import { findPostgres, freePort, startPostgres } from 'scripts/site/postgres';
import { apiSettings, type Site, startSite } from 'scripts/site/site';
import { z } from 'zod';
import { overHttp, type Send } from '../../client/http';
import { type Sandbox, sandboxAt } from '../../client/sandbox';
import { memoryMb, processorMs } from '../support/processor';

export const DATABASES = ['pglite', 'postgres'] as const;
export type DatabaseName = (typeof DATABASES)[number];

/** Processor time of the API's process and of PostgreSQL's processes. PGlite runs in the API's process, so `database` is 0. */
export interface Cost {
  api: number;
  database: number;
}

export interface Subject {
  database: DatabaseName;
  /** Null for PGlite. */
  databaseUrl: string | null;
  /** The API's address as a number, so that no name has to be looked up. */
  url: string;
  send: Send;
  sandbox: Sandbox;
  processorMs: () => Promise<Cost>;
  memoryMb: () => Promise<Cost>;
  /** Runs statements while the site is down, and starts the site again. @returns the rows of the last statement */
  runSql: (sql: string) => Promise<unknown[]>;
}

const rowsSchema = z.array(z.unknown());

/** @returns false if PostgreSQL is not installed */
export async function withSubject(
  database: DatabaseName,
  directory: string,
  work: (subject: Subject) => Promise<void>,
): Promise<boolean> {
  const bin = findPostgres();
  if (database === 'postgres' && !bin) return false;
  const postgres = database === 'postgres' && bin ? await startPostgres(bin) : null;
  const options = {
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir: await mkdtemp(path.join(directory, 'data-')),
    distDir: directory,
    env: { DATABASE_URL: postgres?.url ?? '', LOG_LEVEL: 'error' },
  };
  let site: Site = await startSite(options);
  const url = site.url.replace('localhost', '127.0.0.1');
  const each = async (measure: (pid: number) => Promise<number>): Promise<Cost> => ({
    api: site.apiPid === undefined ? 0 : await measure(site.apiPid),
    database: await (async () => {
      const pid = postgres?.pid();
      return pid === undefined ? 0 : measure(pid);
    })(),
  });
  try {
    await work({
      database,
      databaseUrl: postgres?.url ?? null,
      url,
      send: overHttp(`${url}/api/v1`),
      sandbox: sandboxAt(site.sandboxUrl ?? ''),
      processorMs: () => each(processorMs),
      memoryMb: () => each(memoryMb),
      async runSql(sql) {
        await site.stop();
        try {
          return await runSql({ ...apiSettings(options), ...options.env }, sql);
        } finally {
          site = await startSite(options);
        }
      },
    });
  } finally {
    await site.stop();
    await postgres?.stop();
  }
  return true;
}

async function runSql(env: Readonly<Record<string, string>>, sql: string): Promise<unknown[]> {
  let rows: unknown[] = [];
  const program = startProgram('api/src/testing/run-sql.ts', {
    env: { ...env, SQL: sql },
    onLine: (line) => {
      if (line.startsWith('[')) rows = rowsSchema.parse(JSON.parse(line));
    },
  });
  if ((await program.ended) !== 0) throw new Error(`The statements failed: ${program.tail()}`);
  return rows;
}
