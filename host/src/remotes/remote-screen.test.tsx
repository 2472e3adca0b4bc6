import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { use } from 'react';
import { provideClient } from 'shared-contracts/client';
import { createEventStore, provideEventStore } from 'shared-contracts/events';
import {
  createQueryClient,
  provideQueryClient,
  QueryClientProvider,
  queryClient,
  resource,
  useResource,
} from 'shared-contracts/query';
import {
  type Mount,
  type MountProps,
  type RouteManifest,
  Slot,
  type SlotManifest,
  type SlotName,
} from 'shared-contracts/remote';
import { Link, MemoryRouter, Route, Routes } from 'shared-contracts/router';
import { provideSite } from 'shared-contracts/site';
import { fakeApi, TEST_SITE } from 'shared-contracts/testing';
import type { RemoteRoute, Snapshot } from '../releases/snapshot';
import { type FakeNetwork, fakeNetwork, release, snapshotOf } from '../testing/federation';
import { createLoader } from './loader';
import { prepareScreen, RemoteScreen } from './remote-screen';
import type { Remotes } from './remotes-context';
import { RemotesProvider } from './remotes-provider';

const menu: RouteManifest = {
  path: '/vendors/:vendorId',
  screen: 'menu',
  guard: 'public',
  audience: 'anyone',
  title: 'Menu',
  prefetch: [{ path: '/vendors/:vendorId' }],
};
const route: RemoteRoute = { ...menu, remote: 'catalog' };

let network: FakeNetwork;

function remotesOf(snapshot: Snapshot) {
  network = fakeNetwork(snapshot);
  const site = window.location.origin;
  const options = {
    snapshot,
    federation: network.federation,
    site,
    provides: {
      contract: '1.2.0',
      packages: { react: '19.3.1' },
      events: [],
      slots: ['account-export', 'background', 'notifications-panel', 'order'],
    },
  };
  return { loader: createLoader(options), snapshot, site };
}

function show(
  snapshot: Snapshot,
  slot?: SlotName,
  remotes: Remotes | ((made: Remotes) => Remotes) = (made) => made,
): void {
  const provided = typeof remotes === 'function' ? remotes(remotesOf(snapshot)) : remotes;
  render(
    <QueryClientProvider client={queryClient()}>
      <RemotesProvider remotes={provided}>
        <MemoryRouter initialEntries={['/vendors/7']}>
          <Link to="/vendors/8">Next vendor</Link>
          <Link to="/elsewhere">Elsewhere</Link>
          {slot && <Slot name={slot} params={{ orderId: '7' }} />}
          <Routes>
            <Route path={route.path} element={<RemoteScreen route={route} />} />
            <Route path="/elsewhere" element={<p>Elsewhere.</p>} />
          </Routes>
        </MemoryRouter>
      </RemotesProvider>
    </QueryClientProvider>,
  );
}

const catalog = () => snapshotOf({ catalog: release('catalog', { routes: [menu] }) });
const Menu = () => <h1>Menu of the day</h1>;
const delivered = (Screen: () => React.ReactNode) => ({
  kind: 'ready' as const,
  definition: { screens: { menu: async () => ({ Screen }) } },
});

/** Silences the console, since React logs each error that a boundary caught. */
const expectReported = () => jest.mocked(console.error).mockImplementation(() => {});

beforeEach(() => {
  provideClient(fakeApi().on('GET /vendors/7', { data: { id: 7 } }));
  provideQueryClient(createQueryClient());
  provideEventStore(createEventStore());
  provideSite({ ...TEST_SITE, brand: 'Börse & Co' });
});

afterEach(() => {
  network.close();
  queryClient().clear();
});

