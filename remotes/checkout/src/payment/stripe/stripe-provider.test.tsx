import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ApiError } from 'shared-contracts/client';
import { readLocal } from 'shared-contracts/local-keys';
import { CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import { shownCart } from '../../cart/latest-cart.rules';
import { cartOfTwo } from '../../testing/carts';
import { PaymentFlow } from '../payment-flow';
import { stripeProvider } from './stripe-provider';

const START = 'POST /carts/5/start-stripe';
const FINISH = 'POST /carts/5/pay-with-stripe';
const SECRET = 'pi_1_secret_2';

interface Options {
  mode?: string;
  amount?: number;
  currency?: string;
  appearance?: { theme: string };
}

/** The device's own theme. */
const device = Object.assign(new EventTarget(), { matches: false });

/** A fake of Stripe's script for one test. It records the calls and returns the values that the test sets. */
const stripe = {
  options: [] as Options[],
  updates: [] as Options[],
  wallets: undefined as Record<string, boolean> | undefined,
  /** True if the look-up of wallets never ends. */
  isLookingUp: false,
  /** The result of checking the fields. */
  checked: {} as object,
  /** The result of a confirmation. */
  confirmed: {} as object,
  confirmations: [] as { clientSecret: string; confirmParams: { return_url: string }; wallet: boolean }[],
  /** The handlers of the card's element and of the wallet's. */
  card: new Map<string, (event?: object) => void>(),
  wallet: new Map<string, (event?: object) => void>(),
};

function element(type: string) {
  return {
    mount() {},
    destroy() {},
    off() {},
    update() {},
    on(name: string, handler: (event?: object) => void) {
      (type === 'expressCheckout' ? stripe.wallet : stripe.card).set(name, handler);
      if (type === 'expressCheckout' && stripe.isLookingUp) return;
      if (name === 'ready') queueMicrotask(() => act(() => handler({ availablePaymentMethods: stripe.wallets })));
    },
  };
}

/** The part of Stripe's script that these tests use. The loader keeps the first script that it finds. */
function Stripe() {
  return {
    elements: (options: Options) => {
      stripe.options.push(options);
      const group = {
        hasWallet: false,
        create: (type: string) => {
          group.hasWallet = type === 'expressCheckout';
          return element(type);
        },
        getElement: () => null,
        update: (change: Options) => void stripe.updates.push(change),
        submit: async () => stripe.checked,
      };
      return group;
    },
    confirmPayment: async ({
      elements,
      clientSecret,
      confirmParams,
    }: {
      elements: { hasWallet: boolean };
      clientSecret: string;
      confirmParams: { return_url: string };
    }) => {
      stripe.confirmations.push({ clientSecret, confirmParams, wallet: elements.hasWallet });
      return stripe.confirmed;
    },
    createToken() {},
    createPaymentMethod() {},
    confirmCardPayment() {},
  };
}
Stripe.version = 'endive';

let warn: jest.SpyInstance;
beforeAll(() => void Object.assign(window, { Stripe, matchMedia: () => device }));
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  Object.assign(stripe, {
    options: [],
    updates: [],
    wallets: undefined,
    isLookingUp: false,
    checked: {},
    confirmed: {},
    confirmations: [],
  });
  stripe.wallet.clear();
  device.matches = false;
});
afterEach(() => {
  warn.mockRestore();
  delete document.documentElement.dataset.theme;
});
afterAll(() => {
  Reflect.deleteProperty(window, 'Stripe');
  Reflect.deleteProperty(window, 'matchMedia');
});

const apiThatPays = () =>
  fakeApi()
    .on(START, { secret: { clientSecret: SECRET } })
    .on(FINISH, { data: { state: 'succeeded', cart_id: 5, orders: [1, 2] } })
    .on('GET /carts/active', { data: null });

