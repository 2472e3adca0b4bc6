import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { showToast } from 'shared-contracts/events';
import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import { refreshProfile } from 'shared-contracts/session';
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
  ])('%s shows Not Found to %s if no remote claims it', async (path, _who, state) => {
    const { checkout: _checkout, ...others } = SNAPSHOT.remotes;
    await renderShell(path, { state, snapshot: { ...SNAPSHOT, remotes: others } });
    expect(screen.getByRole('heading', { name: NOT_FOUND })).toBeInTheDocument();
    expect(address()).toBe(path);
  });

  test('a remote that failed to load shows Try Again in place of Not Found', async () => {
    jest.mocked(console.error).mockImplementation(() => {});
    const { loader } = await renderShell('/venues/1/cart', { state: customer, failed: ['checkout'] });
    expect(await screen.findByText('This section could not be loaded')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'cart' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: NOT_FOUND })).toBeNull();
    loader.repair('checkout');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('checkout/cart')).toBeInTheDocument();
  });

  test('a path that two remotes claim shows Try Again and loads neither of them', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { catalog } = SNAPSHOT.remotes;
    if (!catalog) throw new Error('There is no catalog.');
    const routes = catalog.routes.filter(({ path }) => path === '/venues');
    const remotes = { ...SNAPSHOT.remotes, deals: { ...catalog, routes, slots: [] } };
    const { loader } = await renderShell('/venues', { snapshot: { ...SNAPSHOT, remotes } });
    expect(screen.getByText('Unexpected Application Error!')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
    expect(loader.requested).not.toContain('catalog/venues');
    expect(log).toHaveBeenCalledWith(
      expect.stringContaining("Remotes 'catalog' and 'deals' both claim the path /venues"),
    );
    log.mockRestore();
  });

  test.each(['/profile', '/Profile/', '/venues/:id/Profile'])(
    "%s stays the shell's own page if a remote claims it, and the console names that remote",
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

  test('the address of a vendor list without a venue leads to the venues', async () => {
    await renderShell('/venues//vendors');
    expect(await screen.findByText('catalog/venues')).toBeInTheDocument();
    expect(address()).toBe('/venues');
  });

  test.each([
    ['/venues/1/vendors/location/St.John', 'catalog/vendors'],
    ['/venues/1/cart/Room.B2', 'checkout/cart'],
    ['/venues/1/vendors/location/%E0%A4%A', 'catalog/vendors'],
    ['/venues/1/cart/100%', 'checkout/cart'],
  ])('a location in the address may contain a dot or an invalid escape: %s', async (path, shown) => {
    await renderShell(path, { state: customer });
    expect(await screen.findByText(shown)).toBeInTheDocument();
  });

  test.each(['/nowhere', '/venues/1', '/order/print/2', '/index.php', '/%E0%A4%A', '/%'])(
    '%s shows Not Found',
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

test('Go Back leads to the venues if Not Found is the first page', async () => {
  jest.spyOn(window.history, 'length', 'get').mockReturnValue(1);
  await renderShell('/nowhere');
  await userEvent.click(screen.getByRole('button', { name: 'Go Back' }));
  await waitFor(() => expect(address()).toBe('/'));
  jest.restoreAllMocks();
});

describe('who may open a page', () => {
  test('a signed-out visitor is sent to the login page, which replaces the guarded page in the history and remembers it', async () => {
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
      expect(loader.requested.filter((name) => /^(catalog|checkout)/.test(name))).toEqual([]);
    },
  );

  test("a customer who opens a vendor's page is sent to My Account, which has the account switch", async () => {
    const { loader } = await renderShell('/your-items/7', { state: { session: sessionOf(MAI) } });
    expect(await screen.findByRole('button', { name: 'Login in as vendor' })).toBeInTheDocument();
    expect(loader.requested).not.toContain('vendor-tools/your-items');
  });

  test('a customer who opens the office is told whom it is for, and no code of it is requested', async () => {
    writeLocal('user', { ...MAI, venues: { data: [] } });
    const { loader } = await renderShell('/hall', { state: { session: sessionOf(MAI) } });
    expect(await screen.findByText('You do not operate a hall.')).toBeInTheDocument();
    expect(loader.requested.filter((name) => name.startsWith('hall/'))).toEqual([]);
  });

  test('the office opens by itself once the profile says that the user has become an operator', async () => {
    writeLocal('user', { ...MAI, venues: { data: [] } });
    await renderShell('/hall', { state: { session: sessionOf(MAI) } });
    await screen.findByText('You do not operate a hall.');
    act(() => refreshProfile({ ...MAI, venues: { data: [{ id: 1, name: 'Granary Square Market' }] } }));
    expect(await screen.findByText('hall/halls')).toBeInTheDocument();
  });
});

describe('a change of page', () => {
  test('focuses the content, announces the new title, and clears the search', async () => {
    const { store } = await renderShell('/venues');
    await screen.findByText('catalog/venues');
    act(() => store.publish('search-typed', { text: 'ramen' }));
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await userEvent.click(within(screen.getByRole('dialog', { name: 'Menu' })).getByRole('link', { name: 'Register' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(screen.getByRole('status', { name: 'Page' })).toHaveTextContent('Register');
    expect(store.state.getState().search.text).toBe('');
  });

  test('resets a document title that a remote has set', async () => {
    await renderShell('/venues');
    await screen.findByText('catalog/venues');
    document.title = 'Set by a remote';
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await userEvent.click(within(screen.getByRole('dialog', { name: 'Menu' })).getByRole('link', { name: 'Register' }));
    expect(document.title).toBe('Foodhall');
  });

  test('the first page announces nothing and takes no focus', async () => {
    await renderShell('/login');
    expect(screen.getByRole('status', { name: 'Page' })).toBeEmptyDOMElement();
    expect(screen.getByRole('main')).not.toHaveFocus();
  });
});

describe('the active venue', () => {
  test('is the one in the address, and the menu leads to its vendors and cart', async () => {
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
  test('an expired session leads to the login page, which remembers the page', async () => {
    const { store } = await renderShell('/queues?filter=all', { state: customer });
    await screen.findByText('queues/queues');
    act(() => store.publish('signed-out', { reason: 'expired' }));
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(readLocal('redirect_url')).toBe('/queues?filter=all');
    expect(screen.getByText('Your session has ended.')).toBeInTheDocument();
  });

  test('a log-out leads to the venues and remembers no page', async () => {
    const { store } = await renderShell('/queues', { state: customer });
    await screen.findByText('queues/queues');
    act(() => store.publish('signed-out', { reason: 'asked' }));
    expect(await screen.findByText('catalog/venues')).toBeInTheDocument();
    expect(address()).toBe('/');
    expect(readLocal('redirect_url')).toBeUndefined();
  });

  test.each(['shell', 'tab'] as const)(
    'a log-out leads to the venues even if the %s has reported an expired session just before',
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

  test('a log-out in another tab replaces a guarded page with the login page', async () => {
    const { store } = await renderShell('/queues', { state: customer });
    act(() => store.publish('signed-out', { reason: 'asked' }, 'tab'));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(readLocal('redirect_url')).toBeUndefined();
    expect(screen.getByText('You logged out in another tab.')).toBeInTheDocument();
  });

  test('a log-out in another tab keeps a public page and the remembered return path', async () => {
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

  test('requests its page before the click', async () => {
    const { loader } = await renderShell('/profile', { state: customer });
    end = preloadOnPointer(assembleRoutes(SNAPSHOT), { loader });
    expect(loader.requested).not.toContain('catalog/venues');
    await userEvent.hover(screen.getByRole('link', { name: 'Venues' }));
    expect(loader.requested).toContain('catalog/venues');
  });

  test('does not request a page that the visitor may not open', async () => {
    const { loader } = await renderShell('/venues');
    end = preloadOnPointer(assembleRoutes(SNAPSHOT), { loader });
    await userEvent.hover(screen.getByRole('link', { name: 'Orders' }));
    expect(loader.requested).not.toContain('queues/queues');
  });
});

test('a second sign-out event does not move the visitor again', async () => {
  const { store } = await renderShell('/queues', { state: customer });
  await act(async () => store.publish('signed-out', { reason: 'asked' }, 'tab'));
  await act(async () => store.publish('signed-out', { reason: 'asked' }, 'tab'));
  expect(address()).toBe('/login');
});

describe('a switch of accounts', () => {
  test('to a vendor in another tab leads to the queue and shows a message', async () => {
    const { store } = await renderShell('/profile', { state: { session: sessionOf(MAI) } });
    act(() =>
      store.publish('context-switched', { context: { type: 'Vendor', data: { id: 8, name: 'Pico Taquería' } } }, 'tab'),
    );
    expect(await screen.findByText('queues/queues')).toBeInTheDocument();
    expect(screen.getByText('Switched to Pico Taquería in another tab.')).toBeInTheDocument();
  });
});

test("an error in the shell's own page leaves the menu usable, and Try Again requests the data again", async () => {
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

describe('after a component of a remote throws while unmounting', () => {
  // React logs each error that a boundary caught, and these tests cause such errors.
  beforeEach(() => {
    unmounting.throws = true;
    jest.mocked(console.error).mockImplementation(() => {});
  });
  afterEach(() => {
    unmounting.throws = false;
  });
  const menu = () => within(screen.getByRole('navigation', { name: 'Main' }));
  const expectNoFailure = () => {
    expect(screen.queryByText('Unexpected Application Error!')).toBeNull();
    expect(screen.queryByText('This section could not be loaded')).toBeNull();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument();
  };

  test('the next page shows even if it throws too, and each error counts against its remote', async () => {
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
    expectNoFailure();
  });

  test('the same screen shows at another address', async () => {
    const components = { 'catalog/menu': ThrowsWhileUnmounting };
    const { onRenderError } = await renderShell('/venues/1/vendors/2', { components });
    await screen.findByText('It works.');
    act(() => {
      window.history.pushState(null, '', '/venues/1/vendors/7');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await waitFor(() => expect(onRenderError).toHaveBeenCalledTimes(2));
    expect(screen.getByText('It works.')).toBeInTheDocument();
    expectNoFailure();
  });

  test('an address that redirects shows its target', async () => {
    const components = { 'queues/queues': ThrowsWhileUnmounting };
    const { onRenderError } = await renderShell('/queues', { state: customer, components });
    await screen.findByText('It works.');
    act(() => {
      window.history.pushState(null, '', '/venues//vendors');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(await screen.findByText('catalog/venues')).toBeInTheDocument();
    expect(onRenderError).toHaveBeenCalledWith('queues', expect.any(Error), true);
    expectNoFailure();
  });

  test('the log-out completes', async () => {
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
    expectNoFailure();
  });

  test('Escape closes the notifications, and they open again', async () => {
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
    expectNoFailure();
  });

  test('the log-out completes without a visible error if it was a background slot', async () => {
    const components = { 'queues#queue-background': ThrowsWhileUnmounting };
    const { onRenderError } = await renderShell('/profile', { state: customer, components });
    await screen.findByText('It works.');
    await userEvent.click(screen.getByRole('button', { name: 'Log Out' }));
    expect(await screen.findByText('catalog/venues')).toBeInTheDocument();
    expect(screen.queryByText('It works.')).toBeNull();
    expect(onRenderError).toHaveBeenCalledWith('queues', expect.any(Error), false);
    expectNoFailure();
  });

  test("the error of a slot on the shell's page counts against the remote in its stack", async () => {
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
    expectNoFailure();
  });

  test('the visitor can switch to an account that does not show the slot', async () => {
    const components = { 'vendor-tools#account-export': ThrowsWhileUnmounting };
    const api = shellApi().on('GET /me', { data: { ...MAI, orders: { data: [] } } });
    const { onRenderError } = await renderShell('/profile', { api, state: vendor, components });
    await screen.findByText('It works.');
    await userEvent.click(screen.getByRole('button', { name: 'Login to personal account' }));
    await userEvent.click(screen.getByRole('button', { name: 'Personal account Mai Tanaka' }));
    await waitFor(() => expect(onRenderError).toHaveBeenCalledWith('vendor-tools', expect.any(Error), true));
    expect(screen.getByRole('heading', { name: 'Welcome Mai Tanaka' })).toBeInTheDocument();
    expectNoFailure();
  });
});

test('a profile without vendors is logged, and the page and the stored user stay', async () => {
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

test('the page stays if a toast cannot be rendered', async () => {
  jest.mocked(console.error).mockImplementation(() => {});
  await renderShell('/queues', { state: customer });
  await screen.findByText('queues/queues');
  act(() => showToast({ no: 'text' } as never));
  expect(console.error).toHaveBeenCalled();
  expect(screen.getByText('queues/queues')).toBeInTheDocument();
});
