/** The commands that change a menu's entries. Each throws an ApiError: 404 for an entry that is not in the menu, 422 for an invalid change. */

import type { StoredTexts } from 'core/database/types';
import { invalid } from 'core/errors';
import { freeSlug } from 'core/texts/slug';
import { sql } from 'kysely';
import {
  type entryMoveSchema,
  type groupChangeSchema,
  type itemChangeSchema,
  type itemPictureSchema,
  MENU_LIMITS,
  type menuChangeSchema,
  type newGroupSchema,
  type newItemSchema,
  type newMenuSchema,
} from 'shared-contracts/schemas';
import type { EditedGroup, EditedItem, EditedMenu, MenuEntryKind } from 'shared-contracts/types';
import type { z } from 'zod';
import { t } from '../../words';
import { contradictionOf, type Stated } from '../catalog/diet.rules';
import { type Row, syncRows } from '../documents/sync-rows';
import { groupsTable, itemsTable, menusTable } from '../documents/venue-tables';
import { hoursInForce } from '../hours/hours-in-force';
import { backTomorrow } from '../hours/opening.rules';
import { mayHave } from '../pictures/stall-pictures';
import { holdCategory } from '../taxes/taxes.commands';
import { writeOptionGroups, writeVariants } from './choices';
import { type Changes, copyGroups, copyItems, copyMenus } from './copy-entry';
import type { MenuInEdit } from './edit-menu';
import { entryIn, KINDS, listIn, listsOf, putInOrder, slugsOf, withMoved } from './entries';
import { textsOfDraft } from './entry-texts';
import { readMenu } from './menu-editor.repository';

type Without<T extends z.ZodType, K extends PropertyKey = 'version'> = Omit<z.output<T>, K>;

const tables = { menus: menusTable, groups: groupsTable, items: itemsTable };

export async function createMenu(
  edit: MenuInEdit,
  { name, texts, status }: Without<typeof newMenuSchema>,
): Promise<number> {
  return createEntry(edit, 'menus', edit.vendorId, { name, status, texts: textsOfDraft(edit.menu, texts) });
}

export async function createGroup(
  edit: MenuInEdit,
  { parent_id, name, texts, status, option_groups }: Without<typeof newGroupSchema>,
): Promise<number> {
  const id = await createEntry(edit, 'groups', parent_id, { name, status, texts: textsOfDraft(edit.menu, texts) });
  await writeOptionGroups(edit, { group_id: id }, option_groups, []);
  return id;
}

export async function createItem(
  edit: MenuInEdit,
  { parent_id, ...draft }: Without<typeof newItemSchema>,
): Promise<number> {
  if (parent_id === undefined) return createFirstItem(edit, draft);
  const { trx, vendorId } = edit;
  const {
    name,
    texts,
    status,
    until,
    tax_category_id,
    allergens,
    diets,
    description,
    variants,
    option_groups,
    picture,
  } = draft;
  if (tax_category_id !== null) await holdCategory(trx, vendorId, tax_category_id);
  refuseContradiction({ allergens, diets });
  const back_at = await backAt(edit, until);
  const row = {
    name,
    texts: textsOfDraft(edit.menu, texts, { isItem: true }),
    status,
    back_at,
    tax_category_id,
    allergens,
    diets,
    description,
    image_alt: '',
    vendor_id: vendorId,
  };
  const id = await createEntry(edit, 'items', parent_id, row);
  if (picture) await writePicture(edit, { id, image_url: null, hero_url: null }, picture);
  await writeVariants(edit, id, variants, []);
  await writeOptionGroups(edit, { item_id: id }, option_groups, []);
  return id;
}

