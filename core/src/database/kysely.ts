/** The typed query builder over the pool, with prepared statements under it. */
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPoolClient, sql, type Transaction } from 'kysely';
import type { Client, Pool, PoolClient, Submittable } from 'pg';
import { SqlState, sqlState } from '../errors';
import type { Database } from './types';
import { DatabaseUnavailableError, isReadTimeout, statementError } from './unavailable';

/** The database or a transaction. The functions of a repository take either. */
export type Queryable = Kysely<Database>;
export type Trx = Transaction<Database>;
export type Db = Kysely<Database>;

export function createKysely(pool: Pool): Db {
  const names = new StatementNames();
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => withNames(await connect(pool), names),
        end: () => pool.end(),
      },
    }),
  });
}

/**
 * Runs `work` in a transaction. When the database asks for it (deadlock, serialization failure), `work` runs again from its start, so it
 * must change nothing outside the database. Inside `work` use `trx` only: PGlite has no second connection.
 */
export async function inTransaction<T>(db: Queryable, work: (trx: Trx) => Promise<T>): Promise<T> {
  // A transaction is under way: join it.
  if (db.isTransaction) return work(db as Trx);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const state = sqlState(error);
      const isWorthAnother = state === SqlState.deadlock || state === SqlState.serializationFailure;
      if (!isWorthAnother || attempt === 4) throw error;
    }
  }
}

/** Makes transactions with the same name run one after the other: it waits until the one before has ended. */
export async function lockName(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}

/** Runs several reads that all see the database as it is at one moment. `work` may not write, and uses `trx` only. */
export const atOneMoment = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

/**
 * A connection plans a named statement once, which makes hot paths 2 to 3 times faster. A statement gets a name when its text comes a
 * second time, and MOST bounds the texts, as each connection holds its plans. Write `= any($1)` instead of a list of parameters, so that
 * the text stays the same.
 */
class StatementNames {
  private static readonly MOST = 1_000;
  private readonly names = new Map<string, string | null>();

  nameOf(sql: string): string | undefined {
    const known = this.names.get(sql);
    if (known) return known;
    if (known === null) {
      const name = nameFor(sql);
      this.names.set(sql, name);
      return name;
    }
    if (this.names.size < StatementNames.MOST) this.names.set(sql, null);
    return undefined;
  }
}

const nameFor = (sql: string) => createHash('sha256').update(sql).digest('base64url').slice(0, 22);

/** @returns the error to throw */
function failed(client: PoolClient, error: unknown): unknown {
  // The server has not responded yet. The connection is cut, as the next statement would only wait behind that response.
  if (isReadTimeout(error)) void (client as unknown as Client).end();
  return statementError(error);
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new DatabaseUnavailableError(error);
  }
}

function withNames(client: PoolClient, names: StatementNames): PostgresPoolClient {
  const run = async (sql: string, values: readonly unknown[] = []) => {
    try {
      if (values.length === 0) return await client.query(sql);
      return await client.query({ name: names.nameOf(sql), text: sql, values: [...values] });
    } catch (error) {
      throw failed(client, error);
    }
  };
  const query = (sqlOrCursor: string | object, values?: readonly unknown[]): unknown =>
    // A cursor is submitted as it is.
    typeof sqlOrCursor === 'string' ? run(sqlOrCursor, values) : client.query(sqlOrCursor as Submittable);
  return { query: query as PostgresPoolClient['query'], release: () => client.release() };
}
