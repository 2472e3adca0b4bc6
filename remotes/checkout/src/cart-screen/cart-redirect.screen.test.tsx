import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { CUSTOMER, failedLoads, fakeApi, renderScreen } from 'shared-contracts/testing';
import { cartOfTwo } from '../testing/carts';
import { Screen as CartById } from './cart-by-id.screen';
import { Screen as CartRedirect } from './cart-redirect.screen';

const state = { session: CUSTOMER };

test('the screen redirects to the open cart of the venue', async () => {
  const api = fakeApi().on('GET /me/carts', { data: [{ id: 5 }] });
  renderScreen(<CartRedirect />, { api, state, at: '/venues/1/carts', path: '/venues/:marketId/carts' });
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/carts/5'));
  expect(api.requests[0]?.params).toEqual({ venue_id: '1', state: 'new' });
});

test('a venue without an open cart shows no records and links to its vendors', async () => {
  const api = fakeApi().on('GET /me/carts', { data: [] });
  renderScreen(<CartRedirect />, { api, state, at: '/venues/1/carts', path: '/venues/:marketId/carts' });
  expect(await screen.findByText('No records found.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue shopping' })).toHaveAttribute('href', '/venues/1/vendors');
});

test('an unknown venue shows no records and links to the venues', async () => {
  const api = fakeApi().on('GET /me/carts', new ApiError(404, { code: 'NOT_FOUND' }));
  renderScreen(<CartRedirect />, { api, state, at: '/venues/01/carts', path: '/venues/:marketId/carts' });
  expect(await screen.findByText('No records found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all venues' })).toHaveAttribute('href', '/venues');
});

test.each([
  ['a list without carts', [null, 7]],
  ['no list', { id: 5, orders: 5 }],
])('a response that holds %s counts as a failed load, not as “no cart”', async (_what, data) => {
  const api = fakeApi().on('GET /me/carts', { data });
  renderScreen(<CartRedirect />, { api, state, at: '/venues/1/carts', path: '/venues/:marketId/carts' });
  expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  expect(failedLoads()).toEqual(['/me/carts']);
  api.on('GET /me/carts', { data: [{ id: 5 }] });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/carts/5'));
});

test('a response that holds no cart counts as a failed load', async () => {
  const api = fakeApi().on('GET /carts/5', { data: [null, 7] });
  renderScreen(<CartById />, { api, state, at: '/carts/5', path: '/carts/:cartId' });
  expect(await screen.findByText('This section could not be loaded')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
});

test('the address of a cart redirects to the cart screen of its venue', async () => {
  const api = fakeApi().on('GET /carts/5', { data: cartOfTwo() });
  renderScreen(<CartById />, { api, state, at: '/carts/5', path: '/carts/:cartId' });
  await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/venues/1/cart'));
});

test('an unknown cart shows no records and links to the venues', async () => {
  const api = fakeApi().on('GET /carts/999', new ApiError(404, { code: 'NOT_FOUND' }));
  renderScreen(<CartById />, { api, state, at: '/carts/999', path: '/carts/:cartId' });
  expect(await screen.findByText('No records found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See all venues' })).toHaveAttribute('href', '/venues');
});
