import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { writeLocal } from 'shared-contracts/local-keys';
import { aVenue, CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { Cart, DeliveryMethodType, Order } from 'shared-contracts/types';
import { refreshCart } from '../cart/cart.resource';
import { Screen } from '../cart-screen/cart.screen';
import { cartOfTwo, ramenOrder } from '../testing/carts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const EARLIER = '2026-11-20T11:00:00.000Z';
const LATER = '2026-11-20T13:00:00.000Z';
const AT = { at: '/venues/1/cart', path: '/venues/:venueId/cart' };
const NOT_SET = {
  delivery_method: null,
  delivery_method_type: null,
  delivery_method_location: '',
  delivery_method_instructions: '',
} as const;
const toTable = (location: string, delivery_scanned_at: string | null): Partial<Order> => ({
  delivery_method: 'deliver',
  delivery_method_type: 'table',
  delivery_method_location: location,
  delivery_method_instructions: '',
  delivery_scanned_at,
});

const ramen = (fields: Partial<Order>, offered: DeliveryMethodType[] = ['collect', 'table']) =>
  ramenOrder({ ...fields, vendor: { ...ramenOrder().vendor, delivery_method_types: offered } });
const tacos = (fields: Partial<Order>, offered: DeliveryMethodType[] = ['collect', 'table']) => {
  const [, order] = cartOfTwo().orders.data;
  if (!order) throw new Error('no order');
  return { ...order, ...fields, vendor: { ...order.vendor, delivery_method_types: offered } };
};
const forno = () => {
  const { vendor, ...order } = tacos(NOT_SET, ['collect']);
  return { ...order, id: 13, vendor: { ...vendor, id: 9, name: 'Forno Alto' } };
};

/** An API that saves deliveries as the real one does. */
function apiWith(...orders: Order[]) {
  let version = 3;
  let failure: ApiError | undefined;
  let current = orders;
  const api = fakeApi()
    .on('GET /carts/active', () => ({ data: cartOfTwo({ version, orders: { data: current } }) satisfies Cart }))
    .on('GET /venues/1', { data: aVenue({ payment_provider: 'Global' }) });
  for (const { id } of orders) {
    api.on(`PUT /orders/${id}`, ({ body }: { body: unknown }) => {
      if (failure) return failure;
      current = current.map((order) => (order.id === id ? { ...order, ...(body as Partial<Order>) } : order));
      version += 1;
      return { data: current.find((order) => order.id === id) };
    });
  }
  const saved = () =>
    api.requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, ...(body as object) }));
  const fail = (error: ApiError | undefined) => {
    failure = error;
  };
  return { api, saved, fail };
}

const show = (api: FakeApi, { venueId = 1, scannedAt = NOON }: { venueId?: number; scannedAt?: number } = {}) =>
  renderScreen(<Screen />, {
    api,
    state: { session: CUSTOMER, destination: '14', destinationFrom: { venueId, scannedAt } },
    ...AT,
  });
const cardOf = async (vendor: string) => within(await screen.findByRole('region', { name: vendor }));

