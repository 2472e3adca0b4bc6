import { canBeResumed, isExpired } from './attempt-age.rules';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  ['at its start', 0, { resumed: true, expired: false }],
  ['when the form was slow', 7 * MINUTE, { resumed: true, expired: false }],
  ['at the last check of the first hour', 30 * MINUTE, { resumed: true, expired: false }],
  ['an hour before its end', 23 * HOUR - SECOND, { resumed: true, expired: false }],
  ['within its last hour', 23 * HOUR, { resumed: false, expired: false }],
  ['a second before its end', DAY - SECOND, { resumed: false, expired: false }],
  ['after a day', DAY, { resumed: false, expired: true }],
  ['after sixty days', 60 * DAY, { resumed: false, expired: true }],
  ['when the clock of the process that started it is ahead', -SECOND, { resumed: true, expired: false }],
])('an attempt counts for a day: %s', (_when, ageMs, expected) => {
  const created_at = new Date('2026-11-29T08:00:00Z');
  const at = new Date(created_at.getTime() + ageMs);
  expect({ resumed: canBeResumed({ created_at }, at), expired: isExpired({ created_at }, at) }).toEqual(expected);
});
