import { act } from '@testing-library/react';
import { ApiError } from 'shared-contracts/client';
import { createEventStore, provideEventStore, publish } from 'shared-contracts/events';
import {
  createQueryClient,
  forgetResources,
  provideQueryClient,
  queryClient,
  resourceKey,
} from 'shared-contracts/query';
import { startSession, storedSession, switchContext } from 'shared-contracts/session';
import { MAI, signedIn, THANDI } from '../testing/render-shell';
import { showResource } from '../testing/show-resource';
import { cacheData } from './cached-data';
import { type CachedResponse, readHead, readResponses } from './cached-responses';
import { startDataWriter } from './data-writer';
import { createResponseWriter } from './response-writer';

const STALLS = resourceKey('/vendors', { venue_id: 1 });
const MENU = resourceKey('/vendors/7');
const QUEUE = resourceKey('/queues/active', { user_id: 3 });
let stop = () => {};

/** Opens a new page on this device. */
async function openPage(now?: () => number): Promise<void> {
  stop();
  provideEventStore(createEventStore({ initial: { session: storedSession() } }));
  provideQueryClient(createQueryClient());
  const writing = Promise.resolve(startDataWriter);
  stop = cacheData(writing, now);
  await writing;
}
const leavePage = () => window.dispatchEvent(new Event('pagehide'));
const receive = (key: ReturnType<typeof resourceKey>, data: unknown) => queryClient().setQueryData(key, data);
/** Everything that is cached on this device, or null. */
const stored = () => {
  const records = Object.entries(window.localStorage).filter(([name]) => name.startsWith('offline'));
  return records.length > 0 ? JSON.stringify(records) : null;
};
/** Writes as another tab of the same account does, which keeps the data that is there. */
function writeInOtherTab(...added: CachedResponse[]): void {
  const owner = JSON.parse(readHead() ?? '{"owner":"visitor"}').owner;
  const all = [...readResponses(readHead(), owner, () => true), ...added];
  createResponseWriter().write(owner, all, () => true);
}

beforeEach(async () => {
  window.localStorage.clear();
  await openPage();
});
afterEach(() => {
  stop();
  queryClient().clear();
});

test('the next page has the cached data with its age before any response', async () => {
  receive(STALLS, { data: 'stalls' });
  const receivedAt = queryClient().getQueryState(STALLS)?.dataUpdatedAt;
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(STALLS)).toEqual({ data: 'stalls' });
  expect(queryClient().getQueryState(STALLS)).toMatchObject({ dataUpdatedAt: receivedAt, isInvalidated: true });
});

