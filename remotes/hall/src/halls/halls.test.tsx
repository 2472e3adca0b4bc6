import { screen, waitFor } from '@testing-library/react';
import { ApiError } from 'shared-contracts/client';
import { CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { OperatedVenue } from '../office/office.resource';
import { Screen } from './halls.screen';

const hall = (fields: Partial<OperatedVenue> = {}): OperatedVenue => ({
  id: 1,
  slug: 'granary',
  name: 'Granary Square Market',
  state: 'open',
  vendors: [{ id: 7, slug: 'kumo', name: 'Kumo Ramen', state: 'open' }],
  ...fields,
});

const show = (body: unknown) =>
  renderScreen(<Screen />, {
    api: fakeApi().on('GET /operated-venues', body),
    at: '/hall',
    path: '/hall',
    state: { session: CUSTOMER },
  });

describe('the list of the halls that one operates', () => {
  test('leads to the office of each, and says which are closed', async () => {
    show({ data: [hall(), hall({ id: 2, name: 'Dockside', state: 'closed', vendors: [] })] });
    expect(await screen.findByRole('link', { name: /Granary Square Market/ })).toHaveAttribute('href', '/hall/1/today');
    expect(screen.getByRole('link', { name: /Dockside/ })).toHaveTextContent('Closed');
    expect(screen.getByRole('link', { name: /Granary/ })).toHaveTextContent('1 stall');
  });

  test('opens the office at once if there is only one', async () => {
    show({ data: [hall(), hall({ id: 2, state: 'removed' })] });
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/hall/1/today'));
  });

  test('leaves out the halls that a site operator does not operate', async () => {
    show({ data: [hall(), hall({ id: 2, name: 'Dockside', is_operator: false })] });
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/hall/1/today'));
  });

  test('leads an operator of a hall that asks for a second factor to it', async () => {
    show(new ApiError(403, { code: 'SECOND_FACTOR_REQUIRED' }));
    expect(await screen.findByRole('link', { name: 'Set up a second factor' })).toBeInTheDocument();
  });

  test.each([
    ['someone who operates none', { data: [] }],
    ['someone whose role has ended', new ApiError(403, { code: 'FORBIDDEN' })],
  ])('tells %s how to become an operator', async (_who, body) => {
    show(body);
    expect(await screen.findByText('You do not operate a hall.')).toBeInTheDocument();
  });

  test('offers to try again', async () => {
    show(new ApiError(400, { code: 'NO' }));
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  });
});
