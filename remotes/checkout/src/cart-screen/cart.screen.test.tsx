import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import { invalidate, queryClient } from 'shared-contracts/query';
import { anEntry, aVenue, CUSTOMER, failedLoads, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { Cart } from 'shared-contracts/types';
import { refreshCart } from '../cart/cart.resource';
import { cartOfTwo, ramenLine, ramenOrder } from '../testing/carts';
import { Screen } from './cart.screen';

const SESSION = { session: CUSTOMER, venue: null };
const AT = { at: '/venues/1/cart', path: '/venues/:venueId/cart' };

function openCart(cart: Cart | ApiError | null) {
  const api = fakeApi()
    .on('GET /carts/active', cart instanceof ApiError ? cart : { data: cart })
    .on('GET /queues/active', { data: [] })
    .on('GET /venues/1', {
      data: aVenue({ payment_provider: 'Global', payment_provider_key: 'merchant' }),
    });
  return renderScreen(<Screen />, { api, state: SESSION, ...AT });
}

/** A response that stays pending until the test gives it. */
function hold() {
  let give: (value: unknown) => void = () => {};
  const response = new Promise((resolve) => {
    give = resolve;
  });
  return { response, give: (value: unknown) => give(value) };
}

test('an empty cart says that it is empty and links to the vendors', async () => {
  openCart(null);
  expect(await screen.findByText('There is nothing in your cart.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue shopping' })).toHaveAttribute('href', '/venues/1/vendors');
});

test.each(['01', '1e0', '0x1', '-1', 'x'])('%s is not a venue id, so no cart is requested', async (text) => {
  const { api } = renderScreen(<Screen />, {
    api: fakeApi(),
    state: SESSION,
    at: `/venues/${text}/cart`,
    path: AT.path,
  });
  expect(await screen.findByText('No records found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all venues' })).toHaveAttribute('href', '/venues');
  expect(api.requests).toEqual([]);
});

test('a cart that was paid on another device says that its order is in the queue', async () => {
  const { api, store } = openCart(cartOfTwo());
  await screen.findByText('Total');
  const order = { order_number: 'K-129', venue: { id: 1, name: 'Granary Square Market', timezone: 'America/Toronto' } };
  api.on('GET /carts/active', { data: null }).on('GET /queues/active', { data: [anEntry({ order })] });
  await act(async () => {
    store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 9 } }, 'server');
    await refreshCart();
  });
  expect(await screen.findByText('Your order K-129 is paid and in the queue.')).toBeVisible();
  expect(screen.getByText('There is nothing in your cart.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View Orders' })).toHaveAttribute('href', '/queues');
  expect(screen.getByRole('link', { name: 'Continue shopping' })).toHaveAttribute('href', '/venues/1/vendors');
});

test('the link to the vendors is hidden while a payment runs, and keeps its space', async () => {
  const { store } = openCart(cartOfTwo());
  const back = () => screen.queryByRole('link', { name: 'Continue Shopping' });
  await waitFor(() => expect(back()).toBeVisible());
  await act(async () => store.publish('payment-started', { cartId: 5 }, 'checkout'));
  expect(back()).not.toBeInTheDocument();
  expect(screen.getByText('Continue Shopping').closest('a')).toHaveStyle({ visibility: 'hidden' });
  await act(async () => store.publish('payment-ended', { cartId: 5, outcome: 'failed' }, 'checkout'));
  expect(back()).toBeVisible();
});

test('the payment stays as it is when the venue cannot be reloaded', async () => {
  const { api } = openCart(cartOfTwo());
  const pay = await screen.findByRole('button', { name: /^Pay/ });
  api.on('GET /venues/1', new ApiError(403, { code: 'FORBIDDEN' }));
  await act(async () => invalidate('/venues/1'));
  await waitFor(() => expect(failedLoads()).toContain('/venues/1'));
  expect(pay).toBeVisible();
  expect(screen.queryByText('You were not charged.')).not.toBeInTheDocument();
});

