import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { aVenue, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import { kumo, wholeRamen } from '../testing/stock';
import { Screen } from './item-status.screen';

/** @param taxes the response to the request for the taxes; by default a 404, after which the page shows none */
const show = (vendorId = 7, item: unknown = wholeRamen(), taxes: unknown = new ApiError(404, { code: 'NOT_FOUND' })) =>
  renderScreen(<Screen />, {
    api: fakeApi()
      .on('GET /items/21', item instanceof ApiError ? item : { data: item })
      .on(`GET /vendors/${vendorId}/taxes`, taxes),
    at: `/vendor/${vendorId}/items/21`,
    path: '/vendor/:vendorId/items/:itemId',
    state: { session: VENDOR },
  });

/** Returns the requests for the item. */
const itemRequests = ({ requests }: ReturnType<typeof fakeApi>) =>
  requests.filter(({ method, path }) => method === 'GET' && path === '/items/21');

/** Matches a paragraph by all its text, which is in several elements. */
const paragraph = (text: string) => (_own: string, element: Element | null) =>
  element?.tagName === 'P' && element.textContent === text;

const findSwitch = (name: RegExp) => screen.findByRole('checkbox', { name });

test('marks a hidden group of choices, and says that the section is hidden', async () => {
  const item = wholeRamen();
  const [toppings] = item.option_groups.data;
  const hidden = { status: 'inactive' } as const;
  show(7, { ...item, option_groups: { data: [{ ...toppings, ...hidden }] }, group: { ...item.group, ...hidden } });
  expect(await screen.findByRole('heading', { level: 2, name: 'Toppings Hidden' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Noodle' })).toBeVisible();
  expect(screen.getByText(paragraph('Guests do not see it: its menu or “Broth bowls” is hidden.'))).toBeVisible();
});

test('shows which of the item, its variants and its options are active', async () => {
  show();
  expect(await findSwitch(/Tonkotsu ramen/)).toBeChecked();
  expect(await findSwitch(/Regular/)).toBeChecked();
  expect(await findSwitch(/Soy-cured egg/)).not.toBeChecked();
  expect(await findSwitch(/Rice noodle/)).toBeChecked();
  expect(screen.getByText(paragraph('Shared by everything in “Broth bowls”.'))).toBeVisible();
});

test.each([
  [/Tonkotsu ramen/, '/items/21', 'inactive'],
  [/Regular/, '/variants/31', 'inactive'],
  [/Soy-cured egg/, '/options/61', 'active'],
  [/Rice noodle/, '/options/62', 'inactive'],
])('switching %s sends PUT %s with the status %s', async (name, path, status) => {
  const { api, store } = show();
  api.on(`PUT ${path}`, { data: { id: 1, status } });
  await userEvent.click(await findSwitch(name));
  await waitFor(() =>
    expect(store.state.getState().toast).toMatchObject({ content: 'Successfully updated status!', color: 'success' }),
  );
  expect(api.requests).toContainEqual(expect.objectContaining({ method: 'PUT', path, body: { status } }));
  await waitFor(() => expect(itemRequests(api)).toHaveLength(2));
});

test('ignores a second tap before the first one is drawn', async () => {
  const { api, store } = show();
  api.on('PUT /items/21', { data: { id: 21, status: 'inactive' } });
  const input = await findSwitch(/Tonkotsu ramen/);
  act(() => {
    input.click();
    input.click();
  });
  await waitFor(() => expect(store.state.getState().toast).toMatchObject({ color: 'success' }));
  const changes = api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(changes).toEqual([{ status: 'inactive' }]);
});

test('shows a sold-out item as active at the time when it is back', async () => {
  jest.useFakeTimers({ now: new Date('2026-11-20T18:00Z') });
  const next_back_at = '2026-11-21T16:00:00.000Z';
  const { api } = show(7, wholeRamen({ status: 'inactive', back_at: next_back_at, next_back_at }));
  api.on('GET /vendors/7', { data: kumo([]) }).on('GET /venues/1', { data: aVenue() });
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(screen.getByRole('checkbox', { name: /Tonkotsu ramen/ })).not.toBeChecked();
  api.on('GET /items/21', { data: wholeRamen() });
  await act(() => jest.advanceTimersByTimeAsync(22 * 3_600_000));
  expect(screen.getByRole('checkbox', { name: /Tonkotsu ramen/ })).toBeChecked();
  jest.useRealTimers();
});

test('sells out an option until tomorrow and says when it is back', async () => {
  const { api, store } = show();
  const back_at = '2100-01-02T16:00:00.000Z';
  api
    .on('PUT /options/62', () => {
      const groups = wholeRamen().group.option_groups.data.map((group) => ({
        ...group,
        options: { data: group.options.data.map((option) => ({ ...option, status: 'inactive' as const, back_at })) },
      }));
      api.on('GET /items/21', {
        data: wholeRamen({ group: { ...wholeRamen().group, option_groups: { data: groups } } }),
      });
      return { data: { id: 62, status: 'inactive', back_at } };
    })
    .on('GET /vendors/7', { data: kumo([]) })
    .on('GET /venues/1', { data: aVenue() });
  await userEvent.click(await screen.findByRole('button', { name: 'Off until tomorrow: Rice noodle' }));
  expect(await screen.findByText('inactive, back 2 Jan 11:00')).toBeVisible();
  expect(store.state.getState().toast).toMatchObject({ content: 'Successfully updated status!' });
  expect(api.requests).toContainEqual(
    expect.objectContaining({ path: '/options/62', body: { status: 'inactive', until: 'tomorrow' } }),
  );
  expect(screen.queryByRole('button', { name: 'Off until tomorrow: Rice noodle' })).toBeNull();
  expect(await findSwitch(/Rice noodle/)).toHaveFocus();
});

test('keeps a switch unchanged after a failure, and says so', async () => {
  const { api, store } = show();
  api.on('PUT /items/21', new ApiError(500, { code: 'INTERNAL' }));
  await userEvent.click(await findSwitch(/Tonkotsu ramen/));
  await waitFor(() =>
    expect(store.state.getState().toast).toMatchObject({ content: 'Failed to update status.', color: 'danger' }),
  );
  expect(await findSwitch(/Tonkotsu ramen/)).toBeChecked();
});

test('does not say that orders come in when the item could not be loaded offline', async () => {
  const { store } = show(7, new ApiError(0, { code: 'NETWORK' }));
  act(() => store.state.setState({ connection: { isOnline: false, socket: 'down' } }));
  expect(await screen.findByText('Nothing was changed.')).toBeVisible();
});

test('treats a successful response without an item as a failure, not as another vendor’s item', async () => {
  const { api } = show(7, [null, 7]);
  expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  api.on('GET /items/21', { data: wholeRamen() });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await findSwitch(/Tonkotsu ramen/)).toBeChecked();
});

test.each([
  ['a colleague switches it off', () => publish('stock-updated', { vendor_id: 7, item_id: 21 }, 'server')],
  ['the socket is back', () => publish('refresh-wanted', { why: 'reconnected' }, 'server')],
])('updates the switches when %s', async (_case, happens) => {
  const { api } = show();
  expect(await findSwitch(/Tonkotsu ramen/)).toBeChecked();
  api.on('GET /items/21', { data: wholeRamen({ status: 'inactive' }) });
  act(() => publish('stock-updated', { vendor_id: 8, item_id: 99 }, 'server'));
  act(happens);
  await waitFor(async () => expect(await findSwitch(/Tonkotsu ramen/)).not.toBeChecked());
  expect(itemRequests(api)).toHaveLength(2);
});

test('says that the item could not be loaded, and loads it with Try Again', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const api = fakeApi()
    .on('GET /items/21', new ApiError(500, { code: 'INTERNAL' }))
    .on('GET /vendors/7/taxes', new ApiError(404, { code: 'NOT_FOUND' }));
  renderScreen(<Screen />, {
    api,
    at: '/vendor/7/items/21',
    path: '/vendor/:vendorId/items/:itemId',
    state: { session: VENDOR },
  });
  expect(await screen.findByText('Nothing was changed. Your orders still come in.')).toBeVisible();
  api.on('GET /items/21', { data: wholeRamen() });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await findSwitch(/Tonkotsu ramen/)).toBeChecked();
});

test('disables a switch while its request runs', async () => {
  const { api } = show();
  api.on('PUT /items/21', new Promise(() => {}));
  await userEvent.click(await findSwitch(/Tonkotsu ramen/));
  expect(await findSwitch(/Tonkotsu ramen/)).not.toBeChecked();
  expect(await findSwitch(/Tonkotsu ramen/)).toBeDisabled();
  expect(await findSwitch(/Regular/)).toBeEnabled();
});

describe("another vendor's item", () => {
  const theirs = wholeRamen({ vendor_id: 8 });

  test('cannot be opened', async () => {
    const { api } = show(8, theirs, new ApiError(403, { code: 'FORBIDDEN' }));
    expect(await screen.findByText('This is not one of your vendors.')).toBeVisible();
    expect(itemRequests(api)).toEqual([]);
  });

  test('opens for an operator of the venue', async () => {
    show(8, theirs, { data: { tax: { name: 'HST', rate: 13, included: false }, categories: [], items: [] } });
    expect(await findSwitch(/Tonkotsu ramen/)).toBeChecked();
    expect(screen.queryByRole('link', { name: 'All items' })).toBeNull();
  });

  test('shows a failed load when the API could not say whether the user may open it', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    show(8, theirs, new ApiError(500, { code: 'INTERNAL' }));
    expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  });
});