describe('a scanned table', () => {
  test('is set for every order whose vendor delivers to tables, and can be changed', async () => {
    const { api, saved } = apiWith(ramen(NOT_SET), tacos(NOT_SET, ['collect']));
    show(api);
    const card = await cardOf('Kumo Ramen');
    expect(card.getByText('Deliver to Table 14')).toBeVisible();
    expect(card.getByRole('button', { name: 'Change' })).toBeVisible();
    // Pico Taquería does not deliver to tables, so its choice stays open.
    expect((await cardOf('Pico Taquería')).getByRole('button', { name: 'Apply' })).toBeVisible();
    await screen.findByRole('heading', { name: 'Please select Delivery type...' });
    expect(saved()).toEqual([{ path: '/orders/11', ...toTable('14', new Date(NOON).toISOString()) }]);
  });

  test('is saved for a new order while the notice about an earlier payment stays', async () => {
    writeLocal('payment', { cartId: 5, reference: 'R-1' });
    const refusal = new ApiError(402, { code: 'PAYMENT_INCOMPLETE', message: 'The payment is not complete.' });
    const { api, saved } = apiWith(ramen(toTable('14', new Date(NOON).toISOString())), tacos(NOT_SET, ['collect']));
    api.on('POST /carts/5/pay-with-global', refusal);
    const { store } = show(api);
    const notice = await screen.findByText('Your last payment was not finished');
    const more = [ramen(toTable('14', new Date(NOON).toISOString())), tacos(NOT_SET)];
    api.on('GET /carts/active', { data: cartOfTwo({ version: 4, orders: { data: more } }) });
    await act(async () => store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'));
    await act(() => refreshCart());
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(notice).toBeVisible();
    expect(api.requests.filter(({ path }) => path.endsWith('/pay-with-global'))).toHaveLength(1);
  });

  test('opens payment without a tap, and the red heading never appears', async () => {
    const { api } = apiWith(ramen(NOT_SET), tacos(NOT_SET));
    const { container } = show(api);
    const headings: string[] = [];
    const watch = new MutationObserver(() => headings.push(container.textContent ?? ''));
    watch.observe(container, { childList: true, subtree: true });
    expect(await screen.findByRole('button', { name: /^Pay/ })).toBeVisible();
    watch.disconnect();
    expect(headings.filter((text) => text.includes('Please select Delivery type'))).toEqual([]);
  });

  test.each<[string, Partial<Order>, { venueId?: number; scannedAt?: number }]>([
    ['was chosen by hand', toTable('3', null), {}],
    ['was saved by an API that does not know scans', { ...toTable('3', null), delivery_scanned_at: undefined }, {}],
    ['comes from a later scan in another tab', toTable('3', LATER), {}],
  ])('does not replace a delivery that %s', async (_what, fields, scan) => {
    const { api, saved } = apiWith(ramen(fields));
    show(api, scan);
    expect((await cardOf('Kumo Ramen')).getByText('Deliver to Table 3')).toBeVisible();
    await screen.findByRole('button', { name: /^Pay/ });
    expect(saved()).toEqual([]);
  });

  test('is not used in another venue', async () => {
    const { api, saved } = apiWith(ramen(NOT_SET));
    show(api, { venueId: 2 });
    expect((await cardOf('Kumo Ramen')).getByRole('button', { name: 'Apply' })).toBeVisible();
    expect(saved()).toEqual([]);
  });

  test('replaces the table of an earlier scan', async () => {
    const { api, saved } = apiWith(ramen(toTable('3', EARLIER)));
    show(api);
    expect((await cardOf('Kumo Ramen')).getByText('Deliver to Table 14')).toBeVisible();
    await waitFor(() => expect(saved()).toHaveLength(1));
  });

  test('prefills the open choice and shows the reason if it cannot be saved', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api, saved } = apiWith(ramen(NOT_SET, ['table']));
    api.on('PUT /orders/11', new ApiError(0, { code: 'NETWORK', message: 'No connection.' }));
    const { store } = show(api);
    const card = await cardOf('Kumo Ramen');
    expect(await card.findByText('Your choice was not saved. No connection.')).toBeVisible();
    expect(card.getByLabelText('Table number')).toHaveValue('14');
    await act(async () => store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'));
    expect(saved()).toHaveLength(1);
  });
});

