/** Writes the venues of documents. Rows that a document no longer has are hidden and never deleted, because orders refer to them. */

import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import { toMinor } from 'shared-contracts/rules/money';
import { symbolOf } from './currency';
import { type DocumentText, firstText, otherTexts, textsOfItem } from './document-texts';
import { drawnOf, type IllustratedVenue } from './illustrate';
import { ImportError } from './import-error';
import { RenameError, renameRows } from './rename-rows';
import { type Row, type SyncTable, syncRows } from './sync-rows';
import type { OptionGroupDocument } from './venue-document';
import {
  groupsTable,
  itemsTable,
  menusTable,
  optionGroupsTable,
  optionsTable,
  taxCategoriesTable,
  variantsTable,
  vendorsTable,
  venuesTable,
} from './venue-tables';
import { withStallPictures } from './with-stall-pictures';

export interface WrittenVenues {
  /** The ids in the order of the documents. */
  venueIds: number[];
  vendorIds: number[];
  /** The number of rows that were inserted, updated or hidden. */
  changed: number;
}

/** A row of a level, and its position in the document. */
interface Node {
  row: Row;
  venue: IllustratedVenue;
  path: readonly PropertyKey[];
}

/** A node with a stored row. */
type Written<T> = T & { id: number };

type Scope = ReturnType<typeof inVendors>;

/** Writes one level after the other, each with one insert, and counts the changed rows. */
class Levels {
  changed = 0;

  constructor(private readonly trx: Trx) {}

  /**
   * Writes the rows of a level and sets the id of each node.
   * @param scope the rows that are hidden if the documents no longer have them; null if none are hidden
   * @throws ImportError for a `renamed_from` that cannot be applied
   */
  async write<T extends Node>(
    table: SyncTable,
    nodes: readonly T[],
    scope: Scope | null,
    complete: (rows: readonly Row[]) => Promise<readonly Row[]> = async (rows) => rows,
  ): Promise<Written<T>[]> {
    const rows = nodes.map((node) => node.row);
    await renameRows(this.trx, table, rows).catch((error: unknown) => {
      if (!(error instanceof RenameError)) throw error;
      const node = nodes[error.index];
      throw new ImportError([node?.venue.problem([...node.path, 'renamed_from'], error.message) ?? error.message]);
    });
    const completed = await complete(rows);
    const synced = await syncRows(this.trx, table, completed, scope);
    this.changed += synced.changed;
    const written = nodes.map((node, index) => ({ ...node, id: synced.ids[index] ?? Number.NaN }));
    if (table.initialColumns?.includes('texts')) {
      const texts = written.map(({ id, venue }, index) => ({ id, venue, texts: completed[index]?.texts }));
      this.changed += await writeTexts(this.trx, table, texts.filter(statesLanguages));
    }
    return written;
  }
}

/** True for an entry of a document that states the languages of its venue. Without them, the texts in other languages stay as they are. */
const statesLanguages = ({ venue }: { venue: IllustratedVenue }) => venue.content.languages !== undefined;

