import { type Lateness, latenessErrors, lateStep } from './lateness';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const TWO_STEPS = { late_after_minutes: 8, very_late_after_minutes: 15 };

test.each<[number, string, Lateness, ReturnType<typeof lateStep>]>([
  [20, 'no stall set steps', undefined, 'on-time'],
  [21, 'no stall set steps', null, 'very-late'],
  [8, 'the stall set two', TWO_STEPS, 'on-time'],
  [9, 'the stall set two', TWO_STEPS, 'late'],
  [16, 'the stall set two', TWO_STEPS, 'very-late'],
])('after %d minutes, where %s', (minutes, _where, lateness, expected) => {
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
