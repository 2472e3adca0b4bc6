import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ApiError } from 'shared-contracts/client';
import { publish, shellState, useShell } from 'shared-contracts/events';
import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import { queryClient, resourceKey } from 'shared-contracts/query';
import { anEntry, anOrder, CUSTOMER, type FakeRequest, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import type { QueueEntry } from 'shared-contracts/types';
import { disallowChime } from '../queue/counter/chime';
import { changeCounter, reloadCounter } from '../queue/counter/counter';
import { reloadSilentOrders } from '../queue/counter/silent-orders';
import { REPEAT_MS } from '../queue/counter/use-new-order-sound';
import { cancelOrder, requestMove } from '../queue/moves.resource';
import { refreshQueue, useQueue } from '../queue/queue.resource';
import { giveAudio } from '../testing/audio';
import { Slot } from './queue-background.slot';

interface ShownNotice {
  title: string;
  options: NotificationOptions & { vibrate: number[] };
  onclick?: () => void;
}

let notices: (ShownNotice & { close: () => void })[] = [];

function allowNotices(permission: NotificationPermission): void {
  class FakeNotification {
    static permission = permission;
    constructor(
      public title: string,
      public options: ShownNotice['options'],
    ) {
      notices.push(this);
    }
    close() {}
  }
  Object.assign(window, { Notification: FakeNotification });
}

beforeEach(() => {
  notices = [];
  window.focus = () => {};
});
afterEach(() => Reflect.deleteProperty(window, 'Notification'));

const apiWith = (entries: QueueEntry[]) =>
  fakeApi()
    .on('GET /queues/active', { data: entries })
    .on('GET /me', { data: { orders: { data: [anOrder({ id: 90, state: 'completed' })] } } });

const start = (entries: QueueEntry[], session = CUSTOMER) =>
  renderScreen(<Slot />, { api: apiWith(entries), at: '/venues', state: { session } });

const done = {
  queue: { id: 5, state: 'done', order_id: 41 },
  delivery_method: 'collect',
  vendor: { id: 7, name: 'Kumo Ramen', image: '' },
} as const;
const added = { vendor: done.vendor, queue: { id: 5, state: 'new' }, order: { id: 41 } } as const;

test('keeps the queue, the previous orders and the unread count up to date', async () => {
  start([anEntry({ id: 5 }), anEntry({ id: 6, state: 'done' })]);
  await waitFor(() => expect(shellState().unread).toBe(2));
  await waitFor(() => expect(readLocal('queue')?.map(({ id }) => id)).toEqual([5, 6]));
  expect(readLocal('notifications')).toEqual({ 5: { state: 'new', view: false }, 6: { state: 'done', view: false } });
  await waitFor(() => expect(readLocal('queues')?.map(({ id }) => id)).toEqual([90]));
});

test('counts no entry as unread that was viewed in its present state', async () => {
  writeLocal('notifications', { 5: { state: 'new', view: true } });
  const { api } = start([anEntry({ id: 5 })]);
  await waitFor(() => expect(readLocal('queue')).toHaveLength(1));
  expect(shellState().unread).toBe(0);

  api.on('GET /queues/active', { data: [anEntry({ id: 5, state: 'busy' })] });
  act(() => publish('queue-order-state-updated', { ...done, queue: { ...done.queue, state: 'busy' } }, 'server'));
  await waitFor(() => expect(shellState().unread).toBe(1));
});

describe('the sound of a new order on a page without the queue', () => {
  let audio: ReturnType<typeof giveAudio>;

  beforeEach(() => {
    audio = giveAudio();
    changeCounter({ isSoundOn: true });
  });
  afterEach(() => {
    act(disallowChime);
    act(reloadSilentOrders);
    audio.takeAway();
    window.localStorage.clear();
    act(reloadCounter);
  });

  /** Writes to the device as another tab does. */
  function writeElsewhere(name: string, value: unknown): void {
    window.localStorage.setItem(`queues.${name}`, JSON.stringify(value));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: `queues.${name}` })));
  }

  async function startRinging(): Promise<void> {
    const { api } = start([], VENDOR);
    await waitFor(() => expect(readLocal('queue')).toHaveLength(0));
    await userEvent.click(document.body);
    await waitFor(() => expect(audio.tones()).toBe(2));
    api.on('GET /queues/active', { data: [anEntry({ id: 5 })] });
    act(() => publish('queue-order-added', added, 'server'));
    await waitFor(() => expect(readLocal('queue')).toHaveLength(1));
  }

  test('starts after a tap anywhere, which plays a test sound', async () => {
    await startRinging();
    await waitFor(() => expect(audio.tones()).toBe(4));
  });

  test.each([
    ['turned it off', 'counter', { isSoundOn: false }],
    ['turned it off and on again, which silences the present orders', 'heard', { account: 'Vendor 7', ids: [5] }],
  ])('ends when another tab has %s', async (_case, name, value) => {
    jest.useFakeTimers({ advanceTimers: true });
    await startRinging();
    await waitFor(() => expect(audio.tones()).toBe(4));
    writeElsewhere(name, value);
    act(() => jest.advanceTimersByTime(3 * REPEAT_MS));
    expect(audio.tones()).toBe(4);
    jest.useRealTimers();
  });

  test('leaves the sound to the tab that rings already', async () => {
    Object.assign(navigator, { locks: { request: () => new Promise(() => {}) } });
    await startRinging();
    expect(audio.tones()).toBe(2);
    Reflect.deleteProperty(navigator, 'locks');
  });

  test('plays nothing for a customer', async () => {
    const { api } = start([]);
    await waitFor(() => expect(readLocal('queue')).toHaveLength(0));
    await userEvent.click(document.body);
    api.on('GET /queues/active', { data: [anEntry({ id: 5 })] });
    act(() => publish('refresh-wanted', { why: 'focus' }));
    await waitFor(() => expect(readLocal('queue')).toHaveLength(1));
    expect(audio.tones()).toBe(0);
  });
});

