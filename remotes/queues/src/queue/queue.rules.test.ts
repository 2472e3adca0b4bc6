import { anEntry, anOrder } from 'shared-contracts/testing';
import type { QueueEntry } from 'shared-contracts/types';
import {
  arrange,
  conflictText,
  countByTab,
  headingOf,
  knownAtStart,
  listEntries,
  mergeQueue,
  previousOrders,
  tabOf,
  untilChange,
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
] as const)('filter %s opens the tab %s, headed %s', (filter, tab, heading) => {
  expect(tabOf(filter)).toBe(tab);
  expect(headingOf(tabOf(filter))).toBe(heading);
});

describe('the queue after a response with its changes', () => {
  const [first, second, third] = [1, 2, 3].map((id) => anEntry({ id, created_at: at(id) }));
  const before = { data: [third, second, first] as QueueEntry[], cursor: '7', now: at(10) };
  const changesOf = (data: QueueEntry[], removed: number[] = []) => ({ data, removed, cursor: '8', now: at(11) });

  test('keeps the unchanged entries as the same objects', () => {
    const after = mergeQueue(before, changesOf([]));
    expect(after).toEqual({ ...before, cursor: '8', now: at(11) });
    expect(after.data[0]).toBe(third);
  });

  test('adds new entries first, replaces moved ones in their position, and drops those that left', () => {
    const added = anEntry({ id: 4, created_at: at(4) });
    const moved = anEntry({ id: 2, created_at: at(2), state: 'busy' });
    expect(mergeQueue(before, changesOf([added, moved], [3])).data).toEqual([added, moved, first]);
  });

  test('puts an entry that came back into its old position', () => {
    const after = mergeQueue({ data: [third, first] as QueueEntry[] }, changesOf([second as QueueEntry]));
    expect(ids(after.data)).toEqual([3, 2, 1]);
  });

  test('stays the same when it already has the changes', () => {
    const changes = changesOf([anEntry({ id: 4, created_at: at(4) })], [1]);
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
] as const)('a vendor’s tab %s, %s first, lists %j', (tab, order, expected) => {
  expect(ids(arrange(placed, { tab, order, audience: 'vendor' }).rest)).toEqual(expected);
});

test('groups a customer’s done entries', () => {
  const { ready, rest } = arrange(placed, { tab: 'all', order: 'newest', audience: 'customer' });
  expect(ids(ready)).toEqual([1]);
  expect(ids(rest)).toEqual([4, 2, 3]);
});

test('lists a held entry where it was tapped with its present data, even when the server no longer lists it', () => {
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

test('previous orders are the completed ones, newest first', () => {
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

describe('announcing the first list, 10 s after the page opened at 12:00:00 by the server’s clock', () => {
  const done = (state_changed_at?: string) => anEntry({ id: 5, state: 'done', state_changed_at });
  const NOW = '2026-11-20T12:00:10.000Z';
  test.each([
    ['is what became done after it', done('2026-11-20T12:00:04.000Z'), NOW, {}, true],
    ['is nothing that was done before it', done('2026-11-20T11:59:59.000Z'), NOW, {}, false],
    [
      'is nothing that this device saw done',
      done('2026-11-20T12:00:04.000Z'),
      NOW,
      { 5: { state: 'done', view: false } },
      false,
    ],
    [
      'is what this device saw in an earlier state',
      done('2026-11-20T12:00:04.000Z'),
      NOW,
      { 5: { state: 'busy', view: true } },
      true,
    ],
    [
      'is no other state',
      anEntry({ id: 5, state: 'busy', state_changed_at: '2026-11-20T12:00:04.000Z' }),
      NOW,
      {},
      false,
    ],
    ['is nothing where the API tells no time of the entry', done(), NOW, {}, false],
    ['is nothing where the API tells no time of its own', done('2026-11-20T12:00:04.000Z'), undefined, {}, false],
  ] as const)('%s', (_what, entry, now, seen, isNews) => {
    expect(knownAtStart({ data: [entry], now }, 10_000, seen)).toEqual(isNews ? [] : [entry]);
  });
});

test.each([
  ['as it changes', '2026-11-20T12:10:00.000Z', 600_000],
  ['a day later, where it changes in weeks', '2026-12-24T12:00:00.000Z', 86_400_000],
  ['a second later, where it changed while the response was on its way', '2026-11-20T11:59:58.000Z', 1_000],
  ['a little later, where it should have changed', '2026-11-20T11:59:00.000Z', 20_000],
  ['not, where it does not change by itself', null, false],
])('a stall is asked about again %s', (_when, changesAt, expected) => {
  expect(untilChange(changesAt, Date.parse('2026-11-20T12:00Z'))).toBe(expected);
});
