import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish, shellState } from 'shared-contracts/events';
import { queryClient, resourceKey } from 'shared-contracts/query';
import { SlotContext, type SlotProps } from 'shared-contracts/remote';
import { anEntry, anOrder, CUSTOMER, type FakeApi, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import type { QueueEntry } from 'shared-contracts/types';
import { disallowChime } from '../queue/counter/chime';
import { changeCounter, reloadCounter } from '../queue/counter/counter';
import { reloadSilentOrders } from '../queue/counter/silent-orders';
import { giveAudio } from '../testing/audio';
import { pending } from '../testing/pending';
import { Screen } from './order.screen';

const done = anEntry({ state: 'done', order: { id: 41 } });
const apiWith = (entries: QueueEntry[], order = anOrder({ id: 41 })) =>
  fakeApi().on('GET /orders/41', { data: order }).on('GET /queues/active', { data: entries });

const show = (api: FakeApi, { at = '/order?id=41&state=done&queue_id=5', as = CUSTOMER } = {}) =>
  renderScreen(<Screen />, { api, at, state: { session: as } });

test('shows number, buyer, vendor, tax number, date, items, totals and the print button', async () => {
  const order = anOrder({ id: 41, delivery_method_instructions: 'By the window' });
  show(apiWith([anEntry({ state: 'busy', order: { id: 41 } })], order));
  expect(await screen.findByRole('heading', { level: 1, name: 'Order A-2058' })).toBeInTheDocument();
  for (const [label, text] of [
    ['Order for', 'Thandi Mokoena'],
    ['Vendor', 'Kumo Ramen'],
    ['Order date', '20 Nov 2026'],
    ['Collect / Deliver', 'Deliver to Table 12'],
    ['Instructions', 'By the window'],
  ] as const) {
    expect(screen.getByText(label).parentElement).toHaveTextContent(text);
  }
  expect(screen.getByText('81234 5678 RT0001')).toBeInTheDocument();
  expect(within(screen.getByRole('table')).getByRole('row', { name: /2 Tonkotsu ramen/ })).toHaveTextContent('$46.00');
  const totals = screen.getByRole('region', { name: 'Total' });
  expect(totals).toHaveTextContent('Service fee$1.00');
  expect(totals).toHaveTextContent('Total$62.72');
  expect(screen.getByRole('link', { name: 'Print' })).toHaveAttribute('href', '/order/print?id=41');
});

test('has a slot that is about the order', async () => {
  const Filled = ({ name, params }: SlotProps) => <p>{`${name} of ${params?.orderId}`}</p>;
  renderScreen(
    <SlotContext value={Filled}>
      <Screen />
    </SlotContext>,
    { api: apiWith([]), at: '/order?id=41', state: { session: CUSTOMER } },
  );
  expect(await screen.findByText('order of 41')).toBeVisible();
});

test("shows the buyer's allergy and the stated allergens of each line", async () => {
  const [line] = anOrder().order_items.data;
  const order_items = { data: [{ ...line, allergens: ['gluten', 'eggs'] }] as never };
  show(apiWith([], anOrder({ id: 41, allergy_note: 'Peanuts', order_items })), { as: VENDOR });
  expect((await screen.findByText('Allergy:')).parentElement).toHaveTextContent('Allergy: Peanuts');
  expect(screen.getByText('Contains gluten, eggs')).toBeInTheDocument();
});

test.each([
  ['new', 'New'],
  ['busy', 'Preparing'],
  ['done', 'Done'],
] as const)('the picture and the word follow the state %s', async (state, word) => {
  const { container } = show(apiWith([anEntry({ state, order: { id: 41 } })]), { at: '/order?id=41&state=new' });
  await waitFor(() => expect(container.querySelector(`[data-state="${state}"]`)).toBeInTheDocument());
  expect(screen.getByText(word)).toBeInTheDocument();
});

test('shows when the order should be done if its stall can estimate it', async () => {
  const expected_at = new Date(Date.now() + 8 * 60_000).toISOString();
  const { unmount } = show(apiWith([anEntry({ state: 'busy', order: { id: 41 }, expected_at })]));
  expect(await screen.findByText('Ready in about 8 min')).toBeInTheDocument();
  unmount();
  show(apiWith([anEntry({ state: 'busy', order: { id: 41 }, expected_at: null })]));
  await screen.findByText('Preparing');
  expect(screen.queryByText(/^Ready in about/)).toBeNull();
});

test('shows which amounts were refunded, which are on their way, and why', async () => {
  const refund = { reason: 'Cold soup', created_at: '2026-11-20T12:00:00Z', items: { data: [] } };
  const order = anOrder({
    id: 41,
    state: 'completed',
    refunds: {
      data: [
        { ...refund, amount: 4.2, state: 'refunded' },
        { ...refund, amount: 1, state: 'pending' },
      ],
    },
  });
  show(apiWith([], order));
  const note = await screen.findByText('Refunded $4.20 of $62.72.');
  expect(note.parentElement).toHaveTextContent('$1.00 is on its way back.Cold soup');
});

test('shows the default picture of a collected order, whatever the address says', async () => {
  show(apiWith([], anOrder({ id: 41, state: 'completed' })));
  expect(await screen.findByText('Collected')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Mark as received' })).not.toBeInTheDocument();
});

test('a customer marks a done order as received after a confirmation', async () => {
  const api = apiWith([done]).on('PUT /queues/5', () => {
    api.on('GET /queues/active', { data: [] }).on('GET /orders/41', { data: anOrder({ id: 41, state: 'completed' }) });
    return { data: { ...done, state: 'collected' } };
  });
  show(api);
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as received' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Mark as received' });

  await userEvent.click(within(dialog).getByRole('button', { name: 'CLOSE' }));
  expect(api.requests.some(({ method }) => method === 'PUT')).toBe(false);

  await userEvent.click(screen.getByRole('button', { name: 'Mark as received' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'OK' }));
  expect(await screen.findByText('Collected')).toBeInTheDocument();
  expect(api.requests.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/queues/5',
    body: { state: 'collected', from: 'done' },
    headers: { 'Idempotency-Key': expect.stringMatching(/^[\da-f]{32}$/) },
  });
  expect(shellState().toast?.content).toContain('marked as received');
});

