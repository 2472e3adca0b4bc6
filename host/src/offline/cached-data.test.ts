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
import { cacheData } from './cached-data';
import { type CachedResponse, readHead, readResponses } from './cached-responses';
import { createResponseWriter } from './response-writer';

const MENU = resourceKey('/vendors/7');
const QUEUE = resourceKey('/queues/active', { user_id: 3 });
let stop = () => {};

/** A page that opens on this device. */
async function openPage(now?: () => number): Promise<void> {
  stop();
  provideEventStore(createEventStore({ initial: { session: storedSession() } }));
  provideQueryClient(createQueryClient());
  const writing = Promise.resolve(createResponseWriter());
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
  see(MENU, { data: 'menu' });
  const seenAt = queryClient().getQueryState(MENU)?.dataUpdatedAt;
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(MENU)).toEqual({ data: 'menu' });
  expect(queryClient().getQueryState(MENU)).toMatchObject({ dataUpdatedAt: seenAt, isInvalidated: true });
});

test('it is written a second after it came, too', () => {
  jest.useFakeTimers();
  see(MENU, { data: 'menu' });
  expect(stored()).toBeNull();
  jest.advanceTimersByTime(1000);
  // Of a browser that tells of no idle moments.
  jest.advanceTimersByTime(1);
  expect(stored()).toContain('menu');
  jest.useRealTimers();
});

test('what comes before the code that writes is there is written once it is', async () => {
  stop();
  let arrive = (_writer: ReturnType<typeof createResponseWriter>) => {};
  stop = cacheData(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  see(MENU, { data: 'menu' });
  leavePage();
  expect(stored()).toBeNull();
  arrive(createResponseWriter());
  await new Promise(process.nextTick);
  leavePage();
  expect(stored()).toContain('menu');
});

test('it is written in an idle moment, and a page that closes before loses nothing', () => {
  jest.useFakeTimers();
  const idle = jest.fn();
  Object.assign(window, { requestIdleCallback: idle });
  see(MENU, { data: 'menu' });
  jest.advanceTimersByTime(1000);
  expect(stored()).toBeNull();
  idle.mock.calls[0][0]();
  expect(stored()).toContain('menu');

  see(MENU, { data: 'another menu' });
  jest.advanceTimersByTime(1000);
  leavePage();
  expect(stored()).toContain('another menu');
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
  see(MENU, { data: 'a menu that no screen can show' });
  see(QUEUE, { data: 'my lunch' });
  leavePage();
  forgetResources([MENU]);
  writeInOtherTab({ key: resourceKey('/vendors/8'), data: 'menu of the other tab', at: Date.now() });
  leavePage();
  expect(stored()).not.toContain('a menu that no screen can show');
  await openPage();
  expect(queryClient().getQueryData(MENU)).toBeUndefined();
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
  see(MENU, { data: 'menu' });
  startSession(signedIn(THANDI));
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(MENU)).toEqual({ data: 'menu' });
});

test('after a week it is gone', async () => {
  see(MENU, { data: 'menu' });
  leavePage();
  await openPage(() => Date.now() + 8 * 24 * 60 * 60_000);
  expect(queryClient().getQueryData(MENU)).toBeUndefined();
});

test('what another tab has cached meanwhile stays, each response in its newest form', async () => {
  const now = Date.now();
  queryClient().setQueryData(MENU, 'menu, seen here', { updatedAt: now });
  writeInOtherTab(
    { key: resourceKey('/vendors/8'), data: 'menu of the other tab', at: now },
    { key: MENU, data: 'older menu', at: now - 1 },
  );
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(MENU)).toBe('menu, seen here');
  expect(queryClient().getQueryData(resourceKey('/vendors/8'))).toBe('menu of the other tab');
});

test('what another tab keeps between two writes of this one stays', () => {
  see(MENU, { data: 'menu' });
  leavePage();
  writeInOtherTab({ key: resourceKey('/vendors/8'), data: 'menu of the other tab', at: Date.now() });
  see(MENU, { data: 'menu, a while later' });
  leavePage();
  expect(stored()).toContain('menu of the other tab');
  expect(stored()).toContain('menu, a while later');
});

test('what another tab has deleted is written whole again by this one', async () => {
  see(QUEUE, { data: [order(1), order(2)] });
  leavePage();
  window.localStorage.clear();
  see(MENU, { data: 'menu' });
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
  see(MENU, { data: 'menu' });
  leavePage();
  const name = Object.keys(window.localStorage).find((each) => each.startsWith('offline') && each.endsWith(' 2'));
  window.localStorage.removeItem(name ?? '');
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toBeUndefined();
  expect(queryClient().getQueryData(MENU)).toEqual({ data: 'menu' });
});

test('of a list with two things of one id, or things without one, nothing is lost', async () => {
  const twice = { data: [order(1), order(1, 'done')] };
  const nameless = { data: [{ name: 'no id' }, null] };
  see(QUEUE, twice);
  see(MENU, nameless);
  leavePage();
  await openPage();
  expect(queryClient().getQueryData(QUEUE)).toEqual(twice);
  expect(queryClient().getQueryData(MENU)).toEqual(nameless);
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
  see(MENU, { data: 'menu' });
  leavePage();
  const written = jest.spyOn(JSON, 'stringify');
  see(QUEUE, { data: 'my lunch' });
  leavePage();
  const menus = written.mock.calls.filter(([value]) => value?.body?.data === 'menu');
  written.mockRestore();
  expect(menus).toEqual([]);
  expect(stored()).toContain('menu');
});

test('where there is no room, nothing is left half written', async () => {
  see(MENU, { data: 'menu' });
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
  queryClient().setQueryData(resourceKey('/vendors/1'), long, { updatedAt: 1_000 });
  queryClient().setQueryData(MENU, long, { updatedAt: 2_000 });
  leavePage();
  expect(stored()).toContain('/vendors/7');
  expect(stored()).not.toContain('/vendors/1');
});