test('an empty cart says that it is empty when the queue cannot be loaded', async () => {
  const { api } = openCart(null);
  api.on('GET /queues/active', new ApiError(503, { code: 'DOWN' }));
  const says = await screen.findByText('There is nothing in your cart.');
  expect(screen.queryByRole('link', { name: 'View Orders' })).not.toBeInTheDocument();
  const again = hold();
  api.on('GET /queues/active', () => again.response);
  const queueRequests = () => api.requests.filter(({ path }) => path === '/queues/active').length;
  const before = queueRequests();
  await act(async () => void invalidate('/queues/active'));
  await waitFor(() => expect(queueRequests()).toBe(before + 1));
  expect(says).toBeVisible();
  await act(async () => again.give({ data: [] }));
  expect(says).toBeVisible();
});

test.each([
  ['a list', [null, 7]],
  ['an object of another kind', { id: 1, menus: null, orders: 5 }],
  ['nothing at all', undefined],
])('a response that holds %s counts as a failed load, not as an empty cart', async (_what, data) => {
  const api = fakeApi().on('GET /carts/active', { data });
  renderScreen(<Screen />, { api, state: SESSION, ...AT });
  expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  expect(screen.queryByText('There is nothing in your cart.')).not.toBeInTheDocument();
  expect(failedLoads()).toEqual(['/carts/active']);
  api.on('GET /carts/active', { data: null });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('There is nothing in your cart.')).toBeVisible();
});

test('a cart that cannot be loaded offline says that it is safe, and nothing about other screens', async () => {
  const { store } = openCart(new ApiError(0, { code: 'NETWORK' }));
  act(() => store.state.setState({ connection: { isOnline: false, socket: 'down' } }));
  expect(await screen.findByText('Your cart is safe.')).toBeVisible();
  expect(screen.queryByText(/still works/)).not.toBeInTheDocument();
});

describe('a payment that this device opened and whose outcome it does not know', () => {
  const atQueues = () => waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));

  test('opens the queue from the empty cart and is forgotten when it has been settled', async () => {
    writeLocal('payment', { cartId: 5, reference: 'R-1' });
    const { api } = openCart(null);
    api.on('GET /carts/5', { data: cartOfTwo({ state: 'paid' }) });
    await atQueues();
    expect(readLocal('payment')).toBeUndefined();
  });

  test('opens the queue when it is settled while the empty cart is shown', async () => {
    writeLocal('payment', { cartId: 5, reference: 'R-1' });
    const { api, store } = openCart(cartOfTwo({ orders: { data: [] } }));
    api.on('GET /carts/5', { data: cartOfTwo({ orders: { data: [] } }) });
    expect(await screen.findByText('There is nothing in your cart.')).toBeVisible();
    api.on('GET /carts/5', { data: cartOfTwo({ state: 'paid' }) });
    await act(async () => store.publish('cart-updated', { cart: { id: 5, venue_id: 1, version: 4 } }, 'server'));
    await atQueues();
  });

  test('does not show in the empty cart of another venue, and stays stored', async () => {
    writeLocal('payment', { cartId: 5, reference: 'R-1' });
    const { api } = openCart(null);
    api.on('GET /carts/5', { data: cartOfTwo({ venue_id: 2, state: 'paid' }) });
    expect(await screen.findByText('There is nothing in your cart.')).toBeVisible();
    expect(screen.queryByText(/payment/i)).not.toBeInTheDocument();
    expect(readLocal('payment')).toEqual({ cartId: 5, reference: 'R-1' });
  });

  test('does not take the customer away from a later cart that was emptied', async () => {
    writeLocal('payment', { cartId: 4, reference: 'R-1' });
    const { api } = openCart(cartOfTwo({ orders: { data: [] } }));
    expect(await screen.findByText('There is nothing in your cart.')).toBeVisible();
    expect(api.requests.map(({ path }) => path)).not.toContain('/carts/4');
  });
});

