import { screen, waitFor, within } from '@testing-library/react';
import { aCart, anOrder, CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { Cart } from 'shared-contracts/types';
import { PaidSummary, usePaidCart } from './paid-summary';

const cart = (fields: Partial<Cart> = {}) =>
  aCart({ id: 5, state: 'paid', total: 20, orders: { data: [anOrder({ id: 11 })] }, ...fields });

function Summary() {
  const { cart: paid, isAwaited } = usePaidCart({ isEnabled: true });
  if (isAwaited) return <p>On its way</p>;
  return paid ? <PaidSummary cart={paid} /> : <p>Nothing was paid</p>;
}

function show(at: string, paid: Cart | null = cart()) {
  const api = fakeApi().on('GET /carts/5', { data: paid });
  return renderScreen(<Summary />, { api, at, path: '/queues', state: { session: CUSTOMER } });
}

test('the summary shows the amount, the vendors, the place of delivery and the address of the receipt', async () => {
  const delivery = {
    delivery_method: 'deliver',
    delivery_method_type: 'table',
    delivery_method_location: '12',
  } as const;
  show('/queues?paid=5', cart({ orders: { data: [anOrder({ id: 11, ...delivery })] } }));
  const summary = within(await screen.findByRole('region', { name: 'Your payment' }));
  expect(summary.getByText('Thank you, you have paid')).toBeVisible();
  expect(summary.getByText('$20.00')).toBeVisible();
  expect(summary.getByText(anOrder().vendor.name)).toBeVisible();
  expect(summary.getByText('Deliver to Table 12')).toBeVisible();
  expect(summary.getByText(/Your receipt goes to/)).toHaveTextContent(`Your receipt goes to ${cart().account.email}.`);
});

test('calls a free cart placed, not paid', async () => {
  show('/queues?paid=5', cart({ total: 0 }));
  expect(await screen.findByText('Your order is placed')).toBeVisible();
});

test.each([
  ['an address that names no cart', '/queues', cart(), 0],
  ['an address that names something else', '/queues?paid=me', cart(), 0],
  ['a cart that is not paid', '/queues?paid=5', cart({ state: 'new' }), 1],
])('shows nothing for %s', async (_case, at, paid, requests) => {
  const { api } = show(at, paid);
  await waitFor(() => expect(api.requests).toHaveLength(requests));
  expect(await screen.findByText('Nothing was paid')).toBeVisible();
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});
