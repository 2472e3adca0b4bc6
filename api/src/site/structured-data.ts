/**
 * Describes a public page to search engines and to previews of shared links: the picture that represents it, and its content in the terms of
 * schema.org. Pure; nothing here is escaped.
 */
import { decimalOf, toMinor } from 'shared-contracts/rules/money';
import type { Diet, Item, MenuItem, Vendor, VendorSummary, Venue } from 'shared-contracts/types';

/** The API bodies that a page shows. */
export interface PageBodies {
  venue?: Venue | undefined;
  vendor?: Vendor | undefined;
  /** The vendors of the venue. */
  vendors?: readonly VendorSummary[] | undefined;
  item?: Item | undefined;
}

export interface PageAddress {
  /** The origin of the site. */
  siteUrl: string;
  brand: string;
  /** The main path of the content, '/venues/1/vendors'. */
  path: string;
}

/** Finds the bodies by the paths that they were read from: a path tells the form of its body. */
export function bodiesIn(known: readonly (readonly [path: string, params: object, body: unknown])[]): PageBodies {
  const at = (pattern: RegExp) => known.find(([path]) => pattern.test(path))?.[2] as { data: never } | undefined;
  return {
    venue: at(/^\/venues\/\d+$/)?.data,
    vendor: at(/^\/vendors\/\d+$/)?.data,
    vendors: at(/^\/vendors$/)?.data,
    item: at(/^\/items\/\d+$/)?.data,
  };
}

/** Returns the address of the picture for previews of a page; null if the page has no picture, or only an SVG, which previews cannot draw. */
export function imageOf({ item, vendor, venue }: PageBodies, siteUrl: string): string | null {
  const addresses = [item?.hero_url, item?.image_url, vendor?.image_url, venue?.image_url];
  const picture = addresses.find((address) => address && !address.endsWith('.svg'));
  return picture ? absolute(picture, siteUrl) : null;
}

/** @returns JSON-LD; a page that shows none of the bodies describes the site itself */
export function structuredData(bodies: PageBodies, address: PageAddress): object {
  const { siteUrl, brand, path } = address;
  const { item, vendor, vendors, venue } = bodies;
  const page = {
    '@context': 'https://schema.org',
    '@id': siteUrl + path,
    url: siteUrl + path,
  };
  if (item && venue) return { ...page, ...menuItem(item, venue, siteUrl), ...offeredBy(item, bodies, address) };
  if (vendor && venue) {
    return {
      ...page,
      ...stall(vendor, siteUrl),
      currenciesAccepted: venue.currency,
      ...openingHours(vendor),
      containedInPlace: {
        '@type': 'FoodEstablishment',
        name: venue.name,
        url: `${siteUrl}/venues/${venue.id}/vendors`,
      },
      hasMenu: vendor.menus.data.map(({ name, groups }) => ({
        '@type': 'Menu',
        name,
        hasMenuSection: groups.data.map((group) => ({
          '@type': 'MenuSection',
          name: group.name,
          hasMenuItem: group.items.data.map((each) => ({ '@type': 'MenuItem', ...menuItem(each, venue, siteUrl) })),
        })),
      })),
    };
  }
  if (venue) {
    return {
      ...page,
      '@type': 'FoodEstablishment',
      ...described(venue, siteUrl),
      currenciesAccepted: venue.currency,
      department: vendors?.map((each) => ({
        ...stall(each, siteUrl),
        url: `${siteUrl}/venues/${each.venue_id}/vendors/${each.id}`,
      })),
    };
  }
  return { ...page, '@type': 'WebSite', name: brand };
}

const absolute = (address: string, siteUrl: string): string => new URL(address, `${siteUrl}/`).href;

interface Described {
  name: string;
  blurb: string;
  image_url: string;
}

const described = ({ name, blurb, image_url }: Described, siteUrl: string) => ({
  name,
  description: blurb || undefined,
  image: image_url ? absolute(image_url, siteUrl) : undefined,
});

function stall(vendor: VendorSummary, siteUrl: string) {
  const { address_1, address_2, city } = vendor;
  return {
    '@type': 'Restaurant',
    ...described(vendor, siteUrl),
    address: {
      '@type': 'PostalAddress',
      streetAddress: [address_1, address_2].filter(Boolean).join(', ') || undefined,
      addressLocality: city || undefined,
    },
  };
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Returns nothing if the stall has no schedule, or does not follow it now. */
function openingHours({ weekly_hours, opening }: Vendor) {
  if (!weekly_hours || opening?.mode !== 'schedule') return {};
  return {
    openingHoursSpecification: weekly_hours.flatMap((spans, day) =>
      spans.map(({ from, until }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: `https://schema.org/${DAYS[day]}`,
        opens: from,
        // schema.org has no value for the end of a whole day.
        closes: from === until ? '23:59' : until,
      })),
    ),
  };
}

const DIETS: Readonly<Record<Diet, string>> = {
  vegetarian: 'VegetarianDiet',
  vegan: 'VeganDiet',
  halal: 'HalalDiet',
  kosher: 'KosherDiet',
  'gluten-free': 'GlutenFreeDiet',
  'lactose-free': 'LowLactoseDiet',
};

function menuItem({ name, description, image_url, diets, master }: MenuItem, { currency }: Venue, siteUrl: string) {
  return {
    name,
    description: description || undefined,
    image: image_url ? absolute(image_url, siteUrl) : undefined,
    suitableForDiet: diets?.map((diet) => `https://schema.org/${DIETS[diet]}`),
    offers: offer(master.price, currency),
  };
}

const offer = (price: number, currency: string) => ({
  '@type': 'Offer',
  price: decimalOf(toMinor(price, currency), currency),
  priceCurrency: currency,
});

/** The item's own page names its stall. */
function offeredBy(item: Item, { vendors, venue }: PageBodies, { siteUrl }: PageAddress) {
  const vendor = vendors?.find(({ id }) => id === item.vendor_id);
  if (!vendor || !venue) return { '@type': 'MenuItem' };
  const offeredBy = { ...stall(vendor, siteUrl), url: `${siteUrl}/venues/${venue.id}/vendors/${vendor.id}` };
  return { '@type': 'MenuItem', offers: { ...offer(item.master.price, venue.currency), offeredBy } };
}
