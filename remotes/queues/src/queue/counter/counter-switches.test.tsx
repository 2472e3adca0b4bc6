import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import {
  anEntry,
  aVendorSummary,
  type FakeApi,
  type FakeRequest,
  fakeApi,
  renderScreen,
  VENDOR,
} from 'shared-contracts/testing';
import type { QueueEntry, VendorSummary } from 'shared-contracts/types';
import { Slot } from '../../notifications/queue-background.slot';
import { Screen } from '../../screens/queues.screen';
import { giveAudio } from '../../testing/audio';
import { disallowChime } from './chime';
import { reloadCounter } from './counter';
import { reloadSilentOrders } from './silent-orders';
import { REPEAT_MS } from './use-new-order-sound';

const first = anEntry({ id: 1, order: { id: 11, order_number: 'A-1' } });
const second = anEntry({ id: 2, order: { id: 12, order_number: 'A-2' } });

function market(entries: QueueEntry[]): FakeApi {
  return fakeApi()
    .on('GET /queues/active', { data: entries })
    .on('GET /vendors/7/orders', { data: [] })
    .on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: true }) });
}

const show = (api: FakeApi, at = '/queues', shown = <Screen />) =>
  renderScreen(shown, { api, at, state: { session: VENDOR, connection: { isOnline: true, socket: 'live' } } });

const order = (name: string) => screen.findByRole('article', { name: `Order ${name}` });

afterEach(() => {
  window.localStorage.clear();
  act(reloadCounter);
});

describe('pausing new orders', () => {
  test('needs one switch, and the page explains it', async () => {
    const api = market([]).on('PUT /vendors/7', () => {
      api.on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: false }) });
      return { data: aVendorSummary({ accepting_orders: false }) };
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

  test('says that earlier orders still have to be made', async () => {
    show(market([first]).on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: false }) }));
    expect(await screen.findByText(/New orders are paused/)).toHaveTextContent(
      'The orders below still have to be made.',
    );
  });

  test('has a switch whose name includes its visible words', async () => {
    const api = market([]);
    show(api);
    const orders = await screen.findByRole('switch', { name: 'New orders: Pause new orders' });
    expect(orders).toHaveTextContent('Pause new orders');
    api.on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: false }) });
    act(() => publish('stock-updated', { item_id: null, vendor_id: 7 }, 'server'));
    await waitFor(() => expect(orders).toHaveAccessibleName('New orders: Take new orders'));
    expect(orders).not.toBeChecked();
  });

  test('moves the switch when a colleague pauses', async () => {
    const api = market([]);
    show(api);
    const orders = await screen.findByRole('switch', { name: /^New orders:/ });
    expect(orders).toBeChecked();
    api.on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: false }) });
    act(() => publish('stock-updated', { item_id: null, vendor_id: 7 }, 'server'));
    await waitFor(() => expect(orders).not.toBeChecked());
  });

  test('moves the switch at the next request when the event of the pause was lost', async () => {
    const api = market([]);
    show(api);
    const orders = await screen.findByRole('switch', { name: /^New orders:/ });
    await waitFor(() => expect(orders).not.toHaveAttribute('aria-busy', 'true'));
    api.on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: false }) });
    act(() => publish('refresh-wanted', { why: 'reconnected' }));
    await waitFor(() => expect(orders).not.toBeChecked());
  });

  test('shows an error and keeps the switch when the server refuses', async () => {
    const { store } = show(market([]).on('PUT /vendors/7', new ApiError(500, { code: 'INTERNAL' })));
    const orders = await screen.findByRole('switch', { name: /^New orders:/ });
    await userEvent.click(orders);
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('That was not saved. Please try again.'));
    expect(orders).toBeChecked();
  });
});

