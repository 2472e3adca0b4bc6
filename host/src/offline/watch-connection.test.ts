import { ApiError } from 'shared-contracts/client';
import { createEventStore, provideEventStore, shellState, subscribe } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient, queryClient } from 'shared-contracts/query';
import { sessionOf, THANDI } from '../testing/render-shell';
import { watchConnection } from './watch-connection';

let isReachable = false;
let stop = () => {};
const isOnline = () => shellState().connection.isOnline;
const fail = (error: ApiError) =>
  queryClient()
    .fetchQuery({ queryKey: ['/venues'], queryFn: () => Promise.reject(error), retry: false })
    .catch(() => {});

beforeEach(() => {
  jest.useFakeTimers();
  isReachable = false;
  provideEventStore(createEventStore());
  provideQueryClient(createQueryClient());
  stop = watchConnection(async () => isReachable);
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

test('a failed request does not count as offline while the site can be reached', async () => {
  isReachable = true;
  const changes = jest.fn();
  subscribe('connection-changed', changes);
  await fail(new ApiError(0, { code: 'NETWORK' }));
  await jest.advanceTimersByTimeAsync(20_000);
  await fail(new ApiError(0, { code: 'NETWORK' }));
  expect(changes).not.toHaveBeenCalled();
  expect(isOnline()).toBe(true);
});

test("the browser's network events only start a check of the site", async () => {
  isReachable = true;
  window.dispatchEvent(new Event('offline'));
  await jest.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(true);
  isReachable = false;
  window.dispatchEvent(new Event('offline'));
  await jest.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(false);
  isReachable = true;
  window.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(true);
});

test('the site is checked again and again while the browser reports offline', async () => {
  isReachable = true;
  const onLine = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  await jest.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(true);
  isReachable = false;
  await jest.advanceTimersByTimeAsync(5000);
  expect(isOnline()).toBe(false);
  isReachable = true;
  onLine.mockReturnValue(true);
  await jest.advanceTimersByTimeAsync(5000);
  expect(isOnline()).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});

test('a response that takes longer than the interval of the checks ends the offline mode', async () => {
  stop();
  const replies: ((isReached: boolean) => void)[] = [];
  stop = watchConnection(() => new Promise((resolve) => replies.push(resolve)));
  window.dispatchEvent(new Event('offline'));
  replies.pop()?.(false);
  await jest.advanceTimersByTimeAsync(5000);
  const [slow] = replies;
  await jest.advanceTimersByTimeAsync(7000);
  slow?.(true);
  await jest.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(true);
});

test('a page with a session asks for a refresh once the connection is back', async () => {
  provideEventStore(createEventStore({ initial: { session: sessionOf(THANDI) } }));
  const wanted = jest.fn();
  subscribe('refresh-wanted', wanted);
  window.dispatchEvent(new Event('offline'));
  await jest.advanceTimersByTimeAsync(0);
  expect(wanted).not.toHaveBeenCalled();
  isReachable = true;
  window.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(0);
  expect(wanted).toHaveBeenCalledWith({ why: 'online' }, expect.anything());
});

test('the page is offline after a failed request and a failed check, until the site responds again', async () => {
  await fail(new ApiError(0, { code: 'NETWORK' }));
  await jest.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(false);
  await jest.advanceTimersByTimeAsync(5000);
  expect(isOnline()).toBe(false);
  isReachable = true;
  await jest.advanceTimersByTimeAsync(5000);
  expect(isOnline()).toBe(true);
});

test('all data is invalidated once the site responds again, even without a session', async () => {
  queryClient().setQueryData(['/vendors/7'], 'menu');
  await fail(new ApiError(0, { code: 'NETWORK' }));
  await jest.advanceTimersByTimeAsync(0);
  expect(queryClient().getQueryState(['/vendors/7'])?.isInvalidated).toBe(false);
  isReachable = true;
  await jest.advanceTimersByTimeAsync(5000);
  expect(queryClient().getQueryState(['/vendors/7'])?.isInvalidated).toBe(true);
});

test('a refusal or a server error does not count as offline', async () => {
  await fail(new ApiError(404, { code: 'NOT_FOUND' }));
  await fail(new ApiError(500, { code: 'FAULT' }));
  expect(isOnline()).toBe(true);
});

test('a request of five seconds starts a check, since a dead network fails requests only after half a minute', async () => {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(() => resolve('venues'), ms));
  const ask = (ms: number) => queryClient().fetchQuery({ queryKey: ['/venues', ms], queryFn: () => wait(ms) });
  void ask(4999);
  await jest.advanceTimersByTimeAsync(5000);
  expect(isOnline()).toBe(true);
  void ask(5001);
  await jest.advanceTimersByTimeAsync(4999);
  expect(isOnline()).toBe(true);
  await jest.advanceTimersByTimeAsync(1);
  expect(isOnline()).toBe(false);
});
