import { render, screen, waitFor } from '@testing-library/react';
import { createQueryClient, provideQueryClient } from 'shared-contracts/query';
import { afterFirstScreen } from '../first-screen/first-screen';
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
