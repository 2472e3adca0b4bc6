import { act, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { ApiError } from 'shared-contracts/client';
import { publish, type ShellState } from 'shared-contracts/events';
import { aVendorSummary, aVenue, fakeApi, renderScreen } from 'shared-contracts/testing';
import { Screen } from './vendors.screen';

const market = () =>
  fakeApi()
    .on('GET /venues/1', { data: aVenue() })
    .on('GET /vendors', {
      data: [aVendorSummary(), aVendorSummary({ id: 8, name: 'Pico Taquería', accepting_orders: false })],
    });

const show = (
  api = market(),
  at = '/venues/1/vendors',
  path = '/venues/:venueId/vendors',
  session: ShellState['session'] = null,
) => renderScreen(<Screen />, { api, at, path, state: { session } });

afterEach(() => jest.useRealTimers());

test("lists the venue's vendors, each linked to its menu, under the venue's name", async () => {
  const { api, store } = show();
  expect(await screen.findByRole('link', { name: 'Kumo Ramen' })).toHaveAttribute('href', '/venues/1/vendors/7');
  expect(screen.getByRole('heading', { level: 1, name: 'Vendors' })).toBeVisible();
  expect(await screen.findByText('Granary Square Market')).toBeVisible();
  expect(api.requests).toContainEqual(expect.objectContaining({ path: '/vendors', params: { venue_id: 1 } }));
  await waitFor(() => expect(store.state.getState().title).toBe('Granary Square Market'));
});

test("reserves the line of a table's place from the first frame, so that the list does not move", () => {
  const frames: (string | null)[] = [];
  const FirstFrame = () => {
    useLayoutEffect(() => void frames.push(document.body.textContent), []);
    return null;
  };
  const screenAndFrame = (
    <>
      <Screen />
      <FirstFrame />
    </>
  );
  const at = '/venues/1/vendors/location/Table%204';
  renderScreen(screenAndFrame, { api: market(), at, path: '/venues/:venueId/vendors/location/:location' });
  expect(frames).toEqual([expect.stringContaining('Your place: Table 4')]);
});

test('says which vendor is not taking orders', async () => {
  show();
  await screen.findByRole('link', { name: 'Pico Taquería' });
  expect(screen.getAllByText('Not taking orders right now')).toHaveLength(1);
});

test('says until when a vendor is open, and when another opens, in the venue’s time', async () => {
  jest.useFakeTimers({ now: new Date('2026-11-20T18:00Z') });
  const schedule = (changes_at: string) => ({ mode: 'schedule' as const, changes_at });
  show(
    market().on('GET /vendors', {
      data: [
        aVendorSummary({ opening: schedule('2026-11-21T03:00:00.000Z') }),
        aVendorSummary({ id: 8, accepting_orders: false, opening: schedule('2026-11-23T16:00:00.000Z') }),
      ],
    }),
  );
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Open until 22:00')).toBeVisible();
  expect(screen.getByText('Opens Monday 11:00')).toBeVisible();
});

test('shows on time that a vendor closes and opens again', async () => {
  jest.useFakeTimers({ now: new Date('2026-11-21T02:59Z') });
  const of = (accepting_orders: boolean, changes_at: string) => ({
    data: [aVendorSummary({ accepting_orders, opening: { mode: 'schedule', changes_at } })],
  });
  const { api } = show(market().on('GET /vendors', of(true, '2026-11-21T03:00:00.000Z')));
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Open until 22:00')).toBeVisible();
  api.on('GET /vendors', of(false, '2026-11-21T03:01:00.000Z'));
  await act(() => jest.advanceTimersByTimeAsync(59_000));
  expect(screen.getByText('Open until 22:00')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(screen.getByText('Opens 22:01')).toBeVisible();
  api.on('GET /vendors', of(true, '2026-11-21T04:00:00.000Z'));
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('Open until 23:00')).toBeVisible();
});

test('a page that stays open for days shows a change that was days ahead', async () => {
  jest.useFakeTimers({ now: new Date('2026-11-18T12:00Z') });
  const of = (accepting_orders: boolean, changes_at: string) => ({
    data: [aVendorSummary({ accepting_orders, opening: { mode: 'schedule', changes_at } })],
  });
  const { api } = show(market().on('GET /vendors', of(true, '2026-11-21T03:00:00.000Z')));
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Open until Friday 22:00')).toBeVisible();
  api.on('GET /vendors', of(false, '2026-11-21T16:00:00.000Z'));
  await act(() => jest.advanceTimersByTimeAsync(63 * 3_600_000 + 5_000));
  expect(screen.getByText('Opens Saturday 11:00')).toBeVisible();
});

test('shows that a vendor takes orders again', async () => {
  const { api } = show();
  await screen.findByText('Not taking orders right now');
  api.on('GET /vendors', { data: [aVendorSummary(), aVendorSummary({ id: 8, name: 'Pico Taquería' })] });
  act(() => publish('stock-updated', { vendor_id: 8, item_id: null }));
  await waitFor(() => expect(screen.queryByText('Not taking orders right now')).toBeNull());
});

describe('the time that an order takes', () => {
  const withWaits = () =>
    market().on('GET /vendors', {
      data: [
        aVendorSummary({ waiting_minutes: 8 }),
        aVendorSummary({ id: 8, name: 'Pico Taquería', accepting_orders: false, waiting_minutes: null }),
        aVendorSummary({ id: 9, name: 'Roti House', waiting_minutes: null }),
      ],
    });

  test('is shown for a vendor that has an estimate', async () => {
    show(withWaits());
    const card = (await screen.findByRole('link', { name: 'Kumo Ramen' })).closest('article');
    expect(card).toHaveTextContent('Ready in about 8 min');
    expect(screen.getAllByText(/^Ready in about/)).toHaveLength(1);
  });

  test('is hidden offline for a cached list', async () => {
    const { store } = show(withWaits());
    await screen.findByText('Ready in about 8 min');
    act(() => store.state.setState({ connection: { isOnline: false, socket: 'down' } }));
    expect(screen.queryByText(/^Ready in about/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Kumo Ramen' })).toBeVisible();
  });

  test('is shown for five minutes after the list was fetched, and again for a new one', async () => {
    jest.useFakeTimers();
    const { api } = show(withWaits());
    await act(() => jest.advanceTimersByTimeAsync(100));
    await act(() => jest.advanceTimersByTimeAsync(5 * 60_000 - 1_000));
    expect(screen.getByText('Ready in about 8 min')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByText(/^Ready in about/)).toBeNull();
    api.on('GET /vendors', { data: [aVendorSummary({ waiting_minutes: 12 })] });
    act(() => publish('stock-updated', { vendor_id: 8, item_id: null }));
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText('Ready in about 12 min')).toBeVisible();
    jest.useRealTimers();
  });
});

test("the address of a table's sticker sets the visitor's destination", async () => {
  const { store } = show(
    market(),
    '/venues/1/vendors/location/Table%2012',
    '/venues/:venueId/vendors/location/:location',
  );
  expect(await screen.findByText('Your place: Table 12')).toBeVisible();
  expect(store.state.getState()).toMatchObject({
    destination: 'Table 12',
    destinationFrom: { venueId: 1, scannedAt: expect.any(Number) },
  });
});

test('an address that the visitor returns to keeps the time of its scan', async () => {
  window.history.replaceState({ key: 'k', scannedAt: 5 }, '');
  const { store } = show(market(), '/venues/1/vendors/location/12', '/venues/:venueId/vendors/location/:location');
  expect(await screen.findByText('Your place: 12')).toBeVisible();
  expect(store.state.getState().destinationFrom).toEqual({ venueId: 1, scannedAt: 5 });
  window.history.replaceState(null, '');
});

test('limits a location to the length that an order can have', () => {
  const { store } = show(
    market(),
    `/venues/1/vendors/location/${'9'.repeat(400)}`,
    '/venues/:venueId/vendors/location/:location',
  );
  expect(store.state.getState().destination).toBe('9'.repeat(200));
});

test('ignores a table of another venue', async () => {
  const { store } = show(market(), '/venues/1/vendors', '/venues/:venueId/vendors');
  act(() => store.publish('destination-set', { location: '12', venueId: 2, scannedAt: 5 }));
  await screen.findByRole('link', { name: 'Kumo Ramen' });
  expect(screen.queryByText('Your place: 12')).not.toBeInTheDocument();
});

test('keeps links under /venuesa for a visitor who came in there', async () => {
  show(market(), '/venuesa/1/vendors', '/venuesa/:venueId/vendors');
  expect(await screen.findByRole('link', { name: 'Kumo Ramen' })).toHaveAttribute('href', '/venuesa/1/vendors/7');
});

test('a venue without vendors shows no records, and leads to the other venues', async () => {
  show(market().on('GET /vendors', { data: [] }));
  expect(await screen.findByText('No records found.')).toBeVisible();
  expect(await screen.findByText('Granary Square Market has no stalls to order from yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all venues' })).toHaveAttribute('href', '/venues');
});

test('a venue that does not exist says so and leads to the others', async () => {
  const missing = new ApiError(404, { code: 'NOT_FOUND' });
  show(market().on('GET /venues/1', missing).on('GET /vendors', missing));
  expect(await screen.findByText('We could not find this venue.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all venues' })).toHaveAttribute('href', '/venues');
});

