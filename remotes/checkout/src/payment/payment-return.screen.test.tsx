import { act, screen, waitFor } from '@testing-library/react';
import { ApiError } from 'shared-contracts/client';
import type { ShellState } from 'shared-contracts/events';
import { CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import manifest from '../../remote.json';
import { Screen, WAIT_MS } from './payment-return.screen';

function show(response: unknown, status = 'complete', session: ShellState['session'] = CUSTOMER) {
  const api = fakeApi().on('GET /stitch/return', response);
  return renderScreen(<Screen />, {
    api,
    at: `/stitch/return?id=pay-1&status=${status}`,
    path: '/stitch/return',
    state: { session },
  });
}
const result = (state: string) => ({ data: { state, venue_id: 2 } });
const arrive = () => waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));

test('the screen tells the server, and after a successful payment goes to the queue without a message', async () => {
  const { api, store } = show(result('succeeded'));
  await arrive();
  expect(api.requests.map(({ params }) => params)).toEqual([{ id: 'pay-1', status: 'complete' }]);
  expect(store.state.getState().toast).toBeNull();
});

test('the queue’s address names the cart that was paid', async () => {
  show({ data: { state: 'succeeded', venue_id: 2, cart_id: 5 } });
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues?paid=5'));
});

test.each([
  ['unpaid', 'closed', /^The payment was not finished. You were not charged/],
  ['unpaid', 'complete', /^The payment was not finished. You were not charged/],
  ['unpaid', 'failed', /^Your bank refused the payment. You were not charged/],
  ['cancelled', 'complete', /^The payment was cancelled. You were not charged/],
  ['refunded', 'complete', /^Your money is on its way back.*nothing was ordered/],
  ['processing', 'complete', /^Your payment is not confirmed yet. Do not pay again/],
])('%s with the hint %s goes to the queue too, where what happened to the money is said', async (state, hint, text) => {
  const { store } = show(result(state), hint);
  await arrive();
  expect(store.state.getState().toast?.content).toMatch(text);
});

test.each([
  [404, /^We do not know this payment. Nothing was charged or ordered/],
  [422, /^We do not know this payment. Nothing was charged or ordered/],
  [503, /^We could not check your payment. Do not pay again/],
])('a server that refuses with %i is no reason to stay', async (status, text) => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { store } = show(new ApiError(status, { code: 'REFUSED', message: 'No.' }));
  await arrive();
  expect(store.state.getState().toast?.content).toMatch(text);
});

test.each([
  ['no state', { venue_id: 2 }],
  ['a state of a later API', { state: 'held', venue_id: 2 }],
  ['nothing', null],
  ['a list', [null, 7]],
])('a success that holds %s is no word that it was paid', async (_what, data) => {
  const { store } = show({ data });
  await arrive();
  expect(store.state.getState().toast?.content).toMatch(/^We could not check your payment. Do not pay again/);
});

describe('a server that does not respond', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  test('is waited for no longer than is sensible, then the queue says what is safe', async () => {
    const { store } = show(new Promise(() => {}));
    act(() => jest.advanceTimersByTime(WAIT_MS));
    await arrive();
    expect(store.state.getState().toast?.content).toMatch(/^We could not check your payment. Do not pay again/);
  });
});

test('until the server has responded, the page says what it waits for', () => {
  show(new Promise(() => {}));
  expect(screen.getByRole('status')).toHaveTextContent('Checking your payment…');
});

test('a vendor context returns in the same way', async () => {
  const vendor: ShellState['session'] = CUSTOMER && {
    ...CUSTOMER,
    context: { type: 'Vendor', data: { id: 2, name: 'Kumo Ramen' } },
  };
  show(result('unpaid'), 'closed', vendor);
  await arrive();
  expect(manifest.routes.find(({ path }) => path === '/stitch/return')?.audience).toBe('anyone');
});