describe('cached data with prices', () => {
  const ITEM = resourceKey('/items/3');
  /** Requests the menu and gets this response. */
  function request(response: () => Promise<unknown>) {
    return queryClient().fetchQuery({ queryKey: MENU, queryFn: response, retry: 1, retryDelay: 60_000 });
  }
  const failWith = (status: number) => async () => {
    throw new ApiError(status, { code: status === 0 ? 'NETWORK' : 'SOME_CODE' });
  };

  beforeEach(async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    receive(MENU, { data: 'menu' });
    receive(ITEM, { data: 'item' });
    leavePage();
    await openPage();
  });
  afterEach(() => jest.restoreAllMocks());

  test('is not shown before the response, which may have other prices', async () => {
    expect(queryClient().getQueryData(MENU)).toBeUndefined();
    expect(queryClient().getQueryData(ITEM)).toBeUndefined();
    await request(async () => ({ data: 'new menu' }));
    expect(queryClient().getQueryData(MENU)).toEqual({ data: 'new menu' });
  });

  test.each([0, 429, 503])(
    'is shown as soon as the request fails with %d, and the request is retried',
    async (status) => {
      const asked = request(failWith(status));
      await new Promise(process.nextTick);
      expect(queryClient().getQueryState(MENU)).toMatchObject({
        data: { data: 'menu' },
        status: 'success',
        fetchStatus: 'fetching',
        isInvalidated: true,
      });
      expect(queryClient().getQueryData(ITEM)).toBeUndefined();
      await queryClient().cancelQueries();
      await asked.catch(() => {});
    },
  );

  test('is shown with the error if the request is not retried', async () => {
    await queryClient()
      .fetchQuery({ queryKey: MENU, queryFn: failWith(0), retry: false })
      .catch(() => {});
    expect(queryClient().getQueryState(MENU)).toMatchObject({ data: { data: 'menu' }, status: 'error' });
  });

  test('is deleted if the API responds that it does not exist', async () => {
    await queryClient()
      .fetchQuery({ queryKey: MENU, queryFn: failWith(404), retry: false })
      .catch(() => {});
    publish('connection-changed', { isOnline: false });
    expect(queryClient().getQueryData(MENU)).toBeUndefined();
    leavePage();
    expect(stored()).not.toContain('menu');
    expect(stored()).toContain('item');
  });

  test('stays on the device if a screen is left before its response', async () => {
    const leave = await showResource(ITEM);
    await leave();
    expect(queryClient().getQueryData(ITEM)).toBeUndefined();
    receive(STALLS, { data: 'stalls' });
    leavePage();
    expect(stored()).toContain('item');
  });

  test('stays available offline after the visitor leaves a screen that shows it', async () => {
    const leave = await showResource(ITEM);
    act(() => publish('connection-changed', { isOnline: false }));
    expect(queryClient().getQueryData(ITEM)).toEqual({ data: 'item' });
    await leave();
    expect(queryClient().getQueryData(ITEM)).toEqual({ data: 'item' });
  });

  test('is hidden again until its response once the connection is back', async () => {
    publish('connection-changed', { isOnline: false });
    expect(queryClient().getQueryData(MENU)).toEqual({ data: 'menu' });
    receive(ITEM, { data: 'new item' });
    publish('connection-changed', { isOnline: true });
    expect(queryClient().getQueryData(MENU)).toBeUndefined();
    expect(queryClient().getQueryData(ITEM)).toEqual({ data: 'new item' });
    publish('connection-changed', { isOnline: false });
    expect(queryClient().getQueryData(MENU)).toEqual({ data: 'menu' });
  });

  test('is shown once the site cannot be reached', () => {
    publish('connection-changed', { isOnline: false });
    expect(queryClient().getQueryData(MENU)).toEqual({ data: 'menu' });
    expect(queryClient().getQueryData(ITEM)).toEqual({ data: 'item' });
  });

  test('is shown at once on a page that opens without a network', async () => {
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    await openPage();
    expect(queryClient().getQueryData(MENU)).toEqual({ data: 'menu' });
  });

  test('stays on the device while it is not shown', async () => {
    receive(STALLS, { data: 'stalls' });
    leavePage();
    expect(stored()).toContain('menu');
  });
});

test('data is written one second after it arrives', () => {
  jest.useFakeTimers();
  receive(STALLS, { data: 'stalls' });
  expect(stored()).toBeNull();
  jest.advanceTimersByTime(1000);
  // This browser has no requestIdleCallback.
  jest.advanceTimersByTime(1);
  expect(stored()).toContain('stalls');
  jest.useRealTimers();
});

