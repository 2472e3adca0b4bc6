/** Reads a venue with all its listed entries from the database. An export writes it, and an import is compared with it. */

import type { Queryable } from 'core/database/kysely';
import type {
  GroupsTable,
  ItemsTable,
  MenusTable,
  OptionGroupsTable,
  OptionsTable,
  TaxCategoriesTable,
  VariantsTable,
  VendorsTable,
  VenuesTable,
} from 'core/database/types';
import { type Selectable, sql } from 'kysely';

export type StoredPriced = Selectable<VariantsTable> | Selectable<OptionsTable>;
export type StoredOptionGroup = Selectable<OptionGroupsTable> & { options: Selectable<OptionsTable>[] };
export type StoredTaxCategory = Selectable<TaxCategoriesTable>;
export type StoredItem = Selectable<ItemsTable> & {
  /** The slug of the tax; null for the venue's own tax. */
  tax_category: string | null;
  variants: StoredPriced[];
  option_groups: StoredOptionGroup[];
};
export type StoredGroup = Selectable<GroupsTable> & { items: StoredItem[]; option_groups: StoredOptionGroup[] };
export type StoredMenu = Selectable<MenusTable> & { groups: StoredGroup[] };
export type StoredVendor = Selectable<VendorsTable> & { menus: StoredMenu[] };
export type StoredVenue = Selectable<VenuesTable> & { tax_categories: StoredTaxCategory[]; vendors: StoredVendor[] };

/** Reads each list in its order. @returns null if there is no such venue */
export async function readStoredVenue(db: Queryable, venueId: number): Promise<StoredVenue | null> {
  const venue = await db.selectFrom('venues').selectAll().where('id', '=', venueId).executeTakeFirst();
  if (!venue) return null;
  const tax_categories = await db
    .selectFrom('tax_categories')
    .selectAll()
    .where('venue_id', '=', venueId)
    .orderBy('id')
    .execute();
  const slugOf = new Map(tax_categories.map(({ id, slug }) => [id, slug]));
  const vendors = await db
    .selectFrom('vendors')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const ids = vendors.map(({ id }) => id);
  const ofVendors = sql<boolean>`vendor_id = any(${ids}::integer[])`;
  const menus = await db
    .selectFrom('menus')
    .selectAll()
    .where(ofVendors)
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const menuIds = menus.map(({ id }) => id);
  const groups = await db
    .selectFrom('groups')
    .selectAll()
    .where(sql<boolean>`menu_id = any(${menuIds}::integer[])`)
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const listed = (table: 'items' | 'variants' | 'option_groups' | 'options') =>
    db.selectFrom(table).where(ofVendors).where('is_listed', '=', true).orderBy('position').orderBy('id');
  const items = (await listed('items').selectAll().execute()) as Selectable<ItemsTable>[];
  const variants = (await listed('variants').selectAll().execute()) as Selectable<VariantsTable>[];
  const optionGroups = (await listed('option_groups').selectAll().execute()) as Selectable<OptionGroupsTable>[];
  const options = (await listed('options').selectAll().execute()) as Selectable<OptionsTable>[];

  const optionsOf = groupedBy(options, ({ option_group_id }) => option_group_id);
  const full = optionGroups.map((group) => ({ ...group, options: optionsOf(group.id) }));
  const ofItem = groupedBy(full, ({ item_id }) => item_id);
  const ofGroup = groupedBy(full, ({ group_id }) => group_id);
  const variantsOf = groupedBy(variants, ({ item_id }) => item_id);
  const itemsOf = groupedBy(
    items.map((item) => ({
      ...item,
      tax_category: item.tax_category_id === null ? null : (slugOf.get(item.tax_category_id) ?? null),
      variants: variantsOf(item.id),
      option_groups: ofItem(item.id),
    })),
    ({ group_id }) => group_id,
  );
  const groupsOf = groupedBy(
    groups.map((group) => ({ ...group, items: itemsOf(group.id), option_groups: ofGroup(group.id) })),
    ({ menu_id }) => menu_id,
  );
  const menusOf = groupedBy(
    menus.map((menu) => ({ ...menu, groups: groupsOf(menu.id) })),
    ({ vendor_id }) => vendor_id,
  );
  return { ...venue, tax_categories, vendors: vendors.map((vendor) => ({ ...vendor, menus: menusOf(vendor.id) })) };
}

/** Groups the rows in the order of the list. */
function groupedBy<T>(list: readonly T[], keyOf: (each: T) => number | null): (key: number) => T[] {
  const groups = new Map<number | null, T[]>();
  for (const each of list) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return (key) => groups.get(key) ?? [];
}
