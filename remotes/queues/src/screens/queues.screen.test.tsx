import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { ApiError } from 'shared-contracts/client';
import { publish, shellState } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';
import { Link, Route, Routes } from 'shared-contracts/router';
import {
  aCart,
  aMember,
  anActiveVenue,
  anEntry,
  anOrder,
  aVendor,
  aVendorSummary,
  CUSTOMER,
  type FakeApi,
  type FakeRequest,
  fakeApi,
  renderScreen,
  sessionOf,
  setMinutesAhead,
  VENDOR,
} from 'shared-contracts/testing';
import type { QueueEntry } from 'shared-contracts/types';
import { pending } from '../testing/pending';
import { Screen } from './queues.screen';

const EMPTY_QUEUE = 'You have no orders in the queue right now';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const ramen = anEntry({ id: 1, created_at: minutesAgo(5), order: { id: 11, order_number: 'A-1' } });
const tacos = anEntry({
  id: 2,
  state: 'busy',
  position_in_queue: 1,
  created_at: minutesAgo(24),
  order: { id: 12, order_number: 'A-2', vendorName: 'Pico Taquería' },
});
const croissants = anEntry({
  id: 3,
  state: 'done',
  created_at: minutesAgo(10),
  order: {
    id: 13,
    order_number: 'A-3',
    vendorName: 'Butter Lane Bakery',
    delivery_method: 'collect',
    delivery_method_type: 'collect',
  },
});

/** The site sends no text messages. */
const NO_TEXTS = { is_offered: false, number: null, confirmed_at: null, is_stopped: false };

function withQueue(
  entries: QueueEntry[],
  orders = [anOrder({ id: 90, state: 'completed', vendorName: 'Forno Alto' })],
): FakeApi {
  return fakeApi()
    .on('GET /queues/active', { data: entries })
    .on('GET /me', { data: { id: 3, orders: { data: orders } } })
    .on('GET /me/phone', { data: NO_TEXTS })
    .on('GET /vendors/7/orders', { data: [] })
    .on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: true }) });
}

const show = (api: FakeApi, { at = '/queues', as = CUSTOMER } = {}) =>
  renderScreen(<Screen />, { api, at, state: { session: as, connection: { isOnline: true, socket: 'live' } } });

const ticket = (name: RegExp | string) => screen.findByRole('article', { name });
const requestCount = (api: FakeApi, wanted: string) => api.requests.filter(({ path }) => path === wanted).length;
const queueRequests = (api: FakeApi) => requestCount(api, '/queues/active');

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'Notification');
});