test('data that arrives before the writing code has loaded is written afterwards', async () => {
  stop();
  let arrive = (_start: typeof startDataWriter) => {};
  stop = cacheData(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  receive(STALLS, { data: 'stalls' });
  leavePage();
  expect(stored()).toBeNull();
  arrive(startDataWriter);
  await new Promise(process.nextTick);
  leavePage();
  expect(stored()).toContain('stalls');
});

test('data is written in an idle moment, or at once if the page closes before', () => {
  jest.useFakeTimers();
  const idle = jest.fn();
  Object.assign(window, { requestIdleCallback: idle });
  receive(STALLS, { data: 'stalls' });
  jest.advanceTimersByTime(1000);
  expect(stored()).toBeNull();
  idle.mock.calls[0][0]();
  expect(stored()).toContain('stalls');

  receive(STALLS, { data: 'other stalls' });
  jest.advanceTimersByTime(1000);
  leavePage();
  expect(stored()).toContain('other stalls');
  Reflect.deleteProperty(window, 'requestIdleCallback');
  jest.useRealTimers();
});

test("carts and a vendor's orders are not cached", () => {
  receive(resourceKey('/carts/active'), 'cart');
  receive(resourceKey('/carts/4'), 'cart');
  receive(resourceKey('/vendors/7/orders'), 'orders');
  leavePage();
  expect(stored()).toBeNull();
});

test('data that made a screen fail does not return on the next page, even if another tab writes the cache', async () => {
  receive(STALLS, { data: 'stalls that no screen can show' });
  receive(QUEUE, { data: 'my lunch' });
  leavePage();
  forgetResources([STALLS]);
  writeInOtherTab({ key: resourceKey('/venues/8'), data: 'venue of the other tab', at: Date.now() });
  leavePage();
  expect(stored()).not.toContain('stalls that no screen can show');
  await openPage();
  expect(queryClient().getQueryData(STALLS)).toBeUndefined();
  expect(queryClient().getQueryData(QUEUE)).toEqual({ data: 'my lunch' });
});

test('a log-out empties the cache, and the next account sees none of it', async () => {
  startSession(signedIn(THANDI));
  receive(QUEUE, { data: 'my lunch' });
  leavePage();
  expect(stored()).toContain('my lunch');
  window.localStorage.removeItem('token');
  publish('signed-out', { reason: 'asked' });
  expect(stored()).toBeNull();
  startSession(signedIn(MAI));
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toBeUndefined();
  expect(stored()).not.toContain('my lunch');
});

test('a switch of accounts empties the cache', () => {
  startSession(signedIn(MAI));
  receive(QUEUE, { data: 'my lunch' });
  leavePage();
  switchContext({ type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } });
  expect(stored()).toBeNull();
});

test("another account's data is not shown and is deleted", async () => {
  startSession(signedIn(THANDI));
  receive(QUEUE, { data: 'my lunch' });
  leavePage();
  window.localStorage.setItem('user', JSON.stringify(MAI));
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toBeUndefined();
  expect(stored()).toBeNull();
});

test('a tab that slept during the log-out writes no data back', () => {
  startSession(signedIn(THANDI));
  receive(QUEUE, { data: 'my lunch' });
  window.localStorage.clear();
  leavePage();
  expect(stored()).toBeNull();
});

test('the data of a visitor stays cached when they sign in', async () => {
  receive(STALLS, { data: 'stalls' });
  startSession(signedIn(THANDI));
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(STALLS)).toEqual({ data: 'stalls' });
});

test('cached data is dropped after a week', async () => {
  receive(STALLS, { data: 'stalls' });
  leavePage();
  await openPage(() => Date.now() + 8 * 24 * 60 * 60_000);
  expect(queryClient().getQueryData(STALLS)).toBeUndefined();
});

test('a write keeps the data of another tab, and the newer version of each response', async () => {
  const now = Date.now();
  queryClient().setQueryData(STALLS, 'stalls, seen here', { updatedAt: now });
  writeInOtherTab(
    { key: resourceKey('/venues/8'), data: 'venue of the other tab', at: now },
    { key: STALLS, data: 'older stalls', at: now - 1 },
  );
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(STALLS)).toBe('stalls, seen here');
  expect(queryClient().getQueryData(resourceKey('/venues/8'))).toBe('venue of the other tab');
});

test('a second write keeps the data that another tab has written in between', () => {
  receive(STALLS, { data: 'stalls' });
  leavePage();
  writeInOtherTab({ key: resourceKey('/venues/8'), data: 'venue of the other tab', at: Date.now() });
  receive(STALLS, { data: 'stalls, a while later' });
  leavePage();
  expect(stored()).toContain('venue of the other tab');
  expect(stored()).toContain('stalls, a while later');
});

test('a write restores the complete queue after another tab has deleted it', async () => {
  receive(QUEUE, { data: [order(1), order(2)] });
  leavePage();
  window.localStorage.clear();
  receive(STALLS, { data: 'stalls' });
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toEqual({ data: [order(1), order(2)] });
});

const order = (id: number, state = 'new') => ({ id, state, order: { order_number: `A-${id}` } });