/** Writes the texts in other languages. @returns the number of changed rows */
async function writeTexts(
  trx: Trx,
  { table }: SyncTable,
  rows: readonly { id: number; texts: unknown }[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const given = rows.map(({ id, texts }) => ({ id, texts }));
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} as present set texts = given.texts
    from json_to_recordset(${JSON.stringify(given)}::json) as given (id integer, texts jsonb)
    where present.id = given.id and present.texts <> given.texts`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Writes venues with all their content. A vendor that the document does not list stays as it is. Entries of a listed vendor that the document
 * does not have are hidden.
 * @throws ImportError for a `renamed_from` that cannot be applied
 */
export async function writeVenues(trx: Trx, venues: readonly IllustratedVenue[]): Promise<WrittenVenues> {
  const levels = new Levels(trx);
  const present = await presentVenues(trx);
  const writtenVenues = await levels.write(venuesTable, venueNodes(venues, present), null);
  const taxCategories = await levels.write(taxCategoriesTable, taxCategoryNodes(writtenVenues), null);
  const vendors = await levels.write(vendorsTable, vendorNodes(writtenVenues), null);
  const vendorIds = vendors.map(({ id }) => id);
  const scope = inVendors(vendorIds);

  const menus = await levels.write(menusTable, menuNodes(vendors), scope);
  const groups = await levels.write(
    groupsTable,
    groupNodes(menus),
    sql<boolean>`menu_id in (select id from menus where ${scope})`,
  );
  const items = await levels.write(itemsTable, itemNodes(groups, taxCategories), scope, (rows) =>
    withStallPictures(trx, rows),
  );
  levels.changed += await writeStated(trx, items);
  await levels.write(variantsTable, variantNodes(items), scope);
  const optionGroups = await levels.write(
    optionGroupsTable,
    [...optionGroupNodesOfGroups(groups), ...optionGroupNodesOfItems(items)],
    scope,
  );
  const options = await levels.write(optionsTable, optionNodes(optionGroups), scope);
  levels.changed += await writeLists(
    trx,
    'options',
    'allergens',
    listsOf(options, ({ allergens }) => allergens),
  );
  return { venueIds: writtenVenues.map(({ id }) => id), vendorIds, changed: levels.changed };
}

const venueNodes = (venues: readonly IllustratedVenue[], present: readonly PresentVenue[]) =>
  venues.map((venue) => ({ venue, path: [], row: venueRow(venue, present) }));

type VenueNode = Written<ReturnType<typeof venueNodes>[number]>;

const taxCategoryNodes = (venues: readonly VenueNode[]) =>
  venues.flatMap(({ id, venue }) =>
    venue.content.tax.categories.map(({ rate_percent, ...category }, index) => ({
      venue,
      path: ['tax', 'categories', index],
      row: { venue_id: id, ...category, rate_bp: basisPoints(rate_percent) },
    })),
  );

type TaxCategoryNode = Written<ReturnType<typeof taxCategoryNodes>[number]>;

const vendorNodes = (venues: readonly VenueNode[]) =>
  venues.flatMap(({ id, venue, row }) =>
    venue.content.vendors.map((vendor, v) => {
      const path = ['vendors', v];
      return {
        venue,
        path,
        vendor,
        row: {
          venue_id: id,
          ...place(vendor, v, venue),
          blurb: firstText(vendor.blurb, venue.content.languages),
          texts: otherTexts({ name: vendor.name, blurb: vendor.blurb }, venue.content.languages),
          ...pick(vendor, ['address_1', 'address_2', 'city', 'subaccount_code', 'stripe_account', 'accepting_orders']),
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
  );

const menuNodes = (vendors: readonly Written<ReturnType<typeof vendorNodes>[number]>[]) =>
  vendors.flatMap(({ id, vendor, venue, path }) =>
    vendor.menus.map((menu, m) => ({
      venue,
      path: [...path, 'menus', m],
      menu,
      vendorId: id,
      row: { vendor_id: id, ...place(menu, m, venue), status: menu.status },
    })),
  );

const groupNodes = (menus: readonly Written<ReturnType<typeof menuNodes>[number]>[]) =>
  menus.flatMap(({ id, menu, vendorId, venue, path }) =>
    menu.groups.map((group, g) => ({
      venue,
      path: [...path, 'groups', g],
      group,
      vendorId,
      row: { menu_id: id, ...place(group, g, venue), status: group.status },
    })),
  );

type GroupNode = Written<ReturnType<typeof groupNodes>[number]>;

function itemNodes(groups: readonly GroupNode[], taxCategories: readonly TaxCategoryNode[]) {
  const taxCategoryOf = (venue: IllustratedVenue, slug: string): number | null =>
    taxCategories.find((category) => category.venue === venue && category.row.slug === slug)?.id ?? null;
  return groups.flatMap(({ id, group, vendorId, venue, path: groupPath }) =>
    group.items.map((item, i) => {
      const path = [...groupPath, 'items', i];
      return {
        venue,
        path,
        item,
        vendorId,
        row: {
          group_id: id,
          vendor_id: vendorId,
          ...place(item, i, venue),
          description: firstText(item.description, venue.content.languages),
          texts: otherTexts(textsOfItem(item), venue.content.languages),
          ...pick(item, ['status', 'back_at']),
          tax_category_id: item.tax_category == null ? null : taxCategoryOf(venue, item.tax_category),
          allergens: item.allergens ?? null,
          diets: item.diets ?? [],
          image_url: item.picture && venue.pictureAt('item', ...path),
          hero_url: item.picture && venue.pictureAt('hero', ...path),
          is_page_open: item.picture?.file !== undefined && item.picture.page === undefined,
          image_alt: item.picture?.alt && firstText(item.picture.alt, venue.content.languages),
          other_languages: venue.content.languages?.slice(1) ?? [],
          drawing: drawnOf(item.picture),
        },
      };
    }),
  );
}

type ItemNode = Written<ReturnType<typeof itemNodes>[number]>;

/** Writes the columns that an insert sets and a document may state again: tax, allergens and diets. @returns the number of changed rows */
async function writeStated(trx: Trx, items: readonly ItemNode[]): Promise<number> {
  const taxed = items.filter(({ item }) => item.tax_category !== undefined);
  const taxes = taxed.map(({ id, row: { tax_category_id } }) => ({ id, tax_category_id }));
  const allergens = listsOf(items, ({ item }) => item.allergens);
  const diets = listsOf(items, ({ item }) => item.diets);
  return (
    (await writeTaxes(trx, taxes)) +
    (await writeLists(trx, 'items', 'allergens', allergens)) +
    (await writeLists(trx, 'items', 'diets', diets))
  );
}

type List = readonly string[] | null;

/** Collects the lists that the document states. */
const listsOf = <T extends { id: number }>(nodes: readonly T[], listOf: (node: T) => List | undefined) =>
  nodes.flatMap((node) => {
    const list = listOf(node);
    return list === undefined ? [] : [{ id: node.id, list }];
  });

const variantNodes = (items: readonly ItemNode[]) =>
  items.flatMap(({ id, item, vendorId, venue, path }) =>
    item.variants.map((variant, index) => ({
      venue,
      path: [...path, 'variants', index],
      row: { item_id: id, vendor_id: vendorId, ...priced(variant, index, venue) },
    })),
  );

const optionGroupNodesOfGroups = (groups: readonly GroupNode[]) =>
  groups.flatMap(({ id, group, ...rest }) =>
    optionGroupNodes(group.option_groups, { item_id: null, group_id: id }, rest),
  );

const optionGroupNodesOfItems = (items: readonly ItemNode[]) =>
  items.flatMap(({ id, item, ...rest }) => optionGroupNodes(item.option_groups, { item_id: id, group_id: null }, rest));

const optionNodes = (optionGroups: readonly Written<ReturnType<typeof optionGroupNodes>[number]>[]) =>
  optionGroups.flatMap(({ id, optionGroup, vendorId, venue, path }) =>
    optionGroup.options.map(({ allergens, ...option }, index) => ({
      venue,
      path: [...path, 'options', index],
      allergens,
      row: {
        option_group_id: id,
        vendor_id: vendorId,
        ...priced(option, index, venue),
        allergens: allergens ?? [],
      },
    })),
  );

/** Writes the tax of items whose document names one. The others keep the tax that their owners chose. @returns the number of changed rows */
async function writeTaxes(trx: Trx, rows: readonly Row[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update items set tax_category_id = given.tax_category_id
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (id integer, tax_category_id integer)
    where items.id = given.id and items.tax_category_id is distinct from given.tax_category_id`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Writes the lists of rows whose document states them. The others keep the lists of their owners. @returns the number of changed rows */
async function writeLists(
  trx: Trx,
  table: 'items' | 'options',
  column: 'allergens' | 'diets',
  rows: readonly { id: number; list: List }[],
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
  name: DocumentText;
  renamed_from?: string | undefined;
}

const place = ({ slug, name, renamed_from }: Named, position: number, { content }: IllustratedVenue) => ({
  slug,
  name: firstText(name, content.languages),
  texts: otherTexts({ name }, content.languages),
  position,
  renamed_from,
});

const priced = (
  { price, status, back_at, ...named }: Named & { price: number; status: string; back_at?: string | undefined },
  position: number,
  venue: IllustratedVenue,
) => ({ ...place(named, position, venue), price_minor: toMinor(price, venue.content.currency), status, back_at });

function pick<T extends object, K extends keyof T>(source: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, source[key]])) as Pick<T, K>;
}

