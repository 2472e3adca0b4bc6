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

const announceChange = () => act(async () => publish('queue-positions-changed', { vendor_id: 7 }, 'server'));

test('fetches a queue whole once, and then only its changes', async () => {
  const changes = [{ data: [anEntry({ id: 3 })], removed: [1], cursor: 'b' }];
  const requestedCursors = show(
    (since) => (since === undefined ? { data: entries, cursor: 'a' } : changes.shift()) as ActiveQueue,
  );
  expect(await screen.findByText('2 new, 1 new')).toBeInTheDocument();
  changes.push({ data: [anEntry({ id: 2, state: 'busy' })], removed: [], cursor: 'c' });
  await announceChange();
  await waitFor(() => expect(screen.getByText('3 new, 2 new')).toBeInTheDocument());
  await announceChange();
  await waitFor(() => expect(screen.getByText('3 new, 2 busy')).toBeInTheDocument());
  expect(requestedCursors()).toEqual([undefined, 'a', 'b']);
});

test('fetches the queue whole again when the shell asks for a refresh', async () => {
  const requestedCursors = show(() => ({ data: entries, cursor: 'a' }));
  await screen.findByText('2 new, 1 new');
  await act(async () => publish('refresh-wanted', { why: 'reconnected' }, 'shell'));
  await waitFor(() => expect(requestedCursors()).toEqual([undefined, undefined]));
});

test.each([
  ['without a cursor', { data: entries }, [undefined, undefined]],
  ['that does not know the cursor', { data: entries, cursor: 'a' }, [undefined, 'a']],
])('replaces the queue by the whole response of an API %s', async (_case, first, expected) => {
  let response: ActiveQueue = first as ActiveQueue;
  const requestedCursors = show(() => response);
  await screen.findByText('2 new, 1 new');
  response = { data: [anEntry({ id: 2, state: 'done' })] } as ActiveQueue;
  await announceChange();
  await waitFor(() => expect(screen.getByText('2 done')).toBeInTheDocument());
  expect(requestedCursors()).toEqual(expected);
});
