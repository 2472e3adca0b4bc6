import { createEventStore, provideEventStore } from 'shared-contracts/events';
import type { Remotes } from '../remotes/remotes-context';
import { snapshotOf } from '../remotes/testing/federation';
import { startReporting } from './start-reporting';

const fetchBefore = window.fetch;
const request = jest.fn(async (_url: string, _options: { body: string }) => ({ status: 204 }));

beforeAll(() => {
  Object.assign(window, { fetch: request });
  provideEventStore(createEventStore());
  const remotes = { snapshot: snapshotOf({}), site: '', loader: {} } as Remotes;
  startReporting({ remotes, api: '/api/v1', host: '2.2.63-aa', moveBack: () => undefined, afterLoading: () => {} });
});
afterAll(() => Object.assign(window, { fetch: fetchBefore }));

const sent = () => {
  window.dispatchEvent(new Event('pagehide'));
  return request.mock.calls.flatMap(([, { body }]) => JSON.parse(body).entries);
};
const thrownIn = (address: string) => {
  const error = new RangeError('too many, thandi@foodhall.test');
  error.stack = `RangeError: too many\n    at f (https://hall.example${address}:1:2)`;
  return error;
};

test('the visit of the shell is told, and errors that nobody caught, with whose they are', () => {
  window.dispatchEvent(new ErrorEvent('error', { error: thrownIn('/parts/queues/1.0.0-cc/1.js') }));
  window.dispatchEvent(
    Object.assign(new Event('unhandledrejection'), { reason: thrownIn('/parts/checkout/1.0.0-dd/1.js') }),
  );
  window.dispatchEvent(new ErrorEvent('error', { error: thrownIn('/somebody-elses.js') }));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'no error at all' }));
  const unhandled = { type: 'error', kind: 'unhandled', message: 'RangeError: too many, …' };
  expect(sent()).toEqual([
    { type: 'visit', part: 'host', version: '2.2.63-aa' },
    { ...unhandled, part: 'queues', version: '1.0.0-cc' },
    { ...unhandled, part: 'checkout', version: '1.0.0-dd' },
  ]);
});
