import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ApiError } from 'shared-contracts/client';
import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import { queryClient, resourceKey } from 'shared-contracts/query';
import {
  aMember,
  aUser,
  aVendorSummary,
  CUSTOMER,
  type FakeApi,
  fakeApi,
  renderScreen,
  sessionOf,
} from 'shared-contracts/testing';
import { shownCart } from '../cart/latest-cart.rules';
import { cartOfTwo } from '../testing/carts';
import { PaymentFlow } from './payment-flow';
import type { OpenPayment, PaymentProvider } from './payment-provider';

const FINISH = 'POST /carts/5/pay-with-global';
const INCOMPLETE = new ApiError(402, {
  code: 'PAYMENT_INCOMPLETE',
  message: 'The payment is not complete. You were not charged.',
});

const DECLINED = new ApiError(402, { code: 'PAYMENT_DECLINED', message: 'Declined.' });

const payment: OpenPayment = {
  reference: 'R-1',
  form: ({ price, onSent, onCancel, onBroken, onBusyChange }) => (
    <section aria-label="The provider's form">
      <button type="button" onClick={() => onSent()}>
        Send {price}
      </button>
      <button type="button" onClick={onCancel}>
        Close window
      </button>
      <button type="button" onClick={() => onBroken(new Error('no frame'))}>
        Break
      </button>
      <button type="button" onClick={() => onBusyChange(true)}>
        Be busy
      </button>
    </section>
  ),
};

let warn: jest.SpyInstance;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  warn.mockRestore();
  jest.useRealTimers();
});

function show({
  start = async () => payment,
  api = fakeApi(),
  at = '/venues/1/cart',
}: {
  start?: PaymentProvider['start'];
  api?: FakeApi;
  at?: string;
} = {}) {
  const provider: PaymentProvider = { finish: 'pay-with-global', returnParameter: 'payment_intent', start };
  return renderScreen(<PaymentFlow provider={provider} cart={shownCart(cartOfTwo())} publishableKey="pk" />, {
    api,
    at,
    path: '/venues/:venueId/cart',
    state: { session: CUSTOMER },
  });
}

const pay = () => screen.findByRole('button', { name: /^Pay/ });
const open = async () => userEvent.click(await pay());
const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }));
const lookUps = (api: FakeApi) => api.requests.filter(({ path }) => path.endsWith('/pay-with-global')).length;

test('a payment that the server confirms opens the queue, and the device forgets it', async () => {
  const { store } = show({ api: fakeApi().on(FINISH, { data: { state: 'succeeded', cart_id: 5, orders: [1, 2] } }) });
  await open();
  expect(store.state.getState().isPaying).toBe(true);
  expect(readLocal('payment')).toEqual({ cartId: 5, reference: 'R-1' });
  await press('Send $93.80');
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
  expect(readLocal('payment')).toBeUndefined();
  expect(store.log()).toContainEqual(
    expect.objectContaining({ name: 'payment-ended', payload: { cartId: 5, outcome: 'paid' } }),
  );
});

test('a toast says why payment could not start if the cart was emptied elsewhere at the moment of Pay', async () => {
  const start = async () => {
    throw new ApiError(409, { code: 'CART_CHANGED', message: 'Your cart has changed.' });
  };
  const api = fakeApi().on('GET /carts/active', { data: null });
  const { store, unmount } = show({ start, api });
  store.subscribe('payment-ended', unmount);
  await open();
  await waitFor(() =>
    expect(store.state.getState().toast?.content).toMatch(/^Payment could not start\. .*not charged/),
  );
});

