import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { publish, showToast } from 'shared-contracts/events';
import { anActiveVenue } from 'shared-contracts/testing';
import packageJson from '../../package.json';
import { forgetWaiting, setWaiting } from '../offline/waiting-worker';
import { address, MAI, renderShell, sessionOf, THANDI } from '../testing/render-shell';

const venue = anActiveVenue();
const mainMenu = () => screen.getByRole('navigation', { name: 'Main' });
const entries = (menu: HTMLElement) => [...menu.querySelectorAll('a, button')].map(({ textContent }) => textContent);

function scrollTo(top: number) {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
  fireEvent.scroll(window);
}
afterEach(() => scrollTo(0));

describe('the main menu', () => {
  test('shows a customer the unread notifications, the vendors and cart of the active venue, the orders and the account', async () => {
    const cart = { venueId: 1, cartId: 4, itemCount: 6 };
    await renderShell('/queues', { state: { session: sessionOf(THANDI), venue, cart, unread: 2 } });
    expect(entries(mainMenu())).toEqual(['2 unreadNotifications', 'Vendors', '6 itemsCart', 'Orders', 'My Account']);
    expect(within(mainMenu()).getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page');
  });

  test('shows the venues and no cart without an active venue', async () => {
    await renderShell('/venues', { state: { session: sessionOf(THANDI) } });
    await screen.findByText('catalog/venues');
    expect(entries(mainMenu())).toEqual(['Notifications', 'Venues', 'Orders', 'My Account']);
    expect(within(mainMenu()).getByRole('link', { name: 'Venues' })).toHaveAttribute('aria-current', 'page');
  });

  test('shows a vendor the orders, items and account', async () => {
    await renderShell('/queues', { state: { session: sessionOf(MAI, 7) } });
    expect(entries(mainMenu())).toEqual(['Orders', 'Items', 'My Account']);
    expect(within(mainMenu()).getByRole('link', { name: 'Items' })).toHaveAttribute('href', '/your-items/7');
  });

  test('opens the notifications, which close on the way to another page', async () => {
    const { store } = await renderShell('/queues', { state: { session: sessionOf(THANDI) } });
    await userEvent.click(within(mainMenu()).getByRole('button', { name: 'Notifications' }));
    const panel = screen.getByRole('dialog', { name: 'Notifications' });
    expect(await within(panel).findByText('queues#notifications-panel')).toBeInTheDocument();
    await userEvent.click(within(mainMenu()).getByRole('link', { name: 'My Account' }));
    expect(store.state.getState().isNotificationsOpen).toBe(false);
  });

  test('asks a signed-out visitor to sign in before it opens the notifications', async () => {
    await renderShell('/venues');
    await userEvent.click(within(mainMenu()).getByRole('button', { name: 'Notifications' }));
    expect(screen.getByRole('dialog', { name: 'Login' })).toBeInTheDocument();
  });
});

describe('the side panel', () => {
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    return screen.getByRole('dialog', { name: 'Menu' });
  };
  const sideEntries = (panel: HTMLElement) => entries(within(panel).getByRole('navigation', { name: 'Side' }));

  test('shows a signed-out visitor the sign-in entries and the contacts', async () => {
    await renderShell('/venues');
    const panel = await open();
    expect(sideEntries(panel)).toEqual(['Venues', 'Log In', 'Register']);
    expect(within(panel).getByRole('link', { name: '+1 416 555 0142' })).toHaveAttribute('href', 'tel:+14165550142');
    expect(within(panel).getByRole('link', { name: 'foodhall.example' })).toBeInTheDocument();
  });

  test('shows a vendor the venues too', async () => {
    await renderShell('/queues', { state: { session: sessionOf(MAI, 7), venue } });
    expect(sideEntries(await open())).toEqual(['Venues', 'Vendors', 'My Account', 'Log Out', 'Get Support']);
  });

  test("shows a signed-in visitor the venue's vendors and Log Out, which leads to /", async () => {
    await renderShell('/queues', { state: { session: sessionOf(THANDI), venue } });
    const panel = await open();
    expect(sideEntries(panel)).toEqual(['Venues', 'Vendors', 'My Account', 'Log Out', 'Get Support']);
    await userEvent.click(within(panel).getByRole('button', { name: 'Log Out' }));
    await waitFor(() => expect(address()).toBe('/'));
  });
});