test('counts no order as unread that was just collected', async () => {
  start([anEntry({ id: 5, state: 'collected' }), anEntry({ id: 6 })]);
  await waitFor(() => expect(shellState().unread).toBe(1));
  expect(readLocal('notifications')).toEqual({ 6: { state: 'new', view: false } });
});

test('announces done food to a customer on the page and by a notification', async () => {
  allowNotices('granted');
  start([]);
  act(() => publish('queue-order-state-updated', done, 'server'));
  expect(shellState().toast?.content).toBe('Kumo Ramen is done! You are welcome to collect!');
  await waitFor(() => expect(notices).toHaveLength(1));
  expect(notices[0]?.title).toBe('Kumo Ramen is done!');
  expect(notices[0]?.options).toMatchObject({
    body: 'You are welcome to collect!',
    icon: '/logo-192.png',
    vibrate: [100, 50, 100],
  });

  act(() => notices[0]?.onclick?.());
  expect(screen.getByTestId('address')).toHaveTextContent('/order?id=41&state=done&queue_id=5');
});

describe('after an event that came before this code loaded', () => {
  function LateSlot() {
    const [isLoaded, setLoaded] = useState(false);
    return isLoaded ? <Slot /> : <button type="button" onClick={() => setLoaded(true)} aria-label="Load" />;
  }
  const load = () => userEvent.click(screen.getByRole('button', { name: 'Load' }));
  const startBeforeLoad = (session = CUSTOMER) => {
    allowNotices('granted');
    return renderScreen(<LateSlot />, { api: apiWith([]), at: '/venues', state: { session } });
  };

  test('announces a message as soon as it loads', async () => {
    startBeforeLoad();
    act(() => publish('message-received', { message: 'The kitchen closes at nine.' }, 'server'));
    expect(shellState().toast).toBeNull();
    await load();
    expect(shellState().toast?.content).toBe('The kitchen closes at nine.');
    await waitFor(() => expect(notices).toHaveLength(1));
  });

  test('announces a done order only once, even if the first list has it as well', async () => {
    const { api } = startBeforeLoad();
    api.on('GET /queues/active', { data: [anEntry({ id: 5, state: 'done' })] });
    act(() => publish('queue-order-state-updated', done, 'server'));
    await load();
    await waitFor(() => expect(readLocal('queue')).toHaveLength(1));
    expect(notices.map(({ title }) => title)).toEqual(['Kumo Ramen is done!']);
  });

  test('announces a new order to a kitchen', async () => {
    startBeforeLoad(VENDOR);
    act(() => publish('queue-order-added', added, 'server'));
    await load();
    await waitFor(() => expect(notices).toHaveLength(1));
  });

  test('announces nothing to the next person', async () => {
    startBeforeLoad();
    act(() => publish('message-received', { message: 'Your order is ready.' }, 'server'));
    act(() => publish('context-switched', { context: { type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } } }));
    await load();
    await waitFor(() => expect(readLocal('queue')).toBeDefined());
    expect(notices).toEqual([]);
    expect(shellState().toast).toBeNull();
  });
});