describe('the switch of a stall with hours', () => {
  type Mode = NonNullable<VendorSummary['opening']>['mode'];
  const stall = (mode: Mode, accepting_orders: boolean, changes_at: string | null = null) =>
    aVendorSummary({ accepting_orders, opening: { mode, changes_at, has_schedule: true } });
  afterEach(() => jest.useRealTimers());

  test('shows the present state and offers ‘By the hours’, ‘Open’ and ‘Closed’', async () => {
    const api = market([]).on('GET /vendors/7', { data: stall('schedule', true) });
    api.on('PUT /vendors/7', ({ body }: FakeRequest) => {
      const { opening_mode } = body as { opening_mode: Mode };
      const data = stall(opening_mode, opening_mode !== 'closed');
      api.on('GET /vendors/7', { data });
      return { data };
    });
    show(api);
    await userEvent.click(await screen.findByRole('button', { name: 'New orders: open by the hours' }));
    expect(screen.getByRole('radio', { name: /By the hours/ })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: /^Closed/ }));
    expect(await screen.findByText(/New orders are paused/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'New orders: closed' })).toBeVisible();
    expect(api.requests).toContainEqual(
      expect.objectContaining({ method: 'PUT', path: '/vendors/7', body: { opening_mode: 'closed' } }),
    );
  });

  test('says that the hours have closed the stall', async () => {
    show(market([first]).on('GET /vendors/7', { data: stall('schedule', false) }));
    expect(await screen.findByText(/You are closed by your hours/)).toHaveTextContent(
      'Customers see this on your menu. The orders below still have to be made.',
    );
    expect(screen.getByRole('button', { name: 'New orders: closed by the hours' })).toBeVisible();
  });

  test('follows the hours when they close the stall', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const minute = 60_000;
    const closesAt = Date.now() + minute;
    const api = market([]).on('GET /vendors/7', () => {
      const isOpen = Date.now() < closesAt;
      return { data: stall('schedule', isOpen, isOpen ? new Date(closesAt).toISOString() : null) };
    });
    show(api);
    expect(await screen.findByRole('button', { name: 'New orders: open by the hours' })).toBeVisible();
    act(() => jest.advanceTimersByTime(minute));
    expect(await screen.findByRole('button', { name: 'New orders: closed by the hours' })).toBeVisible();
  });

  test('follows the hours when they closed the stall while the response was on its way', async () => {
    let isFirst = true;
    const api = market([]).on('GET /vendors/7', () => {
      const isOpen = isFirst;
      isFirst = false;
      return { data: stall('schedule', isOpen, isOpen ? new Date(Date.now() - 50).toISOString() : null) };
    });
    show(api);
    const closed = await screen.findByRole('button', { name: 'New orders: closed by the hours' });
    expect(closed).toBeVisible();
  });

  test('shows an error and stays when the server refuses', async () => {
    const api = market([]).on('GET /vendors/7', { data: stall('schedule', true) });
    const { store } = show(api.on('PUT /vendors/7', new ApiError(500, { code: 'INTERNAL' })));
    await userEvent.click(await screen.findByRole('button', { name: 'New orders: open by the hours' }));
    await userEvent.click(screen.getByRole('radio', { name: /^Closed/ }));
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('That was not saved. Please try again.'));
    expect(screen.getByRole('radio', { name: /By the hours/ })).toBeChecked();
  });
});

