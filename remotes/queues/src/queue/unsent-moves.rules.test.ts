import { anEntry } from 'shared-contracts/testing';
import type { QueueState } from 'shared-contracts/types';
import {
  droppedText,
  endedBy,
  isTooOld,
  maySendLater,
  notSentTexts,
  SENDABLE_MS,
  type UnsentMove,
  waitingOf,
  withWaiting,
} from './unsent-moves.rules';

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

test.each([
  [1, 'Pick of A-1 was not sent before the session ended.'],
  [2, 'Pick of A-1 and Pick of A-2 were not sent before the session ended.'],
  [3, 'Pick of A-1, Pick of A-2 and Pick of A-3 were not sent before the session ended.'],
  [5, 'Pick of A-1, Pick of A-2, Pick of A-3 and 2 more were not sent before the session ended.'],
])('the message about %i taps that end with the session names three', (count, text) => {
  expect(
    droppedText(
      Array.from({ length: count }, (_none, index) => tap(index + 1, 'new', 'busy')),
      'the session ended',
    ),
  ).toBe(text);
});

test('a tap can be sent for 20 minutes', () => {
  expect(isTooOld({ at: NOW - SENDABLE_MS }, NOW)).toBe(false);
  expect(isTooOld({ at: NOW - SENDABLE_MS - 1 }, NOW)).toBe(true);
  const [late, fresh] = [tap(5, 'new', 'busy', 21), tap(6, 'new', 'busy')];
  expect(waitingOf([late, fresh], NOW)).toEqual([fresh]);
});

const pick = tap(5, 'new', 'busy');
const done = tap(5, 'busy', 'done');
const collected = tap(5, 'done', 'collected');
const ofAnother = tap(6, 'busy', 'done');
const old = (move: UnsentMove) => ({ ...move, at: NOW - SENDABLE_MS - 1 });

test.each<[string, UnsentMove[], UnsentMove[], string[]]>([
  ['fresh taps', [pick, done], [pick, done], []],
  [
    'a fresh tap that builds on one that is too old',
    [old(pick), done, ofAnother],
    [ofAnother],
    [
      'Pick of A-5 was not sent: it is older than 20 minutes.',
      'Done of A-5 was not sent either, since its Pick was not.',
    ],
  ],
  [
    'a third one behind it',
    [old(pick), old(done), collected],
    [],
    [
      'Pick of A-5 was not sent: it is older than 20 minutes.',
      'Done of A-5 was not sent either, since its Pick was not.',
      'Collected of A-5 was not sent either, since its Done was not.',
    ],
  ],
])('of %s, some are sent and each other has its reason', (_what, moves, waiting, texts) => {
  expect(waitingOf(moves, NOW)).toEqual(waiting);
  expect(notSentTexts(moves, NOW)).toEqual(texts);
});

test.each<[string, UnsentMove[], QueueState | undefined, UnsentMove[], boolean]>([
  ['alone', [pick], 'busy', [pick], true],
  ['with its Done, of an order that a colleague picked', [pick, ofAnother, done], 'busy', [pick], false],
  ['with its Done and Collected, of an order that is done', [pick, done, collected], 'done', [pick, done], false],
  ['with its Done, of an order that was collected', [pick, ofAnother, done], 'collected', [pick, done], true],
  ['with its Done, without a state of the server', [pick, done], undefined, [pick, done], true],
])('a refused Pick %s', (_what, moves, state, ended, isLoss) => {
  expect(endedBy(pick, moves, state)).toEqual({ ended, isLoss });
});

test.each<[string, QueueState, UnsentMove[], QueueState]>([
  ['each entry is where its taps lead', 'new', [tap(5, 'new', 'busy'), tap(5, 'busy', 'done')], 'done'],
  ['another entry’s taps change nothing', 'new', [tap(6, 'new', 'busy')], 'new'],
  ['a move that the server has already is not undone', 'done', [tap(5, 'new', 'busy'), tap(5, 'busy', 'done')], 'done'],
  ['an entry that a colleague moved has the server’s state', 'collected', [tap(5, 'new', 'busy')], 'collected'],
])('in the shown queue, %s', (_what, state, moves, expected) => {
  const entries = [anEntry({ id: 5, state })];
  const shown = withWaiting(entries, moves);
  expect(shown.map((entry) => entry.state)).toEqual([expected]);
  if (expected === state) expect(shown[0]).toBe(entries[0]);
});