describe('a scanned table that could not be saved', () => {
  const UNREACHABLE = new ApiError(0, { code: 'NETWORK', message: 'No connection.' });

  /** The vendor also offers collect, so that only the scan can preselect Deliver and Table. */
  async function showUnsaved(error: ApiError) {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api, saved, fail } = apiWith(ramen(NOT_SET));
    fail(error);
    show(api);
    const card = await cardOf('Kumo Ramen');
    expect(await card.findByText(`Your choice was not saved. ${error.message}`)).toBeVisible();
    expect(card.getByRole('combobox', { name: 'Deliver to' })).toHaveValue('table');
    expect(card.getByLabelText('Table number')).toHaveValue('14');
    return { saved, fail, card };
  }

  test('is dropped when the guest cancels the choice', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api } = apiWith(ramen(toTable('3', EARLIER)));
    api.on('PUT /orders/11', new ApiError(0, { code: 'NETWORK', message: 'No connection.' }));
    show(api);
    const card = await cardOf('Kumo Ramen');
    expect(await card.findByText('Your choice was not saved. No connection.')).toBeVisible();
    expect(card.getByLabelText('Table number')).toHaveValue('14');
    await userEvent.click(card.getByRole('button', { name: 'Cancel' }));
    expect(await card.findByText('Deliver to Table 3')).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Pay/ })).toBeVisible();
  });

  test('is saved with one retry when the site can be reached again', async () => {
    const { saved, fail, card } = await showUnsaved(UNREACHABLE);
    fail(undefined);
    await act(refreshCart);
    expect(await screen.findByRole('button', { name: /^Pay/ })).toBeVisible();
    expect(card.getByText('Deliver to Table 14')).toBeVisible();
    expect(saved()).toHaveLength(2);
  });

  test('waits for the next cart after a second failure', async () => {
    const { saved, card } = await showUnsaved(UNREACHABLE);
    await act(refreshCart);
    await waitFor(() => expect(saved()).toHaveLength(2));
    await waitFor(() => expect(card.getByText('Your choice was not saved. No connection.')).toBeVisible());
    expect(card.getByLabelText('Table number')).toHaveValue('14');
    expect(saved()).toHaveLength(2);
  });

  test('is not retried after a refusal by the API, and Apply saves it', async () => {
    const { saved, fail, card } = await showUnsaved(new ApiError(409, { code: 'CLOSED', message: 'No tables now.' }));
    fail(undefined);
    await act(refreshCart);
    expect(saved()).toHaveLength(1);
    await userEvent.click(card.getByRole('button', { name: 'Apply' }));
    expect(await card.findByText('Deliver to Table 14')).toBeVisible();
    expect(saved()).toHaveLength(2);
  });

  test('is not retried once the guest has edited the choice', async () => {
    const { saved, fail, card } = await showUnsaved(UNREACHABLE);
    await userEvent.selectOptions(card.getByRole('combobox', { name: 'Collect / Deliver' }), 'collect');
    fail(undefined);
    await act(refreshCart);
    expect(card.getByRole('combobox', { name: 'Collect / Deliver' })).toHaveValue('collect');
    expect(saved()).toHaveLength(1);
    await userEvent.click(card.getByRole('button', { name: 'Cancel' }));
    expect(card.getByLabelText('Table number')).toHaveValue('14');
  });
});

