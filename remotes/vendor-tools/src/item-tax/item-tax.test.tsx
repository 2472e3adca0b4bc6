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

const show = (answer: unknown, session: typeof VENDOR = VENDOR) =>
  renderScreen(<Screen />, {
    api: fakeApi()
      .on('GET /items/21', { data: wholeRamen() })
      .on('GET /vendors/7/taxes', answer instanceof ApiError ? answer : { data: answer }),
    at: '/vendor/7/items/21',
    path: '/vendor/:vendorId/items/:itemId',
    state: { session },
  });

const field = () => screen.findByRole('combobox', { name: 'Tax of this item' });

test('an owner sees the tax of the item among those of the venue', async () => {
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

test('a tax that another owner changed meanwhile is shown with what the API says', async () => {
  const { api, store } = show(taxes());
  await field();
  const message = 'Someone else has changed the tax of this item meanwhile. Look at it again.';
  api.on('PUT /items/21/tax', new ApiError(409, { code: 'TAX_CHANGED', message }));
  api.on('GET /vendors/7/taxes', { data: taxes(1) });
  await userEvent.selectOptions(await field(), 'Food 7.25 %');
  await waitFor(() => expect(store.state.getState().toast).toMatchObject({ content: message, color: 'danger' }));
  await waitFor(async () => expect(await field()).toHaveDisplayValue('Alcohol 20 %'));
});

test.each([['a venue that has one tax', { ...taxes(), categories: [] }]])(
  '%s shows no choice',
  async (_what, answer) => {
    show(answer);
    expect(await screen.findByRole('checkbox', { name: /Tonkotsu ramen/ })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Tax' })).not.toBeInTheDocument();
  },
);

test('staff do not ask for it', async () => {
  const { api } = show(taxes(1), asStaff);
  expect(await screen.findByRole('checkbox', { name: /Tonkotsu ramen/ })).toBeVisible();
  expect(api.requests.map(({ path }) => path)).toEqual(['/items/21']);
});

test('taxes that could not be loaded leave the switches, and Try Again brings them', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { api } = show(new ApiError(500, { code: 'INTERNAL' }));
  expect(await screen.findByText('The taxes could not be loaded. Nothing was changed.')).toBeVisible();
  api.on('GET /vendors/7/taxes', { data: taxes(1) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await field()).toHaveDisplayValue('Alcohol 20 %');
});