async function openCart(api: FakeApi = apiThatPays()) {
  function Cart() {
    const [cart, setCart] = useState(() => shownCart(cartOfTwo()));
    const [gate, setGate] = useState('');
    const [isEmpty, setEmpty] = useState(false);
    if (isEmpty) return null;
    return (
      <>
        <PaymentFlow provider={stripeProvider} cart={cart} publishableKey="pk_test_1" gate={gate && <p>{gate}</p>} />
        <button type="button" onClick={() => setGate('It cannot be paid.')}>
          Close a vendor
        </button>
        <button type="button" onClick={() => setEmpty(true)}>
          Empty it
        </button>
        <button type="button" onClick={() => setCart(shownCart(cartOfTwo({ total: 50 })))}>
          Take something out
        </button>
      </>
    );
  }
  const rendered = renderScreen(<Cart />, {
    api,
    at: '/venues/1/cart',
    path: '/venues/:venueId/cart',
    state: { session: CUSTOMER },
  });
  await waitFor(() => expect(screen.getByRole('form', { name: 'Payment' })).toBeVisible());
  return rendered;
}

const pay = () => userEvent.click(screen.getByRole('button', { name: /^Pay/ }));
const called = (api: FakeApi, path: string) => api.requests.filter((request) => request.path.endsWith(path));
const atQueues = () => waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));

test('the form opens with the amount of the cart and starts no payment', async () => {
  const { api, store } = await openCart();
  expect(stripe.options).toEqual([
    { mode: 'payment', amount: 9380, currency: 'cad', appearance: { theme: 'stripe' } },
    { mode: 'payment', amount: 9380, currency: 'cad', appearance: { theme: 'stripe' } },
  ]);
  expect(screen.getByRole('button', { name: 'Pay $93.80' })).toBeEnabled();
  expect(api.requests).toEqual([]);
  expect(store.state.getState().isPaying).toBe(false);
});

test('the amount of the form follows the cart', async () => {
  await openCart();
  await userEvent.click(screen.getByRole('button', { name: 'Take something out' }));
  expect(stripe.updates).toEqual([{ amount: 5000 }, { amount: 5000 }]);
  expect(screen.getByRole('button', { name: 'Pay $50.00' })).toBeVisible();
});

test('Pay starts a payment for the cart version that is shown, confirms it and opens the queue', async () => {
  const { api } = await openCart();
  await pay();
  await atQueues();
  expect(called(api, '/start-stripe').map(({ body }) => body)).toEqual([{ version: 3 }]);
  expect(stripe.confirmations).toEqual([
    { clientSecret: SECRET, confirmParams: { return_url: `${window.location.origin}/venues/1/cart` }, wallet: false },
  ]);
  expect(called(api, '/pay-with-stripe').map(({ body }) => body)).toEqual([{ reference: 'pi_1' }]);
});

test('a double tap starts one payment', async () => {
  const { api } = await openCart();
  await userEvent.dblClick(screen.getByRole('button', { name: /^Pay/ }));
  await atQueues();
  expect(called(api, '/start-stripe')).toHaveLength(1);
  expect(stripe.confirmations).toHaveLength(1);
});

test('an invalid field shows its error and starts no payment', async () => {
  stripe.checked = { error: { type: 'validation_error', message: 'Your card number is incomplete.' } };
  const { api } = await openCart();
  await pay();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your card number is incomplete.');
  expect(api.requests).toEqual([]);
  expect(screen.getByRole('button', { name: /^Pay/ })).toBeEnabled();
});

