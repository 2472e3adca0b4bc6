/**
 * Stores people and venues for tests. Values that a test leaves out come from shared-contracts/testing/builders, with numbers if the database
 * needs unique values. Values that no body of the API has are defined here. Prices are minor units.
 */
import { randomBytes } from 'node:crypto';
import type { Db } from 'core/database/kysely';
import type { Database } from 'core/database/types';
import { hashToken } from 'core/http/session';
import { type Insertable, sql } from 'kysely';
import { toMinor } from 'shared-contracts/rules/money';
import {
  aGroup,
  aMenu,
  aMenuItem,
  anOption,
  anOptionGroup,
  anOrder,
  aUser,
  aVariant,
  aVendorSummary,
  aVenue,
} from 'shared-contracts/testing/builders';
import type { Allergen, DeliveryMethodType, Diet } from 'shared-contracts/types';

let counter = 0;
const next = (): number => {
  counter += 1;
  return counter;
};

export interface TestUser {
  id: number;
  name: string;
  email: string;
  token: string;
  /** The headers for `inject`. */
  headers: { authorization: string };
}

/** The places where a user works. */
interface Works {
  /** The vendors that the user owns. */
  vendorIds?: readonly number[];
  staffOf?: readonly number[];
  /** The venues that the user runs. */
  operatorOf?: readonly number[];
  /** True if the user runs the site. */
  isSiteOperator?: boolean;
}

/** Stores a user with a session. No password opens the account: a test that needs one registers through the API. */
export async function storeUser(
  db: Db,
  values: Partial<Insertable<Database['users']>> & Works = {},
): Promise<TestUser> {
  const { vendorIds = [], staffOf = [], operatorOf = [], isSiteOperator = false, ...rest } = values;
  const number = next();
  const { name, email } = aUser();
  const user = await db
    .insertInto('users')
    .values({ name: `${name} ${number}`, email: email.replace('@', `-${number}@`), password_hash: 'none', ...rest })
    .returning(['id', 'name', 'email'])
    .executeTakeFirstOrThrow();
  const members = [
    ...vendorIds.map((vendor_id) => ({ vendor_id, user_id: user.id, role: 'owner' as const })),
    ...staffOf.map((vendor_id) => ({ vendor_id, user_id: user.id, role: 'staff' as const })),
  ];
  if (members.length > 0) await db.insertInto('vendor_members').values(members).execute();
  const venues = operatorOf.map((venue_id) => ({ venue_id, user_id: user.id }));
  if (venues.length > 0) await db.insertInto('venue_operators').values(venues).execute();
  if (isSiteOperator) await db.insertInto('site_operators').values({ user_id: user.id }).execute();
  const token = await signIn(db, user.id);
  return { ...user, token, headers: { authorization: `Bearer ${token}` } };
}

/** Opens one more session of a user and returns the bearer token. */
export async function signIn(db: Db, userId: number, expiresAt = new Date(Date.now() + 86_400_000)): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('tokens')
    .values({ user_id: userId, token_hash: hashToken(token), expires_at: expiresAt, proved_at: new Date() })
    .execute();
  return token;
}

/** Gives an account a second factor. Its sessions were proved too long ago for what asks for a proof. */
export async function storeSecondFactor(db: Db, userId: number): Promise<void> {
  const secret = randomBytes(20);
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, kind: 'authenticator', name: 'Phone', secret })
    .execute();
  await db
    .updateTable('tokens')
    .set({ proved_at: new Date(0) })
    .where('user_id', '=', userId)
    .execute();
}

type AttemptInput = Pick<Insertable<Database['payment_attempts']>, 'cart_id' | 'user_id' | 'venue_id'> &
  Partial<Insertable<Database['payment_attempts']>>;

