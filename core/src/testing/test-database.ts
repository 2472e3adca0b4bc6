/**
 * An empty, migrated database for a test. It is PGlite by default. With TEST_DATABASE_URL the same tests run on PostgreSQL, where each Jest
 * worker makes a database of its own on that server.
 */

import { Client, type Pool } from 'pg';
import { migrate } from '../database/migrate';
import { type OpenDatabase, openPostgres, poolOver } from '../database/pool';
import { silentLog } from './logs';

declare global {
  var lendDatabase: (() => Promise<unknown>) | undefined;
  var keepDatabase: (() => Promise<void>) | undefined;
}

let opened: Promise<OpenDatabase> | null = null;

/** Opens the database of a test file. Close it in afterAll, as withDatabase does. */
export function testDatabase(): Promise<OpenDatabase> {
  opened ??= open();
  return opened;
}

async function open(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  const database = url ? await openPostgres(await ownDatabase(url), silentLog) : await openLent();
  const applied = await migrate(database.pool);
  if (!url && applied.length > 0) await globalThis.keepDatabase?.();
  return database;
}

async function openLent(): Promise<OpenDatabase> {
  if (!globalThis.lendDatabase) {
    throw new Error('This test needs the environment of core/src/testing/database-environment.ts (project "node").');
  }
  const { pool, notifications } = await poolOver(await globalThis.lendDatabase());
  return { pool, poolFor: () => pool, engine: 'pglite', notifications, listener: null, close: () => pool.end() };
}

/**
 * Opens pools on the empty schema 'trial', apart from the real tables.
 * @returns `count` pools; on PGlite all are the same pool, because it has one connection
 */
export async function trialPools(count: number): Promise<{ pools: Pool[]; close(): Promise<void> }> {
  const { pool } = await testDatabase();
  await pool.query('drop schema if exists trial cascade');
  await pool.query('create schema trial');
  const url = process.env.TEST_DATABASE_URL;
  if (!url) {
    await pool.query('set search_path to trial');
    const close = async () => {
      await pool.query('reset search_path');
      await pool.query('drop schema trial cascade');
    };
    return { pools: Array<Pool>(count).fill(pool), close };
  }
  const inTrial = new URL(await ownDatabase(url));
  inTrial.searchParams.set('options', '-c search_path=trial');
  const opened = await Promise.all(Array.from({ length: count }, () => openPostgres(inTrial.toString(), silentLog)));
  const close = async () => {
    await Promise.all(opened.map((database) => database.close()));
    await pool.query('drop schema trial cascade');
  };
  return { pools: opened.map((database) => database.pool), close };
}

async function ownDatabase(url: string): Promise<string> {
  const own = new URL(url);
  const name = `${own.pathname.slice(1) || 'foodhall'}_test_${process.env.JEST_WORKER_ID ?? '1'}`;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  own.pathname = `/${name}`;
  return own.toString();
}

/**
 * Empties every table and starts its ids again. Deleting the rows of a test takes 4 ms, while truncating 27 tables makes their files anew,
 * which takes 70 to 220 ms. One statement deletes all rows, because foreign keys are checked at its end.
 */
export async function emptyDatabase({ pool }: OpenDatabase): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select format('%I', tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'",
  );
  const deletes = rows.map(({ name }, index) => `deleted_${index} as (delete from ${name})`);
  // The role 'replica' turns triggers off: they forbid deleting from the audit log, and record deleted roles in it. One call is one
  // transaction, and the role ends with it.
  await pool.query(
    `set local session_replication_role = 'replica'; with ${deletes.join(', ')} select 1; set local session_replication_role = 'origin'`,
  );
  await pool.query(
    "select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences where schemaname = 'public'",
  );
}

/** Gives a test file an empty database before each test, and closes the connection after the last one. Call it once in a file. */
export function withDatabase(): { database(): Promise<OpenDatabase> } {
  // The first file of a worker boots the engine.
  beforeAll(testDatabase, 60_000);
  beforeEach(async () => emptyDatabase(await testDatabase()));
  afterAll(async () => (await testDatabase()).close());
  return { database: testDatabase };
}
