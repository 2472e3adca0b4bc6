import {
  aGroup,
  aMenu,
  aMenuItem,
  anItem,
  aVariant,
  aVendor,
  aVendorSummary,
  aVenue,
} from 'shared-contracts/testing/builders';
import { bodiesIn, imageOf, type PageBodies, structuredData } from './structured-data';

const address = { siteUrl: 'https://hall.example', brand: 'Foodhall', path: '/venues/1/vendors/7' };
const dataOf = (bodies: PageBodies) => structuredData(bodies, address);
const ramen = aMenuItem({ name: 'Tonkotsu', master: aVariant({ price: 16.5 }), diets: ['vegan', 'lactose-free'] });
const venue = aVenue({ id: 1, name: 'Granary', currency: 'CAD' });
const vendor = aVendor({
  id: 7,
  name: 'Kumo',
  image_url: '/media/kumo.1600.webp',
  menus: [aMenu(1, 'Ramen & rice', [aGroup(1, 'Broth bowls', [ramen])])],
});

test('a stall is described as a restaurant with its menu, prices and diets', () => {
  expect(dataOf({ venue, vendor })).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    url: 'https://hall.example/venues/1/vendors/7',
    image: 'https://hall.example/media/kumo.1600.webp',
    currenciesAccepted: 'CAD',
    containedInPlace: { name: 'Granary', url: 'https://hall.example/venues/1/vendors' },
    hasMenu: [
      {
        name: 'Ramen & rice',
        hasMenuSection: [
          {
            name: 'Broth bowls',
            hasMenuItem: [
              {
                '@type': 'MenuItem',
                name: 'Tonkotsu',
                suitableForDiet: ['https://schema.org/VeganDiet', 'https://schema.org/LowLactoseDiet'],
                offers: { '@type': 'Offer', price: '16.50', priceCurrency: 'CAD' },
              },
            ],
          },
        ],
      },
    ],
  });
});

test('a price has as many decimals as its currency', () => {
  const item = anItem({ master: aVariant({ price: 900 }) });
  expect(dataOf({ venue: aVenue({ currency: 'JPY' }), item })).toMatchObject({ offers: { price: '900' } });
});

test('the hours of a stall are its weekly hours while it follows its schedule', () => {
  const day = [{ from: '11:00', until: '01:00' }];
  const open = { ...vendor, weekly_hours: [day, [], [], [], [], [], [{ from: '00:00', until: '00:00' }]] };
  const hours = (mode: 'schedule' | 'open' | 'closed') =>
    dataOf({ venue, vendor: { ...open, opening: { mode, changes_at: null } } as never });
  expect(hours('schedule')).toMatchObject({
    openingHoursSpecification: [
      { dayOfWeek: 'https://schema.org/Monday', opens: '11:00', closes: '01:00' },
      { dayOfWeek: 'https://schema.org/Sunday', opens: '00:00', closes: '23:59' },
    ],
  });
  expect(hours('open')).not.toHaveProperty('openingHoursSpecification');
  expect(dataOf({ venue, vendor })).not.toHaveProperty('openingHoursSpecification');
});

test('a venue names its stalls, and an item its stall', () => {
  const vendors = [aVendorSummary({ id: 7, venue_id: 1, name: 'Kumo' })];
  const url = 'https://hall.example/venues/1/vendors/7';
  expect(dataOf({ venue, vendors })).toMatchObject({
    '@type': 'FoodEstablishment',
    department: [{ '@type': 'Restaurant', name: 'Kumo', url }],
  });
  expect(dataOf({ venue, vendors, item: anItem({ vendor_id: 7 }) })).toMatchObject({
    '@type': 'MenuItem',
    offers: { offeredBy: { '@type': 'Restaurant', name: 'Kumo', url } },
  });
});

test('bodies are distinguished by the paths from which they were read', () => {
  const known = [
    ['/vendors', { venue_id: '1' }, { data: [] }],
    ['/venues/1', {}, { data: venue }],
    ['/venues', {}, { data: [venue] }],
  ] as const;
  expect(bodiesIn(known)).toEqual({ venue, vendors: [] });
});

test.each([
  [
    'the picture of the item, if the vendor has one too',
    { item: anItem({ hero_url: '/media/h.1600.webp', image_url: '/media/i.1600.webp' }), vendor },
    'https://hall.example/media/h.1600.webp',
  ],
  [
    'unchanged from another origin',
    { vendor: aVendor({ image_url: 'https://cdn.example/a.jpg' }) },
    'https://cdn.example/a.jpg',
  ],
  ['left out if it is a drawing', { vendor: aVendor({ image_url: '/media/a.svg' }) }, null],
])('the picture of a page is %s', (_what, bodies, expected) => {
  expect(imageOf(bodies, address.siteUrl)).toBe(expected);
});