/** Puts the item into the first section, and creates a section if there is none. */
async function createFirstItem(
  edit: MenuInEdit,
  draft: Omit<Without<typeof newItemSchema>, 'parent_id'>,
): Promise<number> {
  const again = async () => ({ ...edit, menu: await readMenu(edit.trx, edit.vendorId) });
  const [section] = edit.menu.menus.flatMap(({ groups }) => groups);
  if (section) return createItem(edit, { ...draft, parent_id: section.id });
  const shown = { name: 'Menu', status: 'active' } as const;
  const menuId = edit.menu.menus[0]?.id ?? (await createMenu(edit, shown));
  const parent_id = await createGroup(await again(), { ...shown, parent_id: menuId, option_groups: [] });
  return createItem(await again(), { ...draft, parent_id });
}

/** @throws ApiError 422 for a picture that the stall has not uploaded, or has deleted since */
async function writePicture(
  { trx, vendorId }: MenuInEdit,
  item: Pick<EditedItem, 'id' | 'image_url' | 'hero_url'>,
  picture: z.output<typeof itemPictureSchema> | null,
): Promise<void> {
  const { image_url, hero_url, alt } = picture ?? { image_url: null, hero_url: null, alt: '' };
  const isSame = item.image_url === image_url && item.hero_url === hero_url;
  if (picture && !isSame && !(await mayHave(trx, vendorId, [picture.image_url, picture.hero_url]))) {
    throw invalid({ picture: [t('This picture is no longer there. Choose it again.')] });
  }
  await trx
    .updateTable('items')
    // The drawing belongs to the old picture.
    .set({ image_url, hero_url, image_alt: alt, ...(!isSame && { drawing: null }) })
    .where('id', '=', item.id)
    .execute();
}

/** Creates an entry at the end of its list. */
async function createEntry(
  edit: MenuInEdit,
  kind: MenuEntryKind,
  parentId: number,
  row: Row & { name: string; texts: StoredTexts | undefined },
): Promise<number> {
  const { trx, menu, vendorId } = edit;
  const { entries } = listIn(listsOf(kind, vendorId, menu), kind, parentId);
  refuseTooMany(edit, kind, parentId, kind === 'items' ? 1 : 0);
  const slug = freeSlug(row.name, await slugsOf(trx, kind, parentId), kind.slice(0, -1));
  const { ids } = await syncRows(
    trx,
    tables[kind],
    [{ ...row, texts: row.texts ?? {}, [KINDS[kind].parent]: parentId, slug, position: entries.length }],
    null,
  );
  const id = ids[0] ?? Number.NaN;
  await putInOrder(trx, kind, [...entries.map((entry) => entry.id), id]);
  return id;
}

/** @param more how many items the change adds to the stall */
function refuseTooMany({ menu, vendorId }: MenuInEdit, kind: MenuEntryKind, parentId: number, more: number): void {
  const { entries } = listIn(listsOf(kind, vendorId, menu), kind, parentId);
  const items = listsOf('items', vendorId, menu).reduce((sum, list) => sum + list.entries.length, 0);
  const refuse = (message: string) => invalid({ name: [message] }, 'MENU_FULL');
  if (items + more > MENU_LIMITS.items)
    throw refuse(t('This is as much as a menu can have: {count} items.', { count: MENU_LIMITS.items }));
  if (kind === 'menus' && entries.length >= MENU_LIMITS.menus)
    throw refuse(t('This is as much as a menu can have: {count} menus.', { count: MENU_LIMITS.menus }));
  if (kind === 'groups' && entries.length >= MENU_LIMITS.groups)
    throw refuse(t('This is as much as a menu can have: {count} sections.', { count: MENU_LIMITS.groups }));
}

export async function changeMenu(
  edit: MenuInEdit,
  id: number,
  { texts, ...fields }: Without<typeof menuChangeSchema>,
): Promise<number> {
  entryIn(listsOf('menus', edit.vendorId, edit.menu), 'menus', id);
  await setFields(edit, 'menus', id, { ...fields, texts: textsOfDraft(edit.menu, texts) });
  return id;
}