function optionGroupNodes(
  list: readonly OptionGroupDocument[],
  owner: { item_id: number | null; group_id: number | null },
  { vendorId, venue, path }: { vendorId: number; venue: IllustratedVenue; path: readonly PropertyKey[] },
) {
  return list.map((optionGroup, index) => ({
    optionGroup,
    vendorId,
    venue,
    path: [...path, 'option_groups', index],
    row: {
      ...owner,
      vendor_id: vendorId,
      ...place(optionGroup, index, venue),
      ...pick(optionGroup, ['min_select', 'max_select', 'status']),
    },
  }));
}

/** Converts percent to basis points: 13 % is 1300. The document has at most two decimals. */
const basisPoints = (percent: number) => Math.round(percent * 100);

interface PresentVenue {
  slug: string;
  position: number;
  delivery_method_types: string[];
  languages: string[];
  tip_rates_bp: number[] | null;
}

const presentVenues = (trx: Trx): Promise<PresentVenue[]> =>
  trx.selectFrom('venues').select(['slug', 'position', 'delivery_method_types', 'languages', 'tip_rates_bp']).execute();

/** @throws ImportError for a venue with tips that changes to Paystack, which charges the items as priced */
function tipsOf(venue: IllustratedVenue, known: PresentVenue | undefined): number[] | null {
  const { tips, payment } = venue.content;
  const rates = tips === undefined ? (known?.tip_rates_bp ?? null) : (tips?.map(basisPoints) ?? null);
  if (rates !== null && payment.provider === 'Paystack') {
    const message = "cannot be Paystack while the venue takes tips: it charges the items as priced. Add 'tips': null";
    throw new ImportError([venue.problem(['payment', 'provider'], message)]);
  }
  return rates;
}

/** Builds the row of a venue. A field that the document leaves out keeps its stored value. */
function venueRow(illustrated: IllustratedVenue, present: readonly PresentVenue[]): Row {
  const { tax, payment, ...venue } = illustrated.content;
  const known =
    present.find(({ slug }) => slug === venue.slug) ?? present.find(({ slug }) => slug === venue.renamed_from);
  return {
    ...pick(venue, ['slug', 'renamed_from', 'currency', 'timezone']),
    name: firstText(venue.name, venue.languages),
    blurb: firstText(venue.blurb, venue.languages),
    languages: venue.languages ?? known?.languages ?? [SOURCE_LANGUAGE],
    texts: otherTexts({ name: venue.name, blurb: venue.blurb }, venue.languages),
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
    tip_rates_bp: tipsOf(illustrated, known),
    opening_hours: venue.hours ?? null,
  };
}
