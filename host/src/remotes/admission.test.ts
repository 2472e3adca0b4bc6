import { writeLocal } from 'shared-contracts/local-keys';
import { aUser, sessionOf } from 'shared-contracts/testing';
import { admission } from './admission';

const OWNER = aUser({ vendors: { data: [{ id: 7, name: 'Kumo Ramen' }] } });
const SESSIONS = { visitor: null, customer: sessionOf(OWNER), vendor: sessionOf(OWNER, 7) };

test.each([
  ['public', 'anyone', 'visitor', 'admitted'],
  ['public', 'customer', 'visitor', 'admitted'],
  ['public', 'vendor', 'visitor', 'sign-in'],
  ['signed-in', 'anyone', 'visitor', 'sign-in'],
  ['signed-in', 'anyone', 'customer', 'admitted'],
  ['signed-in', 'anyone', 'vendor', 'admitted'],
  ['signed-in', 'customer', 'customer', 'admitted'],
  ['signed-in', 'customer', 'vendor', 'queues'],
  ['signed-in', 'vendor', 'customer', 'profile'],
  ['signed-in', 'vendor', 'vendor', 'admitted'],
  [undefined, 'anyone', 'visitor', 'admitted'],
] as const)('what is %s and for %s: a %s is %s', (guard, audience, who, expected) => {
  expect(admission({ guard, audience }, SESSIONS[who])).toBe(expected);
});

test.each([
  ['runs a hall', [{ id: 1, name: 'Granary' }], 'admitted'],
  ['runs no hall', [], 'not-operator'],
])('what is for operators: a person who %s', (_who, data, expected) => {
  writeLocal('user', { ...OWNER, venues: { data } } as Parameters<typeof writeLocal<'user'>>[1]);
  expect(admission({ guard: 'signed-in', audience: 'anyone', role: 'operator' }, SESSIONS.customer)).toBe(expected);
});
