import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { showToast } from 'shared-contracts/events';
import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import { anActiveVenue } from 'shared-contracts/testing';
import {
  address,
  MAI,
  renderShell,
  sessionOf,
  shellApi,
  THANDI,
  ThrowsWhileUnmounting,
  unmounting,
} from '../testing/render-shell';
import { SNAPSHOT } from '../testing/snapshot';
import { preloadOnPointer } from './preload-on-pointer';
import { assembleRoutes } from './route-table';

const customer = { session: sessionOf(THANDI) };
const vendor = { session: sessionOf(MAI, 7) };
const NOT_FOUND = "We couldn't find what you were looking for...";

describe('the route table', () => {
  test.each([
    ['/', 'catalog/venues'],
    ['/venues', 'catalog/venues'],
    ['/venues/1/vendors', 'catalog/vendors'],
    ['/venues/1/vendors/location/T12', 'catalog/vendors'],
    ['/venues/1/vendors/2', 'catalog/menu'],
    ['/venues/1/vendors/2/items/9', 'catalog/item'],
    ['/venuesa/1/vendors', 'catalog/vendors'],
    ['/venuesa/1/vendors/location/T12', 'catalog/vendors'],
    ['/venuesa/1/vendors/2', 'catalog/menu'],
    ['/venuesa/1/vendors/2/items/9', 'catalog/item'],
    ['/venues/1/carts', 'checkout/cart-redirect'],
    ['/venues/1/cart', 'checkout/cart'],
    ['/venues/1/cart/T12', 'checkout/cart'],
    ['/carts/4', 'checkout/cart-by-id'],
    ['/stitch/return?id=1&status=complete', 'checkout/payment-return'],
    ['/queues', 'queues/queues'],
    ['/queues/?filter=all', 'queues/queues'],
    ['/venues/1/queues', 'queues/queues'],
    ['/order?id=1&state=new', 'queues/order'],
    ['/order/print?id=1', 'queues/print'],
  ])('%s shows %s to a customer', async (path, shown) => {
    await renderShell(path, { state: customer });
    expect(await screen.findByText(shown)).toBeInTheDocument();
  });

  test.each([
    ['/your-items/7', 'vendor-tools/your-items'],
    ['/vendor/7/items/9', 'vendor-tools/item-status'],
    ['/queues', 'queues/queues'],
    ['/venues/1/vendors', 'catalog/vendors'],
    ['/venues/1/vendors/location/T12', 'catalog/vendors'],
    ['/venues/1/vendors/2', 'catalog/menu'],
    ['/venues/1/vendors/2/items/9', 'catalog/item'],
    ['/venuesa/1/vendors/2', 'catalog/menu'],
    ['/stitch/return?id=1&status=complete', 'checkout/payment-return'],
  ])('%s shows %s to a vendor', async (path, shown) => {
    await renderShell(path, { state: vendor });
    expect(await screen.findByText(shown)).toBeInTheDocument();
  });

  test.each([
    ['/profile', 'Welcome Thandi Mokoena'],
    ['/venues/1/profile', 'Welcome Thandi Mokoena'],
  ])('%s is My Account', async (path, heading) => {
    await renderShell(path, { state: customer });
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
  });

  test.each([
    ['/login', 'Login'],
    ['/register', 'Register'],
    ['/forgot-password', 'Forgot password'],
    ['/password-reset/abc?email=thandi@foodhall.test', 'Reset password'],
  ])('%s is a page of the shell', async (path, heading) => {
    await renderShell(path);
    expect(screen.getByRole('heading', { name: heading })).toBeInTheDocument();
  });

  test.each([
    ['/venues/1/cart', 'a customer', customer],
    ['/venues/1/cart', 'a visitor', {}],
    ['/stitch/return', 'a vendor', vendor],
  ])('%s is Not Found to %s if no remote claims it', async (path, _who, state) => {
    const { checkout: _checkout, ...others } = SNAPSHOT.remotes;
    await renderShell(path, { state, snapshot: { ...SNAPSHOT, remotes: others } });
    expect(screen.getByRole('heading', { name: NOT_FOUND })).toBeInTheDocument();
    expect(address()).toBe(path);
  });

  test('a remote that failed shows the failed screen with Try Again, and never Not Found', async () => {
    jest.mocked(console.error).mockImplementation(() => {});
    const { loader } = await renderShell('/venues/1/cart', { state: customer, failed: ['checkout'] });
    expect(await screen.findByText('This section could not be loaded')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'cart' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: NOT_FOUND })).toBeNull();
    loader.repair('checkout');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('checkout/cart')).toBeInTheDocument();
  });

  test('a path that two remotes claim shows the failed screen with Try Again, and never Not Found', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { catalog } = SNAPSHOT.remotes;
    if (!catalog) throw new Error('There is no catalog.');
    const routes = catalog.routes.filter(({ path }) => path === '/venues');
    const remotes = { ...SNAPSHOT.remotes, deals: { ...catalog, routes, slots: [] } };
    const { loader } = await renderShell('/venues', { snapshot: { ...SNAPSHOT, remotes } });
    expect(screen.getByText('Unexpected Application Error!')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
    expect(loader.asked).not.toContain('catalog/venues');
    expect(log).toHaveBeenCalledWith(
      expect.stringContaining("Remotes 'catalog' and 'deals' both claim the path /venues"),
    );
    log.mockRestore();
  });

  test.each(['/profile', '/Profile/', '/venues/:id/Profile'])(
    "a remote that claims %s is named, and the page stays the shell's own",
    async (path) => {
      const log = jest.spyOn(console, 'error').mockImplementation(() => {});
      const { catalog } = SNAPSHOT.remotes;
      if (!catalog) throw new Error('There is no catalog.');
      const routes = catalog.routes.slice(0, 1).map((route) => ({ ...route, path }));
      const remotes = { ...SNAPSHOT.remotes, deals: { ...catalog, routes } };
      await renderShell(path.replace(':id', '1'), { state: customer, snapshot: { ...SNAPSHOT, remotes } });
      expect(await screen.findByRole('heading', { name: 'Welcome Thandi Mokoena' })).toBeInTheDocument();
      expect(log).toHaveBeenCalledWith(`Remote 'deals' claims ${path}, which is the shell's own page.`);
      log.mockRestore();
    },
  );

  test('a vendor list without its venue leads to the venues', async () => {
    await renderShell('/venues//vendors');
    expect(await screen.findByText('catalog/venues')).toBeInTheDocument();
    expect(address()).toBe('/venues');
  });

  test.each([
    ['/venues/1/vendors/location/St.John', 'catalog/vendors'],
    ['/venues/1/cart/Room.B2', 'checkout/cart'],
    ['/venues/1/vendors/location/%E0%A4%A', 'catalog/vendors'],
    ['/venues/1/cart/100%', 'checkout/cart'],
  ])('a location may hold a dot, or what is no text at all: %s', async (path, shown) => {
    await renderShell(path, { state: customer });
    expect(await screen.findByText(shown)).toBeInTheDocument();
  });

  test.each(['/nowhere', '/venues/1', '/order/print/2', '/index.php', '/%E0%A4%A', '/%'])(
    '%s is Not Found',
    async (path) => {
      await renderShell(path, { state: customer });
      expect(screen.getByRole('heading', { name: NOT_FOUND })).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Go Back' })).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Done' })).toHaveAttribute('href', '/');
      expect(screen.getByText(/discovery of a new dish/)).toBeInTheDocument();
    },
  );
});