/** Stores a payment of a cart. The default is an open payment of 10.00 at Stripe, without a reference and without content. */
export function storeAttempt(db: Db, values: AttemptInput): Promise<{ id: number }> {
  return db
    .insertInto('payment_attempts')
    .values({
      provider: 'Stripe',
      is_live: false,
      cart_version: 1,
      amount_minor: 1000,
      currency: aVenue().currency,
      snapshot: '{}',
      created_at: new Date(),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

type Status = 'active' | 'inactive';

interface OptionInput {
  name?: string;
  price_minor?: number;
  status?: Status;
  allergens?: Allergen[];
}
interface OptionGroupInput {
  name?: string;
  min_select?: number;
  max_select?: number | null;
  options?: readonly OptionInput[];
}
interface VariantInput {
  name?: string;
  price_minor?: number;
  status?: Status;
}
interface ItemInput {
  name?: string;
  hero_url?: string;
  status?: Status;
  /** The allergens; if left out, the item states none. */
  allergens?: Allergen[];
  diets?: Diet[];
  variants?: readonly VariantInput[];
  optionGroups?: readonly OptionGroupInput[];
}
interface VendorInput extends Partial<Omit<Insertable<Database['vendors']>, 'venue_id'>> {
  delivery_method_types?: DeliveryMethodType[];
  items?: readonly ItemInput[];
  /** The option groups of the menu group that holds the items. */
  optionGroups?: readonly OptionGroupInput[];
}
export interface VenueInput extends Partial<Insertable<Database['venues']>> {
  vendors?: readonly VendorInput[];
}

export interface TestOptionGroup {
  id: number;
  options: { id: number; name: string; price_minor: number }[];
}
export interface TestItem {
  id: number;
  name: string;
  variants: { id: number; name: string; price_minor: number }[];
  optionGroups: TestOptionGroup[];
}
export interface TestVendor {
  id: number;
  name: string;
  menuId: number;
  groupId: number;
  optionGroups: TestOptionGroup[];
  items: TestItem[];
  /** The first item, which most tests use. */
  item: TestItem;
}
export interface TestVenue {
  id: number;
  name: string;
  vendors: TestVendor[];
  /** The first vendor. */
  vendor: TestVendor;
}

/** Stores a venue. The default has 13 % tax added, a service charge of 2.50, and one vendor that sells one item. */
export async function storeVenue(db: Db, input: VenueInput = {}): Promise<TestVenue> {
  const { vendors = [{}], ...values } = input;
  const number = next();
  const { id: _id, name, ...body } = aVenue();
  const { tax_name, tax_number, tax_inclusive } = anOrder();
  const venue = await db
    .insertInto('venues')
    .values({
      ...body,
      slug: `venue-${number}`,
      name: `${name} ${number}`,
      position: number,
      secret_env: 'STRIPE_SECRET_VENUE',
      webhook_secret_env: 'STRIPE_WEBHOOK_SECRET_VENUE',
      tax_name,
      tax_number,
      tax_rate_bp: 1300,
      is_tax_included: tax_inclusive === 'Includes',
      service_charge_minor: 250,
      ...values,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  const built: TestVendor[] = [];
  for (const [position, vendor] of vendors.entries())
    built.push(await storeVendor(db, venue.id, { position, ...vendor }));
  return {
    ...venue,
    vendors: built,
    get vendor() {
      return first(built);
    },
  };
}

/** Adds a tax that the venue has beside its own, for these items. The default is 'Alcohol' with 20 %. @returns its id */
export async function storeTaxCategory(
  db: Db,
  venue: { id: number },
  items: readonly { id: number }[],
  values: Partial<Pick<Insertable<Database['tax_categories']>, 'slug' | 'name' | 'rate_bp'>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('tax_categories')
    .values({ venue_id: venue.id, slug: 'alcohol', name: 'Alcohol', rate_bp: 2000, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids = items.map((item) => item.id);
  if (ids.length > 0) await db.updateTable('items').set({ tax_category_id: id }).where('id', 'in', ids).execute();
  return id;
}

/** Stores one more vendor of a venue. */
export async function storeVendor(db: Db, venueId: number, input: VendorInput = {}): Promise<TestVendor> {
  const { items = [{}], optionGroups = [], ...values } = input;
  const number = next();
  const { name, blurb, image_url, address_1, address_2, city, delivery_method_types } = aVendorSummary();
  const vendor = await db
    .insertInto('vendors')
    .values({
      venue_id: venueId,
      slug: `vendor-${number}`,
      name: `${name} ${number}`,
      blurb,
      image_url,
      thumbnail_url: '/media/thumbnail.svg',
      position: number,
      address_1,
      address_2,
      city,
      delivery_method_types,
      ...values,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  const place = { slug: 'main', position: 0 };
  const menu = await db
    .insertInto('menus')
    .values({ vendor_id: vendor.id, name: aMenu().name, ...place })
    .returning('id')
    .executeTakeFirstOrThrow();
  const group = await db
    .insertInto('groups')
    .values({ menu_id: menu.id, name: aGroup().name, ...place })
    .returning('id')
    .executeTakeFirstOrThrow();
  const groupOptions = await addOptionGroups(db, vendor.id, { group_id: group.id }, optionGroups);
  const built: TestItem[] = [];
  for (const [position, item] of items.entries()) built.push(await addItem(db, vendor.id, group.id, position, item));
  return {
    ...vendor,
    menuId: menu.id,
    groupId: group.id,
    optionGroups: groupOptions,
    items: built,
    get item() {
      return first(built);
    },
  };
}

async function addItem(
  db: Db,
  vendor_id: number,
  group_id: number,
  position: number,
  input: ItemInput,
): Promise<TestItem> {
  const { variants = [{}], optionGroups = [], ...values } = input;
  const { name, status, description, image_url, hero_url } = aMenuItem();
  const item = await db
    .insertInto('items')
    .values({
      vendor_id,
      group_id,
      slug: `item-${position}`,
      position,
      name: numbered(name, position),
      status,
      description,
      image_url,
      hero_url,
      ...values,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  const built = await db
    .insertInto('variants')
    .values(
      variants.map((variant, index) => ({
        item_id: item.id,
        vendor_id,
        slug: `variant-${index}`,
        position: index,
        ...priced(aVariant()),
        ...variant,
      })),
    )
    .returning(['id', 'name', 'price_minor'])
    .execute();
  return {
    ...item,
    variants: built,
    optionGroups: await addOptionGroups(db, vendor_id, { item_id: item.id }, optionGroups),
  };
}

async function addOptionGroups(
  db: Db,
  vendor_id: number,
  owner: { item_id: number } | { group_id: number },
  inputs: readonly OptionGroupInput[],
): Promise<TestOptionGroup[]> {
  const built: TestOptionGroup[] = [];
  const { name, min_select, max_select } = anOptionGroup();
  const usual = priced(anOption());
  for (const [position, { options = [{}], ...values }] of inputs.entries()) {
    const group = await db
      .insertInto('option_groups')
      .values({ vendor_id, ...owner, slug: `options-${position}`, position, name, min_select, max_select, ...values })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = await db
      .insertInto('options')
      .values(
        options.map((option, index) => ({
          option_group_id: group.id,
          vendor_id,
          slug: `option-${index}`,
          position: index,
          ...usual,
          name: numbered(usual.name, index),
          ...option,
        })),
      )
      .returning(['id', 'name', 'price_minor'])
      .execute();
    built.push({ id: group.id, options: rows });
  }
  return built;
}

/** Returns the name, with a number from the second one on. */
const numbered = (name: string, position: number): string => (position === 0 ? name : `${name} ${position + 1}`);

const priced = ({ name, price, status }: { name: string; price: number; status: Status }) => ({
  name,
  status,
  price_minor: toMinor(price, aVenue().currency),
});

function first<T>(list: readonly T[]): T {
  const [head] = list;
  if (head === undefined) throw new Error('The venue of this test was built with none of these.');
  return head;
}

/** Makes a venue bilingual: each text of it and of its stalls has a French one, 'fr Miso' for 'Miso'. */
export async function translateVenue(db: Db, { id }: { id: number }): Promise<void> {
  const inFrench = (...fields: string[]) =>
    sql`jsonb_build_object('fr', jsonb_build_object(${sql.join(
      fields.flatMap((field) => [sql.lit(field), sql`'fr ' || ${sql.ref(field)}`]),
    )}))`;
  const vendors = sql`select id from vendors where venue_id = ${id}`;
  await sql`update venues set languages = '{en,fr}', texts = ${inFrench('name', 'blurb')} where id = ${id}`.execute(db);
  await sql`update vendors set texts = ${inFrench('name', 'blurb')} where venue_id = ${id}`.execute(db);
  await sql`update menus set texts = ${inFrench('name')} where vendor_id in (${vendors})`.execute(db);
  await sql`update groups set texts = ${inFrench('name')}
    where menu_id in (select id from menus where vendor_id in (${vendors}))`.execute(db);
  await sql`update items set texts = ${inFrench('name', 'description', 'image_alt')}
    where vendor_id in (${vendors})`.execute(db);
  for (const table of ['variants', 'option_groups', 'options']) {
    await sql`update ${sql.table(table)} set texts = ${inFrench('name')} where vendor_id in (${vendors})`.execute(db);
  }
}