describe('a cart that costs nothing', () => {
  const FREE = cartOfTwo({ total: 0, item_total: 0, adjustment_tax: 0, adjustments: [] });
  const PLACE = 'POST /carts/5/place-free';
  const placeOrder = async () => userEvent.click(await screen.findByRole('button', { name: 'Place order $0.00' }));

  test('is placed without a payment at the version that is shown, and opens the queue', async () => {
    const { api, store } = openCart(FREE);
    api.on(PLACE, { data: { state: 'succeeded', cart_id: 5, orders: [1] } });
    await placeOrder();
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({ version: 3 });
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    expect(store.state.getState()).toMatchObject({ isPaying: false, cart: { cartId: null, itemCount: 0 } });
  });

  test('cannot be placed before a delivery type is chosen', async () => {
    openCart({ ...FREE, orders: { data: [ramenOrder({ delivery_method: null, delivery_method_type: null })] } });
    expect(await screen.findByRole('heading', { name: 'Please select Delivery type...' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Place order/ })).not.toBeInTheDocument();
  });

  test('is not placed offline, and says so until the connection is back', async () => {
    const { api, store } = openCart(FREE);
    await screen.findByRole('button', { name: 'Place order $0.00' });
    act(() => store.publish('connection-changed', { isOnline: false }, 'shell'));
    await placeOrder();
    expect(screen.getByRole('alert')).toHaveTextContent('You are offline');
    act(() => store.publish('connection-changed', { isOnline: true }, 'shell'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(api.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('is placed once on a double tap, and its lines are disabled meanwhile', async () => {
    const { api } = openCart(FREE);
    api.on(PLACE, () => new Promise(() => {}));
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Place order $0.00' }));
    expect(api.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Delete Tonkotsu ramen' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('shows the new price if it costs something by now', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api } = openCart(FREE);
    api.on(PLACE, new ApiError(409, { code: 'PAYMENT_REQUIRED', message: 'No.', data: cartOfTwo({ version: 4 }) }));
    await placeOrder();
    expect(await screen.findByRole('button', { name: 'Pay $93.80' })).toBeVisible();
  });

  test('opens the queue if it was paid already', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api } = openCart(FREE);
    api.on(PLACE, new ApiError(409, { code: 'CART_CLOSED', message: 'Paid.', data: { ...FREE, state: 'paid' } }));
    await placeOrder();
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
  });

  test.each([
    ['VENDOR_CLOSED', 409, 'Your order was not placed', 'Kumo Ramen is closed.'],
    ['NETWORK', 0, 'We could not find out whether your order was placed', 'Try again. It will not be placed twice.'],
    ['PAYMENT_PROCESSING', 409, 'Your last payment is not confirmed yet', /^If it goes through/],
  ])('says why it was not placed and can be placed again (%s)', async (code, status, title, text) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api, store } = openCart(FREE);
    api.on(PLACE, new ApiError(status, { code, message: 'Kumo Ramen is closed.' }));
    await placeOrder();
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Place order $0.00' })).toBeEnabled();
    expect(store.state.getState().isPaying).toBe(false);
  });

  test('opens the queue if the response is lost and the cart turns out to be placed', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api } = openCart(FREE);
    api.on(PLACE, () => {
      api.on('GET /carts/active', { data: null }).on('GET /carts/5', { data: { ...FREE, state: 'paid' } });
      return new ApiError(0, { code: 'NETWORK' });
    });
    await placeOrder();
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues'));
    expect(readLocal('payment')).toBeUndefined();
  });

  test('stores no payment to look up if the API refuses it', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api } = openCart(FREE);
    api.on(PLACE, new ApiError(409, { code: 'VENDOR_CLOSED', message: 'Closed.' }));
    await placeOrder();
    expect(await screen.findByText('Your order was not placed')).toBeVisible();
    expect(readLocal('payment')).toBeUndefined();
  });

  test('says that the device is offline before it sends any request', async () => {
    const { api, store } = openCart(FREE);
    await act(async () => store.publish('connection-changed', { isOnline: false }, 'shell'));
    await placeOrder();
    expect(await screen.findByText('You are offline')).toBeVisible();
    expect(api.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

test('the cart says that it is loading while it is fetched', async () => {
  renderScreen(<Screen />, {
    api: fakeApi().on('GET /carts/active', () => new Promise(() => {})),
    state: SESSION,
    ...AT,
  });
  expect(screen.getByRole('heading', { name: 'Cart', level: 1 })).toBeVisible();
  expect(await screen.findByText('Loading your cart…')).toBeInTheDocument();
});

test('a cart with items links to the vendors', async () => {
  openCart(cartOfTwo());
  expect(await screen.findByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/venues/1/vendors');
});

test('the cart shows a card for each vendor and the totals of the server', async () => {
  openCart(cartOfTwo());
  const ramen = await screen.findByRole('region', { name: 'Kumo Ramen' });
  expect(within(ramen).getByText('Large').parentElement).toHaveTextContent('Large, $19.50');
  expect(within(ramen).getByText('Tonkotsu ramen')).toBeVisible();
  expect(within(ramen).getByRole('group', { name: 'quantity of Tonkotsu ramen' })).toHaveTextContent('2');
  expect(within(ramen).getByText('Soy-cured egg').parentElement).toHaveTextContent('Soy-cured egg, $2.00');
  expect(within(ramen).getByText('No spring onion, please.')).toBeVisible();
  const total = screen.getByRole('region', { name: 'Total' });
  expect(within(total).getByText('One combined service charge covers every vendor in this order.')).toBeVisible();
  expect(within(total).getByText('$10.80')).toBeVisible();
  expect(within(total).getByText('$93.80')).toBeVisible();
});

test('the red heading replaces payment while a delivery is missing', async () => {
  openCart(
    cartOfTwo({
      orders: { data: [ramenOrder(), ramenOrder({ id: 12, delivery_method: null, delivery_method_type: null })] },
    }),
  );
  expect(await screen.findByRole('heading', { name: 'Please select Delivery type...' })).toBeVisible();
  expect(
    screen.getByText('Choose Collect or Deliver for Kumo Ramen, and press Apply. Then you can pay.'),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /Pay/ })).not.toBeInTheDocument();
});

test('payment is offered when every order has its delivery', async () => {
  openCart(cartOfTwo());
  expect(await screen.findByRole('button', { name: /Pay/ })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Please select Delivery type...' })).not.toBeInTheDocument();
});

test('an open delivery choice hides payment until it is cancelled', async () => {
  openCart(cartOfTwo());
  await screen.findByRole('button', { name: /Pay/ });
  await userEvent.click(screen.getAllByRole('button', { name: 'Change' })[0] as HTMLElement);
  expect(screen.queryByRole('button', { name: /Pay/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: /Pay/ })).toBeVisible();
});

test.each([
  ['a minute', 60_000],
  ['three days', 3 * 86_400_000],
])('a vendor that closes in %s is marked and hides payment until it opens again', async (_when, ahead) => {
  jest.useFakeTimers({ now: Date.parse('2026-11-20T22:00Z') - ahead });
  const of = (accepting_orders: boolean, changes_at: string) => {
    const vendor = { ...ramenOrder().vendor, accepting_orders, opening: { mode: 'schedule' as const, changes_at } };
    return cartOfTwo({ orders: { data: [ramenOrder({ vendor })] } });
  };
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
  const { api } = openCart(of(true, '2026-11-20T22:00:00.000Z'));
  await pass(100);
  expect(screen.getByRole('button', { name: /Pay/ })).toBeVisible();
  api.on('GET /carts/active', { data: of(false, '2026-11-20T22:01:00.000Z') });
  await pass(ahead);
  const kumo = within(screen.getByRole('region', { name: 'Kumo Ramen' }));
  expect(kumo.getByText('Kumo Ramen is not taking orders right now.')).toBeVisible();
  expect(screen.getByText(/Remove the marked items, or pay when it is open again/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Pay/ })).not.toBeInTheDocument();
  api.on('GET /carts/active', { data: of(true, '2026-11-21T22:00:00.000Z') });
  await pass(60_000);
  expect(screen.getByRole('button', { name: /Pay/ })).toBeVisible();
  jest.useRealTimers();
});

describe('a payment that was running when a vendor closed', () => {
  const vendor = { ...ramenOrder().vendor, accepting_orders: false };
  const CLOSED = cartOfTwo({ orders: { data: [ramenOrder({ vendor })] } });
  const PAID = { data: { state: 'succeeded', cart_id: 5, orders: [1] } };
  const atQueues = () => waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/queues?paid=5'));

  test('opens the queue if it was left open on this device', async () => {
    writeLocal('payment', { cartId: 5, reference: 'R-1' });
    openCart(CLOSED).api.on('POST /carts/5/pay-with-global', PAID);
    await atQueues();
  });

  test('opens the queue if the bank’s page returns with it', async () => {
    const api = fakeApi()
      .on('GET /carts/active', { data: CLOSED })
      .on('GET /venues/1', { data: aVenue({ payment_provider: 'Stripe', payment_provider_key: 'pk' }) })
      .on('POST /carts/5/pay-with-stripe', PAID);
    renderScreen(<Screen />, { api, state: SESSION, ...AT, at: `${AT.at}?payment_intent=pi_7` });
    await atQueues();
  });

  test('says how it ended, and no other payment is offered while the vendor is closed', async () => {
    writeLocal('payment', { cartId: 5, reference: 'R-1' });
    const refusal = new ApiError(402, { code: 'PAYMENT_DECLINED', message: 'Your card was declined.' });
    openCart(CLOSED).api.on('POST /carts/5/pay-with-global', refusal);
    expect(await screen.findByText('Your last payment was not finished')).toBeVisible();
    expect(screen.getByText(/Remove the marked items, or pay when it is open again/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
  });
});

test('a cart that empties on the screen of its own payment leads nowhere else, since that payment opens its orders', async () => {
  const refusal = new ApiError(402, { code: 'PAYMENT_DECLINED', message: 'Your card was declined.' });
  const api = fakeApi()
    .on('GET /carts/active', { data: cartOfTwo() })
    .on('GET /venues/1', { data: aVenue({ payment_provider: 'Stripe', payment_provider_key: 'pk' }) })
    .on('POST /carts/5/pay-with-stripe', refusal);
  renderScreen(<Screen />, { api, state: SESSION, ...AT, at: `${AT.at}?payment_intent=pi_7` });
  await screen.findByText('Total');
  await waitFor(() => expect(api.requests.map(({ path }) => path)).toContain('/carts/5/pay-with-stripe'));
  api.on('GET /carts/active', { data: null }).on('GET /queues/active', { data: [] });
  await act(() => refreshCart());
  expect(await screen.findByText('There is nothing in your cart.')).toBeVisible();
  expect(screen.getByTestId('address')).toHaveTextContent(`${AT.at}?payment_intent=pi_7`);
});

test('a toast announces a refund when the cart was paid elsewhere and is gone', async () => {
  const api = fakeApi()
    .on('GET /carts/active', { data: cartOfTwo() })
    .on('GET /carts/5', { data: cartOfTwo({ state: 'paid' }) })
    .on('GET /venues/1', { data: aVenue({ payment_provider: 'Stripe', payment_provider_key: 'pk' }) })
    .on('POST /carts/5/pay-with-stripe', () => {
      api.on('GET /carts/active', { data: null });
      throw new ApiError(409, { code: 'PAYMENT_DUPLICATE', message: 'This cart was paid already.' });
    });
  const { store } = renderScreen(<Screen />, { api, state: SESSION, ...AT, at: `${AT.at}?payment_intent=pi_7` });
  await waitFor(() => expect(store.state.getState().toast?.content).toMatch(/^Your money is on its way back\./));
  expect(screen.queryByText('Your money is on its way back')).not.toBeInTheDocument();
});

test('an unavailable line is marked and hides payment', async () => {
  const order = ramenOrder({ order_items: { data: [ramenLine({ available: false })] } });
  openCart(cartOfTwo({ payable: false, orders: { data: [order] } }));
  expect(await screen.findByText(/no longer available. Remove it/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Pay/ })).not.toBeInTheDocument();
});

test('the stepper is disabled while the server saves the quantity, then shows the new total', async () => {
  const { api } = openCart(cartOfTwo());
  const more = await screen.findByRole('button', { name: 'Increase quantity of Tonkotsu ramen' });
  let respond: (value: unknown) => void = () => {};
  api.on(
    'PUT /order-items/21',
    () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  );
  await userEvent.click(more);
  expect(more).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Delete Tonkotsu ramen' })).toHaveAttribute('aria-disabled', 'true');
  respond({ data: cartOfTwo({ version: 4, item_count: 7, total: 120 }) });
  const total = screen.getByRole('region', { name: 'Total' });
  expect(await within(total).findByText('$120.00')).toBeVisible();
  expect(api.requests).toContainEqual(
    expect.objectContaining({ method: 'PUT', path: '/order-items/21', body: { quantity: 3 } }),
  );
});

test('deleting a line moves the focus to another bin, and to the title after the last line', async () => {
  const { api } = openCart(cartOfTwo());
  const pressBin = async (name: string) =>
    userEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }));
  const tacos = cartOfTwo().orders.data.slice(1);
  api.on('DELETE /order-items/21', { data: cartOfTwo({ version: 4, orders: { data: tacos } }) });
  await pressBin('Tonkotsu ramen');
  await waitFor(() => expect(screen.queryByText('Tonkotsu ramen')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Delete Al pastor tacos' })).toHaveFocus();
  api.on('DELETE /order-items/22', { data: cartOfTwo({ version: 5, orders: { data: [] }, item_count: 0 }) });
  await pressBin('Al pastor tacos');
  expect(await screen.findByText('There is nothing in your cart.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Cart' })).toHaveFocus();
});

test('the steppers and bins of all lines are disabled while one line is being changed', async () => {
  const { api } = openCart(cartOfTwo());
  api.on('PUT /order-items/21', () => new Promise(() => {}));
  const taco = await screen.findByRole('group', { name: 'quantity of Al pastor tacos' });
  const more = within(taco).getByRole('button', { name: 'Increase quantity of Al pastor tacos' });
  await userEvent.click(screen.getByRole('button', { name: 'Increase quantity of Tonkotsu ramen' }));
  expect(more).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Delete Al pastor tacos' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(more);
  expect(api.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test.each([
  ['its quantity', 'PUT', 'Increase quantity of Tonkotsu ramen'],
  ['its removal', 'DELETE', 'Delete Tonkotsu ramen'],
])('a line shows why %s was not saved until the next attempt', async (_what, method, control) => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { api } = openCart(cartOfTwo());
  const button = await screen.findByRole('button', { name: control });
  const line = within(screen.getByText('Tonkotsu ramen').closest('li') as HTMLElement);
  api.on(`${method} /order-items/21`, new ApiError(0, { code: 'NETWORK', message: 'No connection.' }));
  await userEvent.click(button);
  expect(await line.findByText('Your change was not saved. No connection.')).toBeVisible();
  expect(screen.getAllByText(/was not saved/)).toHaveLength(1);
  api.on(`${method} /order-items/21`, () => new Promise(() => {}));
  await waitFor(() => expect(button).not.toBeDisabled());
  await userEvent.click(button);
  await waitFor(() => expect(screen.queryByText(/was not saved/)).not.toBeInTheDocument());
});

test('a cart that was requested before a change and arrives after it does not undo the change', async () => {
  const { api } = openCart(cartOfTwo());
  const more = await screen.findByRole('button', { name: 'Increase quantity of Tonkotsu ramen' });
  const late = hold();
  api.on('GET /carts/active', () => late.response);
  await act(async () => void refreshCart());
  api.on('PUT /order-items/21', { data: cartOfTwo({ version: 4, total: 120 }) });
  await userEvent.click(more);
  const total = screen.getByRole('region', { name: 'Total' });
  expect(await within(total).findByText('$120.00')).toBeVisible();
  await act(async () => late.give({ data: cartOfTwo({ version: 3 }) }));
  await waitFor(() => expect(queryClient().isFetching()).toBe(0));
  expect(within(total).getByText('$120.00')).toBeVisible();
});

test('a late response does not bring a paid cart back', async () => {
  const { api } = openCart(cartOfTwo());
  await screen.findByRole('button', { name: 'Delete Tonkotsu ramen' });
  const late = hold();
  api.on('GET /carts/active', () => late.response);
  await act(async () => void refreshCart());
  api.on('DELETE /order-items/21', new ApiError(409, { code: 'CART_CLOSED', data: cartOfTwo({ state: 'paid' }) }));
  jest.spyOn(console, 'error').mockImplementation(() => {});
  await userEvent.click(screen.getByRole('button', { name: 'Delete Tonkotsu ramen' }));
  expect(await screen.findByText('There is nothing in your cart.')).toBeVisible();
  await act(async () => late.give({ data: cartOfTwo() }));
  await waitFor(() => expect(queryClient().isFetching()).toBe(0));
  expect(screen.getByText('There is nothing in your cart.')).toBeVisible();
});

test('deleting the last line leaves an empty cart', async () => {
  const { api } = openCart(cartOfTwo({ orders: { data: [ramenOrder()] } }));
  api.on('DELETE /order-items/21', { data: cartOfTwo({ version: 4, orders: { data: [] }, item_count: 0 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Tonkotsu ramen' }));
  expect(await screen.findByText('There is nothing in your cart.')).toBeVisible();
});

test('a cart that failed to load can be tried again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { api } = openCart(new ApiError(500, {}));
  expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  api.on('GET /carts/active', { data: cartOfTwo() });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('region', { name: 'Kumo Ramen' })).toBeVisible();
});

test('the shell receives the number of items, and the device stores a copy of the cart', async () => {
  const { store } = openCart(cartOfTwo());
  await waitFor(() => expect(store.state.getState().cart).toEqual({ venueId: 1, cartId: 5, itemCount: 6, version: 3 }));
  expect(JSON.parse(localStorage.getItem('cart') ?? 'null')).toMatchObject({ id: 5 });
});

test('a visitor without a session is redirected to sign in', async () => {
  renderScreen(<Screen />, AT);
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/login'));
});

describe('an allergy note', () => {
  const stating = { ...ramenOrder().vendor, states_allergens: true as const };
  const button = () => screen.queryByRole('button', { name: 'Add an allergy note' });

  test('is offered for a stall that states allergens, and blocks payment while it is open', async () => {
    openCart(cartOfTwo({ orders: { data: [ramenOrder({ vendor: stating })] } }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add an allergy note' }));
    expect(screen.getByText('Save or cancel the open allergy note. Then you can pay.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText(/allergy note\. Then/)).not.toBeInTheDocument();
  });

  test('is not offered for other stalls, but a saved note is shown', async () => {
    const { unmount } = openCart(cartOfTwo());
    await screen.findByRole('region', { name: 'Kumo Ramen' });
    expect(button()).not.toBeInTheDocument();
    unmount();
    openCart(cartOfTwo({ orders: { data: [ramenOrder({ allergy_note: 'Peanuts' })] } }));
    expect((await screen.findByText('Allergy:')).parentElement).toHaveTextContent('Allergy: Peanuts');
  });
});
