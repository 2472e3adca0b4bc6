/** Changes the cart in a browser that translates the page. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { aVenue, CUSTOMER, fakeApi, renderScreen, translatePage } from 'shared-contracts/testing';
import type { Cart } from 'shared-contracts/types';
import { refreshCart } from '../cart/cart.resource';
import { cartOfTwo, ramenLine, ramenOrder } from '../testing/carts';
import { Screen } from './cart.screen';

let stopTranslation = () => {};
beforeEach(() => {
  stopTranslation = translatePage();
});
afterEach(() => stopTranslation());

test('the quantity, the notes, the orders and the total follow the cart on a translated page', async () => {
  const api = fakeApi()
    .on('GET /carts/active', { data: cartOfTwo() })
    .on('GET /queues/active', { data: [] })
    .on('GET /venues/1', { data: aVenue({ payment_provider: 'Global', payment_provider_key: 'merchant' }) });
  renderScreen(<Screen />, {
    api,
    at: '/venues/1/cart',
    path: '/venues/:venueId/cart',
    state: { session: CUSTOMER, venue: null },
  });
  const refresh = async (cart: Cart) => {
    api.on('GET /carts/active', { data: cart });
    await act(async () => refreshCart());
  };
  const quantity = () => screen.getByRole('group', { name: 'quantity of Tonkotsu ramen' });
  await waitFor(() => expect(quantity()).toHaveTextContent('2'));

  const more = ramenLine({ quantity: 5, notes: 'Extra hot' });
  await refresh(
    cartOfTwo({
      version: 4,
      total: 120,
      orders: { data: [ramenOrder({ order_items: { data: [more] }, allergy_note: 'Peanuts' })] },
    }),
  );
  await waitFor(() => expect(quantity()).toHaveTextContent('5'));
  const line = quantity().closest('li') as HTMLElement;
  expect(line).toHaveTextContent('Extra hot');
  expect(line).not.toHaveTextContent('No spring onion');
  expect(screen.getByText('Peanuts').closest('[translate="no"]')).not.toBeNull();
  expect(screen.queryByText('Al pastor tacos')).toBeNull();
  expect(screen.getByRole('region', { name: 'Total' })).toHaveTextContent('$120.00');
  expect(await screen.findByRole('button', { name: 'Pay $120.00' })).toBeVisible();

  await refresh(cartOfTwo({ version: 5, orders: { data: [ramenOrder({ delivery_method: null })] } }));
  expect(await screen.findByText(/^Choose Collect or Deliver for Kumo Ramen/)).toBeVisible();
  expect(within(document.body).queryByRole('button', { name: /^Pay/ })).toBeNull();
});
