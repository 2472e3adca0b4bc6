import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { ApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { invalidate } from 'shared-contracts/query';
import { aVenue, failedLoads, fakeApi, renderScreen } from 'shared-contracts/testing';
import { Screen } from './venues.screen';

const granary = aVenue();
const harbour = aVenue({ id: 2, name: 'Harbour Street Foodhall', blurb: 'Straight off the boat.' });

const show = (venues: unknown = { data: [granary, harbour] }) =>
  renderScreen(<Screen />, { api: fakeApi().on('GET /venues', venues) });

test('greets with the brand and lists every venue with its blurb, linked to its vendors', async () => {
  const { api } = show();
  expect(screen.getByRole('heading', { level: 1, name: 'Be Quicker with Foodhall' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Granary Square Market' })).toHaveAttribute(
    'href',
    '/venues/1/vendors',
  );
  expect(screen.getByText('Straight off the boat.')).toBeVisible();
  expect(api.requests).toEqual([expect.objectContaining({ path: '/venues', params: { staging: false } })]);
});

test('a search shows the venues that match and counts them for the shell', async () => {
  const { store } = show();
  await screen.findByRole('link', { name: 'Granary Square Market' });
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search venues' }), 'boat');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Granary Square Market' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Harbour Street Foodhall' })).toBeVisible();
  expect(store.state.getState().search).toMatchObject({ text: 'boat', count: 1 });
  expect(await screen.findByText('1 result')).toHaveAttribute('role', 'status');
});

test('a search without a match says so and can be cleared', async () => {
  show();
  await screen.findByRole('link', { name: 'Granary Square Market' });
  act(() => publish('search-typed', { text: 'moon' }));
  expect(await screen.findByText('No records found.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByRole('link', { name: 'Granary Square Market' })).toBeVisible();
});

test('says that there are no records if there is no venue', async () => {
  show({ data: [] });
  expect(await screen.findByText('No records found.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('says that the venues are loading', () => {
  show(new Promise(() => {}));
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Loading venues…');
});

test('keeps venues that could not be reloaded, says that they may be old, and loads the latest with Try Again', async () => {
  const { api } = show();
  await screen.findByRole('link', { name: 'Granary Square Market' });
  api.on('GET /venues', new ApiError(500, { code: 'INTERNAL' }));
  await act(() => invalidate('/venues'));
  expect(await screen.findByRole('alert')).toHaveTextContent('What you see may be old');
  expect(screen.getByRole('link', { name: 'Granary Square Market' })).toBeVisible();
  act(() => publish('connection-changed', { isOnline: false }));
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => publish('connection-changed', { isOnline: true }));
  api.on('GET /venues', { data: [harbour] });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('link', { name: 'Harbour Street Foodhall' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('says that the venues could not be loaded, and loads them with Try Again', async () => {
  const { api } = show(new ApiError(0, { code: 'NETWORK' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/This section could not be loaded.*Your cart is safe/);
  api.on('GET /venues', { data: [granary] });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('link', { name: 'Granary Square Market' })).toBeVisible();
  expect(failedLoads()).toEqual(['/venues']);
});
