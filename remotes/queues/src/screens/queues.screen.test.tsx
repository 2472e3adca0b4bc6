import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { ApiError } from 'shared-contracts/client';
import { publish, shellState } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';
import { Link, Route, Routes } from 'shared-contracts/router';
import {
  aCart,
  anActiveVenue,
  anEntry,
  anOrder,
  aVendorSummary,
  CUSTOMER,
  type FakeApi,
  type FakeRequest,
  fakeApi,
  renderScreen,
  setMinutesAhead,
  VENDOR,
} from 'shared-contracts/testing';
import type { QueueEntry } from 'shared-contracts/types';
import { EMPTY_QUEUE } from '../queue/queue.rules';
import { pending } from '../testing/pending';
import { Screen } from './queues.screen';

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

function withQueue(
  entries: QueueEntry[],
  orders = [anOrder({ id: 90, state: 'completed', vendorName: 'Forno Alto' })],
): FakeApi {
  return fakeApi()
    .on('GET /queues/active', { data: entries })
    .on('GET /me', { data: { id: 3, orders: { data: orders } } })
    .on('GET /vendors/7/orders', { data: [] })
    .on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: true }) });
}

const show = (api: FakeApi, { at = '/queues', as = CUSTOMER } = {}) =>
  renderScreen(<Screen />, { api, at, state: { session: as, connection: { isOnline: true, socket: 'live' } } });

const ticket = (name: RegExp | string) => screen.findByRole('article', { name });
const askedFor = (api: FakeApi, wanted: string) => api.requests.filter(({ path }) => path === wanted).length;
const asked = (api: FakeApi) => askedFor(api, '/queues/active');

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'Notification');
});

