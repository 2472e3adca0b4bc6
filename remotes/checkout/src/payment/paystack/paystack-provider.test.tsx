import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import { shownCart } from '../../cart/latest-cart.rules';
import { cartOfTwo } from '../../testing/carts';
import { PaymentFlow } from '../payment-flow';
import { paystackProvider } from './paystack-provider';
import type { PaystackCallbacks, PaystackPop } from './paystack-script';

const FINISH = 'POST /carts/5/pay-with-paystack';
let made = 0;
let closed = 0;
let opened: { accessCode: string; callbacks: PaystackCallbacks }[] = [];

/** Replaces the provider's script and only records the calls. */
class Pop implements PaystackPop {
  constructor() {
    made += 1;
  }

  /** Like the published script: a transaction that it has opened before keeps the callbacks of its first opening. */
  resumeTransaction(accessCode: string, callbacks: PaystackCallbacks) {
    const before = opened.find((each) => each.accessCode === accessCode);
    opened.push({ accessCode, callbacks: before?.callbacks ?? callbacks });
  }

  cancelTransaction() {
    closed += 1;
    opened.at(-1)?.callbacks.onCancel();
  }
}

beforeEach(() => {
  opened = [];
  closed = 0;
  window.PaystackPop = Pop;
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => jest.restoreAllMocks());

async function openPaystack() {
  const api = fakeApi().on('GET /carts/newpayment', { source_id: 'ref-1', access_code: 'code-1' });
  const rendered = renderScreen(
    <PaymentFlow provider={paystackProvider} cart={shownCart(cartOfTwo())} publishableKey="pk" />,
    {
      api,
      state: { session: CUSTOMER },
    },
  );
  await userEvent.click(screen.getByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(opened).toHaveLength(1));
  return { ...rendered, callbacks: (opened[0] as (typeof opened)[number]).callbacks };
}

test('the server opens the transaction, the window resumes it, and only its reference is sent back', async () => {
  const { api, callbacks } = await openPaystack();
  expect(api.requests[0]?.params).toEqual({ cart_id: 5, provider: 'Paystack', version: 3 });
  expect(opened[0]?.accessCode).toBe('code-1');
  api.on(FINISH, { data: { state: 'succeeded', cart_id: 5, orders: [1] } });
  await act(async () => callbacks.onSuccess());
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
  expect(api.requests.find(({ path }) => path.endsWith('paystack'))?.body).toEqual({ reference: 'ref-1' });
});

test('closing the window cancels the payment, and the next payment uses the same script instance', async () => {
  const { api, callbacks } = await openPaystack();
  api.on(FINISH, new ApiError(402, { code: 'PAYMENT_INCOMPLETE', message: 'You were not charged.' }));
  await act(async () => callbacks.onCancel());
  expect(await screen.findByText('You cancelled the payment')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(opened).toHaveLength(2));
  expect(made).toBe(1);
});

test('a window that is opened again for the same transaction calls its new callbacks', async () => {
  const { api, callbacks } = await openPaystack();
  api.on(FINISH, new ApiError(402, { code: 'PAYMENT_INCOMPLETE', message: 'You were not charged.' }));
  await act(async () => callbacks.onCancel());
  await userEvent.click(await screen.findByRole('button', { name: /^Pay/ }));
  await waitFor(() => expect(opened).toHaveLength(2));
  await act(async () => opened[1]?.callbacks.onCancel());
  expect(await screen.findByText('You cancelled the payment')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Pay/ })).toBeEnabled();
});

test('a notice says that payment could not start if the window cannot open', async () => {
  const { callbacks } = await openPaystack();
  await act(async () => callbacks.onError({ type: 'setup', message: 'Invalid access code' }));
  expect(await screen.findByText('Payment could not start')).toBeVisible();
});

test('leaving the cart closes the window, and its later messages are ignored', async () => {
  const { api, callbacks, unmount } = await openPaystack();
  unmount();
  expect(closed).toBe(1);
  callbacks.onSuccess();
  expect(api.requests.filter(({ path }) => path.endsWith('pay-with-paystack'))).toEqual([]);
});
