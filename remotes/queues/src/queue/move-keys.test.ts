import { forgetMove, forgetOutdatedMoves, moveKey } from './move-keys';

const pick = (id: number) => moveKey(id, 'new', 'busy');

test('a repeated tap keeps its key until the server has responded', () => {
  const key = pick(1);
  expect(pick(1)).toBe(key);
  forgetMove(1);
  expect(pick(1)).not.toBe(key);
});

test('gives another entry, another state and another target different keys', () => {
  const keys = [pick(2), pick(3), moveKey(2, 'busy', 'done'), moveKey(2, 'busy', 'new')];
  expect(new Set(keys).size).toBe(4);
});

test('an entry that has moved since gets a new key', () => {
  const [moved, same] = [pick(4), pick(5)];
  forgetOutdatedMoves([
    { id: 4, state: 'busy' },
    { id: 5, state: 'new' },
  ]);
  expect(pick(4)).not.toBe(moved);
  expect(pick(5)).toBe(same);
});
