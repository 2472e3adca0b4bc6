import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import type { RemoteRelease } from 'releases/model/schemas';
import { provideClient } from 'shared-contracts/client';
import { createEventStore, provideEventStore, publish } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient } from 'shared-contracts/query';
import { Link, MemoryRouter, Route, Routes } from 'shared-contracts/router';
import { provideSite } from 'shared-contracts/site';
import { fakeApi, TEST_SITE } from 'shared-contracts/testing';
import type { ReportEntry } from 'shared-contracts/types';
import { leaveAtNavigation, useReleaseAtNavigation } from '../releases/next-release';
import type { RemoteRoute } from '../releases/snapshot';
import { createLoader } from '../remotes/loader';
import { RemoteScreen } from '../remotes/remote-screen';
import type { Remotes } from '../remotes/remotes-context';
import { RemotesProvider } from '../remotes/remotes-provider';
import { type Delivery, type FakeNetwork, fakeNetwork, release, snapshotOf } from '../testing/federation';
import { createErrorBudget } from './error-budget';
import { type WatchedRemotes, watchRemotes } from './watch-remotes';

const VERSION = '1.1.0-bb';
const catalog = { part: 'catalog', version: VERSION };
const route: RemoteRoute = {
  remote: 'catalog',
  path: '/vendors/:vendorId',
  screen: 'menu',
  guard: 'public',
  audience: 'anyone',
  title: 'Menu',
};
const Menu = () => <h1>Menu of the day</h1>;
const Broken = () => {
  throw new TypeError("Cannot read 'name' of undefined");
};
const showing = (Screen: () => React.ReactNode): Delivery => ({
  kind: 'ready',
  definition: { screens: { menu: async () => ({ Screen }) }, slots: { cart: async () => ({ Slot: () => null }) } },
});

let network: FakeNetwork;
let watched: WatchedRemotes;
let entries: ReportEntry[];
let reload: jest.Mock;
let demote: jest.Mock<string | undefined, [string]>;

function start(changes: Partial<RemoteRelease> = {}): Remotes {
  const slots = [{ slot: 'background' as const, module: 'cart', audience: 'anyone' as const }];
  const snapshot = snapshotOf({ catalog: release('catalog', { version: VERSION, slots, ...changes }) });
  network = fakeNetwork(snapshot);
  const site = window.location.origin;
  const provides = { contract: '1.2.0', packages: { react: '19.3.1' }, events: [], slots: ['background'] };
  const loader = createLoader({ snapshot, federation: network.federation, site, provides });
  watched = watchRemotes({
    remotes: { loader, snapshot, site },
    reporter: { add: (entry) => entries.push(entry), stop() {} },
    budget: createErrorBudget({ demote }),
    reload,
  });
  return watched.remotes;
}

const types = () => entries.map(({ type }) => type);
const errors = () => entries.filter((entry) => entry.type === 'error').map(({ kind }) => kind);

beforeEach(() => {
  entries = [];
  reload = jest.fn();
  demote = jest.fn((_remote) => '1.0.0-aa');
  window.localStorage.clear();
  window.sessionStorage.clear();
  provideEventStore(createEventStore());
  provideQueryClient(createQueryClient());
  provideSite(TEST_SITE);
  provideClient(fakeApi());
  // React logs each error that a boundary caught, and these tests cause such errors.
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  network.close();
  act(() => leaveAtNavigation(undefined));
  jest.restoreAllMocks();
});

test('a visit is reported once per page, and every load with its duration', async () => {
  const { loader } = start();
  network.deliver('catalog', showing(Menu));
  await loader.loadScreen('catalog', 'menu');
  await loader.loadSlot('catalog', 'cart');
  expect(entries).toEqual([
    { type: 'visit', ...catalog },
    { type: 'load', ...catalog, ms: expect.any(Number) },
    { type: 'load', ...catalog, ms: expect.any(Number) },
  ]);
  expect(watched.landedAt()).toEqual(catalog);
});

test('a file that failed to load is reported with the reason', async () => {
  const { loader } = start();
  network.deliver('catalog', { kind: 'missing' });
  await loader.loadScreen('catalog', 'menu');
  expect(entries[1]).toEqual({
    type: 'error',
    ...catalog,
    kind: 'load',
    message: expect.stringMatching(/^Error: Remote 'catalog' 1\.1\.0-bb could not be loaded/),
  });
});

test('a failure without a connection is not reported and demotes no visitor', async () => {
  const { loader } = start();
  publish('connection-changed', { isOnline: false });
  network.deliver('catalog', { kind: 'missing' });
  for (let count = 0; count < 4; count += 1) await loader.loadScreen('catalog', 'menu');
  expect(types()).toEqual(['visit']);
  expect(demote).not.toHaveBeenCalled();
});

test('a refused remote is reported but demotes no visitor, since none of its code ran', async () => {
  const { loader } = start({ contract: '^2.0.0' });
  for (let count = 0; count < 4; count += 1) await loader.loadScreen('catalog', 'menu');
  expect(errors()).toEqual(['refused', 'refused', 'refused', 'refused']);
  expect(demote).not.toHaveBeenCalled();
});

