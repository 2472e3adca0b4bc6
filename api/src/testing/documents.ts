/** Venue documents for tests. */
import type { VenueDocument } from '../menu/documents/venue-document';

type Item = VenueDocument['vendors'][number]['menus'][number]['groups'][number]['items'][number];
type OptionGroup = Item['option_groups'][number];

const anOption = (slug: string) => ({ slug, name: slug, price: 1.25, status: 'active' as const });
const toppings: OptionGroup = {
  slug: 'toppings',
  name: 'Toppings',
  status: 'active',
  min_select: 0,
  max_select: 2,
  options: [anOption('egg'), anOption('corn')],
};

export const aDocumentItem = (slug: string): Item => ({
  slug,
  name: slug,
  description: 'Good',
  picture: { glyphs: ['steaming-bowl'] },
  status: 'active',
  variants: [
    { slug: 'regular', name: 'Regular', price: 16.5, status: 'active' },
    { slug: 'large', name: 'Large', price: 19.5, status: 'active' },
  ],
  option_groups: [structuredClone(toppings)],
});

/** The venue Granary. Its vendor Kumo has two items in one section. */
export function aDocument(): VenueDocument {
  return {
    slug: 'granary',
    name: 'Granary',
    blurb: 'A hall',
    position: 1,
    picture: null,
    currency: 'CAD',
    currency_symbol: '$',
    timezone: 'America/Toronto',
    tax: { name: 'HST', number: '81234', rate_percent: 13, included: false, categories: [] },
    service_charge: 2.5,
    payment: { provider: 'Stripe', key: 'pk_test', secret_env: 'STRIPE_SECRET', webhook_secret_env: null },
    vendors: [
      {
        slug: 'kumo',
        name: 'Kumo',
        blurb: 'Ramen',
        picture: { glyphs: ['steaming-bowl', 'dumpling'] },
        address_1: 'Stall 1',
        address_2: '',
        city: 'Toronto',
        delivery_method_types: ['collect', 'table'],
        subaccount_code: null,
        stripe_account: null,
        accepting_orders: true,
        menus: [
          {
            slug: 'all-day',
            name: 'All day',
            status: 'active',
            groups: [
              {
                slug: 'bowls',
                name: 'Bowls',
                status: 'active',
                option_groups: [
                  {
                    slug: 'noodle',
                    name: 'Noodle',
                    status: 'active',
                    min_select: 1,
                    max_select: 1,
                    options: [anOption('thin')],
                  },
                ],
                items: [aDocumentItem('tonkotsu'), aDocumentItem('miso')],
              },
            ],
          },
        ],
      },
    ],
  };
}

/** The first vendor of a document. */
export function firstVendor(document: VenueDocument): VenueDocument['vendors'][number] {
  const [vendor] = document.vendors;
  if (!vendor) throw new Error('The document of these tests has a vendor.');
  return vendor;
}

/** The first section of the first vendor, which most tests change. */
export function firstGroup(
  document: VenueDocument,
): VenueDocument['vendors'][number]['menus'][number]['groups'][number] {
  const group = firstVendor(document).menus[0]?.groups[0];
  if (!group) throw new Error('The document of these tests has a group.');
  return group;
}

/** Translates each text of a document into French: 'Miso' becomes 'fr Miso'. */
export function inFrenchToo(document: VenueDocument): VenueDocument {
  const translated = (value: unknown, key = ''): unknown => {
    if (key === 'tax') return value;
    if (typeof value === 'string') return TEXTS.includes(key) && value ? { en: value, fr: `fr ${value}` } : value;
    if (Array.isArray(value)) return value.map((each) => translated(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, translated(each, name)]));
  };
  return { ...(translated(document) as VenueDocument), languages: ['en', 'fr'] };
}

const TEXTS = ['name', 'blurb', 'description', 'alt'];
