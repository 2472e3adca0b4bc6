import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { provideClient } from 'shared-contracts/client';
import { createEventStore, type EventStore, provideEventStore } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient, QueryClientProvider } from 'shared-contracts/query';
import { provideSite } from 'shared-contracts/site';
import { fakeApi, TEST_SITE } from 'shared-contracts/testing';
import type { SiteConfig } from 'shared-contracts/types';
import { LinkText } from 'shared-contracts/ui';
import { createLoader } from '../remotes/loader';
import { RemotesProvider } from '../remotes/remotes-provider';
import { type FakeNetwork, fakeNetwork, release, snapshotOf } from '../testing/federation';
import { MAI, sessionOf, signedIn } from '../testing/render-shell';
import { completeAddresses } from './addresses';
import { EmbeddedScreens } from './embedded-screens';

const SITE = 'https://foodhall.example';
const PROVIDES = { contract: '1.2.0', packages: { react: '19.3.1' }, events: [], slots: [] };

describe("a Foodhall's addresses on a page of another site", () => {
  test('the addresses of pictures and of the configuration lead to the Foodhall', async () => {
    const { config, client } = completeAddresses(SITE);
    const vendor = { id: 7, image_url: '/media/a.svg', thumbnail_url: null, link_url: 'https://cdn.example/b.svg' };
    const api = client(fakeApi().on('GET /vendors/7', { data: vendor, name: '/media/a.svg' }).on('PUT /x', undefined));
    expect(await api.get('/vendors/7')).toEqual({
      data: { ...vendor, image_url: `${SITE}/media/a.svg` },
      name: '/media/a.svg',
    });
    expect(await api.put('/x')).toBeUndefined();
    expect(config(TEST_SITE)).toMatchObject({ api: `${SITE}/api/v1`, logo_url: `${SITE}/logo.svg`, realtime: null });
  });

  test.each<[string, string, SiteConfig['realtime'], object]>([
    ["the site's own engine", SITE, { key: 'k', cluster: 'c' }, { host: 'foodhall.example', port: 443, tls: true }],
    [
      "the site's own engine on a port",
      'http://lan:81',
      { key: 'k', cluster: 'c' },
      { host: 'lan', port: 81, tls: false },
    ],
    [
      'an external engine',
      SITE,
      { key: 'k', cluster: 'c', host: 'w.example', port: 6001, tls: true },
      { host: 'w.example', port: 6001 },
    ],
  ])('the socket connects to %s', (_case, site, realtime, expected) => {
    expect(completeAddresses(site).config({ ...TEST_SITE, realtime }).realtime).toMatchObject(expected);
  });
});

describe('the screens of one remote', () => {
  const routes = [
    { path: '/your-items/:vendorId', screen: 'items', guard: 'signed-in', audience: 'vendor', title: 'Items' },
    { path: '/help', screen: 'help', guard: 'public', audience: 'anyone', title: 'Help' },
  ] as const;
  const Link = () => <LinkText to="/profile">My Account</LinkText>;

  let network: FakeNetwork;
  afterEach(() => network.close());

  function show(path: string, { contract = '^1.0.0', api = fakeApi(), isSignedIn = true, Screen = Link } = {}) {
    const snapshot = snapshotOf({ tools: release('tools', { routes, contract }) });
    network = fakeNetwork(snapshot);
    network.deliver('tools', {
      kind: 'ready',
      definition: { screens: { items: async () => ({ Screen }), help: async () => ({ Screen }) } },
    });
    const store = createEventStore(isSignedIn ? { initial: { session: sessionOf(MAI, 7) } } : {});
    provideEventStore(store);
    provideSite(TEST_SITE);
    provideClient(api);
    const client = createQueryClient();
    provideQueryClient(client);
    const loader = createLoader({ snapshot, federation: network.federation, site: SITE, provides: PROVIDES });
    const left: string[] = [];
    render(
      <RemotesProvider remotes={{ loader, snapshot, site: SITE }}>
        <QueryClientProvider client={client}>
          <EmbeddedScreens path={path} leave={(address) => left.push(address)} />
        </QueryClientProvider>
      </RemotesProvider>,
    );
    return { store, left };
  }

  test('an incompatible remote is refused by name before any of its files is requested', async () => {
    const warn = jest.spyOn(console, 'error').mockImplementation(() => {});
    show('/help', { contract: '^9.0.0' });
    expect(await screen.findByText('This section could not be loaded')).toBeInTheDocument();
    expect(network.requested).toEqual([]);
    expect(warn.mock.calls.flat().map(String).join(' ')).toMatch(
      /Remote 'tools' 1\.0\.0-\d+ needs contract \^9\.0\.0; this shell provides 1\.2\.0/,
    );
  });

  test('ask for a sign-in before any code is requested, then act as the vendor in the address', async () => {
    const api = fakeApi().on('POST /login', signedIn(MAI));
    const { store } = show('/your-items/8', { api, isSignedIn: false });
    expect(screen.getByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(network.requested).toEqual([]);
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: MAI.email } });
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '0820000001' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('link', { name: 'My Account' })).toBeInTheDocument();
    expect(store.state.getState().session?.context).toEqual({ type: 'Vendor', data: { id: 8, name: 'Pico Taquería' } });
  });

  test("a link to another remote's page opens the Foodhall, in a new tab if the visitor asks for one", async () => {
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    const { left } = show('/help');
    const link = await screen.findByRole('link', { name: 'My Account' });
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(link);
    await user.keyboard('{/Control}');
    expect(open.mock.calls[0]?.map(String)).toEqual([`${SITE}/profile`, '_blank', 'noopener']);
    fireEvent(link, new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 2 }));
    expect(open).toHaveBeenCalledTimes(1);
    fireEvent(link, new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }));
    expect(open).toHaveBeenCalledTimes(2);
    await user.click(link);
    expect(left).toEqual([`${SITE}/profile`]);
    expect(screen.getByRole('link', { name: `${SITE}/profile` })).toHaveAttribute('href', `${SITE}/profile`);
  });

  test.each<[string, (store: EventStore) => unknown, RegExp]>([
    ['another page', () => userEvent.click(screen.getByRole('link', { name: 'My Account' })), /This is on Foodhall/],
    [
      'the end of a session',
      (store) => act(() => store.publish('signed-out', { reason: 'asked' })),
      /Sign in to order/,
    ],
  ])('a screen that throws while unmounting gives way to %s', async (_what, leave, next) => {
    jest.mocked(console.error).mockImplementation(() => {});
    const Screen = () => {
      useEffect(() => fail, []);
      return <Link />;
    };
    const { store } = show('/your-items/7', { Screen });
    await screen.findByRole('link', { name: 'My Account' });
    await leave(store);
    expect(await screen.findByText(next)).toBeInTheDocument();
    expect(console.error).toHaveBeenCalled();
  });
});

function fail(): void {
  throw new Error('It throws while unmounting.');
}
