/**
 * Brings venue documents into the database: all of them or none, and twice the same changes nothing. What a document no
 * longer has is taken off the list, never deleted, since orders refer to it.
 */
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { sql } from 'kysely';
import { toMinor } from 'shared-contracts/rules/money';
import type { z } from 'zod';
import { inTransaction, type Queryable, type Trx } from '../database/kysely';
import { messageOf } from '../errors';
import type { PictureKind } from '../pictures';
import { JsonSyntaxError, type ParsedJson, parseJson } from './json-with-positions';
import { MediaFiles } from './media';
import { type Row, type SyncTable, syncRows } from './sync-rows';
import { type OptionGroupDocument, type VenueDocument, venueDocumentSchema } from './venue-document';

export interface ImportReport {
  venues: number;
  vendors: number;
  items: number;
  /** Rows inserted, updated, or taken off the list. */
  changed: number;
}

/** Nothing was imported. Each problem is one line: 'file:line:column path message'. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** A file that was read, and how to name a place in it. */
export interface SourceFile<T> {
  path: string;
  content: T;
  problem(path: readonly PropertyKey[], message: string): string;
}

/**
 * @param paths one document a venue; other venues in the database are left alone
 * @param mediaDir where pictures go (see MediaFiles)
 * @throws ImportError with every problem of every file
 */
export async function importDocuments(
  db: Queryable,
  paths: readonly string[],
  { mediaDir }: { mediaDir: string },
): Promise<ImportReport> {
  const problems: string[] = [];
  const files: SourceFile<VenueDocument>[] = [];
  for (const path of paths) {
    const file = await readSource(path, venueDocumentSchema, problems);
    if (file) files.push(file);
  }
  checkSlugs(files, problems);
  const media = new MediaFiles(mediaDir);
  const venues: IllustratedVenue[] = [];
  for (const file of files) venues.push(await illustrate(file, media, problems));
  if (problems.length > 0) throw new ImportError(problems);

  await media.write();
  return inTransaction(db, (trx) => writeVenues(trx, venues));
}

/** Reads and checks one JSON file; what is wrong goes to `problems`. */
export async function readSource<T extends z.ZodType>(
  path: string,
  schema: T,
  problems: string[],
): Promise<SourceFile<z.output<T>> | null> {
  const name = relative(process.cwd(), path);
  let parsed: ParsedJson;
  try {
    parsed = parseJson(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      problems.push(`${name}:${error.position.line}:${error.position.column} ${error.message}`);
    } else {
      problems.push(`${name} cannot be read (${messageOf(error)})`);
    }
    return null;
  }
  const problem = (at: readonly PropertyKey[], message: string): string => {
    const { line, column } = parsed.positionOf(at);
    return `${name}:${line}:${column} ${pathText(at)} ${message}`;
  };
  const result = schema.safeParse(parsed.value);
  if (result.success) return { path, content: result.data, problem };
  for (const issue of result.error.issues) problems.push(problem(issue.path, issue.message));
  return null;
}

/** ['vendors', 0, 'name'] is 'vendors[0].name'. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text.replace(/^\./, '') || 'document';
}

function checkSlugs(files: readonly SourceFile<VenueDocument>[], problems: string[]): void {
  const seen = new Map<string, string>();
  for (const { path, content, problem } of files) {
    const other = seen.get(content.slug);
    if (other)
      problems.push(problem(['slug'], `'${content.slug}' is also the venue of ${relative(process.cwd(), other)}`));
    seen.set(content.slug, path);
  }
}

interface IllustratedVenue {
  document: VenueDocument;
  /** The address of the picture at a path of the document, such as 'vendors.0.picture'. */
  pictureAt(...path: PropertyKey[]): string;
}