test("shows the remote's screen, after a placeholder", async () => {
  show(catalog());
  expect(screen.getByText('Loading the page…')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Menu' })).toBeInTheDocument();
  network.deliver('catalog', delivered(Menu));
  expect(await screen.findByRole('heading', { name: 'Menu of the day' })).toBeVisible();
});

describe('the screen of the page', () => {
  afterEach(() => jest.useRealTimers());

  test('is loaded before the first render, which then shows no placeholder', async () => {
    const remotes = remotesOf(catalog());
    network.deliver('catalog', delivered(Menu));
    await prepareScreen(remotes.loader, route);
    show(remotes.snapshot, undefined, remotes);
    expect(screen.getByRole('heading', { name: 'Menu of the day' })).toBeVisible();
    expect(network.requested).toHaveLength(1);
  });

  test('is awaited for 300 ms before a placeholder shows, and is requested once', async () => {
    jest.useFakeTimers();
    const remotes = remotesOf(catalog());
    let arrive = (_menu: { Screen: () => React.ReactNode }) => {};
    const menuOfTheDay = new Promise<{ Screen: () => React.ReactNode }>((done) => {
      arrive = done;
    });
    network.deliver('catalog', { kind: 'ready', definition: { screens: { menu: () => menuOfTheDay } } });
    let isPrepared = false;
    prepareScreen(remotes.loader, route).then(() => {
      isPrepared = true;
    });
    await jest.advanceTimersByTimeAsync(299);
    expect(isPrepared).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(isPrepared).toBe(true);
    show(remotes.snapshot, undefined, remotes);
    expect(screen.getByText('Loading the page…')).toBeInTheDocument();
    arrive({ Screen: Menu });
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.getByRole('heading', { name: 'Menu of the day' })).toBeVisible();
    expect(network.requested).toHaveLength(1);
  });

  test('says that it failed, without a second request', async () => {
    expectReported();
    const remotes = remotesOf(catalog());
    const load = jest.spyOn(remotes.loader, 'loadScreen');
    await prepareScreen(remotes.loader, route);
    show(remotes.snapshot, undefined, remotes);
    expect(await screen.findByText('This section could not be loaded')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });
});

test('fetches the data that the route declares while the code is loading', async () => {
  const api = fakeApi().on('GET /vendors/7', { data: { id: 7 } });
  provideClient(api);
  show(catalog());
  network.deliver('catalog', { kind: 'hangs' });
  await waitFor(() => expect(queryClient().getQueryData(['/vendors/7', {}])).toEqual({ data: { id: 7 } }));
  expect(api.requests).toHaveLength(1);
});

test('a failed remote shows an error in its own boundary, and Try Again loads it once the fault is gone', async () => {
  expectReported();
  show(catalog());
  network.deliver('catalog', { kind: 'missing' });
  expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  expect(screen.getByText('Your cart is safe. The rest of Börse & Co still works.')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('This section could not be loaded')).toBeVisible();

  network.deliver('catalog', delivered(Menu));
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Menu of the day' })).toBeVisible();
});

test('a remote that failed offline does not claim that the rest still works', async () => {
  expectReported();
  provideEventStore(createEventStore({ initial: { connection: { isOnline: false, socket: 'down' } } }));
  show(catalog());
  network.deliver('catalog', { kind: 'missing' });
  expect(await screen.findByText('Your cart is safe.')).toBeVisible();
  expect(screen.queryByText(/still works/)).not.toBeInTheDocument();
});

test('a slow remote shows a notice after three seconds, and fails after ten', async () => {
  jest.useFakeTimers();
  expectReported();
  show(catalog());
  network.deliver('catalog', { kind: 'hangs' });
  await act(() => jest.advanceTimersByTimeAsync(2_900));
  expect(screen.queryByText(/longer than usual/)).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(screen.getByText('This takes longer than usual. Still loading…')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(6_800));
  expect(screen.queryByText('This section could not be loaded')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(screen.getByText('This section could not be loaded')).toBeVisible();
  jest.useRealTimers();

  network.deliver('catalog', delivered(Menu));
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Menu of the day' })).toBeVisible();
});

test('a screen that failed is requested again the next time that it is opened', async () => {
  expectReported();
  show(catalog());
  network.deliver('catalog', { kind: 'missing' });
  expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  network.deliver('catalog', delivered(Menu));
  await userEvent.click(screen.getByRole('link', { name: 'Next vendor' }));
  expect(await screen.findByRole('heading', { name: 'Menu of the day' })).toBeVisible();
});

test('a screen that throws while rendering is rendered again at the next address', async () => {
  expectReported();
  show(catalog());
  let isBroken = true;
  network.deliver(
    'catalog',
    delivered(() => {
      if (isBroken) throw new Error('no such vendor');
      return <Menu />;
    }),
  );
  expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole('link', { name: 'Next vendor' }));
  expect(await screen.findByRole('heading', { name: 'Menu of the day' })).toBeVisible();
});

describe('a screen that throws because of its data', () => {
  /** Throws for a body without dishes. */
  function Dishes() {
    const { data } = useResource<{ data: { dishes: string[] } }>('/vendors/7');
    return data ? <h1>{data.data.dishes.join(', ')}</h1> : <p>Asking…</p>;
  }

  test('recovers with Try Again once the server sends valid data, and other data stays', async () => {
    expectReported();
    queryClient().setQueryData(['/vendors/8', {}], { data: { id: 8 } });
    const api = fakeApi().on('GET /vendors/7', { data: {} });
    provideClient(api);
    show(catalog());
    network.deliver('catalog', delivered(Dishes));
    expect(await screen.findByText('This section could not be loaded')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('This section could not be loaded')).toBeVisible();
    api.on('GET /vendors/7', { data: { dishes: ['Gyoza', 'Ramen'] } });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Gyoza, Ramen' })).toBeVisible();
    expect(queryClient().getQueryData(['/vendors/8', {}])).toEqual({ data: { id: 8 } });
  });

  test('removes that data from the cache', async () => {
    expectReported();
    provideClient(fakeApi().on('GET /vendors/7', { data: {} }));
    show(catalog());
    network.deliver('catalog', delivered(Dishes));
    expect(await screen.findByText('This section could not be loaded')).toBeVisible();
    expect(queryClient().getQueryData(['/vendors/7', {}])).toBeUndefined();
  });
});

describe('a screen without React', () => {
  const deliveredBy = (mount: Mount) => ({
    kind: 'ready' as const,
    definition: { screens: { menu: async () => ({ mount }) } },
  });
  /** A screen in plain DOM: a heading with a parameter of the address, and a button that opens another one. */
  const shown = (onLeave = () => {}): Mount => {
    return (element, { params, navigate }) => {
      const heading = Object.assign(document.createElement('h1'), { textContent: `Vendor ${params.vendorId}` });
      const button = Object.assign(document.createElement('button'), { textContent: 'Another', type: 'button' });
      button.addEventListener('click', () => navigate('/vendors/9'));
      element.append(heading, button);
      return onLeave;
    };
  };

  test('is mounted with the parameters of its address, and again at another address', async () => {
    const leave = jest.fn();
    show(catalog());
    network.deliver('catalog', deliveredBy(shown(leave)));
    expect(await screen.findByRole('heading', { name: 'Vendor 7' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Another' }));
    expect(await screen.findByRole('heading', { name: 'Vendor 9' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Vendor 7' })).toBeNull();
    expect(leave).toHaveBeenCalledTimes(1);
  });

  test.each<[string, Mount, string]>([
    [
      'throws while it is mounted',
      () => {
        throw new Error('No vendor.');
      },
      'No vendor.',
    ],
    [
      'returns no function that removes it',
      (() => undefined) as unknown as Mount,
      "'mount' returned no function that removes what it shows.",
    ],
  ])('fails in its boundary if it %s, and Try Again mounts it', async (_what, broken, message) => {
    expectReported();
    const onRenderError = jest.fn();
    show(catalog(), undefined, (remotes) => ({ ...remotes, onRenderError }));
    let mount = broken;
    network.deliver(
      'catalog',
      deliveredBy((element, props) => mount(element, props)),
    );
    expect(await screen.findByText('This section could not be loaded')).toBeVisible();
    expect(onRenderError).toHaveBeenCalledWith('catalog', expect.objectContaining({ message }), true);
    mount = shown();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Vendor 7' })).toBeVisible();
  });

  test('fails in its boundary with an error that its framework hands over later, and Try Again mounts it', async () => {
    expectReported();
    const onRenderError = jest.fn();
    const leave = jest.fn();
    show(catalog(), undefined, (remotes) => ({ ...remotes, onRenderError }));
    let fail: MountProps['fail'];
    network.deliver(
      'catalog',
      deliveredBy((element, props) => {
        fail = props.fail;
        return shown(leave)(element, props);
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Vendor 7' })).toBeVisible();
    const error = new Error('It throws while it is updated.');
    act(() => fail?.(error));
    expect(await screen.findByText('This section could not be loaded')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Vendor 7' })).toBeNull();
    expect(leave).toHaveBeenCalledTimes(1);
    expect(onRenderError).toHaveBeenCalledWith('catalog', error, true);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Vendor 7' })).toBeVisible();
  });

  test('is only reported with an error that its framework hands over while it is removed', async () => {
    const reported = jest.fn();
    // jsdom has no such function.
    Object.assign(globalThis, { reportError: reported });
    const error = new Error('It throws while it is removed.');
    show(catalog());
    network.deliver(
      'catalog',
      deliveredBy((element, props) => shown(() => props.fail?.(error))(element, props)),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Another' }));
    expect(await screen.findByRole('heading', { name: 'Vendor 9' })).toBeVisible();
    expect(screen.queryByText('This section could not be loaded')).toBeNull();
    expect(reported).toHaveBeenCalledWith(error);
  });

  test('gives way to the next page if it throws while it is removed, and the error is reported', async () => {
    let isThrowing = true;
    expectReported();
    const onRenderError = jest.fn();
    show(catalog(), undefined, (remotes) => ({ ...remotes, onRenderError }));
    network.deliver(
      'catalog',
      deliveredBy(
        shown(() => {
          if (isThrowing) throw new Error('It throws while it is removed.');
        }),
      ),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Another' }));
    expect(await screen.findByRole('heading', { name: 'Vendor 9' })).toBeVisible();
    expect(screen.queryByText('This section could not be loaded')).toBeNull();
    expect(onRenderError).toHaveBeenCalledWith('catalog', expect.any(Error), true);
    isThrowing = false;
  });

  test('can fill a slot', async () => {
    show(
      snapshotOf({
        catalog: release('catalog'),
        tools: release('tools', { slots: [{ slot: 'account-export', module: 'extra', audience: 'anyone' }] }),
      }),
      'account-export',
    );
    network.deliver('catalog', delivered(Menu));
    const mount: Mount = (element) => {
      element.textContent = 'Export';
      return () => {};
    };
    network.deliver('tools', { kind: 'ready', definition: { screens: {}, slots: { extra: async () => ({ mount }) } } });
    expect(await screen.findByText('Export')).toBeVisible();
  });

  test('learns what its slot is about', async () => {
    const slots = [{ slot: 'order' as const, module: 'extra', audience: 'anyone' as const }];
    show(snapshotOf({ catalog: release('catalog'), tools: release('tools', { slots }) }), 'order');
    network.deliver('catalog', delivered(Menu));
    const mount: Mount = (element, { params }) => {
      element.textContent = `Stamps of order ${params.orderId}`;
      return () => {};
    };
    network.deliver('tools', { kind: 'ready', definition: { screens: {}, slots: { extra: async () => ({ mount }) } } });
    expect(await screen.findByText('Stamps of order 7')).toBeVisible();
  });

  test('fails if its module has no mount function', async () => {
    expectReported();
    show(catalog());
    network.deliver('catalog', deliveredBy(undefined as unknown as Mount));
    expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  });
});

describe('the styles of a screen', () => {
  test('apply only while the screen is shown', async () => {
    const snapshot = catalog();
    show(snapshot);
    network.deliver('catalog', delivered(Menu));
    expect(await screen.findByRole('heading', { name: 'Menu of the day' })).toBeVisible();
    const sheet = { disabled: false };
    const href = `${window.location.origin}${snapshot.remotes.catalog?.path}1.css`;
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    Object.defineProperty(link, 'sheet', { value: sheet });
    document.head.append(link);
    link.dispatchEvent(new Event('load'));
    expect(sheet.disabled).toBe(false);
    await userEvent.click(screen.getByRole('link', { name: 'Next vendor' }));
    expect(await screen.findByRole('heading', { name: 'Menu of the day' })).toBeVisible();
    expect(sheet.disabled).toBe(false);
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await waitFor(() => expect(sheet.disabled).toBe(true));
  });
});

describe('a screen that suspends', () => {
  const never = new Promise<never>(() => {});
  beforeEach(() => {
    jest.useFakeTimers();
    expectReported();
  });
  afterEach(() => jest.useRealTimers());

  test('fails after thirty seconds, and Try Again shows it', async () => {
    let isStuck = true;
    const Suspended = () => (isStuck ? use(never) : <Menu />);
    show(catalog());
    network.deliver('catalog', delivered(Suspended));
    await act(() => jest.advanceTimersByTimeAsync(29_000));
    expect(screen.queryByText('This section could not be loaded')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.getByText('This section could not be loaded')).toBeVisible();
    jest.useRealTimers();
    isStuck = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'Menu of the day' })).toBeVisible();
  });

  test('does not fail because of the time that the device sleeps', async () => {
    const Suspended = () => use(never);
    show(catalog());
    network.deliver('catalog', delivered(Suspended));
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    // A timer that is due fires once on waking, however long the sleep was.
    await act(() => jest.advanceTimersToNextTimerAsync());
    expect(screen.queryByText('This section could not be loaded')).toBeNull();
  });

  test('does not fail while its data is still loading', async () => {
    let respond = (_data: unknown) => {};
    provideClient(
      fakeApi().on(
        'GET /vendors/7',
        new Promise((resolve) => {
          respond = resolve;
        }),
      ),
    );
    let data: Promise<unknown> | undefined;
    const Slow = () => {
      data ??= queryClient().fetchQuery(resource('/vendors/7'));
      use(data);
      return <Menu />;
    };
    show(catalog());
    network.deliver('catalog', delivered(Slow));
    await act(() => jest.advanceTimersByTimeAsync(80_000));
    expect(screen.queryByText('This section could not be loaded')).toBeNull();
    respond({ data: {} });
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.getByRole('heading', { name: 'Menu of the day' })).toBeVisible();
  });
});

describe('a slot', () => {
  const tools = (slot: SlotName) =>
    snapshotOf({
      catalog: release('catalog'),
      'vendor-tools': release('vendor-tools', { slots: [{ slot, module: 'extra', audience: 'anyone' }] }),
    });
  const filled = {
    kind: 'ready' as const,
    definition: { screens: {}, slots: { extra: async () => ({ Slot: () => <p>Export</p> }) } },
  };

  test('is filled by the remote that names it', async () => {
    show(tools('account-export'), 'account-export');
    network.deliver('catalog', delivered(Menu));
    network.deliver('vendor-tools', filled);
    expect(await screen.findByText('Export')).toBeVisible();
  });

  test.each<Partial<SlotManifest>>([{ guard: 'signed-in' }, { audience: 'vendor' }])(
    'that is %j is not requested for a signed-out visitor',
    async (meant) => {
      const filling = { slot: 'account-export', module: 'extra', audience: 'anyone', ...meant } as const;
      show(
        snapshotOf({ catalog: release('catalog'), 'vendor-tools': release('vendor-tools', { slots: [filling] }) }),
        'account-export',
      );
      network.deliver('catalog', delivered(Menu));
      expect(await screen.findByRole('heading', { name: 'Menu of the day' })).toBeVisible();
      expect(network.requested.filter(({ src }) => src.includes('vendor-tools'))).toEqual([]);
    },
  );

  test('fails in its own row while the screen works', async () => {
    expectReported();
    show(tools('account-export'), 'account-export');
    network.deliver('catalog', delivered(Menu));
    network.deliver('vendor-tools', { kind: 'missing' });
    expect(await screen.findByRole('heading', { name: 'Menu of the day' })).toBeVisible();
    expect(await screen.findByText('This section could not be loaded')).toBeVisible();
    network.deliver('vendor-tools', filled);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Export')).toBeVisible();
  });

  test('in the background fails without a message and tries again by itself', async () => {
    jest.useFakeTimers();
    expectReported();
    show(tools('background'), 'background');
    network.deliver('catalog', delivered(Menu));
    network.deliver('vendor-tools', { kind: 'missing' });
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByText('This section could not be loaded')).toBeNull();
    network.deliver('vendor-tools', filled);
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(screen.getByText('Export')).toBeVisible();
    jest.useRealTimers();
  });
});