describe('a payment that is refused while its cart disappears', () => {
  const DUPLICATE = new ApiError(409, {
    code: 'PAYMENT_DUPLICATE',
    message: 'This cart was paid already. The second payment is being refunded.',
  });
  const paid = { ...cartOfTwo(), state: 'paid' };
  const emptied = { ...cartOfTwo(), state: 'new', orders: { data: [] } };

  async function refuse(refusal: ApiError, cart: object, button: RegExp | string = /^Send/) {
    const shown = show({ api: fakeApi().on(FINISH, refusal).on('GET /carts/5', { data: cart }) });
    await open();
    await press(button);
    await screen.findByRole('group', { name: 'Payment' });
    await screen.findByText(/You were not charged|charged so far|on its way back/);
    return { ...shown, toast: () => shown.store.state.getState().toast };
  }

  test.each([
    [
      'it was charged and the cart was paid elsewhere',
      DUPLICATE,
      paid,
      /^Your money is on its way back\. This cart was paid already\./,
    ],
    ['it was declined and the cart was paid', DECLINED, paid, /^This cart is paid\. Your last try was not charged\.$/],
    [
      'it was declined and the cart was emptied',
      DECLINED,
      emptied,
      /^Payment did not go through\. Declined\. You were not charged\.$/,
    ],
  ])('is announced in a toast if %s', async (_what, refusal, cart, words) => {
    const { unmount, toast } = await refuse(refusal, cart);
    unmount();
    await waitFor(() => expect(toast()?.content).toMatch(words));
  });

  type Shown = Awaited<ReturnType<typeof refuse>>;
  const activeCart = resourceKey('/carts/active', { venue_id: 1, user_id: 3, state: 'new' });

  test.each<[string, (shown: Shown) => unknown]>([
    ['if the cart is still there', () => queryClient().setQueryData(activeCart, { data: shownCart(cartOfTwo()) })],
    ['after the notice had time to be read', () => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000)],
    ['while another try is open', () => open()],
    [
      'if this page placed the orders',
      ({ store }) => act(() => store.publish('payment-ended', { cartId: 5, outcome: 'paid' }, 'checkout')),
    ],
    ['to the next account', ({ store }) => act(() => store.state.setState({ session: sessionOf(aUser({ id: 99 })) }))],
    [
      'after a switch to a vendor',
      ({ store }) => act(() => store.state.setState({ session: sessionOf(aMember({ id: 3 }), aVendorSummary().id) })),
    ],
    ['after sign-out', ({ store }) => act(() => store.publish('signed-out', { reason: 'asked' }, 'tab'))],
  ])('is not announced %s', async (_where, meanwhile) => {
    const shown = await refuse(DECLINED, paid);
    await meanwhile(shown);
    shown.unmount();
    jest.restoreAllMocks();
    await act(async () => {});
    expect(shown.toast()).toBeNull();
    expect(shown.api.requests.filter(({ path }) => path === '/carts/5')).toEqual([]);
  });

  test('is not announced if the customer signs out while the cart is requested', async () => {
    const { store, unmount, toast } = await refuse(DECLINED, paid);
    unmount();
    store.publish('signed-out', { reason: 'asked' }, 'tab');
    await act(async () => {});
    expect(toast()).toBeNull();
  });

  test.each([
    ['it may still go through', INCOMPLETE, /^Send/],
    ['the customer cancelled it', DECLINED, 'Close window'],
  ])('is not announced if %s', async (_which, refusal, button) => {
    const { unmount, toast } = await refuse(refusal, paid, button);
    unmount();
    await act(async () => {});
    expect(toast()).toBeNull();
  });
});

test('leaving while a payment is being opened stores no payment', async () => {
  let respond: (opened: OpenPayment) => void = () => {};
  const start = () =>
    new Promise<OpenPayment>((resolve) => {
      respond = resolve;
    });
  const { unmount } = show({ start });
  await open();
  unmount();
  await act(async () => respond(payment));
  expect(readLocal('payment')).toBeUndefined();
});

test('a declined payment says that nothing was charged and what to do, and can be tried again', async () => {
  const refusal = new ApiError(402, {
    code: 'PAYMENT_DECLINED',
    message: 'Your card was declined. You were not charged.',
  });
  show({ api: fakeApi().on(FINISH, refusal) });
  await open();
  await press(/^Send/);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Payment did not go through' +
      'Your card was declined. You were not charged. Check the details and try again, or use another card.',
  );
  expect(await pay()).toBeVisible();
});