describe('a done order whose event was sent while the socket was down', () => {
  const miss = async () => {
    allowNotices('granted');
    const { api } = start([anEntry({ id: 5, state: 'busy' }), anEntry({ id: 6, state: 'done' })]);
    await waitFor(() => expect(readLocal('queue')).toHaveLength(2));
    expect(shellState().toast).toBeNull();
    const entry = anEntry({ id: 5, state: 'done', order: { delivery_method: 'collect' } });
    return api.on('GET /queues/active', { data: [entry, anEntry({ id: 6, state: 'done' })] });
  };

  test('is announced when the list shows it, and not again when the event follows', async () => {
    await miss();
    act(() => publish('refresh-wanted', { why: 'reconnected' }));
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(shellState().toast?.content).toBe('Kumo Ramen is done! You are welcome to collect!');
    act(() => publish('queue-order-state-updated', done, 'server'));
    await waitFor(() => expect(readLocal('queue')?.[0]?.state).toBe('done'));
    expect(notices).toHaveLength(1);
  });

  test('is announced after the device’s clock was set back', async () => {
    await miss();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 35 * 60_000);
    act(() => publish('refresh-wanted', { why: 'reconnected' }));
    await waitFor(() => expect(notices).toHaveLength(1));
    clock.mockRestore();
  });

  test('is announced again when the vendor asks for it a moment later', async () => {
    await miss();
    act(() => publish('refresh-wanted', { why: 'reconnected' }));
    await waitFor(() => expect(notices).toHaveLength(1));
    act(() => publish('queue-order-state-updated', { ...done, is_repeat: true }, 'server'));
    await waitFor(() => expect(notices).toHaveLength(2));
  });

  test('is announced even if it was announced before and undone since', async () => {
    const api = await miss();
    act(() => publish('queue-order-state-updated', done, 'server'));
    await waitFor(() => expect(readLocal('queue')?.[0]?.state).toBe('done'));
    const list = async (state: 'busy' | 'done') => {
      api.on('GET /queues/active', { data: [anEntry({ id: 5, state })] });
      act(() => publish('refresh-wanted', { why: 'reconnected' }));
      await waitFor(() => expect(readLocal('queue')?.[0]?.state).toBe(state));
    };
    await list('busy');
    expect(notices).toHaveLength(1);
    await list('done');
    expect(notices).toHaveLength(2);
  });

  test('is announced once when the event arrives after all', async () => {
    await miss();
    act(() => publish('queue-order-state-updated', done, 'server'));
    await waitFor(() => expect(readLocal('queue')?.[0]?.state).toBe('done'));
    expect(notices).toHaveLength(1);
  });
});

