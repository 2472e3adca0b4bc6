import { createEventStore, provideEventStore, publish } from 'shared-contracts/events';
import type { ReportEntry } from 'shared-contracts/types';
import { createReporter, type Reporter, sendTo } from './reporter';

const visit: ReportEntry = { type: 'visit', part: 'catalog', version: '1.0.0-aa' };
const send = jest.fn();
let reporter: Reporter;
let visibility: DocumentVisibilityState;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  provideEventStore(createEventStore());
  send.mockClear();
  visibility = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  reporter = createReporter(send);
});
afterEach(() => {
  reporter.stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('entries are sent together every 30 s, and nothing is sent without entries', () => {
  reporter.add(visit);
  reporter.add(visit);
  expect(send).not.toHaveBeenCalled();
  jest.advanceTimersByTime(90_000);
  expect(send.mock.calls).toEqual([[{ entries: [visit, visit] }]]);
});

test.each([
  ['is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['is left', () => window.dispatchEvent(new Event('pagehide'))],
])('waiting entries are sent when the page %s', (_case, leave) => {
  reporter.add(visit);
  visibility = 'hidden';
  leave();
  expect(send).toHaveBeenCalledTimes(1);
});

test('entries that are added to a hidden page are sent together', async () => {
  visibility = 'hidden';
  reporter.add(visit);
  reporter.add(visit);
  await Promise.resolve();
  expect(send.mock.calls).toEqual([[{ entries: [visit, visit] }]]);
});

test('entries wait while the device is offline and are sent once it is online', () => {
  reporter.add(visit);
  publish('connection-changed', { isOnline: false });
  jest.advanceTimersByTime(60_000);
  expect(send).not.toHaveBeenCalled();
  publish('connection-changed', { isOnline: true });
  jest.advanceTimersByTime(30_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('an error in a loop fills at most six reports of a page', () => {
  for (let round = 0; round < 10; round += 1) {
    for (let count = 0; count < 1_000; count += 1) reporter.add(visit);
    jest.advanceTimersByTime(30_000);
  }
  expect(send.mock.calls.map(([{ entries }]) => entries.length)).toEqual([50, 50, 50, 50, 50, 50]);
});

test('a report with many stacks omits the later ones, and stays below the limit of 32 KB', () => {
  const stack = Array<string>(12).fill('/parts/vendor-tools/1.0.0-3f9a01c2/850.31421a08.js:1:20512').join('\n');
  const error = { type: 'error', kind: 'unhandled', part: 'vendor-tools', version: '1.0.0-3f9a01c2' } as const;
  for (let count = 0; count < 50; count += 1) reporter.add({ ...error, message: 'x'.repeat(200), stack });
  jest.advanceTimersByTime(30_000);
  const [[{ entries }]] = send.mock.calls;
  expect(entries).toHaveLength(50);
  expect(entries.filter((entry: ReportEntry) => entry.type === 'error' && entry.stack)).toHaveLength(16);
  expect(JSON.stringify({ entries }).length).toBeLessThan(32 * 1024);
});

test('a report outlives its page and has no cookie, and its failure is silent', async () => {
  const request = jest.fn(() => Promise.reject(new Error('offline')));
  const before = window.fetch;
  Object.assign(window, { fetch: request });
  sendTo('/api/v1')({ entries: [visit] });
  Object.assign(window, { fetch: before });
  expect(request).toHaveBeenCalledWith(
    '/api/v1/reports',
    expect.objectContaining({
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      body: JSON.stringify({ entries: [visit] }),
    }),
  );
});