test('an order that was received on another device shows as collected and says so', async () => {
  const collected = { ...done, state: 'collected' as const };
  const api = apiWith([done]).on('PUT /queues/5', () => {
    api.on('GET /queues/active', { data: [] }).on('GET /orders/41', { data: anOrder({ id: 41, state: 'completed' }) });
    return new ApiError(409, { code: 'ILLEGAL_TRANSITION', message: 'The state moved on.', data: collected });
  });
  show(api);
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as received' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'OK' }));
  expect(await screen.findByText('Collected')).toBeInTheDocument();
  expect(shellState().toast?.content).toBe('Order A-2058 was already marked as received.');
});

test('a vendor has no button to receive the order', async () => {
  show(apiWith([done]), { as: VENDOR });
  expect(await screen.findByText('Done')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Mark as received' })).not.toBeInTheDocument();
});

test.each([
  ['that does not exist', new ApiError(404, { code: 'NOT_FOUND' })],
  ['with a wrong address', new ApiError(422, { code: 'INVALID' })],
])('says that an order %s could not be found', async (_case, error) => {
  show(apiWith([]).on('GET /orders/41', error));
  expect(await screen.findByText('This order could not be found.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
});

test('an order that fails to load has a Try Again button', async () => {
  const api = apiWith([]).on('GET /orders/41', new ApiError(500, { code: 'INTERNAL' }));
  show(api);
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  api.on('GET /orders/41', { data: anOrder({ id: 41 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Order A-2058' })).toBeInTheDocument();
});

describe('the sound of a new order', () => {
  let audio: ReturnType<typeof giveAudio>;
  const first = anEntry({ id: 5, state: 'busy', order: { id: 41 } });
  const second = anEntry({ id: 6, order: { id: 42, order_number: 'A-2' } });

  beforeEach(() => {
    audio = giveAudio();
    changeCounter({ isSoundOn: true });
  });
  afterEach(() => {
    act(disallowChime);
    act(reloadSilentOrders);
    audio.takeAway();
    window.localStorage.clear();
    act(reloadCounter);
  });

  test('rings on the page of another order too, after a tap there has allowed it', async () => {
    const api = apiWith([first]).on('GET /vendors/7/orders', { data: [] });
    show(api, { as: VENDOR });
    await userEvent.click(await screen.findByRole('button', { name: 'Bring the sound back' }));
    await waitFor(() => expect(audio.tones()).toBe(2));
    await screen.findByRole('button', { name: 'Done' });
    api.on('GET /queues/active', { data: [first, second] });
    act(() => publish('refresh-wanted', { why: 'focus' }, 'shell'));
    await waitFor(() => expect(audio.tones()).toBe(4));
  });

  test('is not offered to a customer', async () => {
    show(apiWith([done]));
    await screen.findByRole('heading', { level: 1, name: 'Order A-2058' });
    expect(screen.queryByRole('button', { name: 'Bring the sound back' })).toBeNull();
  });
});

test('a vendor moves the order on from its page', async () => {
  const entry = anEntry({ id: 5, state: 'new', order: { id: 41 } });
  const api = apiWith([entry]).on('GET /vendors/7/orders', { data: [] });
  api.on('PUT /queues/5', () => {
    api.on('GET /queues/active', { data: [{ ...entry, state: 'busy' }] });
    return { data: { ...entry, state: 'busy' } };
  });
  show(api, { at: '/order?id=41&state=new&queue_id=5', as: VENDOR });
  await userEvent.click(await screen.findByRole('button', { name: 'Pick' }));
  expect(await screen.findByRole('button', { name: 'Done' })).toBeInTheDocument();
  expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ state: 'busy', from: 'new' });
});

test('an order of the queue can be worked on its page when it cannot be fetched', async () => {
  const entry = anEntry({ id: 5, state: 'new', order: { id: 41 } });
  const api = apiWith([entry]).on('GET /orders/41', new ApiError(0, { code: 'NETWORK' }));
  show(api, { at: '/order?id=41', as: VENDOR });
  expect(await screen.findByRole('button', { name: 'Pick' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Order A-2058' })).toBeVisible();
  expect(screen.queryByText('This section could not be loaded')).not.toBeInTheDocument();
});

test('shows a failed load only after the queue has loaded, which may have the order', async () => {
  const queue = pending();
  const api = apiWith([])
    .on('GET /orders/41', new ApiError(400, { code: 'NO' }))
    .on('GET /queues/active', () => queue.response({ data: [] }));
  show(api, { at: '/order?id=41&state=collected' });
  await waitFor(() => expect(queryClient().getQueryState(resourceKey('/orders/41'))?.status).toBe('error'));
  expect(screen.getByText('Loading the order…')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  queue.respond();
  expect(await screen.findByRole('alert')).toHaveTextContent('This section could not be loaded');
  expect(screen.queryByText('Loading the order…')).not.toBeInTheDocument();
});

test("keeps an order's Try Again button while the queue loads again", async () => {
  const queue = pending();
  const refused = new ApiError(400, { code: 'NO' });
  const api = apiWith([]).on('GET /orders/41', refused).on('GET /queues/active', refused);
  show(api, { at: '/order?id=41&state=collected' });
  const retry = await screen.findByRole('button', { name: 'Try Again' });
  api.on('GET /queues/active', () => queue.response({ data: [] }));
  act(() => publish('queue-positions-changed', { vendor_id: 7 }, 'server'));
  await waitFor(() => expect(queryClient().isFetching()).toBe(1));
  expect(retry).toBeVisible();
  queue.respond();
});

test('says without a connection how many taps are not sent, and for how long', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const entry = anEntry({ id: 5, state: 'new', order: { id: 41 } });
  const api = apiWith([entry]).on('PUT /queues/5', new ApiError(0, { code: 'NETWORK' }));
  show(api, { at: '/order?id=41&state=new&queue_id=5', as: VENDOR });
  await userEvent.click(await screen.findByRole('button', { name: 'Pick' }));
  expect(await screen.findByText(/1 tap is not sent yet, from \d+ sec ago/)).toBeInTheDocument();
  expect(screen.getByText('Not sent yet')).toBeInTheDocument();
  window.localStorage.clear();
});
