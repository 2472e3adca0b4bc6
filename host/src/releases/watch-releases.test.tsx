import { act, renderHook } from '@testing-library/react';
import { createEventStore, provideEventStore, publish } from 'shared-contracts/events';
import { release, snapshotOf } from '../testing/federation';
import { leaveAtNavigation, useReleaseAtNavigation } from './next-release';
import { watchReleases } from './watch-releases';

let current: string;
let recalled: string[];
let reload: jest.Mock;
let stop: () => void;

beforeEach(async () => {
  jest.useFakeTimers();
  provideEventStore(createEventStore());
  window.sessionStorage.clear();
  current = 'aaaa';
  recalled = [];
  reload = jest.fn();
  stop = watchReleases({
    snapshot: snapshotOf({ catalog: release('catalog', { version: '1.0.0-a' }) }),
    snapshotName: 'aaaa',
    host: '2.2.63-a',
    fetchPointer: async () => ({ current, previous: null, at: '', recalled }),
    reload,
  });
  await act(() => jest.advanceTimersByTimeAsync(0));
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const open = () =>
  renderHook(({ path }) => useReleaseAtNavigation(path, reload), { initialProps: { path: '/venues' } });

test('another release is known within a minute, and applied at the next navigation, not before', async () => {
  const page = open();
  page.rerender({ path: '/queues' });
  current = 'bbbb';
  await pass(60_000);
  expect(reload).not.toHaveBeenCalled();
  page.rerender({ path: '/profile' });
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
  // The page that came is the old one, from a cache: it goes on rather than round in a circle.
  page.rerender({ path: '/venues' });
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('while a payment runs it waits for the navigation after', async () => {
  const page = open();
  publish('payment-started', { cartId: 4 });
  current = 'bbbb';
  await pass(60_000);
  page.rerender({ path: '/profile' });
  await pass(0);
  expect(reload).not.toHaveBeenCalled();
});

test.each([['catalog@1.0.0-a'], ['host@2.2.63-a']])('%s is left at once when it is recalled', async (version) => {
  recalled = ['catalog@0.9.0-z', version];
  await pass(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a version that is released again and recalled again is left again', async () => {
  recalled = ['catalog@1.0.0-a'];
  current = 'bbbb';
  await pass(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
  current = 'dddd';
  await pass(60_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('under a worker a page leaves a recalled version once the worker has the new page, with or without its message', async () => {
  let reply: (outcome: string) => void = () => {};
  const controller = {
    postMessage: (_message: unknown, [port]: [MessagePort]) => {
      reply = (outcome) => port.postMessage(outcome);
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true });
  const Channel = jest.fn(() => {
    const port1: { onmessage?: (event: { data: unknown }) => void } = {};
    return { port1, port2: { postMessage: (data: unknown) => port1.onmessage?.({ data }) } };
  });
  const { MessageChannel: original } = globalThis;
  Object.assign(globalThis, { MessageChannel: Channel });
  try {
    current = 'bbbb';
    recalled = ['catalog@1.0.0-a'];
    await pass(60_000);
    expect(reload).not.toHaveBeenCalled();
    // The worker would respond with the old page, so the reload waits until it has the new one.
    reply('failed');
    await pass(0);
    expect(reload).not.toHaveBeenCalled();
    await pass(45_000);
    reply('refreshed');
    await pass(0);
    expect(reload).toHaveBeenCalledTimes(1);
  } finally {
    Object.assign(globalThis, { MessageChannel: original });
    Reflect.deleteProperty(navigator, 'serviceWorker');
  }
});

test('a release that the visitor was demoted from is left at the next navigation', async () => {
  const page = open();
  act(() => leaveAtNavigation('catalog@1.0.0-a'));
  await pass(60_000);
  expect(reload).not.toHaveBeenCalled();
  page.rerender({ path: '/queues' });
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
});
