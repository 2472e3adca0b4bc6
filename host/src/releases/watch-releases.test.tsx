import { act, renderHook } from '@testing-library/react';
import { createEventStore, provideEventStore, publish } from 'shared-contracts/events';
import { release, snapshotOf } from '../testing/federation';
import { leaveAtNavigation, useReleaseAtNavigation } from './next-release';
import { tellReleaseNews } from './release-news';
import { watchReleases } from './watch-releases';

let current: string;
let recalled: string[];
let verified: (name: string) => boolean;
let reload: jest.Mock;
let stop: () => void;

beforeEach(async () => {
  jest.useFakeTimers();
  provideEventStore(createEventStore());
  window.sessionStorage.clear();
  current = 'aaaa';
  recalled = [];
  verified = () => true;
  reload = jest.fn();
  stop = watchReleases({
    snapshot: snapshotOf({ catalog: release('catalog', { version: '1.0.0-a' }) }),
    snapshotName: 'aaaa',
    host: '2.2.63-a',
    fetchPointer: async () => ({ current, previous: null, at: '', recalled }),
    isVerified: async (name) => verified(name),
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

test('a new release is found within a minute and applied at the next navigation, not before', async () => {
  const page = open();
  page.rerender({ path: '/queues' });
  current = 'bbbb';
  await pass(60_000);
  expect(reload).not.toHaveBeenCalled();
  page.rerender({ path: '/profile' });
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
  // The reloaded page is the old one from a cache. It must not reload again and again.
  page.rerender({ path: '/venues' });
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a release that the server tells of is found within two seconds', async () => {
  recalled = ['catalog@1.0.0-a'];
  tellReleaseNews();
  tellReleaseNews();
  await pass(2_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a new release that is not verified is not applied, until it is', async () => {
  const page = open();
  current = 'bbbb';
  verified = (name) => name === 'aaaa';
  await pass(60_000);
  page.rerender({ path: '/profile' });
  await pass(0);
  expect(reload).not.toHaveBeenCalled();
  verified = () => true;
  await pass(60_000);
  page.rerender({ path: '/venues' });
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a new release is not applied during a payment', async () => {
  const page = open();
  publish('payment-started', { cartId: 4 });
  current = 'bbbb';
  await pass(60_000);
  page.rerender({ path: '/profile' });
  await pass(0);
  expect(reload).not.toHaveBeenCalled();
});

test.each([['catalog@1.0.0-a'], ['host@2.2.63-a']])('the page reloads at once when %s is recalled', async (version) => {
  recalled = ['catalog@0.9.0-z', version];
  await pass(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the page reloads again when a version is released and recalled again', async () => {
  recalled = ['catalog@1.0.0-a'];
  current = 'bbbb';
  await pass(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
  current = 'dddd';
  await pass(60_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('a page under a worker leaves a recalled version once the worker has the new page', async () => {
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

test('the page reloads at the navigation after the visitor was demoted', async () => {
  const page = open();
  act(() => leaveAtNavigation('catalog@1.0.0-a'));
  await pass(60_000);
  expect(reload).not.toHaveBeenCalled();
  page.rerender({ path: '/queues' });
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
});
