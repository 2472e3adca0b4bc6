import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish, shellState } from 'shared-contracts/events';
import { writeLocal } from 'shared-contracts/local-keys';
import {
  anEntry,
  aVendorSummary,
  type FakeApi,
  type FakeRequest,
  fakeApi,
  renderScreen,
  setMinutesAhead,
  VENDOR,
} from 'shared-contracts/testing';
import type { AuthContext, QueueEntry } from 'shared-contracts/types';
import { Slot } from '../notifications/queue-background.slot';
import { Screen } from '../screens/queues.screen';
import { FIRST } from './card/queue-cell';
import { ownerKey } from './unsent-moves';
import { SENDABLE_MS } from './unsent-moves.rules';

const ramen = anEntry({ id: 1, order: { id: 11, order_number: 'A-1' } });
const gyoza = anEntry({ id: 2, order: { id: 12, order_number: 'A-2' } });

/** Simulates a server that moves entries as requested. */
function kitchen(...entries: QueueEntry[]): FakeApi {
  const api = fakeApi()
    .on('GET /vendors/7/orders', { data: [] })
    .on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: true }) });
  const states = new Map(entries.map((entry) => [entry.id, entry]));
  api.on('GET /queues/active', () => ({ data: [...states.values()] }));
  for (const { id } of entries) {
    api.on(`PUT /queues/${id}`, ({ body }: FakeRequest) => {
      const { from, state } = body as { from: QueueEntry['state']; state: QueueEntry['state'] };
      const entry = states.get(id) as QueueEntry;
      if (entry.state !== from) return new ApiError(409, { code: 'ILLEGAL_TRANSITION', data: entry });
      const data = { ...entry, state };
      states.set(id, data);
      return { data };
    });
  }
  return api;
}

const show = (api: FakeApi, isOnline: boolean) =>
  renderScreen(
    <>
      <Slot />
      <Screen />
    </>,
    {
      api,
      at: '/queues?filter=all',
      state: { session: VENDOR, connection: { isOnline, socket: isOnline ? 'live' : 'down' } },
    },
  );

const sent = (api: FakeApi) => api.requests.filter(({ method }) => method === 'PUT');
const connect = () => act(async () => publish('connection-changed', { isOnline: true }, 'shell'));
/** Finds the button by its words: finding it by its role takes as long as the lock of the tap before. */
const tap = async (name: string) => {
  const free = () =>
    screen
      .queryAllByText(name, { selector: 'article button *' })
      .map((words) => words.closest('button'))
      .find(
        (button) =>
          button?.getAttribute('aria-disabled') !== 'true' && !button?.closest('[style*="pointer-events: none"]'),
      );
  await waitFor(() => expect(free()).toBeDefined());
  await userEvent.click(free() as HTMLElement);
};

beforeEach(() => writeLocal('token', 'first-token'));
afterEach(() => {
  window.localStorage.clear();
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
});

test("shows the kitchen's taps at once without a connection, and sends them in order once it is back", async () => {
  const api = kitchen(ramen);
  show(api, false);
  await tap('Pick');
  expect(await screen.findByText(/1 tap is not sent yet/)).toBeInTheDocument();
  expect(screen.getByText('Not sent yet')).toBeInTheDocument();
  await tap('Done');
  expect(await screen.findByText(/2 taps are not sent yet, the oldest from \d+ sec ago/)).toBeInTheDocument();
  expect(sent(api)).toEqual([]);

  await connect();
  await waitFor(() => expect(screen.queryByText(/not sent yet/i)).toBeNull());
  expect(sent(api).map(({ body }) => body)).toEqual([
    { from: 'new', state: 'busy' },
    { from: 'busy', state: 'done' },
  ]);
  expect(new Set(sent(api).map(({ headers }) => headers['Idempotency-Key'])).size).toBe(2);
  expect(await screen.findByRole('button', { name: 'Collected' })).toBeInTheDocument();
});

/** Reports only the cards at the start of the list as near the screen. */
function showHeadOnly(): void {
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe() {}
      unobserve() {}
    },
  });
}

/** Finds cards by their text: finding seventeen of them by their names takes longer than the list takes to be drawn. */
const cards = (number: RegExp) =>
  Array.from(document.querySelectorAll('article')).filter(({ textContent }) => number.test(textContent));

