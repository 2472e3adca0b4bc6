import { canBeResumed, isExpired } from './attempt-age.rules';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  ['is resumed at its start', 0, { resumed: true, expired: false }],
  ['is resumed after some minutes', 7 * MINUTE, { resumed: true, expired: false }],
  ['is resumed at the last check of the first hour', 30 * MINUTE, { resumed: true, expired: false }],
  ['is resumed more than an hour before its end', 23 * HOUR - SECOND, { resumed: true, expired: false }],
  ['is not resumed within its last hour', 23 * HOUR, { resumed: false, expired: false }],
  ['is not expired a second before its end', DAY - SECOND, { resumed: false, expired: false }],
  ['is expired after a day', DAY, { resumed: false, expired: true }],
  ['is expired after sixty days', 60 * DAY, { resumed: false, expired: true }],
  ['is resumed if the clock of the process that started it is ahead', -SECOND, { resumed: true, expired: false }],
])('an attempt %s', (_when, ageMs, expected) => {
  const created_at = new Date('2026-11-29T08:00:00Z');
  const at = new Date(created_at.getTime() + ageMs);
  expect({ resumed: canBeResumed({ created_at }, at), expired: isExpired({ created_at }, at) }).toEqual(expected);
});