describe('the header', () => {
  test("shows the brand and the host's package version on a root page", async () => {
    await renderShell('/venues');
    const header = screen.getByRole('banner');
    expect(within(header).getByRole('link', { name: 'Foodhall' })).toBeInTheDocument();
    expect(within(header).getByText(packageJson.version)).toBeInTheDocument();
    expect(packageJson.version).toBe('2.2.63');
  });

  test('shows Back on an inner page, and the title after a scroll by a tenth of the window', async () => {
    await renderShell('/venues/1/vendors');
    const header = screen.getByRole('banner');
    const title = within(header).getByText('Vendors');
    expect(title).toHaveAttribute('aria-hidden', 'true');
    act(() => scrollTo(window.innerHeight * 0.1 + 1));
    expect(title).toHaveAttribute('aria-hidden', 'false');
    act(() => publish('title-set', { title: 'Granary Square Market' }));
    expect(within(header).getByText('Granary Square Market')).toBeInTheDocument();
  });

  test('links a vendor to the queue by name, and is as wide as the queue on its page', async () => {
    await renderShell('/queues', { state: { session: sessionOf(MAI, 7) } });
    const header = screen.getByRole('banner');
    expect(within(header).getByRole('link', { name: 'Kumo Ramen' })).toHaveAttribute('href', '/queues');
    expect(within(header).queryByRole('link', { name: 'Foodhall' })).not.toBeInTheDocument();
    expect(header).toHaveClass('queue');
    await userEvent.click(within(mainMenu()).getByRole('link', { name: 'My Account' }));
    expect(header).not.toHaveClass('queue');
  });

  test('opens the side panel on an inner page too', async () => {
    await renderShell('/venues/1/vendors');
    const header = screen.getByRole('banner');
    await userEvent.click(within(header).getByRole('button', { name: 'Menu' }));
    const panel = screen.getByRole('dialog', { name: 'Menu' });
    expect(within(panel).getByRole('link', { name: 'Log In' })).toBeInTheDocument();
  });

  test('leads back to the venues from the first page', async () => {
    await renderShell('/venues/1/vendors');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(address()).toBe('/'));
  });

  test('leads back to the venues from a page that replaced the first one', async () => {
    await renderShell('/queues');
    await screen.findByRole('heading', { name: 'Login' });
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(address()).toBe('/'));
  });

  test('can be skipped without a new entry in the history', async () => {
    await renderShell('/venues/1/vendors');
    await userEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(window.location.hash).toBe('');
  });
});

