import { anEntry } from 'shared-contracts/testing';
import type { QueueState } from 'shared-contracts/types';
import { isTooOld, maySendLater, SENDABLE_MS, type UnsentMove, waitingOf, withWaiting } from './unsent-moves.rules';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const tap = (id: number, from: QueueState, to: QueueState, minutesAgo = 1): UnsentMove => ({
  id,
  label: `A-${id}`,
  from,
  to,
  key: `${id} ${from}`,
  at: NOW - minutesAgo * 60_000,
});

test.each([
  ['Pick', 'new', 'busy', true],
  ['Done', 'busy', 'done', true],
  ['Collected', 'done', 'collected', true],
  ['an undo', 'busy', 'new', false],
  ['a step too far', 'new', 'done', false],
] as const)('may a kitchen send %s later?', (_tap, from, to, expected) => {
  expect(maySendLater(from, to)).toBe(expected);
});

test('a tap is sent for 20 minutes', () => {
  expect(isTooOld({ at: NOW - SENDABLE_MS }, NOW)).toBe(false);
  expect(isTooOld({ at: NOW - SENDABLE_MS - 1 }, NOW)).toBe(true);
  const [old, fresh] = [tap(5, 'new', 'busy', 21), tap(6, 'new', 'busy')];
  expect(waitingOf([old, fresh], NOW)).toEqual([fresh]);
});

test.each<[string, QueueState, UnsentMove[], QueueState]>([
  ['each entry is where its taps lead', 'new', [tap(5, 'new', 'busy'), tap(5, 'busy', 'done')], 'done'],
  ['another entry’s taps change nothing', 'new', [tap(6, 'new', 'busy')], 'new'],
  ['what the server has already is not undone', 'done', [tap(5, 'new', 'busy'), tap(5, 'busy', 'done')], 'done'],
  ['what a colleague moved is as the server has it', 'collected', [tap(5, 'new', 'busy')], 'collected'],
])('of the shown queue, %s', (_what, state, moves, expected) => {
  const entries = [anEntry({ id: 5, state })];
  const shown = withWaiting(entries, moves);
  expect(shown.map((entry) => entry.state)).toEqual([expected]);
  if (expected === state) expect(shown[0]).toBe(entries[0]);
});
