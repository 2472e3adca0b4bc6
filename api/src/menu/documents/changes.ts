/** Describes the changes of an import in sentences. Pure. */

import { isDeepStrictEqual } from 'node:util';
import type { StoredTexts } from 'core/database/types';
import type { TextField } from 'shared-contracts/rules/menu-texts';
import { formatMinor, toMajor } from 'shared-contracts/rules/money';
import { languageName } from './document-texts';
import type {
  StoredItem,
  StoredMenu,
  StoredOptionGroup,
  StoredPriced,
  StoredVendor,
  StoredVenue,
} from './stored-venue';

export interface Change {
  kind: 'added' | 'changed' | 'removed';
  /** The kind of thing that changed. A size is a variant of an item, a choice an option. */
  what: 'venue' | 'tax' | 'vendor' | 'menu' | 'section' | 'item' | 'size' | 'choices' | 'choice';
  /** The vendor of the change; null for the venue itself. */
  vendor_id: number | null;
  /** A sentence that fits both a plan and a result: 'Kumo Ramen: the item Miso is added.' */
  sentence: string;
}

interface Listed {
  id: number;
  slug: string;
  name: string;
  /** A tax has none. */
  texts?: StoredTexts;
}

/** The names of columns in sentences. Columns that depend on another, or that no document has, are left out. */
const WORDS: Readonly<Record<string, string>> = {
  slug: 'slug',
  name: 'name',
  blurb: 'text',
  description: 'description',
  image_url: 'picture',
  image_alt: 'words for the picture',
  currency: 'currency',
  currency_symbol: 'sign of the currency',
  timezone: 'time zone',
  payment_provider: 'payment provider',
  payment_provider_key: 'public key of the provider',
  secret_env: 'setting of the secret key',
  webhook_secret_env: 'setting of the webhook secret',
  tax_name: 'name of the tax',
  tax_number: 'tax number',
  tax_rate_bp: 'rate of the tax',
  rate_bp: 'rate',
  tax_category: 'tax',
  allergens: 'allergens',
  diets: 'diet marks',
  is_tax_included: 'inclusion of the tax',
  service_charge_minor: 'service charge',
  tip_rates_bp: 'tips',
  delivery_method_types: 'delivery methods',
  address_1: 'address',
  address_2: 'second line of the address',
  city: 'city',
  subaccount_code: 'subaccount',
  stripe_account: 'account at Stripe',
  accepting_orders: 'acceptance of orders',
  price_minor: 'price',
  min_select: 'smallest number of choices',
  max_select: 'largest number of choices',
};

/** Inside a venue the report says once for each list that its order has changed. Only the venue itself is reported with its position. */
const WORDS_OF_VENUE: typeof WORDS = { ...WORDS, position: 'position', languages: 'list of languages' };

/** Columns that have a text in each language of the venue. */
const TEXTS: ReadonlySet<string> = new Set<TextField>(['name', 'blurb', 'description', 'image_alt']);

/** Columns whose values are too long for a sentence or mean nothing to a person. */
const UNREPORTED: ReadonlySet<string> = new Set(['image_url', 'blurb', 'description']);

/**
 * @param before null for a new venue
 * @returns the changes in the order of the lists; the content of an added entry is not listed separately
 */
export function changesBetween(before: StoredVenue | null, after: StoredVenue): Change[] {
  const list = new ChangeList(after, before?.languages ?? after.languages);
  if (before) list.ofVenue(before, after);
  else list.ofNewVenue(after);
  return list.changes;
}

/** Returns the fields of the venue itself that differ, with their values before and after, as the audit log stores them. */
export function changedFields(
  before: StoredVenue,
  after: StoredVenue,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const [old, now] = [auditedFields(before), auditedFields(after)];
  const differing = Object.keys(now).filter((field) => !isDeepStrictEqual(old[field], now[field]));
  const of = (fields: Record<string, unknown>) => Object.fromEntries(differing.map((field) => [field, fields[field]]));
  return { before: of(old), after: of(now) };
}

/** The fields of a venue in the units that a person reads: percent, and major units of the currency. */
function auditedFields(venue: StoredVenue): Record<string, unknown> {
  const fields = [...Object.keys(WORDS_OF_VENUE), 'texts'] as (keyof StoredVenue)[];
  const own = Object.fromEntries(fields.map((field) => [field, venue[field]]));
  const { tax_rate_bp, service_charge_minor, ...others } = own;
  return {
    ...others,
    tax_rate_percent: Number(tax_rate_bp) / 100,
    service_charge: toMajor(Number(service_charge_minor), venue.currency),
  };
}

