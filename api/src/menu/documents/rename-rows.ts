/**
 * Renames and moves rows before an import writes them, so that a renamed or moved entry stays the same row, with the orders, carts, people and
 * switches that refer to it.
 */

import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import type { Row, SyncTable } from './sync-rows';

/** Says why a `renamed_from` cannot be applied. */
export class RenameError extends Error {
  override readonly name = 'RenameError';
  constructor(
    /** The index of the row in the given list. */
    readonly index: number,
    message: string,
  ) {
    super(message);
  }
}

interface Present extends Row {
  id: number;
  slug: string;
  is_on_list: boolean;
}

/** @param rows the rows of the document; `renamed_from` is the earlier slug of a row. @throws RenameError */
export async function renameRows(trx: Trx, table: SyncTable, rows: readonly Row[]): Promise<void> {
  const { key, movesWithin } = table;
  // Rows move to another owner only inside their scope. Outside of it a row moves only if it names its old slug.
  if (rows.length === 0 || (!movesWithin && rows.every((row) => row.renamed_from === undefined))) return;
  const owners = key.slice(0, -1);
  const scope = movesWithin ? [movesWithin] : owners;
  const present = await presentRows(trx, table, scope, rows);
  const byPlace = new Map(present.map((row) => [place(row, key), row]));
  const wanted = new Set(rows.map((row) => place(row, key)));

  for (const [index, row] of rows.entries()) {
    const before = row.renamed_from ?? row.slug;
    const target = byPlace.get(place(row, key));
    const isHere = target?.is_on_list === true;
    if (isHere && row.renamed_from === undefined) continue;
    const candidates = present.filter(
      (other) =>
        other !== target &&
        other.slug === before &&
        // A row that was hidden under its old slug returns under the new one if it had the same owner.
        (other.is_on_list || place(other, owners) === place(row, owners)) &&
        place(other, scope) === place(row, scope) &&
        !wanted.has(place(other, key)),
    );
    const here = candidates.filter((other) => place(other, owners) === place(row, owners));
    const [source, ...others] = here.length > 0 ? here : candidates;
    // Several rows with other owners have that slug, and any of them may have moved.
    if (!source || others.length > 0) continue;
    if (isHere && source.is_on_list) {
      throw new RenameError(
        index,
        `there is a '${row.slug}' beside '${source.slug}' already, so one cannot become the other`,
      );
    }
    if (isHere) continue;
    // The row gives up its slug, so that the renamed row can take it.
    if (target) await move(trx, table, target, { slug: `${target.slug}-${target.id}` });
    byPlace.delete(place(source, key));
    await move(trx, table, source, Object.fromEntries(key.map((column) => [column, row[column]])));
    byPlace.set(place(source, key), source);
  }
}

async function presentRows(
  trx: Trx,
  { table, key, listed, parent }: SyncTable,
  scope: readonly string[],
  rows: readonly Row[],
): Promise<Present[]> {
  const columns = [...new Set(['id', ...key, ...scope])].map((column) => sql.ref(column));
  const among =
    parent === null
      ? sql``
      : sql`where ${sql.ref(parent)} = any(${[...new Set(rows.map((row) => Number(row[parent])))]}::integer[])`;
  const found = await sql<Present>`
    select ${sql.join(columns)}, ${listed === null ? sql`true` : sql.ref(listed)} as is_on_list
    from ${sql.table(table)} ${among} order by id`.execute(trx);
  return found.rows;
}

async function move(trx: Trx, { table }: SyncTable, row: Present, to: Row): Promise<void> {
  const changes = Object.entries(to).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${row.id}`.execute(trx);
  Object.assign(row, to);
}

const place = (row: Row, columns: readonly string[]): string =>
  JSON.stringify(columns.map((column) => row[column] ?? null));
