// Newcomers see the demo market first, and the journeys run on it, so these tests check its promises. The importer checks its form.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composePicture, type Picture, type PictureKind } from './index';

/** A text in the first language of its venue, or in each of its languages. */
type Text = string | Record<string, string>;

interface Listed {
  slug: string;
  name: Text;
}
interface Priced extends Listed {
  price: number;
  status: 'active' | 'inactive';
}
interface OptionGroup extends Listed {
  min_select: number;
  max_select: number | null;
  options: Priced[];
}
interface Item extends Listed {
  description: Text;
  picture: Picture | null;
  status: 'active' | 'inactive';
  variants: Priced[];
  option_groups: OptionGroup[];
}
interface Group extends Listed {
  option_groups: OptionGroup[];
  items: Item[];
}
interface Vendor extends Listed {
  name: string;
  blurb: Text;
  picture: Picture;
  delivery_method_types: string[];
  subaccount_code: string | null;
  menus: (Listed & { groups: Group[] })[];
}
interface Venue extends Listed {
  name: string;
  languages?: string[];
  blurb: Text;
  position: number;
  picture: Picture;
  currency: string;
  currency_symbol: string;
  timezone: string;
  tax: { rate_percent: number; included: boolean };
  service_charge: number;
  payment: { provider: string };
  vendors: Vendor[];
}
interface Account {
  name: string;
  email: string;
  phone: string;
  vendors: string[];
}

