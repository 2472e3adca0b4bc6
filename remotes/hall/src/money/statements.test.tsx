import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { aVenue, CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { Statement } from 'shared-contracts/types';
import { aPayout, aStatement } from './money.testing';
import { Screen as StatementScreen } from './statement.screen';
import { Screen as StatementsScreen } from './statements.screen';

const DAYS = { from: '2026-10-01', to: '2026-10-31', timezone: 'America/Toronto' };
const QUERY = '?from=2026-10-01&to=2026-10-31';
const OPERATED = { data: [{ id: 1, slug: 'g', name: 'Granary', state: 'open', vendors: [] }] };

const apiWith = (statements: Statement[] | ApiError, operated: object = OPERATED): FakeApi =>
  fakeApi()
    .on('GET /venues/1', { data: aVenue({ id: 1, timezone: 'America/Toronto' }) })
    .on('GET /operated-venues', operated)
    .on('GET /venues/1/statements', statements instanceof ApiError ? statements : { data: statements, days: DAYS });

const showList = (api: FakeApi, query = QUERY) =>
  renderScreen(<StatementsScreen />, {
    api,
    at: `/hall/1/money${query}`,
    path: '/hall/:venueId/money',
    state: { session: CUSTOMER },
  });
const showOne = (api: FakeApi) =>
  renderScreen(<StatementScreen />, {
    api,
    at: `/hall/1/money/statements/7${QUERY}`,
    path: '/hall/:venueId/money/statements/:vendorId',
    state: { session: CUSTOMER },
  });
const sent = ({ requests }: FakeApi, method: string) => requests.filter((each) => each.method === method);

describe('the statements of the stalls', () => {
  test('begin with last month, by the calendar of the hall', async () => {
    jest.useFakeTimers({ now: new Date('2026-12-01T04:30:00Z'), advanceTimers: true });
    const api = apiWith([aStatement()]);
    showList(api, '');
    await screen.findByRole('list', { name: 'Statements of the stalls' });
    const [request] = api.requests.filter(({ path }) => path === '/venues/1/statements');
    expect(request?.params).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    jest.useRealTimers();
  });

  test('list what each stall is owed and its state, and what can be paid out', async () => {
    showList(
      apiWith([
        aStatement(),
        aStatement({ vendor: { id: 8, name: 'Bun House' }, owed: -5, payable: 0 }),
        aStatement({ vendor: { id: 9, name: 'Pho' }, owed: 4, payable: 0, payments: [aPayout({ amount: 4 })] }),
      ]),
    );
    const list = within(await screen.findByRole('list', { name: 'Statements of the stalls' }));
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Kumo Ramen2 orders$89.20Owed',
      'Bun House2 orders-$5.00Owes the hall',
      'Pho2 orders$4.00Paid out',
    ]);
    expect(list.getByRole('link', { name: /Kumo/ })).toHaveAttribute('href', `/hall/1/money/statements/7${QUERY}`);
    expect(screen.getByText('To pay out for October 2026')).toBeInTheDocument();
  });

  test('have the days that the operator chooses', async () => {
    const api = apiWith([aStatement()]);
    showList(api);
    const choice = await screen.findByLabelText('Days of the statements');
    await userEvent.selectOptions(choice, 'own');
    const last = screen.getByLabelText('Last day');
    await userEvent.clear(last);
    await userEvent.type(last, '2026-09-01');
    expect(screen.getByText('The last day is before the first one.')).toBeInTheDocument();
    await userEvent.clear(last);
    await userEvent.type(last, '2026-10-15');
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('?from=2026-10-01&to=2026-10-15'));
    expect(api.requests.at(-1)?.params).toEqual({ from: '2026-10-01', to: '2026-10-15' });
  });

  test.each([
    ['?from=2026-11-30&to=2026-11-01', 'The last day is before the first one.'],
    ['?from=foo', 'Choose the first and the last day.'],
  ])('of the address %s say what is wrong with its days', async (query, message) => {
    showList(apiWith([]), query);
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.queryByText(/^Nothing was booked/)).not.toBeInTheDocument();
  });

  test('are empty before the first payment', async () => {
    showList(apiWith([]));
    expect(await screen.findByText('Nothing was booked until the last of these days.')).toBeInTheDocument();
  });

  test('are only for operators, also if the role ends while the page is open', async () => {
    showList(apiWith(new ApiError(403, { code: 'FORBIDDEN' })));
    expect(await screen.findByText('Only an operator of this hall sees its office.')).toBeInTheDocument();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  test('offer to try again when they could not be loaded', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    showList(apiWith(new ApiError(400, { code: 'NO' })));
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  });
});

describe('the statement of a stall', () => {
  test('lists each line that is not 0, its taxes and its payouts', async () => {
    showOne(
      apiWith([
        aStatement({
          has_estimated_fees: true,
          payments: [
            aPayout(),
            aPayout({ id: 4, undone_at: '2026-11-03T09:00:00.000Z', undo_reason: 'Sent back', recorded_by: null }),
          ],
        }),
      ]),
    );
    const statement = within(await screen.findByRole('region', { name: 'Statement for October 2026' }));
    expect(statement.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Sales with tax',
      'Refunds',
      'Commission',
      'Provider’s fees, estimated',
      'Owed to the stall',
    ]);
    expect(statement.getByText('-$11.30')).toBeInTheDocument();
    expect(screen.getByRole('row', { name: 'HST 13 % $90.00 $11.70' })).toBeInTheDocument();
    const [paid, undone] = within(screen.getByRole('region', { name: 'Payouts' })).getAllByRole('listitem');
    expect(paid).toHaveTextContent('SEPA 7781Paid on 2 Nov 2026 for October 2026Recorded by Ada$89.20Undo');
    expect(undone).toHaveTextContent('Undone: Sent backUndone$89.20');
    expect(within(undone as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
  });

  test('of an owner has no payout and no way into the office', async () => {
    showOne(apiWith([aStatement({ payments: [aPayout()] })], { data: [] }));
    await screen.findByRole('region', { name: 'Statement for October 2026' });
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /payout/ })).not.toBeInTheDocument();
  });
});

