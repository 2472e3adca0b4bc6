/**
 * The catalogue's version on PostgreSQL, borrowed for some milliseconds at a time. A process that borrows it holds a lock for which each
 * commit that changes the catalogue waits (migration 0075). So all requests of these milliseconds share one look at the database, and
 * none of them misses a change, by whichever process or tool.
 */
import type { Pool, PoolClient, QueryResult } from 'pg';
import { DatabaseUnavailableError } from '../../database/unavailable';
import { sharedRead } from './shared-read';

/** How long a commit may wait for processes, in milliseconds. */
const LOAN_MS = 50;

/**
 * The version is read in a statement of its own, behind the lock. Where a commit holds the lock or waits for it, the process gets the
 * version without the loan. PostgreSQL ends the loan of a process that hangs.
 */
const BORROW = `
  begin;
  set local idle_in_transaction_session_timeout = '1s';
  select pg_try_advisory_xact_lock_shared(730005) as is_lent;
  select version from catalog_version`;

interface Loan {
  version: string;
  /** By `performance.now()`. */
  endsAt: number;
}

/**
 * @param loanMs shorter or longer in tests only
 * @returns a read of the version as it is now, which throws DatabaseUnavailableError
 */
export function borrowedVersion(pool: Pool, loanMs = LOAN_MS): () => Promise<string> {
  let loan: Loan | null = null;
  const current = () => (loan !== null && performance.now() < loan.endsAt ? loan.version : null);

  function lend(client: PoolClient, lent: Loan): void {
    loan = lent;
    const forget = () => {
      client.off('end', lose);
      clearTimeout(timer);
      if (loan === lent) loan = null;
    };
    // With its connection the lock is gone.
    const lose = () => {
      forget();
      client.release(true);
    };
    const timer = setTimeout(() => {
      forget();
      giveBack(client);
    }, loanMs);
    client.once('end', lose);
  }

  async function borrow(): Promise<string> {
    const client = await pool.connect();
    const begunAt = performance.now();
    const { version, isLent } = await look(client).catch((error: unknown) => {
      client.release(true);
      throw error;
    });
    if (isLent) lend(client, { version, endsAt: begunAt + loanMs });
    else giveBack(client);
    return version;
  }

  const read = sharedRead(async () => {
    try {
      return current() ?? (await borrow());
    } catch (error) {
      // The statements are always the same, so they fail only with the database.
      throw new DatabaseUnavailableError(error);
    }
  });
  return async () => current() ?? read();
}

async function look(client: PoolClient): Promise<{ version: string; isLent: boolean }> {
  const results = (await client.query(BORROW)) as unknown as QueryResult<{ is_lent?: boolean; version?: string }>[];
  const [lock, catalog] = results.slice(-2).map(({ rows }) => rows[0]);
  return { version: catalog?.version ?? '', isLent: lock?.is_lent ?? false };
}

/** A connection that cannot end its transaction is not used again. */
function giveBack(client: PoolClient): void {
  client.query('commit').then(
    () => client.release(),
    () => client.release(true),
  );
}
