/** Writes venues as their documents have them. What a document no longer has is taken off the list, never deleted, since orders refer to it. */
import { sql } from 'kysely';
import { toMinor } from 'shared-contracts/rules/money';
import type { Trx } from '../../core/database/kysely';
import { symbolOf } from './currency';
import { drawnOf, type IllustratedVenue } from './illustrate';
import { ImportError } from './import-error';
import { RenameError, renameRows } from './rename-rows';
import { type Row, type SyncTable, syncRows } from './sync-rows';
import type { OptionGroupDocument } from './venue-document';
import { withStallPictures } from './with-stall-pictures';

export interface WrittenVenues {
  /** The ids follow the order of the documents. */
  venueIds: number[];
  vendorIds: number[];
  /** Rows inserted, updated, or taken off the list. */
  changed: number;
}

const venuesTable: SyncTable = {
  table: 'venues',
  key: ['slug'],
  parent: null,
  columns: [
    'name',
    'blurb',
    'image_url',
    'position',
    'currency',
    'currency_symbol',
    'timezone',
    'payment_provider',
    'payment_provider_key',
    'secret_env',
    'webhook_secret_env',
    'tax_name',
    'tax_number',
    'tax_rate_bp',
    'is_tax_included',
    'service_charge_minor',
    'delivery_method_types',
    'drawing',
  ],
  // A venue is closed and opened by its operators.
  listed: null,
};
const taxCategoriesTable: SyncTable = {
  table: 'tax_categories',
  key: ['venue_id', 'slug'],
  parent: 'venue_id',
  columns: ['name', 'rate_bp'],
  // Items have it, and orders were made with it.
  listed: null,
};
const vendorsTable: SyncTable = {
  table: 'vendors',
  key: ['venue_id', 'slug'],
  parent: 'venue_id',
  columns: [
    'name',
    'blurb',
    'image_url',
    'thumbnail_url',
    'position',
    'address_1',
    'address_2',
    'city',
    'delivery_method_types',
    'subaccount_code',
    'drawing',
  ],
  initialColumns: ['accepting_orders', 'late_after_minutes', 'very_late_after_minutes', 'opening_hours'],
  listed: 'is_active',
};
export const menusTable: SyncTable = {
  table: 'menus',
  key: ['vendor_id', 'slug'],
  parent: 'vendor_id',
  columns: ['name', 'position'],
  initialColumns: ['status'],
  listed: 'is_active',
};
export const groupsTable: SyncTable = {
  table: 'groups',
  key: ['menu_id', 'slug'],
  parent: 'menu_id',
  columns: ['name', 'position'],
  initialColumns: ['status'],
  listed: 'is_active',
};
export const itemsTable: SyncTable = {
  table: 'items',
  key: ['group_id', 'slug'],
  parent: 'vendor_id',
  // An item may move to another section of its vendor.
  movesWithin: 'vendor_id',
  columns: ['vendor_id', 'name', 'description', 'image_url', 'hero_url', 'image_alt', 'drawing', 'position'],
  initialColumns: ['status', 'back_at', 'tax_category_id', 'allergens', 'diets'],
  listed: 'is_listed',
};
export const variantsTable: SyncTable = {
  table: 'variants',
  key: ['item_id', 'slug'],
  parent: 'vendor_id',
  columns: ['vendor_id', 'name', 'price_minor', 'position'],
  initialColumns: ['status', 'back_at'],
  listed: 'is_listed',
};
export const optionGroupsTable: SyncTable = {
  table: 'option_groups',
  key: ['item_id', 'group_id', 'slug'],
  nullable: ['item_id', 'group_id'],
  parent: 'vendor_id',
  columns: ['vendor_id', 'name', 'min_select', 'max_select', 'position'],
  initialColumns: ['status'],
  listed: 'is_listed',
};
export const optionsTable: SyncTable = {
  table: 'options',
  key: ['option_group_id', 'slug'],
  parent: 'vendor_id',
  columns: ['vendor_id', 'name', 'price_minor', 'position'],
  initialColumns: ['status', 'back_at', 'allergens'],
  listed: 'is_listed',
};

/** A row of a level, and where the document has it. */
interface Node {
  row: Row;
  venue: IllustratedVenue;
  path: readonly PropertyKey[];
}

/**
 * One level after the other, each with one insert for all that is in it. A vendor that its document does not have stays as it is; of
 * a vendor that it has, all else leaves the list.
 * @throws ImportError for a `renamed_from` that cannot be followed
 */
