import { type CardEntry, formatExpiry, formatNumber, isLuhnValid, problemsOf } from './card-fields';

const TODAY = new Date(2026, 10, 15);
const GOOD: CardEntry = { number: '4242 4242 4242 4242', expiry: '12 / 28', cvc: '123' };

test.each([
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242x4242', '4242 4242 4242'],
])('the number %s is shown as %s', (typed, shown) => expect(formatNumber(typed)).toBe(shown));

test.each([
  ['1', '1'],
  ['4', '04'],
  ['12', '12'],
  ['128', '12 / 8'],
  ['12/28', '12 / 28'],
  ['428', '04 / 28'],
])('the expiry %s is shown as %s', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

test('the check digit reveals a mistyped digit', () => {
  expect(isLuhnValid('4242424242424242')).toBe(true);
  expect(isLuhnValid('4242424242424241')).toBe(false);
});

test.each<[string, Partial<CardEntry>, string[]]>([
  ['a complete card is valid', {}, []],
  [
    'empty fields are incomplete',
    { number: '', expiry: '', cvc: '' },
    ['incomplete_number', 'incomplete_expiry', 'incomplete_cvc'],
  ],
  ['a wrong digit in the number is an error', { number: '4242 4242 4242 4241' }, ['invalid_number']],
  ['month 13 is an error', { expiry: '13 / 28' }, ['invalid_expiry_month']],
  ['last month is an error', { expiry: '10 / 26' }, ['invalid_expiry_year_past']],
  ['this month is valid', { expiry: '11 / 26' }, []],
  ['a short security code is incomplete', { cvc: '12' }, ['incomplete_cvc']],
])('%s', (_title, changes, codes) => {
  expect(problemsOf({ ...GOOD, ...changes }, TODAY).map((problem) => problem.code)).toEqual(codes);
});