test('a failed payment invalidates the cart, because an earlier payment may have ended it', async () => {
  show({ api: fakeApi().on(FINISH, DECLINED) });
  const key = resourceKey('/carts/active', { venue_id: 1 });
  queryClient().setQueryData(key, { data: null });
  await open();
  await press(/^Send/);
  await screen.findByText('Payment did not go through');
  await waitFor(() => expect(queryClient().getQueryState(key)?.isInvalidated).toBe(true));
});

test.each([
  ['twice', 'PAYMENT_DUPLICATE'],
  ['in the wrong amount', 'PAYMENT_MISMATCH'],
  ['a day late', 'PAYMENT_EXPIRED'],
  ['for a stall that has closed', 'PAYMENT_CLOSED'],
])('a notice says that money that came %s is being returned', async (_how, code) => {
  const refusal = new ApiError(409, { code, message: 'It is being refunded.' });
  show({ api: fakeApi().on(FINISH, refusal) });
  await open();
  await press(/^Send/);
  expect(await screen.findByText('Your money is on its way back')).toBeVisible();
});

test.each([
  ['in the provider’s window', 'Close window'],
  ['on our page', 'Cancel payment'],
])('cancelling %s looks the payment up, then says that nothing was charged', async (_title, button) => {
  const { api } = show({ api: fakeApi().on(FINISH, INCOMPLETE) });
  await open();
  await press(button);
  expect(await screen.findByText('You cancelled the payment')).toBeVisible();
  expect(screen.getByText(/You were not charged/)).toBeVisible();
  expect(lookUps(api)).toBe(1);
});

test('cancelling a payment that was already paid opens the orders', async () => {
  show({ api: fakeApi().on(FINISH, { data: { state: 'succeeded', cart_id: 5, orders: [1] } }) });
  await open();
  await press('Cancel payment');
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
});

test('cancelling an undecided payment does not claim that nothing was charged', async () => {
  show({ api: fakeApi().on(FINISH, { data: { state: 'processing', cart_id: 5, orders: [] } }) });
  await open();
  await press('Cancel payment');
  expect(await screen.findByText('Your last payment is not confirmed yet')).toBeVisible();
  expect(screen.queryByText(/You were not charged/)).not.toBeInTheDocument();
});

test('a busy form disables Cancel payment', async () => {
  show();
  await open();
  await press('Be busy');
  expect(screen.getByRole('button', { name: 'Cancel payment' })).toBeDisabled();
});

test('a double tap on Pay starts one payment', async () => {
  const start = jest.fn(async () => payment);
  show({ start });
  await userEvent.dblClick(await pay());
  expect(await screen.findByRole('region', { name: "The provider's form" })).toBeVisible();
  expect(start).toHaveBeenCalledTimes(1);
});

test('a page that was left during a payment looks that payment up before it offers Pay', async () => {
  writeLocal('payment', { cartId: 5, reference: 'R-0' });
  const { api } = show({ api: fakeApi().on(FINISH, INCOMPLETE) });
  expect(await screen.findByText('Your last payment was not finished')).toBeVisible();
  expect(api.requests[0]?.body).toEqual({ reference: 'R-0' });
  expect(await pay()).toBeVisible();
});

test('a payment that another tab may still finish is neither called over nor forgotten', async () => {
  writeLocal('payment', { cartId: 5, reference: 'R-0' });
  const { store } = show({ api: fakeApi().on(FINISH, INCOMPLETE) });
  expect(await screen.findByText(/^Nothing has been charged so far\. If the payment form is still open/)).toBeVisible();
  // After this event the cart's background slot checks whether it was paid after all.
  expect(store.log()).toContainEqual(
    expect.objectContaining({ name: 'payment-ended', payload: { cartId: 5, outcome: 'left' } }),
  );
  expect(screen.queryByText(/You were not charged/)).not.toBeInTheDocument();
  expect(readLocal('payment')).toEqual({ cartId: 5, reference: 'R-0' });
});