test.each([
  ['an invalid field', () => ({ checked: { error: { type: 'validation_error', message: 'Not this.' } } })],
  ['a declined card', () => ({ confirmed: { error: { type: 'card_error', message: 'Not this.' } } })],
])('the message about %s is below Pay, so that it does not move Pay under a finger', async (_what, fault) => {
  Object.assign(stripe, fault());
  await openCart();
  await pay();
  const button = screen.getByRole('button', { name: /^Pay/ });
  expect(button.compareDocumentPosition(await screen.findByText('Not this.'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a declined card shows the reason below the fields, and the next try pays', async () => {
  stripe.confirmed = { error: { type: 'card_error', message: 'Your card was declined.' } };
  const { store } = await openCart();
  await pay();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your card was declined.You were not charged. Try again.');
  expect(stripe.options).toHaveLength(2);
  expect(store.state.getState().isPaying).toBe(false);
  expect(readLocal('payment')).toBeUndefined();
  stripe.confirmed = {};
  await pay();
  await atQueues();
});

test.each([
  ['the provider fails', { type: 'api_error' }],
  ['the connection is lost', { type: 'api_connection_error' }],
  ['it was paid already', { type: 'invalid_request_error', payment_intent: { status: 'succeeded' } }],
])('the payment is looked up if %s during the confirmation', async (_what, error) => {
  stripe.confirmed = { error };
  await openCart();
  await pay();
  await atQueues();
});

describe('a cart that changes elsewhere while its payment is at Stripe', () => {
  const INCOMPLETE = new ApiError(402, { code: 'PAYMENT_INCOMPLETE', message: 'The payment is not complete.' });
  const DECLINED = { error: { type: 'card_error', message: 'Your card was declined.' } };
  const payButton = () => screen.getByRole('button', { name: /^Pay/ });

  /** @returns Stripe's response, which comes when the test says so */
  async function changeWhilePaying() {
    let respond: (confirmed: object) => void = () => {};
    stripe.confirmed = new Promise<object>((resolve) => {
      respond = resolve;
    });
    const { api, store } = await openCart(apiThatPays().on(FINISH, INCOMPLETE));
    await pay();
    await waitFor(() => expect(stripe.confirmations).toHaveLength(1));
    await act(async () => store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'));
    expect(await screen.findByText('Your cart changed while you were paying')).toBeVisible();
    return {
      api,
      respond: (confirmed: object) => {
        stripe.confirmed = {};
        return act(async () => respond(confirmed));
      },
    };
  }

  test('gets no second payment before Stripe reports the outcome of the first', async () => {
    const { api, respond } = await changeWhilePaying();
    expect(payButton()).toHaveAttribute('aria-busy', 'true');
    await pay();
    fireEvent.submit(screen.getByRole('form', { name: 'Payment' }));
    expect(called(api, '/start-stripe')).toHaveLength(1);
    await respond(DECLINED);
    expect(payButton()).not.toHaveAttribute('aria-busy');
    expect(screen.getByText('Your cart changed while you were paying')).toBeVisible();
  });

  test('opens the orders if it was paid, even after the form was removed', async () => {
    const { api, respond } = await changeWhilePaying();
    await userEvent.click(screen.getByRole('button', { name: 'Close a vendor' }));
    expect(screen.getByText('It cannot be paid.')).toBeVisible();
    api.on(FINISH, { data: { state: 'succeeded', cart_id: 5, orders: [1, 2] } });
    await respond({});
    await atQueues();
  });

  test('shows why a later try is declined', async () => {
    const { respond } = await changeWhilePaying();
    await respond(DECLINED);
    stripe.confirmed = DECLINED;
    await pay();
    expect(await screen.findByText('Your card was declined.')).toBeVisible();
    expect(payButton()).not.toHaveAttribute('aria-busy');
  });
});

describe('a cart that can no longer be paid, with an older notice above it', () => {
  async function withNotice() {
    const refused = new ApiError(502, { code: 'PROVIDER_UNAVAILABLE', message: 'It cannot be reached.' });
    await openCart(apiThatPays().on(START, refused));
    await pay();
    expect(await screen.findByText('Payment could not start')).toBeVisible();
  }
  const closeVendor = () => act(() => screen.getByRole('button', { name: 'Close a vendor' }).click());

  test('does not take the focus of a customer who is elsewhere on the page', async () => {
    await withNotice();
    act(() => (document.activeElement as HTMLElement).blur());
    closeVendor();
    expect(screen.getByText('It cannot be paid.')).toBeVisible();
    expect(document.body).toHaveFocus();
  });

  test('moves the focus from the form to the payment section', async () => {
    await withNotice();
    screen.getByRole('button', { name: /^Pay/ }).focus();
    closeVendor();
    expect(screen.getByRole('group', { name: 'Payment' })).toHaveFocus();
  });
});

test('Pay says that the device is offline before it sends any request', async () => {
  const { api, store } = await openCart();
  await act(async () => store.publish('connection-changed', { isOnline: false }, 'shell'));
  await pay();
  expect(screen.getByRole('alert')).toHaveTextContent(/You are offline.*you were not charged/);
  expect(api.requests).toEqual([]);
});

test('a refused start shows the reason and keeps the form', async () => {
  const refused = new ApiError(502, {
    code: 'PROVIDER_UNAVAILABLE',
    message: 'The payment provider cannot be reached.',
  });
  await openCart(apiThatPays().on(START, refused));
  await pay();
  expect(await screen.findByText('Payment could not start')).toBeVisible();
  expect(stripe.options).toHaveLength(2);
});

test('fields that cannot be shown are replaced by a notice, and Try again brings them back', async () => {
  await openCart();
  act(() => stripe.card.get('loaderror')?.({ error: { message: 'blocked' } }));
  expect(await screen.findByText('Payment could not start')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('form', { name: 'Payment' })).toBeVisible());
});

describe('wallets', () => {
  const offered = () => screen.queryByText('or pay by card');
  const openSheet = () => {
    const resolve = jest.fn();
    act(() => stripe.wallet.get('click')?.({ resolve }));
    expect(resolve).toHaveBeenCalledTimes(1);
  };

  test('are hidden where the browser offers none', async () => {
    await openCart();
    expect(offered()).not.toBeVisible();
  });

  test('are offered where the browser has one, and the sheet starts and confirms a payment', async () => {
    stripe.wallets = { applePay: true };
    const { api } = await openCart();
    expect(offered()).toBeVisible();
    act(() => stripe.wallet.get('confirm')?.());
    await atQueues();
    expect(called(api, '/start-stripe')).toHaveLength(1);
    expect(stripe.confirmations).toMatchObject([{ clientSecret: SECRET, wallet: true }]);
  });

  test('do not delay the card form when their look-up hangs, and are not shown when they arrive late', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    stripe.isLookingUp = true;
    await openCart();
    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(screen.queryByText(/opens as soon as it is here/)).not.toBeInTheDocument();
    act(() => stripe.wallet.get('ready')?.({ availablePaymentMethods: { applePay: true } }));
    expect(offered()).not.toBeVisible();
    jest.useRealTimers();
  });

  test('report a failed start to the sheet, and its closing does not count as a cancel', async () => {
    stripe.wallets = { applePay: true };
    const { api } = await openCart();
    api.on(START, new ApiError(503, { code: 'PROVIDER_DOWN', message: 'The payment provider cannot be reached.' }));
    const paymentFailed = jest.fn();
    await act(async () => stripe.wallet.get('confirm')?.({ paymentFailed }));
    await waitFor(() => expect(paymentFailed).toHaveBeenCalledWith({ reason: 'fail' }));
    act(() => stripe.wallet.get('cancel')?.());
    expect(screen.queryByText('You cancelled the payment')).not.toBeInTheDocument();
    expect(stripe.confirmations).toEqual([]);
  });

  test('charge nothing when the customer closes the sheet, and say so below the wallet’s button', async () => {
    stripe.wallets = { applePay: true };
    const { api } = await openCart();
    openSheet();
    act(() => stripe.wallet.get('cancel')?.());
    const notice = await screen.findByText('You cancelled the payment');
    expect(notice).toBeVisible();
    expect(screen.getByRole('form', { name: 'Payment' })).not.toContainElement(notice);
    expect(document.activeElement).toContainElement(notice);
    expect(api.requests).toEqual([]);
  });

  test('charge nothing when the customer confirms a sheet that was opened before the cart changed', async () => {
    stripe.wallets = { applePay: true };
    const { api } = await openCart();
    openSheet();
    await userEvent.click(screen.getByRole('button', { name: 'Take something out' }));
    const paymentFailed = jest.fn();
    act(() => stripe.wallet.get('confirm')?.({ paymentFailed }));
    expect(paymentFailed).toHaveBeenCalledWith({ reason: 'fail' });
    // The sheet then closes by itself.
    act(() => stripe.wallet.get('cancel')?.());
    expect(screen.getByText('Your cart changed while you were paying')).toBeVisible();
    expect(api.requests).toEqual([]);
    openSheet();
    act(() => stripe.wallet.get('confirm')?.({ paymentFailed }));
    await atQueues();
    expect(stripe.confirmations).toMatchObject([{ wallet: true }]);
  });

  test('charge nothing when a change of the cart closes the sheet, and the focus moves to the notice', async () => {
    stripe.wallets = { applePay: true };
    const { api } = await openCart();
    openSheet();
    // The sheet has the focus and closes with its form.
    act(() => (document.activeElement as HTMLElement).blur());
    act(() => screen.getByRole('button', { name: 'Close a vendor' }).click());
    expect(await screen.findByText('Your cart changed while you were paying')).toBeVisible();
    expect(screen.getByText('It cannot be paid.')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Payment' })).toHaveFocus();
    expect(api.requests).toEqual([]);
  });

  test.each([
    ['an emptied', 'new', 'Your cart changed while you were paying. Your wallet was not charged.'],
    ['a paid', 'paid', 'This cart was paid in another tab or on another device. Your wallet was not charged.'],
  ] as const)('announce in a toast that the sheet closed with %s cart', async (_what, state, sentence) => {
    stripe.wallets = { applePay: true };
    const { store } = await openCart(apiThatPays().on('GET /carts/5', { data: cartOfTwo({ state }) }));
    openSheet();
    await userEvent.click(screen.getByRole('button', { name: 'Empty it' }));
    await waitFor(() => expect(store.state.getState().toast?.content).toBe(sentence));
  });

  test('do not disturb a card payment after a sheet whose closing was never reported', async () => {
    stripe.wallets = { applePay: true };
    let respond: (response: object) => void = () => {};
    const api = apiThatPays().on(FINISH, () => new Promise((resolve) => (respond = resolve)));
    await openCart(api);
    openSheet();
    await pay();
    await waitFor(() => expect(called(api, '/pay-with-stripe')).toHaveLength(1));
    expect(screen.queryByText('Your cart changed while you were paying')).not.toBeInTheDocument();
    await act(async () => respond({ data: { state: 'succeeded', cart_id: 5, orders: [1, 2] } }));
    await atQueues();
  });

  test('announce nothing if the sheet was closed before the cart was emptied', async () => {
    stripe.wallets = { applePay: true };
    const { store } = await openCart();
    openSheet();
    act(() => stripe.wallet.get('cancel')?.());
    await userEvent.click(screen.getByRole('button', { name: 'Empty it' }));
    expect(store.state.getState().toast).toBeNull();
  });

  test('show a declined wallet card below the wallet’s button, and a declined typed card in the card form', async () => {
    stripe.wallets = { applePay: true };
    stripe.confirmed = { error: { type: 'card_error', message: 'Your card was declined.' } };
    await openCart();
    openSheet();
    act(() => stripe.wallet.get('confirm')?.());
    const form = screen.getByRole('form', { name: 'Payment' });
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Your card was declined.'));
    expect(form).not.toHaveTextContent('Your card was declined.');
    await pay();
    await waitFor(() => expect(form).toHaveTextContent('Your card was declined.'));
    expect(screen.getAllByText('Your card was declined.')).toHaveLength(1);
  });
});

describe('the theme of the fields', () => {
  async function turn(isDark: boolean) {
    device.matches = isDark;
    await act(async () => device.dispatchEvent(new Event('change')));
  }
  const themes = () => stripe.updates.map(({ appearance }) => appearance?.theme);

  test('is the theme of the device', async () => {
    device.matches = true;
    await openCart();
    expect(stripe.options.map(({ appearance }) => appearance?.theme)).toEqual(['night', 'night']);
  });

  test('follows the device while the form is open', async () => {
    await openCart();
    await turn(true);
    await turn(false);
    expect(themes()).toEqual(['night', 'night', 'stripe', 'stripe']);
  });

  test('is the theme of the page if the page sets one, even if the device changes later', async () => {
    await openCart();
    await act(async () => {
      document.documentElement.dataset.theme = 'dark';
    });
    expect(themes()).toEqual(['night', 'night']);
    await turn(true);
    await turn(false);
    expect(themes()).toEqual(['night', 'night']);
  });
});
