import { act, screen, waitFor } from '@testing-library/react';
import { createEventStore, type EventStore, provideEventStore } from 'shared-contracts/events';
import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import { queryClient, resourceKey } from 'shared-contracts/query';
import { anActiveVenue, CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import { cartOfTwo } from '../testing/carts';
import { Slot } from './cart-background.slot';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  provideEventStore(createEventStore());
});

function start(state = {}, at = '/venues') {
  const api = fakeApi().on('GET /carts/active', { data: cartOfTwo() });
  return renderScreen(<Slot />, { api, at, state: { session: CUSTOMER, venue: anActiveVenue(), ...state } });
}

const cartRequests = (api: ReturnType<typeof start>['api']) =>
  api.requests.filter(({ path }) => path === '/carts/active').length;

test('the cart is first fetched 500 ms after load and corrects the badge', async () => {
  const { api, store } = start();
  await act(() => jest.advanceTimersByTimeAsync(499));
  expect(cartRequests(api)).toBe(0);
  await act(() => jest.advanceTimersByTimeAsync(2));
  await waitFor(() => expect(store.state.getState().cart?.itemCount).toBe(6));
});

test.each([
  ['the server says that it changed', 'cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'],
  ['a vendor switched an item on or off', 'stock-updated', { item_id: 31, vendor_id: 2 }, 'server'],
  ['another remote changed it', 'cart-changed', { venueId: 1, cartId: 5, itemCount: 7 }, 'catalog'],
  ['another tab changed it', 'cart-changed', { venueId: 1, cartId: 5, itemCount: 7 }, 'tab'],
  ['the shell asks for a refresh', 'refresh-wanted', { why: 'focus' }, 'shell'],
] as const)('the cart is requested once more when %s', async (_title, name, payload, source) => {
  const { api, store } = start();
  await act(() => jest.advanceTimersByTimeAsync(600));
  await act(async () => store.publish(name, payload, source));
  await waitFor(() => expect(store.state.getState().cart?.itemCount).toBe(6));
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(cartRequests(api)).toBe(2);
});

test('no event refetches the cart while a payment runs', async () => {
  const { api, store } = start();
  await act(() => jest.advanceTimersByTimeAsync(600));
  await act(async () => store.publish('payment-started', { cartId: 5 }));
  await act(async () => store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'));
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(cartRequests(api)).toBe(1);
});

test('a stale summary from another remote is corrected with the fetched cart', async () => {
  const { store } = start();
  await act(() => jest.advanceTimersByTimeAsync(600));
  await waitFor(() => expect(store.state.getState().cart?.itemCount).toBe(6));
  await act(async () => store.publish('cart-changed', { venueId: 1, cartId: 5, itemCount: 2 }, 'catalog'));
  await waitFor(() => expect(store.state.getState().cart?.itemCount).toBe(6));
});

describe('a payment that the customer left', () => {
  const PAID = /^Your payment went through/;
  const toastText = ({ store }: ReturnType<typeof start>) => store.state.getState().toast?.content ?? '';

  async function leavePayment(at?: string) {
    const started = start({}, at);
    started.api.on('GET /carts/5', () => ({ data: cartOfTwo({ state: 'new' }) }));
    await act(() => jest.advanceTimersByTimeAsync(600));
    writeLocal('payment', { cartId: 5, reference: 'R-1' });
    await act(async () => started.store.publish('payment-started', { cartId: 5 }));
    await act(async () => started.store.publish('payment-ended', { cartId: 5, outcome: 'left' }));
    return started;
  }
  const markPaid = ({ api }: ReturnType<typeof start>) =>
    api.on('GET /carts/5', () => ({ data: cartOfTwo({ state: 'paid' }) }));

  test('is announced once after the server reports it as paid', async () => {
    const started = await leavePayment();
    expect(toastText(started)).toBe('');
    markPaid(started);
    const cartUpdated = () =>
      act(async () => started.store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'));
    await cartUpdated();
    await waitFor(() => expect(toastText(started)).toMatch(PAID));
    await act(async () => started.store.publish('toast-dismissed', {}));
    await cartUpdated();
    expect(toastText(started)).toBe('');
  });

  test('does not redirect a customer who is at the cart of another venue', async () => {
    const started = await leavePayment('/venues/2/cart');
    markPaid(started);
    await act(async () =>
      started.store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'),
    );
    await waitFor(() => expect(toastText(started)).toMatch(PAID));
    expect(screen.getByTestId('address')).toHaveTextContent('/venues/2/cart');
  });

  test('takes a customer who is still at its cart to the orders, and invalidates the paid cart', async () => {
    const started = await leavePayment('/venues/1/cart');
    const summary = resourceKey('/carts/5');
    queryClient().setQueryData(summary, { data: cartOfTwo({ state: 'new' }) });
    markPaid(started);
    await act(async () =>
      started.store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'),
    );
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues?paid=5'));
    expect(toastText(started)).toBe('');
    expect(readLocal('payment')).toBeUndefined();
    expect(queryClient().getQueryState(summary)?.isInvalidated).toBe(true);
  });

  test('does not redirect a customer who is paying the next cart of the venue', async () => {
    const started = await leavePayment('/venues/1/cart');
    await act(async () => started.store.publish('payment-started', { cartId: 11 }));
    markPaid(started);
    await act(async () => started.store.publish('refresh-wanted', { why: 'focus' }, 'shell'));
    await waitFor(() => expect(toastText(started)).toMatch(PAID));
    expect(screen.getByTestId('address')).toHaveTextContent('/venues/1/cart');
    expect(readLocal('payment')).toBeDefined();
  });

  test('is not announced while a second payment of the cart runs, and opens the orders when the second one fails', async () => {
    const started = await leavePayment('/venues/1/cart');
    await act(async () => started.store.publish('payment-started', { cartId: 5 }));
    markPaid(started);
    await act(async () =>
      started.store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'),
    );
    expect(screen.getByTestId('address')).toHaveTextContent('/venues/1/cart');
    expect(toastText(started)).toBe('');
    await act(async () => started.store.publish('payment-ended', { cartId: 5, outcome: 'failed' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues?paid=5'));
  });

  test('is mentioned when the session expires, so that the customer looks for it after signing in', async () => {
    const started = start();
    await act(async () => started.store.publish('payment-started', { cartId: 5 }));
    await act(async () => started.store.publish('signed-out', { reason: 'expired' }));
    expect(toastText(started)).toMatch(/^You were logged out while you were paying\./);
  });

  test('makes the cart reload when it is left, because events were ignored during the payment', async () => {
    const started = await leavePayment();
    await waitFor(() => expect(cartRequests(started.api)).toBe(2));
  });

  test.each([
    [
      'succeeds on its own screen',
      (store: EventStore) => store.publish('payment-ended', { cartId: 5, outcome: 'paid' }),
    ],
    [
      'belongs to a customer who has signed out',
      (store: EventStore) => store.publish('signed-out', { reason: 'asked' }),
    ],
  ])('is not announced if it %s', async (_what, happens) => {
    const started = await leavePayment();
    await act(async () => happens(started.store));
    markPaid(started);
    await act(async () => started.store.publish('refresh-wanted', { why: 'focus' }, 'shell'));
    expect(toastText(started)).toBe('');
  });
});
