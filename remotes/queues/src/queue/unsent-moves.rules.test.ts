import { anEntry } from 'shared-contracts/testing';
import type { QueueState } from 'shared-contracts/types';
import {
  applyMoves,
  droppedText,
  isTooOld,
  maySendLater,
  movesEndedBy,
  movesToSend,
  notSentTexts,
  SENDABLE_MS,
  type UnsentMove,
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
  ['a step that skips a state', 'new', 'done', false],
] as const)('a kitchen may send %s from %s to %s later: %s', (_tap, from, to, expected) => {
  expect(maySendLater(from, to)).toBe(expected);
});

test.each([
  [1, 'Pick of A-1 was not sent before the session ended.'],
  [2, 'Pick of A-1 and Pick of A-2 were not sent before the session ended.'],
  [3, 'Pick of A-1, Pick of A-2 and Pick of A-3 were not sent before the session ended.'],
  [5, 'Pick of A-1, Pick of A-2, Pick of A-3 and 2 more were not sent before the session ended.'],
])('the message about %i taps that end with the session names at most three', (count, text) => {
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
  expect(movesToSend([late, fresh], NOW)).toEqual([fresh]);
});

const pick = tap(5, 'new', 'busy');
const done = tap(5, 'busy', 'done');
const collected = tap(5, 'done', 'collected');
const otherDone = tap(6, 'busy', 'done');
const old = (move: UnsentMove) => ({ ...move, at: NOW - SENDABLE_MS - 1 });

test.each<[string, UnsentMove[], UnsentMove[], string[]]>([
  ['recent taps', [pick, done], [pick, done], []],
  [
    'a recent tap that builds on one that is too old',
    [old(pick), done, otherDone],
    [otherDone],
    [
      'Pick of A-5 was not sent: it is older than 20 minutes.',
      'Done of A-5 was not sent either, since its Pick was not.',
    ],
  ],
  [
    'two taps that build on one that is too old',
    [old(pick), old(done), collected],
    [],
    [
      'Pick of A-5 was not sent: it is older than 20 minutes.',
      'Done of A-5 was not sent either, since its Pick was not.',
      'Collected of A-5 was not sent either, since its Done was not.',
    ],
  ],
])('decides for %s which are sent, and explains the others', (_case, moves, waiting, texts) => {
  expect(movesToSend(moves, NOW)).toEqual(waiting);
  expect(notSentTexts(moves, NOW)).toEqual(texts);
});

test.each<[string, UnsentMove[], QueueState | undefined, UnsentMove[], boolean]>([
  ['ends alone without a later tap', [pick], 'busy', [pick], true],
  ['does not end the Done of an order that a colleague has picked', [pick, otherDone, done], 'busy', [pick], false],
  ['ends the Done and not the Collected of a done order', [pick, done, collected], 'done', [pick, done], false],
  ['ends the Done of a collected order', [pick, otherDone, done], 'collected', [pick, done], true],
  ['ends the Done if the server sent no state', [pick, done], undefined, [pick, done], true],
])('a refused Pick %s', (_case, moves, state, ended, isLoss) => {
  expect(movesEndedBy(pick, moves, state)).toEqual({ ended, isLoss });
});

test.each<[string, QueueState, UnsentMove[], QueueState]>([
  ['the state that its taps lead to', 'new', [tap(5, 'new', 'busy'), tap(5, 'busy', 'done')], 'done'],
  ['its own state despite the taps on another entry', 'new', [tap(6, 'new', 'busy')], 'new'],
  [
    'the server’s state if the server has made the moves already',
    'done',
    [tap(5, 'new', 'busy'), tap(5, 'busy', 'done')],
    'done',
  ],
  ['the server’s state if a colleague has moved it', 'collected', [tap(5, 'new', 'busy')], 'collected'],
])('shows an entry in %s', (_case, state, moves, expected) => {
  const entries = [anEntry({ id: 5, state })];
  const shown = applyMoves(entries, moves);
  expect(shown.map((entry) => entry.state)).toEqual([expected]);
  if (expected === state) expect(shown[0]).toBe(entries[0]);
});
