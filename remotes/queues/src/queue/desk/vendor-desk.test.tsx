import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { anEntry, type FakeApi, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import type { QueueEntry } from 'shared-contracts/types';
import { Screen } from '../../screens/queues.screen';
import { turnChime } from './chime';
import { REPEAT_MS } from './use-new-order-sound';

const first = anEntry({ id: 1, order: { id: 11, order_number: 'A-1' } });
const second = anEntry({ id: 2, order: { id: 12, order_number: 'A-2' } });

function market(entries: QueueEntry[]): FakeApi {
  return fakeApi()
    .on('GET /queues/active', { data: entries })
    .on('GET /vendors/7/orders', { data: [] })
    .on('GET /vendors/7', { data: { id: 7, accepting_orders: true } });
}

const show = (api: FakeApi, at = '/queues') =>
  renderScreen(<Screen />, { api, at, state: { session: VENDOR, connection: { isOnline: true, socket: 'live' } } });

const order = (name: string) => screen.findByRole('article', { name: `Order ${name}` });

describe('pausing new orders', () => {
  test('is one switch, and the page says what it means', async () => {
    const api = market([]).on('PUT /vendors/7', () => {
      api.on('GET /vendors/7', { data: { id: 7, accepting_orders: false } });
      return { data: { id: 7, accepting_orders: false } };
    });
    show(api);
    const orders = await screen.findByRole('switch', { name: /^New orders:/ });
    expect(orders).toBeChecked();
    await userEvent.click(orders);
    expect(await screen.findByText(/New orders are paused/)).toHaveTextContent('Customers see this on your menu.');
    expect(orders).not.toBeChecked();
    expect(api.requests).toContainEqual(
      expect.objectContaining({ method: 'PUT', path: '/vendors/7', body: { accepting_orders: false } }),
    );
  });

  test('leaves those that came before to be made', async () => {
    show(market([first]).on('GET /vendors/7', { data: { id: 7, accepting_orders: false } }));
    expect(await screen.findByText(/New orders are paused/)).toHaveTextContent(
      'The orders below still have to be made.',
    );
  });

  test('is a switch whose name has the words that are on it', async () => {
    const api = market([]);
    show(api);
    const orders = await screen.findByRole('switch', { name: 'New orders: Pause new orders' });
    expect(orders).toHaveTextContent('Pause new orders');
    api.on('GET /vendors/7', { data: { id: 7, accepting_orders: false } });
    act(() => publish('stock-updated', { item_id: null, vendor_id: 7 }, 'server'));
    await waitFor(() => expect(orders).toHaveAccessibleName('New orders: Take new orders'));
    expect(orders).not.toBeChecked();
  });

  test('by a colleague moves the switch', async () => {
    const api = market([]);
    show(api);
    const orders = await screen.findByRole('switch', { name: /^New orders:/ });
    expect(orders).toBeChecked();
    api.on('GET /vendors/7', { data: { id: 7, accepting_orders: false } });
    act(() => publish('stock-updated', { item_id: null, vendor_id: 7 }, 'server'));
    await waitFor(() => expect(orders).not.toBeChecked());
  });

  test('that went unheard moves it once the list is asked for again', async () => {
    const api = market([]);
    show(api);
    const orders = await screen.findByRole('switch', { name: /^New orders:/ });
    await waitFor(() => expect(orders).not.toHaveAttribute('aria-busy', 'true'));
    api.on('GET /vendors/7', { data: { id: 7, accepting_orders: false } });
    act(() => publish('refresh-wanted', { why: 'reconnected' }));
    await waitFor(() => expect(orders).not.toBeChecked());
  });

  test('that was refused says so and stays as it was', async () => {
    const { store } = show(market([]).on('PUT /vendors/7', new ApiError(500, { code: 'INTERNAL' })));
    const orders = await screen.findByRole('switch', { name: /^New orders:/ });
    await userEvent.click(orders);
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('That was not saved. Please try again.'));
    expect(orders).toBeChecked();
  });
});

