import { ApiError } from 'shared-contracts/client';
import { createEventStore, provideEventStore, shellState } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient, queryClient } from 'shared-contracts/query';
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

test('a request without an answer is a lost connection, until the site answers again', async () => {
  await fail(new ApiError(0, { code: 'NETWORK' }));
  expect(isOnline()).toBe(false);
  await jest.advanceTimersByTimeAsync(5000);
  expect(isOnline()).toBe(false);
  isReachable = true;
  await jest.advanceTimersByTimeAsync(5000);
  expect(isOnline()).toBe(true);
});

test('once the site answers again, what is shown counts as old and is asked for anew, signed in or not', async () => {
  queryClient().setQueryData(['/vendors/7'], 'menu');
  await fail(new ApiError(0, { code: 'NETWORK' }));
  expect(queryClient().getQueryState(['/vendors/7'])?.isInvalidated).toBe(false);
  isReachable = true;
  await jest.advanceTimersByTimeAsync(5000);
  expect(queryClient().getQueryState(['/vendors/7'])?.isInvalidated).toBe(true);
});

test('a refusal is an answer, and so is a fault of the server', async () => {
  await fail(new ApiError(404, { code: 'NOT_FOUND' }));
  await fail(new ApiError(500, { code: 'FAULT' }));
  expect(isOnline()).toBe(true);
});
