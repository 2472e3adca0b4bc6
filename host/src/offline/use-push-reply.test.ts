import { MAI, sessionOf, THANDI } from '../testing/render-shell';
import { receivesOwnNews } from './use-push-reply';

const live = { isOnline: true, socket: 'live' } as const;

test.each([
  ['a customer on a live socket', true, sessionOf(THANDI), live],
  ['a person who acts as a vendor', false, sessionOf(MAI, 7), live],
  ['a signed-out visitor', false, null, live],
  ['a customer whose socket is down', false, sessionOf(THANDI), { ...live, socket: 'down' as const }],
  ['a customer without a connection', false, sessionOf(THANDI), { ...live, isOnline: false }],
])('the page of %s receives the news of a push itself: %s', (_who, expected, session, connection) => {
  expect(receivesOwnNews({ session, connection })).toBe(expected);
});
