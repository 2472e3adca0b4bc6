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

const MENU = resourceKey('/vendors/7');
const QUEUE = resourceKey('/queues/active', { user_id: 3 });
let stop = () => {};

/** A page that opens on this device. */
function openPage(): void {
  stop();
  provideEventStore(createEventStore({ initial: { session: storedSession() } }));
  provideQueryClient(createQueryClient());
  stop = cacheData();
}
const leavePage = () => window.dispatchEvent(new Event('pagehide'));
const see = (key: ReturnType<typeof resourceKey>, data: unknown) => queryClient().setQueryData(key, data);
const stored = () => window.localStorage.getItem('offline');

beforeEach(() => {
  window.localStorage.clear();
  openPage();
});
afterEach(() => {
  stop();
  queryClient().clear();
});

test('cached data is there on the next page, before any response, with its age', () => {
  see(MENU, { data: 'menu' });
  const seenAt = queryClient().getQueryState(MENU)?.dataUpdatedAt;
  leavePage();
  openPage();
  expect(queryClient().getQueryData(MENU)).toEqual({ data: 'menu' });
  expect(queryClient().getQueryState(MENU)).toMatchObject({ dataUpdatedAt: seenAt, isInvalidated: true });
});

test('it is written a second after it came, too', () => {
  jest.useFakeTimers();
  see(MENU, { data: 'menu' });
  expect(stored()).toBeNull();
  jest.advanceTimersByTime(1000);
  expect(stored()).toContain('menu');
  jest.useRealTimers();
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

test('data that a screen failed over does not come back with the next page, also if another tab cached it', () => {
  see(MENU, { data: 'a menu that no screen can show' });
  see(QUEUE, { data: 'my lunch' });
  leavePage();
  forgetResources([MENU]);
  // As another tab writes it.
  window.localStorage.setItem('offline', `${stored()} `);
  leavePage();
  expect(stored()).not.toContain('a menu that no screen can show');
  openPage();
  expect(queryClient().getQueryData(MENU)).toBeUndefined();
  expect(queryClient().getQueryData(QUEUE)).toEqual({ data: 'my lunch' });
});

test('log-out empties it, and the next account sees nothing', () => {
  startSession(signedIn(THANDI));
  see(QUEUE, { data: 'my lunch' });
  leavePage();
  expect(stored()).toContain('my lunch');
  window.localStorage.removeItem('token');
  publish('signed-out', { reason: 'asked' });
  expect(stored()).toBeNull();
  startSession(signedIn(MAI));
  leavePage();
  openPage();
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

test('data of another account is neither shown nor left there', () => {
  startSession(signedIn(THANDI));
  see(QUEUE, { data: 'my lunch' });
  leavePage();
  window.localStorage.setItem('user', JSON.stringify(MAI));
  openPage();
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

test('what a visitor saw stays when they sign in', () => {
  see(MENU, { data: 'menu' });
  startSession(signedIn(THANDI));
  leavePage();
  openPage();
  expect(queryClient().getQueryData(MENU)).toEqual({ data: 'menu' });
});

test('after a week it is gone', () => {
  see(MENU, { data: 'menu' });
  leavePage();
  stop();
  provideQueryClient(createQueryClient());
  stop = cacheData(() => Date.now() + 8 * 24 * 60 * 60_000);
  expect(queryClient().getQueryData(MENU)).toBeUndefined();
});

test('what another tab has cached meanwhile stays, each response in its newest form', () => {
  const response = (path: string, data: string, at: number) => ({ key: resourceKey(path), data, at });
  const now = Date.now();
  queryClient().setQueryData(MENU, 'menu, seen here', { updatedAt: now });
  const answers = [response('/vendors/8', 'menu of the other tab', now), response('/vendors/7', 'older menu', now - 1)];
  window.localStorage.setItem('offline', JSON.stringify({ version: 1, owner: 'visitor', answers }));
  leavePage();
  openPage();
  expect(queryClient().getQueryData(MENU)).toBe('menu, seen here');
  expect(queryClient().getQueryData(resourceKey('/vendors/8'))).toBe('menu of the other tab');
});

test('what another tab keeps between two writes of this one stays', () => {
  see(MENU, { data: 'menu' });
  leavePage();
  const file = JSON.parse(stored() ?? '');
  file.answers.push({ key: resourceKey('/vendors/8'), data: 'menu of the other tab', at: Date.now() });
  window.localStorage.setItem('offline', JSON.stringify(file));
  see(MENU, { data: 'menu, a while later' });
  leavePage();
  expect(stored()).toContain('menu of the other tab');
  expect(stored()).toContain('menu, a while later');
});

test('a response is serialized once, however often the file is written', () => {
  see(MENU, { data: 'menu' });
  leavePage();
  const written = jest.spyOn(JSON, 'stringify');
  see(QUEUE, { data: 'my lunch' });
  leavePage();
  const menus = written.mock.calls.filter(([value]) => value?.data?.data === 'menu');
  written.mockRestore();
  expect(menus).toEqual([]);
  expect(stored()).toContain('menu');
});

test('when there is too much, the newest stays', () => {
  const long = 'x'.repeat(1_200_000);
  queryClient().setQueryData(resourceKey('/vendors/1'), long, { updatedAt: 1_000 });
  queryClient().setQueryData(MENU, long, { updatedAt: 2_000 });
  leavePage();
  expect(stored()).toContain('"/vendors/7"');
  expect(stored()).not.toContain('"/vendors/1"');
});