test('sends no request for an address that can name no venue', () => {
  const { api } = show(fakeApi(), '/venues/abc/vendors');
  expect(screen.getByText('We could not find this venue.')).toBeVisible();
  expect(api.requests).toEqual([]);
});

test('leads to the list of venues without a venue', () => {
  show(fakeApi(), '/nowhere', '/nowhere');
  expect(screen.getByTestId('address')).toHaveTextContent('/venues');
});

test('makes no claim about the rest when the list could not be loaded offline', async () => {
  const { store } = show(market().on('GET /vendors', new ApiError(0, { code: 'NETWORK' })));
  act(() => store.state.setState({ connection: { isOnline: false, socket: 'down' } }));
  expect(await screen.findByText('Your cart is safe.')).toBeVisible();
  expect(screen.queryByText(/still works/)).not.toBeInTheDocument();
});

test('says that another network responded in place of the site, and nothing about the rest', async () => {
  show(market().on('GET /vendors', new ApiError(0, { code: 'NOT_AN_ANSWER' })));
  expect(await screen.findByText(/^This network answered in place of the site\./)).toBeVisible();
  expect(screen.queryByText(/is safe|still works/)).not.toBeInTheDocument();
});

test('does not mention a cart to a vendor when the list could not be loaded', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const vendor = { type: 'Vendor' as const, data: { id: 7, name: 'Kumo Ramen' } };
  const session = { user: { id: 5, name: 'Mai', vendors: [vendor.data] }, context: vendor };
  const api = market().on('GET /vendors', new ApiError(500, { code: 'INTERNAL' }));
  show(api, '/venues/1/vendors', '/venues/:venueId/vendors', session);
  expect(await screen.findByText('The rest of Foodhall still works.')).toBeVisible();
});