const folder = join(__dirname, '../../../demo');
const read = <T>(path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as T;

const venues = readdirSync(join(folder, 'venues'))
  .map((file) => read<Venue>(`venues/${file}`))
  .sort((a, b) => a.position - b.position);
const stalled = venues.filter((venue) => venue.vendors.length > 0);
const vendors = venues.flatMap((venue) => venue.vendors);

const languagesOf = (venue: Venue) => venue.languages ?? ['en'];
const textIn = (text: Text, language: string) => (typeof text === 'string' ? text : text[language]);
const firstText = (text: Text) => (typeof text === 'string' ? text : (Object.values(text)[0] ?? ''));

const groupsOf = (vendor: Vendor) => vendor.menus.flatMap((menu) => menu.groups);
const itemsOf = (vendor: Vendor) => groupsOf(vendor).flatMap((group) => group.items);
const isActive = (thing: { status: string }) => thing.status === 'active';
const isInactive = (thing: { status: string }) => thing.status === 'inactive';

const byVenue = stalled.map((venue) => [venue.name, venue] as const);
const byVendor = venues.flatMap((venue) =>
  venue.vendors.map((vendor) => [`${venue.slug}/${vendor.slug}`, vendor] as const),
);

const byLanguage = venues.flatMap((venue) =>
  venue.vendors.flatMap((vendor) =>
    languagesOf(venue).map((language) => [`${venue.slug}/${vendor.slug}`, language, vendor] as const),
  ),
);

/** Returns the values that occur twice in a row. Null means no picture, and is never a repetition. */
function repeats(values: (string | null | undefined)[]): string[] {
  return values.filter((value, i): value is string => Boolean(value) && value === values[i - 1]);
}

describe('the venues', () => {
  test('include three with vendors, each with a different provider and currency, and one without vendors', () => {
    const facts = venues.map(({ slug, payment, currency, currency_symbol, timezone }) =>
      [slug, payment.provider, currency, currency_symbol, timezone].join(' '),
    );
    expect(facts).toEqual([
      'granary-square-market Stripe CAD $ America/Toronto',
      'harbour-street-foodhall Paystack ZAR R Africa/Johannesburg',
      'les-halles-du-canal Global EUR € Europe/Dublin',
      'night-market-at-pier-9 Stripe CAD $ America/Vancouver',
    ]);
    expect(venues.map((venue) => venue.vendors.length)).toEqual([6, 5, 5, 0]);
  });

  test('have added and included tax, with and without a service charge', () => {
    expect(stalled.map(({ tax, service_charge }) => [tax.rate_percent, tax.included, service_charge])).toEqual([
      [13, false, 2.5],
      [15, true, 0],
      [13.5, true, 1.5],
    ]);
  });

  test('are one in English, one in French and English, and two in each language of the site', () => {
    expect(venues.map((venue) => [venue.slug, ...languagesOf(venue)])).toEqual([
      ['granary-square-market', 'en', 'fr', 'es', 'ar'],
      ['harbour-street-foodhall', 'en'],
      ['les-halles-du-canal', 'fr', 'en'],
      ['night-market-at-pier-9', 'en', 'fr', 'es', 'ar'],
    ]);
  });

  test.each(venues.map((venue) => [venue.name, venue] as const))(
    'include %s, whose texts are in each of its languages',
    (_, venue) => {
      const languages = languagesOf(venue);
      const menus = venue.vendors.flatMap((vendor) => vendor.menus);
      const groups = menus.flatMap((menu) => menu.groups);
      const items = groups.flatMap((group) => group.items);
      const optionGroups = [...groups, ...items].flatMap((owner) => owner.option_groups);
      const options = optionGroups.flatMap((group) => group.options);
      const variants = items.flatMap((item) => item.variants);
      const texts = [
        ...[venue, ...venue.vendors].map((place) => place.blurb),
        ...[...menus, ...groups, ...items, ...variants, ...optionGroups, ...options].map((entry) => entry.name),
        ...items.map((item) => item.description),
      ];
      const written = (text: Text) => (typeof text === 'string' ? languages.slice(0, 1) : Object.keys(text));
      expect(texts.filter((text) => written(text).join() !== languages.join())).toEqual([]);
    },
  );

  test('with Paystack have included tax, no service charge and a subaccount for each vendor', () => {
    for (const venue of venues) {
      const codes = venue.vendors.map((vendor) => vendor.subaccount_code);
      if (venue.payment.provider === 'Paystack') {
        expect(venue.tax.included).toBe(true);
        expect(venue.service_charge).toBe(0);
        expect(codes.every(Boolean)).toBe(true);
        expect(new Set(codes).size).toBe(codes.length);
      } else {
        expect(codes.every((code) => code === null)).toBe(true);
      }
    }
  });

  test.each(byVenue)('include %s, which has inactive items, variants and options', (_, venue) => {
    const items = venue.vendors.flatMap(itemsOf);
    const groups = venue.vendors.flatMap(groupsOf);
    expect(items.some(isInactive)).toBe(true);
    expect(items.flatMap((item) => item.variants).some(isInactive)).toBe(true);
    const optionGroups = [...items, ...groups].flatMap((owner) => owner.option_groups);
    expect(optionGroups.flatMap((group) => group.options).some(isInactive)).toBe(true);
  });

  test.each(byVenue)('include %s, which has required and optional choices of items and groups', (_, venue) => {
    const items = venue.vendors.flatMap(itemsOf).flatMap((item) => item.option_groups);
    const groups = venue.vendors.flatMap(groupsOf).flatMap((group) => group.option_groups);
    expect(items.length).toBeGreaterThan(0);
    expect(groups.length).toBeGreaterThan(0);
    const all = [...items, ...groups];
    expect(all.some((group) => group.min_select === 1 && group.max_select === 1)).toBe(true);
    expect(all.some((group) => group.min_select === 0 && (group.max_select ?? 0) > 1)).toBe(true);
  });

  test('have at least one choice without a limit', () => {
    const owners = vendors.flatMap((vendor) => [...groupsOf(vendor), ...itemsOf(vendor)]);
    expect(owners.flatMap((owner) => owner.option_groups).some((group) => group.max_select === null)).toBe(true);
  });

  test('have prices in Granary whose HST is exactly half a cent', () => {
    const prices = venues
      .slice(0, 1)
      .flatMap((venue) => venue.vendors)
      .flatMap(itemsOf)
      .flatMap((item) => item.variants);
    const halves = prices.filter((variant) => (Math.round(variant.price * 100) * 13) % 100 === 50);
    expect(halves.length).toBeGreaterThan(5);
  });
});

describe('the vendors', () => {
  test('of Granary Square Market are the six of the design', () => {
    expect(venues[0]?.vendors.map((vendor) => [vendor.name, textIn(vendor.blurb, 'en')])).toEqual([
      ['Kumo Ramen', 'Slow broths, fresh noodles, nothing from a packet.'],
      ['Pico Taquería', 'Corn pressed to order, salsas by the spoon.'],
      ['Forno Alto', 'Two-day dough, ninety seconds at full flame.'],
      ['Butter Lane Bakery', 'Laminated at four, sold out by two.'],
      ['Leaf & Grain', 'Big bowls, bright dressings.'],
      ['Ember Burgers', 'Smashed thin, charcoal edges.'],
    ]);
  });

  test('have every combination of the four delivery types', () => {
    const ways = ['collect', 'table', 'room', 'address'];
    const mixes = Array.from({ length: 15 }, (_, i) => ways.filter((_, bit) => ((i + 1) >> bit) & 1).join('+'));
    const combinations = new Set(vendors.map((vendor) => vendor.delivery_method_types.join('+')));
    expect([...combinations].sort()).toEqual(mixes.sort());
  });

  test('include the two with the delivery types that the journeys need', () => {
    const types = new Map(byVendor.map(([path, vendor]) => [path, vendor.delivery_method_types]));
    expect(types.get('granary-square-market/kumo-ramen')).toEqual(['collect', 'table']);
    expect(types.get('granary-square-market/pico-taqueria')).toEqual(['collect', 'table', 'room']);
  });

  test.each(byVendor)('include %s, which has at least twenty active items in several menus and groups', (_, vendor) => {
    expect(itemsOf(vendor).filter(isActive).length).toBeGreaterThanOrEqual(20);
    expect(vendor.menus.length).toBeGreaterThanOrEqual(3);
    expect(groupsOf(vendor).length).toBeGreaterThan(vendor.menus.length);
    expect(itemsOf(vendor).filter((item) => item.variants.length > 1).length).toBeGreaterThanOrEqual(5);
  });

  test.each(byVendor)(
    'include %s, which can sell every item: the first variant is active and every required choice has enough options',
    (_, vendor) => {
      for (const item of itemsOf(vendor)) {
        expect(item.variants[0]?.status).toBe('active');
      }
      for (const group of [...groupsOf(vendor), ...itemsOf(vendor)].flatMap((owner) => owner.option_groups)) {
        const choices = group.options.filter(isActive).length;
        expect(choices).toBeGreaterThanOrEqual(Math.max(1, group.min_select));
        expect(group.max_select ?? choices).toBeGreaterThanOrEqual(group.min_select);
      }
    },
  );

  test.each(byVendor)('include %s, whose prices are whole cents above zero', (_, vendor) => {
    const owners = [...groupsOf(vendor), ...itemsOf(vendor)].flatMap((owner) => owner.option_groups);
    const variants = itemsOf(vendor).flatMap((item) => item.variants);
    const priced = [...variants, ...owners.flatMap((group) => group.options)];
    expect(priced.filter(({ price }) => Number(price.toFixed(2)) !== price)).toEqual([]);
    expect(variants.filter(({ price }) => price <= 0)).toEqual([]);
  });

  test.each(byVendor)(
    'include %s, whose slugs are unique, because a slug identifies its row at the next import',
    (_, vendor) => {
      const once = (things: Listed[]) => {
        const slugs = things.map((thing) => thing.slug);
        expect(new Set(slugs).size).toBe(slugs.length);
        expect(slugs.filter((slug) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([]);
      };
      once(vendor.menus);
      once(groupsOf(vendor));
      once(itemsOf(vendor));
      for (const group of groupsOf(vendor)) {
        for (const item of group.items) {
          once(item.variants);
          once([...group.option_groups, ...item.option_groups]);
        }
      }
    },
  );

  test.each(byLanguage)('include %s in %s, whose items all have different descriptions', (_, language, vendor) => {
    const texts = itemsOf(vendor).map((item) => textIn(item.description, language) ?? '');
    expect(texts.filter((text) => !/^.{3,120}[.]$/.test(text))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('the pictures', () => {
  test('can all be composed', () => {
    const composed = (kind: PictureKind, thing: { name: Text; picture: Picture | null }) => {
      if (thing.picture) {
        expect(composePicture(kind, firstText(thing.name), thing.picture)).toMatch(/^<svg .*<\/svg>$/);
      }
    };
    for (const venue of venues) composed('venue', venue);
    for (const vendor of vendors) {
      composed('vendor', vendor);
      composed('thumbnail', vendor);
      for (const item of itemsOf(vendor)) composed('item', item);
    }
  });

  test('are missing for a few items, so that visitors see the empty plate too', () => {
    const items = vendors.flatMap(itemsOf);
    const missing = items.filter((item) => item.picture === null).length;
    expect(missing).toBeGreaterThanOrEqual(5);
    expect(missing / items.length).toBeLessThan(0.1);
  });

  test('of venues and of the vendors of a venue never repeat the previous dish or ground', () => {
    for (const list of [venues, ...venues.map((venue) => venue.vendors)]) {
      const pictures = list.map((thing) => thing.picture);
      expect(repeats(pictures.map((picture) => picture.glyphs[0]))).toEqual([]);
      expect(repeats(pictures.map((picture) => picture.ground))).toEqual([]);
      expect(pictures.every((picture) => picture.ground)).toBe(true);
    }
  });

  test.each(byVendor)('of %s never repeat the previous dish, with and without inactive items', (_, vendor) => {
    const dishes = (items: Item[]) => items.map((item) => item.picture?.glyphs[0]);
    expect(repeats(dishes(itemsOf(vendor)))).toEqual([]);
    expect(repeats(dishes(itemsOf(vendor).filter(isActive)))).toEqual([]);
  });
});

describe('the accounts', () => {
  const accounts = read<Account[]>('accounts.json');

  test('include two customers, a person with two vendors, one with a bakery, and one who runs the venue', () => {
    expect(accounts.map(({ email, phone, vendors }) => [email, phone, vendors])).toEqual([
      ['customer@foodhall.test', '0820000001', []],
      ['second@foodhall.test', '0820000002', []],
      [
        'vendor@foodhall.test',
        '0820000003',
        ['granary-square-market/kumo-ramen', 'granary-square-market/pico-taqueria'],
      ],
      ['baker@foodhall.test', '0820000004', ['granary-square-market/butter-lane-bakery']],
      ['operator@foodhall.test', '0820000005', []],
    ]);
    expect(accounts[0]?.name).toBe('Thandi Mokoena');
  });

  test('name vendors that exist', () => {
    const paths = byVendor.map(([path]) => path);
    for (const account of accounts) expect(paths).toEqual(expect.arrayContaining(account.vendors));
  });
});
