import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { aVenue, CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import type { VenueWatch } from 'shared-contracts/types';
import { Screen } from './watch.screen';
import { WatchMinutes } from './watch-minutes';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1_000).toISOString();
const KUMO = { id: 7, name: 'Kumo Ramen' };

const aWatch = (fields: Partial<VenueWatch> = {}): VenueWatch => ({
  unseen: { data: [] },
  silent: { data: [] },
  late: { data: [] },
  stops_silent_stalls: false,
  ...fields,
});

const BUSY = aWatch({
  unseen: {
    data: [
      {
        order: { id: 11, order_number: 'K-101', placed_at: minutesAgo(9) },
        vendor: KUMO,
        customer: 'Ada',
        location: 'Deliver to Table 12',
        step: 'hall',
      },
    ],
  },
  silent: { data: [{ vendor: { id: 8, name: 'Bun House' }, since: minutesAgo(5) }] },
  late: {
    data: [
      { order: { id: 12, order_number: 'K-99', placed_at: minutesAgo(30) }, vendor: KUMO, promised_at: minutesAgo(6) },
    ],
  },
});

const count = (messages: number) => ({ messages, segments: messages, over_limit: 0 });
/** The site sends no text messages. */
const NO_TEXTS = {
  is_offered: false,
  today: count(0),
  month: count(0),
  site: { day_limit: 0, messages_today: 0 },
};

const apiWith = (watch: unknown): FakeApi =>
  fakeApi()
    .on('GET /venues/1', { data: aVenue({ id: 1, name: 'Granary Square Market' }) })
    .on('GET /venues/1/watch', watch)
    .on('GET /venues/1/text-messages', { data: NO_TEXTS });

const show = (api: FakeApi) =>
  renderScreen(<Screen />, { api, at: '/hall/1/watch', path: '/hall/:venueId/watch', state: { session: CUSTOMER } });