test('a payment that was left and has ended since is forgotten', async () => {
  writeLocal('payment', { cartId: 5, reference: 'R-0' });
  const refusal = new ApiError(402, { code: 'PAYMENT_CANCELLED', message: 'It was cancelled. You were not charged.' });
  show({ api: fakeApi().on(FINISH, refusal) });
  expect(await screen.findByText(/^It was cancelled\. You were not charged\. Your cart is unchanged/)).toBeVisible();
  expect(readLocal('payment')).toBeUndefined();
});

test('a payment that was left open for another cart is not looked up here', async () => {
  writeLocal('payment', { cartId: 6, reference: 'R-0' });
  const { api } = show();
  expect(await pay()).toBeVisible();
  expect(lookUps(api)).toBe(0);
});

test('returning from the bank’s page finishes the payment that the address names', async () => {
  const { api } = show({
    at: '/venues/1/cart?payment_intent=pi_7&redirect_status=succeeded',
    api: fakeApi().on(FINISH, { data: { state: 'succeeded', cart_id: 5, orders: [1] } }),
  });
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
  expect(api.requests[0]?.body).toEqual({ reference: 'pi_7' });
});

test('a lost response says that the outcome is unknown, and Check again finds it out', async () => {
  const { api } = show({ api: fakeApi().on(FINISH, new ApiError(0, { code: 'NETWORK' })) });
  await open();
  await press(/^Send/);
  expect(await screen.findByText('We could not find out whether you paid')).toBeVisible();
  expect(screen.getByText(/For support, your payment number is FH-0001\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
  api.on(FINISH, { data: { state: 'succeeded', cart_id: 5, orders: [1] } });
  await press('Check again');
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
});

describe('a look-up whose response is lost', () => {
  const PAID = { data: { state: 'succeeded', cart_id: 5, orders: [1] } };
  const hint = { cart: { id: 5, venue_id: 1, version: 4 } };
  const lost = new ApiError(0, { code: 'NETWORK' });

  /** The responses come when the test says so, in any order. */
  function apiInTurns() {
    const responses: ((response: unknown) => void)[] = [];
    const api = fakeApi().on(FINISH, () => new Promise((resolve) => responses.push(resolve)));
    return { api, respond: (index: number, response: unknown) => act(async () => responses[index]?.(response)) };
  }

  test('is repeated every ten seconds without a tap', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const { api, respond } = apiInTurns();
    show({ api });
    await user.click(await pay());
    await user.click(await screen.findByRole('button', { name: /^Send/ }));
    await respond(0, lost);
    expect(await screen.findByText('We could not find out whether you paid')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    await respond(1, lost);
    expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    await respond(2, PAID);
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues?paid=5'));
  });

  test('is repeated when the server announces a change of the cart', async () => {
    const { api, respond } = apiInTurns();
    const { store } = show({ api });
    await open();
    await press(/^Send/);
    await respond(0, lost);
    expect(await screen.findByText('We could not find out whether you paid')).toBeVisible();
    await act(async () => store.publish('cart-updated', hint, 'server'));
    await respond(1, PAID);
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues?paid=5'));
  });

  test.each<[string, [number, unknown][]]>([
    [
      'it fails before the second one succeeds',
      [
        [0, lost],
        [1, PAID],
      ],
    ],
    [
      'the second one fails before it succeeds',
      [
        [1, lost],
        [0, PAID],
      ],
    ],
  ])('never shows the outcome as unknown while a second look-up runs: %s', async (_what, responses) => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const { api, respond } = apiInTurns();
    const { store } = show({ api });
    await user.click(await pay());
    await user.click(await screen.findByRole('button', { name: /^Send/ }));
    await act(async () => store.publish('cart-updated', hint, 'server'));
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(lookUps(api)).toBe(2);
    for (const [index, response] of responses) {
      expect(screen.queryByText('We could not find out whether you paid')).not.toBeInTheDocument();
      await respond(index, response);
    }
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues?paid=5'));
  });

  test('opens the orders when an earlier look-up succeeds while Check again runs', async () => {
    const { api, respond } = apiInTurns();
    const { store } = show({ api });
    await open();
    await press(/^Send/);
    await respond(0, lost);
    await screen.findByText('We could not find out whether you paid');
    await act(async () => store.publish('refresh-wanted', { why: 'online' }, 'shell'));
    await press('Check again');
    expect(lookUps(api)).toBe(3);
    await respond(1, PAID);
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues?paid=5'));
  });

  test('is not repeated for a payment whose response arrives just after the server’s announcement', async () => {
    const { api, respond } = apiInTurns();
    const { store } = show({ api });
    await open();
    await press(/^Send/);
    await act(async () => store.publish('cart-updated', hint, 'server'));
    await respond(0, PAID);
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues?paid=5'));
    await act(async () => store.publish('cart-updated', hint, 'server'));
    expect(lookUps(api)).toBe(1);
  });
});

test('a slow payment is looked up repeatedly and at each announcement, and says after a while that it is slow', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const { api, store } = show({ api: fakeApi().on(FINISH, { data: { state: 'processing', cart_id: 5, orders: [] } }) });
  await user.click(await pay());
  await user.click(await screen.findByRole('button', { name: /^Send/ }));
  await act(() => jest.advanceTimersByTimeAsync(6_500));
  expect(lookUps(api)).toBe(3);
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText('Your payment is taking longer than usual')).toBeVisible();
  api.on(FINISH, { data: { state: 'succeeded', cart_id: 5, orders: [1] } });
  await act(async () => store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 3 } }, 'server'));
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
});

