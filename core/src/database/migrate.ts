/** Applies plain .sql files in the order of their names, each in its own transaction, and records each with a checksum. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { messageOf } from '../errors';

const MIGRATIONS = join(__dirname, 'migrations');
/** Processes that start at once wait for each other on this lock. The number is arbitrary. */
const ADVISORY_LOCK = 730_001;

export interface MigrateOptions {
  directory?: string;
  /** Chooses which pending files are applied. Without it all are. */
  isWanted?: (name: string) => boolean;
}

/**
 * Applies the pending migrations.
 * @returns the names of the files applied.
 * @throws when an applied file was edited since, or is unknown here (the database is ahead of this code).
 */
export async function migrate(
  pool: Pool,
  { directory = MIGRATIONS, isWanted = () => true }: MigrateOptions = {},
): Promise<string[]> {
  const files = await migrationFiles(directory);
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    // The session holds this lock, because each file has its own transaction.
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const known = new Map(rows.map((row) => [row.name, row.checksum]));
    const ahead = [...known.keys()].find((name) => !files.includes(name));
    if (ahead)
      throw new Error(`The database has migration ${ahead}, which this version does not know; run a newer version.`);

    for (const name of files) {
      const { sql, checksum } = await migrationOf(directory, name);
      const recorded = known.get(name);
      if (recorded === checksum) continue;
      if (recorded !== undefined) {
        throw new Error(`Migration ${name} was edited after it was applied; put it back and write a new one.`);
      }
      if (!isWanted(name)) continue;
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${messageOf(error)}`, {
          cause: error,
        });
      }
      applied.push(name);
    }
    return applied;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK]).catch(() => undefined);
    client.release();
  }
}

const migrationFiles = async (directory: string) =>
  (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();

async function migrationOf(directory: string, name: string): Promise<{ sql: string; checksum: string }> {
  const sql = await readFile(join(directory, name), 'utf8');
  return { sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** The migrations of this version, each with the checksum that a database records. */
export async function knownMigrations(directory = MIGRATIONS): Promise<Map<string, string>> {
  const files = await migrationFiles(directory);
  return new Map(
    await Promise.all(files.map(async (name) => [name, (await migrationOf(directory, name)).checksum] as const)),
  );
}

/** Waits for a migration under way, and keeps any other from starting while `work` runs. */
export async function whileNoMigration<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock_shared($1)', [ADVISORY_LOCK]);
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock_shared($1)', [ADVISORY_LOCK]).catch(() => undefined);
  }
}
