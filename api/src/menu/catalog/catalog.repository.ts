/** Reads venues, vendors and menus. Rows that a document no longer lists are hidden; inactive rows are shown to their vendor. */

import type { Queryable } from 'core/database/kysely';
import type { StoredTexts } from 'core/database/types';
import { type RawBuilder, sql } from 'kysely';
import type { Allergen, DeliveryMethodType, Diet, PaymentProvider } from 'shared-contracts/types';
import { hoursInForce } from '../hours/hours-in-force';
import type { StoredHours } from '../hours/opening.rules';

type Status = 'active' | 'inactive';

interface Translatable {
  /** The texts in the venue's other languages. The other columns have those in its first language. */
  texts: StoredTexts;
}

export interface VenueRow extends Translatable {
  id: number;
  languages: string[];
  name: string;
  blurb: string;
  image_url: string;
  currency: string;
  currency_symbol: string;
  timezone: string;
  payment_provider: PaymentProvider;
  payment_provider_key: string;
}

export interface VendorRow extends StoredHours, Translatable {
  id: number;
  venue_id: number;
  name: string;
  blurb: string;
  image_url: string;
  address_1: string;
  address_2: string;
  city: string;
  delivery_method_types: DeliveryMethodType[];
  subaccount_code: string | null;
  /** Both columns are set, or neither. */
  late_after_minutes: number | null;
  very_late_after_minutes: number | null;
  currency: string;
  /** The languages of its venue. */
  languages: string[];
}

export interface PricedRow extends Translatable {
  id: number;
  name: string;
  price_minor: number;
  status: Status;
  /** ISO 8601. */
  back_at: string | null;
}
export interface OptionRow extends PricedRow {
  allergens: Allergen[];
}
export interface OptionGroupRow extends Translatable {
  id: number;
  name: string;
  status: Status;
  min_select: number;
  max_select: number | null;
  options: OptionRow[];
}
export interface MenuItemRow extends Translatable {
  id: number;
  vendor_id: number;
  name: string;
  description: string;
  image_url: string | null;
  hero_url: string | null;
  image_alt: string;
  status: Status;
  /** ISO 8601. */
  back_at: string | null;
  /** Null means the venue's own tax. */
  tax_category_id: number | null;
  /** Null means that the stall states no allergens. */
  allergens: Allergen[] | null;
  diets: Diet[];
  variants: PricedRow[];
  option_groups: OptionGroupRow[];
  /** The item's texts in the venue's first language. Absent if the row itself is in that language. */
  original?: { name: string; description: string };
}
export interface GroupRow extends Translatable {
  id: number;
  name: string;
  status: Status;
  items: MenuItemRow[];
  option_groups: OptionGroupRow[];
}
export interface MenuRow extends Translatable {
  id: number;
  name: string;
  status: Status;
  groups: GroupRow[];
}
export interface ItemRow extends MenuItemRow {
  currency: string;
  /** A group is inactive if its menu is inactive. */
  group: Omit<GroupRow, 'items'>;
}

const venueColumns = [
  'id',
  'name',
  'blurb',
  'image_url',
  'currency',
  'currency_symbol',
  'timezone',
  'payment_provider',
  'payment_provider_key',
  'languages',
  'texts',
] as const;

