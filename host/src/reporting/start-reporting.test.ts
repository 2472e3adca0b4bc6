import { waitFor } from '@testing-library/react';
import { createEventStore, provideEventStore } from 'shared-contracts/events';
import type { Metric } from 'web-vitals';
import type { Remotes } from '../remotes/remotes-context';
import { release, snapshotOf } from '../testing/federation';
import { startReporting } from './start-reporting';

/** The listeners of all vitals. Each passes on only the metric that it is for. */
const listeners: ((metric: Metric) => void)[] = [];
const listenTo =
  (name: string) =>
  (listener: (metric: never) => void): void => {
    listeners.push((metric) => metric.name === name && listener(metric as never));
  };

const fetchBefore = window.fetch;
const request = jest.fn(async (_url: string, _options: { body: string }) => ({ status: 204 }));

beforeAll(() => {
  Object.assign(window, { fetch: request });
  provideEventStore(createEventStore());
});
afterAll(() => Object.assign(window, { fetch: fetchBefore }));

let remotes: Remotes;
let loaded: () => void;
beforeEach(() => {
  request.mockClear();
  listeners.length = 0;
  const snapshot = snapshotOf({ catalog: release('catalog', { version: '1.1.0-bb' }), queues: release('queues') });
  const loader = { loadScreen: async () => ({ status: 'ready' }) };
  remotes = startReporting({
    remotes: { snapshot, site: '', loader } as unknown as Remotes,
    api: '/api/v1',
    host: '2.2.63-aa',
    demote: () => undefined,
    later: (work) => (loaded = work),
    vitals: async () => ({
      onCLS: listenTo('CLS'),
      onFCP: listenTo('FCP'),
      onINP: listenTo('INP'),
      onLCP: listenTo('LCP'),
      onTTFB: listenTo('TTFB'),
    }),
  });
});

const sent = () => {
  window.dispatchEvent(new Event('pagehide'));
  return request.mock.calls.flatMap(([, { body }]) => JSON.parse(body).entries);
};
const thrownIn = (address: string) => {
  const error = new RangeError('too many, thandi@foodhall.test');
  error.stack = `RangeError: too many\n    at f (https://hall.example${address}:1:2)`;
  return error;
};

test("the shell's visit and uncaught errors are reported, each error with the app that threw it", () => {
  window.dispatchEvent(new ErrorEvent('error', { error: thrownIn('/parts/queues/1.0.0-cc/1.js') }));
  window.dispatchEvent(
    Object.assign(new Event('unhandledrejection'), { reason: thrownIn('/parts/checkout/1.0.0-dd/1.js') }),
  );
  window.dispatchEvent(new ErrorEvent('error', { error: thrownIn('/of-an-extension.js') }));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'no error at all' }));
  const unhandled = { type: 'error', kind: 'unhandled', message: 'RangeError: too many, …' };
  expect(sent()).toEqual([
    { type: 'visit', part: 'host', version: '2.2.63-aa' },
    { ...unhandled, part: 'queues', version: '1.0.0-cc', stack: '/parts/queues/1.0.0-cc/1.js:1:2' },
    { ...unhandled, part: 'checkout', version: '1.0.0-dd', stack: '/parts/checkout/1.0.0-dd/1.js:1:2' },
  ]);
});

test.each(['CLS', 'FCP', 'INP', 'LCP', 'TTFB'] as const)(
  'the web vital %s is reported for the shell and for the remote of the first screen',
  async (name) => {
    await remotes.loader.loadScreen('catalog', 'menu');
    await remotes.loader.loadScreen('queues', 'list');
    loaded();
    await waitFor(() => expect(listeners).toHaveLength(5));
    for (const notify of listeners) notify({ name, value: 0.25 } as Metric);
    expect(sent().filter(({ type }) => type === 'vital')).toEqual([
      { type: 'vital', name, value: 0.25, part: 'host', version: '2.2.63-aa' },
      { type: 'vital', name, value: 0.25, part: 'catalog', version: '1.1.0-bb' },
    ]);
  },
);
