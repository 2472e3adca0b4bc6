import { readLocal, writeLocal } from '../local-keys';
import { aUser } from '../testing/builders';
import { createEventStore, provideEventStore, shellState } from './index';
import {
  endSession,
  forgetAccount,
  reconcileSession,
  refreshProfile,
  sessionToken,
  startSession,
  storedSession,
  switchContext,
} from './session';

const USER = aUser({ id: 7, email: 'thandi@example.com', vendors: { data: [{ id: 5, name: 'Kumo Ramen' }] } });

beforeEach(() => provideEventStore(createEventStore()));

test('stores a sign-in under the keys token, user and context, and publishes no secret', () => {
  const store = createEventStore();
  provideEventStore(store);
  startSession({ token: 'abc', data: USER });
  expect(sessionToken()).toBe('abc');
  expect(JSON.parse(localStorage.getItem('context') ?? '')).toEqual({
    type: 'User',
    data: { id: 7, name: 'Thandi Mokoena' },
  });
  expect(JSON.stringify(store.log())).not.toMatch(/abc|example\.com|0820000001/);
});

test('a reload starts with the session that the device holds', () => {
  startSession({ token: 'abc', data: USER });
  expect(storedSession()?.user).toEqual({ id: 7, name: 'Thandi Mokoena', vendors: [{ id: 5, name: 'Kumo Ramen' }] });
});

test('ignores an incomplete session', () => {
  startSession({ token: 'abc', data: USER });
  localStorage.setItem('user', '{"broken');
  expect(storedSession()).toBeNull();
});

test.each([
  ['without its data', { type: 'User', data: null }],
  ['of no account', { type: 'Vendor', data: {} }],
  ['of another shape', 'Vendor'],
  ['that is null', null],
])('a stored context %s counts as the personal account', (_what, context) => {
  startSession({ token: 'abc', data: USER });
  localStorage.setItem('context', JSON.stringify(context));
  expect(storedSession()?.context).toEqual({ type: 'User', data: { id: 7, name: 'Thandi Mokoena' } });
});

test.each([
  ['null', null],
  ['no vendors', { ...USER, vendors: undefined }],
  ['a vendor that is null', { ...USER, vendors: { data: [null] } }],
])('a stored user of another shape (%s) does not count as a session', (_what, user) => {
  startSession({ token: 'abc', data: USER });
  localStorage.setItem('user', JSON.stringify(user));
  expect(storedSession()).toBeNull();
});

test('ending the session clears the account’s keys and keeps the device’s', () => {
  startSession({ token: 'abc', data: USER });
  writeLocal('phone', '0820000001');
  writeLocal('queue', []);
  endSession('asked');
  expect(shellState().session).toBeNull();
  expect([readLocal('token'), readLocal('user'), readLocal('queue')]).toEqual([undefined, undefined, undefined]);
  expect(readLocal('phone')).toBe('0820000001');
});

test('switching the context drops the locally cached queues', () => {
  startSession({ token: 'abc', data: USER });
  writeLocal('queues', []);
  switchContext({ type: 'Vendor', data: { id: 5, name: 'Kumo Ramen' } });
  expect(shellState().session?.context.type).toBe('Vendor');
  expect(readLocal('queues')).toBeUndefined();
});

test('uses the new name of a renamed account, also after a reload', () => {
  startSession({ token: 'abc', data: USER }, { type: 'Vendor', data: { id: 5, name: 'Kumo Ramen' } });
  refreshProfile({ ...USER, vendors: { data: [{ id: 5, name: 'Kumo Noodles' }] } });
  expect(shellState().session?.context).toEqual({ type: 'Vendor', data: { id: 5, name: 'Kumo Noodles' } });
  expect(storedSession()?.context.data.name).toBe('Kumo Noodles');
});

test('a tab that slept adopts the changes of other tabs', () => {
  startSession({ token: 'abc', data: USER });
  localStorage.removeItem('token');
  reconcileSession();
  expect(shellState().session).toBeNull();
});

test('hints a vendor account to the server, which then prefetches no customer screen', () => {
  const vendor = { type: 'Vendor', data: { id: 8, name: 'Pico Taquería' } } as const;
  switchContext(vendor);
  expect(document.cookie).toBe('acts_as=vendor');
  switchContext({ type: 'User', data: { id: 1, name: 'Ada' } });
  expect(document.cookie).toBe('');
  switchContext(vendor);
  forgetAccount();
  expect(document.cookie).toBe('');
});
