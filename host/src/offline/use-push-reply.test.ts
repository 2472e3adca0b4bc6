import { MAI, sessionOf, THANDI } from '../testing/render-shell';
import { receivesOwnNews } from './use-push-reply';

const live = { isOnline: true, socket: 'live' } as const;

test.each([
  ['a customer on a live socket', sessionOf(THANDI), live, true],
  ['a person who acts as a vendor', sessionOf(MAI, 7), live, false],
  ['no session', null, live, false],
  ['a customer whose socket is down', sessionOf(THANDI), { ...live, socket: 'down' as const }, false],
  ['a customer without a connection', sessionOf(THANDI), { ...live, isOnline: false }, false],
])('a page of %s hears the news that a push tells: %#', (_who, session, connection, hears) => {
  expect(receivesOwnNews({ session, connection })).toBe(hears);
});
