import { aVendorSummary } from 'shared-contracts/testing';
import { closedText, nextChange, openingText } from './opening.rules';

const stall = (isOpen: boolean, changes_at: string | null) =>
  aVendorSummary({ accepting_orders: isOpen, opening: { mode: 'schedule', changes_at } });

const TORONTO = 'America/Toronto';
const LONDON = 'Europe/London';

// 2026-11-20 is a Friday.
test.each([
  ['tonight', true, '2026-11-20T22:00Z', LONDON, 'Open until 22:00'],
  ['after midnight', true, '2026-11-21T02:00Z', LONDON, 'Open until 02:00'],
  ['in two days', true, '2026-11-22T22:00Z', LONDON, 'Open until Sunday 22:00'],
  ['in the venue’s time', true, '2026-11-21T03:00Z', TORONTO, 'Open until 22:00'],
  ['later today', false, '2026-11-20T17:00Z', LONDON, 'Opens 17:00'],
  ['tomorrow', false, '2026-11-21T11:00Z', LONDON, 'Opens Saturday 11:00'],
  ['on Monday', false, '2026-11-23T11:00Z', LONDON, 'Opens Monday 11:00'],
  ['in a month', false, '2026-12-27T11:00Z', LONDON, 'Opens 27 Dec 11:00'],
  ['when the clocks have changed', false, '2027-03-29T10:00Z', LONDON, 'Opens 29 Mar 11:00'],
])('says that a stall changes %s', (_when, isOpen, at, zone, expected) => {
  expect(openingText(stall(isOpen, at), zone, Date.parse('2026-11-20T15:00Z'))).toBe(expected);
});

test.each([
  ['a stall without hours', stall(true, null)],
  ['a stall that was closed by hand', stall(false, null)],
])('says nothing about %s', (_case, vendor) => {
  expect(openingText(vendor, LONDON, 0)).toBeNull();
});

test.each([
  [true, 'Open'],
  [false, 'Closed'],
])('gives no time while the venue’s time zone is unknown, for a stall that is open: %s', (isOpen, expected) => {
  expect(openingText(stall(isOpen, '2026-11-23T11:00Z'), undefined, 0)).toBe(expected);
});

test('a closed stall says when it opens, if that is known', () => {
  const now = Date.parse('2026-11-20T15:00Z');
  expect(closedText(stall(false, '2026-11-23T11:00Z'), LONDON, now)).toBe(
    'Kumo Ramen is closed. It opens Monday at 11:00.',
  );
  expect(closedText(stall(false, null), LONDON, now)).toBe('Kumo Ramen is not taking orders right now.');
});

test('the next change may be a sold-out item that returns before the stall closes', () => {
  const back = { next_back_at: '2026-11-20T16:00:00.000Z' };
  expect(nextChange([stall(true, '2026-11-20T22:00:00.000Z'), undefined, back])).toBe('2026-11-20T16:00:00.000Z');
});

test('the next change is the earliest of the stalls', () => {
  const later = stall(true, '2026-11-20T22:00:00.000Z');
  const sooner = stall(false, '2026-11-20T17:00:00.000Z');
  expect(nextChange([later, stall(true, null), sooner, aVendorSummary()])).toBe('2026-11-20T17:00:00.000Z');
  expect(nextChange([stall(true, null)])).toBeUndefined();
});