interface Level<T> {
  what: Change['what'];
  /** The beginning of the sentences: 'Kumo Ramen, Bowls: '. */
  where: string;
  /** The text about the content of an added row: ', with 3 items'. */
  added: (row: T) => string;
  /** Compares the content of a row that exists before and after. */
  inside?: (old: T, now: T) => void;
  /** The rows of the vendor before and after, in any list. Without it no row can move. */
  ofVendor?: { before: ReadonlyMap<number, T>; after: ReadonlyMap<number, T> };
}

class ChangeList {
  readonly changes: Change[] = [];
  private vendorId: number | null = null;

  /** @param languages those of the venue before the import */
  constructor(
    private readonly venue: Pick<StoredVenue, 'currency' | 'currency_symbol' | 'languages'>,
    private readonly languages: readonly string[],
  ) {}

  ofNewVenue(venue: StoredVenue): void {
    this.say('added', 'venue', `The venue ${named(venue)} is added, with ${count(venue.vendors.length, 'vendor')}.`);
    for (const vendor of venue.vendors) this.addVendor(vendor);
  }

  ofVenue(before: StoredVenue, after: StoredVenue): void {
    this.compare('venue', '', before, after, WORDS_OF_VENUE);
    this.compareLists(before.tax_categories, after.tax_categories, {
      what: 'tax',
      where: '',
      added: ({ rate_bp }) => `, with ${rate_bp / 100} %`,
    });
    const known = byId(before.vendors);
    this.compareOrder('vendor', '', before.vendors, after.vendors);
    for (const vendor of after.vendors) {
      const old = known.get(vendor.id);
      if (old) this.ofVendor(old, vendor);
      else this.addVendor(vendor);
    }
  }

  private addVendor(vendor: StoredVendor): void {
    this.vendorId = vendor.id;
    const items = itemsOf(vendor).length;
    this.say('added', 'vendor', `The vendor ${named(vendor)} is added, with ${count(items, 'item')}.`);
  }

  private ofVendor(before: StoredVendor, after: StoredVendor): void {
    this.vendorId = after.id;
    const items = { before: byId(itemsOf(before)), after: byId(itemsOf(after)) };
    this.compare('vendor', '', before, after);
    this.compareLists(before.menus, after.menus, {
      what: 'menu',
      where: `${after.name}: `,
      added: ({ groups }) => `, with ${count(groups.flatMap((group) => group.items).length, 'item')}`,
      inside: (old, now) => this.ofMenu(old, now, after.name, items),
    });
  }

  private ofMenu(
    before: StoredMenu,
    after: StoredMenu,
    vendor: string,
    ofVendor: NonNullable<Level<StoredItem>['ofVendor']>,
  ): void {
    this.compareLists(before.groups, after.groups, {
      what: 'section',
      where: `${vendor}: `,
      added: ({ items }) => `, with ${count(items.length, 'item')}`,
      inside: (old, now) => {
        const where = `${vendor}, ${now.name}: `;
        this.ofOptionGroups(old.option_groups, now.option_groups, where);
        this.compareLists(old.items, now.items, {
          what: 'item',
          where,
          ofVendor,
          added: ({ variants }) => ` for ${variants.map(({ price_minor }) => this.money(price_minor)).join(', ')}`,
          inside: (one, other) => {
            const inItem = `${where}${other.name}: `;
            this.ofPriced('size', one.variants, other.variants, inItem);
            this.ofOptionGroups(one.option_groups, other.option_groups, inItem);
          },
        });
      },
    });
  }

  private ofOptionGroups(
    before: readonly StoredOptionGroup[],
    after: readonly StoredOptionGroup[],
    where: string,
  ): void {
    this.compareLists(before, after, {
      what: 'choices',
      where,
      added: ({ options }) => `, with ${count(options.length, 'choice')}`,
      inside: (old, now) => this.ofPriced('choice', old.options, now.options, `${where}${now.name}: `),
    });
  }

  private ofPriced(
    what: 'size' | 'choice',
    before: readonly StoredPriced[],
    after: readonly StoredPriced[],
    where: string,
  ): void {
    this.compareLists(before, after, { what, where, added: ({ price_minor }) => ` for ${this.money(price_minor)}` });
  }