export async function writeVenues(trx: Trx, venues: readonly IllustratedVenue[]): Promise<WrittenVenues> {
  let changed = 0;
  /** Writes the rows of a level and gives each of its nodes its id. */
  const level = async <T extends Node>(
    table: SyncTable,
    nodes: readonly T[],
    scope: ReturnType<typeof inVendors> | null,
    complete: (rows: readonly Row[]) => Promise<readonly Row[]> = async (rows) => rows,
  ) => {
    const rows = nodes.map((node) => node.row);
    await renameRows(trx, table, rows).catch((error: unknown) => {
      if (!(error instanceof RenameError)) throw error;
      const node = nodes[error.index];
      throw new ImportError([node?.venue.problem([...node.path, 'renamed_from'], error.message) ?? error.message]);
    });
    const synced = await syncRows(trx, table, await complete(rows), scope);
    changed += synced.changed;
    return nodes.map((node, index) => ({ ...node, id: synced.ids[index] ?? Number.NaN }));
  };

  const present = await presentVenues(trx);
  const writtenVenues = await level(
    venuesTable,
    venues.map((venue) => ({ venue, path: [], row: venueRow(venue, present) })),
    null,
  );
  const taxCategories = await level(
    taxCategoriesTable,
    writtenVenues.flatMap(({ id, venue }) =>
      venue.content.tax.categories.map(({ rate_percent, ...category }, index) => ({
        venue,
        path: ['tax', 'categories', index],
        row: { venue_id: id, ...category, rate_bp: basisPoints(rate_percent) },
      })),
    ),
    null,
  );
  const taxCategoryOf = (venue: IllustratedVenue, slug: string): number | null =>
    taxCategories.find((category) => category.venue === venue && category.row.slug === slug)?.id ?? null;
  const vendors = await level(
    vendorsTable,
    writtenVenues.flatMap(({ id, venue, row }) =>
      venue.content.vendors.map((vendor, v) => {
        const path = ['vendors', v];
        return {
          venue,
          path,
          vendor,
          currency: venue.content.currency,
          row: {
            venue_id: id,
            ...place(vendor, v),
            ...pick(vendor, ['blurb', 'address_1', 'address_2', 'city', 'subaccount_code', 'accepting_orders']),
            delivery_method_types: vendor.delivery_method_types ?? row.delivery_method_types,
            late_after_minutes: vendor.lateness?.late_after_minutes ?? null,
            very_late_after_minutes: vendor.lateness?.very_late_after_minutes ?? null,
            opening_hours: vendor.hours ?? null,
            image_url: venue.pictureAt('vendor', ...path),
            thumbnail_url: venue.pictureAt('thumbnail', ...path),
            drawing: drawnOf(vendor.picture),
          },
        };
      }),
    ),
    null,
  );
  const vendorIds = vendors.map((vendor) => vendor.id);
  const ofVendors = inVendors(vendorIds);

  const menus = await level(
    menusTable,
    vendors.flatMap(({ id, vendor, currency, venue, path }) =>
      vendor.menus.map((menu, m) => ({
        venue,
        path: [...path, 'menus', m],
        menu,
        vendorId: id,
        currency,
        row: { vendor_id: id, ...place(menu, m), status: menu.status },
      })),
    ),
    ofVendors,
  );
  const groups = await level(
    groupsTable,
    menus.flatMap(({ id, menu, vendorId, currency, venue, path }) =>
      menu.groups.map((group, g) => ({
        venue,
        path: [...path, 'groups', g],
        group,
        vendorId,
        currency,
        row: { menu_id: id, ...place(group, g), status: group.status },
      })),
    ),
    sql<boolean>`menu_id in (select id from menus where ${ofVendors})`,
  );
  const items = await level(
    itemsTable,
    groups.flatMap(({ id, group, vendorId, currency, venue, path: groupPath }) =>
      group.items.map((item, i) => {
        const path = [...groupPath, 'items', i];
        return {
          venue,
          path,
          item,
          vendorId,
          currency,
          row: {
            group_id: id,
            vendor_id: vendorId,
            ...place(item, i),
            ...pick(item, ['description', 'status', 'back_at']),
            tax_category_id: item.tax_category == null ? null : taxCategoryOf(venue, item.tax_category),
            allergens: item.allergens ?? null,
            diets: item.diets ?? [],
            image_url: item.picture && venue.pictureAt('item', ...path),
            hero_url: item.picture && venue.pictureAt('hero', ...path),
            is_page_open: item.picture?.file !== undefined && item.picture.page === undefined,
            image_alt: item.picture?.alt,
            drawing: drawnOf(item.picture),
          },
        };
      }),
    ),
    ofVendors,
    (rows) => withStallPictures(trx, rows),
  );
  changed += await writeTaxes(
    trx,
    items
      .filter(({ item }) => item.tax_category !== undefined)
      .map(({ id, row: { tax_category_id } }) => ({ id, tax_category_id })),
  );
  const stated = <K extends 'allergens' | 'diets'>(column: K) =>
    items.flatMap(({ id, item }) => (item[column] === undefined ? [] : { id, list: item[column] }));
  changed += await writeLists(trx, 'items', 'allergens', stated('allergens'));
  changed += await writeLists(trx, 'items', 'diets', stated('diets'));
  await level(
    variantsTable,
    items.flatMap(({ id, item, vendorId, currency, venue, path }) =>
      item.variants.map((variant, index) => ({
        venue,
        path: [...path, 'variants', index],
        row: { item_id: id, vendor_id: vendorId, ...priced(variant, index, currency) },
      })),
    ),
    ofVendors,
  );
  const optionGroups = await level(
    optionGroupsTable,
    [
      ...groups.flatMap(({ id, group, ...rest }) =>
        optionGroupNodes(group.option_groups, { item_id: null, group_id: id }, rest),
      ),
      ...items.flatMap(({ id, item, ...rest }) =>
        optionGroupNodes(item.option_groups, { item_id: id, group_id: null }, rest),
      ),
    ],
    ofVendors,
  );
  const options = await level(
    optionsTable,
    optionGroups.flatMap(({ id, optionGroup, vendorId, currency, venue, path }) =>
      optionGroup.options.map(({ allergens, ...option }, index) => ({
        venue,
        path: [...path, 'options', index],
        allergens,
        row: {
          option_group_id: id,
          vendor_id: vendorId,
          ...priced(option, index, currency),
          allergens: allergens ?? [],
        },
      })),
    ),
    ofVendors,
  );
  changed += await writeLists(
    trx,
    'options',
    'allergens',
    options.flatMap(({ id, allergens }) => (allergens === undefined ? [] : { id, list: allergens })),
  );
  return { venueIds: writtenVenues.map(({ id }) => id), vendorIds, changed };
}