test('a new order in a long queue does not write the other orders again', async () => {
  const orders = Array.from({ length: 300 }, (_none, index) => order(index));
  receive(QUEUE, { data: orders, cursor: '1' });
  leavePage();
  const written = jest.spyOn(Storage.prototype, 'setItem');
  receive(QUEUE, { data: [order(300), ...orders], cursor: '2' });
  leavePage();
  const names = written.mock.calls.map(([name]) => name);
  written.mockRestore();
  expect(names).toHaveLength(3);
  expect(names[0]).toMatch(/ 300$/);
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toEqual({ data: [order(300), ...orders], cursor: '2' });
});

test('an order that left the queue is deleted, and a changed one is updated', async () => {
  receive(QUEUE, { data: [order(1), order(2), order(3)] });
  leavePage();
  receive(QUEUE, { data: [order(3, 'busy'), order(1)] });
  leavePage();
  expect(stored()).not.toContain('A-2');
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toEqual({ data: [order(3, 'busy'), order(1)] });
});

test('a queue is not shown if one of its orders is missing, as after an interrupted write; other data is', async () => {
  receive(QUEUE, { data: [order(1), order(2)] });
  receive(STALLS, { data: 'stalls' });
  leavePage();
  const name = Object.keys(window.localStorage).find((each) => each.startsWith('offline') && each.endsWith(' 2'));
  window.localStorage.removeItem(name ?? '');
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toBeUndefined();
  expect(queryClient().getQueryData(STALLS)).toEqual({ data: 'stalls' });
});

test('a list keeps all its entries, even with duplicate or missing ids', async () => {
  const twice = { data: [order(1), order(1, 'done')] };
  const nameless = { data: [{ name: 'no id' }, null] };
  receive(QUEUE, twice);
  receive(STALLS, nameless);
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toEqual(twice);
  expect(queryClient().getQueryData(STALLS)).toEqual(nameless);
});

test('a long queue is written completely, in small steps over several idle moments', async () => {
  jest.useFakeTimers();
  const idle = jest.fn();
  Object.assign(window, { requestIdleCallback: idle });
  // Each reading of the clock is a millisecond later.
  let time = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => {
    time += 1;
    return time;
  });
  const orders = Array.from({ length: 100 }, (_none, index) => order(index));
  receive(QUEUE, { data: orders });
  jest.advanceTimersByTime(1000);
  let moments = 0;
  while (idle.mock.calls.length > moments) {
    const before = window.localStorage.length;
    idle.mock.calls[moments][0]();
    expect(window.localStorage.length - before).toBeLessThan(12);
    moments += 1;
  }
  expect(moments).toBeGreaterThan(10);
  clock.mockRestore();
  Reflect.deleteProperty(window, 'requestIdleCallback');
  jest.useRealTimers();
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toEqual({ data: orders });
});

test('a response is not serialized again if another one is written', () => {
  receive(STALLS, { data: 'stalls' });
  leavePage();
  const written = jest.spyOn(JSON, 'stringify');
  receive(QUEUE, { data: 'my lunch' });
  leavePage();
  const menus = written.mock.calls.filter(([value]) => value?.body?.data === 'stalls');
  written.mockRestore();
  expect(menus).toEqual([]);
  expect(stored()).toContain('stalls');
});

test('a full storage leaves no partly written data', async () => {
  receive(STALLS, { data: 'stalls' });
  leavePage();
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  receive(QUEUE, { data: [order(1)] });
  leavePage();
  full.mockRestore();
  expect(warned).toHaveBeenCalledWith('There is no room to cache data', expect.any(DOMException));
  warned.mockRestore();
  expect(stored()).toBeNull();
  receive(QUEUE, { data: [order(1), order(2)] });
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toEqual({ data: [order(1), order(2)] });
});

test('data in the format of an earlier release is deleted', async () => {
  window.localStorage.setItem('offline', JSON.stringify({ version: 1, owner: 'visitor', answers: [] }));
  await openPage();
  expect(stored()).toBeNull();
});

test('the oldest data is dropped if the cache is too large', () => {
  const long = 'x'.repeat(1_200_000);
  queryClient().setQueryData(resourceKey('/venues/1'), long, { updatedAt: 1_000 });
  queryClient().setQueryData(resourceKey('/venues/7'), long, { updatedAt: 2_000 });
  leavePage();
  expect(stored()).toContain('/venues/7');
  expect(stored()).not.toContain('/venues/1');
});