export async function changeGroup(
  edit: MenuInEdit,
  id: number,
  { option_groups, texts, ...fields }: Without<typeof groupChangeSchema>,
): Promise<number> {
  const { entry } = entryIn(listsOf('groups', edit.vendorId, edit.menu), 'groups', id);
  await setFields(edit, 'groups', id, { ...fields, texts: textsOfDraft(edit.menu, texts) });
  if (option_groups) await writeOptionGroups(edit, { group_id: id }, option_groups, entry.option_groups);
  return id;
}

export async function changeItem(
  edit: MenuInEdit,
  id: number,
  { variants, option_groups, picture, texts, status, until, ...fields }: Without<typeof itemChangeSchema>,
): Promise<number> {
  const { trx, vendorId, menu } = edit;
  const { entry } = entryIn(listsOf('items', vendorId, menu), 'items', id);
  if (fields.tax_category_id != null) await holdCategory(trx, vendorId, fields.tax_category_id);
  const { allergens = entry.allergens, diets = entry.diets } = fields;
  refuseContradiction({ allergens, diets });
  // This comes before the other fields, so that no transaction holds the lock of a picture while it waits for the item.
  if (picture !== undefined) await writePicture(edit, entry, picture);
  await setFields(edit, 'items', id, {
    ...fields,
    texts: textsOfDraft(menu, texts, { isItem: true }),
    ...(await stockOf(edit, entry, { status, until })),
  });
  if (variants) await writeVariants(edit, id, variants, entry.variants);
  if (option_groups) await writeOptionGroups(edit, { item_id: id }, option_groups, entry.option_groups);
  return id;
}

/** @throws ApiError 422 */
function refuseContradiction(stated: Stated): void {
  const problem = contradictionOf(stated);
  if (problem) throw invalid({ diets: [problem] });
}

type Stock = Pick<Without<typeof itemChangeSchema>, 'status' | 'until'>;

/**
 * Returns the columns that decide whether an item sells. If the item has the status already, they are empty, so the time at which it is back
 * stays.
 */
async function stockOf(edit: MenuInEdit, entry: EditedItem, { status = entry.status, until }: Stock) {
  if (until === undefined && status === entry.status) return {};
  return { status: until === 'tomorrow' ? 'inactive' : status, back_at: await backAt(edit, until) };
}

async function backAt({ trx, vendorId, now }: MenuInEdit, until: Stock['until']): Promise<Date | null> {
  if (until !== 'tomorrow') return null;
  const { opening_hours, timezone } = await trx
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select(['timezone', hoursInForce().as('opening_hours')])
    .where('vendors.id', '=', vendorId)
    .executeTakeFirstOrThrow();
  return backTomorrow(opening_hours, timezone, now);
}

type Column = string | number | Date | readonly string[] | null | undefined;