describe('a customer', () => {
  test('sees no order before the summary of a payment, which would move the orders', async () => {
    const payment = pending();
    const paid = aCart({ id: 5, state: 'paid', total: 20, orders: { data: [anOrder({ id: 11 })] } });
    const api = withQueue([ramen]).on('GET /carts/5', () => payment.response({ data: paid }));
    show(api, { at: '/queues?paid=5' });
    await waitFor(() => expect(queueRequests(api)).toBe(1));
    await waitFor(() => expect(queryClient().isFetching()).toBe(1));
    expect(screen.queryByRole('tab')).not.toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    payment.respond();
    expect(await screen.findByText('Thank you, you have paid')).toBeVisible();
    expect(await ticket('Kumo Ramen Order A-1')).toBeVisible();
  });

  test.each(['/queues', '/queues?filter=all'])(
    'sees the orders of %s before the account has loaded, and no footer until then',
    async (at) => {
      const account = pending();
      show(
        withQueue([ramen]).on('GET /me', () => account.response({ data: { id: 3, orders: { data: [] } } })),
        { at },
      );
      expect(await ticket('Kumo Ramen Order A-1')).toBeVisible();
      expect(document.documentElement).toHaveAttribute('data-foodhall-loading');
      account.respond();
      await waitFor(() => expect(document.documentElement).not.toHaveAttribute('data-foodhall-loading'));
    },
  );

  test('reads that there are no orders only after the cancelled ones have loaded', async () => {
    const account = pending();
    show(withQueue([]).on('GET /me', () => account.response({ data: { id: 3, orders: { data: [] } } })));
    expect(await screen.findByRole('tab', { name: 'New 0' })).toBeInTheDocument();
    // The list is drawn after its counts.
    await act(async () => {});
    expect(screen.queryByText(EMPTY_QUEUE)).not.toBeInTheDocument();
    account.respond();
    expect(await screen.findByText(EMPTY_QUEUE)).toBeVisible();
  });

  test('sees the orders even if the paid cart could not be loaded', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    show(withQueue([ramen]).on('GET /carts/5', new ApiError(500, { code: 'INTERNAL' })), { at: '/queues?paid=5' });
    expect(await ticket('Kumo Ramen Order A-1')).toBeVisible();
    logged.mockRestore();
  });

  test('sees each new order and its position in the queue', async () => {
    const second = anEntry({
      id: 4,
      position_in_queue: 1,
      order: { id: 14, order_number: 'B-1', vendorName: 'Pico Taquería' },
    });
    const { api } = show(withQueue([ramen, second]));

    const card = await ticket('Kumo Ramen Order A-1');
    expect(card).toHaveTextContent('You are 3 in the queue for this vendor');
    expect(await ticket('Pico Taquería Order B-1')).toHaveTextContent('You are 1 in the queue for this vendor');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('New Orders');
    expect(api.requests[0]?.params).toEqual({ user_id: 3 });
  });

  test('reads when an order should be done if its stall can estimate it', async () => {
    const expected_at = new Date(Date.now() + 8 * 60_000).toISOString();
    const quiet = anEntry({
      id: 4,
      order: { id: 14, order_number: 'B-1', vendorName: 'Pico Taquería' },
      expected_at: null,
    });
    show(withQueue([{ ...ramen, expected_at }, quiet]));
    expect(await ticket('Kumo Ramen Order A-1')).toHaveTextContent(/for this vendor\s*Ready in about 8 min/);
    expect(await ticket('Pico Taquería Order B-1')).not.toHaveTextContent('Ready in');
  });

  test('sees lines, HST and the total without the service fee', async () => {
    show(withQueue([ramen]));
    const card = await ticket(/Kumo Ramen/);
    expect(card).toHaveTextContent('2×Tonkotsu ramen$46.00');
    expect(card).toHaveTextContent('HST$7.09');
    expect(card).toHaveTextContent('Total excl. service fee$61.59');
    expect(within(card).getByRole('link', { name: 'View Order' })).toHaveAttribute(
      'href',
      '/order?id=11&state=new&queue_id=1',
    );
    expect(within(card).getByRole('link', { name: 'Print' })).toHaveAttribute('href', '/order/print?id=11');
  });

  test('finds the orders by tab, with counts, and the address names the tab', async () => {
    show(withQueue([ramen, tacos, croissants]));
    await ticket(/Kumo Ramen/);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'New 1',
      'Preparing 1',
      'Done 1',
      'All 3',
    ]);

    await userEvent.click(screen.getByRole('tab', { name: /Preparing/ }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Orders in Progress');
    expect(screen.getByRole('article')).toHaveTextContent('Pico Taquería');
    expect(screen.getByTestId('address')).toHaveTextContent('/queues?filter=preparing');
  });

  test('sees ready food under the reminder, and the previous orders, on All', async () => {
    show(withQueue([ramen, tacos, croissants]), { at: '/queues?filter=all' });
    const ready = await screen.findByRole('region', { name: 'Ready' });
    expect(ready).toHaveTextContent('REMEMBER TO MARK YOUR ORDER AS RECEIVED');
    expect(within(ready).getByRole('article')).toHaveTextContent('Butter Lane Bakery');
    expect(within(ready).queryByText(/Kumo Ramen/)).not.toBeInTheDocument();

    expect(await screen.findByRole('heading', { name: 'Previous Orders' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Forno Alto/ })).toHaveTextContent('$62.72');
  });

  test('marks a done order as received, and it leaves the list', async () => {
    const api = withQueue([croissants]);
    api.on('PUT /queues/3', () => {
      api.on('GET /queues/active', { data: [] });
      return { data: { ...croissants, state: 'collected' } };
    });
    show(api, { at: '/queues?filter=done' });
    await userEvent.click(await screen.findByRole('button', { name: 'Collect' }));

    expect(await screen.findByText('You have no orders in the queue right now')).toBeInTheDocument();
    expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ state: 'collected', from: 'done' });
    expect(shellState().toast?.content).toContain('Order A-3 is marked as received');
  });

  test('reads that there is no connection, and nothing is sent later', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const api = withQueue([croissants]);
    api.on('PUT /queues/3', new ApiError(0, { code: 'NETWORK', message: 'No connection.' }));
    show(api, { at: '/queues?filter=done' });
    await userEvent.click(await screen.findByRole('button', { name: 'Collect' }));
    await waitFor(() => expect(shellState().toast).toMatchObject({ content: 'No connection.', color: 'danger' }));
    expect(window.localStorage.getItem('queues.moves')).toBeNull();
  });

  test('ends a delivered order with Delivered', async () => {
    show(withQueue([{ ...croissants, order: anOrder({ delivery_method: 'deliver' }) }]), { at: '/queues?filter=done' });
    expect(await screen.findByRole('button', { name: 'Delivered' })).toBeInTheDocument();
  });

  test('sees the new state of an order after an event of the server', async () => {
    const api = withQueue([ramen]);
    show(api, { at: '/queues?filter=all' });
    const card = await ticket(/Kumo Ramen/);
    expect(within(card).getByText('New')).toHaveAttribute('aria-current', 'step');

    api.on('GET /queues/active', { data: [{ ...ramen, state: 'busy' }] });
    act(() => publish('queue-positions-changed', { vendor_id: 7 }, 'server'));
    await waitFor(() => expect(within(card).getByText('Preparing')).toHaveAttribute('aria-current', 'step'));
  });

  test('the screen does not render while it requests the list again', async () => {
    const api = withQueue([ramen]);
    const onRender = jest.fn();
    const screenWithCount = (
      <Profiler id="queue" onRender={onRender}>
        <Screen />
      </Profiler>
    );
    renderScreen(screenWithCount, {
      api,
      at: '/queues?filter=all',
      state: { session: CUSTOMER, connection: { isOnline: true, socket: 'live' } },
    });
    await ticket(/Kumo Ramen/);
    await act(async () => {});
    let respond = () => {};
    api.on('GET /queues/active', () => {
      return new Promise((resolve) => {
        respond = () => resolve({ data: [{ ...ramen, state: 'busy' }] });
      });
    });
    const before = queueRequests(api);
    onRender.mockClear();
    await act(async () => publish('queue-positions-changed', { vendor_id: 7 }, 'server'));
    await waitFor(() => expect(queueRequests(api)).toBe(before + 1));
    expect(onRender).not.toHaveBeenCalled();
    respond();
    await waitFor(() => expect(onRender).toHaveBeenCalled());
  });

  test('sees each response, also when events come faster than responses, and one more request follows', async () => {
    const api = withQueue([ramen]);
    show(api, { at: '/queues?filter=all' });
    const card = await ticket(/Kumo Ramen/);
    const responses: ((state: QueueEntry['state']) => void)[] = [];
    api.on('GET /queues/active', () => {
      return new Promise((resolve) => responses.push((state) => resolve({ data: [{ ...ramen, state }] })));
    });
    const changed = () =>
      act(async () => {
        publish('queue-positions-changed', { vendor_id: 7 }, 'server');
        // The page handles an event in the next task.
        await new Promise((resolve) => setTimeout(resolve));
      });
    await changed();
    await waitFor(() => expect(responses).toHaveLength(1));
    await changed();
    await changed();
    responses[0]?.('busy');
    await waitFor(() => expect(within(card).getByText('Preparing')).toHaveAttribute('aria-current', 'step'));
    await waitFor(() => expect(responses).toHaveLength(2));
    responses[1]?.('done');
    expect(await screen.findByRole('button', { name: 'Delivered' })).toBeInTheDocument();
    expect(responses).toHaveLength(2);
  });

  test('reads that the queue is empty, with a link to the vendors or the venues', async () => {
    show(withQueue([], []));
    expect(await screen.findByText('You have no orders in the queue right now')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See all venues' })).toHaveAttribute('href', '/venues');
    act(() => publish('venue-activated', { venue: anActiveVenue() }));
    expect(screen.getByRole('link', { name: 'See all vendors' })).toHaveAttribute('href', '/venues/1/vendors');
  });

  test('gets from an empty tab to the orders of the other tabs', async () => {
    show(withQueue([tacos]));
    await userEvent.click(await screen.findByRole('button', { name: 'See all orders' }));
    expect(await ticket(/Pico Taquería/)).toBeInTheDocument();
    expect(screen.getByTestId('address')).toHaveTextContent('/queues?filter=all');
  });

  test('reads on a ticket how much of its money was refunded', async () => {
    const refund = { amount: 4.2, reason: 'Cold', created_at: minutesAgo(1), state: 'refunded' as const };
    const refunds = { data: [{ ...refund, items: { data: [] } }] };
    show(withQueue([{ ...ramen, order: { ...ramen.order, refunds } }]), { at: '/queues?filter=all' });
    expect(await ticket(/Kumo Ramen/)).toHaveTextContent('Refunded $4.20 of $62.72.');
  });

  test('sees a cancelled order below the orders that will come', async () => {
    const cancelled = {
      ...anOrder({ id: 91, order_number: 'A-9', state: 'cancelled' }),
      cancellation: {
        reason: 'The noodles are sold out.',
        cancelled_at: minutesAgo(3),
        refund: { amount: 62.72, state: 'refunded' as const },
      },
    };
    show(withQueue([croissants], [cancelled]), { at: '/queues?filter=all' });
    const note = await ticket('Kumo Ramen Order A-9');
    expect(note).toHaveTextContent('The noodles are sold out.$62.72 was refunded.');
    const ready = await screen.findByRole('region', { name: 'Ready' });
    expect(ready.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('reads that the list could not be loaded, and loads it with Try Again', async () => {
    const api = withQueue([]).on('GET /queues/active', new ApiError(500, { code: 'INTERNAL' }));
    show(api);
    expect(await screen.findByRole('alert')).toHaveTextContent('This section could not be loaded');
    // The tab has no count, since the page does not know it.
    expect(screen.getByRole('tab', { name: 'New' })).toBeVisible();
    api.on('GET /queues/active', { data: [ramen] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await ticket(/Kumo Ramen/)).toBeInTheDocument();
  });

  test('sees a failed load before the cancelled orders have loaded, and no footer until then', async () => {
    const account = pending();
    const cancelled = {
      ...anOrder({ id: 91, order_number: 'A-9', state: 'cancelled' }),
      cancellation: {
        reason: 'Sold out.',
        cancelled_at: minutesAgo(3),
        refund: { amount: 62.72, state: 'refunded' as const },
      },
    };
    const api = withQueue([])
      .on('GET /queues/active', new ApiError(400, { code: 'NO' }))
      .on('GET /me', () => account.response({ data: { id: 3, orders: { data: [cancelled] } } }));
    show(api);
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('data-foodhall-loading');
    account.respond();
    expect(await ticket('Kumo Ramen Order A-9')).toBeVisible();
    expect(document.documentElement).not.toHaveAttribute('data-foodhall-loading');
  });

  test('keeps Try Again on the screen until a later request has succeeded', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const next = pending();
    const api = withQueue([]).on('GET /queues/active', new ApiError(0, { code: 'NOT_AN_ANSWER' }));
    show(api);
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    const words = screen.getByRole('alert').textContent;
    api.on('GET /queues/active', () => next.response({ data: [ramen] }));
    act(() => publish('refresh-wanted', { why: 'focus' }));
    await waitFor(() => expect(queueRequests(api)).toBe(2));
    expect(retry).toBeVisible();
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(screen.queryByText('Loading orders…')).not.toBeInTheDocument();
    next.respond();
    expect(await ticket(/Kumo Ramen/)).toBeVisible();
    expect(retry).not.toBeInTheDocument();
    logged.mockRestore();
  });

  test.each(['/queues', '/queues?filter=all'])(
    'reads on %s that an account without orders has not loaded',
    async (at) => {
      const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
      show(withQueue([ramen]).on('GET /me', { data: { id: 3 } }), { at });
      expect(await screen.findByRole('alert')).toHaveTextContent(/orders could not be loaded/i);
      logged.mockRestore();
    },
  );

  test('searches without the cancelled orders, and without the message that they could not be loaded', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const account = pending();
    show(withQueue([ramen]).on('GET /me', () => account.response(Promise.reject(new ApiError(400, { code: 'NO' })))));
    await ticket('Kumo Ramen Order A-1');
    act(() => publish('search-typed', { text: 'zzz' }));
    expect(await screen.findByText('No records found.')).toBeVisible();
    account.respond();
    await waitFor(() => expect(queryClient().isFetching()).toBe(0));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    act(() => publish('search-typed', { text: '' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Cancelled orders could not be loaded');
    logged.mockRestore();
  });

  test('reads that the cancelled orders could not be loaded, and loads them with Try Again', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const api = withQueue([]).on('GET /me', new ApiError(400, { code: 'NO' }));
    show(api);
    const note = await screen.findByText('Cancelled orders could not be loaded');
    expect(screen.getByText(EMPTY_QUEUE)).toBeVisible();
    api.on('GET /me', { data: { id: 3, orders: { data: [] } } });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(note).not.toBeInTheDocument());
    logged.mockRestore();
  });

  test('keeps a list that could not be loaded again, and reads that it may be out of date', async () => {
    const api = withQueue([ramen]);
    show(api);
    await ticket(/Kumo Ramen/);
    api.on('GET /queues/active', new ApiError(500, { code: 'INTERNAL' }));
    act(() => publish('refresh-wanted', { why: 'focus' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This list may be out of date');
    expect(screen.getByRole('article')).toHaveTextContent('Kumo Ramen');
  });

  test('narrows the list by a search, whose count is announced', async () => {
    show(withQueue([ramen, tacos]), { at: '/queues?filter=all' });
    await ticket(/Kumo Ramen/);
    act(() => publish('search-typed', { text: 'pico' }));
    await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent('Pico Taquería'));
    expect(shellState().search.count).toBe(1);
  });
});

describe('a device whose clock is wrong', () => {
  /** Makes an order that is three minutes old by the clock of the server. */
  const threeMinutesOld = (minutesAhead: number) => {
    setMinutesAhead(minutesAhead);
    return anEntry({ id: 1, created_at: minutesAgo(minutesAhead + 3.2), order: { order_number: 'A-1' } });
  };

  test.each([
    ['ahead', 35],
    ['behind', -35],
  ])('shows ages by the clock of the server, and tells the kitchen that its own clock is %s', async (how, minutes) => {
    show(withQueue([threeMinutesOld(minutes)]), { as: VENDOR });
    const card = await ticket(/A-1/);
    expect(card).toHaveTextContent('3 min');
    expect(card).not.toHaveTextContent(/Late/);
    expect(
      screen.getByText(`The clock of this device is 35 minutes ${how}. Times here come from the server.`),
    ).toBeVisible();
  });

  test.each([
    [0.5, undefined],
    [1.2, 'The clock of this device is a minute ahead.'],
    [-600, 'The clock of this device is 10 hours behind.'],
  ])('is %d minutes ahead, which the page describes as %s', async (minutes, text) => {
    show(withQueue([threeMinutesOld(minutes)]), { as: VENDOR });
    await ticket(/A-1/);
    if (text) expect(screen.getByText(`${text} Times here come from the server.`)).toBeVisible();
    else expect(screen.queryByText(/clock of this device/)).not.toBeInTheDocument();
  });

  test('shows corrected ages as soon as a response has the time of the server', async () => {
    const entry = anEntry({ id: 1, created_at: minutesAgo(38.2), order: { order_number: 'A-1' } });
    show(withQueue([entry]), { as: VENDOR });
    expect(await ticket(/A-1/)).toHaveTextContent('Late: 38 min');
    act(() => setMinutesAhead(35));
    await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent('3 min'));
    expect(screen.getByRole('article')).not.toHaveTextContent('Late');
  });
});

describe('while the socket is down', () => {
  test('the page says so and requests the queue every 30 s', async () => {
    jest.useFakeTimers();
    const api = withQueue([ramen]);
    show(api);
    await ticket(/Kumo Ramen/);
    const before = queueRequests(api);
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    expect(queueRequests(api)).toBe(before);

    act(() => publish('connection-changed', { socket: 'down' }));
    expect(screen.getByText(/This list is checked every 30 seconds/)).toBeInTheDocument();
    const accounts = requestCount(api, '/me');
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(queueRequests(api)).toBe(before + 1);
    // The account lists the cancelled orders.
    expect(requestCount(api, '/me')).toBe(accounts + 1);
  });
});

describe('Get Notified!', () => {
  const allow = (permission: NotificationPermission) =>
    Object.assign(window, {
      Notification: Object.assign(() => undefined, {
        permission,
        requestPermission: async () => 'granted' as const,
      }),
    });

  test('asks, and disappears once the visitor has decided', async () => {
    allow('default');
    show(withQueue([ramen]));
    const prompt = await screen.findByRole('region', { name: 'Get Notified!' });
    await userEvent.click(within(prompt).getByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(prompt).not.toBeInTheDocument());
  });

  test('is dismissed for good on this device', async () => {
    allow('default');
    const { unmount } = show(withQueue([ramen]));
    const prompt = await screen.findByRole('region', { name: 'Get Notified!' });
    await userEvent.click(within(prompt).getByRole('button', { name: 'Dismiss Get Notified!' }));
    expect(prompt).not.toBeInTheDocument();
    unmount();
    show(withQueue([ramen]));
    await ticket(/Kumo Ramen/);
    expect(screen.queryByText('Get Notified!')).not.toBeInTheDocument();
  });

  test('is not shown below the note of a paused stall', async () => {
    allow('default');
    show(withQueue([ramen]).on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: false }) }), {
      as: VENDOR,
    });
    await screen.findByText(/New orders are paused/);
    expect(screen.queryByText('Get Notified!')).not.toBeInTheDocument();
  });

  test('is not asked for a number that could not be loaded, and the orders are shown', async () => {
    jest.useFakeTimers();
    const { api } = show(withQueue([ramen]).on('GET /me/phone', new ApiError(500, { message: 'The site is busy.' })));
    const card = await ticket(/Kumo Ramen/);
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    // A later try does not take the list away.
    expect(card).toBeInTheDocument();
    expect(requestCount(api, '/me/phone')).toBeLessThanOrEqual(2);
    expect(screen.queryByText('Get Notified!')).not.toBeInTheDocument();
  });

  test.each(['granted', 'denied', undefined] as const)('is not shown with the permission %s', async (permission) => {
    if (permission) allow(permission);
    show(withQueue([ramen]));
    await ticket(/Kumo Ramen/);
    expect(screen.queryByText('Get Notified!')).not.toBeInTheDocument();
  });
});

