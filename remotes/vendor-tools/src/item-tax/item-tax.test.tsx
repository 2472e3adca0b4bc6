import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import { Screen } from '../item-status/item-status.screen';
import { wholeRamen } from '../testing/stock';

const taxes = (tax_category_id: number | null = null) => ({
  tax: { name: 'HST', rate: 13, included: false },
  categories: [
    { id: 1, slug: 'alcohol', name: 'Alcohol', rate: 20 },
    { id: 2, slug: 'food', name: 'Food', rate: 7.25 },
  ],
  items: tax_category_id === null ? [] : [{ item_id: 21, tax_category_id }],
});

const asStaff = {
  ...VENDOR,
  user: { ...VENDOR.user, vendors: VENDOR.user.vendors.map((vendor) => ({ ...vendor, role: 'staff' as const })) },
};

const show = (response: unknown, session: typeof VENDOR = VENDOR) =>
  renderScreen(<Screen />, {
    api: fakeApi()
      .on('GET /items/21', { data: wholeRamen() })
      .on('GET /vendors/7/taxes', response instanceof ApiError ? response : { data: response }),
    at: '/vendor/7/items/21',
    path: '/vendor/:vendorId/items/:itemId',
    state: { session },
  });

const field = () => screen.findByRole('combobox', { name: 'Tax of this item' });

test('shows an owner the tax of the item and the other taxes of the venue', async () => {
  show(taxes(1));
  expect(await field()).toHaveDisplayValue('Alcohol 20 %');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'HST 13 %, as of the venue',
    'Alcohol 20 %',
    'Food 7.25 %',
  ]);
});

test.each([
  ['Food 7.25 %', 2],
  ['HST 13 %, as of the venue', null],
])('an owner chooses %s', async (option, tax_category_id) => {
  const { api, store } = show(taxes(1));
  api.on('PUT /items/21/tax', { data: { tax_category_id } });
  api.on('GET /vendors/7/taxes', { data: taxes(tax_category_id) });
  await userEvent.selectOptions(await field(), option);
  await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: 'The tax was changed.' }));
  expect(api.requests).toContainEqual(
    expect.objectContaining({ method: 'PUT', path: '/items/21/tax', body: { tax_category_id, from: 1 } }),
  );
  expect(await field()).toHaveDisplayValue(option);
});

test('shows another owner’s change of the tax with the message of the API', async () => {
  const { api, store } = show(taxes());
  await field();
  const message = 'Someone else has changed the tax of this item meanwhile. Look at it again.';
  api.on('PUT /items/21/tax', new ApiError(409, { code: 'TAX_CHANGED', message }));
  api.on('GET /vendors/7/taxes', { data: taxes(1) });
  await userEvent.selectOptions(await field(), 'Food 7.25 %');
  await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: message, color: 'danger' }));
  await waitFor(async () => expect(await field()).toHaveDisplayValue('Alcohol 20 %'));
});

test('offers no choice in a venue with one tax', async () => {
  show({ ...taxes(), categories: [] });
  expect(await screen.findByRole('checkbox', { name: /Tonkotsu ramen/ })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Tax' })).not.toBeInTheDocument();
});

test('requests no taxes for staff', async () => {
  const { api } = show(taxes(1), asStaff);
  expect(await screen.findByRole('checkbox', { name: /Tonkotsu ramen/ })).toBeVisible();
  expect(api.requests.map(({ path }) => path)).toEqual(['/items/21']);
});

test('says that the taxes could not be loaded, and loads them with Try Again', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { api } = show(new ApiError(500, { code: 'INTERNAL' }));
  expect(await screen.findByText('The taxes could not be loaded. Nothing was changed.')).toBeVisible();
  api.on('GET /vendors/7/taxes', { data: taxes(1) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await field()).toHaveDisplayValue('Alcohol 20 %');
});
