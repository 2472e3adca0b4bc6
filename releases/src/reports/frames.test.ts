import { fingerprintOf, framesOf, stackOf } from './frames';

const PLACE = '/parts/catalog/1.0.0-3f9a01c2/850.31421a08.js:1:205';

test('a frame names a place in a build', () => {
  expect(framesOf(PLACE)).toEqual([
    { part: 'catalog', version: '1.0.0-3f9a01c2', file: '850.31421a08.js', line: 1, column: 205 },
  ]);
  expect(stackOf(framesOf(PLACE))).toBe(PLACE);
});

test.each([
  ['with another origin', `https://hall.example${PLACE}`],
  ['with a query', PLACE.replace(':1:', '?token=1:1:')],
  ['that leads out of the folder of builds', '/parts/catalog/1.0.0-aa/../../registry/a.js:1:1'],
  ['with a path in place of a version', '/parts/catalog/../a.js:1:1'],
  ['in a hidden folder', '/parts/.maps/catalog/a.js:1:1'],
  ['without a column', '/parts/catalog/1.0.0-aa/a.js:1'],
  ['with words alone', 'at Menu'],
])('a line %s is no frame', (_case, line) => {
  expect(framesOf([line, PLACE].join('\n')).map(({ file }) => file)).toEqual(['850.31421a08.js']);
});

test('a stack has twenty frames at most', () => {
  expect(framesOf(Array(40).fill(PLACE).join('\n'))).toHaveLength(20);
});

test('errors with the same kind, message (without its numbers) and first frames count as one', () => {
  const of = (kind: string, message: string, ...columns: number[]) =>
    fingerprintOf(
      kind,
      message,
      framesOf(columns.map((column) => PLACE.replace('205', String(column))).join('\n')),
    ).toString('hex');
  const error = of('render', 'no item 1', 1, 2, 3, 4);
  expect(of('render', 'no item 2', 1, 2, 3, 9)).toBe(error);
  for (const other of [
    of('load', 'no item 1', 1, 2, 3),
    of('render', 'no cart 1', 1, 2, 3),
    of('render', 'no item 1', 1, 2, 9),
  ])
    expect(other).not.toBe(error);
});
