import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import { shownCart } from '../../cart/latest-cart.rules';
import { cartOfTwo } from '../../testing/carts';
import { PaymentFlow } from '../payment-flow';
import { stripeProvider } from './stripe-provider';

interface Options {
  clientSecret?: string;
  appearance: { theme: string };
}

/** The device's own theme. */
const device = Object.assign(new EventTarget(), { matches: false });

/** The themes that the fields were told to have, one after the other. */
const themes: string[] = [];

/** Stripe's script, as far as these tests go. Its loader uses the first one it finds, from then on. */
function Stripe() {
  const fields = { mount() {}, destroy() {}, on() {}, off() {}, update() {} };
  const take = ({ appearance }: Options) => void themes.push(appearance.theme);
  return {
    elements: (options: Options) => {
      take(options);
      return { create: () => fields, getElement: () => null, update: take };
    },
    createToken() {},
    createPaymentMethod() {},
    confirmCardPayment() {},
  };
}
Stripe.version = 'endive';

beforeAll(() => void Object.assign(window, { Stripe, matchMedia: () => device }));
beforeEach(() => {
  themes.length = 0;
  device.matches = false;
});
afterEach(() => {
  delete document.documentElement.dataset.theme;
});
afterAll(() => {
  Reflect.deleteProperty(window, 'Stripe');
  Reflect.deleteProperty(window, 'matchMedia');
});

async function openStripe() {
  const api = fakeApi().on('POST /carts/5/start-stripe', { secret: { clientSecret: 'pi_1_secret_2' } });
  const rendered = renderScreen(
    <PaymentFlow provider={stripeProvider} cart={shownCart(cartOfTwo())} publishableKey="pk_test_1" />,
    {
      api,
      state: { session: CUSTOMER },
    },
  );
  await userEvent.click(screen.getByRole('button', { name: /^Pay/ }));
  await screen.findByRole('form', { name: 'Payment' });
  return rendered;
}

async function turn(isDark: boolean) {
  device.matches = isDark;
  await act(async () => device.dispatchEvent(new Event('change')));
}

test('the fields have the theme that the device has', async () => {
  device.matches = true;
  await openStripe();
  expect(themes).toEqual(['night']);
});

test('a device that turns dark while the form is open turns its fields dark, and light again', async () => {
  await openStripe();
  await turn(true);
  await turn(false);
  expect(themes).toEqual(['stripe', 'night', 'stripe']);
});

test('the theme that the page was given comes before the device’s, also when it is given later', async () => {
  await openStripe();
  await act(async () => {
    document.documentElement.dataset.theme = 'dark';
  });
  expect(themes).toEqual(['stripe', 'night']);
  await turn(true);
  await turn(false);
  expect(themes).toEqual(['stripe', 'night']);
});

test('the button says what is paid', async () => {
  await openStripe();
  expect(screen.getByRole('button', { name: 'Pay $93.80' })).toBeEnabled();
});