async function illustrate(
  { path: documentPath, content, problem }: SourceFile<VenueDocument>,
  media: MediaFiles,
  problems: string[],
): Promise<IllustratedVenue> {
  const addresses = new Map<string, string>();
  const add = async (
    kind: Parameters<MediaFiles['add']>[0],
    name: string,
    picture: Parameters<MediaFiles['add']>[2],
    path: PropertyKey[],
  ) => {
    try {
      addresses.set([kind, ...path].join('.'), await media.add(kind, name, picture, documentPath));
    } catch (error) {
      problems.push(problem([...path, 'picture'], messageOf(error)));
    }
  };
  await add('venue', content.name, content.picture, []);
  for (const [v, vendor] of content.vendors.entries()) {
    await add('vendor', vendor.name, vendor.picture, ['vendors', v]);
    await add('thumbnail', vendor.name, vendor.picture, ['vendors', v]);
    for (const [m, menu] of vendor.menus.entries()) {
      for (const [g, group] of menu.groups.entries()) {
        for (const [i, item] of group.items.entries()) {
          // An item may go without; the menu draws its own placeholder.
          if (!item.picture) continue;
          const path = ['vendors', v, 'menus', m, 'groups', g, 'items', i];
          await add('item', item.name, item.picture, path);
          await add('hero', item.name, item.picture, path);
        }
      }
    }
  }
  return { document: content, pictureAt: (...path) => addresses.get(path.join('.')) ?? '' };
}

const venuesTable: SyncTable = {
  table: 'venues',
  key: ['slug'],
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
  ],
  listed: 'is_active',
};
const vendorsTable: SyncTable = {
  table: 'vendors',
  key: ['venue_id', 'slug'],
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
  ],
  initialColumns: ['accepting_orders', 'late_after_minutes', 'very_late_after_minutes'],
  listed: 'is_active',
};
const menusTable: SyncTable = {
  table: 'menus',
  key: ['vendor_id', 'slug'],
  columns: ['name', 'position'],
  listed: 'is_active',
};
const groupsTable: SyncTable = {
  table: 'groups',
  key: ['menu_id', 'slug'],
  columns: ['name', 'position'],
  listed: 'is_active',
};
const itemsTable: SyncTable = {
  table: 'items',
  key: ['group_id', 'slug'],
  columns: ['vendor_id', 'name', 'description', 'image_url', 'hero_url', 'position'],
  initialColumns: ['status'],
  listed: 'is_listed',
};
const variantsTable: SyncTable = {
  table: 'variants',
  key: ['item_id', 'slug'],
  columns: ['vendor_id', 'name', 'price_minor', 'position'],
  initialColumns: ['status'],
  listed: 'is_listed',
};
const optionGroupsTable: SyncTable = {
  table: 'option_groups',
  key: ['item_id', 'group_id', 'slug'],
  columns: ['vendor_id', 'name', 'min_select', 'max_select', 'position'],
  listed: 'is_listed',
};
const optionsTable: SyncTable = {
  table: 'options',
  key: ['option_group_id', 'slug'],
  columns: ['vendor_id', 'name', 'price_minor', 'position'],
  initialColumns: ['status'],
  listed: 'is_listed',
};

