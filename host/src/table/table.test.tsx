import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { aVenue } from 'shared-contracts/testing';
import { address, renderShell, shellApi } from '../testing/render-shell';

const AT = '/t/0123456789';
const REQUEST = 'GET /tables/0123456789';
const TABLE = { venue: { id: 1, name: 'Granary Square Market' }, name: 'Terrace & 7' };

const apiWith = (table: unknown) =>
  shellApi()
    .on(REQUEST, table)
    .on('GET /venues', { data: [aVenue({ id: 1, name: 'Granary Square Market' }), aVenue({ id: 2, name: 'Pier 9' })] });
const show = (table: unknown, at = AT) => renderShell(at, { api: apiWith(table) });

test('the code of a table leads to its venue with the table as the location, and replaces itself in the history', async () => {
  let respond = (_body: unknown) => {};
  await show(
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  expect(await screen.findByText('Looking for your table…')).toBeInTheDocument();
  const steps = window.history.length;
  await act(async () => respond({ data: TABLE }));
  await waitFor(() => expect(address()).toBe('/venues/1/vendors/location/Terrace%20%26%207'));
  expect(window.history.length).toBe(steps);
});

test.each([
  ['an unknown table', new ApiError(404, { message: 'Table not found.' }), 'We do not know this table.'],
  [
    'a removed table',
    new ApiError(410, { code: 'TABLE_REMOVED', message: 'This code of Granary is no longer in use.' }),
    'This code of Granary is no longer in use.',
  ],
  ['a closed venue', new ApiError(410, { code: 'VENUE_CLOSED', message: 'Granary is closed.' }), 'Granary is closed.'],
])('the code of %s shows why it does not work, and lists the venues', async (_what, refusal, sentence) => {
  await show(refusal);
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  const venues = await screen.findByRole('navigation', { name: 'Venues' });
  const links = within(venues).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/venues/1/vendors', '/venues/2/vendors']);
  expect(address()).toBe(AT);
});

test('Try Again looks up a table that could not be looked up before', async () => {
  const { api } = await show(new ApiError(400, { message: 'No.' }));
  expect(await screen.findByText('Your table could not be looked up')).toBeInTheDocument();
  api.on(REQUEST, { data: TABLE });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(address()).toBe('/venues/1/vendors/location/Terrace%20%26%207'));
});

test('the page says to wait after too many unknown codes', async () => {
  await show(new ApiError(429, { message: 'Too many attempts. Please wait and try again.' }));
  expect(await screen.findByText('Too many attempts. Please wait and try again.')).toBeInTheDocument();
});

test('a response of another network does not count as a table', async () => {
  await show({});
  expect(await screen.findByText('Your table could not be looked up')).toBeInTheDocument();
  expect(address()).toBe(AT);
});
