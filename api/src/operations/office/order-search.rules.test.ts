import { readSearch } from './order-search.rules';

test.each([
  ['12.50', 'CAD', 1250],
  ['12,5', 'CAD', 1250],
  ['$12.50', 'CAD', 1250],
  ['R 12', 'ZAR', 1200],
  ['500', 'JPY', 500],
  ['12.345', 'CAD', null],
  ['K-101', 'CAD', null],
  ['Ada', 'CAD', null],
  ['-5', 'CAD', null],
])('%j is in %s the amount %s', (typed, currency, expected) => {
  expect(readSearch(typed, currency)?.amountMinor).toBe(expected);
});

test.each([
  ['101', '101'],
  ['K-101', null],
  ['12.50', null],
])('%j is the end of a number: %s', (typed, expected) => {
  expect(readSearch(typed, 'CAD')?.numberEnd).toBe(expected);
});

test('an email is compared as the site stores it, and a sign of a pattern is a letter', () => {
  expect(readSearch(' Ada@Hall.example ', 'CAD')?.email).toBe('ada@hall.example');
  expect(readSearch('50%_\\', 'CAD')?.namePattern).toBe('%50\\%\\_\\\\%');
  expect(readSearch('  ', 'CAD')).toBeNull();
});
