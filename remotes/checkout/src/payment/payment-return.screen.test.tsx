import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { fakeApi, renderScreen } from 'shared-contracts/testing';
import { PERSON } from '../testing/cart-builders';
import { Screen } from './payment-return.screen';

function show(answer: object, status = 'complete') {
  const api = fakeApi().on('GET /stitch/return', answer);
  return renderScreen(<Screen />, {
    api,
    at: `/stitch/return?id=pay-1&status=${status}`,
    path: '/stitch/return',
    state: { session: PERSON },
  });
}
const result = (state: string) => ({ data: { state, venue_id: 2 } });

afterEach(() => jest.useRealTimers());

test('the server is told, and a payment that went through goes to the queue', async () => {
  const { api } = show(result('succeeded'));
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
  expect(api.requests[0]?.params).toEqual({ id: 'pay-1', status: 'complete' });
});

test.each([
  ['unpaid', 'closed', 'The payment was not finished', /You were not charged/],
  ['unpaid', 'complete', 'The payment was not finished', /You were not charged/],
  ['unpaid', 'failed', 'Payment did not go through', /Your bank refused it. You were not charged/],
  ['cancelled', 'complete', 'The payment was cancelled', /You were not charged/],
  ['refunded', 'complete', 'Your money is on its way back', /Nothing was ordered/],
])(
  '%s with the hint %s says what happened, whether money moved, and leads back to the cart',
  async (state, hint, title, text) => {
    show(result(state), hint);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to your cart' })).toHaveAttribute('href', '/venues/2/cart');
  },
);

test('what the bank has not decided is asked about again by itself', async () => {
  jest.useFakeTimers();
  const { api } = show(result('processing'));
  expect(await screen.findByText('Your bank has not answered yet')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Back to your cart' })).not.toBeInTheDocument();
  api.on('GET /stitch/return', result('succeeded'));
  await act(() => jest.advanceTimersByTimeAsync(3_100));
  jest.useRealTimers();
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
});

test.each([404, 422])('a forged or unknown reference (%i) is said to be one, and shows no cart', async (status) => {
  show(new ApiError(status, { code: 'NOT_FOUND', message: 'Payment not found.' }));
  expect(await screen.findByText('We do not know this payment')).toBeVisible();
  expect(screen.getByText(/Nothing was charged or ordered/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'View Orders' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Back to your cart' })).not.toBeInTheDocument();
});

test('where the server cannot be asked nothing is promised, and it can be asked again', async () => {
  const { api } = show(new ApiError(503, { code: 'PAYMENTS_NOT_CONFIGURED', message: 'No.' }));
  expect(await screen.findByText('We could not find out whether you paid')).toBeVisible();
  api.on('GET /stitch/return', result('succeeded'));
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
});
