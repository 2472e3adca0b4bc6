import { anEntry } from 'shared-contracts/testing';
import type { QueueState, WatchStep } from 'shared-contracts/types';
import { guestText, unseenLines } from './unseen.rules';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const unseen = (number: number, minutesAgo: number, change: { state?: QueueState; watch?: WatchStep } = {}) =>
  anEntry({
    id: number,
    state: 'new',
    watch: 'ring',
    created_at: new Date(NOW - minutesAgo * 60_000).toISOString(),
    order: { id: number, order_number: `K-${number}` },
    ...change,
  });

test('names the orders that no one has seen, the oldest first', () => {
  expect(unseenLines([unseen(102, 1.5), unseen(101, 2.9), anEntry({ id: 1 })], NOW)).toEqual([
    'Order K-101 has waited 2 minutes and no one has seen it.',
    'Order K-102 has waited 1 minute and no one has seen it.',
  ]);
});

test('counts the orders after the third', () => {
  const lines = unseenLines(
    [1, 2, 3, 4, 5].map((number) => unseen(number, 10 - number)),
    NOW,
  );
  expect(lines).toHaveLength(4);
  expect(lines[3]).toBe('2 more orders wait unseen.');
});

test('leaves out an order that a cook has tapped while the tap is not sent', () => {
  expect(unseenLines([unseen(101, 3, { state: 'busy' })], NOW)).toEqual([]);
});

test.each<[WatchStep | undefined, QueueState, string | null]>([
  [undefined, 'new', null],
  ['ring', 'new', 'The stall has not seen your order yet.'],
  ['staff', 'new', 'The stall has not seen your order yet.'],
  ['hall', 'new', 'The stall has not seen your order yet; the hall has been told.'],
  ['hall', 'busy', null],
])('a guest whose order is at step %s in state %s reads %s', (watch, state, text) => {
  expect(guestText({ state, ...(watch && { watch }) })).toBe(text);
});
