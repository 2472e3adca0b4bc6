import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { aVenue, CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { LedgerEntry } from 'shared-contracts/types';
import { aStall, stallsOf } from '../stalls/stalls.testing';
import { Screen } from './ledger.screen';
import { anEntry } from './money.testing';

/** Serves entries as the API does: at most `limit` of them, those before `before`. */
const serving = (entries: readonly LedgerEntry[]): FakeApi =>
  fakeApi()
    .on('GET /venues/1', { data: aVenue({ id: 1, timezone: 'America/Toronto' }) })
    .on('GET /operated-venues', { data: [{ id: 1, slug: 'g', name: 'Granary', state: 'open', vendors: [] }] })
    .on('GET /venues/1/vendors', stallsOf([aStall()], { archived: [{ id: 9, name: 'Old Bakery' }] }))
    .on('GET /venues/1/ledger', ({ params }: { params: { before?: number; limit: number } }) => ({
      data: entries.filter(({ id }) => params.before === undefined || id < params.before).slice(0, params.limit),
    }));
const show = (api: FakeApi, query = '') =>
  renderScreen(<Screen />, {
    api,
    at: `/hall/1/money/ledger${query}`,
    path: '/hall/:venueId/money/ledger',
    state: { session: CUSTOMER },
  });
const asked = ({ requests }: FakeApi) => requests.filter(({ path }) => path === '/venues/1/ledger');
const manyEntries = (count: number) => Array.from({ length: count }, (_none, index) => anEntry({ id: count - index }));

/** The rows of all groups. */
const rows = () => screen.getAllByRole('list', { name: 'Entries' }).flatMap(({ children }) => [...children]);

describe('the ledger', () => {
  test('opens an entry to its postings, and leads to the orders of its payment', async () => {
    show(serving([anEntry()]));
    const list = within(await screen.findByRole('list', { name: 'Entries' }));
    const summary = list.getByText('Payment');
    expect(list.getByRole('listitem')).toHaveTextContent('Payment 20 Oct 2026, 13:00 · P-1001$12.71');
    expect(list.queryByRole('table')).not.toBeInTheDocument();
    await userEvent.click(summary);
    const postings = within(await list.findByRole('table', { name: 'Postings of entry 1' }));
    expect(postings.getByRole('row', { name: 'Kumo Ramen Sales with tax -$11.30' })).toBeInTheDocument();
    expect(list.getByText('Stripe · pi_7')).toBeInTheDocument();
    expect(list.getByRole('link', { name: 'Open order 2' })).toHaveAttribute('href', '/hall/1/orders/12');
  });

  test('loads older entries page by page, each once, until the last one', async () => {
    const api = serving(manyEntries(230));
    show(api);
    const more = await screen.findByRole('button', { name: 'Show older entries' });
    await userEvent.click(more);
    await waitFor(() => expect(rows()).toHaveLength(200));
    await userEvent.click(more);
    await waitFor(() => expect(rows()).toHaveLength(230));
    expect(more).not.toBeInTheDocument();
    expect(asked(api).map(({ params }) => params.before)).toEqual([undefined, 131, 31]);
  });

  test('is narrowed to a stall, a cause and a payment, which the address keeps', async () => {
    const api = serving([anEntry()]);
    show(api);
    await screen.findByRole('option', { name: 'Old Bakery' });
    await userEvent.selectOptions(screen.getByLabelText('Stall'), 'Kumo Ramen');
    await userEvent.selectOptions(screen.getByLabelText('Cause'), 'Refund of a payment');
    await userEvent.type(screen.getByLabelText('Payment number or reference'), ' pi_7 {Enter}');
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('?vendor=7&cause=refund&payment=pi_7'));
    await waitFor(() =>
      expect(asked(api).at(-1)?.params).toMatchObject({ vendor: '7', cause: 'refund', payment: 'pi_7' }),
    );
  });

  test('says that no entry is like the filter, and shows all again', async () => {
    show(serving([]), '?payment=none');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all entries' }));
    expect(await screen.findByText('Nothing is booked yet.')).toBeInTheDocument();
    expect(screen.getByLabelText('Payment number or reference')).toHaveValue('');
  });

  test('keeps its entries when older ones could not be loaded', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const api = serving(manyEntries(130));
    show(api);
    await screen.findAllByRole('list', { name: 'Entries' });
    api.on('GET /venues/1/ledger', new ApiError(0, { code: 'NETWORK' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show older entries' }));
    expect(await screen.findByText('More entries could not be loaded. Please try again.')).toBeInTheDocument();
    expect(rows()).toHaveLength(100);
  });

  test('is only for operators', async () => {
    show(serving([]).on('GET /venues/1/ledger', new ApiError(403, { code: 'FORBIDDEN' })));
    expect(await screen.findByText('Only an operator of this hall sees its office.')).toBeInTheDocument();
  });
});

describe('the check of the books', () => {
  const days = { from: '2026-10-01', to: '2026-10-31', timezone: 'America/Toronto' };
  const check = async (result: unknown) => {
    show(serving([anEntry()]).on('GET /venues/1/ledger/check', result));
    await userEvent.click(await screen.findByRole('button', { name: 'Check now' }));
    return within(screen.getByRole('region', { name: 'Check of the books' }));
  };

  test('says that the books are right', async () => {
    const result = await check({ data: [], provider: 'compared', days });
    expect(await result.findByText('The books are right')).toBeInTheDocument();
    expect(
      result.getByText('The payments of October 2026 were compared with the provider’s books.'),
    ).toBeInTheDocument();
  });

  test('names each difference with its payment and the reference at the provider', async () => {
    const payment = { number: 'P-1001', provider: 'Stripe', reference: 'pi_7' };
    const result = await check({
      data: [
        { kind: 'provider', payment, currency: 'CAD', booked: 12.71, expected: 10 },
        { kind: 'payout', payment: null, currency: 'CAD', booked: 0, expected: 5 },
      ],
      provider: 'compared',
      days,
    });
    expect(await result.findByText('2 differences')).toBeInTheDocument();
    expect(
      result.getByRole('row', { name: 'Provider’s own books P-1001 · Stripe · pi_7 $12.71 $10.00' }),
    ).toBeInTheDocument();
    expect(result.getByRole('row', { name: 'Payout $0.00 $5.00' })).toBeInTheDocument();
  });

  test.each([
    ['silent', /tells nothing about its books/],
    ['unreachable', /could not be reached/],
  ])('says that the provider was %s', async (provider, text) => {
    const result = await check({ data: [], provider, days });
    expect(await result.findByText(text)).toBeInTheDocument();
  });

  test('says that it could not be made', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const result = await check(new ApiError(0, { code: 'NETWORK' }));
    expect(await result.findByText('The books could not be checked. Please try again.')).toBeInTheDocument();
  });
});