test('keeps the buttons of a card with an unsent tap, even far from the screen', async () => {
  showHeadOnly();
  const others = Array.from({ length: FIRST }, (_none, index) => anEntry({ id: 10 + index, state: 'busy' }));
  show(kitchen({ ...ramen, created_at: '2026-11-20T12:00:00.000Z' }, ...others), false);
  await tap('Pick');
  await waitFor(() => expect(cards(/./)[0]).not.toHaveTextContent(/A-1(?!\d)/));
  await waitFor(() => expect(cards(/A-1(?!\d)/)).toHaveLength(1));
  expect(within(cards(/A-1(?!\d)/)[0] as HTMLElement).getByRole('button', { name: 'Done' })).toBeVisible();
});

test('shows on a card far from the screen that its tap is not sent', async () => {
  showHeadOnly();
  const early = { created_at: '2026-11-20T12:00:00.000Z' };
  const others = Array.from({ length: FIRST }, (_none, index) => anEntry({ id: 10 + index, state: 'busy' }));
  show(kitchen({ ...ramen, ...early }, { ...gyoza, ...early }, ...others), false);
  await tap('Pick');
  await tap('Pick');
  const far = () => cards(/A-[12](?!\d)/).filter((card) => !card.querySelector('button'));
  await waitFor(() => expect(far()).not.toHaveLength(0));
  expect(far()[0]).toHaveTextContent('Not sent yet');
});

