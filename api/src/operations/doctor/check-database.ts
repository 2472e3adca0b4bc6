/** Checks the database: its version, the durability of its commits, its schema, and the difference between the clocks. */

import type { PaymentsMode } from 'core/config';
import { knownMigrations } from 'core/database/migrate';
import type { OpenDatabase } from 'core/database/pool';
import type { Pool } from 'pg';
import { ok, type Result, wrong } from './finding';

const OLDEST_VERSION = 150_000;
/** The site compares times of both clocks for sessions, codes and lateness. */
const CLOCK_TOLERANCE_MS = 2_000;

/** @param mode of the settings; null if they do not state it */
export async function checkDatabase({ engine, pool }: OpenDatabase, mode: PaymentsMode | null): Promise<Result[]> {
  const server = engine === 'postgres' ? await checkServer(pool) : [ok(EMBEDDED)];
  return [...server, ...(await checkSchema(pool, mode))];
}

const EMBEDDED = 'The embedded one: a power cut can lose its latest orders, and one process alone can use it.';

async function checkServer(pool: Pool): Promise<Result[]> {
  const { rows } = await pool.query<{ number: string; version: string; fsync: string; commit: string }>(`
    select current_setting('server_version_num') as number, current_setting('server_version') as version,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`);
  return rows.flatMap(({ number, version, fsync, commit }) => {
    const problems = [
      ...(Number(number) < OLDEST_VERSION ? [`It is PostgreSQL ${version}; use 15 or newer.`] : []),
      ...(fsync === 'off' ? ['fsync is off, so a crash of the machine can destroy it; set fsync = on.'] : []),
      ...(commit === 'off' ? ['synchronous_commit is off, so a crash can lose paid orders; set it to on.'] : []),
    ];
    return problems.length > 0 ? problems.map(wrong) : [ok(`PostgreSQL ${version}.`)];
  });
}

async function checkSchema(pool: Pool, mode: PaymentsMode | null): Promise<Result[]> {
  const { rows } = await pool.query("select to_regclass('schema_migrations') as found");
  if (!rows[0]?.found) return [ok('It is empty: the first start makes its tables.')];
  const applied = await pool.query<{ name: string }>('select name from schema_migrations order by name');
  const known = await knownMigrations();
  const ahead = applied.rows.find(({ name }) => !known.has(name));
  if (ahead) return [wrong(`It has migration ${ahead.name}, which this version does not know; run a newer version.`)];
  const missing = known.size - applied.rows.length;
  if (missing > 0) return [ok(`The next start applies ${missing} migrations; make a backup before.`)];
  const site = await pool.query<{ payments_mode: string }>('select payments_mode from site');
  const remembered = site.rows[0]?.payments_mode;
  if (!remembered || !mode || remembered === mode) return [ok('Its schema is that of this version.')];
  return [wrong(`It is of PAYMENTS=${remembered}, and PAYMENTS is ${mode}; a start is refused.`)];
}

/** @param now of this process, in milliseconds */
export async function checkClocks(pool: Pool, now: () => number = Date.now): Promise<Result[]> {
  const before = now();
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at');
  const ahead = (rows[0]?.at.getTime() ?? 0) - (before + now()) / 2;
  if (Math.abs(ahead) <= CLOCK_TOLERANCE_MS) return [ok('This machine and the database have the same time.')];
  const seconds = Math.round(Math.abs(ahead) / 1_000);
  const which = ahead > 0 ? 'ahead of' : 'behind';
  return [wrong(`The clock of the database is ${seconds} s ${which} this machine's; set both by NTP.`)];
}