/** @param fields columns by their names; an undefined value leaves its column as it is */
async function setFields(
  { trx }: MenuInEdit,
  kind: MenuEntryKind,
  id: number,
  { texts, ...fields }: Readonly<Record<string, Column | StoredTexts>> & { texts: StoredTexts | undefined },
): Promise<void> {
  const columns = { ...fields, texts: texts && JSON.stringify(texts) };
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const set = sql.join(given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
  await sql`update ${sql.table(kind)} set ${set} where id = ${id}`.execute(trx);
}

/** Moves an entry. It gets a new slug if the other list already has its slug, because a slug identifies an entry in its list. */
export async function moveMenuEntry(
  edit: MenuInEdit,
  kind: MenuEntryKind,
  id: number,
  { parent_id, after_id }: Without<typeof entryMoveSchema>,
): Promise<number> {
  const { trx, menu, vendorId } = edit;
  const lists = listsOf(kind, vendorId, menu);
  const { entry, list: from } = entryIn(lists, kind, id);
  const to = parent_id === undefined ? from : listIn(lists, kind, parent_id);
  const ids = to.entries.map((each) => each.id);
  if (after_id !== null && (after_id === id || !ids.includes(after_id))) {
    throw invalid({ after_id: [t('This is not in the list that it goes to.')] });
  }
  if (to !== from) {
    refuseTooMany(edit, kind, to.parentId, 0);
    const { parent } = KINDS[kind];
    const taken = await slugsOf(trx, kind, to.parentId);
    const { rows } = await sql<{ slug: string }>`
      select slug from ${sql.table(kind)} where id = ${id}`.execute(trx);
    const [row] = rows;
    const slug = row && !taken.has(row.slug) ? row.slug : freeSlug(entry.name, taken, kind.slice(0, -1));
    await sql`
      update ${sql.table(kind)} set ${sql.ref(parent)} = ${to.parentId}, slug = ${slug} where id = ${id}`.execute(trx);
  }
  await putInOrder(trx, kind, withMoved(ids, id, after_id));
  return id;
}

/** Places the copy after its original, and hides it until it is shown. */
export async function duplicateMenuEntry(edit: MenuInEdit, kind: MenuEntryKind, id: number): Promise<number> {
  const { trx, menu, vendorId } = edit;
  const { entry, list } = entryIn(listsOf(kind, vendorId, menu), kind, id);
  refuseTooMany(edit, kind, list.parentId, itemsIn(entry).length);
  // A character of two code units cannot be stored as a half.
  const name = `${entry.name.slice(0, 190).replace(/[\uD800-\uDBFF]$/, '')} (copy)`;
  const slug = freeSlug(name, await slugsOf(trx, kind, list.parentId), kind.slice(0, -1));
  // This includes an item that is sold out until tomorrow.
  const changes = { name, slug, status: 'inactive', ...(kind === 'items' && { back_at: null }) };
  const [copyId = Number.NaN] = await copiesOf(edit, kind, id, changes);
  await putInOrder(
    trx,
    kind,
    withMoved(
      list.entries.map((each) => each.id),
      copyId,
      id,
    ),
  );
  return copyId;
}

function copiesOf(
  { trx, menu, vendorId }: MenuInEdit,
  kind: MenuEntryKind,
  id: number,
  changes: Changes,
): Promise<number[]> {
  const copies = {
    menus: () => copyMenus(trx, [{ original: entryIn(listsOf('menus', vendorId, menu), 'menus', id).entry, changes }]),
    groups: () =>
      copyGroups(trx, [{ original: entryIn(listsOf('groups', vendorId, menu), 'groups', id).entry, changes }]),
    items: () => copyItems(trx, [{ original: entryIn(listsOf('items', vendorId, menu), 'items', id).entry, changes }]),
  };
  return copies[kind]();
}

/** Takes an entry and its contents off the menu. The rows stay, because orders refer to them. */
export async function removeMenuEntry(
  { trx, menu, vendorId }: MenuInEdit,
  kind: MenuEntryKind,
  id: number,
): Promise<null> {
  const { entry } = entryIn(listsOf(kind, vendorId, menu), kind, id);
  const menus = 'groups' in entry ? [entry] : [];
  const groups = groupsIn(entry);
  const items = itemsIn(entry);
  const optionGroups = [...groups, ...items].flatMap((each) => each.option_groups);
  const rows = {
    menus,
    groups,
    items,
    variants: items.flatMap(({ variants }) => variants),
    option_groups: optionGroups,
    options: optionGroups.flatMap(({ options }) => options),
  };
  for (const [table, list] of Object.entries(rows)) {
    const listed = sql.ref(table === 'menus' || table === 'groups' ? 'is_active' : 'is_listed');
    const ids = list.map((row) => row.id);
    await sql`update ${sql.table(table)} set ${listed} = false where id = any(${ids}::integer[])`.execute(trx);
  }
  return null;
}

type AnyEntry = EditedMenu | EditedGroup | EditedItem;

const groupsIn = (entry: AnyEntry): readonly EditedGroup[] =>
  'groups' in entry ? entry.groups : 'items' in entry ? [entry] : [];

const itemsIn = (entry: AnyEntry): readonly EditedItem[] =>
  'variants' in entry ? [entry] : groupsIn(entry).flatMap(({ items }) => items);
