import { act, screen, waitFor, within } from '@testing-library/react';
import { publish } from 'shared-contracts/events';
import { fakeApi, renderScreen } from 'shared-contracts/testing';
import { anItem, asVendor, aVendor } from '../testing/stock';
import { Screen } from './your-items.screen';

const show = (vendorId = 7) =>
  renderScreen(<Screen />, {
    api: fakeApi().on('GET /vendors/7', {
      data: aVendor([anItem(), anItem({ id: 22, name: 'Miso sweetcorn', status: 'inactive' })]),
    }),
    at: `/your-items/${vendorId}`,
    path: '/your-items/:vendorId',
    state: { session: asVendor },
  });

test("lists the vendor's items, inactive ones too, each with its status and the way to edit it", async () => {
  show();
  expect(await screen.findByRole('heading', { level: 1, name: "Kumo Ramen's Items" })).toBeVisible();
  const ramen = within(screen.getByRole('article', { name: 'Tonkotsu ramen' }));
  expect(ramen.getByText('active')).toBeVisible();
  expect(ramen.getByRole('link', { name: 'Edit Item' })).toHaveAttribute('href', '/vendor/7/items/21');
  expect(within(screen.getByRole('article', { name: 'Miso sweetcorn' })).getByText('inactive')).toBeVisible();
});

test('a search keeps the items whose name holds its text', async () => {
  const { store } = show();
  await screen.findByRole('heading', { level: 1, name: /'s Items$/ });
  act(() => publish('search-typed', { text: 'MISO' }));
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(store.state.getState().search.count).toBe(1);
  act(() => publish('search-typed', { text: 'moon' }));
  expect(screen.getByText('No records found.')).toBeVisible();
});

test('a badge follows when a colleague switches its item', async () => {
  const { api } = show();
  const ramen = within(await screen.findByRole('article', { name: 'Tonkotsu ramen' }));
  api.on('GET /vendors/7', { data: aVendor([anItem({ status: 'inactive' })]) });
  act(() => publish('stock-updated', { vendor_id: 7, item_id: 21 }, 'server'));
  await waitFor(() => expect(ramen.getByText('inactive')).toBeVisible());
});

test("another vendor's items are not shown and not asked for", () => {
  const { api } = show(8);
  expect(screen.getByText('This is not one of your vendors.')).toBeVisible();
  expect(api.requests).toEqual([]);
});
