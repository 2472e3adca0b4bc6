import { EXPORT_PERIODS, emptyNote, parsePeriod, periodNote, periodStart } from './export-periods.rules';

test('knows six periods and refuses any other', () => {
  expect(EXPORT_PERIODS.map(({ label }) => label)).toEqual([
    'Today',
    'Yesterday',
    'This week',
    'This month',
    'This year',
    'All time',
  ]);
  expect(() => parsePeriod('decade')).toThrow("There is no export period 'decade'");
});

// 2026-11-20 is a Friday. In Toronto it is still the 19th at 03:00 UTC, in Auckland the 20th began at 11:00 UTC the day before.
test.each([
  ['today', '2026-11-20T17:00:00Z', 'America/Toronto', '2026-11-20T05:00:00.000Z'],
  ['today', '2026-11-20T03:00:00Z', 'America/Toronto', '2026-11-19T05:00:00.000Z'],
  ['today', '2026-11-20T03:00:00Z', 'Pacific/Auckland', '2026-11-19T11:00:00.000Z'],
  ['today', '2026-11-20T03:00:00Z', 'Africa/Johannesburg', '2026-11-19T22:00:00.000Z'],
  ['today', '2026-11-20T03:00:00Z', 'Asia/Kathmandu', '2026-11-19T18:15:00.000Z'],
  ['yesterday', '2026-11-20T17:00:00Z', 'America/Toronto', '2026-11-19T05:00:00.000Z'],
  ['yesterday', '2026-03-01T17:00:00Z', 'America/Toronto', '2026-02-28T05:00:00.000Z'],
  ['week', '2026-11-20T17:00:00Z', 'America/Toronto', '2026-11-15T05:00:00.000Z'],
  ['week', '2026-11-15T17:00:00Z', 'America/Toronto', '2026-11-15T05:00:00.000Z'],
  ['week', '2026-01-02T17:00:00Z', 'America/Toronto', '2025-12-28T05:00:00.000Z'],
  ['month', '2026-11-20T17:00:00Z', 'America/Toronto', '2026-11-01T04:00:00.000Z'],
  ['year', '2026-11-20T17:00:00Z', 'America/Toronto', '2026-01-01T05:00:00.000Z'],
  // The clocks went back at 02:00 that Sunday, and forward in March: the day is 25 and 23 hours long, its start stays.
  ['today', '2026-11-01T23:00:00Z', 'America/Toronto', '2026-11-01T04:00:00.000Z'],
  ['yesterday', '2026-11-02T06:00:00Z', 'America/Toronto', '2026-11-01T04:00:00.000Z'],
  ['today', '2026-03-08T20:00:00Z', 'America/Toronto', '2026-03-08T05:00:00.000Z'],
  // Midnight itself was skipped in Santiago: the day began at 01:00.
  ['today', '2025-09-07T20:00:00Z', 'America/Santiago', '2025-09-07T04:00:00.000Z'],
] as const)("the period '%s' at %s in %s starts at %s", (period, now, timeZone, start) => {
  expect(periodStart(period, new Date(now), timeZone)?.toISOString()).toBe(start);
});

test("the period 'all' has no start", () => {
  expect(periodStart('all', new Date('2026-11-20T17:00:00Z'), 'America/Toronto')).toBeNull();
});

test("explains that 'Yesterday' includes today and that a week starts on Sunday", () => {
  expect(periodNote('yesterday')).toBe("All orders since the start of yesterday, including today's.");
  expect(periodNote('week')).toBe('All orders since Sunday.');
  expect(periodNote('today')).toBeUndefined();
});

test('names an empty period and suggests a longer one', () => {
  expect(emptyNote('today')).toBe('There are no orders for “Today”. Try a longer period.');
  expect(emptyNote('all')).toBe('There are no orders yet.');
});
