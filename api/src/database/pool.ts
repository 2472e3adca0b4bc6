/**
 * One driver (pg) for both engines: a PostgreSQL by address, or PGlite in this process through its own pg adapter. SQL,
 * parameters and SQLSTATE codes are then the same, and only this file knows which one it is.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type ClientConfig, Pool, type PoolConfig, types } from 'pg';
import { type Config, MEMORY } from '../config';
import { lockDirectory } from './directory-lock';

export interface OpenDatabase {
  pool: Pool;
  engine: 'postgres' | 'pglite';
  close(): Promise<void>;
}

const INT8 = 20;
const DATE = 1082;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond what a number can hold exactly`);
  return value;
}

/** bigint as a number (counts come so), a date as its text: a Date would move it by the server's time zone. */
const typeParsers: NonNullable<ClientConfig['types']> = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') => {
    if (id === INT8 && format !== 'binary') return parseInt8;
    if (id === DATE && format !== 'binary') return (text: string) => text;
    return types.getTypeParser(id, format);
  }) as typeof types.getTypeParser,
};

const shared: PoolConfig = {
  types: typeParsers,
  // Whoever waits this long waits for itself: a use of the pool inside a transaction, with every connection taken.
  connectionTimeoutMillis: 10_000,
};

/** @throws DirectoryInUseError, or the driver's own error when the database does not answer. */
export async function openDatabase(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<OpenDatabase> {
  return config.databaseUrl === null ? openEmbedded(config.dataDir) : openPostgres(config.databaseUrl);
}

export async function openPostgres(connectionString: string, size = 10): Promise<OpenDatabase> {
  const pool = new Pool({ ...shared, connectionString, max: size, application_name: 'foodhall' });
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', (error) => console.error(`database: a connection was lost (${error.message})`));
  await pool.query('select 1');
  return { pool, engine: 'postgres', close: () => pool.end() };
}

/** Trial and small sites: it survives a kill, but it does not fsync, so a power cut may lose the last writes. */
async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const { PGlite } = await import('@electric-sql/pglite');
  const lock = dataDir === MEMORY ? null : await lockDirectory(dataDir);
  try {
    if (dataDir !== MEMORY) await createCluster(join(dataDir, 'database'));
    const pglite = await PGlite.create({
      dataDir: dataDir === MEMORY ? MEMORY : join(dataDir, 'database'),
      postgresqlconf: ['shared_buffers = 16MB'],
    });
    const { pool } = await poolOver(pglite);
    return {
      pool,
      engine: 'pglite',
      close: async () => {
        await pool.end();
        await pglite.close();
        await lock?.release();
      },
    };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/**
 * The files of a new database, whole or not at all: a start that is interrupted here begins again the next time.
 * @throws with the child's own words
 */
async function createCluster(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  const place = dirname(directory);
  const leftOver = (await readdir(place)).filter((name) => name.startsWith(`${basename(directory)}-`));
  for (const name of leftOver) await rm(join(place, name), { recursive: true, force: true });
  // A name of its own: the child of a start that was killed may still be writing to the last one.
  const unfinished = await mkdtemp(`${directory}-`);
  await promisify(execFile)(process.execPath, [join(__dirname, 'create-cluster.mjs'), unfinished]);
  await rename(unfinished, directory);
}

/** A pool of the one connection that a PGlite is. The instance stays the caller's to close. */
export async function poolOver(pglite: unknown): Promise<{ pool: Pool }> {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  const pool = new Pool({
    ...shared,
    ...createPgConfig(pglite as Parameters<typeof createPgConfig>[0]),
    max: 1,
    idleTimeoutMillis: 0,
  } as PoolConfig);
  return { pool };
}
