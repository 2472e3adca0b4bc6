import { isOverBudget, recent } from './error-budget.rules';

const MINUTE = 60_000;
/** 'a0' is a failure in page load a at minute 0. */
const failures = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((each) => ({ page: each.charAt(0), at: Number(each.slice(1)) * MINUTE }));

test.each([
  ['', 0, false],
  ['a0', 0, false],
  ['a0 a1', 1, false],
  ['a0 a1 a2', 2, true],
  ['a0 a1 a4.9', 4.9, true],
  ['a0 a1 a5', 5, false],
  ['a0 a3 a5 a6', 6, true],
  ['a0 b1', 1, true],
  ['a0 b4.9', 4.9, true],
  ['a0 b5', 5, false],
  // After the clock was corrected backwards, failures in the future do not count.
  ['a9 b9 a9', 1, false],
])('the failures %p are over the budget at minute %d: %p', (text, minute, expected) => {
  expect(isOverBudget(failures(text), minute * MINUTE)).toBe(expected);
});

test('only the last three failures are stored', () => {
  expect(recent(failures('a0 a1 a2 a3 a4'), 4 * MINUTE)).toEqual(failures('a2 a3 a4'));
});
