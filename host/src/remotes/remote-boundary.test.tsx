import { act, render, screen, waitFor } from '@testing-library/react';
import { createEventStore, provideEventStore } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient } from 'shared-contracts/query';
import { afterFirstScreen } from '../first-screen/first-screen';
import type { LoadedComponent } from './components';
import type { Loader } from './loader';
import { RemoteBoundary } from './remote-boundary';
import { RemotesProvider } from './remotes-provider';

test('a page whose screen has failed waits for nothing more: the socket and the devtools start', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  Object.assign(window, { requestIdleCallback: queueMicrotask });
  provideQueryClient(createQueryClient());
  const start = jest.fn();
  afterFirstScreen(start);
  const loader = { invalidate: () => {} } as unknown as Loader;
  const snapshot = { remotes: {} } as Parameters<typeof RemotesProvider>[0]['remotes']['snapshot'];
  render(
    <RemotesProvider remotes={{ loader, snapshot, site: '' }}>
      <RemoteBoundary
        loader={loader}
        remote="catalog"
        id="catalog/menu"
        load={async () => ({ status: 'failed', reason: 'unreachable', error: new Error('It responded with 404.') })}
        isPage
        waiting={<p>Waiting</p>}
        failed={() => <p>Failed</p>}
        onError={() => {}}
      />
    </RemotesProvider>,
  );
  expect(await screen.findByText('Failed')).toBeInTheDocument();
  await waitFor(() => expect(start).toHaveBeenCalledTimes(1));
});

test('what failed without a connection is loaded again once there is one, and is not before', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  provideQueryClient(createQueryClient());
  const store = createEventStore();
  provideEventStore(store);
  const connect = (isOnline: boolean) => act(async () => store.publish('connection-changed', { isOnline }, 'host'));
  await connect(false);
  const loads = jest
    .fn<Promise<LoadedComponent>, []>()
    .mockResolvedValueOnce({ status: 'failed', reason: 'unreachable', error: new Error('Offline.') })
    .mockResolvedValue({ status: 'ready', Component: () => <p>The menu</p> });
  const loader = { invalidate: () => {} } as unknown as Loader;
  const snapshot = { remotes: {} } as Parameters<typeof RemotesProvider>[0]['remotes']['snapshot'];
  render(
    <RemotesProvider remotes={{ loader, snapshot, site: '' }}>
      <RemoteBoundary
        loader={loader}
        remote="catalog"
        id="catalog/menu"
        load={loads}
        waiting={<p>Waiting</p>}
        failed={() => <p>Failed</p>}
        onError={() => {}}
      />
    </RemotesProvider>,
  );
  expect(await screen.findByText('Failed')).toBeInTheDocument();
  expect(loads).toHaveBeenCalledTimes(1);
  await connect(true);
  expect(await screen.findByText('The menu')).toBeInTheDocument();
  expect(loads).toHaveBeenCalledTimes(2);
});
