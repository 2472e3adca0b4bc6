import { backText } from './back.rules';

test('gives no time while the venue’s time zone is unknown', () => {
  expect(backText('2026-11-21T16:00Z', undefined, 0)).toBe('back by itself');
});

test.each([
  ['tomorrow', '2026-11-21T16:00Z', 'back Saturday 11:00'],
  ['after a closed day', '2026-11-24T16:00Z', 'back Tuesday 11:00'],
  ['after the holidays', '2027-01-04T16:00Z', 'back 4 Jan 11:00'],
])('says in the venue’s time that an item is back %s', (_when, at, expected) => {
  expect(backText(at, 'America/Toronto', Date.parse('2026-11-20T15:00Z'))).toBe(expected);
});
