import { amountError, codedAmount, parseNumber, percentError } from './amounts.rules';

test.each([
  ['12.50', 12.5],
  [' 12,5 ', 12.5],
  ['١٢٫٥', 12.5],
  ['.5', 0.5],
  ['0', 0],
  ['', undefined],
  ['-1', undefined],
  ['1,000.50', undefined],
  ['twelve', undefined],
])('%j is read as %j', (text, expected) => {
  expect(parseNumber(text)).toBe(expected);
});

test.each([
  ['12.50', 'CAD', undefined],
  ['12.505', 'CAD', 'At most 2 decimals.'],
  ['12.5', 'JPY', 'This currency has no decimals.'],
  ['', 'CAD', 'Enter an amount, such as 12.50.'],
  ['10000001', 'CAD', 'This amount is too large.'],
])('the amount %j of %s gets the message %j', (text, currency, expected) => {
  expect(amountError(text, currency)).toBe(expected);
});

test.each([
  ['0', undefined],
  ['100', undefined],
  ['2,75', undefined],
  ['2.755', 'At most 2 decimals.'],
  ['101', 'Enter a percentage between 0 and 100.'],
  ['-1', 'Enter a percentage between 0 and 100.'],
])('the percentage %j gets the message %j', (text, expected) => {
  expect(percentError(text)).toBe(expected);
});

test('an amount without a known symbol has the code of its currency', () => {
  expect(codedAmount(-1234.5, 'CAD')).toBe('-CAD 1,234.50');
});
