import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { MenuContext } from 'shared-contracts/remote';
import { CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { HallToday, VenueWatch } from 'shared-contracts/types';
import { Screen } from './today.screen';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1_000).toISOString();
const KUMO = { id: 7, name: 'Kumo Ramen' };
const ORDER = { id: 11, order_number: 'K-101' };

const aDay = (fields: Partial<HallToday> = {}): HallToday => ({
  day: '2026-11-30',
  start: { stalls: 2, items: 9, tables: 4, has_order: true, is_open: true, payments: 'live' },
  takings: { data: [] },
  closed: { data: [] },
  mismatches: { data: [] },
  refunds: { data: [] },
  refused_transfers: { data: [] },
  unprinted: { data: [] },
  ...fields,
});
const aWatch = (fields: Partial<VenueWatch> = {}): VenueWatch => ({
  unseen: { data: [] },
  silent: { data: [] },
  late: { data: [] },
  stops_silent_stalls: false,
  ...fields,
});

const apiWith = (day: unknown, watch: unknown = { data: aWatch() }): FakeApi =>
  fakeApi()
    .on('GET /venues/1/today', day)
    .on('GET /venues/1/watch', watch)
    .on('GET /operated-venues', { data: [{ id: 1, slug: 'g', name: 'Granary', state: 'open', vendors: [] }] });
const show = (api: FakeApi) =>
  renderScreen(<Screen />, { api, at: '/hall/1/today', path: '/hall/:venueId/today', state: { session: CUSTOMER } });
const sent = ({ requests }: FakeApi) => requests.filter(({ method }) => method === 'PUT');

