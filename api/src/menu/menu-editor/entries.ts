/** The entries of a menu: menus, groups and items, each in a list of its parent. */

import type { Trx } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { sql } from 'kysely';
import type { EditedGroup, EditedItem, EditedMenu, MenuEditor, MenuEntryKind } from 'shared-contracts/types';
import { t } from '../../words';

/** The name of each kind in the audit log, the message for an entry that is not there, and the column of its list's owner. */
export const KINDS = {
  menus: { name: 'menu', missing: () => t('Menu not found.'), parent: 'vendor_id' },
  groups: { name: 'section', missing: () => t('Section not found.'), parent: 'menu_id' },
  items: { name: 'item', missing: () => t('Item not found.'), parent: 'group_id' },
} as const satisfies Record<MenuEntryKind, { name: string; missing: () => string; parent: string }>;

type Entry = EditedMenu | EditedGroup | EditedItem;

interface EntryList<T extends Entry = Entry> {
  parentId: number;
  entries: readonly T[];
}

interface Entries {
  menus: EditedMenu;
  groups: EditedGroup;
  items: EditedItem;
}

/** Returns each list of the kind, also the empty ones. */
export function listsOf<K extends MenuEntryKind>(kind: K, vendorId: number, menu: MenuEditor): EntryList<Entries[K]>[] {
  const groups = menu.menus.flatMap((each) => each.groups);
  const lists: { [Each in MenuEntryKind]: EntryList<Entries[Each]>[] } = {
    menus: [{ parentId: vendorId, entries: menu.menus }],
    groups: menu.menus.map((each) => ({ parentId: each.id, entries: each.groups })),
    items: groups.map((each) => ({ parentId: each.id, entries: each.items })),
  };
  return lists[kind];
}

/** @throws ApiError 404 */
export function listIn<K extends MenuEntryKind>(
  lists: readonly EntryList<Entries[K]>[],
  kind: K,
  parentId: number,
): EntryList<Entries[K]> {
  const list = lists.find((each) => each.parentId === parentId);
  if (!list) throw notFound(KINDS[kind === 'items' ? 'groups' : 'menus'].missing());
  return list;
}

/** @throws ApiError 404 */
export function entryIn<K extends MenuEntryKind>(
  lists: readonly EntryList<Entries[K]>[],
  kind: K,
  id: number,
): { entry: Entries[K]; list: EntryList<Entries[K]> } {
  for (const list of lists) {
    const entry = list.entries.find((each) => each.id === id);
    if (entry) return { entry, list };
  }
  throw notFound(KINDS[kind].missing());
}

/** Returns the slugs of a list, also of rows that have left the menu: a slug identifies its row. */
export async function slugsOf(trx: Trx, kind: MenuEntryKind, parentId: number): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(kind)} where ${sql.ref(KINDS[kind].parent)} = ${parentId}`.execute(trx);
  return new Set(rows.map(({ slug }) => slug));
}

/** Numbers the rows 0, 1, 2… */
export async function putInOrder(trx: Trx, kind: MenuEntryKind, ids: readonly number[]): Promise<void> {
  await sql`
    update ${sql.table(kind)} as present set position = given.place - 1
    from unnest(${ids}::integer[]) with ordinality as given (id, place)
    where present.id = given.id and present.position <> given.place - 1`.execute(trx);
}

/** Returns the ids with one of them moved behind another, or to the front. @param afterId one of the ids, or null for the front */
export function withMoved(ids: readonly number[], id: number, afterId: number | null): number[] {
  const others = ids.filter((each) => each !== id);
  const index = afterId === null ? 0 : others.indexOf(afterId) + 1;
  return [...others.slice(0, index), id, ...others.slice(index)];
}