/** One level after the other, each with one insert for all that is in it. */
async function writeVenues(trx: Trx, venues: readonly IllustratedVenue[]): Promise<ImportReport> {
  let changed = 0;
  /** Writes the rows of a level and gives each of its nodes its id. */
  const level = async <T extends { row: Row }>(
    table: SyncTable,
    nodes: readonly T[],
    scope: ReturnType<typeof inVendors>,
  ) => {
    const synced = await syncRows(
      trx,
      table,
      nodes.map((node) => node.row),
      scope,
    );
    changed += synced.changed;
    return nodes.map((node, index) => ({ ...node, id: synced.ids[index] ?? Number.NaN }));
  };

  const writtenVenues = await level(
    venuesTable,
    venues.map(({ document, pictureAt }) => ({ document, pictureAt, row: venueRow(document, pictureAt('venue')) })),
    // A venue whose document was not given is left alone.
    sql<boolean>`false`,
  );
  const venueIds = writtenVenues.map((venue) => venue.id);
  const vendors = await level(
    vendorsTable,
    writtenVenues.flatMap(({ id, document, pictureAt }) =>
      document.vendors.map((vendor, v) => ({
        vendor,
        currency: document.currency,
        pictureAt: (kind: PictureKind, ...path: PropertyKey[]) => pictureAt(kind, 'vendors', v, ...path),
        row: {
          venue_id: id,
          ...place(vendor, v),
          ...pick(vendor, [
            'blurb',
            'address_1',
            'address_2',
            'city',
            'delivery_method_types',
            'subaccount_code',
            'accepting_orders',
          ]),
          late_after_minutes: vendor.lateness?.late_after_minutes ?? null,
          very_late_after_minutes: vendor.lateness?.very_late_after_minutes ?? null,
          image_url: pictureAt('vendor', 'vendors', v),
          thumbnail_url: pictureAt('thumbnail', 'vendors', v),
        },
      })),
    ),
    sql<boolean>`venue_id = any(${venueIds})`,
  );
  const vendorIds = vendors.map((vendor) => vendor.id);
  const ofVendors = inVendors(vendorIds);

  const menus = await level(
    menusTable,
    vendors.flatMap(({ id, vendor, currency, pictureAt }) =>
      vendor.menus.map((menu, m) => ({
        menu,
        vendorId: id,
        currency,
        pictureAt: (kind: PictureKind, ...path: PropertyKey[]) => pictureAt(kind, 'menus', m, ...path),
        row: { vendor_id: id, ...place(menu, m) },
      })),
    ),
    ofVendors,
  );
  const groups = await level(
    groupsTable,
    menus.flatMap(({ id, menu, vendorId, currency, pictureAt }) =>
      menu.groups.map((group, g) => ({
        group,
        vendorId,
        currency,
        pictureAt: (kind: PictureKind, ...path: PropertyKey[]) => pictureAt(kind, 'groups', g, ...path),
        row: { menu_id: id, ...place(group, g) },
      })),
    ),
    sql<boolean>`menu_id in (select id from menus where ${ofVendors})`,
  );
  const items = await level(
    itemsTable,
    groups.flatMap(({ id, group, vendorId, currency, pictureAt }) =>
      group.items.map((item, i) => ({
        item,
        vendorId,
        currency,
        row: {
          group_id: id,
          vendor_id: vendorId,
          ...place(item, i),
          ...pick(item, ['description', 'status']),
          image_url: item.picture && pictureAt('item', 'items', i),
          hero_url: item.picture && pictureAt('hero', 'items', i),
        },
      })),
    ),
    ofVendors,
  );
  await level(
    variantsTable,
    items.flatMap(({ id, item, vendorId, currency }) =>
      item.variants.map((variant, index) => ({
        row: {
          item_id: id,
          vendor_id: vendorId,
          ...place(variant, index),
          price_minor: toMinor(variant.price, currency),
          status: variant.status,
        },
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
  await level(
    optionsTable,
    optionGroups.flatMap(({ id, optionGroup, vendorId, currency }) =>
      optionGroup.options.map((option, index) => ({
        row: {
          option_group_id: id,
          vendor_id: vendorId,
          ...place(option, index),
          price_minor: toMinor(option.price, currency),
          status: option.status,
        },
      })),
    ),
    ofVendors,
  );
  return { venues: venues.length, vendors: vendors.length, items: items.length, changed };
}

const inVendors = (ids: number[]) => sql<boolean>`vendor_id = any(${ids})`;

const place = ({ slug, name }: { slug: string; name: string }, position: number) => ({ slug, name, position });

function pick<T extends object, K extends keyof T>(source: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, source[key]])) as Pick<T, K>;
}

function optionGroupNodes(
  list: readonly OptionGroupDocument[],
  owner: { item_id: number | null; group_id: number | null },
  { vendorId, currency }: { vendorId: number; currency: string },
) {
  return list.map((optionGroup, index) => ({
    optionGroup,
    vendorId,
    currency,
    row: {
      ...owner,
      vendor_id: vendorId,
      ...place(optionGroup, index),
      min_select: optionGroup.min_select,
      max_select: optionGroup.max_select,
    },
  }));
}

function venueRow({ tax, payment, ...venue }: VenueDocument, image_url: string): Row {
  return {
    ...pick(venue, ['slug', 'name', 'blurb', 'position', 'currency', 'currency_symbol', 'timezone']),
    image_url,
    payment_provider: payment.provider,
    payment_provider_key: payment.key,
    secret_env: payment.secret_env,
    webhook_secret_env: payment.webhook_secret_env,
    tax_name: tax.name,
    tax_number: tax.number,
    // 13 % is 1300 basis points; the document has at most two decimals.
    tax_rate_bp: Math.round(tax.rate_percent * 100),
    is_tax_included: tax.included,
    service_charge_minor: toMinor(venue.service_charge, venue.currency),
  };
}
