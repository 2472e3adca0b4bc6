/** The shell in a browser that translates the page, while it changes. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { publish, showToast } from 'shared-contracts/events';
import { anActiveVenue, translatePage } from 'shared-contracts/testing';
import { renderShell, sessionOf, THANDI } from '../testing/render-shell';

let stopTranslation = () => {};
beforeEach(() => {
  stopTranslation = translatePage();
});
afterEach(() => stopTranslation());

test('a translated page shows the current counts, menu entries and toasts', async () => {
  const cart = { venueId: 1, cartId: 4, itemCount: 6 };
  const { store } = await renderShell('/queues', {
    state: { session: sessionOf(THANDI), venue: anActiveVenue(), cart, unread: 2 },
  });
  const entries = () =>
    [...screen.getByRole('navigation', { name: 'Main' }).querySelectorAll('a, button')].map(
      ({ textContent }) => textContent,
    );
  expect(entries()).toEqual(['2 unreadNotifications', 'Vendors', '6 itemsCart', 'Orders', 'My Account']);
  act(() => store.state.setState({ unread: 3, cart: { ...cart, itemCount: 0 } }));
  expect(entries()).toEqual(['3 unreadNotifications', 'Vendors', 'Cart', 'Orders', 'My Account']);
  act(() => publish('venue-cleared', {}));
  await waitFor(() => expect(entries()[1]).toBe('Venues'));

  for (const content of ['Order A-1 is cancelled.', 'Order A-2 is cancelled.']) {
    act(() => showToast(content));
    expect(await within(document.body).findByText(content)).toBeVisible();
  }
  expect(screen.queryByText('Order A-1 is cancelled.')).toBeNull();

  act(() => publish('connection-changed', { isOnline: false }));
  expect(await screen.findByText(/^No internet connection found/)).toBeVisible();
  act(() => publish('connection-changed', { isOnline: true }));
  await waitFor(() => expect(screen.queryByText(/^No internet connection found/)).toBeNull());
});
