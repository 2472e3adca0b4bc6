import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { publish, shellState } from 'shared-contracts/events';
import { anEntry, anOrder, aVendorSummary, CUSTOMER, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import type { QueueEntry, WatchStep } from 'shared-contracts/types';
import { Slot } from '../../notifications/queue-background.slot';
import { Screen as OrderScreen } from '../../screens/order.screen';
import { Screen } from '../../screens/queues.screen';
import { giveAudio } from '../../testing/audio';
import { disallowChime } from '../counter/chime';
import { changeCounter, reloadCounter } from '../counter/counter';
import { reloadSilentOrders } from '../counter/silent-orders';
import { REPEAT_MS } from '../counter/use-new-order-sound';

const placed = { id: 1, created_at: new Date(Date.now() - 150_000).toISOString() };
const waiting = anEntry({ ...placed, order: { id: 11, order_number: 'K-101' } });
const unseen = (watch: WatchStep = 'ring') => ({ ...waiting, watch });

const market = (entries: QueueEntry[]) =>
  fakeApi()
    .on('GET /queues/active', { data: entries })
    .on('GET /orders/11', { data: anOrder({ id: 11, order_number: 'K-101' }) })
    .on('GET /me', { data: { id: 3, orders: { data: [] } } })
    .on('GET /vendors/7/orders', { data: [] })
    .on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: true }) })
    .on('POST /vendors/7/seen', {});

const show = (api: ReturnType<typeof market>, { shown = <Screen />, as = VENDOR, at = '/queues' } = {}) =>
  renderScreen(shown, { api, at, state: { session: as, connection: { isOnline: true, socket: 'live' } } });

const SENTENCE = 'Order K-101 has waited 2 minutes and no one has seen it.';
const happen = () => act(() => publish('orders-unseen', { vendor_id: 7, order_ids: [11] }, 'server'));

afterEach(() => {
  window.localStorage.clear();
  act(reloadCounter);
});

test('a kitchen reads which order no one has seen until it is seen', async () => {
  const api = market([waiting]);
  show(api, { at: '/queues?filter=preparing' });
  await screen.findByRole('tab', { name: 'New 1' });
  expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument();
  api.on('GET /queues/active', { data: [unseen()] });
  happen();
  expect(await screen.findByText(SENTENCE)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show new orders' }));
  expect(await screen.findByRole('tab', { name: 'New 1', selected: true })).toBeVisible();
  api.on('GET /queues/active', { data: [waiting] });
  act(() => publish('order-updated', { order: { id: 11, state: 'placed' }, vendor_id: 7 }, 'server'));
  await waitFor(() => expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument());
});

test('a kitchen on another page is told once', async () => {
  const api = market([unseen()]);
  show(api, { shown: <Slot />, at: '/venues' });
  await waitFor(() => expect(shellState().toast?.content).toBe(SENTENCE));
  act(() => publish('toast-dismissed', {}));
  happen();
  await waitFor(() => expect(api.requests.filter(({ path }) => path === '/queues/active').length).toBeGreaterThan(1));
  expect(shellState().toast?.content).not.toBe(SENTENCE);
});

test('a kitchen on the page of the queue reads the note alone', async () => {
  show(market([unseen()]), {
    shown: (
      <>
        <Slot />
        <Screen />
      </>
    ),
  });
  expect(await screen.findByText(SENTENCE)).toBeVisible();
  expect(shellState().toast).toBeNull();
});

describe('the sound', () => {
  let audio: ReturnType<typeof giveAudio>;
  beforeEach(() => {
    audio = giveAudio();
    changeCounter({ isSoundOn: true });
    jest.useFakeTimers({ advanceTimers: true });
  });
  afterEach(() => {
    jest.useRealTimers();
    act(disallowChime);
    act(reloadSilentOrders);
    audio.takeAway();
  });

  test('of an unseen order differs from that of a new order, and comes for orders of before the sound too', async () => {
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const api = market([waiting]);
    show(api);
    await screen.findByRole('article', { name: 'Order K-101' });
    // The tap that allows the sound plays it once: two tones.
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(audio.tones()).toBe(2);
    await act(() => jest.advanceTimersByTimeAsync(REPEAT_MS));
    expect(audio.tones()).toBe(2);
    api.on('GET /queues/active', { data: [unseen()] });
    happen();
    await screen.findByText(/no one has seen it/);
    expect(audio.tones()).toBe(6);
    await act(() => jest.advanceTimersByTimeAsync(REPEAT_MS));
    expect(audio.tones()).toBe(10);
  });
});

describe('a guest', () => {
  test.each<[WatchStep, string]>([
    ['ring', 'The stall has not seen your order yet.'],
    ['staff', 'The stall has not seen your order yet.'],
    ['hall', 'The stall has not seen your order yet; the hall has been told.'],
  ])('reads the truth at step %s, in the queue and on the page of the order', async (watch, text) => {
    const { unmount } = show(market([unseen(watch)]), { as: CUSTOMER });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument();
    unmount();
    show(market([unseen(watch)]), { shown: <OrderScreen />, as: CUSTOMER, at: '/order?id=11&state=new' });
    expect(await screen.findByText(text)).toBeVisible();
  });

  test('reads nothing of it once the order is seen', async () => {
    show(market([waiting]), { as: CUSTOMER });
    await screen.findByRole('article');
    expect(screen.queryByText(/has not seen your order/)).not.toBeInTheDocument();
  });
});