describe('the sound of a new order', () => {
  let tones: number;

  beforeEach(() => {
    tones = 0;
    const parameter = { value: 0, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
    const node = { connect: (next: unknown) => next };
    class FakeAudioContext {
      currentTime = 0;
      destination = node;
      resume = async () => {};
      createGain = () => ({ ...node, gain: parameter });
      createOscillator = () => ({ ...node, frequency: parameter, stop: () => {}, start: () => (tones += 1) });
    }
    Object.assign(window, { AudioContext: FakeAudioContext });
  });
  afterEach(() => {
    jest.useRealTimers();
    act(() => turnChime(false));
    Reflect.deleteProperty(window, 'AudioContext');
  });

  test('repeats until the order is picked; what was there before is silent', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const api = market([first]);
    show(api);
    await order('A-1');
    const sound = screen.getByRole('switch', { name: /^Sound for new orders:/ });
    expect(sound).not.toBeChecked();
    await user.click(sound);
    expect(sound).toBeChecked();
    const tried = tones;
    act(() => jest.advanceTimersByTime(2 * REPEAT_MS));
    expect(tones).toBe(tried);

    api.on('GET /queues/active', { data: [first, second] });
    act(() => publish('refresh-wanted', { why: 'focus' }));
    await order('A-2');
    const arrived = tones;
    expect(arrived).toBeGreaterThan(tried);
    act(() => jest.advanceTimersByTime(REPEAT_MS));
    expect(tones).toBeGreaterThan(arrived);

    api.on('GET /queues/active', { data: [first, { ...second, state: 'busy' }] });
    act(() => publish('refresh-wanted', { why: 'focus' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Order A-2' })).toBeNull());
    const picked = tones;
    act(() => jest.advanceTimersByTime(3 * REPEAT_MS));
    expect(tones).toBe(picked);
  });

  test('goes on for an order that was not picked when one comes back to the screen', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const api = market([first]);
    const { unmount } = show(api);
    await order('A-1');
    await user.click(screen.getByRole('switch', { name: /^Sound for new orders:/ }));
    api.on('GET /queues/active', { data: [first, second] });
    act(() => publish('refresh-wanted', { why: 'focus' }));
    await order('A-2');
    unmount();
    const left = tones;
    show(api);
    await order('A-2');
    expect(tones).toBeGreaterThan(left);

    api.on('GET /queues/active', { data: [first] });
    act(() => publish('refresh-wanted', { why: 'focus' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Order A-2' })).toBeNull());
    const picked = tones;
    act(() => jest.advanceTimersByTime(3 * REPEAT_MS));
    expect(tones).toBe(picked);
  });

  test('has no switch in a browser without sound', async () => {
    Reflect.deleteProperty(window, 'AudioContext');
    show(market([first]));
    await order('A-1');
    expect(screen.queryByRole('switch', { name: /^Sound for new orders:/ })).toBeNull();
  });
});

test('nothing is live while the orders could not be loaded', async () => {
  show(market([]).on('GET /queues/active', new ApiError(500, { code: 'INTERNAL' })));
  expect(await screen.findByRole('alert')).toHaveTextContent('This section could not be loaded');
  expect(screen.queryByText('Live')).toBeNull();
});

test('the screen stays awake while the queue is open, and no longer', async () => {
  const release = jest.fn(async () => {});
  const request = jest.fn(async () => ({ release }));
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  const { unmount } = show(market([first]));
  await order('A-1');
  expect(request).toHaveBeenCalledWith('screen');
  unmount();
  expect(release).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(navigator, 'wakeLock');
});

test('the keyboard goes on at the next order when one leaves the tab', async () => {
  const api = market([second, first]).on('PUT /queues/1', () => {
    const picked = { ...first, state: 'busy' as const };
    api.on('GET /queues/active', { data: [second, picked] });
    return { data: picked };
  });
  show(api);
  const pick = within(await order('A-1')).getByRole('button', { name: 'Pick' });
  pick.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Order A-1' })).toBeNull());
  expect(document.activeElement).toContainElement(await order('A-2'));
  await userEvent.tab();
  expect(within(await order('A-2')).getByRole('button', { name: 'Pick' })).toHaveFocus();
});
