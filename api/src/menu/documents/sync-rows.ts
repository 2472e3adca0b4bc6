/** Makes the rows of one table equal to those of the documents, and leaves equal rows alone. */

import type { Trx } from 'core/database/kysely';
import type { Database } from 'core/database/types';
import { type RawBuilder, sql } from 'kysely';

export interface SyncTable {
  table: keyof Database;
  /** The columns that identify a row: its owners and, last, its slug. */
  key: readonly string[];
  /** The key columns that may be null. Their values are numbers above 0. */
  nullable?: readonly string[];
  /** The column that limits the rows of a rename; null for all rows. */
  parent: string | null;
  /** A row can move to another owner with the same value in this column. Without it a row stays with its owner. */
  movesWithin?: string;
  /** The document sets these columns at every import. */
  columns: readonly string[];
  /** The document sets these columns once. Afterwards the vendor changes them. */
  initialColumns?: readonly string[];
  /** The column that is false for a row that the document no longer has. Null if documents never hide rows of this table. */
  listed: 'is_active' | 'is_listed' | null;
}

export type Row = Record<string, unknown>;

export interface Synced {
  /** The id of each row in the given order. */
  ids: number[];
  /** The number of rows that were inserted, updated or hidden. */
  changed: number;
}

/** @param scope limits the rows that may be hidden; null if none may be hidden */
export async function syncRows(
  trx: Trx,
  { table, key, nullable = [], columns, initialColumns = [], listed }: SyncTable,
  rows: readonly Row[],
  scope: RawBuilder<boolean> | null,
): Promise<Synced> {
  const name = sql.table(table);
  const list = (names: readonly string[], prefix?: string) =>
    sql.join(names.map((column) => sql.ref(prefix ? `${prefix}.${column}` : column)));
  const compared = listed === null ? columns : [...columns, listed];
  const json = JSON.stringify(listed === null ? rows : rows.map((row) => ({ ...row, [listed]: true })));

  const written = await sql`
    insert into ${name} (${list([...key, ...compared, ...initialColumns])})
    select ${list([...key, ...compared, ...initialColumns], 'given')}
    from json_populate_recordset(null::${name}, ${json}::json) as given
    on conflict (${list(key)}) do update
      set ${sql.join(compared.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}
      where (${list(compared, table)}) is distinct from (${list(compared, 'excluded')})
    returning id`.execute(trx);

  // The condition uses `=` and not `is not distinct from`, so that a list of thousands is joined by a hash.
  const keyOf = (from: string, column: string) => {
    const value = sql.ref(`${from}.${column}`);
    return nullable.includes(column) ? sql`coalesce(${value}, 0)` : value;
  };
  const found = await sql<{ id: number }>`
    select present.id
    from json_populate_recordset(null::${name}, ${json}::json) with ordinality as given
    join ${name} present on ${sql.join(
      key.map((column) => sql`${keyOf('present', column)} = ${keyOf('given', column)}`),
      sql` and `,
    )}
    order by given.ordinality`.execute(trx);
  const ids = found.rows.map((row) => row.id);
  if (listed === null || scope === null) return { ids, changed: written.rows.length };

  const removed = await sql`
    update ${name} set ${sql.ref(listed)} = false
    where ${sql.ref(listed)} and ${scope} and not exists (
      select from unnest(${ids}::integer[]) as given (given_id) where given_id = id)
    returning id`.execute(trx);
  return { ids, changed: written.rows.length + removed.rows.length };
}
