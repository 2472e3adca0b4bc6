/** Tests the item page and the menu while they change in a browser that translates the page. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { publish } from 'shared-contracts/events';
import {
  aGroup,
  aMenu,
  aMenuItem,
  anItem,
  anOption,
  anOptionGroup,
  aVariant,
  aVendor,
  aVendorSummary,
  aVenue,
  CUSTOMER,
  fakeApi,
  renderScreen,
  translatePage,
} from 'shared-contracts/testing';
import { Screen as Item } from './item/item.screen';
import { Screen as Menu } from './menu/menu.screen';
import { installObserver } from './testing/intersection';

let stopTranslation = () => {};
beforeEach(() => {
  installObserver();
  stopTranslation = translatePage();
});
afterEach(() => stopTranslation());

test('updates the price, the quantity and the hints of an item after each tap', async () => {
  const toppings = anOptionGroup({ max_select: 2, options: [anOption(11, 'Egg', 2), anOption(12, 'Corn', 1.5)] });
  const item = anItem({ variants: [aVariant({ price: 16.5 })], optionGroups: [toppings] });
  const api = fakeApi()
    .on('GET /venues/1', { data: aVenue() })
    .on('GET /vendors/7', { data: aVendor() })
    .on('GET /vendors', { data: [aVendorSummary()] })
    .on('GET /items/21', { data: item });
  renderScreen(<Item />, {
    api,
    at: '/venues/1/vendors/7/items/21',
    path: '/venues/:venueId/vendors/:vendorId/items/:itemId',
    state: { session: CUSTOMER },
  });
  await screen.findByRole('button', { name: 'Add to cart $16.50' });
  await userEvent.click(screen.getByRole('checkbox', { name: /Egg/ }));
  expect(screen.getByRole('button', { name: 'Add to cart $18.50' })).toBeVisible();
  expect(screen.getByText('1 of 2')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
  expect(screen.getByRole('button', { name: 'Add to cart $37.00' })).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: /Corn/ }));
  expect(screen.getByText('2 of 2')).toBeVisible();

  api.on('GET /items/21', { data: { ...item, status: 'inactive' } });
  act(() => publish('stock-updated', { vendor_id: 7, item_id: 21 }, 'server'));
  expect(await screen.findByText(`${item.name} is sold out for now.`)).toBeVisible();
});

test('updates a menu after a change of its stock and after a search', async () => {
  const ramen = aMenuItem({ id: 21, name: 'Tonkotsu ramen', variants: [aVariant({ price: 16.5 })] });
  const miso = aMenuItem({ id: 22, name: 'Miso sweetcorn', variants: [aVariant({ price: 14 })] });
  const of = (...items: (typeof ramen)[]) => ({
    data: aVendor({ menus: [aMenu(1, 'Ramen', [aGroup(1, 'Bowls', items)])] }),
  });
  const api = fakeApi().on('GET /venues/1', { data: aVenue() }).on('GET /vendors/7', of(ramen, miso));
  renderScreen(<Menu />, { api, at: '/venues/1/vendors/7', path: '/venues/:venueId/vendors/:vendorId' });
  expect(await screen.findByRole('link', { name: /Tonkotsu ramen/ })).toHaveTextContent('$16.50');
  api.on('GET /vendors/7', of({ ...miso, variants: { data: [aVariant({ price: 15 })] } }));
  act(() => publish('stock-updated', { vendor_id: 7, item_id: 21 }, 'server'));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Tonkotsu ramen/ })).toBeNull());
  expect(screen.getByRole('link', { name: /Miso sweetcorn/ })).toHaveTextContent('$15.00');
  act(() => publish('search-typed', { text: 'nothing' }));
  expect(await screen.findByText('No records found.')).toBeVisible();
});
