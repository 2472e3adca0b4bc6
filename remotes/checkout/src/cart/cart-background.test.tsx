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

const asked = (api: ReturnType<typeof start>['api']) =>
  api.requests.filter(({ path }) => path === '/carts/active').length;

test('the cart is first looked at 500 ms after load, and the badge becomes true', async () => {
  const { api, store } = start();
  await act(() => jest.advanceTimersByTimeAsync(499));
  expect(asked(api)).toBe(0);
  await act(() => jest.advanceTimersByTimeAsync(2));
  await waitFor(() => expect(store.state.getState().cart?.itemCount).toBe(6));
});

test.each([
  ['the server says that it changed', 'cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'],
  ['a vendor switched an item on or off', 'stock-updated', { item_id: 31, vendor_id: 2 }, 'server'],
  ['another remote changed it', 'cart-changed', { venueId: 1, cartId: 5, itemCount: 7 }, 'catalog'],
  ['another tab changed it', 'cart-changed', { venueId: 1, cartId: 5, itemCount: 7 }, 'tab'],
  ['what is shown may be old', 'refresh-wanted', { why: 'focus' }, 'shell'],
] as const)('the cart is requested once more when %s', async (_title, name, payload, source) => {
  const { api, store } = start();
  await act(() => jest.advanceTimersByTimeAsync(600));
  await act(async () => store.publish(name, payload, source));
  await waitFor(() => expect(store.state.getState().cart?.itemCount).toBe(6));
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(asked(api)).toBe(2);
});

test('while a payment runs no event changes the cart', async () => {
  const { api, store } = start();
  await act(() => jest.advanceTimersByTimeAsync(600));
  await act(async () => store.publish('payment-started', { cartId: 5 }));
  await act(async () => store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'));
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(asked(api)).toBe(1);
});

test('a summary that another remote published late is corrected by the cart as it is', async () => {
  const { store } = start();
  await act(() => jest.advanceTimersByTimeAsync(600));
  await waitFor(() => expect(store.state.getState().cart?.itemCount).toBe(6));
  await act(async () => store.publish('cart-changed', { venueId: 1, cartId: 5, itemCount: 2 }, 'catalog'));
  await waitFor(() => expect(store.state.getState().cart?.itemCount).toBe(6));
});

describe('a payment that the customer walked away from', () => {
  const PAID = /^Your payment went through/;
  const said = ({ store }: ReturnType<typeof start>) => store.state.getState().toast?.content ?? '';

  async function left(at?: string) {
    const started = start({}, at);
    started.api.on('GET /carts/5', () => ({ data: cartOfTwo({ state: 'new' }) }));
    await act(() => jest.advanceTimersByTimeAsync(600));
    writeLocal('payment', { cartId: 5, reference: 'R-1' });
    await act(async () => started.store.publish('payment-started', { cartId: 5 }));
    await act(async () => started.store.publish('payment-ended', { cartId: 5, outcome: 'left' }));
    return started;
  }
  const pays = ({ api }: ReturnType<typeof start>) =>
    api.on('GET /carts/5', () => ({ data: cartOfTwo({ state: 'paid' }) }));

  test('is said to have gone through once the server says so, and once', async () => {
    const started = await left();
    expect(said(started)).toBe('');
    pays(started);
    const hear = () =>
      act(async () => started.store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'));
    await hear();
    await waitFor(() => expect(said(started)).toMatch(PAID));
    await act(async () => started.store.publish('toast-dismissed', {}));
    await hear();
    expect(said(started)).toBe('');
  });

  test('leaves a customer who is at the cart of another venue there', async () => {
    const started = await left('/venues/2/cart');
    pays(started);
    await act(async () =>
      started.store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'),
    );
    await waitFor(() => expect(said(started)).toMatch(PAID));
    expect(screen.getByTestId('address')).toHaveTextContent('/venues/2/cart');
  });

  test('leads a customer who is still at the cart to the orders, and fetches what was paid', async () => {
    const started = await left('/venues/1/cart');
    const summary = resourceKey('/carts/5');
    queryClient().setQueryData(summary, { data: cartOfTwo({ state: 'new' }) });
    pays(started);
    await act(async () =>
      started.store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'),
    );
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues?paid=5'));
    expect(said(started)).toBe('');
    expect(readLocal('payment')).toBeUndefined();
    expect(queryClient().getQueryState(summary)?.isInvalidated).toBe(true);
  });

  test('leaves a customer who pays the rest of that cart at it', async () => {
    const started = await left('/venues/1/cart');
    await act(async () => started.store.publish('payment-started', { cartId: 11 }));
    pays(started);
    await act(async () => started.store.publish('refresh-wanted', { why: 'focus' }, 'shell'));
    await waitFor(() => expect(said(started)).toMatch(PAID));
    expect(screen.getByTestId('address')).toHaveTextContent('/venues/1/cart');
    expect(readLocal('payment')).toBeDefined();
  });

  test('is not spoken of while a second payment of the cart runs, and leads to the orders when that one fails', async () => {
    const started = await left('/venues/1/cart');
    await act(async () => started.store.publish('payment-started', { cartId: 5 }));
    pays(started);
    await act(async () =>
      started.store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'),
    );
    expect(screen.getByTestId('address')).toHaveTextContent('/venues/1/cart');
    expect(said(started)).toBe('');
    await act(async () => started.store.publish('payment-ended', { cartId: 5, outcome: 'failed' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues?paid=5'));
  });

  test('because the session ended is to be looked for after the next one', async () => {
    const started = start();
    await act(async () => started.store.publish('payment-started', { cartId: 5 }));
    await act(async () => started.store.publish('signed-out', { reason: 'expired' }));
    expect(said(started)).toMatch(/^You were logged out while you were paying\./);
  });

  test('is looked at when it is left: what arrived during the payment was not', async () => {
    const started = await left();
    await waitFor(() => expect(asked(started.api)).toBe(2));
  });

  test.each([
    [
      'ends paid on its own screen',
      (store: EventStore) => store.publish('payment-ended', { cartId: 5, outcome: 'paid' }),
    ],
    [
      'belongs to a customer who has signed out meanwhile',
      (store: EventStore) => store.publish('signed-out', { reason: 'asked' }),
    ],
  ])('is not spoken of where it %s', async (_what, happens) => {
    const started = await left();
    await act(async () => happens(started.store));
    pays(started);
    await act(async () => started.store.publish('refresh-wanted', { why: 'focus' }, 'shell'));
    expect(said(started)).toBe('');
  });
});
