import { type Lateness, latenessErrors, lateStep } from './lateness';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const TWO_STEPS = { late_after_minutes: 8, very_late_after_minutes: 15 };

test.each<[number, string, ReturnType<typeof lateStep>, Lateness]>([
  [20, 'without steps', 'on-time', undefined],
  [21, 'without steps', 'very-late', null],
  [8, 'with two steps', 'on-time', TWO_STEPS],
  [9, 'with two steps', 'late', TWO_STEPS],
  [16, 'with two steps', 'very-late', TWO_STEPS],
])('after %d minutes an order of a stall %s is %s', (minutes, _stall, expected, lateness) => {
  expect(lateStep(new Date(NOW - minutes * 60_000).toISOString(), NOW, lateness)).toBe(expected);
});

test.each([
  ['8', '15', []],
  [' 1 ', '600', []],
  ['15', '15', ['very_late_after_minutes']],
  ['', '15', ['late_after_minutes']],
  ['7.5', '15', ['late_after_minutes']],
  ['0', '601', ['late_after_minutes', 'very_late_after_minutes']],
])("the steps '%s' and '%s' have the errors %j", (late_after_minutes, very_late_after_minutes, wrong) => {
  expect(Object.keys(latenessErrors({ late_after_minutes, very_late_after_minutes }))).toEqual(wrong);
});
