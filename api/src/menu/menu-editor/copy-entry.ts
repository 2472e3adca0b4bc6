/** Copies entries with their contents. */

import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import type { EditedGroup, EditedItem, EditedMenu, EditedOptionGroup } from 'shared-contracts/types';

/** The values that replace those of the original in a copy, by column. */
export type Changes = Readonly<Record<string, string | number | null>>;

interface Copied<T> {
  original: T;
  changes: Changes;
}

type Table = 'menus' | 'groups' | 'items' | 'variants' | 'option_groups' | 'options';

/**
 * Copies rows with all of their columns, also the columns that this module does not know.
 * @returns the ids of the copies, in the order given
 */
async function copyRows(trx: Trx, table: Table, rows: readonly Copied<{ id: number }>[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')`;
  const numbers = await sql<{ id: number }>`
    select nextval(${sequence})::integer as id from generate_series(1, ${rows.length})`.execute(trx);
  const ids = numbers.rows.map(({ id }) => id);
  const given = rows.map(({ original, changes }, index) => ({
    original_id: original.id,
    changes: { ...changes, id: ids[index] },
  }));
  await sql`
    insert into ${sql.table(table)} overriding system value
    select copied.*
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (original_id integer, changes jsonb)
    join ${sql.table(table)} original on original.id = given.original_id
    cross join lateral jsonb_populate_record(original, given.changes) copied`.execute(trx);
  return ids;
}

/** @returns the ids of the copies, in the order given */
export async function copyMenus(trx: Trx, menus: readonly Copied<EditedMenu>[]): Promise<number[]> {
  const ids = await copyRows(trx, 'menus', menus);
  await copyGroups(
    trx,
    inside(menus, ids, 'menu_id', ({ groups }) => groups),
  );
  return ids;
}

/** @returns the ids of the copies, in the order given */
export async function copyGroups(trx: Trx, groups: readonly Copied<EditedGroup>[]): Promise<number[]> {
  const ids = await copyRows(trx, 'groups', groups);
  await copyOptionGroups(
    trx,
    inside(groups, ids, 'group_id', ({ option_groups }) => option_groups),
  );
  await copyItems(
    trx,
    inside(groups, ids, 'group_id', ({ items }) => items),
  );
  return ids;
}

/** @returns the ids of the copies, in the order given */
export async function copyItems(trx: Trx, items: readonly Copied<EditedItem>[]): Promise<number[]> {
  const ids = await copyRows(trx, 'items', items);
  await copyRows(
    trx,
    'variants',
    inside(items, ids, 'item_id', ({ variants }) => variants),
  );
  await copyOptionGroups(
    trx,
    inside(items, ids, 'item_id', ({ option_groups }) => option_groups),
  );
  return ids;
}

async function copyOptionGroups(trx: Trx, groups: readonly Copied<EditedOptionGroup>[]): Promise<void> {
  const ids = await copyRows(trx, 'option_groups', groups);
  await copyRows(
    trx,
    'options',
    inside(groups, ids, 'option_group_id', ({ options }) => options),
  );
}

/** Collects the entries inside of the originals, for their copies. They keep their slugs, because a new copy has no other entries. */
function inside<T, Inner>(
  outer: readonly Copied<T>[],
  ids: readonly number[],
  column: string,
  innerOf: (original: T) => readonly Inner[],
): Copied<Inner>[] {
  return outer.flatMap(({ original }, index) => {
    const id = ids[index] ?? Number.NaN;
    return innerOf(original).map((inner) => ({ original: inner, changes: { [column]: id } }));
  });
}
