import { replaced, stepped, withCopy, without } from './list.rules';

const rows = ['a', 'b', 'c'].map((key) => ({ key, name: key }));
const rowKeys = (list: readonly { key: string }[]) => list.map(({ key }) => key).join('');

test.each([
  ['a', 'up', 'abc'],
  ['a', 'down', 'bac'],
  ['b', 'up', 'bac'],
  ['c', 'up', 'acb'],
  ['c', 'down', 'abc'],
] as const)('moving the row %s %s gives the order %s', (key, direction, expected) => {
  expect(rowKeys(stepped(rows, key, direction))).toBe(expected);
});

test('replaces a row, removes it, or inserts a copy after it', () => {
  expect(replaced(rows, { key: 'b', name: 'other' }).map(({ name }) => name)).toEqual(['a', 'other', 'c']);
  expect(rowKeys(without(rows, 'b'))).toBe('ac');
  expect(rowKeys(withCopy(rows, 'b', { key: 'n', name: 'b' }))).toBe('abnc');
});
