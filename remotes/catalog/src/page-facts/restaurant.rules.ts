/** A vendor and its menus as structured data: Restaurant and Menu of schema.org. */
import { decimalOf, toMinor } from 'shared-contracts/rules/money';
import type { Menu, MenuItem, Vendor, Venue } from 'shared-contracts/types';

type Priced = Pick<Venue, 'currency'>;

const menuItem = ({ name, description, master }: MenuItem, { currency }: Priced) => ({
  '@type': 'MenuItem',
  name,
  description,
  offers: { '@type': 'Offer', price: decimalOf(toMinor(master.price, currency), currency), priceCurrency: currency },
});

const menuOf = ({ name, groups }: Menu, venue: Priced) => ({
  '@type': 'Menu',
  name,
  hasMenuSection: groups.data.map((group) => ({
    '@type': 'MenuSection',
    name: group.name,
    hasMenuItem: group.items.data.filter(({ status }) => status === 'active').map((item) => menuItem(item, venue)),
  })),
});

/** @param url where the menu is, with the site's origin */
export function restaurantOf(vendor: Vendor, venue: Pick<Venue, 'name' | 'currency'>, url: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    name: vendor.name,
    description: vendor.blurb,
    url,
    image: new URL(vendor.image_url, url).href,
    address: {
      '@type': 'PostalAddress',
      streetAddress: [vendor.address_1, vendor.address_2].filter(Boolean).join(', '),
      addressLocality: vendor.city,
    },
    containedInPlace: { '@type': 'FoodEstablishment', name: venue.name },
    currenciesAccepted: venue.currency,
    hasMenu: vendor.menus.data.map((menu) => menuOf(menu, venue)),
  };
}
