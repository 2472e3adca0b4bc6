import { lastMonth, parsePeriod, periodText, thisMonth } from './period.rules';

test.each([
  ['2026-11-30', { from: '2026-10-01', to: '2026-10-31' }],
  ['2026-03-01', { from: '2026-02-01', to: '2026-02-28' }],
  ['2028-03-31', { from: '2028-02-01', to: '2028-02-29' }],
  ['2027-01-15', { from: '2026-12-01', to: '2026-12-31' }],
])('on %s last month is %j', (today, expected) => {
  expect(lastMonth(today)).toEqual(expected);
});

test('this month ends today, since nothing is paid out for days to come', () => {
  expect(thisMonth('2026-11-12')).toEqual({ from: '2026-11-01', to: '2026-11-12' });
});

test.each([
  ['from=2026-10-01&to=2026-10-31', { from: '2026-10-01', to: '2026-10-31' }],
  ['from=2026-10-31&to=2026-10-01', undefined],
  ['from=2026-02-30&to=2026-03-01', undefined],
  ['from=2025-10-01&to=2026-10-02', undefined],
  ['from=2026-10-01', undefined],
  ['', undefined],
])('the address %j names the days %j', (query, expected) => {
  expect(parsePeriod(new URLSearchParams(query))).toEqual(expected);
});

test.each([
  [{ from: '2026-10-01', to: '2026-10-31' }, 'October 2026'],
  [{ from: '2026-10-01', to: '2026-10-30' }, '1 Oct 2026 to 30 Oct 2026'],
  [{ from: '2026-09-01', to: '2026-10-31' }, '1 Sept 2026 to 31 Oct 2026'],
  [{ from: '2026-10-05', to: '2026-10-05' }, '5 Oct 2026'],
])('%j is named %s', (period, expected) => {
  expect(periodText(period)).toBe(expected);
});
