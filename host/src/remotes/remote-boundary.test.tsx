import { act, render, screen, waitFor } from '@testing-library/react';
import { createEventStore, provideEventStore } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient } from 'shared-contracts/query';
import { speakEnglish, speakLanguage } from 'shared-contracts/testing';
import { afterFirstScreen } from '../first-screen/first-screen';
import { forgetCatalogs } from './catalogs';
import type { LoadedComponent } from './components';
import type { Loader } from './loader';
import { RemoteBoundary } from './remote-boundary';
import { RemotesProvider } from './remotes-provider';

/** Renders a menu screen, which `load` loads, in its boundary. */
function show(load: () => Promise<LoadedComponent>) {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  provideQueryClient(createQueryClient());
  const loader = { invalidate: () => {} } as unknown as Loader;
  const snapshot = { remotes: {} } as Parameters<typeof RemotesProvider>[0]['remotes']['snapshot'];
  render(
    <RemotesProvider remotes={{ loader, snapshot, site: '' }}>
      <RemoteBoundary
        loader={loader}
        remote="catalog"
        id="catalog/menu"
        load={load}
        isPage
        waiting={<p>Waiting</p>}
        failed={() => <p>Failed</p>}
        onError={() => {}}
      />
    </RemotesProvider>,
  );
}

const FAILED: LoadedComponent = { status: 'failed', reason: 'unreachable', error: new Error('It responded with 404.') };

test('the work after the first screen starts even if the screen has failed', async () => {
  Object.assign(window, { requestIdleCallback: queueMicrotask });
  const start = jest.fn();
  afterFirstScreen(start);
  show(async () => FAILED);
  expect(await screen.findByText('Failed')).toBeInTheDocument();
  await waitFor(() => expect(start).toHaveBeenCalledTimes(1));
});

test('a screen that failed offline is loaded again once the connection is back, and not before', async () => {
  const store = createEventStore();
  provideEventStore(store);
  const connect = (isOnline: boolean) => act(async () => store.publish('connection-changed', { isOnline }, 'host'));
  await connect(false);
  const loads = jest
    .fn<Promise<LoadedComponent>, []>()
    .mockResolvedValueOnce(FAILED)
    .mockResolvedValue({ status: 'ready', Component: () => <p>The menu</p> });
  show(loads);
  expect(await screen.findByText('Failed')).toBeInTheDocument();
  expect(loads).toHaveBeenCalledTimes(1);
  await connect(true);
  expect(await screen.findByText('The menu')).toBeInTheDocument();
  expect(loads).toHaveBeenCalledTimes(2);
});

describe('the language of a remote', () => {
  afterEach(() => {
    speakEnglish();
    forgetCatalogs();
  });
  const ready: LoadedComponent = { status: 'ready', Component: () => <p>The menu</p> };

  test('a remote without the language of the page is marked as English, and laid out so', async () => {
    speakLanguage('ar', {});
    show(async () => ready);
    const part = (await screen.findByText('The menu')).closest('[lang]');
    expect(part).toHaveAttribute('lang', 'en');
    expect(part).toHaveAttribute('dir', 'ltr');
    expect(part).toHaveClass('contents');
  });

  test.each([
    ['on an English page', speakEnglish],
    ['with its translations', () => speakLanguage('ar', { catalog: {} })],
  ])('a remote %s has no mark', async (_which, speak) => {
    speak();
    show(async () => ready);
    expect((await screen.findByText('The menu')).closest('[lang]')).toBe(
      document.documentElement.lang ? document.documentElement : null,
    );
  });
});
