import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { anOrder, aVenue, CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { Dispute } from 'shared-contracts/types';
import { Screen as DisputeScreen } from './dispute.screen';
import { Screen as DisputesScreen } from './disputes.screen';

const aDispute = (fields: Partial<Dispute> = {}): Dispute => ({
  id: 5,
  payment: { number: 'P-1001', provider: 'Global', reference: 'g_7' },
  orders: { data: [{ id: 11, order_number: 'K-101', vendor: { id: 7, name: 'Kumo Ramen' } }] },
  state: 'needs-response',
  amount: 12.71,
  fee: 15,
  currency: 'CAD',
  reason: 'Not recognised',
  due_at: '2026-10-29T04:00:00.000Z',
  opened_at: '2026-10-19T04:00:00.000Z',
  closed_at: null,
  is_withdrawn: true,
  source: 'operator',
  entered_by: 'Ada',
  ...fields,
});
const HISTORY = {
  order: {
    id: 11,
    order_number: 'K-101',
    state: 'collected',
    placed_at: '2026-10-18T16:00:00.000Z',
    vendor: { id: 7, name: 'Kumo Ramen' },
    customer: { name: 'Thandi Mokoena', email: 'thandi@example.com' },
    location: 'Deliver to Table 12',
    total: 12.71,
    refunded: 0,
    currency: 'CAD',
    currency_symbol: '$',
  },
  payment: null,
  events: {
    data: [
      { at: '2026-10-18T16:00:00.000Z', kind: 'placed', by: null, text: '' },
      { at: '2026-10-18T16:20:00.000Z', kind: 'collected', by: 'Sam', text: '' },
      { at: '2026-10-18T16:30:00.000Z', kind: 'done', by: null, text: '' },
    ],
  },
};

const apiWith = (disputes: Dispute[] | ApiError, next: number | null = null): FakeApi => {
  const api = fakeApi()
    .on('GET /venues/1', { data: aVenue({ id: 1, timezone: 'America/Toronto' }) })
    .on('GET /operated-venues', { data: [{ id: 1, slug: 'g', name: 'Granary', state: 'open', vendors: [] }] })
    .on('GET /orders/11/history', { data: HISTORY })
    .on('GET /orders/11', { data: anOrder({ id: 11 }) })
    .on('GET /venues/1/disputes', disputes instanceof ApiError ? disputes : { data: disputes, next });
  return disputes instanceof ApiError ? api : api.on('GET /venues/1/disputes/5', { data: disputes[0] });
};
const showList = (api: FakeApi) =>
  renderScreen(<DisputesScreen />, {
    api,
    at: '/hall/1/money/disputes',
    path: '/hall/:venueId/money/disputes',
    state: { session: CUSTOMER },
  });
const showOne = (api: FakeApi) =>
  renderScreen(<DisputeScreen />, {
    api,
    at: '/hall/1/money/disputes/5',
    path: '/hall/:venueId/money/disputes/:disputeId',
    state: { session: CUSTOMER },
  });
const sent = ({ requests }: FakeApi) => requests.filter(({ method }) => method !== 'GET');

describe('the disputes of a hall', () => {
  test('are listed with their state and the day of the answer, page by page', async () => {
    showList(apiWith([aDispute(), aDispute({ id: 4, state: 'won', is_withdrawn: false })], 4));
    const list = within(await screen.findByRole('list', { name: 'Disputes' }));
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'K-101Not recognisedAnswer by 29 Oct 2026$12.71Needs an answer',
      'K-101Not recognisedOpened on 19 Oct 2026$12.71Won',
    ]);
    expect(screen.getByRole('link', { name: 'Older disputes' })).toHaveAttribute(
      'href',
      '/hall/1/money/disputes?before=4',
    );
  });

  test('take one by hand, and explain at its fields what is missing', async () => {
    const api = apiWith([]).on('POST /venues/1/disputes', { data: aDispute() });
    const { store } = showList(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Enter a dispute' }));
    await userEvent.click(screen.getByRole('button', { name: 'Enter the dispute' }));
    expect(screen.getByText('Enter the number of the payment or of an order.')).toBeInTheDocument();
    expect(screen.getByText('Enter an amount, such as 12.50.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Number of the payment or of an order'), 'K-101');
    await userEvent.type(screen.getByLabelText('Disputed amount'), '12,71');
    await userEvent.type(screen.getByLabelText('Reason'), 'Not recognised');
    await userEvent.click(screen.getByRole('button', { name: 'Enter the dispute' }));
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('The dispute is entered.'));
    expect(sent(api)[0]?.body).toMatchObject({
      payment: 'K-101',
      amount: 12.71,
      fee: 0,
      reason: 'Not recognised',
      due_on: null,
    });
  });

  test('take none by hand of which the provider tells itself', async () => {
    const message = 'Stripe tells of disputes itself. They are recorded without your help.';
    const refusal = new ApiError(409, { code: 'DISPUTE_IS_TOLD', message });
    showList(apiWith([]).on('POST /venues/1/disputes', refusal));
    await userEvent.click(await screen.findByRole('button', { name: 'Enter a dispute' }));
    await userEvent.type(screen.getByLabelText('Number of the payment or of an order'), 'K-101');
    await userEvent.type(screen.getByLabelText('Disputed amount'), '1');
    await userEvent.type(screen.getByLabelText('Reason'), 'Not recognised');
    await userEvent.click(screen.getByRole('button', { name: 'Enter the dispute' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  test('are only for operators', async () => {
    showList(apiWith(new ApiError(403, { code: 'FORBIDDEN' })));
    expect(await screen.findByText('Only an operator of this hall sees its office.')).toBeInTheDocument();
  });
});

describe('a dispute', () => {
  test('has the evidence of its orders: who bought what, and what happened when', async () => {
    showOne(apiWith([aDispute()]));
    const evidence = within(await screen.findByRole('region', { name: 'K-101 · Kumo Ramen' }));
    expect(evidence.getByText('Thandi Mokoena')).toBeInTheDocument();
    expect(evidence.getByText('Deliver to Table 12')).toBeInTheDocument();
    const [placed, collected, older] = evidence.getAllByRole('listitem');
    expect(placed).toHaveTextContent('Paid and placed18 Oct 2026, 12:00');
    expect(collected).toHaveTextContent('Collected · Sam18 Oct 2026, 12:20');
    expect(older).toHaveTextContent('Done · not known by whom18 Oct 2026, 12:30');
    expect(screen.getByText('Global · g_7')).toBeInTheDocument();
  });

  test('that was entered by hand is closed as won or lost', async () => {
    const api = apiWith([aDispute()]).on('PUT /venues/1/disputes/5', { data: aDispute({ state: 'won' }) });
    const { store } = showOne(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Close the dispute' }));
    const form = within(screen.getByRole('dialog'));
    await userEvent.click(form.getByRole('button', { name: 'Close the dispute' }));
    expect(form.getByText('Choose how it ended.')).toBeInTheDocument();
    await userEvent.selectOptions(form.getByLabelText('How it ended'), 'won');
    const fee = form.getByLabelText('Fee that stays');
    await userEvent.clear(fee);
    await userEvent.type(fee, '0');
    await userEvent.click(form.getByRole('button', { name: 'Close the dispute' }));
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('The dispute is closed.'));
    expect(sent(api)[0]?.body).toEqual({ state: 'won', fee: 0 });
  });

  test('of the provider is closed by the provider', async () => {
    showOne(apiWith([aDispute({ source: 'provider', entered_by: null })]));
    expect(await screen.findByRole('button', { name: 'Print the evidence' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Close the dispute' })).not.toBeInTheDocument();
  });
});
