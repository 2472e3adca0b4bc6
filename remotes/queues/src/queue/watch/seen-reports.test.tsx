import { act, screen } from '@testing-library/react';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import {
  anEntry,
  aVendorSummary,
  CUSTOMER,
  type FakeApi,
  fakeApi,
  renderScreen,
  VENDOR,
} from 'shared-contracts/testing';
import type { QueueEntry } from 'shared-contracts/types';
import { Slot } from '../../notifications/queue-background.slot';
import { Screen } from '../../screens/queues.screen';
import { giveVisibility, setWindowVisible } from '../../testing/visibility';
import { DWELL_MS, HEARTBEAT_MS } from './seen-reports';

const first = anEntry({ id: 1, order: { id: 11, order_number: 'A-1' } });
const second = anEntry({ id: 2, order: { id: 12, order_number: 'A-2' } });
const busy = anEntry({ id: 3, state: 'busy', order: { id: 13, order_number: 'A-3' } });

let visibility: ReturnType<typeof giveVisibility>;

beforeAll(() => {
  visibility = giveVisibility();
});
afterAll(() => visibility.takeAway());
beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  window.localStorage.clear();
});

const market = (entries: QueueEntry[]): FakeApi =>
  fakeApi()
    .on('GET /queues/active', { data: entries })
    .on('GET /me', { data: { id: 3, orders: { data: [] } } })
    .on('GET /vendors/7/orders', { data: [] })
    .on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: true }) })
    .on('POST /vendors/7/seen', {});

const show = (api: FakeApi, { shown = <Screen />, as = VENDOR, at = '/queues?filter=all' } = {}) =>
  renderScreen(shown, { api, at, state: { session: as, connection: { isOnline: true, socket: 'live' } } });

const reportsTo = (api: FakeApi) =>
  api.requests
    .filter(({ path }) => path === '/vendors/7/seen')
    .map(({ body }) => (body as { order_ids: number[] }).order_ids);

async function cellOf(number: string): Promise<HTMLElement> {
  const card = await screen.findByRole('article', { name: `Order ${number}` });
  const cell = card.parentElement;
  if (!cell) throw new Error('A card is in a cell.');
  return cell;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

test('a page reports the new orders that it shows, together, and each once', async () => {
  const api = market([first, second, busy]);
  show(api);
  visibility.setVisible(await cellOf('A-1'), 1);
  visibility.setVisible(await cellOf('A-2'), 1);
  visibility.setVisible(await cellOf('A-3'), 1);
  await pass(DWELL_MS);
  expect(reportsTo(api)).toEqual([[], [11, 12]]);
  await pass(HEARTBEAT_MS);
  expect(reportsTo(api)).toEqual([[], [11, 12], []]);
});

test('a card that is scrolled past, or of which less than half is visible, is not reported', async () => {
  const api = market([first, second]);
  show(api);
  const passing = await cellOf('A-1');
  visibility.setVisible(passing, 1);
  visibility.setVisible(await cellOf('A-2'), 0.25);
  await pass(DWELL_MS / 2);
  visibility.setVisible(passing, 0);
  await pass(HEARTBEAT_MS);
  expect(reportsTo(api).flat()).toEqual([]);
});

test('a hidden window reports nothing until it is shown', async () => {
  const api = market([first]);
  setWindowVisible(false);
  show(api);
  visibility.setVisible(await cellOf('A-1'), 1);
  await pass(2 * HEARTBEAT_MS);
  expect(reportsTo(api)).toEqual([]);
  setWindowVisible(true);
  await pass(0);
  expect(reportsTo(api)).toEqual([[11]]);
});

test('an order is reported again after the site could not be reached', async () => {
  const api = market([first]).on('POST /vendors/7/seen', new ApiError(503, { code: 'DATABASE_UNAVAILABLE' }));
  show(api);
  visibility.setVisible(await cellOf('A-1'), 1);
  await pass(DWELL_MS);
  api.on('POST /vendors/7/seen', {});
  act(() => publish('refresh-wanted', { why: 'online' }));
  await pass(0);
  expect(reportsTo(api)).toEqual([[], [11], [11]]);
  await pass(HEARTBEAT_MS);
  expect(reportsTo(api)).toEqual([[], [11], [11], []]);
});

test('the screen and the background send one report', async () => {
  const api = market([]);
  show(api, {
    shown: (
      <>
        <Slot />
        <Screen />
      </>
    ),
  });
  await pass(HEARTBEAT_MS);
  expect(reportsTo(api)).toEqual([[], []]);
});

test('the background reports on every page of a kitchen that it is open', async () => {
  const api = market([first]);
  show(api, { shown: <Slot />, at: '/venues' });
  await pass(2 * HEARTBEAT_MS);
  expect(reportsTo(api)).toEqual([[], [], []]);
});

test('the pages of a customer report nothing', async () => {
  const api = market([first]);
  show(api, { as: CUSTOMER });
  visibility.setVisible(await screen.findByRole('article').then((card) => card.parentElement ?? card), 1);
  await pass(HEARTBEAT_MS);
  expect(reportsTo(api)).toEqual([]);
});