  /** Follows the rows of one list by their identity. */
  private compareLists<T extends Listed>(before: readonly T[], after: readonly T[], level: Level<T>): void {
    const { what, where, added, inside = () => undefined, ofVendor } = level;
    const known = byId(before);
    for (const row of after) {
      const title = titleOf(what, row);
      const old = known.get(row.id) ?? ofVendor?.before.get(row.id);
      if (!old) {
        this.say('added', what, `${where}${title} is added${added(row)}.`);
        continue;
      }
      if (!known.has(row.id)) this.say('changed', what, `${where}${title} comes from another section.`);
      this.compare(what, where, old, row);
      inside(old, row);
    }
    this.compareOrder(what, where, before, after);
    const left = ofVendor?.after ?? byId(after);
    for (const row of before) {
      if (!left.has(row.id)) this.say('removed', what, `${where}${titleOf(what, row)} is taken off the menu.`);
    }
  }

  /** Records the differences of one row that exists before and after. The texts of a new language are not listed. */
  private compare(what: Change['what'], where: string, old: Listed, now: Listed, words = WORDS): void {
    const [first = '', ...others] = this.venue.languages;
    const known = others.filter((language) => this.languages.includes(language));
    for (const [column, word] of Object.entries(words)) {
      for (const language of TEXTS.has(column) ? [first, ...known] : [first]) {
        const wasOther = TEXTS.has(column) && this.languages.indexOf(language) > 0;
        const from = valueIn(old, column, wasOther ? language : undefined);
        const to = valueIn(now, column, language === first ? undefined : language);
        if (JSON.stringify(from) === JSON.stringify(to)) continue;
        const isInTitle = column === 'name' && language === first;
        const before = UNREPORTED.has(column) || isInTitle ? '' : ` (was ${this.worded(column, from)})`;
        const subject = language === first ? word : `${languageName(language)} ${word}`;
        const title = titleOf(what, old);
        this.say('changed', what, `${where}the ${subject} of ${title} becomes ${this.worded(column, to)}${before}.`);
      }
    }
  }

  private compareOrder(what: Change['what'], where: string, before: readonly Listed[], after: readonly Listed[]): void {
    const [old, now] = [byId(before), byId(after)];
    const ofBoth = before.filter(({ id }) => now.has(id)).map(({ id }) => id);
    const order = after.filter(({ id }) => old.has(id)).map(({ id }) => id);
    if (ofBoth.join() === order.join()) return;
    this.say('changed', what, `${where}the order of the ${what === 'choices' ? what : `${what}s`} changes.`);
  }

  private say(kind: Change['kind'], what: Change['what'], sentence: string): void {
    const vendor_id = what === 'venue' ? null : this.vendorId;
    this.changes.push({ kind, what, vendor_id, sentence: sentence.replace(/^the /, 'The ') });
  }

  private money(minor: unknown): string {
    return formatMinor(Number(minor), this.venue.currency, this.venue.currency_symbol);
  }

  private worded(column: string, value: unknown): string {
    if (column === 'allergens' && value === null) return 'not stated';
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none';
    if (UNREPORTED.has(column)) return 'another one';
    if (column.endsWith('_minor')) return this.money(value);
    if (column.endsWith('rate_bp')) return `${Number(value) / 100} %`;
    if (column === 'languages' && Array.isArray(value)) return value.map(languageName).join(', ');
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return Array.isArray(value) ? value.join(', ') : String(value);
  }
}

const named = ({ name, slug }: { name: string; slug: string }) => `${name} (${slug})`;

const titleOf = (what: Change['what'], { name }: { name: string }) => `the ${what} ${name}`;

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

const byId = <T extends Listed>(list: readonly T[]): ReadonlyMap<number, T> =>
  new Map(list.map((row) => [row.id, row]));

const itemsOf = ({ menus }: StoredVendor): StoredItem[] =>
  menus.flatMap(({ groups }) => groups).flatMap(({ items }) => items);

/**
 * A drawing changes with the name. It counts as another picture only if its glyphs differ.
 * @param language another language than the venue's first one; undefined for the first
 */
function valueIn(row: object, column: string, language: string | undefined): unknown {
  const values = row as Record<string, unknown> & Pick<Listed, 'texts'>;
  if (language !== undefined) return values.texts?.[language]?.[column as TextField] ?? '';
  return column === 'image_url' ? (values.drawing ?? values.image_url) : (values[column] ?? defaultOf(column));
}

const defaultOf = (column: string) => (TEXTS.has(column) ? '' : null);
