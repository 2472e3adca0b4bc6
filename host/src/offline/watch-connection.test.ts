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

test("one failed call is that call's failure while the site can be reached, and the state stays", async () => {
  isReachable = true;
  const changes = jest.fn();
  subscribe('connection-changed', changes);
  await fail(new ApiError(0, { code: 'NETWORK' }));
  await jest.advanceTimersByTimeAsync(20_000);
  await fail(new ApiError(0, { code: 'NETWORK' }));
  expect(changes).not.toHaveBeenCalled();
  expect(isOnline()).toBe(true);
});

test('the browser’s network events are a reason to check, and no more', async () => {
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

test('while the browser says offline, the site is checked until the browser says online', async () => {
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

test('a site whose response takes longer than the interval of the checks is back with its response', async () => {
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

test('a session gets new data once the connection is back', async () => {
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

test('a request without a response, if the site gives none either, is a lost connection, until the site responds again', async () => {
  await fail(new ApiError(0, { code: 'NETWORK' }));
  await jest.advanceTimersByTimeAsync(0);
  expect(isOnline()).toBe(false);
  await jest.advanceTimersByTimeAsync(5000);
  expect(isOnline()).toBe(false);
  isReachable = true;
  await jest.advanceTimersByTimeAsync(5000);
  expect(isOnline()).toBe(true);
});

test('once the site responds again, data counts as old and is requested again, with or without a session', async () => {
  queryClient().setQueryData(['/vendors/7'], 'menu');
  await fail(new ApiError(0, { code: 'NETWORK' }));
  await jest.advanceTimersByTimeAsync(0);
  expect(queryClient().getQueryState(['/vendors/7'])?.isInvalidated).toBe(false);
  isReachable = true;
  await jest.advanceTimersByTimeAsync(5000);
  expect(queryClient().getQueryState(['/vendors/7'])?.isInvalidated).toBe(true);
});

test('a refusal is a response, and so is an error of the server', async () => {
  await fail(new ApiError(404, { code: 'NOT_FOUND' }));
  await fail(new ApiError(500, { code: 'FAULT' }));
  expect(isOnline()).toBe(true);
});

test('a request that takes long is a reason to check: a network that has stopped fails none for half a minute', async () => {
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