test('stores a tap with its key when there is no network', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const api = kitchen(ramen);
  api.on('PUT /queues/1', new ApiError(0, { code: 'NETWORK', message: 'No connection.' }));
  show(api, true);
  await tap('Pick');
  expect(await screen.findByText(/1 tap is not sent yet/)).toBeInTheDocument();
  await waitFor(() => expect(sent(api).length).toBeGreaterThan(1));
  expect(new Set(sent(api).map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
});

/** Simulates a dead uplink behind a live network: no request is refused, and none gets a response. */
function goSilent(api: FakeApi, ...ids: number[]): void {
  for (const id of ids) api.on(`PUT /queues/${id}`, () => new Promise(() => {}));
}

describe('with a network that stops responding', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(async () => {
    cleanup();
    // The hanging request times out.
    await pass(10_000);
    jest.useRealTimers();
  });
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const press = (order: string, name: string) =>
    fireEvent.click(
      within(screen.getByRole('article', { name: `Order ${order}` })).getByText(name, { selector: 'button *' }),
    );

  test('stores a tap after 5 s and the next ones at once, and sends all when the network is back', async () => {
    const api = kitchen(ramen, gyoza);
    const put = kitchen(ramen, gyoza);
    goSilent(api, 1, 2);
    show(api, true);
    await pass(0);
    press('A-1', 'Pick');
    await pass(4_900);
    expect(screen.queryByText(/not sent yet/i)).toBeNull();
    await pass(200);
    expect(screen.getByText(/1 tap is not sent yet, from 5 sec ago/)).toBeInTheDocument();
    await pass(600);
    press('A-1', 'Done');
    press('A-2', 'Pick');
    await pass(0);
    expect(screen.getByText(/3 taps are not sent yet/)).toBeInTheDocument();

    // The sender's own request hangs too, and times out before the next one.
    await pass(30_000);
    for (const id of [1, 2]) {
      api.on(`PUT /queues/${id}`, ({ body, headers }: FakeRequest) => put.put(`/queues/${id}`, body, { headers }));
    }
    await pass(15_000);
    expect(screen.queryByText(/not sent yet/i)).toBeNull();
    expect(put.requests.map(({ path, body }) => [path, body])).toEqual([
      ['/queues/1', { from: 'new', state: 'busy' }],
      ['/queues/1', { from: 'busy', state: 'done' }],
      ['/queues/2', { from: 'new', state: 'busy' }],
    ]);
    const picks = sent(api).filter(({ body }) => (body as { from: string }).from === 'new');
    const keys = picks.filter(({ path }) => path === '/queues/1').map(({ headers }) => headers['Idempotency-Key']);
    expect(keys.length).toBeGreaterThan(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('sends a tap again with the same key when it reached the server and the response was lost', async () => {
    const api = kitchen(ramen);
    goSilent(api, 1);
    show(api, true);
    await pass(0);
    press('A-1', 'Pick');
    await pass(1_000);
    api.on('GET /queues/active', { data: [{ ...ramen, state: 'busy' }] });
    act(() => publish('queue-positions-changed', { vendor_id: 7 }, 'server'));
    await pass(4_100);
    expect(screen.getByText(/1 tap is not sent yet/)).toBeInTheDocument();
    await pass(600);
    expect(screen.getByRole('button', { name: 'Done' })).toBeInTheDocument();
    expect(sent(api).length).toBeGreaterThan(1);
    expect(new Set(sent(api).map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  });
});

test('does not store a tap for the next account if its own account signed out before the request failed', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const api = kitchen(ramen);
  api.on('PUT /queues/1', () => {
    writeLocal('token', 'second-token');
    return new ApiError(0, { code: 'NETWORK', message: 'No connection.' });
  });
  show(api, true);
  await tap('Pick');
  await waitFor(() => expect(sent(api)).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Pick' })).not.toHaveAttribute('aria-disabled', 'true'),
  );
  expect(screen.queryByText(/not sent yet/i)).toBeNull();
  expect(Object.keys(window.localStorage)).not.toContain('queues.moves');
});

test('shows a refused tap on its card, and sends the rest', async () => {
  const api = kitchen({ ...ramen, state: 'done' }, gyoza);
  api.on('GET /queues/active', { data: [ramen, gyoza] });
  show(api, false);
  await tap('Pick');
  await tap('Pick');
  await screen.findByText(/2 taps are not sent yet/);
  api.on('GET /queues/active', {
    data: [
      { ...ramen, state: 'done' },
      { ...gyoza, state: 'busy' },
    ],
  });
  await connect();
  const refusals = await screen.findAllByText(
    'Pick of A-1 was not made. A colleague was first: order A-1 is Done now.',
  );
  expect(refusals).toHaveLength(2);
  expect(refusals.some((text) => text.closest('article'))).toBe(true);
  await waitFor(() => expect(sent(api).at(-1)).toMatchObject({ path: '/queues/2', body: { state: 'busy' } }));
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByText(/was not made/)).toBeNull();
});

test('adds no line above the cards and no note to a card while a finger is down', async () => {
  show(kitchen(ramen, gyoza), false);
  await screen.findAllByRole('button', { name: 'Pick' });
  const finger = (type: string, fingers: number) =>
    act(() => {
      const event = Object.assign(new Event(type, { bubbles: true }), { touches: { length: fingers } });
      screen.getByRole('article', { name: 'Order A-1' }).dispatchEvent(event);
    });
  finger('touchstart', 1);
  // Another tab of the device kept a tap.
  const move = { id: 1, label: 'A-1', from: 'new', to: 'busy', key: 'of another tab', at: Date.now() };
  window.localStorage.setItem('queues.moves', JSON.stringify({ owner: ownerKey(), moves: [move], refused: [] }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'queues.moves' })));
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(screen.queryByText(/not sent yet/i)).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Pick' })).toHaveLength(2);

  finger('touchend', 0);
  expect(await screen.findByText(/1 tap is not sent yet/)).toBeInTheDocument();
  expect(screen.getByText('Not sent yet')).toBeInTheDocument();
});

test('keeps the taps through a reload without a connection', async () => {
  const { unmount } = show(kitchen(ramen), false);
  await tap('Pick');
  await screen.findByText(/1 tap is not sent yet/);
  unmount();
  const api = kitchen(ramen);
  show(api, false);
  expect(await screen.findByRole('button', { name: 'Done' })).toBeInTheDocument();
  expect(screen.getByText(/1 tap is not sent yet/)).toBeInTheDocument();
});

test.each([
  ['is full', ['setItem']],
  ['is refused', ['getItem', 'setItem', 'removeItem']],
] as const)('keeps the taps as long as the page and sends them if the storage %s', async (_case, methods) => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const refusals = methods.map((method) =>
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('Refused', 'QuotaExceededError');
    }),
  );
  const api = kitchen(ramen);
  show(api, false);
  await tap('Pick');
  expect(
    await screen.findByText(/1 tap is not sent yet.* Keep this page open: the device does not keep it\.$/),
  ).toBeVisible();
  await tap('Done');
  expect(
    await screen.findByText(/2 taps are not sent yet.* Keep this page open: the device does not keep them\.$/),
  ).toBeVisible();
  await connect();
  await waitFor(() => expect(screen.queryByText(/not sent yet/i)).toBeNull());
  expect(sent(api).map(({ body }) => body)).toEqual([
    { from: 'new', state: 'busy' },
    { from: 'busy', state: 'done' },
  ]);
  for (const refusal of refusals) refusal.mockRestore();
});