describe('a link to the queue of one stall', () => {
  const stalls = aMember({
    vendors: {
      data: [
        { id: 7, name: 'Kumo Ramen' },
        { id: 8, name: 'Pico Taquería' },
      ],
    },
  });
  const asked = (api: FakeApi) => api.requests.filter(({ path }) => path === '/queues/active');

  test.each([
    ['for another stall', sessionOf(stalls, 8)],
    ['for themselves', sessionOf(stalls)],
    ['for this stall', sessionOf(stalls, 7)],
  ])('opens it for a person who acts %s, and asks for no other queue', async (_whom, as) => {
    const { api } = show(withQueue([ramen]), { at: '/queues?vendor=7', as });
    await ticket('Order A-1');
    expect(shellState().session?.context).toEqual({ type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } });
    expect(asked(api).map(({ params }) => params)).toEqual([{ vendor_id: 7 }]);
  });

  test('leaves a person who works elsewhere in their own queue', async () => {
    const { api } = show(withQueue([ramen]), { at: '/queues?vendor=7', as: CUSTOMER });
    await ticket(/A-1/);
    expect(shellState().session).toEqual(CUSTOMER);
    expect(asked(api).map(({ params }) => params)).toEqual([{ user_id: 3 }]);
  });
});

describe('a vendor', () => {
  const asVendor = { as: VENDOR };
  const noted = anEntry({
    ...ramen,
    order: {
      ...ramen.order,
      order_items: { data: [{ ...anOrder().order_items.data[0], notes: 'No spring onion, please.' }] as never },
    },
  });

  test('sees the number, age, buyer, location, quantities and notes of an order, and no prices', async () => {
    const { api } = show(withQueue([noted]), asVendor);
    const card = await ticket('Order A-1');
    expect(card).toHaveTextContent('Thandi Mokoena');
    expect(card).toHaveTextContent('Table 12');
    expect(card).toHaveTextContent('5 min');
    expect(card).toHaveTextContent('2Tonkotsu ramenLarge');
    expect(card).toHaveTextContent('No spring onion, please.');
    expect(card).not.toHaveTextContent('$');
    expect(screen.getByText('Live')).toBeInTheDocument();
    expect(api.requests.find(({ path }) => path === '/queues/active')?.params).toEqual({ vendor_id: 7 });
  });

  test.each([
    ['leads an owner', 'owner', 1],
    ['does not lead staff', 'staff', 0],
  ] as const)('with an empty menu and no orders %s to the first item', async (_who, role, links) => {
    const as = VENDOR && { ...VENDOR, user: { ...VENDOR.user, vendors: [{ id: 7, name: 'Kumo Ramen', role }] } };
    const api = withQueue([]).on('GET /vendors/7', { data: aVendor() });
    show(api, { as });
    expect(await screen.findByText(EMPTY_QUEUE)).toBeVisible();
    await waitFor(() => expect(queryClient().isFetching()).toBe(0));
    expect(screen.queryAllByRole('link', { name: 'Add your first item' })).toHaveLength(links);
  });

  test('sees an allergy before the dishes, and not as a note of a dish', async () => {
    const allergic = anEntry({ ...noted, order: { ...noted.order, allergy_note: 'Peanuts, also traces' } });
    show(withQueue([allergic]), asVendor);
    const card = await ticket('Order A-1');
    expect(card).toHaveTextContent(/Allergy: Peanuts, also traces.*2Tonkotsu ramen.*No spring onion, please\./);
  });

  test('sees the delivery instructions with the table, and not among the dishes', async () => {
    const window = anEntry({ ...noted, order: { ...noted.order, delivery_method_instructions: 'By the window' } });
    show(withQueue([window]), asVendor);
    const card = await ticket('Order A-1');
    expect(card).toHaveTextContent(/Table 12.*Delivery instructions: By the window.*2Tonkotsu ramen/);
    expect(screen.getByText('No spring onion, please.').closest('li')).toHaveTextContent('Tonkotsu ramen');
    expect(screen.getByText(/By the window/).closest('li')).toBeNull();
  });

  test('sees times in the zone of the venue, with a note if the device is in another zone', async () => {
    const venue = { id: 1, name: 'Granary', timezone: 'Pacific/Kiritimati' };
    const placed = { ...ramen, created_at: '2026-11-20T12:44:00.000Z', order: { ...ramen.order, venue } };
    show(withQueue([placed]), asVendor);
    expect(await ticket('Order A-1')).toHaveTextContent('21 Nov 2026, 02:44');
    expect(screen.getByText('Times are in the venue’s time zone: Kiritimati.')).toBeVisible();
  });

  test('sees a new refund on its card, and no longer counts the refunded dish among those to make', async () => {
    const api = withQueue([ramen]);
    show(api, asVendor);
    const card = await ticket('Order A-1');
    const toMake = (await screen.findByText('To make')).closest('summary');
    expect(toMake).toHaveTextContent('Tonkotsu ramen ×2, Pork gyoza ×1');
    // On an Arabic page, too, each dish stands before its count: both are in one element, with the direction of the dish's name.
    const inOne = [...(toMake?.querySelectorAll('bdi') ?? [])].map(({ textContent }) => textContent);
    expect(inOne).toEqual(['Tonkotsu ramen ×2', 'Pork gyoza ×1']);
    const items = { data: [{ order_item_id: 1, quantity: 1 }] };
    const refund = { amount: 23, reason: 'Sold out', created_at: minutesAgo(0), state: 'pending' as const, items };
    api.on('GET /queues/active', { data: [{ ...ramen, order: { ...ramen.order, refunds: { data: [refund] } } }] });
    await act(async () => publish('order-updated', { order: { id: 11, state: 'placed' }, vendor_id: 7 }, 'server'));
    expect(await within(card).findByText('1 of 2 refunded')).toBeVisible();
    expect(card).toHaveTextContent('1Tonkotsu ramen');
    await waitFor(() => expect(toMake).toHaveTextContent('Pork gyoza ×1, Tonkotsu ramen ×1'));
  });

  test('sees that an order is late as soon as 20 minutes have passed', async () => {
    jest.useFakeTimers();
    // The clock runs while the test looks for the card.
    show(withQueue([{ ...ramen, created_at: minutesAgo(19.9) }]), asVendor);
    const card = await ticket(/A-1/);
    expect(card).not.toHaveTextContent('Late:');
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(card).toHaveTextContent('Late: 20 min');
  });

  test('sees an order getting late before it is late at a stall with two steps', async () => {
    const lateness = { late_after_minutes: 8, very_late_after_minutes: 15 };
    const vendor = { id: 7, accepting_orders: true, lateness };
    const old = { ...ramen, id: 8, created_at: minutesAgo(16), order: anOrder({ id: 18, order_number: 'A-8' }) };
    const late = { ...ramen, created_at: minutesAgo(9) };
    show(withQueue([late, old]).on('GET /vendors/7', { data: vendor }), asVendor);
    await waitFor(async () => expect(await ticket(/A-1/)).toHaveTextContent('Getting late: 9 min'));
    expect(await ticket(/A-8/)).toHaveTextContent('Late: 16 min');
  });

  test.each([
    ['new', 'Pick', 'busy'],
    ['busy', 'Done', 'done'],
    ['done', 'Collected', 'collected'],
  ] as const)('moves a %s order on with %s', async (state, button, next) => {
    const entry = { ...ramen, state };
    const api = withQueue([entry]).on('PUT /queues/1', { data: { ...entry, state: next } });
    show(api, { ...asVendor, at: '/queues?filter=all' });
    await userEvent.click(await screen.findByRole('button', { name: button }));
    expect(api.requests.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/queues/1',
      body: { state: next, from: state },
    });
  });

  test('repeats a tap whose response was lost with the same key, and sends any other tap with a new key', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const lost = new ApiError(502, { code: 'UNKNOWN', message: 'Something went wrong. Please try again.' });
    const api = withQueue([ramen]).on('PUT /queues/1', lost);
    show(api, { ...asVendor, at: '/queues?filter=all' });
    const tap = async (name: string) => {
      const button = await screen.findByRole('button', { name });
      await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
      await userEvent.click(button);
    };
    await tap('Pick');
    api.on('PUT /queues/1', ({ body }: FakeRequest) => {
      const data = { ...ramen, state: (body as QueueEntry).state };
      api.on('GET /queues/active', { data: [data] });
      return { data };
    });
    await tap('Pick');
    await tap('Done');
    const moves = api.requests.filter(({ method }) => method === 'PUT');
    expect(moves.map(({ body }) => body)).toEqual([
      { state: 'busy', from: 'new' },
      { state: 'busy', from: 'new' },
      { state: 'done', from: 'busy' },
    ]);
    const [first, again, next] = moves.map(({ headers }) => headers['Idempotency-Key']);
    expect(first).toMatch(/^[\da-f]{32}$/);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });

  test('moves nothing by a second tap within 600 ms, during which the card keeps its position', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    let current: QueueEntry = ramen;
    const api = withQueue([]).on('GET /queues/active', () => ({ data: [current] }));
    api.on('PUT /queues/1', ({ body }: FakeRequest) => {
      current = { ...current, state: (body as QueueEntry).state };
      return { data: current };
    });
    show(api, asVendor);
    await user.click(await screen.findByRole('button', { name: 'Pick' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }));
    expect(api.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    expect(screen.getByRole('article', { name: 'Order A-1' })).toBeInTheDocument();

    await act(() => jest.advanceTimersByTimeAsync(600));
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: /Preparing/ }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(api.requests.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  });

  test('sees the next button on the tapped card as soon as the response arrives', async () => {
    const api = withQueue([ramen]).on('PUT /queues/1', () => {
      api.on('GET /queues/active', { data: [{ ...ramen, state: 'busy' }] });
      return { data: { ...ramen, state: 'busy' } };
    });
    show(api, asVendor);
    const pick = await screen.findByRole('button', { name: 'Pick' });
    jest.useFakeTimers();
    fireEvent.mouseDown(pick);
    fireEvent.mouseUp(pick);
    fireEvent.click(pick);
    // No time passes.
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(screen.getByRole('button', { name: 'Done' })).toHaveAttribute('aria-disabled', 'true');
  });

  describe('when a colleague moves an order', () => {
    const changed = () => act(async () => publish('queue-positions-changed', { vendor_id: 7 }, 'server'));
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    const takesTaps = (element: HTMLElement) => window.getComputedStyle(element).pointerEvents !== 'none';
    const moves = (api: FakeApi) => api.requests.filter(({ method }) => method === 'PUT');
    const other = { ...ramen, id: 8, created_at: minutesAgo(2), order: anOrder({ id: 18, order_number: 'A-8' }) };

    test('the changed button ignores taps and key presses for 600 ms', async () => {
      jest.useFakeTimers();
      const api = withQueue([ramen]);
      show(api, { ...asVendor, at: '/queues?filter=all' });
      await screen.findByRole('button', { name: 'Pick' });
      api.on('GET /queues/active', { data: [{ ...ramen, state: 'busy' }] }).on('PUT /queues/1', { data: ramen });
      await changed();
      const done = await screen.findByRole('button', { name: 'Done' });
      expect(done).toHaveAttribute('aria-disabled', 'true');
      expect(takesTaps(done)).toBe(false);
      fireEvent.click(done);
      await pass(500);
      fireEvent.click(done);
      expect(moves(api)).toHaveLength(0);

      await pass(100);
      expect(takesTaps(done)).toBe(true);
      expect(done).not.toHaveAttribute('aria-disabled', 'true');
      fireEvent.click(done);
      await pass(0);
      expect(moves(api)).toMatchObject([{ body: { state: 'done', from: 'busy' } }]);
    });

    test('the card that takes its position ignores taps for 600 ms, and the others do not', async () => {
      jest.useFakeTimers();
      const api = withQueue([other, ramen]);
      show(api, asVendor);
      const keys = async () =>
        (await screen.findAllByRole('article')).map((card) => within(card).getByRole('button', { name: 'Pick' }));
      expect((await keys()).map(takesTaps)).toEqual([true, true]);

      const third = { ...ramen, id: 9, created_at: minutesAgo(30), order: anOrder({ id: 19, order_number: 'A-9' }) };
      api.on('GET /queues/active', { data: [other, third] });
      await changed();
      await ticket(/A-9/);
      expect((await keys()).map(takesTaps)).toEqual([true, false]);
      await pass(600);
      expect((await keys()).map(takesTaps)).toEqual([true, true]);
    });

    test('the first card of the green group ignores taps for 600 ms', async () => {
      jest.useFakeTimers();
      const api = withQueue([{ ...ramen, state: 'busy' }]);
      show(api, { at: '/queues?filter=all' });
      expect(takesTaps(within(await ticket(/Kumo Ramen/)).getByRole('link', { name: 'View Order' }))).toBe(true);
      api.on('GET /queues/active', { data: [{ ...ramen, state: 'done' }] });
      await changed();
      const ready = await screen.findByRole('region', { name: 'Ready' });
      const keys = () => [...ready.querySelectorAll<HTMLElement>('button, a[href]')].map(takesTaps);
      expect(keys()).toEqual([false, false, false]);
      await pass(600);
      expect(keys()).toEqual([true, true, true]);
    });

    test('no card moves while a finger is down, and the list is up to date once it has left', async () => {
      jest.useFakeTimers();
      const api = withQueue([ramen]);
      show(api, asVendor);
      const card = await ticket(/A-1/);
      fireEvent.touchStart(card, { touches: [{}] });
      api.on('GET /queues/active', { data: [other, ramen] });
      await changed();
      await pass(5000);
      expect(screen.getAllByRole('article')).toHaveLength(1);
      expect(screen.getByRole('tab', { name: /New/ })).toHaveTextContent('2');
      fireEvent.touchEnd(card, { touches: [] });
      await pass(200);
      expect(await ticket(/A-8/)).toBeInTheDocument();
      expect(screen.getAllByRole('article')).toHaveLength(2);
    });

    test('a tab that the user opens then accepts taps at once', async () => {
      jest.useFakeTimers();
      const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
      const api = withQueue([other, ramen]);
      show(api, asVendor);
      await ticket(/A-8/);
      api.on('GET /queues/active', { data: [{ ...other, state: 'busy' }, ramen] });
      await changed();
      await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
      expect(takesTaps(screen.getByRole('button', { name: 'Pick' }))).toBe(false);
      await user.click(screen.getByRole('tab', { name: /Preparing/ }));
      expect(takesTaps(screen.getByRole('button', { name: 'Done' }))).toBe(true);
    });
  });

  test('cannot tap the button again while its request takes longer than the lock', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const responses: (() => void)[] = [];
    const api = withQueue([ramen]).on(
      'PUT /queues/1',
      () => new Promise((resolve) => responses.push(() => resolve({ data: { ...ramen, state: 'busy' } }))),
    );
    show(api, asVendor);
    const pick = await screen.findByRole('button', { name: 'Pick' });
    await user.click(pick);
    await act(() => jest.advanceTimersByTimeAsync(4900));
    expect(pick).toHaveAttribute('aria-busy', 'true');
    await user.click(pick);
    expect(responses).toHaveLength(1);
    expect(screen.getByRole('tab', { name: /New/ })).toHaveTextContent('New 1');
  });

  test('sees the Done tab after Collected', async () => {
    const entry = { ...ramen, state: 'done' as const };
    const api = withQueue([entry]).on('PUT /queues/1', { data: { ...entry, state: 'collected' } });
    show(api, { ...asVendor, at: '/queues?filter=all' });
    await userEvent.click(await screen.findByRole('button', { name: 'Collected' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Completed Orders' })).toBeInTheDocument();
  });

  test('sees the Done tab only after the lock, so that a second tap on Collected hits no other order', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const entry = { ...ramen, state: 'done' as const };
    const api = withQueue([entry]).on('PUT /queues/1', { data: { ...entry, state: 'collected' } });
    show(api, { ...asVendor, at: '/queues?filter=all' });
    await user.click(await screen.findByRole('button', { name: 'Collected' }));
    await act(() => jest.advanceTimersByTimeAsync(599));
    expect(screen.getByTestId('address')).toHaveTextContent('filter=all');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByTestId('address')).toHaveTextContent('filter=done');
  });

  test.each([
    ['Collected', 'PUT /queues/1', { data: { ...ramen, state: 'collected' } }],
    ['Re-Print', 'PUT /queues/reprint/11', { data: { order_id: 11 } }],
  ] as const)('stays on another page when the response to %s arrives later', async (button, request, data) => {
    let respond = () => {};
    const api = withQueue([{ ...ramen, state: 'done' }]).on(request, () => {
      return new Promise((resolve) => {
        respond = () => resolve(data);
      });
    });
    const screens = (
      <Routes>
        <Route path="/queues" element={<Screen />} />
        <Route path="*" element={<p>Your items</p>} />
      </Routes>
    );
    const options = { api, at: '/queues?filter=all', state: { session: VENDOR } };
    renderScreen(
      <>
        <Link to="/your-items/7">Items</Link>
        {screens}
      </>,
      options,
    );
    await userEvent.click(await screen.findByRole('button', { name: button }));
    await userEvent.click(screen.getByRole('link', { name: 'Items' }));
    jest.useFakeTimers();
    await act(async () => {
      respond();
      await jest.advanceTimersByTimeAsync(1000);
    });
    expect(screen.getByTestId('address')).toHaveTextContent('/your-items/7');
  });

  test('undoes a wrong tap by one step', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const api = withQueue([ramen]).on('PUT /queues/1', ({ body }: FakeRequest) => ({
      data: { ...ramen, ...(body as object) },
    }));
    show(api, asVendor);
    await user.click(await screen.findByRole('button', { name: 'Pick' }));
    await act(() => jest.advanceTimersByTimeAsync(600));
    expect(screen.getByText('is Preparing').parentElement).toHaveTextContent('A-1 is Preparing');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const moves = api.requests.filter(({ method }) => method === 'PUT');
    expect(moves.map(({ body }) => body)).toEqual([
      { state: 'busy', from: 'new' },
      { state: 'new', from: 'busy' },
    ]);
  });

  test('sees the new state and reads that a colleague was first', async () => {
    const current = { ...ramen, state: 'done' as const, position_in_queue: null };
    const api = withQueue([ramen]).on('PUT /queues/1', () => {
      api.on('GET /queues/active', { data: [current] });
      return new ApiError(409, { code: 'ILLEGAL_TRANSITION', message: 'The state moved on.', data: current });
    });
    show(api, { ...asVendor, at: '/queues?filter=all' });
    await userEvent.click(await screen.findByRole('button', { name: 'Pick' }));
    expect(await screen.findByRole('button', { name: 'Collected' })).toBeInTheDocument();
    expect(shellState().toast?.content).toBe('A colleague was first: order A-1 is Done now.');
  });

  test('sees an error after a failed move, and the order unchanged', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const failure = new ApiError(500, { code: 'INTERNAL', message: 'That did not work.' });
    show(withQueue([ramen]).on('PUT /queues/1', failure), asVendor);
    await userEvent.click(await screen.findByRole('button', { name: 'Pick' }));
    await waitFor(() => expect(shellState().toast).toMatchObject({ content: 'That did not work.', color: 'danger' }));
    expect(screen.getByRole('button', { name: 'Pick' })).toBeInTheDocument();
  });

  test('notifies the customer of a done order again, but not twice within ten seconds', async () => {
    const entry = { ...ramen, state: 'done' as const };
    const api = withQueue([entry]).on('PUT /queues/notify/11', { data: { order_id: 11 } });
    show(api, { ...asVendor, at: '/queues?filter=done' });
    await userEvent.click(await screen.findByRole('button', { name: 'Re-Notify' }));
    await waitFor(() => expect(shellState().toast?.content).toBe('Thandi Mokoena was told again that A-1 is done.'));

    api.on('PUT /queues/notify/11', new ApiError(429, { code: 'TOO_MANY' }, 7));
    await userEvent.click(screen.getByRole('button', { name: 'Re-Notify' }));
    await waitFor(() => expect(shellState().toast?.content).toBe('That was done just now. Try again in 7 seconds.'));
  });

  test('opens the receipt with Re-Print, which is recorded', async () => {
    const api = withQueue([{ ...ramen, state: 'done' }]).on('PUT /queues/reprint/11', { data: { order_id: 11 } });
    show(api, { ...asVendor, at: '/queues?filter=done' });
    await userEvent.click(await screen.findByRole('button', { name: 'Re-Print' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/order/print?id=11'));
  });

  test('sees no order before the note that new ones are paused, which would move the orders', async () => {
    let respond: (isAccepting: boolean) => void = () => {};
    const api = withQueue([ramen]).on('GET /vendors/7', () => {
      return new Promise((resolve) => {
        respond = (isAccepting) => resolve({ data: aVendorSummary({ accepting_orders: isAccepting }) });
      });
    });
    show(api, { as: VENDOR });
    await screen.findByRole('tab', { name: /^New\s*1$/ });
    expect(screen.getByText('Loading orders…')).toBeInTheDocument();
    await act(async () => respond(false));
    expect(await ticket(/A-1/)).toBeInTheDocument();
    expect(screen.getByText(/New orders are paused/)).toBeInTheDocument();
  });

  test('sees the orders even if the page could not load whether new ones are paused', async () => {
    show(withQueue([ramen]).on('GET /vendors/7', new ApiError(500, { code: 'INTERNAL' })), { as: VENDOR });
    expect(await ticket(/A-1/)).toBeInTheDocument();
  });

  test('finds the latest collected orders on All, under the names of their buyers', async () => {
    const handedOut = anOrder({ id: 91, state: 'completed', user: { id: 4, name: 'Marcus Bell' } });
    const api = withQueue([ramen]).on('GET /vendors/7/orders', { data: [handedOut, anOrder({ id: 92 })] });
    show(api, { ...asVendor, at: '/queues?filter=all' });
    expect(await screen.findByRole('heading', { name: 'Previous Orders' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Marcus Bell/ })).toHaveAttribute('href', '/order?id=91&state=collected');
    expect(screen.queryByRole('link', { name: /Thandi/ })).not.toBeInTheDocument();
  });

  test('sees an order leave the previous ones when a colleague undoes Collected', async () => {
    const handedOut = anOrder({ id: 91, state: 'completed', user: { id: 4, name: 'Marcus Bell' } });
    const api = withQueue([ramen]).on('GET /vendors/7/orders', { data: [handedOut] });
    show(api, { ...asVendor, at: '/queues?filter=all' });
    const previous = await screen.findByRole('heading', { name: 'Previous Orders' });
    // The request has no start date, since the device's midnight need not be the venue's.
    expect(api.requests.find(({ path }) => path === '/vendors/7/orders')?.params).toEqual({
      state: 'completed',
      limit: 50,
    });
    api.on('GET /vendors/7/orders', { data: [] });
    const queue = { id: 9, order_id: 91, state: 'done' as const };
    const vendor = { id: 7, name: 'Kumo Ramen', image: '' };
    act(() => publish('queue-order-state-updated', { queue, vendor, delivery_method: 'collect' }, 'server'));
    await waitFor(() => expect(previous).not.toBeInTheDocument());
  });

  test('reverses the order of the list', async () => {
    const older = { ...noted, id: 8, created_at: minutesAgo(9), order: anOrder({ id: 18, order_number: 'A-0' }) };
    show(withQueue([ramen, older]), asVendor);
    const numbers = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await ticket(/A-0/);
    expect(numbers()).toEqual(['Order A-1', 'Order A-0']);
    await userEvent.click(screen.getByRole('button', { name: 'Newest first' }));
    expect(numbers()).toEqual(['Order A-0', 'Order A-1']);
    expect(screen.getByTestId('address')).toHaveTextContent('sort=oldest');
  });
});

test('says only that the orders are safe when the list could not be loaded offline', async () => {
  const { store } = show(fakeApi().on('GET /queues/active', new ApiError(0, { code: 'NETWORK' })));
  act(() => store.state.setState({ connection: { isOnline: false, socket: 'down' } }));
  expect(await screen.findByText('Your orders are safe.')).toBeVisible();
});