describe('the day of a hall', () => {
  test('leads to the pages that other remotes add to the office', async () => {
    const entries = (place: string) => [
      { id: 'loyalty-card 0', to: '/loyalty-card/1', label: `Stamps in the ${place}` },
    ];
    renderScreen(
      <MenuContext value={entries}>
        <Screen />
      </MenuContext>,
      {
        api: apiWith({ data: aDay() }),
        at: '/hall/1/today',
        path: '/hall/:venueId/today',
        state: { session: CUSTOMER },
      },
    );
    const office = await screen.findByRole('navigation', { name: 'Office of the hall' });
    const link = within(office).getByRole('link', { name: 'Stamps in the office' });
    expect(link).toHaveAttribute('href', '/loyalty-card/1');
  });

  test('shows the money by hour and by stall, as bars in a table of its numbers', async () => {
    const row = { orders: 2, gross: 40 };
    show(
      apiWith({
        data: aDay({
          takings: {
            data: [
              {
                currency: 'CAD',
                currency_symbol: '$',
                orders: 3,
                gross: 50,
                refunds: 5,
                hours: {
                  data: [
                    { hour: 11, ...row },
                    { hour: 12, orders: 1, gross: 10 },
                  ],
                },
                stalls: { data: [{ vendor: KUMO, orders: 3, gross: 50, refunds: 5 }] },
              },
            ],
          },
        }),
      }),
    );
    const hours = await screen.findByRole('table', { name: 'By hour' });
    expect(within(hours).getByRole('row', { name: '11:00 2 $40.00' })).toHaveStyle({ '--part': '1' });
    expect(within(hours).getByRole('row', { name: '12:00 1 $10.00' })).toHaveStyle({ '--part': '0.25' });
    expect(screen.getByRole('row', { name: 'Kumo Ramen 3 $50.00' })).toBeInTheDocument();
    expect(screen.getByText('3 orders · $5.00 refunded')).toBeInTheDocument();
  });

  test('lists what needs an operator, each with its action', async () => {
    const api = apiWith(
      {
        data: aDay({
          mismatches: {
            data: [
              {
                id: 5,
                customer: 'Ada',
                provider: 'Stripe',
                reference: 'pi_7',
                asked: 10,
                asked_currency: 'CAD',
                received: 9,
                received_currency: 'CAD',
                created_at: minutesAgo(3),
              },
            ],
          },
          refunds: {
            data: [
              {
                id: 6,
                order: ORDER,
                vendor: KUMO,
                amount: 4,
                currency: 'CAD',
                currency_symbol: '$',
                state: 'unclear',
                created_at: minutesAgo(3),
              },
            ],
          },
          unprinted: { data: [{ order: { id: 12, order_number: 'K-102' }, vendor: KUMO, since: minutesAgo(4) }] },
        }),
      },
      {
        data: aWatch({
          unseen: {
            data: [
              {
                order: { id: 13, order_number: 'K-103', placed_at: minutesAgo(9) },
                vendor: KUMO,
                customer: 'Grace',
                location: 'Collect',
                step: 'hall',
              },
            ],
          },
          silent: { data: [{ vendor: { id: 8, name: 'Bun House' }, since: minutesAgo(5) }] },
        }),
      },
    )
      .on('PUT /venues/1/payment-alerts/5', undefined)
      .on('PUT /vendors/8', { data: {} });
    show(api);
    const list = within(await screen.findByRole('region', { name: 'What needs you' }));
    await list.findByText('Not heard from for 5 min');
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('AdaAnother amount was paidCAD 10.00 was asked, CAD 9.00 arrived.'),
      expect.stringContaining('K-101\u00a0· Kumo RamenRefund unclear'),
      expect.stringContaining('K-102\u00a0· Kumo RamenNot printedIts ticket has waited for 4 min.'),
      expect.stringContaining('K-103\u00a0· Kumo RamenNot seenHas waited 9 min\u00a0· Grace\u00a0· Collect'),
      expect.stringContaining('Bun HouseCannot be reached'),
    ]);
    await userEvent.click(list.getByRole('button', { name: 'Mark as seen: Ada' }));
    await userEvent.click(list.getByRole('button', { name: 'Close the stall: Bun House' }));
    await waitFor(() => expect(sent(api)).toHaveLength(2));
    expect(sent(api)[1]).toMatchObject({ path: '/vendors/8', body: { accepting_orders: false } });
    expect(list.getByRole('link', { name: 'Printers of Kumo Ramen' })).toHaveAttribute('href', '/vendor/7/printers');
  });

  test('leads from a refused transfer to another try, or to the next payout', async () => {
    const refused = {
      vendor: KUMO,
      amount: 9.64,
      currency: 'CAD',
      currency_symbol: '$',
      is_reversal: false,
      payments: 2,
      reason: 'unknown-reference: resource_missing',
    };
    const reversed = { ...refused, vendor: { id: 8, name: 'Bun House' }, amount: 3.97, is_reversal: true, payments: 1 };
    const api = apiWith({ data: aDay({ refused_transfers: { data: [refused, reversed] } }) })
      .on('PUT /venues/1/refused-transfers/7', undefined)
      .on('PUT /venues/1/refused-transfers/8', undefined);
    show(api);
    const list = within(await screen.findByRole('region', { name: 'What needs you' }));
    expect((await list.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Stripe did not transfer $9.64 to the stall. The hall owes it to the stall. 2 payments'),
      expect.stringContaining('Stripe did not take $3.97 back after refunds or disputes.'),
    ]);
    await userEvent.click(list.getByRole('button', { name: 'Try Again: Kumo Ramen' }));
    await userEvent.click(list.getByRole('button', { name: 'Settle by hand: Bun House' }));
    await waitFor(() => expect(sent(api)).toHaveLength(2));
    expect(sent(api)).toMatchObject([
      { path: '/venues/1/refused-transfers/7', body: { decision: 'retry' } },
      { path: '/venues/1/refused-transfers/8', body: { decision: 'by-hand' } },
    ]);
    expect(list.getByRole('link', { name: 'Account of Kumo Ramen' })).toHaveAttribute('href', '/hall/1/stalls/7');
  });

  test('says that nothing needs the operator, and opens a stall that is closed', async () => {
    const api = apiWith({ data: aDay({ closed: { data: [{ vendor: KUMO, mode: 'closed' }] } }) }).on('PUT /vendors/7', {
      data: {},
    });
    show(api);
    expect(await screen.findByText('Nothing needs you.')).toBeInTheDocument();
    expect(screen.getByText('No order yet today.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Open the stall: Kumo Ramen' }));
    await waitFor(() => expect(sent(api)[0]).toMatchObject({ path: '/vendors/7', body: { accepting_orders: true } }));
  });

  test('shows the money while the watch cannot be loaded', async () => {
    show(apiWith({ data: aDay() }, new ApiError(400, { code: 'NO' })));
    expect(await screen.findByText('The orders that wait could not be loaded.')).toBeInTheDocument();
    expect(screen.getByText('No order yet today.')).toBeInTheDocument();
    expect(screen.queryByText('Nothing needs you.')).not.toBeInTheDocument();
  });

  test('leaves the page of an operator whose role has ended', async () => {
    const { store } = show(apiWith(new ApiError(403, { code: 'FORBIDDEN' })));
    expect(await screen.findByText('Only an operator of this hall sees its office.')).toBeInTheDocument();
    expect(store.state.getState().toast).toBeFalsy();
  });
});

describe('a hall that has not gone live', () => {
  const start = { stalls: 1, items: 0, tables: 0, has_order: false, is_open: true, payments: 'test' } as const;

  test('leads to its next step, and ticks off what is done', async () => {
    show(apiWith({ data: aDay({ start }) }));
    const list = within(await screen.findByRole('region', { name: 'Before the first guests' }));
    expect(list.getAllByRole('listitem')[0]).toHaveTextContent('First stall Finished');
    expect(list.getByRole('link', { name: 'Begin: First item' })).toHaveAttribute('href', '/hall/1/stalls');
    expect(list.getByRole('link', { name: 'Go live' })).toHaveAttribute('href', '/hall/1/settings/live');
  });

  test('is not led any more once it is live', async () => {
    show(apiWith({ data: aDay() }));
    expect(await screen.findByText('No order yet today.')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Before the first guests' })).not.toBeInTheDocument();
  });
});
