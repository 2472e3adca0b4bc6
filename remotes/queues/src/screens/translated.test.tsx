/** Tests the queue in a browser that translates the page: each order keeps its own number, note and allergy while the screens change. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { publish } from 'shared-contracts/events';
import {
  anEntry,
  anOrder,
  aVendorSummary,
  CUSTOMER,
  type FakeApi,
  type FakeRequest,
  fakeApi,
  renderScreen,
  translatePage,
  VENDOR,
} from 'shared-contracts/testing';
import type { QueueEntry, QueueState } from 'shared-contracts/types';
import { Slot as NotificationsPanel } from '../notifications/notifications-panel.slot';
import { Screen as OrderScreen } from './order.screen';
import { Screen } from './queues.screen';

let stopTranslation = () => {};
beforeEach(() => {
  stopTranslation = translatePage();
});
afterEach(() => {
  stopTranslation();
  jest.useRealTimers();
});

const GUESTS = ['Thandi', 'Oliver', 'Priya', 'Mateo'];

function guestEntry(id: number, state: QueueState = 'new'): QueueEntry {
  const order = anOrder();
  return anEntry({
    id,
    state,
    created_at: new Date(Date.now() - (10 - id) * 60_000).toISOString(),
    order: {
      id: 10 + id,
      order_number: `A-${id}`,
      user: { id, name: GUESTS[id - 1] ?? '' },
      allergy_note: `Allergy of ${GUESTS[id - 1]}`,
      delivery_method_instructions: `Place of ${GUESTS[id - 1]}`,
      order_items: {
        data: order.order_items.data.map((line) => ({ ...line, id: 100 * id + line.id, notes: `Note ${id}` })),
      },
    },
  });
}

const kitchen = (entries: QueueEntry[]) =>
  fakeApi()
    .on('GET /queues/active', { data: entries })
    .on('GET /vendors/7/orders', { data: [] })
    .on('GET /me', { data: { id: 3, orders: { data: [] } } })
    .on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: true }) });

const show = (api: FakeApi, { at = '/queues', as = VENDOR } = {}) =>
  renderScreen(<Screen />, { api, at, state: { session: as, connection: { isOnline: true, socket: 'live' } } });

const refetch = async (api: FakeApi, entries: QueueEntry[]) => {
  api.on('GET /queues/active', { data: entries });
  await act(async () => publish('refresh-wanted', { why: 'focus' }));
};

/** Expects each card to have the words of its own guest; a card with words of two guests fails. */
async function cardsAre(ids: number[]): Promise<void> {
  const numbers = () => screen.getAllByRole('article').map((card) => Number(/A-(\d)/.exec(card.textContent)?.[1]));
  await waitFor(() => expect(numbers().sort()).toEqual([...ids].sort()));
  for (const card of screen.getAllByRole('article')) {
    const id = Number(/A-(\d)/.exec(card.textContent)?.[1]);
    const name = GUESTS[id - 1];
    for (const words of [name, `Allergy: Allergy of ${name}`, `Place of ${name}`, `Note ${id}`]) {
      expect(card).toHaveTextContent(words ?? '');
    }
    for (const other of GUESTS.filter((each) => each !== name)) expect(card).not.toHaveTextContent(other);
  }
}

test('each card keeps the words of its guest through a new order, a cancelled one and a search', async () => {
  const api = kitchen([guestEntry(1), guestEntry(2)]);
  show(api);
  await cardsAre([1, 2]);
  await refetch(api, [guestEntry(1), guestEntry(2), guestEntry(3)]);
  await cardsAre([1, 2, 3]);
  expect(screen.getByRole('tab', { name: 'New 3' })).toBeVisible();
  await refetch(api, [guestEntry(4), guestEntry(3), guestEntry(1)]);
  await cardsAre([1, 3, 4]);
  act(() => publish('search-typed', { text: 'Priya' }));
  await cardsAre([3]);
  act(() => publish('search-typed', { text: '' }));
  await cardsAre([1, 3, 4]);
});

test('each card keeps the words of its guest while one order is picked, done and undone', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  let entries = [guestEntry(1), guestEntry(2), guestEntry(3)];
  const api = kitchen(entries).on('PUT /queues/2', ({ body }: FakeRequest) => {
    const { state } = body as { state: QueueState };
    entries = entries.map((entry) => (entry.id === 2 ? { ...entry, state } : entry));
    api.on('GET /queues/active', { data: entries });
    return { data: entries[1] };
  });
  show(api, { at: '/queues?filter=all' });
  const card = () => within(screen.getByRole('article', { name: 'Order A-2' }));
  const press = async (name: string | RegExp) => {
    await user.click(card().getByRole('button', { name }));
    // The tap's lock ends, then the moved cards settle.
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    await cardsAre([1, 2, 3]);
  };
  await act(() => jest.advanceTimersByTimeAsync(100));
  await cardsAre([1, 2, 3]);
  await press('Pick');
  expect(screen.getByRole('button', { name: 'Undo' }).parentElement).toHaveTextContent('A-2 is Preparing');
  expect(screen.getByRole('tab', { name: 'New 2' })).toBeVisible();
  await press('Done');
  expect(card().getByRole('button', { name: 'Collected' })).toBeVisible();
  await press(/^Undo ?: back to/);
  expect(card().getByRole('button', { name: 'Done' })).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(20 * 60_000));
  for (const age of screen.getAllByRole('time').filter(({ textContent }) => /min|hr/.test(textContent))) {
    expect(age).toHaveTextContent(/^Late: 2\d min$/);
  }
});