test('Go Back on a Not Found that is the first page leads to the venues', async () => {
  jest.spyOn(window.history, 'length', 'get').mockReturnValue(1);
  await renderShell('/nowhere');
  await userEvent.click(screen.getByRole('button', { name: 'Go Back' }));
  await waitFor(() => expect(address()).toBe('/'));
  jest.restoreAllMocks();
});

describe('who may open a page', () => {
  test('a signed-out visitor goes to the login page, which replaces the guarded one and remembers it', async () => {
    const entries = window.history.length;
    await renderShell('/venues/1/cart?delivery=table');
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(address()).toBe('/login');
    expect(window.history.length).toBe(entries);
    expect(readLocal('redirect_url')).toBe('/venues/1/cart?delivery=table');
  });

  test.each(['/', '/venues', '/venues/1/cart', '/venues/1/cart/T12', '/venues/1/carts', '/carts/4'])(
    'a vendor at %s is redirected to the queue, and no file of the page is requested',
    async (path) => {
      const { loader } = await renderShell(path, { state: vendor });
      expect(await screen.findByText('queues/queues')).toBeInTheDocument();
      expect(address()).toBe('/queues');
      expect(loader.asked.filter((name) => /^(catalog|checkout)/.test(name))).toEqual([]);
    },
  );

  test("a user who acts as a customer is sent from a vendor's page to My Account, where the switch is", async () => {
    const { loader } = await renderShell('/your-items/7', { state: { session: sessionOf(MAI) } });
    expect(await screen.findByRole('button', { name: 'Login in as vendor' })).toBeInTheDocument();
    expect(loader.asked).not.toContain('vendor-tools/your-items');
  });
});

