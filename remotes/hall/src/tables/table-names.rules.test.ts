import { tableNames, zonesOf } from './table-names.rules';

test.each([
  ['12', ['12']],
  [' Terrace  3 ', ['Terrace 3']],
  ['1-3', ['1', '2', '3']],
  ['Terrace 9 – 11', ['Terrace 9', 'Terrace 10', 'Terrace 11']],
  ['A1-2', ['A1', 'A2']],
  ['7-7', ['7']],
  ['', null],
  ['3-1', null],
  ['1-201', null],
])('%j names the tables %j', (typed, expected) => {
  expect(tableNames(typed)).toEqual(expected);
});

test('tables are grouped by the words before their number', () => {
  const tables = ['1', '2', 'Bar', 'Terrace 1', 'Terrace 2'].map((name) => ({ name }));
  expect(zonesOf(tables).map(({ name, tables: all }) => [name, all.length])).toEqual([
    ['', 2],
    ['Bar', 1],
    ['Terrace', 2],
  ]);
});