describe('the changes since the first list that the page fetched', () => {
  const busy = (id: number) => anEntry({ id, state: 'busy' });
  const finished = (id: number) => anEntry({ id, state: 'done' });
  const refused = new ApiError(403, { code: 'FORBIDDEN' });
  const queueKey = (session: typeof CUSTOMER) =>
    resourceKey(
      '/queues/active',
      session?.context.type === 'Vendor' ? { vendor_id: session.context.data.id } : { user_id: session?.user.id ?? 0 },
    );

  /** This list was cached before the page opened. */
  function startWithCached(cached: QueueEntry[], api: ReturnType<typeof fakeApi>, session = CUSTOMER): void {
    function CachedSlot() {
      useState(() =>
        queryClient().setQueryData(queueKey(session), { data: cached }, { updatedAt: Date.now() - 86_400_000 }),
      );
      return <Slot />;
    }
    allowNotices('granted');
    renderScreen(<CachedSlot />, { api, at: '/venues', state: { session } });
  }
  const fetchAgain = () => act(() => publish('refresh-wanted', { why: 'reconnected' }));
  const fails = () => waitFor(() => expect(queryClient().getQueryState(queueKey(CUSTOMER))?.status).toBe('error'));
  const states = () => readLocal('queue')?.map(({ state }) => state);

  test('are announced, and those since an earlier cached list are not', async () => {
    const api = apiWith([finished(5), busy(6)]);
    startWithCached([busy(5), busy(6)], api);
    await waitFor(() => expect(states()).toContain('done'));
    expect(notices).toEqual([]);

    api.on('GET /queues/active', { data: [finished(5), finished(6)] });
    fetchAgain();
    await waitFor(() => expect(notices).toHaveLength(1));
  });

  test('are announced even if the background starts after the screen', async () => {
    allowNotices('granted');
    const api = apiWith([busy(5)]);
    function Page() {
      const { data } = useQueue();
      const isIdle = useShell((state) => state.search.text === 'idle');
      return (
        <>
          <p>{data?.[0]?.state}</p>
          {isIdle && <Slot />}
        </>
      );
    }
    renderScreen(<Page />, { api, at: '/queues', state: { session: CUSTOMER } });
    await screen.findByText('busy');
    api.on('GET /queues/active', { data: [finished(5)] });
    await act(() => refreshQueue());
    await screen.findByText('done');
    act(() => publish('search-typed', { text: 'idle' }));
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(shellState().toast?.content).toBe('Kumo Ramen is done! Your order will be delivered shortly!');
  });

  test.each([
    ['right', 0],
    ['a day late', -86_400_000],
    ['a day early', 86_400_000],
  ])(
    'include orders that became done since the page started, also on a device whose clock is %s',
    async (_clock, wrongBy) => {
      const at = (ms: number) => new Date(Date.now() - wrongBy + ms).toISOString();
      const fresh = { ...finished(5), state_changed_at: at(0) };
      const old = { ...finished(6), state_changed_at: at(-3_600_000) };
      const api = fakeApi()
        .on('GET /queues/active', { data: [fresh, old], now: at(1) })
        .on('GET /me', { data: { orders: { data: [] } } });
      startWithCached([busy(5)], api);
      await waitFor(() => expect(notices).toHaveLength(1));
      expect(shellState().toast?.content).toBe('Kumo Ramen is done! Your order will be delivered shortly!');
      act(() => publish('queue-order-state-updated', done, 'server'));
      fetchAgain();
      await waitFor(() =>
        expect(api.requests.filter(({ path }) => path === '/queues/active').length).toBeGreaterThan(2),
      );
      expect(notices).toHaveLength(1);
    },
  );

  test('exclude earlier changes even if the first request failed', async () => {
    const api = apiWith([]).on('GET /queues/active', refused);
    startWithCached([busy(5)], api);
    await fails();
    api.on('GET /queues/active', { data: [finished(5)] });
    fetchAgain();
    await waitFor(() => expect(states()).toEqual(['done']));
    expect(notices).toEqual([]);
  });

  test('are announced even if a request fails meanwhile', async () => {
    allowNotices('granted');
    const { api } = start([busy(5)]);
    await waitFor(() => expect(states()).toEqual(['busy']));
    api.on('GET /queues/active', refused);
    fetchAgain();
    await fails();
    api.on('GET /queues/active', { data: [finished(5)] });
    fetchAgain();
    await waitFor(() => expect(notices).toHaveLength(1));
  });

  test.each<[string, QueueEntry[], () => Promise<unknown>]>([
    ['moved', [anEntry({ id: 4, state: 'busy' })], () => requestMove({ id: 4, state: 'new' }, 'busy', 'vendor')],
    ['cancelled', [], () => cancelOrder(anOrder({ id: 41 }), 'The oven is out.')],
  ])(
    'are not counted from a cached list in which the vendor %s an order before the response',
    async (_case, left, change) => {
      const [changed] = left;
      const refund = { amount: 62.72, state: 'pending' } as const;
      const cancellation = { reason: 'The oven is out.', cancelled_at: '2026-11-20T13:00:00.000Z', refund };
      const cancelled = { ...anOrder({ id: 41 }), state: 'cancelled', cancellation };
      const api = apiWith([])
        .on('GET /queues/active', new Promise(() => {}))
        .on('PUT /queues/4', { data: changed })
        .on('PUT /queues/cancel/41', { data: cancelled });
      startWithCached([anEntry({ id: 4 })], api, VENDOR);
      await waitFor(() => expect(readLocal('queue')).toHaveLength(1));
      await act(change);
      await waitFor(() => expect(readLocal('queue')).toEqual(left));
      const since = [anEntry({ id: 5 }), anEntry({ id: 6 })];
      api.on('GET /queues/active', { data: since });
      fetchAgain();
      await waitFor(() => expect(readLocal('queue')).toHaveLength(2));
      expect(notices).toEqual([]);

      api.on('GET /queues/active', { data: [...since, anEntry({ id: 7 })] });
      fetchAgain();
      await waitFor(() => expect(notices).toHaveLength(1));
    },
  );
});

