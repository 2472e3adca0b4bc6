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

/** A page that opens on this device. */
async function openPage(now?: () => number): Promise<void> {
  stop();
  provideEventStore(createEventStore({ initial: { session: storedSession() } }));
  provideQueryClient(createQueryClient());
  const writing = Promise.resolve(startDataWriter);
  stop = cacheData(writing, now);
  await writing;
}
const leavePage = () => window.dispatchEvent(new Event('pagehide'));
const see = (key: ReturnType<typeof resourceKey>, data: unknown) => queryClient().setQueryData(key, data);
/** All that is cached on this device; null if that is nothing. */
const stored = () => {
  const records = Object.entries(window.localStorage).filter(([name]) => name.startsWith('offline'));
  return records.length > 0 ? JSON.stringify(records) : null;
};
/** As another tab of the same account writes it: with what is there already. */
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

test('cached data is there on the next page, before any response, with its age', async () => {
  see(STALLS, { data: 'stalls' });
  const seenAt = queryClient().getQueryState(STALLS)?.dataUpdatedAt;
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(STALLS)).toEqual({ data: 'stalls' });
  expect(queryClient().getQueryState(STALLS)).toMatchObject({ dataUpdatedAt: seenAt, isInvalidated: true });
});

describe('what has prices', () => {
  const ITEM = resourceKey('/items/3');
  /** A page that requests the menu, which gets this response. */
  function request(response: () => Promise<unknown>) {
    return queryClient().fetchQuery({ queryKey: MENU, queryFn: response, retry: 1, retryDelay: 60_000 });
  }
  const failWith = (status: number) => async () => {
    throw new ApiError(status, { code: status === 0 ? 'NETWORK' : 'SOME_CODE' });
  };

  beforeEach(async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    see(MENU, { data: 'menu' });
    see(ITEM, { data: 'item' });
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

  test.each([0, 429, 503])('is shown as soon as a request failed with %d, and the request goes on', async (status) => {
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
  });

  test('is shown with the error where no other request follows', async () => {
    await queryClient()
      .fetchQuery({ queryKey: MENU, queryFn: failWith(0), retry: false })
      .catch(() => {});
    expect(queryClient().getQueryState(MENU)).toMatchObject({ data: { data: 'menu' }, status: 'error' });
  });

  test('is not shown where the API says that there is no such thing, and leaves the device', async () => {
    await queryClient()
      .fetchQuery({ queryKey: MENU, queryFn: failWith(404), retry: false })
      .catch(() => {});
    publish('connection-changed', { isOnline: false });
    expect(queryClient().getQueryData(MENU)).toBeUndefined();
    leavePage();
    expect(stored()).not.toContain('menu');
    expect(stored()).toContain('item');
  });

  test('stays for the next page where a screen is left before its response', async () => {
    const leave = await showResource(ITEM);
    await leave();
    expect(queryClient().getQueryData(ITEM)).toBeUndefined();
    see(STALLS, { data: 'stalls' });
    leavePage();
    expect(stored()).toContain('item');
  });

  test('is there again without a connection, after a screen that showed it was left before its response', async () => {
    const leave = await showResource(ITEM);
    act(() => publish('connection-changed', { isOnline: false }));
    expect(queryClient().getQueryData(ITEM)).toEqual({ data: 'item' });
    await leave();
    expect(queryClient().getQueryData(ITEM)).toEqual({ data: 'item' });
  });

  test('waits for its response again once the connection is back', async () => {
    publish('connection-changed', { isOnline: false });
    expect(queryClient().getQueryData(MENU)).toEqual({ data: 'menu' });
    see(ITEM, { data: 'new item' });
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
    see(STALLS, { data: 'stalls' });
    leavePage();
    expect(stored()).toContain('menu');
  });
});

test('it is written a second after it came, too', () => {
  jest.useFakeTimers();
  see(STALLS, { data: 'stalls' });
  expect(stored()).toBeNull();
  jest.advanceTimersByTime(1000);
  // This browser has no requestIdleCallback.
  jest.advanceTimersByTime(1);
  expect(stored()).toContain('stalls');
  jest.useRealTimers();
});

test('what comes before the code that writes is there is written once it is', async () => {
  stop();
  let arrive = (_start: typeof startDataWriter) => {};
  stop = cacheData(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  see(STALLS, { data: 'stalls' });
  leavePage();
  expect(stored()).toBeNull();
  arrive(startDataWriter);
  await new Promise(process.nextTick);
  leavePage();
  expect(stored()).toContain('stalls');
});

test('it is written in an idle moment, and a page that closes before loses nothing', () => {
  jest.useFakeTimers();
  const idle = jest.fn();
  Object.assign(window, { requestIdleCallback: idle });
  see(STALLS, { data: 'stalls' });
  jest.advanceTimersByTime(1000);
  expect(stored()).toBeNull();
  idle.mock.calls[0][0]();
  expect(stored()).toContain('stalls');

  see(STALLS, { data: 'other stalls' });
  jest.advanceTimersByTime(1000);
  leavePage();
  expect(stored()).toContain('other stalls');
  Reflect.deleteProperty(window, 'requestIdleCallback');
  jest.useRealTimers();
});

test('carts, payments and orders of others are not cached', () => {
  see(resourceKey('/carts/active'), 'cart');
  see(resourceKey('/carts/4'), 'cart');
  see(resourceKey('/vendors/7/orders'), 'orders');
  leavePage();
  expect(stored()).toBeNull();
});

test('data that a screen failed over does not come back with the next page, also if another tab cached it', async () => {
  see(STALLS, { data: 'stalls that no screen can show' });
  see(QUEUE, { data: 'my lunch' });
  leavePage();
  forgetResources([STALLS]);
  writeInOtherTab({ key: resourceKey('/venues/8'), data: 'venue of the other tab', at: Date.now() });
  leavePage();
  expect(stored()).not.toContain('stalls that no screen can show');
  await openPage();
  expect(queryClient().getQueryData(STALLS)).toBeUndefined();
  expect(queryClient().getQueryData(QUEUE)).toEqual({ data: 'my lunch' });
});

test('log-out empties it, and the next account sees nothing', async () => {
  startSession(signedIn(THANDI));
  see(QUEUE, { data: 'my lunch' });
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

test('a switch of the context empties it', () => {
  startSession(signedIn(MAI));
  see(QUEUE, { data: 'my lunch' });
  leavePage();
  switchContext({ type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } });
  expect(stored()).toBeNull();
});

test('data of another account is neither shown nor left there', async () => {
  startSession(signedIn(THANDI));
  see(QUEUE, { data: 'my lunch' });
  leavePage();
  window.localStorage.setItem('user', JSON.stringify(MAI));
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toBeUndefined();
  expect(stored()).toBeNull();
});

test('a tab that slept through the log-out writes nothing back', () => {
  startSession(signedIn(THANDI));
  see(QUEUE, { data: 'my lunch' });
  window.localStorage.clear();
  leavePage();
  expect(stored()).toBeNull();
});

test('what a visitor saw stays when they sign in', async () => {
  see(STALLS, { data: 'stalls' });
  startSession(signedIn(THANDI));
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(STALLS)).toEqual({ data: 'stalls' });
});

test('after a week it is gone', async () => {
  see(STALLS, { data: 'stalls' });
  leavePage();
  await openPage(() => Date.now() + 8 * 24 * 60 * 60_000);
  expect(queryClient().getQueryData(STALLS)).toBeUndefined();
});

test('what another tab has cached meanwhile stays, each response in its newest form', async () => {
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

test('what another tab keeps between two writes of this one stays', () => {
  see(STALLS, { data: 'stalls' });
  leavePage();
  writeInOtherTab({ key: resourceKey('/venues/8'), data: 'venue of the other tab', at: Date.now() });
  see(STALLS, { data: 'stalls, a while later' });
  leavePage();
  expect(stored()).toContain('venue of the other tab');
  expect(stored()).toContain('stalls, a while later');
});

test('what another tab has deleted is written whole again by this one', async () => {
  see(QUEUE, { data: [order(1), order(2)] });
  leavePage();
  window.localStorage.clear();
  see(STALLS, { data: 'stalls' });
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toEqual({ data: [order(1), order(2)] });
});

const order = (id: number, state = 'new') => ({ id, state, order: { order_number: `A-${id}` } });

test('one order more in a queue of hundreds writes that order and the list of ids, and no other order', async () => {
  const orders = Array.from({ length: 300 }, (_none, index) => order(index));
  see(QUEUE, { data: orders, cursor: '1' });
  leavePage();
  const written = jest.spyOn(Storage.prototype, 'setItem');
  see(QUEUE, { data: [order(300), ...orders], cursor: '2' });
  leavePage();
  const names = written.mock.calls.map(([name]) => name);
  written.mockRestore();
  expect(names).toHaveLength(3);
  expect(names[0]).toMatch(/ 300$/);
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toEqual({ data: [order(300), ...orders], cursor: '2' });
});

test('an order that left the queue leaves the device, and one that changed is as it was last', async () => {
  see(QUEUE, { data: [order(1), order(2), order(3)] });
  leavePage();
  see(QUEUE, { data: [order(3, 'busy'), order(1)] });
  leavePage();
  expect(stored()).not.toContain('A-2');
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toEqual({ data: [order(3, 'busy'), order(1)] });
});

test('a list whose order is missing, since a tab was closed while it wrote, is not shown; the others are', async () => {
  see(QUEUE, { data: [order(1), order(2)] });
  see(STALLS, { data: 'stalls' });
  leavePage();
  const name = Object.keys(window.localStorage).find((each) => each.startsWith('offline') && each.endsWith(' 2'));
  window.localStorage.removeItem(name ?? '');
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toBeUndefined();
  expect(queryClient().getQueryData(STALLS)).toEqual({ data: 'stalls' });
});

test('of a list with two things of one id, or things without one, nothing is lost', async () => {
  const twice = { data: [order(1), order(1, 'done')] };
  const nameless = { data: [{ name: 'no id' }, null] };
  see(QUEUE, twice);
  see(STALLS, nameless);
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toEqual(twice);
  expect(queryClient().getQueryData(STALLS)).toEqual(nameless);
});

test('a long queue is written a little in each idle moment, and is whole at the end', async () => {
  jest.useFakeTimers();
  const idle = jest.fn();
  Object.assign(window, { requestIdleCallback: idle });
  // Each look at the clock is a millisecond later.
  let time = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => {
    time += 1;
    return time;
  });
  const orders = Array.from({ length: 100 }, (_none, index) => order(index));
  see(QUEUE, { data: orders });
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

test('a response is serialized once, however often the others are written', () => {
  see(STALLS, { data: 'stalls' });
  leavePage();
  const written = jest.spyOn(JSON, 'stringify');
  see(QUEUE, { data: 'my lunch' });
  leavePage();
  const menus = written.mock.calls.filter(([value]) => value?.body?.data === 'stalls');
  written.mockRestore();
  expect(menus).toEqual([]);
  expect(stored()).toContain('stalls');
});

test('where there is no room, nothing is left half written', async () => {
  see(STALLS, { data: 'stalls' });
  leavePage();
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  see(QUEUE, { data: [order(1)] });
  leavePage();
  full.mockRestore();
  expect(warned).toHaveBeenCalledWith('There is no room to cache data', expect.any(DOMException));
  warned.mockRestore();
  expect(stored()).toBeNull();
  see(QUEUE, { data: [order(1), order(2)] });
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toEqual({ data: [order(1), order(2)] });
});

test('what a page of an earlier release cached is deleted', async () => {
  window.localStorage.setItem('offline', JSON.stringify({ version: 1, owner: 'visitor', answers: [] }));
  await openPage();
  expect(stored()).toBeNull();
});

test('when there is too much, the newest stays', () => {
  const long = 'x'.repeat(1_200_000);
  queryClient().setQueryData(resourceKey('/venues/1'), long, { updatedAt: 1_000 });
  queryClient().setQueryData(resourceKey('/venues/7'), long, { updatedAt: 2_000 });
  leavePage();
  expect(stored()).toContain('/venues/7');
  expect(stored()).not.toContain('/venues/1');
});
