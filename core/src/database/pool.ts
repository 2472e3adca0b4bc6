/**
 * One driver (pg) for both engines: a PostgreSQL by address, or PGlite in this process through its own pg adapter. SQL,
 * parameters and SQLSTATE codes are then the same, and only this file knows which one it is.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { type ClientConfig, escapeIdentifier, Pool, type PoolConfig, types } from 'pg';
import { type Config, MEMORY } from '../config';
import type { Log } from '../log';
import { lockDirectory } from './directory-lock';
import { DatabaseListener } from './listener';
import type { Notifications } from './notifications';
import { DatabaseUnavailableError } from './unavailable';

/** The time that one statement may take, in milliseconds, by its purpose. */
export const STATEMENT_MS = { request: 6_000, export: 60_000, import: 600_000, migration: 3_600_000 } as const;
export type Purpose = keyof typeof STATEMENT_MS;

export interface OpenDatabase {
  /** The pool for requests, and for the work that follows them. */
  pool: Pool;
  /** A few connections with another limit. On PGlite it is the one connection. */
  poolFor(purpose: Purpose): Pool;
  engine: 'postgres' | 'pglite';
  notifications: Notifications;
  /** The same object as `notifications`, on PostgreSQL, where other processes may run. Null on PGlite. */
  listener: DatabaseListener | null;
  close(): Promise<void>;
}

const INT8 = 20;
const INT8_LIST = 1016;
const DATE = 1082;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond what a number can hold exactly`);
  return value;
}

/** The driver's own parser of an array of texts. The types of pg do not name its id. */
const readTexts = (types.getTypeParser as (id: number) => (text: string) => (string | null)[])(INT8_LIST);
const parseInt8List = (text: string) => readTexts(text).map((each) => (each === null ? null : parseInt8(each)));

/**
 * Returns a bigint as a number, also in an array, because ids and counts are bigint. Returns a date as its text, because a Date would shift
 * it by the server's time zone.
 */
const typeParsers: NonNullable<ClientConfig['types']> = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') => {
    if (id === INT8 && format !== 'binary') return parseInt8;
    if (id === INT8_LIST && format !== 'binary') return parseInt8List;
    if (id === DATE && format !== 'binary') return (text: string) => text;
    return types.getTypeParser(id, format);
  }) as typeof types.getTypeParser,
};

/** The server ends a statement that takes too long. The driver waits this much longer, in case the server does nothing at all. */
const SERVER_FIRST_MS = 1_000;
/** The server ends a transaction that is idle for this long: its process hangs or is gone, and its locks block others. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** How long a query waits for a connection to PostgreSQL, new or from the pool. With a request's statement it stays below 10 seconds. */
const CONNECT_MS = 2_500;
/** The connections of each purpose except requests. All exports, for example, share two, so any number of them leaves the rest free. */
const SIDE_POOL_SIZE = 2;

const shared: PoolConfig = {
  types: typeParsers,
  // How long a query waits for the one connection of PGlite, for example inside a transaction that asks for a second one.
  connectionTimeoutMillis: 10_000,
};

/** @throws DirectoryInUseError, or DatabaseUnavailableError when the database does not respond. */
export async function openDatabase(config: Pick<Config, 'dataDir' | 'databaseUrl'>, log: Log): Promise<OpenDatabase> {
  return config.databaseUrl === null ? openEmbedded(config.dataDir) : openPostgres(config.databaseUrl, log);
}

export interface PostgresOptions {
  /** The number of connections for requests. */
  size?: number;
  /** Replaces STATEMENT_MS in tests. */
  statementMs?: Readonly<Record<Purpose, number>>;
}

/** @throws DatabaseUnavailableError when the database does not respond */
export async function openPostgres(
  connectionString: string,
  log: Log,
  { size = 10, statementMs = STATEMENT_MS }: PostgresOptions = {},
): Promise<OpenDatabase> {
  const pools = new Map<Purpose, Pool>();
  const poolFor = (purpose: Purpose): Pool => {
    const known = pools.get(purpose);
    if (known) return known;
    const max = purpose === 'request' ? size : SIDE_POOL_SIZE;
    const pool = postgresPool(connectionString, log, max, statementMs[purpose]);
    pools.set(purpose, pool);
    return pool;
  };
  const listener = new DatabaseListener(connectionString, log);
  const close = async () => {
    await Promise.all([listener.close(), ...[...pools.values()].map((pool) => pool.end())]);
  };
  try {
    await poolFor('request').query('select 1');
  } catch (error) {
    await close();
    throw new DatabaseUnavailableError(error);
  }
  return { pool: poolFor('request'), poolFor, engine: 'postgres', notifications: listener, listener, close };
}

function postgresPool(connectionString: string, log: Log, max: number, statementMs: number): Pool {
  const pool = new Pool({
    ...shared,
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'foodhall',
    statement_timeout: statementMs,
    query_timeout: statementMs + SERVER_FIRST_MS,
    idle_in_transaction_session_timeout: Math.max(IDLE_IN_TRANSACTION_MS, statementMs),
    // The probes of the operating system notice a server that vanished.
    keepAlive: true,
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', (error) => log.error({ reason: error.message }, 'database: a connection was lost'));
  // A connection in use may break between two statements. The next statement then fails, and the pool drops the connection.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Opens the embedded database, for trials and small sites. It survives a kill, but it does not fsync, so a power cut may lose the last
 * writes.
 */
async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const { PGlite } = await import('@electric-sql/pglite');
  const lock = dataDir === MEMORY ? null : await lockDirectory(dataDir);
  try {
    if (dataDir !== MEMORY) await createCluster(join(dataDir, 'database'));
    const pglite = await PGlite.create({
      dataDir: dataDir === MEMORY ? MEMORY : join(dataDir, 'database'),
      postgresqlconf: ['shared_buffers = 16MB'],
    });
    const { pool, notifications } = await poolOver(pglite);
    return {
      pool,
      poolFor: () => pool,
      engine: 'pglite',
      notifications,
      listener: null,
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
 * Makes the files of a new database, whole or not at all: after an interrupted start, the next start makes them again.
 * @throws with the error output of the child process
 */
async function createCluster(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  const parent = dirname(directory);
  const leftOver = (await readdir(parent)).filter((name) => name.startsWith(`${basename(directory)}-`));
  for (const name of leftOver) await rm(join(parent, name), { recursive: true, force: true });
  // Each start uses a new name, because the child of a killed start may still write to its folder.
  const unfinished = await mkdtemp(`${directory}-`);
  await promisify(execFile)(process.execPath, [join(__dirname, 'create-cluster.mjs'), unfinished]);
  await rename(unfinished, directory);
}

/** Makes a pool of one connection over a PGlite instance. The caller closes the instance. */
export async function poolOver(instance: unknown): Promise<{ pool: Pool; notifications: Notifications }> {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  const pglite = instance as PGlite;
  const pool = new Pool({ ...shared, ...createPgConfig(pglite), max: 1, idleTimeoutMillis: 0 } as PoolConfig);
  const notifications: Notifications = {
    async listen(channel, onMessage) {
      const stop = pglite.onNotification((name, payload) => {
        if (name === channel) onMessage(payload);
      });
      await pool.query(`listen ${escapeIdentifier(channel)}`);
      return stop;
    },
    // PGlite runs in this process, so no notification is missed.
    onGap: () => () => undefined,
    isListening: true,
  };
  return { pool, notifications };
}
