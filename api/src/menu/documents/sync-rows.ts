/** Makes the rows of one table be those of the documents, and touches no row that is so already. */

import type { Trx } from 'core/database/kysely';
import type { Database } from 'core/database/types';
import { type RawBuilder, sql } from 'kysely';

export interface SyncTable {
  table: keyof Database;
  /** The identity of a row: its owners and, last, its slug. */
  key: readonly string[];
  /** Columns of the key, numbers above 0, that may be null. */
  nullable?: readonly string[];
  /** The column that limits which rows a rename looks at. Null: all. */
  parent: string | null;
  /** A row may move to another owner that has the same in this column. Left out, it stays with its owner. */
  movesWithin?: string;
  /** The document sets these columns at every import. */
  columns: readonly string[];
  /** The document sets these columns once: afterwards the vendor's own switch counts. */
  initialColumns?: readonly string[];
  /** False for a row that the document does not have (any more). Null: no document takes such a row off a list, or puts it back. */
  listed: 'is_active' | 'is_listed' | null;
}

export type Row = Record<string, unknown>;

export interface Synced {
  /** Id of each row, in the order given. */
  ids: number[];
  /** Rows inserted, updated, or taken off the list. */
  changed: number;
}

/** @param scope limits what may be taken off the list: the rows for which it holds. Null: none is. */
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

  // Equal, not 'is not distinct from': a list of thousands is joined by a hash.
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
