import { aGroup, aMenu, aMenuItem, aVariant, aVendor, aVenue } from 'shared-contracts/testing';
import { restaurantOf } from './restaurant.rules';

const url = 'https://hall.example/venues/1/vendors/7';
const ramen = aMenuItem({ name: 'Tonkotsu ramen', master: aVariant({ price: 16.5 }) });
const miso = aMenuItem({ name: 'Miso sweetcorn', status: 'inactive' });
const kumo = aVendor({
  image_url: '/media/kumo.svg',
  menus: [aMenu(1, 'Ramen & rice', [aGroup(1, 'Broth bowls', [ramen, miso])])],
});

test('a menu names its sections, and each active item with its price in plain decimals', () => {
  const data = restaurantOf(kumo, aVenue({ currency: 'CAD' }), url);
  const offers = { '@type': 'Offer', price: '16.50', priceCurrency: 'CAD' };
  expect(data).toMatchObject({
    '@type': 'Restaurant',
    name: 'Kumo Ramen',
    url,
    hasMenu: [
      {
        '@type': 'Menu',
        name: 'Ramen & rice',
        hasMenuSection: [
          { name: 'Broth bowls', hasMenuItem: [{ '@type': 'MenuItem', name: 'Tonkotsu ramen', offers }] },
        ],
      },
    ],
  });
});

test('a price has as many decimals as its currency', () => {
  const data = restaurantOf(
    aVendor({ menus: [aMenu(1, 'Lunch', [aGroup(1, 'Bowls', [aMenuItem({ master: aVariant({ price: 900 }) })])])] }),
    aVenue({ currency: 'JPY' }),
    url,
  );
  expect(JSON.stringify(data)).toContain('"price":"900"');
});

test("a picture's address is whole, as search engines need it", () => {
  expect(restaurantOf(kumo, aVenue(), url)).toMatchObject({ image: 'https://hall.example/media/kumo.svg' });
});