test.each([
  ['stays stored if the bank can still finish it', INCOMPLETE, 'Nothing has been charged so far', true],
  ['is forgotten if it is over', DECLINED, 'You were not charged', false],
])('a change of the cart elsewhere closes the form, and the payment %s', async (_what, refusal, sentence, isKept) => {
  const { store } = show({ api: fakeApi().on(FINISH, refusal) });
  await open();
  await screen.findByRole('button', { name: /^Send/ });
  const ended = jest.fn();
  store.subscribe('payment-ended', ended);
  await act(async () => store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'));
  expect(await screen.findByText('Your cart changed while you were paying')).toBeVisible();
  expect(screen.getByText(`${sentence}. Check the new total, then pay again.`)).toBeVisible();
  // After this event the cart's background slot checks whether it was paid after all, and says so.
  expect(ended.mock.calls[0]?.[0]).toEqual({ cartId: 5, outcome: 'left' });
  expect(readLocal('payment')).toEqual(isKept ? { cartId: 5, reference: 'R-1' } : undefined);
});

test('a late announcement of an earlier cart version leaves the form open', async () => {
  const { api, store } = show({ api: fakeApi().on(FINISH, INCOMPLETE) });
  await open();
  await screen.findByRole('button', { name: /^Send/ });
  await act(async () => store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 2 } }, 'server'));
  expect(screen.getByRole('button', { name: /^Send/ })).toBeVisible();
  expect(lookUps(api)).toBe(0);
});

test('changing a quantity closes the open form, because the form would charge the old total', async () => {
  function Beside() {
    const [version, setVersion] = useState(3);
    const provider: PaymentProvider = { finish: 'pay-with-global', start: async () => payment };
    return (
      <>
        <PaymentFlow provider={provider} cart={shownCart(cartOfTwo({ version }))} publishableKey="pk" />
        <button type="button" onClick={() => setVersion(4)}>
          Change
        </button>
      </>
    );
  }
  renderScreen(<Beside />, { api: fakeApi().on(FINISH, INCOMPLETE), state: { session: CUSTOMER } });
  await open();
  await screen.findByRole('button', { name: /^Send/ });
  await press('Change');
  expect(await screen.findByText('Your cart changed while you were paying')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Send/ })).not.toBeInTheDocument();
});