test('announces no state other than done', () => {
  allowNotices('granted');
  start([]);
  act(() => publish('queue-order-state-updated', { ...done, queue: { ...done.queue, state: 'busy' } }, 'server'));
  expect(shellState().toast).toBeNull();
  expect(notices).toEqual([]);
});

test.each(['denied', 'default', undefined] as const)(
  'announces only on the page with the permission %s',
  async (permission) => {
    if (permission) allowNotices(permission);
    const { api } = start([]);
    act(() => publish('queue-order-state-updated', done, 'server'));
    await waitFor(() => expect(api.requests.length).toBeGreaterThan(2));
    expect(shellState().toast?.content).toContain('Kumo Ramen is done!');
    expect(notices).toEqual([]);
  },
);

test('announces a new order to a vendor, and no news for customers', async () => {
  allowNotices('granted');
  start([], VENDOR);
  act(() => publish('queue-order-state-updated', done, 'server'));
  expect(shellState().toast).toBeNull();
  act(() => publish('queue-order-added', added, 'server'));
  expect(shellState().toast?.content).toBe('A new order has been added to your queue.');
  await waitFor(() => expect(notices[0]?.title).toBe('A new order has been added to your queue.'));
});

describe('a new order whose event was sent while the socket was down', () => {
  const miss = async () => {
    allowNotices('granted');
    const { api } = start([anEntry({ id: 4 })], VENDOR);
    await waitFor(() => expect(readLocal('queue')).toHaveLength(1));
    expect(shellState().toast).toBeNull();
    api.on('GET /queues/active', { data: [anEntry({ id: 5 }), anEntry({ id: 4, state: 'busy' })] });
  };
  const listed = () => waitFor(() => expect(readLocal('queue')).toHaveLength(2));

  test('is announced to the vendor when the list has it, and not again when the event follows', async () => {
    await miss();
    act(() => publish('refresh-wanted', { why: 'reconnected' }));
    await waitFor(() => expect(notices).toHaveLength(1));
    expect(notices[0]?.title).toBe('A new order has been added to your queue.');
    expect(shellState().toast?.content).toBe('A new order has been added to your queue.');
    act(() => publish('queue-order-added', added, 'server'));
    await listed();
    expect(notices).toHaveLength(1);
  });

  test('is announced once when the event arrives after all', async () => {
    await miss();
    act(() => publish('queue-order-added', added, 'server'));
    await listed();
    act(() => publish('refresh-wanted', { why: 'focus' }));
    await listed();
    expect(notices).toHaveLength(1);
  });

  test('is not announced from the list of another account, nor from the own list after it', async () => {
    allowNotices('granted');
    const { api } = start([anEntry({ id: 7 })], VENDOR);
    const shows = (id: number) => waitFor(() => expect(readLocal('queue')?.[0]?.id).toBe(id));
    await shows(7);
    api.on('GET /queues/active', ({ params }: FakeRequest) => ({ data: [anEntry({ id: Number(params.vendor_id) })] }));
    for (const id of [8, 7]) {
      act(() => publish('context-switched', { context: { type: 'Vendor', data: { id, name: 'Kumo Ramen' } } }));
      await shows(id);
    }
    expect(notices).toHaveLength(0);
  });
});

test('a message stays until it is dismissed', async () => {
  allowNotices('granted');
  start([]);
  act(() => publish('message-received', { message: 'We close at ten.' }, 'server'));
  await waitFor(() => expect(notices[0]?.title).toBe('Foodhall Notify'));
  expect(notices[0]?.options).toMatchObject({ body: 'We close at ten.', requireInteraction: true });
});

test('requests the list again when the shell says that the page may be outdated', async () => {
  const { api } = start([]);
  await waitFor(() => expect(readLocal('queue')).toEqual([]));
  const requestCount = () => api.requests.filter(({ path }) => path === '/queues/active').length;
  const before = requestCount();
  act(() => publish('refresh-wanted', { why: 'reconnected' }));
  await waitFor(() => expect(requestCount()).toBe(before + 1));
});
