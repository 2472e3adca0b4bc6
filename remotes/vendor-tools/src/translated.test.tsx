/** Tests the stall's screens while they change in a browser that translates the page. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { publish } from 'shared-contracts/events';
import { aVenue, type FakeRequest, fakeApi, renderScreen, translatePage, VENDOR } from 'shared-contracts/testing';
import { Screen as ItemStatus } from './item-status/item-status.screen';
import { kumo, listedRamen, wholeRamen } from './testing/stock';
import { Screen as YourItems } from './your-items/your-items.screen';

let stopTranslation = () => {};
beforeEach(() => {
  stopTranslation = translatePage();
});
afterEach(() => stopTranslation());

test('switches an item off and on, and leaves the others unchanged', async () => {
  const corn = listedRamen({ id: 22, name: 'Miso sweetcorn' });
  const api = fakeApi()
    .on('GET /vendors/7', { data: kumo([listedRamen(), corn]) })
    .on('GET /venues/1', { data: aVenue() })
    .on('PUT /items/21', ({ body }: FakeRequest) => {
      const { status } = body as { status: 'active' | 'inactive' };
      api.on('GET /vendors/7', { data: kumo([listedRamen({ status }), corn]) });
      return { data: { id: 21, status } };
    });
  renderScreen(<YourItems />, {
    api,
    at: '/your-items/7',
    path: '/your-items/:vendorId',
    state: { session: VENDOR },
  });
  const item = async (name: string) => within(await screen.findByRole('article', { name }));
  const ramen = await item('Tonkotsu ramen');
  for (const [button, status] of [
    ['Switch off', 'inactive'],
    ['Switch on', 'active'],
  ] as const) {
    await userEvent.click(await ramen.findByRole('button', { name: button }));
    expect(await ramen.findByText(status)).toBeVisible();
    expect((await item('Miso sweetcorn')).getByText('active')).toBeVisible();
  }
  api.on('GET /vendors/7', { data: kumo([corn]) });
  act(() => publish('stock-updated', { vendor_id: 7, item_id: null }, 'server'));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Tonkotsu ramen' })).toBeNull());
  expect(screen.getByText('Miso sweetcorn').closest('[translate="no"]')).not.toBeNull();
});

test('shows a switched variant and a section that is hidden meanwhile', async () => {
  const item = wholeRamen();
  const api = fakeApi()
    .on('GET /items/21', { data: item })
    .on('GET /vendors/7/taxes', { data: { categories: [] } })
    .on('PUT /variants/31', ({ body }: FakeRequest) => {
      const variants = item.variants.data.map((each) => (each.id === 31 ? { ...each, ...(body as object) } : each));
      const group = { ...item.group, status: 'inactive' };
      api.on('GET /items/21', { data: { ...item, group, variants: { data: variants } } });
      return { data: { id: 31, ...(body as object) } };
    });
  renderScreen(<ItemStatus />, {
    api,
    at: '/vendor/7/items/21',
    path: '/vendor/:vendorId/items/:itemId',
    state: { session: VENDOR },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: /Regular/ }));
  expect(await screen.findByText(/^Guests do not see it/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /Regular/ })).not.toBeChecked();
});