test('a background slot that fails is reported, but does not demote the visitor or reload the page', async () => {
  const { loader } = start();
  network.deliver('catalog', { kind: 'missing' });
  for (let count = 0; count < 4; count += 1) await loader.loadSlot('catalog', 'cart');
  expect(errors()).toEqual(['load', 'load', 'load', 'load']);
  expect(demote).not.toHaveBeenCalled();

  for (let count = 0; count < 3; count += 1) await loader.loadScreen('catalog', 'menu');
  expect(demote).toHaveBeenCalledTimes(1);
  await loader.loadSlot('catalog', 'cart');
  expect(reload).not.toHaveBeenCalled();
});

test('a preload reports nothing, and its failure does not count until the screen is opened', async () => {
  const { loader } = start();
  network.deliver('catalog', { kind: 'missing' });
  for (let count = 0; count < 4; count += 1) {
    loader.preloadScreen('catalog', 'menu');
    await loader.loadRemote('catalog');
  }
  expect(entries).toEqual([]);
  expect(watched.landedAt()).toBeUndefined();

  for (let count = 0; count < 3; count += 1) await loader.loadScreen('catalog', 'menu');
  expect(demote).toHaveBeenCalledTimes(1);
  loader.preloadScreen('catalog', 'menu');
  expect(reload).not.toHaveBeenCalled();
});

test('a page that was already reloaded after a demotion does not reload again', async () => {
  const { loader } = start();
  network.deliver('catalog', { kind: 'missing' });
  for (let count = 0; count < 3; count += 1) await loader.loadScreen('catalog', 'menu');
  window.sessionStorage.setItem(`reloaded.release.catalog@${VERSION}`, '1');
  network.deliver('catalog', showing(Menu));
  expect(await loader.loadScreen('catalog', 'menu')).toMatchObject({ status: 'ready' });
  expect(reload).not.toHaveBeenCalled();
});

describe('a screen that throws while it renders', () => {
  function show(delivery = showing(Broken)): void {
    const remotes = start();
    network.deliver('catalog', delivery);
    render(
      <RemotesProvider remotes={remotes}>
        <MemoryRouter initialEntries={['/vendors/7']}>
          {['8', '9', '10'].map((id) => (
            <Link key={id} to={`/vendors/${id}`}>
              Vendor {id}
            </Link>
          ))}
          <Routes>
            <Route path={route.path} element={<RemoteScreen route={route} />} />
          </Routes>
        </MemoryRouter>
      </RemotesProvider>,
    );
  }
  const tryAgain = async () => userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));

  test('is reported as a render error, not as a failed load', async () => {
    show();
    await screen.findByText('This section could not be loaded');
    expect(types()).toEqual(['visit', 'load', 'error']);
    expect(entries[2]).toMatchObject({ kind: 'render', message: "TypeError: Cannot read 'name' of undefined" });
  });

  test('is reported with its stack', async () => {
    const at = '/parts/catalog/1.1.0-bb/908.2.js:1:2';
    const error = Object.assign(new TypeError('x'), { stack: `TypeError: x\n    at Menu (https://hall.example${at})` });
    show(
      showing(() => {
        throw error;
      }),
    );
    await screen.findByText('This section could not be loaded');
    expect(entries[2]).toMatchObject({ kind: 'render', stack: at });
  });

  test('demotes the visitor at the third failure, and the next tap reloads the page', async () => {
    show();
    await tryAgain();
    await tryAgain();
    await screen.findByRole('button', { name: 'Try Again' });
    expect(errors()).toEqual(['render', 'render', 'render']);
    expect(entries.at(-1)).toEqual({ type: 'set-back', ...catalog, to: '1.0.0-aa' });
    expect(reload).not.toHaveBeenCalled();
    await tryAgain();
    await act(async () => {});
    expect(reload).toHaveBeenCalledTimes(1);
    expect(errors()).toHaveLength(3);
  });

  test('counts in the same way if it throws while unmounting', async () => {
    let isArmed = true;
    const Leaves = () => {
      useEffect(
        () => () => {
          if (isArmed) throw new TypeError('It throws while unmounting.');
        },
        [],
      );
      return <Menu />;
    };
    show(showing(Leaves));
    for (const vendor of ['8', '9', '10']) {
      await screen.findByRole('heading', { name: 'Menu of the day' });
      await userEvent.click(screen.getByRole('link', { name: `Vendor ${vendor}` }));
    }
    await waitFor(() => expect(errors()).toEqual(['render', 'render', 'render']));
    expect(types()).toEqual(['visit', 'load', 'error', 'error', 'error', 'set-back']);
    expect(screen.getByRole('heading', { name: 'Menu of the day' })).toBeInTheDocument();
    isArmed = false;
  });

  test('is not reported if the load fails', async () => {
    show({ kind: 'missing' });
    await screen.findByText('This section could not be loaded');
    expect(errors()).toEqual(['load']);
  });

  test('reloads the page at the navigation after the visitor was demoted', async () => {
    show();
    const navigation = renderHook(({ path }) => useReleaseAtNavigation(path, reload), { initialProps: { path: '/a' } });
    navigation.rerender({ path: '/b' });
    await tryAgain();
    await tryAgain();
    await screen.findByRole('button', { name: 'Try Again' });
    expect(reload).not.toHaveBeenCalled();
    navigation.rerender({ path: '/c' });
    await act(async () => {});
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('does not reload the page during a payment', async () => {
    show();
    await tryAgain();
    await tryAgain();
    await screen.findByRole('button', { name: 'Try Again' });
    act(() => publish('payment-started', { cartId: 4 }));
    await tryAgain();
    await screen.findByText('This section could not be loaded');
    expect(reload).not.toHaveBeenCalled();
  });
});
