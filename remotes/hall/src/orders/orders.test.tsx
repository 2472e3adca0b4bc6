import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { anOrder, CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { HallOrder, OrderHistory } from 'shared-contracts/types';
import { Screen as OrderScreen } from './order.screen';
import { Screen as OrdersScreen } from './orders.screen';
import { readAmount, refundErrors, requestOf, unitsLeft } from './refund-form.rules';

const aHallOrder = (fields: Partial<HallOrder> = {}): HallOrder => ({
  id: 41,
  order_number: 'K-101',
  state: 'new',
  placed_at: '2026-11-30T12:00:00Z',
  timezone: 'Pacific/Auckland',
  vendor: { id: 7, name: 'Kumo Ramen' },
  customer: { name: 'Ada', email: 'ada@hall.example' },
  location: 'Deliver to Table 12',
  total: 20,
  refunded: 0,
  currency: 'CAD',
  currency_symbol: '$',
  ...fields,
});
const aHistory = (order: Partial<HallOrder> = {}): OrderHistory => ({
  order: aHallOrder(order),
  payment: {
    provider: 'Stripe',
    reference: 'pi_7',
    payment_number: 'P-1',
    amount: 20,
    currency: 'CAD',
    settled_at: null,
    is_live: true,
  },
  events: {
    data: [
      { at: '2026-11-30T12:00:00Z', kind: 'placed', by: null, text: '' },
      { at: '2026-11-30T12:05:00Z', kind: 'cancelled', by: 'Ola', text: 'No noodles' },
    ],
  },
});
const REFUNDS = { data: [], paid: 20, left: 20, currency: 'CAD', currency_symbol: '$' };
const venues = { data: [{ id: 1, slug: 'g', name: 'Granary', state: 'open', vendors: [] }] };

const showList = (api: FakeApi, query = '') =>
  renderScreen(<OrdersScreen />, {
    api: api.on('GET /operated-venues', venues),
    at: `/hall/1/orders${query}`,
    path: '/hall/:venueId/orders',
    state: { session: CUSTOMER },
  });
const showOrder = (api: FakeApi) =>
  renderScreen(<OrderScreen />, {
    api: api.on('GET /operated-venues', venues),
    at: '/hall/1/orders/41',
    path: '/hall/:venueId/orders/:orderId',
    state: { session: CUSTOMER },
  });
const apiOf = (history: unknown = { data: aHistory() }, refunds: unknown = REFUNDS) =>
  fakeApi()
    .on('GET /orders/41/history', history)
    .on('GET /orders/41', { data: anOrder({ id: 41 }) })
    .on('GET /orders/41/refunds', refunds);
const posts = ({ requests }: FakeApi, path: string) =>
  requests.filter((each) => each.method === 'POST' && each.path === path);

describe('the list of orders', () => {
  test('shows more orders page by page, and each leads to its page', async () => {
    const api = fakeApi().on('GET /venues/1/orders', ({ params }: { params: Record<string, unknown> }) =>
      params.after === undefined
        ? { data: [aHallOrder()], next: 41 }
        : { data: [aHallOrder({ id: 40, order_number: 'K-100', refunded: 5 })], next: null },
    );
    showList(api);
    const order = await screen.findByRole('link', { name: /K-101/ });
    expect(order).toHaveAttribute('href', '/hall/1/orders/41');
    // In the zone of the hall, not of the device.
    expect(order).toHaveTextContent('1 Dec 2026, 01:00');
    await userEvent.click(screen.getByRole('button', { name: 'Show more orders' }));
    expect(await screen.findByRole('link', { name: /K-100/ })).toHaveTextContent('$5.00 refunded');
    expect(screen.queryByRole('button', { name: 'Show more orders' })).not.toBeInTheDocument();
  });

  test('searches by what is typed, and keeps the search in the address', async () => {
    const api = fakeApi().on('GET /venues/1/orders', ({ params }: { params: Record<string, unknown> }) =>
      params.search === 'ada' ? { data: [], next: null } : { data: [aHallOrder()], next: null },
    );
    showList(api);
    await userEvent.type(await screen.findByLabelText('Find an order'), 'ada{Enter}');
    expect(await screen.findByText('No order was found.')).toBeInTheDocument();
    expect(screen.getByTestId('address')).toHaveTextContent('/hall/1/orders?q=ada');
    await userEvent.click(screen.getByRole('button', { name: 'All orders' }));
    expect(await screen.findByRole('link', { name: /K-101/ })).toBeInTheDocument();
  });

  test('is only for operators of the hall', async () => {
    showList(fakeApi().on('GET /venues/1/orders', new ApiError(403, { code: 'FORBIDDEN' })));
    expect(await screen.findByText('Only an operator of this hall sees its office.')).toBeInTheDocument();
  });
});

describe('the page of an order', () => {
  test('shows its payment and what happened to it', async () => {
    showOrder(apiOf());
    expect(await screen.findByText('pi_7')).toBeInTheDocument();
    const events = within(screen.getByRole('region', { name: 'History' })).getAllByRole('listitem');
    expect(events.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Paid and placed1 Dec 2026, 01:00'),
      expect.stringContaining('Cancelled · OlaNo noodles1 Dec 2026, 01:05'),
    ]);
  });

  test('shows what was ordered, with the service charge, the tax and the tip', async () => {
    showOrder(apiOf().on('GET /orders/41', { data: anOrder({ id: 41, tip: 5.45 }) }));
    const items = within(await screen.findByRole('region', { name: 'Items' }));
    const lines = await items.findAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^2× Tonkotsu ramen.*\$46\.00$/),
      '1× Pork gyoza$8.50',
      'Service charge$1.00',
      'HST$7.22',
      'Tip$5.45',
    ]);
  });

  test('names no tip where there is none, and no tax that the prices contain', async () => {
    showOrder(apiOf().on('GET /orders/41', { data: anOrder({ id: 41, tax_inclusive: 'Includes' }) }));
    const items = within(await screen.findByRole('region', { name: 'Items' }));
    expect(await items.findByText('Service charge')).toBeInTheDocument();
    expect(items.queryByText(/Tip|HST/)).not.toBeInTheDocument();
  });

  test('says that the tip goes back with the whole order', async () => {
    showOrder(apiOf().on('POST /orders/41/refunds', { data: { amount: 20, tip: 1.5 } }));
    await userEvent.click(await screen.findByRole('radio', { name: /^All that is left/ }));
    await userEvent.type(screen.getByLabelText('Reason'), 'Cold');
    await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
    const question = await screen.findByRole('alertdialog', { name: 'Refund $20.00?' });
    expect(question).toHaveTextContent('The tip of $1.50 is part of it.');
  });

  test('asks before it refunds, and a second try has the same key', async () => {
    const refused = new ApiError(0, { code: 'TIMEOUT' });
    let isFirst = true;
    const api = apiOf().on('POST /orders/41/refunds', ({ body }: { body: unknown }) => {
      if ((body as { dry_run?: boolean }).dry_run) return { data: { amount: 4.2 } };
      if (!isFirst) return { data: {} };
      isFirst = false;
      return refused;
    });
    showOrder(api);
    await userEvent.click(await screen.findByRole('radio', { name: 'An amount' }));
    await userEvent.type(screen.getByLabelText('Amount in CAD'), '4.20');
    await userEvent.type(screen.getByLabelText('Reason'), 'Cold');
    for (const _try of [1, 2]) {
      await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
      const question = await screen.findByRole('alertdialog', { name: 'Refund $4.20?' });
      await userEvent.click(within(question).getByRole('button', { name: 'Refund' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    }
    const made = posts(api, '/orders/41/refunds').filter(({ body }) => !(body as { dry_run?: boolean }).dry_run);
    expect(made.map(({ body }) => body)).toEqual(Array(2).fill({ reason: 'Cold', amount: 4.2 }));
    expect(new Set(made.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  });

  test('says what became of an unclear refund', async () => {
    const unclear = {
      id: 3,
      amount: 5,
      reason: 'Cold',
      state: 'unclear',
      source: 'operator',
      by: { id: 1, name: 'Ola' },
      items: { data: [] },
      created_at: '2026-11-30T12:00:00Z',
    };
    const api = apiOf(undefined, { ...REFUNDS, data: [unclear] }).on('PUT /orders/41/refunds/3', { data: {} });
    showOrder(api);
    await userEvent.click(await screen.findByRole('button', { name: 'The provider does not show it' }));
    await waitFor(() =>
      expect(api.requests).toContainEqual(expect.objectContaining({ method: 'PUT', body: { is_made: false } })),
    );
  });

  test('cancels with a reason, and sends the receipt again', async () => {
    const api = apiOf().on('PUT /queues/cancel/41', { data: {} }).on('POST /orders/41/receipt', undefined);
    showOrder(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Send the receipt again' }));
    await waitFor(() => expect(posts(api, '/orders/41/receipt')).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the order' }));
    const question = within(screen.getByRole('dialog', { name: 'Cancel the order?' }));
    await userEvent.click(question.getByRole('button', { name: 'Cancel the order' }));
    expect(question.getByText('Please give a reason.')).toBeInTheDocument();
    await userEvent.type(question.getByLabelText('Reason'), 'No noodles');
    await userEvent.click(question.getByRole('button', { name: 'Cancel the order' }));
    await waitFor(() =>
      expect(api.requests).toContainEqual(
        expect.objectContaining({ path: '/queues/cancel/41', body: { reason: 'No noodles' } }),
      ),
    );
  });

  test('says that nothing goes back with the cancellation of an order that was refunded in full', async () => {
    const api = apiOf(undefined, { ...REFUNDS, left: 0 }).on('PUT /queues/cancel/41', { data: {} });
    showOrder(api);
    await screen.findByText('Nothing is left to refund.');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the order' }));
    const question = screen.getByRole('dialog', { name: 'Cancel the order?' });
    expect(question).toHaveTextContent('Nothing is left of its payment, so nothing goes back any more.');
    expect(question).not.toHaveTextContent('what is left of its payment goes back');
  });

  test('has no cancellation for an order that was collected', async () => {
    showOrder(apiOf({ data: aHistory({ state: 'collected' }) }));
    await screen.findByText('pi_7');
    expect(screen.queryByRole('button', { name: 'Cancel the order' })).not.toBeInTheDocument();
  });
});

describe('the form of a refund', () => {
  const form = { kind: 'items', units: { 5: 2, 6: 0 }, amount: '4,20', reason: ' Cold ' } as const;

  test.each([
    ['items', { reason: 'Cold', items: [{ id: 5, quantity: 2 }] }],
    ['amount', { reason: 'Cold', amount: 4.2 }],
    ['rest', { reason: 'Cold' }],
  ] as const)('sends %s as %j', (kind, expected) => {
    expect(requestOf({ ...form, kind }, 'CAD')).toEqual(expected);
  });

  test.each([
    [{ reason: ' ' }, ['reason']],
    [{ units: {} }, ['units']],
    [{ kind: 'amount', amount: '0' }, ['amount']],
    [{ kind: 'amount', amount: '20.01' }, ['amount']],
    [{ kind: 'rest' }, []],
  ] as const)('with %j has errors at %j', (fields, expected) => {
    const errors = refundErrors({ ...form, ...fields }, { left: 20, currency: 'CAD' });
    expect(Object.keys(errors)).toEqual(expected);
  });

  test.each([
    ['4.2', 'CAD', 4.2],
    ['4,20', 'CAD', 4.2],
    ['4.205', 'CAD', Number.NaN],
    ['4.2', 'JPY', Number.NaN],
    ['x', 'CAD', Number.NaN],
  ])('reads %j in %s as %s', (text, currency, expected) => {
    expect(readAmount(text, currency)).toBe(expected);
  });

  test('counts the units that are left, and a failed refund gives its units back', () => {
    const items = { data: [{ order_item_id: 5, quantity: 1 }] };
    const refund = (state: 'refunded' | 'failed') => ({ state, items }) as never;
    expect(unitsLeft({ id: 5, quantity: 3 }, [refund('refunded'), refund('failed')])).toBe(2);
  });
});
