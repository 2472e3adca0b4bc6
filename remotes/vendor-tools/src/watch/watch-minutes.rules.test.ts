import { minutesErrors } from './watch-minutes.rules';

const RANGE = (most: number) => `Enter whole minutes from 1 to ${most}.`;
const LATER = 'Enter more minutes than for the step before.';

test.each([
  ['2', '4', '8', {}],
  ['60', '120', '240', {}],
  ['', '4', '8', { ring_minutes: RANGE(60) }],
  ['0', '4', '8', { ring_minutes: RANGE(60) }],
  ['2.5', '4', '8', { ring_minutes: RANGE(60) }],
  ['61', '70', '80', { ring_minutes: RANGE(60) }],
  ['2', '2', '8', { staff_minutes: LATER }],
  ['2', '4', '3', { hall_minutes: LATER }],
  ['2', 'x', '3', { staff_minutes: RANGE(120) }],
  ['2', '4', '241', { hall_minutes: RANGE(240) }],
])('the minutes %p, %p and %p have the errors %p', (ring_minutes, staff_minutes, hall_minutes, errors) => {
  expect(minutesErrors({ ring_minutes, staff_minutes, hall_minutes })).toEqual(errors);
});