test('overlays close when the page changes', async () => {
  const { store } = await renderShell('/venues');
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  act(() => publish('sign-in-asked', { mode: 'Login' }));
  expect(screen.getByRole('dialog', { name: 'Menu' })).toBeInTheDocument();
  act(() => {
    window.history.pushState(null, '', '/venues/1/vendors');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(await screen.findByText('catalog/vendors')).toBeInTheDocument();
  expect(store.state.getState().auth).toBeNull();
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
});

describe('the search', () => {
  test('filters while the visitor types, shows the number of results, and ends on Escape', async () => {
    const { store } = await renderShell('/venues/1/vendors');
    await userEvent.click(screen.getByRole('button', { name: 'Search vendors' }));
    const field = screen.getByRole('textbox', { name: 'Search vendors' });
    expect(field).toHaveFocus();
    await userEvent.type(field, 'ramen');
    expect(store.state.getState().search.text).toBe('ramen');
    act(() => publish('search-counted', { count: 1 }));
    expect(await within(screen.getByRole('search')).findByText('1 result')).toHaveAttribute('role', 'status');
    await userEvent.keyboard('{Escape}');
    expect(store.state.getState().search.text).toBe('');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('uses the name that the page gives it', async () => {
    await renderShell('/venues/1/vendors');
    act(() => publish('search-described', { placeholder: 'Search Kumo Ramen' }));
    await userEvent.click(screen.getByRole('button', { name: 'Search Kumo Ramen' }));
    expect(screen.getByRole('textbox')).toHaveAttribute('placeholder', 'Search Kumo Ramen');
    act(() => publish('search-described', { placeholder: null }));
    expect(screen.getByRole('textbox')).toHaveAttribute('placeholder', 'Search vendors');
  });

  test('shows at once, or after a scroll on a page with its own field', async () => {
    await renderShell('/venues/1/vendors');
    expect(screen.getByRole('button', { name: 'Search vendors' })).toBeInTheDocument();
    await userEvent.click(within(mainMenu()).getByRole('link', { name: /Venues|Vendors/ }));
    act(() => {
      window.history.pushState(null, '', '/venues');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await screen.findByText('catalog/venues');
    expect(screen.queryByRole('button', { name: 'Search venues' })).not.toBeInTheDocument();
    act(() => scrollTo(window.innerHeight * 0.1 + 1));
    expect(screen.getByRole('button', { name: 'Search venues' })).toBeInTheDocument();
  });

  test('does not show on a page without a search', async () => {
    await renderShell('/login');
    expect(screen.queryByRole('button', { name: /Search/ })).not.toBeInTheDocument();
  });
});

test('the scroll-to-top button appears after 20 px', async () => {
  await renderShell('/venues');
  act(() => scrollTo(20));
  expect(screen.queryByRole('button', { name: 'Scroll to top' })).not.toBeInTheDocument();
  act(() => scrollTo(21));
  expect(screen.getByRole('button', { name: 'Scroll to top' })).toBeInTheDocument();
});

test("the footer shows the copyright and the slogan with the brand's name", async () => {
  await renderShell('/venues');
  const footer = screen.getByRole('contentinfo');
  expect(footer).toHaveTextContent(`Copyright © Foodhall ${new Date().getFullYear()}. All Rights Reserved.`);
  expect(footer).toHaveTextContent('Be Quicker with Foodhall');
  expect(footer.textContent).not.toContain('\u00a0');
});

test('a toast is shown, and OK dismisses it', async () => {
  await renderShell('/venues');
  act(() => showToast('Successfully updated status!'));
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByText('Successfully updated status!')).not.toBeInTheDocument();
});

describe('without a connection', () => {
  const offline = () => act(() => publish('connection-changed', { isOnline: false }));
  const SENTENCE = 'No internet connection found. App is running in offline mode.';

  test('the page tells a guest that nothing can be ordered', async () => {
    await renderShell('/venues');
    offline();
    expect(screen.getByText(SENTENCE)).toBeInTheDocument();
    expect(await screen.findByText('What you see may be old, and nothing can be ordered.')).toBeInTheDocument();
  });

  test('the page tells the staff of a stall what is sent later', async () => {
    await renderShell('/queues', { state: { session: sessionOf(MAI, 7) } });
    offline();
    expect(
      await screen.findByText(/^What you see may be old\. Pick, Done and Collected are sent later/),
    ).toBeInTheDocument();
    expect(screen.queryByText(/nothing can be ordered/)).not.toBeInTheDocument();
  });
});

describe('a newer worker', () => {
  const ANNOUNCEMENT = 'A New version of this software is available, Close all windows and repoen';
  const waiting = () =>
    Object.assign(new EventTarget(), { state: 'installed', postMessage: jest.fn() }) as unknown as ServiceWorker;
  afterEach(() => act(() => forgetWaiting()));

  test('is announced once if it was installed while the page was open', async () => {
    await renderShell('/venues');
    const worker = waiting();
    act(() => setWaiting(worker, true));
    const alert = screen.getByRole('alertdialog', { name: 'New version' });
    expect(within(alert).getByText(ANNOUNCEMENT)).toBeInTheDocument();
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
    act(() => setWaiting(worker, true));
    await waitFor(() => expect(screen.queryByText(ANNOUNCEMENT)).not.toBeInTheDocument());
  });

  test('is offered in the side panel without an announcement if it was waiting already', async () => {
    await renderShell('/venues');
    const worker = waiting();
    act(() => setWaiting(worker, false));
    expect(screen.queryByText(ANNOUNCEMENT)).not.toBeInTheDocument();
    const serviceWorker = new EventTarget();
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await userEvent.click(screen.getByRole('button', { name: 'Update Available' }));
    expect(worker.postMessage).toHaveBeenCalledWith({ type: 'activate' });
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  test('is no longer offered once another tab has activated it', async () => {
    await renderShell('/venues');
    const worker = waiting();
    act(() => setWaiting(worker, false));
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    expect(screen.getByRole('button', { name: 'Update Available' })).toBeInTheDocument();
    Object.assign(worker, { state: 'activating' });
    act(() => void worker.dispatchEvent(new Event('statechange')));
    expect(screen.queryByRole('button', { name: 'Update Available' })).toBeNull();
  });
});