describe('the sound of a new order', () => {
  let audio: ReturnType<typeof giveAudio>;

  beforeEach(() => {
    audio = giveAudio();
  });
  afterEach(() => {
    jest.useRealTimers();
    act(disallowChime);
    act(reloadSilentOrders);
    audio.takeAway();
  });

  test('repeats until the order is picked, and is silent for orders from before', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const api = market([first]);
    show(api);
    await order('A-1');
    const sound = screen.getByRole('switch', { name: /^Sound for new orders:/ });
    expect(sound).not.toBeChecked();
    await user.click(sound);
    expect(sound).toBeChecked();
    const tried = audio.tones();
    act(() => jest.advanceTimersByTime(2 * REPEAT_MS));
    expect(audio.tones()).toBe(tried);

    api.on('GET /queues/active', { data: [first, second] });
    act(() => publish('refresh-wanted', { why: 'focus' }));
    await order('A-2');
    const arrived = audio.tones();
    expect(arrived).toBeGreaterThan(tried);
    act(() => jest.advanceTimersByTime(REPEAT_MS));
    expect(audio.tones()).toBeGreaterThan(arrived);

    api.on('GET /queues/active', { data: [first, { ...second, state: 'busy' }] });
    act(() => publish('refresh-wanted', { why: 'focus' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Order A-2' })).toBeNull());
    const picked = audio.tones();
    act(() => jest.advanceTimersByTime(3 * REPEAT_MS));
    expect(audio.tones()).toBe(picked);
  });

  test('continues for an unpicked order after the user has left the screen and returned', async () => {
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
    const left = audio.tones();
    show(api);
    await order('A-2');
    expect(audio.tones()).toBeGreaterThan(left);

    api.on('GET /queues/active', { data: [first] });
    act(() => publish('refresh-wanted', { why: 'focus' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Order A-2' })).toBeNull());
    const picked = audio.tones();
    act(() => jest.advanceTimersByTime(3 * REPEAT_MS));
    expect(audio.tones()).toBe(picked);
  });

  test('is back with one tap after a reload, also for the orders that arrived meanwhile', async () => {
    const api = market([first]);
    const { unmount } = show(api);
    await order('A-1');
    await userEvent.click(screen.getByRole('switch', { name: /^Sound for new orders:/ }));
    expect(screen.queryByRole('button', { name: 'Bring the sound back' })).toBeNull();
    unmount();
    act(disallowChime);
    act(reloadSilentOrders);
    act(reloadCounter);

    const before = audio.tones();
    show(api.on('GET /queues/active', { data: [first, second] }));
    await order('A-2');
    expect(screen.getByRole('switch', { name: /^Sound for new orders:/ })).toBeChecked();
    expect(audio.tones()).toBe(before);
    await userEvent.click(screen.getByRole('button', { name: 'Bring the sound back' }));
    // It sounds once for the tap and once for the order.
    await waitFor(() => expect(audio.tones()).toBe(before + 4));
    expect(screen.queryByRole('button', { name: 'Bring the sound back' })).toBeNull();
    expect(document.body).not.toHaveFocus();
  });

  test('plays once when the background slot is also mounted, and goes on when the user leaves the screen', async () => {
    let turnToQueue = (_isOnQueue: boolean) => {};
    function Page() {
      const [isOnQueue, setIsOnQueue] = useState(true);
      turnToQueue = setIsOnQueue;
      return (
        <>
          {isOnQueue && <Screen />}
          <Slot />
        </>
      );
    }
    const api = market([first]);
    show(api, '/queues', <Page />);
    await order('A-1');
    await userEvent.click(screen.getByRole('switch', { name: /^Sound for new orders:/ }));
    await waitFor(() => expect(audio.tones()).toBe(2));
    act(() => turnToQueue(false));
    expect(screen.queryByRole('article')).toBeNull();
    api.on('GET /queues/active', { data: [first, second] });
    act(() => publish('refresh-wanted', { why: 'focus' }));
    await waitFor(() => expect(audio.tones()).toBe(4));
    act(() => turnToQueue(true));
    await order('A-2');
    expect(audio.tones()).toBe(4);
  });

  test('is silent for the orders that were listed when it was turned on', async () => {
    show(market([first]));
    await order('A-1');
    window.localStorage.setItem('queues.heard', JSON.stringify({ account: 'Vendor 7', ids: [] }));
    await userEvent.click(screen.getByRole('switch', { name: /^Sound for new orders:/ }));
    await waitFor(() => expect(audio.tones()).toBe(2));
  });

  test('has no switch in a browser without sound', async () => {
    audio.takeAway();
    show(market([first]));
    await order('A-1');
    expect(screen.queryByRole('switch', { name: /^Sound for new orders:/ })).toBeNull();
  });
});

describe('a device at the counter', () => {
  const after = async (work: () => Promise<unknown>) => {
    const { unmount } = show(market([second, first]));
    await order('A-1');
    await work();
    unmount();
    act(reloadCounter);
    return show(market([second, first]));
  };

  test('remembers to sort the oldest order first', async () => {
    await after(() => userEvent.click(screen.getByRole('button', { name: 'Newest first' })));
    expect(await screen.findByRole('button', { name: 'Oldest first' })).toBeInTheDocument();
  });

  test('remembers theme and type size, and drops them when the queue closes', async () => {
    const { unmount } = await after(async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Display' }));
      await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
      await userEvent.click(screen.getByRole('radio', { name: 'Large' }));
    });
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(document.documentElement).toHaveStyle({ fontSize: '115%' });
    unmount();
    expect(document.documentElement).not.toHaveAttribute('data-theme');
  });
});

describe('the lateness of a stall', () => {
  type Lateness = VendorSummary['lateness'];
  const stall = (lateness?: Lateness) => {
    const api = market([first]);
    const respond = (set?: Lateness) =>
      api.on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: true, lateness: set }) });
    respond(lateness);
    return api.on('PUT /vendors/7', ({ body }: FakeRequest) => {
      const { lateness: set } = body as { lateness: Lateness };
      respond(set);
      return { data: aVendorSummary({ accepting_orders: true, lateness: set }) };
    });
  };
  const open = async (api: FakeApi) => {
    const shown = show(api);
    await order('A-1');
    await userEvent.click(screen.getByRole('button', { name: 'Display' }));
    return shown;
  };
  const fill = async (label: string, text: string) => {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
  };
  const changes = (api: FakeApi) => api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

  test('is set to two steps, and back to one', async () => {
    const api = stall(null);
    await open(api);
    expect(screen.getByRole('radio', { name: 'After 20 minutes' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: 'In two steps of your own' }));
    await fill('Amber after (minutes)', '8');
    await fill('Red after (minutes)', '6');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByLabelText('Red after (minutes)')).toHaveAccessibleDescription('Red comes after amber.');
    expect(changes(api)).toEqual([]);
    await fill('Red after (minutes)', '15');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(changes(api)).toEqual([{ lateness: { late_after_minutes: 8, very_late_after_minutes: 15 } }]),
    );

    await userEvent.click(screen.getByRole('radio', { name: 'After 20 minutes' }));
    await waitFor(() => expect(changes(api)).toContainEqual({ lateness: null }));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  test('stays unchanged when the server refuses a change, and the page says so', async () => {
    const api = stall({ late_after_minutes: 8, very_late_after_minutes: 15 });
    const { store } = await open(api.on('PUT /vendors/7', new ApiError(500, { code: 'INTERNAL' })));
    await userEvent.click(screen.getByRole('radio', { name: 'After 20 minutes' }));
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('That was not saved. Please try again.'));
    expect(screen.getByRole('radio', { name: 'In two steps of your own' })).toBeChecked();
  });

  test('cannot be set if the API does not report it', async () => {
    await open(stall());
    expect(screen.getByRole('radiogroup', { name: 'Theme' })).toBeInTheDocument();
    expect(screen.queryByRole('radiogroup', { name: 'Late orders' })).toBeNull();
  });
});

test('shows no live state while the orders could not be loaded', async () => {
  show(market([]).on('GET /queues/active', new ApiError(500, { code: 'INTERNAL' })));
  expect(await screen.findByRole('alert')).toHaveTextContent('This section could not be loaded');
  expect(screen.queryByText('Live')).toBeNull();
});

test('shows no live state offline, however long the socket looks open', async () => {
  const { store } = show(market([]));
  expect(await screen.findByText('Live')).toBeVisible();
  act(() => store.state.setState({ connection: { isOnline: false, socket: 'live' } }));
  expect(screen.queryByText('Live')).toBeNull();
});

test('keeps the screen awake while the queue is open, and no longer', async () => {
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

test("moves the keyboard's focus to the next order when one leaves the tab", async () => {
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