test('shows a tap older than 20 minutes and never sends it', async () => {
  const { unmount } = show(kitchen(ramen), false);
  await tap('Pick');
  await screen.findByText(/1 tap is not sent yet/);
  unmount();
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + SENDABLE_MS + 1000);
  const api = kitchen(ramen);
  show(api, true);
  expect(await screen.findByText('Pick of A-1 was not sent: it is older than 20 minutes.')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Pick' })).toBeInTheDocument();
  expect(sent(api)).toEqual([]);
});

test.each([
  ['sends a tap of 5 minutes ago after the clock was set 35 minutes ahead', 35, 5, 1],
  ['does not send a tap of 25 minutes ago after the clock was set 35 minutes back', -35, 25, 0],
])('%s', async (_title, minutes, passed, count) => {
  const { unmount } = show(kitchen(ramen), false);
  await tap('Pick');
  await screen.findByText(/1 tap is not sent yet/);
  unmount();
  const start = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => start + (minutes + passed) * 60_000);
  setMinutesAhead(minutes);
  const api = kitchen(ramen);
  show(api, true);
  await (count === 1 ? screen.findByRole('button', { name: 'Done' }) : screen.findByText(/older than 20 minutes/));
  expect(sent(api)).toHaveLength(count);
});

test('shows an order in its old state again when its tap gets too old', async () => {
  show(kitchen(ramen), false);
  await tap('Pick');
  await screen.findByText(/1 tap is not sent yet/);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + SENDABLE_MS + 1000);
  expect(await screen.findByText('Pick of A-1 was not sent: it is older than 20 minutes.')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Pick' })).toBeInTheDocument();
});

test('shows but does not send a tap that builds on one that is too old, and sends a new tap', async () => {
  const now = Date.now();
  const minute = 60_000;
  const clock = jest.spyOn(Date, 'now');
  const api = kitchen(ramen);
  show(api, false);
  await tap('Pick');
  await screen.findByText(/1 tap is not sent yet/);
  clock.mockReturnValue(now + 15 * minute);
  await tap('Done');
  await screen.findByText(/2 taps are not sent yet/);
  clock.mockReturnValue(now + 21 * minute);
  const message = 'Done of A-1 was not sent either, since its Pick was not.';
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(await screen.findByText('Not sent. Please tap it again.')).toBeInTheDocument();
  await connect();
  await act(async () => {});
  expect(screen.queryByText(/not sent yet/i)).toBeNull();
  expect(sent(api)).toEqual([]);

  await tap('Pick');
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  expect(sent(api).map(({ body }) => body)).toEqual([{ from: 'new', state: 'busy' }]);
});

describe('a Pick and a Done that are sent later', () => {
  const meet = async (state: QueueEntry['state']) => {
    const api = kitchen({ ...ramen, state });
    api.on('GET /queues/active', { data: [ramen] });
    show(api, false);
    await tap('Pick');
    await screen.findByText(/1 tap is not sent yet/);
    await tap('Done');
    await screen.findByText(/2 taps are not sent yet/);
    api.on('GET /queues/active', { data: [{ ...ramen, state: state === 'busy' ? 'done' : state }] });
    await connect();
    await waitFor(() => expect(screen.queryByText(/not sent yet/i)).toBeNull());
    return api;
  };

  test('lead to the Done without a message if a colleague has picked the order', async () => {
    const api = await meet('busy');
    expect(sent(api).map(({ body }) => body)).toEqual([
      { from: 'new', state: 'busy' },
      { from: 'busy', state: 'done' },
    ]);
    expect(screen.queryByText(/was not/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Collected' })).toBeInTheDocument();
  });

  test('end with a message about both if a colleague has finished the order', async () => {
    const api = await meet('done');
    expect(sent(api)).toHaveLength(1);
    const message = 'Pick of A-1 was not made. A colleague was first: order A-1 is Done now. Done was not sent either.';
    expect(screen.getAllByText(message)).toHaveLength(2);
    // A new tap on the order removes the message about it.
    await tap('Collected');
    await waitFor(() => expect(screen.queryByText(/was not/)).toBeNull());
  });
});

describe('with two tabs', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'locks'));
  /** Simulates the browser's locks. Another tab may hold one. */
  const locks = (isFree: boolean) => {
    const request = jest.fn(async (_name: string, _options: object, work: (lock: object | null) => Promise<void>) =>
      work(isFree ? {} : null),
    );
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
    return request;
  };

  test('only the tab that gets the lock sends the taps', async () => {
    const api = kitchen(ramen);
    show(api, false);
    await tap('Pick');
    await screen.findByText(/1 tap is not sent yet/);
    const refused = locks(false);
    await connect();
    await waitFor(() => expect(refused).toHaveBeenCalledWith('queues.moves', { ifAvailable: true }, expect.anything()));
    expect(sent(api)).toEqual([]);
    expect(screen.getByText(/1 tap is not sent yet/)).toBeInTheDocument();

    locks(true);
    await act(async () => publish('connection-changed', { isOnline: false }, 'shell'));
    await connect();
    await waitFor(() => expect(screen.queryByText(/not sent yet/i)).toBeNull());
    expect(sent(api)).toHaveLength(1);
  });

  test('the sending tab skips taps that the other tab has sent already', async () => {
    const api = kitchen(ramen);
    show(api, false);
    await tap('Pick');
    await screen.findByText(/1 tap is not sent yet/);
    // Another tab writes to the device, and this page has not received the event yet.
    const file = JSON.parse(window.localStorage.getItem('queues.moves') ?? '');
    window.localStorage.setItem('queues.moves', JSON.stringify({ ...file, moves: [] }));
    await connect();
    await act(async () => {});
    expect(sent(api)).toEqual([]);
  });
});