describe('one choice for several vendors', () => {
  test('Apply to all sets every order without a choice whose vendor offers the type', async () => {
    const { api, saved } = apiWith(ramen(NOT_SET), tacos(NOT_SET));
    renderScreen(<Screen />, { api, state: { session: CUSTOMER }, ...AT });
    const card = await cardOf('Kumo Ramen');
    const forAll = card.getByRole('button', { name: 'Apply to all' });
    expect(forAll).toBeDisabled();
    expect(card.getByText('One choice can be for Pico Taquería too.')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Apply to all' })).toHaveLength(1);
    await userEvent.selectOptions(card.getByRole('combobox', { name: 'Collect / Deliver' }), 'collect');
    expect(card.getByText('Also for Pico Taquería.')).toBeVisible();
    await userEvent.click(forAll);
    expect(await screen.findByRole('button', { name: /^Pay/ })).toBeVisible();
    expect(saved()).toMatchObject([
      { path: '/orders/11', delivery_method: 'collect' },
      { path: '/orders/12', delivery_method: 'collect' },
    ]);
  });

  test('a vendor that does not offer the choice is named and stays unchanged', async () => {
    const { api } = apiWith(ramen(NOT_SET), tacos(NOT_SET, ['table', 'room']));
    renderScreen(<Screen />, { api, state: { session: CUSTOMER }, ...AT });
    const card = await cardOf('Kumo Ramen');
    await userEvent.selectOptions(card.getByRole('combobox', { name: 'Collect / Deliver' }), 'collect');
    expect(card.getByText('Pico Taquería does not offer that.')).toBeVisible();
    expect(card.getByRole('button', { name: 'Apply to all' })).toBeDisabled();
  });

  test('Apply to all is offered only if another order has a different choice or none', async () => {
    const { api } = apiWith(ramen(NOT_SET), tacos({}));
    renderScreen(<Screen />, { api, state: { session: CUSTOMER }, ...AT });
    const card = await cardOf('Kumo Ramen');
    expect(screen.queryByRole('button', { name: 'Apply to all' })).not.toBeInTheDocument();
    await userEvent.selectOptions(card.getByRole('combobox', { name: 'Collect / Deliver' }), 'collect');
    expect(screen.queryByRole('button', { name: 'Apply to all' })).not.toBeInTheDocument();
    await userEvent.selectOptions(card.getByRole('combobox', { name: 'Collect / Deliver' }), 'deliver');
    await userEvent.selectOptions(card.getByRole('combobox', { name: 'Deliver to' }), 'table');
    await userEvent.type(card.getByLabelText('Table number'), '13');
    expect(screen.getByRole('button', { name: 'Apply to all' })).toBeEnabled();
  });

  test('Apply to all also replaces the choices that a scan made', async () => {
    const { api, saved } = apiWith(ramen(toTable('12', EARLIER)), tacos(toTable('12', EARLIER)), forno());
    renderScreen(<Screen />, { api, state: { session: CUSTOMER }, ...AT });
    const card = await cardOf('Kumo Ramen');
    // Forno Alto waits, and only it is open.
    expect((await cardOf('Forno Alto')).getByRole('button', { name: 'Apply to all' })).toBeEnabled();
    await userEvent.click(card.getByRole('button', { name: 'Change' }));
    expect(screen.getAllByRole('button', { name: 'Apply to all' })).toHaveLength(1);
    expect(card.getByRole('button', { name: 'Apply to all' })).toBeDisabled();
    expect(card.getByText('Forno Alto does not offer that.')).toBeVisible();
    await userEvent.selectOptions(card.getByRole('combobox', { name: 'Collect / Deliver' }), 'collect');
    expect(card.getByText('Also for Pico Taquería and Forno Alto.')).toBeVisible();
    await userEvent.click(card.getByRole('button', { name: 'Apply to all' }));
    expect(await screen.findByRole('button', { name: /^Pay/ })).toBeVisible();
    expect(saved()).toMatchObject([11, 12, 13].map((id) => ({ path: `/orders/${id}`, delivery_method: 'collect' })));
  });

  test('Apply to all closes the open choice of another order', async () => {
    const { api } = apiWith(ramen(toTable('12', null)), tacos(toTable('12', null)));
    renderScreen(<Screen />, { api, state: { session: CUSTOMER }, ...AT });
    const [first, second] = [await cardOf('Kumo Ramen'), await cardOf('Pico Taquería')];
    await userEvent.click(first.getByRole('button', { name: 'Change' }));
    await userEvent.click(second.getByRole('button', { name: 'Change' }));
    await userEvent.selectOptions(second.getByRole('combobox', { name: 'Collect / Deliver' }), 'collect');
    expect(screen.getAllByRole('button', { name: 'Apply to all' })).toHaveLength(1);
    await userEvent.click(second.getByRole('button', { name: 'Apply to all' }));
    expect(await screen.findByRole('button', { name: /^Pay/ })).toBeVisible();
    expect(first.getByText('Collect')).toBeVisible();
  });

  test('a failed save for one vendor shows its reason at that vendor', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api } = apiWith(ramen(NOT_SET), tacos(NOT_SET));
    api.on('PUT /orders/12', new ApiError(0, { code: 'NETWORK', message: 'No connection.' }));
    renderScreen(<Screen />, { api, state: { session: CUSTOMER }, ...AT });
    const card = await cardOf('Kumo Ramen');
    await userEvent.selectOptions(card.getByRole('combobox', { name: 'Collect / Deliver' }), 'collect');
    await userEvent.click(card.getByRole('button', { name: 'Apply to all' }));
    expect(await card.findByRole('button', { name: 'Change' })).toBeVisible();
    expect((await cardOf('Pico Taquería')).getByText('Your choice was not saved. No connection.')).toBeVisible();
  });
});