test('a slow provider shows a message and can be cancelled, and its late response is ignored', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  let arrive: (opened: OpenPayment) => void = () => {};
  show({
    start: () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  });
  await user.click(await pay());
  await act(() => jest.advanceTimersByTimeAsync(8_000));
  expect(screen.getByText('The payment provider is slow to respond')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel payment' }));
  await act(async () => arrive(payment));
  expect(screen.queryByRole('region', { name: "The provider's form" })).not.toBeInTheDocument();
  expect(await pay()).toBeVisible();
});

test.each([
  ['the provider is down', new ApiError(502, { message: 'The payment provider cannot be reached.' })],
  ['its script does not load', new Error('blocked')],
])('a notice says that payment could not start and nothing was charged when %s', async (_title, error) => {
  show({ start: () => Promise.reject(error) });
  await open();
  expect(await screen.findByText('Payment could not start')).toBeVisible();
  expect(screen.getByText(/You were not charged\. Try again in a moment/)).toBeVisible();
});

test('a broken form shows a notice and the Pay button', async () => {
  show();
  await open();
  await press('Break');
  expect(await screen.findByText('Payment could not start')).toBeVisible();
  expect(await pay()).toBeVisible();
});

test('Pay opens the orders if the cart turns out to be paid', async () => {
  show({ start: () => Promise.reject(new ApiError(409, { code: 'CART_CLOSED', message: 'Paid.' })) });
  await open();
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
});

test('Pay says that the device is offline before it sends any request', async () => {
  const start = jest.fn(async () => payment);
  const { store } = show({ start });
  await act(async () => store.publish('connection-changed', { isOnline: false }, 'shell'));
  await open();
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent(/You are offline.*you were not charged.*connected again/);
  // The alert is below the button, so that it does not move the button under a finger.
  expect((await pay()).compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(start).not.toHaveBeenCalled();
  expect(store.state.getState().isPaying).toBe(false);
  await act(async () => store.publish('connection-changed', { isOnline: true }, 'shell'));
  expect(screen.queryByRole('alert')).toBeNull();
  await open();
  expect(await screen.findByRole('region', { name: "The provider's form" })).toBeVisible();
});

test('the focus moves with each step of the payment to a group with an accessible name', async () => {
  const { api } = show({ api: fakeApi().on(FINISH, new ApiError(0, { code: 'NETWORK' })) });
  await open();
  await screen.findByRole('region', { name: "The provider's form" });
  expect(screen.getByRole('group', { name: 'Payment form' })).toHaveFocus();
  await press(/^Send/);
  await screen.findByText('We could not find out whether you paid');
  expect(screen.getByRole('group', { name: 'Payment not confirmed' })).toHaveFocus();
  api.on(FINISH, INCOMPLETE);
  await press('Check again');
  await screen.findByText('Payment did not go through');
  expect(screen.getByRole('group', { name: 'Payment' })).toHaveFocus();
});

test('the page scrolls to a step without animation, so that its buttons do not move under a finger', async () => {
  const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
  const focus = jest.spyOn(HTMLElement.prototype, 'focus');
  show();
  await open();
  await screen.findByRole('region', { name: "The provider's form" });
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  expect(scroll).toHaveBeenLastCalledWith({ block: 'nearest', behavior: 'instant' });
});

test('looking up an earlier payment does not move the focus', async () => {
  writeLocal('payment', { cartId: 5, reference: 'R-0' });
  show({ api: fakeApi().on(FINISH, INCOMPLETE) });
  await screen.findByText('Your last payment was not finished');
  expect(document.body).toHaveFocus();
});

test.each([
  ['a cart that cannot be paid', 422, 'AMOUNT_REFUSED', 'A card payment must be at least CAD 0.50.'],
  ['a provider that refuses', 502, 'PROVIDER_REFUSED', 'The payment provider did not accept this payment.'],
])('%s shows the reason and does not suggest another try', async (_what, status, code, message) => {
  show({ start: () => Promise.reject(new ApiError(status, { code, message })) });
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent(`${message} You were not charged.`);
  expect(screen.queryByText(/Try again/)).not.toBeInTheDocument();
});
