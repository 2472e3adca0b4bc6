import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { CUSTOMER, failedLoads, fakeApi, renderScreen } from 'shared-contracts/testing';
import { cartOfTwo } from '../testing/carts';
import { Screen as CartById } from './cart-by-id.screen';
import { Screen as CartRedirect } from './cart-redirect.screen';

const state = { session: CUSTOMER };

test('the new cart of a venue is gone to', async () => {
  const api = fakeApi().on('GET /me/carts', { data: [{ id: 5 }] });
  renderScreen(<CartRedirect />, { api, state, at: '/venues/1/carts', path: '/venues/:marketId/carts' });
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/carts/5'));
  expect(api.requests[0]?.params).toEqual({ venue_id: '1', state: 'new' });
});

test('a venue without one has no records, and leads on to its vendors', async () => {
  const api = fakeApi().on('GET /me/carts', { data: [] });
  renderScreen(<CartRedirect />, { api, state, at: '/venues/1/carts', path: '/venues/:marketId/carts' });
  expect(await screen.findByText('No records found.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue shopping' })).toHaveAttribute('href', '/venues/1/vendors');
});

test('an unknown venue has no records, and leads on to the venues', async () => {
  const api = fakeApi().on('GET /me/carts', new ApiError(404, { code: 'NOT_FOUND' }));
  renderScreen(<CartRedirect />, { api, state, at: '/venues/01/carts', path: '/venues/:marketId/carts' });
  expect(await screen.findByText('No records found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all venues' })).toHaveAttribute('href', '/venues');
});

test.each([
  ['a list of no carts', [null, 7]],
  ['no list', { id: 5, orders: 5 }],
])('a success that holds %s has failed: it does not say that there is no cart', async (_what, data) => {
  const api = fakeApi().on('GET /me/carts', { data });
  renderScreen(<CartRedirect />, { api, state, at: '/venues/1/carts', path: '/venues/:marketId/carts' });
  expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  expect(failedLoads()).toEqual(['/me/carts']);
  api.on('GET /me/carts', { data: [{ id: 5 }] });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/carts/5'));
});

test('a success that holds no cart leads to no venue', async () => {
  const api = fakeApi().on('GET /carts/5', { data: [null, 7] });
  renderScreen(<CartById />, { api, state, at: '/carts/5', path: '/carts/:cartId' });
  expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
});

test('a cart leads to the cart screen of its venue', async () => {
  const api = fakeApi().on('GET /carts/5', { data: cartOfTwo() });
  renderScreen(<CartById />, { api, state, at: '/carts/5', path: '/carts/:cartId' });
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/venues/1/cart'));
});

test('an unknown cart has no records, and leads on to the venues', async () => {
  const api = fakeApi().on('GET /carts/999', new ApiError(404, { code: 'NOT_FOUND' }));
  renderScreen(<CartById />, { api, state, at: '/carts/999', path: '/carts/:cartId' });
  expect(await screen.findByText('No records found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all venues' })).toHaveAttribute('href', '/venues');
});