test.each([
  ['a log-out', 'the session ended', () => publish('signed-out', { reason: 'asked' })],
  [
    'a switch of the account',
    'you switched accounts',
    () => publish('context-switched', { context: VENDOR?.context as AuthContext }),
  ],
])('%s drops the taps and says so', async (_case, words, leave) => {
  const { unmount } = show(kitchen(ramen), false);
  await tap('Pick');
  await screen.findByText(/1 tap is not sent yet/);
  await act(async () => leave());
  expect(shellState().toast?.content).toBe(`Pick of A-1 was not sent before ${words}.`);
  unmount();
  const api = kitchen(ramen);
  show(api, true);
  expect(await screen.findByRole('button', { name: 'Pick' })).toBeInTheDocument();
  expect(sent(api)).toEqual([]);
});

test('another sign-in never sends the taps', async () => {
  const { unmount } = show(kitchen(ramen), false);
  await tap('Pick');
  await screen.findByText(/1 tap is not sent yet/);
  unmount();
  writeLocal('token', 'second-token');
  const api = kitchen(ramen);
  show(api, true);
  expect(await screen.findByRole('button', { name: 'Pick' })).toBeInTheDocument();
  expect(sent(api)).toEqual([]);
});

test.each([
  ['a server that failed', new ApiError(500, { code: 'INTERNAL', message: 'That did not work.' })],
  ['a server that is too busy', new ApiError(503, { code: 'UNAVAILABLE', message: 'Please try again soon.' })],
])('shows an error and does not store a tap after a response of %s', async (_case, failure) => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const api = kitchen(ramen).on('PUT /queues/1', failure);
  const { store } = show(api, true);
  await tap('Pick');
  await waitFor(() => expect(store.state.getState().toast?.content).toBe(failure.message));
  expect(window.localStorage.getItem('queues.moves')).toBeNull();
  expect(screen.queryByText(/not sent yet/i)).toBeNull();
});

test('never stores an undo', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const api = kitchen({ ...ramen, state: 'busy' });
  api.on('PUT /queues/1', new ApiError(0, { code: 'NETWORK', message: 'No connection.' }));
  show(api, false);
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(sent(api)).toHaveLength(1));
  await connect();
  expect(screen.queryByText(/not sent yet/i)).toBeNull();
  expect(sent(api)).toHaveLength(1);
});

test('a tap cannot be undone until it is sent', async () => {
  const api = kitchen(ramen);
  show(api, false);
  await tap('Pick');
  await screen.findByText('Not sent yet');
  const undo = screen.getByRole('button', { name: /^Undo/ });
  expect(undo).toHaveAttribute('aria-disabled', 'true');
  fireEvent.click(undo);
  expect(sent(api)).toEqual([]);
  await connect();
  await waitFor(() => expect(screen.getByRole('button', { name: /^Undo/ })).not.toHaveAttribute('aria-disabled'));
});
