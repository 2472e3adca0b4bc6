import { backText } from './back.rules';

test('without the venue’s time zone there is no time', () => {
  expect(backText('2026-11-21T16:00Z', undefined, 0)).toBe('back by itself');
});

test.each([
  ['tomorrow', '2026-11-21T16:00Z', 'back Saturday 11:00'],
  ['after a closed day', '2026-11-24T16:00Z', 'back Tuesday 11:00'],
  ['after the holidays', '2027-01-04T16:00Z', 'back 4 Jan 11:00'],
])('what is sold out %s says when it is back, in the venue’s time', (_when, at, expected) => {
  expect(backText(at, 'America/Toronto', Date.parse('2026-11-20T15:00Z'))).toBe(expected);
});
