import { anEntry, anOrder } from 'shared-contracts/testing';
import type { QueueEntry } from 'shared-contracts/types';
import {
  announcedAtStart,
  arrange,
  changeDelay,
  conflictText,
  countByTab,
  listEntries,
  mergeQueue,
  parseTab,
  previousOrders,
  tabHeading,
} from './queue.rules';

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;
const entries = [
  anEntry({ id: 1, state: 'done', created_at: at(1) }),
  anEntry({ id: 2, state: 'new', created_at: at(2) }),
  anEntry({ id: 3, state: 'busy', created_at: at(3) }),
  anEntry({ id: 4, state: 'new', created_at: at(4) }),
  anEntry({ id: 5, state: 'collected', created_at: at(5) }),
];
const placed = listEntries(entries, new Map());
const ids = (group: { id: number }[]) => group.map(({ id }) => id);

test.each([
  [null, 'new', 'New Orders'],
  ['preparing', 'preparing', 'Orders in Progress'],
  ['done', 'done', 'Completed Orders'],
  ['all', 'all', 'All Orders'],
  ['anything else', 'new', 'New Orders'],
] as const)('the filter %s opens the tab %s with the heading %s', (filter, tab, heading) => {
  expect(parseTab(filter)).toBe(tab);
  expect(tabHeading(parseTab(filter))).toBe(heading);
});

describe('merging a response with the changes of a queue', () => {
  const [first, second, third] = [1, 2, 3].map((id) => anEntry({ id, created_at: at(id) }));
  const before = { data: [third, second, first] as QueueEntry[], cursor: '7', now: at(10) };
  const changesResponse = (data: QueueEntry[], removed: number[] = []) => ({ data, removed, cursor: '8', now: at(11) });

  test('keeps the unchanged entries as the same objects', () => {
    const after = mergeQueue(before, changesResponse([]));
    expect(after).toEqual({ ...before, cursor: '8', now: at(11) });
    expect(after.data[0]).toBe(third);
  });

  test('adds new entries first, replaces moved ones in their position, and drops removed ones', () => {
    const added = anEntry({ id: 4, created_at: at(4) });
    const moved = anEntry({ id: 2, created_at: at(2), state: 'busy' });
    expect(mergeQueue(before, changesResponse([added, moved], [3])).data).toEqual([added, moved, first]);
  });

  test('puts an entry that came back into its old position', () => {
    const after = mergeQueue({ data: [third, first] as QueueEntry[] }, changesResponse([second as QueueEntry]));
    expect(ids(after.data)).toEqual([3, 2, 1]);
  });

  test('changes nothing when the queue has the changes already', () => {
    const changes = changesResponse([anEntry({ id: 4, created_at: at(4) })], [1]);
    const once = mergeQueue(before, changes);
    expect(mergeQueue(once, changes)).toEqual(once);
  });
});

test('counts the entries of each tab and no collected ones', () => {
  expect(countByTab(placed)).toEqual({ new: 2, preparing: 1, done: 1, all: 4 });
});

test.each([
  ['new', 'newest', [4, 2]],
  ['new', 'oldest', [2, 4]],
  ['preparing', 'newest', [3]],
  ['done', 'newest', [1]],
  ['all', 'newest', [4, 2, 3, 1]],
  ['all', 'oldest', [2, 4, 3, 1]],
] as const)('a vendor’s tab %s with the %s first lists %j', (tab, order, expected) => {
  expect(ids(arrange(placed, { tab, order, audience: 'vendor' }).rest)).toEqual(expected);
});

test('lists a customer’s done entries in a group of their own', () => {
  const { ready, rest } = arrange(placed, { tab: 'all', order: 'newest', audience: 'customer' });
  expect(ids(ready)).toEqual([1]);
  expect(ids(rest)).toEqual([4, 2, 3]);
});

test('keeps a held entry at its position with its present data, even if the server no longer lists it', () => {
  const moved = anEntry({ id: 2, state: 'busy' });
  const gone = anEntry({ id: 9, state: 'collected' });
  const held = new Map([
    [2, { entry: moved, listedAs: 'new' as const }],
    [9, { entry: gone, listedAs: 'done' as const }],
  ]);
  const listed = listEntries([moved], held);
  expect(listed.map(({ id, state, entry }) => [id, state, entry.state])).toEqual([
    [2, 'new', 'busy'],
    [9, 'done', 'collected'],
  ]);
});

test('lists the completed orders as previous ones, newest first', () => {
  const orders = [
    anOrder({ id: 1, state: 'completed', created_at: at(1) }),
    anOrder({ id: 2, state: 'placed' }),
    anOrder({ id: 3, state: 'completed', created_at: at(3) }),
    anOrder({ id: 4, state: 'cancelled' }),
  ];
  expect(ids(previousOrders(orders))).toEqual([3, 1]);
});

test('names the present state of the entry when a move loses a race', () => {
  const current = anEntry({ state: 'busy' });
  expect(conflictText(current, 'vendor')).toBe('A colleague was first: order A-2058 is Preparing now.');
  expect(conflictText(current, 'customer')).toBe('Kumo Ramen moved order A-2058: it is Preparing now.');
  expect(conflictText(anEntry({ order: { state: 'cancelled' } }), 'vendor')).toBe('Order A-2058 was cancelled.');
  const collected = anEntry({ state: 'collected' });
  expect(conflictText(collected, 'vendor')).toBe(
    'A colleague or the customer was first: order A-2058 is Collected now.',
  );
  expect(conflictText(collected, 'customer')).toBe('Order A-2058 was already marked as received.');
});

describe('the first list, 10 s after the page opened at 12:00:00 by the server’s clock, announces', () => {
  const done = (state_changed_at?: string) => anEntry({ id: 5, state: 'done', state_changed_at });
  const NOW = '2026-11-20T12:00:10.000Z';
  test.each([
    ['an order that became done after that', done('2026-11-20T12:00:04.000Z'), NOW, {}, true],
    ['no order that became done before that', done('2026-11-20T11:59:59.000Z'), NOW, {}, false],
    [
      'no order that this device has seen done',
      done('2026-11-20T12:00:04.000Z'),
      NOW,
      { 5: { state: 'done', view: false } },
      false,
    ],
    [
      'an order that this device has seen in an earlier state',
      done('2026-11-20T12:00:04.000Z'),
      NOW,
      { 5: { state: 'busy', view: true } },
      true,
    ],
    ['no other state', anEntry({ id: 5, state: 'busy', state_changed_at: '2026-11-20T12:00:04.000Z' }), NOW, {}, false],
    ['no order without the time of its state', done(), NOW, {}, false],
    ['no order without the time of the response', done('2026-11-20T12:00:04.000Z'), undefined, {}, false],
  ] as const)('%s', (_case, entry, now, seen, isNews) => {
    expect(announcedAtStart({ data: [entry], now }, 10_000, seen)).toEqual(isNews ? [] : [entry]);
  });
});

test.each([
  ['will change in ten minutes', '2026-11-20T12:10:00.000Z', 600_000],
  ['will change in weeks', '2026-12-24T12:00:00.000Z', 86_400_000],
  ['has changed while the response was on its way', '2026-11-20T11:59:58.000Z', 1_000],
  ['should have changed already', '2026-11-20T11:59:00.000Z', 20_000],
  ['does not change by itself', null, false],
])('the delay for a stall that %s (%s) is %s', (_case, changesAt, expected) => {
  expect(changeDelay(changesAt, Date.parse('2026-11-20T12:00Z'))).toBe(expected);
});
