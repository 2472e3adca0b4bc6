import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { fakeApi, renderScreen } from 'shared-contracts/testing';
import type { Cart } from 'shared-contracts/types';
import { aCart, aLine, anOrder, PERSON } from '../testing/cart-builders';
import { Screen } from './cart.screen';

const SESSION = { session: PERSON, venue: null };
const AT = { at: '/venues/1/cart', path: '/venues/:venueId/cart' };

function openCart(cart: Cart | ApiError | null) {
  const api = fakeApi()
    .on('GET /carts/active', cart instanceof ApiError ? cart : { data: cart })
    .on('GET /venues/1', {
      data: {
        id: 1,
        name: 'Granary',
        currency: 'CAD',
        currency_symbol: '$',
        payment_provider: 'Stripe',
        payment_provider_key: 'pk_test_x',
      },
    });
  return renderScreen(<Screen />, { api, state: SESSION, ...AT });
}

test('an empty cart says so and leads back to the vendors', async () => {
  openCart(null);
  expect(await screen.findByText('There is nothing in your cart.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue shopping' })).toHaveAttribute('href', '/venues/1/vendors');
});

test('while it is fetched the cart says that it is loading', async () => {
  renderScreen(<Screen />, {
    api: fakeApi().on('GET /carts/active', () => new Promise(() => {})),
    state: SESSION,
    ...AT,
  });
  expect(screen.getByRole('heading', { name: 'Cart', level: 1 })).toBeVisible();
  expect(await screen.findByText('Loading your cart…')).toBeInTheDocument();
});

test('a cart with something in it leads back to the vendors too', async () => {
  openCart(aCart());
  expect(await screen.findByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/venues/1/vendors');
});

test('there is a card for each vendor, and the totals are the server’s', async () => {
  openCart(aCart());
  const ramen = await screen.findByRole('region', { name: 'Kumo Ramen' });
  expect(within(ramen).getByText('Large, $19.50')).toBeVisible();
  expect(within(ramen).getByText('Tonkotsu ramen')).toBeVisible();
  expect(within(ramen).getByRole('group', { name: 'quantity of Tonkotsu ramen' })).toHaveTextContent('2');
  expect(within(ramen).getByText('Soy-cured egg').parentElement).toHaveTextContent('Soy-cured egg $2.00');
  expect(within(ramen).getByText('No spring onion, please.')).toBeVisible();
  const total = screen.getByRole('region', { name: 'Total' });
  expect(within(total).getByText('One combined service charge covers every vendor in this order.')).toBeVisible();
  expect(within(total).getByText('$10.80')).toBeVisible();
  expect(within(total).getByText('$93.80')).toBeVisible();
});

test('while a delivery is missing the red heading stands where payment will be', async () => {
  openCart(
    aCart({ orders: { data: [anOrder(), anOrder({ id: 12, delivery_method: null, delivery_method_type: null })] } }),
  );
  expect(await screen.findByRole('heading', { name: 'Please select Delivery type...' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Pay/ })).not.toBeInTheDocument();
});

test('with every delivery settled payment opens', async () => {
  openCart(aCart());
  expect(await screen.findByRole('button', { name: /Pay/ })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Please select Delivery type...' })).not.toBeInTheDocument();
});

test('an open choice closes payment until it is applied or cancelled', async () => {
  openCart(aCart());
  await screen.findByRole('button', { name: /Pay/ });
  await userEvent.click(screen.getAllByRole('button', { name: 'Change' })[0] as HTMLElement);
  expect(screen.queryByRole('button', { name: /Pay/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: /Pay/ })).toBeVisible();
});

test('a line that can no longer be had is marked and hides payment', async () => {
  const order = anOrder({ order_items: { data: [aLine({ available: false })] } });
  openCart(aCart({ payable: false, orders: { data: [order] } }));
  expect(await screen.findByText(/no longer available. Remove it/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Pay/ })).not.toBeInTheDocument();
});

test('the stepper asks the server, rests meanwhile, and shows what came back', async () => {
  const { api } = openCart(aCart());
  const more = await screen.findByRole('button', { name: 'Increase quantity of Tonkotsu ramen' });
  let answer: (value: unknown) => void = () => {};
  api.on(
    'PUT /order-items/21',
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await userEvent.click(more);
  expect(more).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Delete Tonkotsu ramen' })).toBeDisabled();
  answer({ data: aCart({ item_count: 7, total: 120 }) });
  const total = screen.getByRole('region', { name: 'Total' });
  expect(await within(total).findByText('$120.00')).toBeVisible();
  expect(api.requests).toContainEqual(
    expect.objectContaining({ method: 'PUT', path: '/order-items/21', body: { quantity: 3 } }),
  );
});

test('deleting the last line leaves an empty cart', async () => {
  const { api } = openCart(aCart({ orders: { data: [anOrder()] } }));
  api.on('DELETE /order-items/21', { data: aCart({ orders: { data: [] }, item_count: 0 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Tonkotsu ramen' }));
  expect(await screen.findByText('There is nothing in your cart.')).toBeVisible();
});

test('a failed load says that the cart is safe and can be tried again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { api } = openCart(new ApiError(500, {}));
  expect(await screen.findByText('This part could not be loaded')).toBeVisible();
  api.on('GET /carts/active', { data: aCart() });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('region', { name: 'Kumo Ramen' })).toBeVisible();
});

test('the shell hears how many items there are, and the device keeps a copy', async () => {
  const { store } = openCart(aCart());
  await waitFor(() => expect(store.state.getState().cart).toEqual({ venueId: 1, cartId: 5, itemCount: 6 }));
  expect(JSON.parse(localStorage.getItem('cart') ?? 'null')).toMatchObject({ id: 5 });
});

test('someone without a session is sent to sign in', async () => {
  renderScreen(<Screen />, AT);
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/login'));
});
