import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CUSTOMER, renderScreen } from 'shared-contracts/testing';
import { shownCart } from '../../cart/latest-cart.rules';
import { cartOfTwo } from '../../testing/carts';
import { PaymentFlow } from '../payment-flow';
import { loadProviderScript } from '../provider-script';
import { stripeProvider } from './stripe-provider';

jest.mock('../provider-script', () => ({ loadProviderScript: jest.fn() }));
const load = jest.mocked(loadProviderScript);

let warn: jest.SpyInstance;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  load.mockReset();
});
afterEach(() => {
  warn.mockRestore();
  jest.useRealTimers();
});

const show = () =>
  renderScreen(<PaymentFlow provider={stripeProvider} cart={shownCart(cartOfTwo())} publishableKey="pk_test_2" />, {
    state: { session: CUSTOMER },
  });

test('a script that does not load shows that nothing was charged, and is retried by a tap and when the device is online', async () => {
  load.mockRejectedValue(new Error('blocked'));
  const { store } = show();
  expect(await screen.findByText('Payment could not start')).toBeVisible();
  expect(screen.getByText(/You were not charged/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(load).toHaveBeenCalledTimes(2);
  expect(await screen.findByText('Payment could not start')).toBeVisible();
  await act(async () => store.publish('connection-changed', { isOnline: true }, 'shell'));
  expect(load).toHaveBeenCalledTimes(3);
});

test('a notice says that the script is slow', async () => {
  load.mockReturnValue(new Promise(() => {}));
  jest.useFakeTimers();
  show();
  await act(() => jest.advanceTimersByTimeAsync(8_000));
  expect(screen.getByText('The payment provider is slow to respond')).toBeVisible();
});