describe('a payout', () => {
  async function openForm(api: FakeApi) {
    const shown = showOne(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Record a payout' }));
    return shown;
  }
  const pay = () => userEvent.click(screen.getByRole('button', { name: 'Paid out' }));

  test('is sent with the figure on the screen, and its preview says what is left', async () => {
    const api = apiWith([aStatement()]).on('POST /venues/1/payouts', { data: aPayout() });
    const { store } = await openForm(api);
    const amount = screen.getByLabelText('Amount in CAD');
    expect(amount).toHaveValue('89.20');
    await userEvent.clear(amount);
    await userEvent.type(amount, '80');
    expect(screen.getByText('$9.20')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Reference'), 'SEPA 7781');
    await pay();
    await waitFor(() => expect(store.state.getState().toast?.content).toMatch(/Kumo Ramen/));
    expect(sent(api, 'POST')).toHaveLength(1);
    expect(sent(api, 'POST')[0]?.body).toMatchObject({
      vendor_id: 7,
      currency: 'CAD',
      from: '2026-10-01',
      to: '2026-10-31',
      amount: 80,
      payable: 89.2,
      reference: 'SEPA 7781',
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('explains at the field what is wrong before it is sent', async () => {
    const api = apiWith([aStatement()]);
    await openForm(api);
    const amount = screen.getByLabelText('Amount in CAD');
    await userEvent.clear(amount);
    await userEvent.type(amount, '90');
    await pay();
    expect(screen.getByText('This is more than the stall is owed.')).toBeInTheDocument();
    expect(screen.getByText('Enter the reference of the transfer.')).toBeInTheDocument();
    expect(sent(api, 'POST')).toHaveLength(0);
  });

  test('shows the new figure when the statement has changed, and keeps what was typed', async () => {
    const changed = aStatement({ payable: 50 });
    const refusal = new ApiError(409, { code: 'STATEMENT_CHANGED', message: 'It has changed.', data: changed });
    const api = apiWith([aStatement()]).on('POST /venues/1/payouts', refusal);
    await openForm(api);
    await userEvent.type(screen.getByLabelText('Reference'), 'SEPA 7781');
    await pay();
    expect(await screen.findByText('It has changed.')).toBeInTheDocument();
    expect(screen.getByText('$50.00')).toBeInTheDocument();
    expect(screen.getByLabelText('Reference')).toHaveValue('SEPA 7781');
    expect(screen.getByLabelText('Amount in CAD')).toHaveValue('89.20');
  });

  test('says that nothing is left to pay', async () => {
    const refusal = new ApiError(409, { code: 'NOTHING_TO_PAY_OUT', message: 'Nothing is owed.' });
    const api = apiWith([aStatement()]).on('POST /venues/1/payouts', refusal);
    await openForm(api);
    await userEvent.type(screen.getByLabelText('Reference'), 'x');
    await pay();
    expect(await screen.findByText('Nothing is owed.')).toBeInTheDocument();
  });

  test('keeps its key until there is a response, and has another one when it was changed', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const api = apiWith([aStatement()]).on('POST /venues/1/payouts', new ApiError(0, { code: 'NETWORK' }));
    await openForm(api);
    const reference = screen.getByLabelText('Reference');
    await userEvent.type(reference, 'SEPA 7781');
    await pay();
    await screen.findByText(/It is not known whether the payout was recorded/);
    await pay();
    await waitFor(() => expect(sent(api, 'POST')).toHaveLength(2));
    await waitFor(() => expect(reference).toBeEnabled());
    await userEvent.type(reference, '2');
    await pay();
    await waitFor(() => expect(sent(api, 'POST')).toHaveLength(3));
    const [first, second, third] = sent(api, 'POST').map(({ headers }) => headers['Idempotency-Key']);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('keeps the form of a person who does not prove who they are', async () => {
    const refusal = new ApiError(403, { code: 'PROOF_REQUIRED', message: 'Confirm that it is you.' });
    const api = apiWith([aStatement()]).on('POST /venues/1/payouts', refusal);
    await openForm(api);
    await userEvent.type(screen.getByLabelText('Reference'), 'SEPA 7781');
    await pay();
    expect(await screen.findByText('Confirm that it is you.')).toBeInTheDocument();
    expect(screen.getByLabelText('Reference')).toHaveValue('SEPA 7781');
  });

  test('is undone with a reason', async () => {
    const api = apiWith([aStatement({ payments: [aPayout()] })]).on('POST /venues/1/payouts/3/undo', undefined);
    const { store } = showOne(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo the payout SEPA 7781' }));
    await userEvent.click(screen.getByRole('button', { name: 'Undo the payout' }));
    expect(screen.getByText('Enter a reason.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Reason'), 'Sent back');
    await userEvent.click(screen.getByRole('button', { name: 'Undo the payout' }));
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('The payout is undone.'));
    expect(sent(api, 'POST')[0]?.body).toEqual({ reason: 'Sent back' });
  });
});
