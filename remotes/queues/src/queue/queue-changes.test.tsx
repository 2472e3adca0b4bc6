import { act, screen, waitFor } from '@testing-library/react';
import { publish } from 'shared-contracts/events';
import { anEntry, type FakeRequest, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import type { ActiveQueue } from 'shared-contracts/types';
import { useLiveQueue } from './live-queue';
import { useQueue } from './queue.resource';

const entries = [anEntry({ id: 2 }), anEntry({ id: 1 })];

function List() {
  useLiveQueue();
  const { data = [] } = useQueue();
  return <p>{data.map(({ id, state }) => `${id} ${state}`).join(', ')}</p>;
}

function show(respond: (changedSince: unknown) => ActiveQueue) {
  const api = fakeApi()
    .on('GET /queues/active', ({ params }: FakeRequest) => respond(params.changed_since))
    .on('GET /vendors/7/orders', { data: [] });
  renderScreen(<List />, { api, state: { session: VENDOR, connection: { isOnline: true, socket: 'live' } } });
  return () => api.requests.filter(({ path }) => path === '/queues/active').map(({ params }) => params.changed_since);
}

const hear = () => act(async () => publish('queue-positions-changed', { vendor_id: 7 }, 'server'));

test('fetches a queue whole once, and then only its changes', async () => {
  const changes = [{ data: [anEntry({ id: 3 })], removed: [1], cursor: 'b' }];
  const asked = show(
    (since) => (since === undefined ? { data: entries, cursor: 'a' } : changes.shift()) as ActiveQueue,
  );
  expect(await screen.findByText('2 new, 1 new')).toBeInTheDocument();
  changes.push({ data: [anEntry({ id: 2, state: 'busy' })], removed: [], cursor: 'c' });
  await hear();
  await waitFor(() => expect(screen.getByText('3 new, 2 new')).toBeInTheDocument());
  await hear();
  await waitFor(() => expect(screen.getByText('3 new, 2 busy')).toBeInTheDocument());
  expect(asked()).toEqual([undefined, 'a', 'b']);
});

test('fetches it whole again when the shell asks for a refresh', async () => {
  const asked = show(() => ({ data: entries, cursor: 'a' }));
  await screen.findByText('2 new, 1 new');
  await act(async () => publish('refresh-wanted', { why: 'reconnected' }, 'shell'));
  await waitFor(() => expect(asked()).toEqual([undefined, undefined]));
});

test.each([
  ['without a cursor', { data: entries }, [undefined, undefined]],
  ['that does not know the cursor', { data: entries, cursor: 'a' }, [undefined, 'a']],
])('an API %s responds with the whole queue', async (_which, first, expected) => {
  let response: ActiveQueue = first as ActiveQueue;
  const asked = show(() => response);
  await screen.findByText('2 new, 1 new');
  response = { data: [anEntry({ id: 2, state: 'done' })] } as ActiveQueue;
  await hear();
  await waitFor(() => expect(screen.getByText('2 done')).toBeInTheDocument());
  expect(asked()).toEqual(expected);
});