export function listVenues(db: Queryable): Promise<VenueRow[]> {
  return db
    .selectFrom('venues')
    .select(venueColumns)
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function findVenue(db: Queryable, id: number): Promise<VenueRow | undefined> {
  return db
    .selectFrom('venues')
    .select(venueColumns)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

function vendors(db: Queryable) {
  return db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select([
      'vendors.id',
      'vendors.venue_id',
      'vendors.name',
      'vendors.blurb',
      'vendors.image_url',
      'vendors.address_1',
      'vendors.address_2',
      'vendors.city',
      'vendors.delivery_method_types',
      'vendors.subaccount_code',
      'vendors.accepting_orders',
      'vendors.follows_schedule',
      hoursInForce().as('opening_hours'),
      'vendors.is_stopped',
      'venues.timezone',
      'vendors.late_after_minutes',
      'vendors.very_late_after_minutes',
      'venues.currency',
      'venues.languages',
      'vendors.texts',
    ]);
}

export function listVendors(db: Queryable, venueId: number): Promise<VendorRow[]> {
  return vendors(db)
    .where('vendors.venue_id', '=', venueId)
    .where('vendors.is_active', '=', true)
    .where('venues.is_active', '=', true)
    .orderBy('vendors.position')
    .orderBy('vendors.id')
    .execute();
}

/** @param isMember members also find a vendor that is no longer in the document. */
export async function findVendor(db: Queryable, id: number, isMember: boolean): Promise<VendorRow | undefined> {
  const query = vendors(db).where('vendors.id', '=', id);
  const shown = isMember ? query : query.where('vendors.is_active', '=', true).where('venues.is_active', '=', true);
  return shown.executeTakeFirst();
}

/** Returns the languages of each venue and vendor, by id. */
export async function readPlaces(
  db: Queryable,
): Promise<{ venues: Map<number, string[]>; vendors: Map<number, string[]> }> {
  const rows = await db
    .selectFrom('venues')
    .leftJoin('vendors', 'vendors.venue_id', 'venues.id')
    .select(['venues.id as venue_id', 'vendors.id as vendor_id', 'venues.languages'])
    .execute();
  return {
    venues: new Map(rows.map(({ venue_id, languages }) => [venue_id, languages])),
    vendors: new Map(
      rows.flatMap(({ vendor_id, languages }) => (vendor_id === null ? [] : [[vendor_id, languages] as const])),
    ),
  };
}

export async function vendorIdOfItem(db: Queryable, itemId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('items')
    .select('vendor_id')
    .where('id', '=', itemId)
    .where('is_listed', '=', true)
    .executeTakeFirst();
  return row?.vendor_id;
}

// One query builds a whole menu as JSON, which is faster than one query per level. `withInactive` is a parameter, so that both readers share one
// prepared statement.

/** True if a menu, a section or a group of choices is shown. Unlike an item, none of these can come back automatically. */
const isOpen = (alias: string, withInactive: boolean): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.status`)} = 'active' or ${withInactive}::boolean)`;

const shown = (alias: string, withInactive: boolean): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.is_listed`)} and (${sells(alias)} or ${withInactive}::boolean)`;

/** True if the row is active, or was sold out until a time that has passed. */
const sells = (alias: string): RawBuilder<boolean> =>
  sql`sells(${sql.ref(`${alias}.status`)}, ${sql.ref(`${alias}.back_at`)})`;

/** Builds the fields of a JSON object that say whether it is on sale. */
const stock = (alias: string): RawBuilder<unknown> =>
  sql`'status', case when ${sells(alias)} then 'active' else 'inactive' end,
    'back_at', case when not ${sells(alias)}
      then to_char(${sql.ref(`${alias}.back_at`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`;

/** @param more further fields of each object */
const priced = (alias: string, more = sql``): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`coalesce(json_agg(json_build_object(
    'id', ${column('id')}, 'name', ${column('name')}, 'texts', ${column('texts')}, 'price_minor', ${column('price_minor')}, ${stock(alias)} ${more}
  ) order by ${column('position')}, ${column('id')}), '[]')`;
};

/** @param owner the alias of 'items' or 'groups' in the surrounding query */
const optionGroupsOf = (owner: 'i' | 'g', withInactive: boolean): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object(
    'id', og.id, 'name', og.name, 'texts', og.texts, 'status', og.status,
    'min_select', og.min_select, 'max_select', og.max_select,
    'options', (select ${priced('o', sql`, 'allergens', o.allergens`)} from options o where o.option_group_id = og.id and ${shown('o', withInactive)})
  ) order by og.position, og.id), '[]')
  from option_groups og
  where ${sql.ref(owner === 'i' ? 'og.item_id' : 'og.group_id')} = ${sql.ref(`${owner}.id`)} and og.is_listed
    and ${isOpen('og', withInactive)})`;

const itemObject = (withInactive: boolean): RawBuilder<MenuItemRow> => sql`json_build_object(
  'id', i.id, 'vendor_id', i.vendor_id, 'name', i.name, 'description', i.description, 'image_url', i.image_url,
  'hero_url', i.hero_url, 'image_alt', i.image_alt, 'texts', i.texts, 'tax_category_id', i.tax_category_id,
  'allergens', i.allergens, 'diets', i.diets, ${stock('i')},
  'variants', (select ${priced('v')} from variants v where v.item_id = i.id and ${shown('v', withInactive)}),
  'option_groups', ${optionGroupsOf('i', withInactive)})`;

export async function findMenus(db: Queryable, vendorId: number, withInactive: boolean): Promise<MenuRow[]> {
  const { rows } = await sql<{ menus: MenuRow[] }>`
    select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'texts', m.texts, 'status', m.status, 'groups', (
      select coalesce(json_agg(json_build_object(
        'id', g.id, 'name', g.name, 'texts', g.texts, 'status', g.status,
        'items', (
          select coalesce(json_agg(${itemObject(withInactive)} order by i.position, i.id), '[]')
          from items i where i.group_id = g.id and ${shown('i', withInactive)}),
        'option_groups', ${optionGroupsOf('g', withInactive)}
      ) order by g.position, g.id), '[]')
      from groups g where g.menu_id = m.id and g.is_active and ${isOpen('g', withInactive)}
    )) order by m.position, m.id), '[]') as menus
    from menus m where m.vendor_id = ${vendorId} and m.is_active and ${isOpen('m', withInactive)}`.execute(db);
  return rows[0]?.menus ?? [];
}

export async function findItem(db: Queryable, id: number, withInactive: boolean): Promise<ItemRow | undefined> {
  const { rows } = await sql<{ item: MenuItemRow; group: ItemRow['group']; currency: string }>`
    select ${itemObject(withInactive)} as item,
      json_build_object('id', g.id, 'name', g.name, 'texts', g.texts,
        'status', case when g.status = m.status then g.status else 'inactive' end, 'option_groups', ${optionGroupsOf('g', withInactive)}) as "group",
      venues.currency
    from items i
    join groups g on g.id = i.group_id
    join menus m on m.id = g.menu_id
    join vendors on vendors.id = i.vendor_id
    join venues on venues.id = vendors.venue_id
    where i.id = ${id} and ${shown('i', withInactive)}
      and (${withInactive}::boolean or (g.is_active and g.status = 'active' and m.is_active and m.status = 'active'
        and vendors.is_active and venues.is_active))`.execute(db);
  const [row] = rows;
  return row && { ...row.item, group: row.group, currency: row.currency };
}

/** Lists the public items, each with its stall and its venue. */
export async function listPublicItems(
  db: Queryable,
): Promise<readonly { venue_id: number; vendor_id: number; id: number }[]> {
  const { rows } = await sql<{ venue_id: number; vendor_id: number; id: number }>`
    select vendors.venue_id, i.vendor_id, i.id
    from items i
    join groups g on g.id = i.group_id
    join menus m on m.id = g.menu_id
    join vendors on vendors.id = i.vendor_id
    join venues on venues.id = vendors.venue_id
    where ${shown('i', false)} and g.is_active and g.status = 'active' and m.is_active and m.status = 'active'
      and vendors.is_active and venues.is_active
      and exists (select from variants v where v.item_id = i.id and ${shown('v', false)})
    order by vendors.venue_id, vendors.position, vendors.id, i.id`.execute(db);
  return rows;
}

/** Finds the time at which the next sold-out entry of a vendor comes back. */
export async function nextBack(db: Queryable, vendorId: number): Promise<Date | null> {
  const { rows } = await sql<{ back_at: Date | null }>`
    select min(back_at) as back_at from (
      select vendor_id, status, back_at from items
      union all select vendor_id, status, back_at from variants
      union all select vendor_id, status, back_at from options
    ) stocked where vendor_id = ${vendorId} and not sells(status, back_at)`.execute(db);
  return rows[0]?.back_at ?? null;
}