test('shows the switch and the sorting of a stall that changes both', async () => {
  const api = kitchen([guestEntry(1), guestEntry(2)]).on('PUT /vendors/7', ({ body }: FakeRequest) => {
    const { accepting_orders } = body as { accepting_orders: boolean };
    const stall = { data: aVendorSummary({ accepting_orders }) };
    api.on('GET /vendors/7', stall);
    return stall;
  });
  show(api);
  await cardsAre([1, 2]);
  await userEvent.click(screen.getByRole('switch', { name: /^New orders/ }));
  expect(await screen.findByText(/^New orders are paused\./)).toBeVisible();
  expect(screen.getByRole('switch', { name: /^New orders/ })).toHaveTextContent('Take new orders');
  await userEvent.click(screen.getByRole('button', { name: 'Newest first' }));
  expect(screen.getByRole('button', { name: 'Oldest first' })).toBeVisible();
  await cardsAre([1, 2]);
});

test("updates each order of a customer's queue", async () => {
  const of = (state: QueueState, position: number | null) =>
    anEntry({
      id: 1,
      state,
      position_in_queue: position,
      order: { id: 11, order_number: 'A-1', vendorName: 'Kumo Ramen' },
    });
  const other = anEntry({ id: 2, order: { id: 12, order_number: 'B-7', vendorName: 'Pico Taquería' } });
  const api = kitchen([of('new', 3), other]);
  show(api, { as: CUSTOMER, at: '/queues?filter=all' });
  const ramen = () => screen.getByRole('article', { name: 'Kumo Ramen Order A-1' });
  await waitFor(() => expect(ramen()).toHaveTextContent('You are 3 in the queue'));
  await refetch(api, [of('busy', 1), other]);
  await waitFor(() => expect(ramen()).toHaveTextContent('You are 1 in the queue'));
  await refetch(api, [of('done', null), other]);
  await waitFor(() => expect(within(ramen()).getByRole('button', { name: 'Delivered' })).toBeVisible());
  expect(ramen()).not.toHaveTextContent('in the queue');
  await refetch(api, [other]);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  expect(screen.getByRole('article')).toHaveTextContent('B-7');
});

test("updates the state on a customer's order page", async () => {
  const of = (state: QueueState) => ({ data: [anEntry({ state, order: { id: 41 } })] });
  const api = fakeApi()
    .on('GET /orders/41', { data: anOrder({ id: 41 }) })
    .on('GET /queues/active', of('new'));
  renderScreen(<OrderScreen />, { api, at: '/order?id=41', state: { session: CUSTOMER } });
  const state = () => screen.getByRole('heading', { level: 1 }).parentElement;
  await screen.findByRole('heading', { level: 1, name: 'Order A-2058' });
  expect(state()).toHaveTextContent('New');
  for (const [next, word] of [
    ['busy', 'Preparing'],
    ['done', 'Done'],
  ] as const) {
    await refetch(api, of(next).data);
    await waitFor(() => expect(state()).toHaveTextContent(word));
    expect(state()).not.toHaveTextContent('New');
  }
});

test('updates the notifications with the orders', async () => {
  const of = (state: QueueState) => anEntry({ id: 1, state, order: { id: 11, order_number: 'A-1' } });
  const api = kitchen([of('new')]);
  const pageAndPanel = (
    <>
      <Screen />
      <aside>
        <NotificationsPanel />
      </aside>
    </>
  );
  renderScreen(pageAndPanel, { api, at: '/queues', state: { session: CUSTOMER, isNotificationsOpen: true } });
  const panel = within(screen.getByRole('complementary'));
  const before = (await panel.findByRole('listitem')).textContent;
  await refetch(api, [of('done')]);
  await waitFor(() => expect(panel.getByRole('listitem')).not.toHaveTextContent(before));
  expect(panel.getByRole('listitem')).toHaveTextContent('A-1');
});

test('marks all words of an order as not to be translated', async () => {
  show(kitchen([guestEntry(1)]));
  await cardsAre([1]);
  const card = screen.getByRole('article');
  for (const kept of [
    'A-1',
    'Thandi',
    'Allergy of Thandi',
    'Place of Thandi',
    'Note 1',
    'Tonkotsu ramen',
    '2',
    'Table 12',
  ]) {
    for (const text of within(card).getAllByText(kept, { exact: true })) {
      expect(text.closest('[translate="no"]')).not.toBeNull();
    }
  }
});