/** Writes the tax of items whose document names one; the others keep what their owners chose. @returns how many changed */
async function writeTaxes(trx: Trx, rows: readonly Row[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update items set tax_category_id = given.tax_category_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id integer, tax_category_id integer)
    where items.id = given.id and items.tax_category_id is distinct from given.tax_category_id`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Writes the lists of rows whose document states them; the others keep what their owners stated. @returns how many changed */
async function writeLists(
  trx: Trx,
  table: 'items' | 'options',
  column: 'allergens' | 'diets',
  rows: readonly { id: number; list: readonly string[] | null }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} as present set ${sql.ref(column)} = given.list
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id integer, list text[])
    where present.id = given.id and present.${sql.ref(column)} is distinct from given.list`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

const inVendors = (ids: number[]) => sql<boolean>`vendor_id = any(${ids})`;

interface Named {
  slug: string;
  name: string;
  renamed_from?: string | undefined;
}

const place = ({ slug, name, renamed_from }: Named, position: number) => ({ slug, name, position, renamed_from });

const priced = (
  { price, status, back_at, ...named }: Named & { price: number; status: string; back_at?: string | undefined },
  position: number,
  currency: string,
) => ({ ...place(named, position), price_minor: toMinor(price, currency), status, back_at });

function pick<T extends object, K extends keyof T>(source: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, source[key]])) as Pick<T, K>;
}

function optionGroupNodes(
  list: readonly OptionGroupDocument[],
  owner: { item_id: number | null; group_id: number | null },
  {
    vendorId,
    currency,
    venue,
    path,
  }: { vendorId: number; currency: string; venue: IllustratedVenue; path: readonly PropertyKey[] },
) {
  return list.map((optionGroup, index) => ({
    optionGroup,
    vendorId,
    currency,
    venue,
    path: [...path, 'option_groups', index],
    row: {
      ...owner,
      vendor_id: vendorId,
      ...place(optionGroup, index),
      ...pick(optionGroup, ['min_select', 'max_select', 'status']),
    },
  }));
}

/** 13 % is 1300 basis points; the document has at most two decimals. */
const basisPoints = (percent: number) => Math.round(percent * 100);

type PresentVenue = { slug: string; position: number; delivery_method_types: string[] };

const presentVenues = (trx: Trx): Promise<PresentVenue[]> =>
  trx.selectFrom('venues').select(['slug', 'position', 'delivery_method_types']).execute();

/** The row of a venue. A field that the document leaves out stays as it is stored. */
function venueRow(illustrated: IllustratedVenue, present: readonly PresentVenue[]): Row {
  const { tax, payment, ...venue } = illustrated.content;
  const known =
    present.find(({ slug }) => slug === venue.slug) ?? present.find(({ slug }) => slug === venue.renamed_from);
  return {
    ...pick(venue, ['slug', 'renamed_from', 'name', 'blurb', 'currency', 'timezone']),
    position: venue.position ?? known?.position ?? Math.max(0, ...present.map(({ position }) => position)) + 1,
    currency_symbol: venue.currency_symbol ?? symbolOf(venue.currency),
    delivery_method_types: venue.delivery_method_types ?? known?.delivery_method_types ?? ['collect'],
    image_url: illustrated.pictureAt('venue'),
    drawing: drawnOf(venue.picture),
    payment_provider: payment.provider,
    payment_provider_key: payment.key,
    secret_env: payment.secret_env,
    webhook_secret_env: payment.webhook_secret_env,
    tax_name: tax.name,
    tax_number: tax.number,
    tax_rate_bp: basisPoints(tax.rate_percent),
    is_tax_included: tax.included,
    service_charge_minor: toMinor(venue.service_charge, venue.currency),
  };
}