describe('the page of a hall’s watch', () => {
  test('lists the unseen orders, the silent stalls and the late orders', async () => {
    show(apiWith({ data: BUSY }));
    expect(screen.getByText('Loading the watch…')).toBeInTheDocument();
    const rowIn = async (name: string) =>
      within(await screen.findByRole('region', { name })).getByRole('listitem').textContent;
    // No line begins with a dot: it stays beside what is before it.
    expect(await rowIn('Not seen')).toBe(
      'K-101\u00a0· Kumo RamenYou were toldAda\u00a0· Deliver to Table 12Has waited 9 min',
    );
    expect(await rowIn('Cannot be reached')).toBe('Bun HouseNot heard from for 5 min');
    expect(await rowIn('Later than promised')).toBe('K-99\u00a0· Kumo Ramen6 min late');
    expect(screen.queryByText('Nothing needs you.')).not.toBeInTheDocument();
    expect(await screen.findByText('Granary Square Market')).toBeInTheDocument();
  });

  test('says that nothing needs the operator', async () => {
    show(apiWith({ data: aWatch() }));
    expect(await screen.findByText('Nothing needs you.')).toBeInTheDocument();
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });

  test('stops the orders of stalls that cannot be reached, with one choice', async () => {
    const api = apiWith({ data: aWatch() }).on('PUT /venues/1/watch', { data: aWatch({ stops_silent_stalls: true }) });
    show(api);
    await userEvent.click(await screen.findByRole('radio', { name: /Take no orders until it is back/ }));
    await waitFor(() => expect(screen.getByRole('radio', { name: /Take no orders/ })).toBeChecked());
    expect(api.requests).toContainEqual(
      expect.objectContaining({ method: 'PUT', path: '/venues/1/watch', body: { stops_silent_stalls: true } }),
    );
  });

  test('keeps the choice that is stored if the new one is not saved', async () => {
    const { store } = show(
      apiWith({ data: aWatch() }).on('PUT /venues/1/watch', new ApiError(500, { code: 'INTERNAL' })),
    );
    await userEvent.click(await screen.findByRole('radio', { name: /Take no orders until it is back/ }));
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('That was not saved. Please try again.'));
    expect(screen.getByRole('radio', { name: /Go on taking orders/ })).toBeChecked();
  });

  test('keeps the lists and says so if they cannot be refreshed', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const api = apiWith({ data: BUSY });
      show(api);
      await screen.findByRole('region', { name: 'Not seen' });
      api.on('GET /venues/1/watch', new ApiError(500, { code: 'INTERNAL' }));
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(await screen.findByText('This page may be out of date. It could not be refreshed.')).toBeInTheDocument();
      expect(screen.getByRole('region', { name: 'Not seen' })).toBeInTheDocument();
    } finally {
      jest.useRealTimers();
    }
  });

  test.each([
    [1, '1 text message this month. The whole site has sent 30 of at most 500 today.'],
    [42, '42 text messages this month. The whole site has sent 30 of at most 500 today.'],
  ])('counts %i text messages of this month, and says how near the limit is', async (messages, text) => {
    const texts = {
      is_offered: true,
      today: count(1),
      month: count(messages),
      site: { day_limit: 500, messages_today: 30 },
    };
    show(apiWith({ data: aWatch() }).on('GET /venues/1/text-messages', { data: texts }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  test.each([
    ['where the site sends none', { data: NO_TEXTS }],
    ['if they cannot be counted', new ApiError(400, { code: 'BAD_REQUEST' })],
  ])('says nothing of text messages %s', async (_where, response) => {
    const { api } = show(apiWith({ data: BUSY }).on('GET /venues/1/text-messages', response));
    await screen.findByRole('region', { name: 'Not seen' });
    await waitFor(() => expect(api.requests.map(({ path }) => path)).toContain('/venues/1/text-messages'));
    expect(screen.queryByText(/this month/)).not.toBeInTheDocument();
  });

  test('is closed to others', async () => {
    show(apiWith(new ApiError(403, { code: 'FORBIDDEN' })));
    expect(await screen.findByText('Only an operator of this hall sees its watch.')).toBeInTheDocument();
  });

  test('offers to try again if it cannot be loaded', async () => {
    show(apiWith(new ApiError(500, { code: 'INTERNAL' })));
    expect(await screen.findByRole('button', { name: 'Try Again' }, { timeout: 8_000 })).toBeInTheDocument();
  });
});

describe('the minutes of a stall', () => {
  const MINUTES = { ring_minutes: 2, staff_minutes: 4, hall_minutes: 8 };
  const showMinutes = (api: FakeApi) =>
    renderScreen(<WatchMinutes vendorId="7" />, { api, state: { session: CUSTOMER } });
  const withMinutes = () => fakeApi().on('GET /vendors/7/watch', { data: MINUTES });

  test('are saved together', async () => {
    const saved = { ...MINUTES, hall_minutes: 15 };
    const api = withMinutes().on('PUT /vendors/7/watch', { data: saved });
    const { store } = showMinutes(api);
    const hall = await screen.findByLabelText('Tell the hall after (minutes)');
    expect(hall).toHaveValue('8');
    await userEvent.clear(hall);
    await userEvent.type(hall, '15');
    await userEvent.click(screen.getByRole('button', { name: 'Save the minutes' }));
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('The minutes are saved.'));
    expect(api.requests.at(-1)).toMatchObject({ method: 'PUT', body: saved });
  });

  test('are refused by their field and not sent if a step is not later than the one before', async () => {
    const api = withMinutes();
    showMinutes(api);
    const staff = await screen.findByLabelText('Tell the people of the stall after (minutes)');
    await userEvent.clear(staff);
    await userEvent.type(staff, '1');
    await userEvent.click(screen.getByRole('button', { name: 'Save the minutes' }));
    expect(staff).toBeInvalid();
    expect(staff).toHaveAccessibleDescription('Enter more minutes than for the step before.');
    expect(api.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  test('can be loaded again after a failure', async () => {
    const api = fakeApi().on('GET /vendors/7/watch', new ApiError(500, { code: 'INTERNAL' }));
    showMinutes(api);
    const again = await screen.findByRole('button', { name: 'Try Again' }, { timeout: 8_000 });
    api.on('GET /vendors/7/watch', { data: MINUTES });
    await userEvent.click(again);
    expect(await screen.findByLabelText('Ring in the kitchen after (minutes)')).toHaveValue('2');
  });
});
