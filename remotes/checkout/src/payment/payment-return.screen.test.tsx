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

test('the screen reports the return to the server, and opens the queue without a message after a successful payment', async () => {
  const { api, store } = show(result('succeeded'));
  await arrive();
  expect(api.requests.map(({ params }) => params)).toEqual([{ id: 'pay-1', status: 'complete' }]);
  expect(store.state.getState().toast).toBeNull();
});

test('the address of the queue names the paid cart', async () => {
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
])(
  'a payment that is %s with the hint %s opens the queue with a message about the money',
  async (state, hint, text) => {
    const { store } = show(result(state), hint);
    await arrive();
    expect(store.state.getState().toast?.content).toMatch(text);
  },
);

test.each([
  [404, /^We do not know this payment. Nothing was charged or ordered/],
  [422, /^We do not know this payment. Nothing was charged or ordered/],
  [503, /^We could not check your payment. Do not pay again/],
])('the screen opens the queue with a message if the server refuses with %i', async (status, text) => {
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
])('a response that holds %s does not count as paid', async (_what, data) => {
  const { store } = show({ data });
  await arrive();
  expect(store.state.getState().toast?.content).toMatch(/^We could not check your payment. Do not pay again/);
});

describe('without a response from the server', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  test('the screen opens the queue after a time limit and warns against paying again', async () => {
    const { store } = show(new Promise(() => {}));
    act(() => jest.advanceTimersByTime(WAIT_MS));
    await arrive();
    expect(store.state.getState().toast?.content).toMatch(/^We could not check your payment. Do not pay again/);
  });
});

test('the page says that it checks the payment until the server responds', () => {
  show(new Promise(() => {}));
  expect(screen.getByRole('status')).toHaveTextContent('Checking your payment…');
});

test('the return works in a vendor context too', async () => {
  const vendor: ShellState['session'] = CUSTOMER && {
    ...CUSTOMER,
    context: { type: 'Vendor', data: { id: 2, name: 'Kumo Ramen' } },
  };
  show(result('unpaid'), 'closed', vendor);
  await arrive();
  expect(manifest.routes.find(({ path }) => path === '/stitch/return')?.audience).toBe('anyone');
});