describe('a change of page', () => {
  test('moves the focus to the content, says the new title, and forgets the search', async () => {
    const { store } = await renderShell('/venues');
    await screen.findByText('catalog/venues');
    act(() => store.publish('search-typed', { text: 'ramen' }));
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await userEvent.click(within(screen.getByRole('dialog', { name: 'Menu' })).getByRole('link', { name: 'Register' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(screen.getByRole('status', { name: 'Page' })).toHaveTextContent('Register');
    expect(store.state.getState().search.text).toBe('');
  });

  test('gives the document its one title again, whatever a remote has set', async () => {
    await renderShell('/venues');
    await screen.findByText('catalog/venues');
    document.title = 'of a remote';
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await userEvent.click(within(screen.getByRole('dialog', { name: 'Menu' })).getByRole('link', { name: 'Register' }));
    expect(document.title).toBe('Foodhall');
  });

  test('arriving says nothing and takes no focus', async () => {
    await renderShell('/login');
    expect(screen.getByRole('status', { name: 'Page' })).toBeEmptyDOMElement();
    expect(screen.getByRole('main')).not.toHaveFocus();
  });
});

describe('the active venue', () => {
  test('is the one that the address names, and the menu then leads to its vendors and cart', async () => {
    const { store } = await renderShell('/venues/1/carts', { state: customer });
    const menu = screen.getByRole('navigation', { name: 'Main' });
    expect(await within(menu).findByRole('link', { name: 'Cart' })).toHaveAttribute('href', '/venues/1/cart');
    expect(within(menu).getByRole('link', { name: 'Vendors' })).toHaveAttribute('href', '/venues/1/vendors');
    expect(store.state.getState().venue).toMatchObject({ id: 1, currency_symbol: '$', timezone: 'America/Toronto' });
  });

  test('is cleared by the list of venues', async () => {
    const { store } = await renderShell('/venues', { state: { venue: anActiveVenue() } });
    await waitFor(() => expect(store.state.getState().venue).toBeNull());
    expect(screen.getByRole('link', { name: 'Venues' })).toBeInTheDocument();
  });
});

describe('the end of a session', () => {
  test('expired: the login page, and the way back is remembered', async () => {
    const { store } = await renderShell('/queues?filter=all', { state: customer });
    await screen.findByText('queues/queues');
    act(() => store.publish('signed-out', { reason: 'expired' }));
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(readLocal('redirect_url')).toBe('/queues?filter=all');
    expect(screen.getByText('Your session has ended.')).toBeInTheDocument();
  });

  test('by the visitor here: the venues, and nothing is remembered', async () => {
    const { store } = await renderShell('/queues', { state: customer });
    await screen.findByText('queues/queues');
    act(() => store.publish('signed-out', { reason: 'asked' }));
    expect(await screen.findByText('catalog/venues')).toBeInTheDocument();
    expect(address()).toBe('/');
    expect(readLocal('redirect_url')).toBeUndefined();
  });

  test.each(['shell', 'tab'] as const)(
    'by the visitor here, after the API refused a request of it (%s): the same',
    async (source) => {
      const { store } = await renderShell('/queues', { state: customer });
      await screen.findByText('queues/queues');
      await act(async () => store.publish('signed-out', { reason: 'expired' }, source));
      expect(address()).toBe('/login');
      await act(async () => store.publish('signed-out', { reason: 'asked' }));
      expect(address()).toBe('/');
      expect(readLocal('redirect_url')).toBeUndefined();
    },
  );

  test('by the visitor in another tab: a guarded page is replaced by the login page', async () => {
    const { store } = await renderShell('/queues', { state: customer });
    act(() => store.publish('signed-out', { reason: 'asked' }, 'tab'));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(readLocal('redirect_url')).toBeUndefined();
    expect(screen.getByText('You logged out in another tab.')).toBeInTheDocument();
  });

  test('in another tab, for any reason: a public page stays, and so does what that tab remembers', async () => {
    const { store } = await renderShell('/venues/1/vendors', { state: customer });
    writeLocal('redirect_url', '/queues');
    await act(async () => store.publish('signed-out', { reason: 'asked' }, 'tab'));
    expect(address()).toBe('/venues/1/vendors');
    expect(await screen.findByText('catalog/vendors')).toBeInTheDocument();
    expect(readLocal('redirect_url')).toBe('/queues');
  });
});

describe('a link that the pointer rests on', () => {
  let end = () => {};
  afterEach(() => end());

  test('has its page requested before the click', async () => {
    const { loader } = await renderShell('/profile', { state: customer });
    end = preloadOnPointer(assembleRoutes(SNAPSHOT), { loader });
    expect(loader.asked).not.toContain('catalog/venues');
    await userEvent.hover(screen.getByRole('link', { name: 'Venues' }));
    expect(loader.asked).toContain('catalog/venues');
  });

  test('has no page requested that would not be opened', async () => {
    const { loader } = await renderShell('/venues');
    end = preloadOnPointer(assembleRoutes(SNAPSHOT), { loader });
    await userEvent.hover(screen.getByRole('link', { name: 'Orders' }));
    expect(loader.asked).not.toContain('queues/queues');
  });
});

test('a sign-out that is heard twice moves the visitor once', async () => {
  const { store } = await renderShell('/queues', { state: customer });
  await act(async () => store.publish('signed-out', { reason: 'asked' }, 'tab'));
  await act(async () => store.publish('signed-out', { reason: 'asked' }, 'tab'));
  expect(address()).toBe('/login');
});

describe('a switch of accounts', () => {
  test('to a vendor leads to the queue; in another tab it says so', async () => {
    const { store } = await renderShell('/profile', { state: { session: sessionOf(MAI) } });
    act(() =>
      store.publish('context-switched', { context: { type: 'Vendor', data: { id: 8, name: 'Pico Taquería' } } }, 'tab'),
    );
    expect(await screen.findByText('queues/queues')).toBeInTheDocument();
    expect(screen.getByText('Switched to Pico Taquería in another tab.')).toBeInTheDocument();
  });
});

test('an error in a page of the shell stays in its boundary, with a way back, and Try Again requests the data again', async () => {
  jest.mocked(console.error).mockImplementation(() => {});
  const me = { ...THANDI, orders: { data: [] } };
  const api = shellApi().on('GET /me', { data: { ...me, created_at: 'one fine day' } });
  await renderShell('/profile', { api, state: customer });
  expect(await screen.findByText('Unexpected Application Error!')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Start Over' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  api.on('GET /me', { data: me });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Saturday, Mar 14, 2026')).toBeInTheDocument();
});

describe('a component of a remote that throws while unmounting', () => {
  // React reports what a boundary caught; here that is part of what is tested.
  beforeEach(() => {
    unmounting.throws = true;
    jest.mocked(console.error).mockImplementation(() => {});
  });
  afterEach(() => {
    unmounting.throws = false;
  });
  const menu = () => within(screen.getByRole('navigation', { name: 'Main' }));
  const nothingFailed = () => {
    expect(screen.queryByText('Unexpected Application Error!')).toBeNull();
    expect(screen.queryByText('This section could not be loaded')).toBeNull();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  };

  test('a screen: the next page shows, also one that throws as well, and each counts against its remote', async () => {
    const components = { 'queues/queues': ThrowsWhileUnmounting, 'catalog/venues': ThrowsWhileUnmounting };
    const { onRenderError } = await renderShell('/queues', { state: customer, components });
    await screen.findByText('It works.');
    await userEvent.click(menu().getByRole('link', { name: 'Venues' }));
    await waitFor(() => expect(onRenderError).toHaveBeenCalledWith('queues', expect.any(Error), true));
    expect(address()).toBe('/venues');
    expect(await screen.findByText('It works.')).toBeInTheDocument();
    expect(onRenderError).not.toHaveBeenCalledWith('catalog', expect.anything(), true);
    await userEvent.click(menu().getByRole('link', { name: 'My Account' }));
    expect(await screen.findByRole('heading', { name: 'Welcome Thandi Mokoena' })).toBeInTheDocument();
    expect(onRenderError).toHaveBeenCalledWith('catalog', expect.any(Error), true);
    nothingFailed();
  });

  test('a screen left for one of the same kind gives way to it', async () => {
    const components = { 'catalog/menu': ThrowsWhileUnmounting };
    const { onRenderError } = await renderShell('/venues/1/vendors/2', { components });
    await screen.findByText('It works.');
    act(() => {
      window.history.pushState(null, '', '/venues/1/vendors/7');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await waitFor(() => expect(onRenderError).toHaveBeenCalledTimes(2));
    expect(screen.getByText('It works.')).toBeInTheDocument();
    nothingFailed();
  });

  test('a screen left for an address that is put right first', async () => {
    const components = { 'queues/queues': ThrowsWhileUnmounting };
    const { onRenderError } = await renderShell('/queues', { state: customer, components });
    await screen.findByText('It works.');
    act(() => {
      window.history.pushState(null, '', '/venues//vendors');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(await screen.findByText('catalog/venues')).toBeInTheDocument();
    expect(onRenderError).toHaveBeenCalledWith('queues', expect.any(Error), true);
    nothingFailed();
  });

  test('a screen that a log-out takes away: the log-out completes', async () => {
    const { onRenderError } = await renderShell('/queues', {
      state: customer,
      components: { 'queues/queues': ThrowsWhileUnmounting },
    });
    await screen.findByText('It works.');
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await userEvent.click(screen.getByRole('button', { name: 'Log Out' }));
    expect(await screen.findByText('catalog/venues')).toBeInTheDocument();
    expect(address()).toBe('/');
    expect(onRenderError).toHaveBeenCalledWith('queues', expect.any(Error), true);
    nothingFailed();
  });

  test('the notifications: Escape closes the panel, and it opens again', async () => {
    const components = { 'queues#notifications-panel': ThrowsWhileUnmounting };
    const { onRenderError } = await renderShell('/profile', { state: customer, components });
    await userEvent.click(menu().getByRole('button', { name: 'Notifications' }));
    await screen.findByText('It works.');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('It works.')).toBeNull());
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull());
    expect(onRenderError.mock.calls).toEqual([
      ['queues', expect.any(Error), true],
      ['queues', expect.any(Error), true],
    ]);
    await userEvent.click(menu().getByRole('button', { name: 'Notifications' }));
    expect(await screen.findByText('It works.')).toBeInTheDocument();
    nothingFailed();
  });

  test('a background slot: the log-out completes, and the failure is invisible', async () => {
    const components = { 'queues#queue-background': ThrowsWhileUnmounting };
    const { onRenderError } = await renderShell('/profile', { state: customer, components });
    await screen.findByText('It works.');
    await userEvent.click(screen.getByRole('button', { name: 'Log Out' }));
    expect(await screen.findByText('catalog/venues')).toBeInTheDocument();
    expect(screen.queryByText('It works.')).toBeNull();
    expect(onRenderError).toHaveBeenCalledWith('queues', expect.any(Error), false);
    nothingFailed();
  });

  test("a slot on a page of the shell's, whose remote the error's stack names", async () => {
    const components = {
      'vendor-tools#account-export': () => {
        useEffect(
          () => () => {
            throw Object.assign(new Error('Gone.'), {
              stack: 'at https://x.example/parts/vendor-tools/1.0.0-test/1.js',
            });
          },
          [],
        );
        return <p>It works.</p>;
      },
    };
    const { onRenderError } = await renderShell('/profile', { state: vendor, components });
    await screen.findByText('It works.');
    await userEvent.click(menu().getByRole('link', { name: 'Orders' }));
    expect(await screen.findByText('queues/queues')).toBeInTheDocument();
    expect(onRenderError).toHaveBeenCalledWith('vendor-tools', expect.any(Error), true);
    nothingFailed();
  });

  test('and one on that page whose visitor switches to an account that it is not for', async () => {
    const components = { 'vendor-tools#account-export': ThrowsWhileUnmounting };
    const api = shellApi().on('GET /me', { data: { ...MAI, orders: { data: [] } } });
    const { onRenderError } = await renderShell('/profile', { api, state: vendor, components });
    await screen.findByText('It works.');
    await userEvent.click(screen.getByRole('button', { name: 'Login to personal account' }));
    await userEvent.click(screen.getByRole('button', { name: 'Personal account Mai Tanaka' }));
    await waitFor(() => expect(onRenderError).toHaveBeenCalledWith('vendor-tools', expect.any(Error), true));
    expect(screen.getByRole('heading', { name: 'Welcome Mai Tanaka' })).toBeInTheDocument();
    nothingFailed();
  });
});

test('a profile without its vendors stops nothing, and leaves the account as it was', async () => {
  jest.mocked(console.error).mockImplementation(() => {});
  writeLocal('user', MAI);
  const { vendors: _vendors, ...broken } = MAI;
  const api = shellApi().on('GET /me', { data: { ...broken, orders: { data: [] } } });
  await renderShell('/queues', { api, state: { session: sessionOf(MAI) } });
  await waitFor(() => expect(console.error).toHaveBeenCalled());
  expect(await screen.findByText('queues/queues')).toBeInTheDocument();
  expect(screen.getByText('queues#queue-background')).toBeInTheDocument();
  expect(readLocal('user')).toEqual(MAI);
});

test('a message that cannot be shown takes nothing with it', async () => {
  jest.mocked(console.error).mockImplementation(() => {});
  await renderShell('/queues', { state: customer });
  await screen.findByText('queues/queues');
  act(() => showToast({ no: 'text' } as never));
  expect(console.error).toHaveBeenCalled();
  expect(screen.getByText('queues/queues')).toBeInTheDocument();
});
