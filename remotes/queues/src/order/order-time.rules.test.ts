import { ageText, orderDate, orderDateGb, orderTime, readyText, zoneName, zoneNote } from './order-time.rules';

const at = '2026-11-20T17:44:00.000Z';
const inZone = (timezone: string) => ({ venue: { id: 1, name: 'Granary', timezone }, created_at: at });
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

test('formats times in the zone of the venue', () => {
  expect(orderTime(inZone('America/Toronto'), at)).toBe('12:44');
  expect(orderDateGb(inZone('Asia/Tokyo'), at)).toBe('21 Nov 2026, 02:44');
  expect(orderDate(inZone('Africa/Johannesburg'), at)).toBe('2026/11/20, 19:44');
});

test('formats the times of an order without a venue in the device’s zone, and names no zone', () => {
  expect(orderTime({}, at)).toBe(orderTime(inZone(here), at));
  expect(zoneName({}, at)).toBeUndefined();
});

test('names the zone if the device’s clock shows another time', () => {
  expect(zoneName(inZone('Pacific/Kiritimati'), at)).toBe('Kiritimati time');
  expect(zoneName(inZone('America/Argentina/Buenos_Aires'), at)).toBe('Buenos Aires time');
  expect(zoneName(inZone(here), at)).toBeUndefined();
});

test('names each zone of a list once', () => {
  expect(zoneNote([inZone(here), { created_at: at }])).toBeUndefined();
  expect(zoneNote([inZone('Pacific/Kiritimati'), inZone('Pacific/Kiritimati'), inZone(here)])).toBe(
    'Times are in the venue’s time zone: Kiritimati.',
  );
  expect(zoneNote([inZone('Pacific/Kiritimati'), inZone('Pacific/Marquesas')])).toBe(
    'Times are in the venues’ time zones: Kiritimati, Marquesas.',
  );
});

const SECOND = 1000;
const DAY = 86_400_000;
test.each([
  [-5 * SECOND, '0 sec'],
  [59 * SECOND, '59 sec'],
  [60 * SECOND, '1 min'],
  [24 * 60 * SECOND, '24 min'],
  [3600 * SECOND, '1 h'],
  [DAY - 1, '23 h'],
  [DAY, '1 d'],
  [7 * DAY, '1 wk'],
  [29 * DAY, '4 wk'],
  [30 * DAY, '1 mo'],
  [364 * DAY, '12 mo'],
  [365 * DAY, '1 y'],
])('an age of %d ms reads %j', (age, text) => {
  expect(ageText(at, Date.parse(at) + age)).toBe(text);
});

const MINUTE = 60 * SECOND;
test.each([
  [8.4 * MINUTE, 'Ready in about 8 min'],
  [31 * SECOND, 'Ready in about 1 min'],
  [20 * MINUTE, 'Ready in about 20 min'],
  [23 * MINUTE, 'Ready in about 25 min'],
  [29 * SECOND, undefined],
  [-MINUTE, undefined],
  [Number.NaN, undefined],
])('an order that should be done in %d ms reads %j', (wait, text) => {
  const now = Date.parse(at);
  const expectedAt = Number.isNaN(wait) ? 'soon' : new Date(now + wait).toISOString();
  expect(readyText(expectedAt, now)).toBe(text);
});