describe('a customer', () => {
  test('who just paid sees the summary and the orders at once: it would move them down', async () => {
    const payment = pending();
    const paid = aCart({ id: 5, state: 'paid', total: 20, orders: { data: [anOrder({ id: 11 })] } });
    const api = withQueue([ramen]).on('GET /carts/5', () => payment.response({ data: paid }));
    show(api, { at: '/queues?paid=5' });
    await waitFor(() => expect(asked(api)).toBe(1));
    await waitFor(() => expect(queryClient().isFetching()).toBe(1));
    expect(screen.queryByRole('tab')).not.toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    payment.respond();
    expect(await screen.findByText('Thank you, you have paid')).toBeVisible();
    expect(await ticket('Kumo Ramen Order A-1')).toBeVisible();
  });

  test.each(['/queues', '/queues?filter=all'])(
    'sees the orders of %s before the account is there, and no footer that what comes below would move',
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

  test('reads that there is no order once it is known whether one was cancelled', async () => {
    const account = pending();
    show(withQueue([]).on('GET /me', () => account.response({ data: { id: 3, orders: { data: [] } } })));
    expect(await screen.findByRole('tab', { name: 'New 0' })).toBeInTheDocument();
    // The list is drawn after its counts.
    await act(async () => {});
    expect(screen.queryByText(EMPTY_QUEUE)).not.toBeInTheDocument();
    account.respond();
    expect(await screen.findByText(EMPTY_QUEUE)).toBeVisible();
  });

  test('whose paid cart could not be loaded sees the orders without it', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    show(withQueue([ramen]).on('GET /carts/5', new ApiError(500, { code: 'INTERNAL' })), { at: '/queues?paid=5' });
    expect(await ticket('Kumo Ramen Order A-1')).toBeVisible();
    logged.mockRestore();
  });

  test('who just paid sees each new order and its position in the queue', async () => {
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

  test('reads when each order should be done, where its stall can say so', async () => {
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

  test('finds every order by tab, with counts, and the tab in the address', async () => {
    show(withQueue([ramen, tacos, croissants]));
    await ticket(/Kumo Ramen/);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'New1',
      'Preparing1',
      'Done1',
      'All3',
    ]);

    await userEvent.click(screen.getByRole('tab', { name: /Preparing/ }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Orders in Progress');
    expect(screen.getByRole('article')).toHaveTextContent('Pico Taquería');
    expect(screen.getByTestId('address')).toHaveTextContent('/queues?filter=preparing');
  });

  test('comes to All with filter=all: what is ready under the reminder, and the previous orders', async () => {
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

    expect(
      await screen.findByText('You have no orders in the queue right now', {}, { timeout: 2000 }),
    ).toBeInTheDocument();
    expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ state: 'collected', from: 'done' });
    expect(shellState().toast?.content).toContain('Order A-3 is marked as received');
  });

  test('who finds no network is told so, and nothing is sent later', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const api = withQueue([croissants]);
    api.on('PUT /queues/3', new ApiError(0, { code: 'NETWORK', message: 'No connection.' }));
    show(api, { at: '/queues?filter=done' });
    await userEvent.click(await screen.findByRole('button', { name: 'Collect' }));
    await waitFor(() => expect(shellState().toast).toMatchObject({ content: 'No connection.', color: 'danger' }));
    expect(window.localStorage.getItem('queues.moves')).toBeNull();
  });

  test('a delivered order is ended with Delivered', async () => {
    show(withQueue([{ ...croissants, order: anOrder({ delivery_method: 'deliver' }) }]), { at: '/queues?filter=done' });
    expect(await screen.findByRole('button', { name: 'Delivered' })).toBeInTheDocument();
  });

  test('an event of the server leads to a refetch, and the card shows the new state', async () => {
    const api = withQueue([ramen]);
    show(api, { at: '/queues?filter=all' });
    const card = await ticket(/Kumo Ramen/);
    expect(within(card).getByText('New')).toHaveAttribute('aria-current', 'step');

    api.on('GET /queues/active', { data: [{ ...ramen, state: 'busy' }] });
    act(() => publish('queue-positions-changed', { vendor_id: 7 }, 'server'));
    await waitFor(() => expect(within(card).getByText('Preparing')).toHaveAttribute('aria-current', 'step'));
  });

  test('a list that is asked for again renders nothing until it comes', async () => {
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
    const before = asked(api);
    onRender.mockClear();
    await act(async () => publish('queue-positions-changed', { vendor_id: 7 }, 'server'));
    await waitFor(() => expect(asked(api)).toBe(before + 1));
    expect(onRender).not.toHaveBeenCalled();
    respond();
    await waitFor(() => expect(onRender).toHaveBeenCalled());
  });

  test('events that come faster than the responses starve no list: each response is shown, and one more requested', async () => {
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
        // An event is followed in the next task.
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

  test('an empty queue says so, and leads to the food', async () => {
    show(withQueue([], []));
    expect(await screen.findByText('You have no orders in the queue right now')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See all venues' })).toHaveAttribute('href', '/venues');
    act(() => publish('venue-activated', { venue: anActiveVenue() }));
    expect(screen.getByRole('link', { name: 'See all vendors' })).toHaveAttribute('href', '/venues/1/vendors');
  });

  test('an empty tab leads to the orders of the others', async () => {
    show(withQueue([tacos]));
    await userEvent.click(await screen.findByRole('button', { name: 'See all orders' }));
    expect(await ticket(/Pico Taquería/)).toBeInTheDocument();
    expect(screen.getByTestId('address')).toHaveTextContent('/queues?filter=all');
  });

  test('a ticket says what of its money went back', async () => {
    const refund = { amount: 4.2, reason: 'Cold', created_at: minutesAgo(1), state: 'refunded' as const };
    const refunds = { data: [{ ...refund, items: { data: [] } }] };
    show(withQueue([{ ...ramen, order: { ...ramen.order, refunds } }]), { at: '/queues?filter=all' });
    expect(await ticket(/Kumo Ramen/)).toHaveTextContent('Refunded $4.20 of $62.72.');
  });

  test('a cancelled order is below the food that comes', async () => {
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

  test('a failed load says so, and Try Again brings the list', async () => {
    const api = withQueue([]).on('GET /queues/active', new ApiError(500, { code: 'INTERNAL' }));
    show(api);
    expect(await screen.findByRole('alert')).toHaveTextContent('This section could not be loaded');
    // How many there are is not known.
    expect(screen.getByRole('tab', { name: 'New' })).toBeVisible();
    api.on('GET /queues/active', { data: [ramen] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await ticket(/Kumo Ramen/)).toBeInTheDocument();
  });

  test('a failed load does not wait for the orders that were cancelled, and no footer is there that they would move', async () => {
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

  test('a list that is asked for again keeps its Try Again until it is there', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const next = pending();
    const api = withQueue([]).on('GET /queues/active', new ApiError(0, { code: 'NOT_AN_ANSWER' }));
    show(api);
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    const words = screen.getByRole('alert').textContent;
    api.on('GET /queues/active', () => next.response({ data: [ramen] }));
    act(() => publish('refresh-wanted', { why: 'focus' }));
    await waitFor(() => expect(asked(api)).toBe(2));
    expect(retry).toBeVisible();
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(screen.queryByText('Loading orders…')).not.toBeInTheDocument();
    next.respond();
    expect(await ticket(/Kumo Ramen/)).toBeVisible();
    expect(retry).not.toBeInTheDocument();
    logged.mockRestore();
  });

  test.each(['/queues', '/queues?filter=all'])('an account without its orders has failed, also on %s', async (at) => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    show(withQueue([ramen]).on('GET /me', { data: { id: 3 } }), { at });
    expect(await screen.findByRole('alert')).toHaveTextContent(/orders could not be loaded/i);
    logged.mockRestore();
  });

  test('a search does not wait for cancelled orders, which it never shows, nor for their failure', async () => {
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

  test('an account that could not be loaded may have a cancelled order: the page says so, and Try Again brings it', async () => {
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

  test('a list that cannot be loaded again stays, with a word that it may be old', async () => {
    const api = withQueue([ramen]);
    show(api);
    await ticket(/Kumo Ramen/);
    api.on('GET /queues/active', new ApiError(500, { code: 'INTERNAL' }));
    act(() => publish('refresh-wanted', { why: 'focus' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This list may be out of date');
    expect(screen.getByRole('article')).toHaveTextContent('Kumo Ramen');
  });

  test('the search narrows the list and its count is announced', async () => {
    show(withQueue([ramen, tacos]), { at: '/queues?filter=all' });
    await ticket(/Kumo Ramen/);
    act(() => publish('search-typed', { text: 'pico' }));
    await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent('Pico Taquería'));
    expect(shellState().search.count).toBe(1);
  });
});

describe('a device whose clock is wrong', () => {
  /** Both are of the server: the order is three minutes old. */
  const threeMinutesOld = (minutesAhead: number) => {
    setMinutesAhead(minutesAhead);
    return anEntry({ id: 1, created_at: minutesAgo(minutesAhead + 3.2), order: { order_number: 'A-1' } });
  };

  test.each([
    ['ahead', 35],
    ['behind', -35],
  ])('shows the age of an order by the server, and a kitchen reads that the clock is %s', async (how, minutes) => {
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
  ])('that is %d minutes ahead: %s', async (minutes, text) => {
    show(withQueue([threeMinutesOld(minutes)]), { as: VENDOR });
    await ticket(/A-1/);
    if (text) expect(screen.getByText(`${text} Times here come from the server.`)).toBeVisible();
    else expect(screen.queryByText(/clock of this device/)).not.toBeInTheDocument();
  });

  test('corrects what is on the screen as soon as a response tells the time', async () => {
    const entry = anEntry({ id: 1, created_at: minutesAgo(38.2), order: { order_number: 'A-1' } });
    show(withQueue([entry]), { as: VENDOR });
    expect(await ticket(/A-1/)).toHaveTextContent('Late: 38 min');
    act(() => setMinutesAhead(35));
    await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent('3 min'), { timeout: 3000 });
    expect(screen.getByRole('article')).not.toHaveTextContent('Late');
  });
});

describe('while the socket is down', () => {
  test('the page says so and asks every 30 s', async () => {
    jest.useFakeTimers();
    const api = withQueue([ramen]);
    show(api);
    await ticket(/Kumo Ramen/);
    const before = asked(api);
    await act(() => jest.advanceTimersByTimeAsync(31_000));
    expect(asked(api)).toBe(before);

    act(() => publish('connection-changed', { socket: 'down' }));
    expect(screen.getByText(/This list is checked every 30 seconds/)).toBeInTheDocument();
    const accounts = askedFor(api, '/me');
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(asked(api)).toBe(before + 1);
    // Where a cancelled order is told of.
    expect(askedFor(api, '/me')).toBe(accounts + 1);
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

  test('asks, and goes once the visitor decided', async () => {
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

  test.each(['granted', 'denied', undefined] as const)('is not there when the permission is %s', async (permission) => {
    if (permission) allow(permission);
    show(withQueue([ramen]));
    await ticket(/Kumo Ramen/);
    expect(screen.queryByText('Get Notified!')).not.toBeInTheDocument();
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

  test('sees number, age, buyer, location, quantities and notes, and no prices', async () => {
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

  test('sees an allergy before the dishes, and not as a note of one', async () => {
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

  test('sees the times of the venue, and is told so where the device has another clock', async () => {
    const venue = { id: 1, name: 'Granary', timezone: 'Pacific/Kiritimati' };
    const placed = { ...ramen, created_at: '2026-11-20T12:44:00.000Z', order: { ...ramen.order, venue } };
    show(withQueue([placed]), asVendor);
    expect(await ticket('Order A-1')).toHaveTextContent('21 Nov 2026, 02:44');
    expect(screen.getByText('Times are in the venue’s time zone: Kiritimati.')).toBeVisible();
  });

  test('sees a refund that arrives on its card, and no more what was refunded among what is to make', async () => {
    const api = withQueue([ramen]);
    show(api, asVendor);
    const card = await ticket('Order A-1');
    const toMake = (await screen.findByText('To make')).closest('summary');
    expect(toMake).toHaveTextContent('Tonkotsu ramen ×2, Pork gyoza ×1');
    const items = { data: [{ order_item_id: 1, quantity: 1 }] };
    const refund = { amount: 23, reason: 'Sold out', created_at: minutesAgo(0), state: 'pending' as const, items };
    api.on('GET /queues/active', { data: [{ ...ramen, order: { ...ramen.order, refunds: { data: [refund] } } }] });
    await act(async () => publish('order-updated', { order: { id: 11, state: 'placed' }, vendor_id: 7 }, 'server'));
    expect(await within(card).findByText('1 of 2 refunded')).toBeVisible();
    expect(card).toHaveTextContent('1Tonkotsu ramen');
    await waitFor(() => expect(toMake).toHaveTextContent('Pork gyoza ×1, Tonkotsu ramen ×1'));
  });

  test('the age turns late by itself once 20 minutes are over', async () => {
    jest.useFakeTimers();
    // The clock goes on while the test looks for the card.
    show(withQueue([{ ...ramen, created_at: minutesAgo(19.9) }]), asVendor);
    const card = await ticket(/A-1/);
    expect(card).not.toHaveTextContent('Late:');
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(card).toHaveTextContent('Late: 20 min');
  });

  test('the age of a stall that set two steps is late before it is very late', async () => {
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
  ] as const)('a %s order is moved on with %s', async (state, button, next) => {
    const entry = { ...ramen, state };
    const api = withQueue([entry]).on('PUT /queues/1', { data: { ...entry, state: next } });
    show(api, { ...asVendor, at: '/queues?filter=all' });
    await userEvent.click(await screen.findByRole('button', { name: button }));
    expect(api.requests.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/queues/1',
      body: { state: next, from: state },
    });
  });

  test('a tap whose response was lost is repeated under its key; any other tap has a key of its own', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const lost = new ApiError(502, { code: 'UNKNOWN', message: 'Something went wrong. Please try again.' });
    const api = withQueue([ramen]).on('PUT /queues/1', lost);
    show(api, { ...asVendor, at: '/queues?filter=all' });
    const tap = async (name: string) => {
      const button = await screen.findByRole('button', { name });
      await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'), { timeout: 2000 });
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

  test('a second tap within 600 ms moves nothing, and the card keeps its position for as long', async () => {
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

  test('the card that was clicked says at the response what it is now', async () => {
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

    test('the button that says something else takes no tap and no key press for 600 ms', async () => {
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

    test('the card that takes its position takes no tap for 600 ms, and the others do', async () => {
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

    test('the first card of the green group takes no tap for 600 ms', async () => {
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

    test('no card moves while a finger is down, and all are right once it has left', async () => {
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

    test('a tab that is opened meanwhile takes taps at once', async () => {
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

  test('the lock also covers a request that takes longer', async () => {
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
    expect(screen.getByRole('tab', { name: /New/ })).toHaveTextContent('New1');
  });

  test('after collecting, the view is the Done tab', async () => {
    const entry = { ...ramen, state: 'done' as const };
    const api = withQueue([entry]).on('PUT /queues/1', { data: { ...entry, state: 'collected' } });
    show(api, { ...asVendor, at: '/queues?filter=all' });
    await userEvent.click(await screen.findByRole('button', { name: 'Collected' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Completed Orders' })).toBeInTheDocument();
  });

  test('a second tap on Collected finds no other order: the Done tab waits for the lock', async () => {
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
  ] as const)(
    'the response to %s does not lead back a vendor who has left meanwhile',
    async (button, request, data) => {
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
    },
  );

  test('a slip of the finger is undone, one step', async () => {
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

  test('who loses a race sees the new state and is told plainly', async () => {
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

  test('a move that fails changes nothing and says so', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const failure = new ApiError(500, { code: 'INTERNAL', message: 'That did not work.' });
    show(withQueue([ramen]).on('PUT /queues/1', failure), asVendor);
    await userEvent.click(await screen.findByRole('button', { name: 'Pick' }));
    await waitFor(() => expect(shellState().toast).toMatchObject({ content: 'That did not work.', color: 'danger' }));
    expect(screen.getByRole('button', { name: 'Pick' })).toBeInTheDocument();
  });

  test('a done order is announced again, but not twice in ten seconds', async () => {
    const entry = { ...ramen, state: 'done' as const };
    const api = withQueue([entry]).on('PUT /queues/notify/11', { data: { order_id: 11 } });
    show(api, { ...asVendor, at: '/queues?filter=done' });
    await userEvent.click(await screen.findByRole('button', { name: 'Re-Notify' }));
    await waitFor(() => expect(shellState().toast?.content).toBe('Thandi Mokoena was told again that A-1 is done.'));

    api.on('PUT /queues/notify/11', new ApiError(429, { code: 'TOO_MANY' }, 7));
    await userEvent.click(screen.getByRole('button', { name: 'Re-Notify' }));
    await waitFor(() => expect(shellState().toast?.content).toBe('That was done just now. Try again in 7 seconds.'));
  });

  test('Re-Print is recorded, then opens the receipt', async () => {
    const api = withQueue([{ ...ramen, state: 'done' }]).on('PUT /queues/reprint/11', { data: { order_id: 11 } });
    show(api, { ...asVendor, at: '/queues?filter=done' });
    await userEvent.click(await screen.findByRole('button', { name: 'Re-Print' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/order/print?id=11'));
  });

  test('sees the orders together with the word that new ones are paused, which would move them later', async () => {
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

  test('sees the orders where it is not known whether new ones are paused', async () => {
    show(withQueue([ramen]).on('GET /vendors/7', new ApiError(500, { code: 'INTERNAL' })), { as: VENDOR });
    expect(await ticket(/A-1/)).toBeInTheDocument();
  });

  test('finds on All what was handed out lately, under the buyer’s name', async () => {
    const handedOut = anOrder({ id: 91, state: 'completed', user: { id: 4, name: 'Marcus Bell' } });
    const api = withQueue([ramen]).on('GET /vendors/7/orders', { data: [handedOut, anOrder({ id: 92 })] });
    show(api, { ...asVendor, at: '/queues?filter=all' });
    expect(await screen.findByRole('heading', { name: 'Previous Orders' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Marcus Bell/ })).toHaveAttribute('href', '/order?id=91&state=collected');
    expect(screen.queryByRole('link', { name: /Thandi/ })).not.toBeInTheDocument();
  });

  test('a colleague who takes Collected back moves the order out of the previous ones', async () => {
    const handedOut = anOrder({ id: 91, state: 'completed', user: { id: 4, name: 'Marcus Bell' } });
    const api = withQueue([ramen]).on('GET /vendors/7/orders', { data: [handedOut] });
    show(api, { ...asVendor, at: '/queues?filter=all' });
    const previous = await screen.findByRole('heading', { name: 'Previous Orders' });
    // The latest, whenever they were placed: the device's midnight need not be the venue's.
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

  test('turns the order of the list round', async () => {
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

test('offline, a list that could not be loaded says nothing of the rest', async () => {
  const { store } = show(fakeApi().on('GET /queues/active', new ApiError(0, { code: 'NETWORK' })));
  act(() => store.state.setState({ connection: { isOnline: false, socket: 'down' } }));
  expect(await screen.findByText('Your orders are safe.')).toBeVisible();
});
