import { eventLog, publish, shellState, type TabChannel } from 'shared-contracts/events';
import { localName, readLocal, writeLocal } from 'shared-contracts/local-keys';
import { endSession, startSession } from 'shared-contracts/session';
import { anActiveVenue, TEST_SITE } from 'shared-contracts/testing';
import { takeIdleEnd } from '../sign-in/idle-end';
import { signedIn, THANDI } from '../testing/render-shell';
import { endRefusedSession, provideShell } from './provide-shell';
import { watchSession } from './watch-session';

const start = () => provideShell({ config: TEST_SITE, socketId: () => undefined });

test('a reload keeps the session, the venue and the destination', () => {
  const scannedAt = Date.now();
  start();
  startSession(signedIn(THANDI));
  publish('venue-activated', { venue: anActiveVenue({ name: 'Granary' }) });
  publish('destination-set', { location: 'T12', venueId: 1, scannedAt });
  start();
  expect(shellState()).toMatchObject({
    session: { user: { id: THANDI.id }, context: { type: 'User' } },
    venue: { id: 1, name: 'Granary' },
    destination: 'T12',
    destinationFrom: { venueId: 1, scannedAt },
  });
});

test('a table that was scanned more than six hours ago is forgotten', () => {
  const destinationFrom = { venueId: 1, scannedAt: Date.now() - 6 * 3_600_000 - 1 };
  window.sessionStorage.setItem('visit', JSON.stringify({ destination: 'T12', destinationFrom }));
  start();
  expect(shellState()).toMatchObject({ destination: '' });
  expect(shellState().destinationFrom).toBeUndefined();
});

test('a stored destination that cannot be read is ignored', () => {
  window.sessionStorage.setItem('visit', '{"venue":"?","destination":4}');
  start();
  expect(shellState()).toMatchObject({ venue: null, destination: '' });
});

describe('a 401', () => {
  test('ends the session whose token was refused', () => {
    start();
    startSession(signedIn(THANDI));
    endRefusedSession('token-of-3', 'UNAUTHENTICATED');
    expect(shellState().session).toBeNull();
    expect(readLocal('token')).toBeUndefined();
  });

  test.each([
    ['SESSION_IDLE', true],
    ['UNAUTHENTICATED', false],
  ])('with the code %s is told to the sign-in page: %p', (code, isTold) => {
    start();
    startSession(signedIn(THANDI));
    endRefusedSession('token-of-3', code);
    expect([takeIdleEnd(), takeIdleEnd()]).toEqual([isTold, false]);
  });

  test.each(['token-of-an-earlier-session', undefined])('for the token %s keeps the current session', (token) => {
    start();
    startSession(signedIn(THANDI));
    endRefusedSession(token, 'UNAUTHENTICATED');
    expect(shellState().session?.user.id).toBe(THANDI.id);
  });
});

test("a vendor's page sets its cookie for the server again after the browser has lost it", () => {
  start();
  startSession(signedIn(THANDI), { type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } });
  // biome-ignore lint/suspicious/noDocumentCookie: a browser would lose it like this
  document.cookie = 'acts_as=; path=/; max-age=0';
  const stop = watchSession();
  expect(document.cookie).toBe('acts_as=vendor');
  stop();
  endSession('asked');
  expect(document.cookie).toBe('');
});

describe('a tab that slept', () => {
  let stop = () => {};
  afterEach(() => stop());

  test('ends its session on waking if another tab has ended it', () => {
    start();
    startSession(signedIn(THANDI));
    stop = watchSession();
    window.localStorage.clear();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(shellState().session).toBeNull();
  });

  test('switches the account on waking if another tab has switched it', () => {
    start();
    startSession(signedIn(THANDI));
    stop = watchSession();
    writeLocal('context', { type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(shellState().session?.context).toEqual({ type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } });
  });
});

describe('a tab that receives an event before the data that another tab has stored', () => {
  const KUMO = { type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } } as const;
  const PERSONAL = { type: 'User', data: { id: THANDI.id, name: THANDI.name } } as const;
  const channel: TabChannel = { postMessage: jest.fn(), onmessage: null, close: () => {} };
  let stop = () => {};

  beforeEach(() => {
    Object.assign(window, { BroadcastChannel: jest.fn(() => channel) });
    start();
    stop = watchSession();
  });
  afterEach(() => {
    stop();
    Reflect.deleteProperty(window, 'BroadcastChannel');
  });

  /** Delivers an event of another tab, which may arrive before the data that the tab has stored. */
  const receiveEvent = (name: string, payload: object) =>
    channel.onmessage?.({ data: { name, payload } } as MessageEvent);
  /** Stores a key as another tab does. Browsers report each key by itself. */
  function receiveKey(...[key, value]: Parameters<typeof writeLocal>): void {
    writeLocal(key, value);
    window.dispatchEvent(new StorageEvent('storage', { key: localName(key) }));
  }
  const sessionEvents = () => eventLog().flatMap(({ name }) => (/^signed|^context/.test(name) ? [name] : []));

  test('signs in only once it can read the token', () => {
    receiveEvent('signed-in', { user: { id: THANDI.id, name: THANDI.name, vendors: [] }, context: PERSONAL });
    receiveKey('user', THANDI);
    receiveKey('context', PERSONAL);
    expect(shellState().session).toBeNull();
    receiveKey('token', 'token-of-3');
    expect(shellState().session).toMatchObject({ user: { id: THANDI.id }, context: PERSONAL });
    expect(sessionEvents()).toEqual(['signed-in']);
  });

  test('signs in whichever key arrives last, without a sign-out in between', () => {
    receiveEvent('signed-in', { user: { id: THANDI.id, name: THANDI.name, vendors: [] }, context: PERSONAL });
    receiveKey('token', 'token-of-3');
    receiveKey('user', THANDI);
    receiveKey('context', PERSONAL);
    expect(shellState().session?.user.id).toBe(THANDI.id);
    expect(sessionEvents()).toEqual(['signed-in']);
  });

  test('switches the account only once it can read the new one', () => {
    startSession(signedIn(THANDI));
    receiveEvent('context-switched', { context: KUMO });
    expect(shellState().session?.context.type).toBe('User');
    receiveKey('context', KUMO);
    expect(shellState().session?.context).toEqual(KUMO);
  });

  test('signs out at once, since that needs no token', () => {
    startSession(signedIn(THANDI));
    receiveEvent('signed-out', { reason: 'expired' });
    expect(shellState().session).toBeNull();
  });
});

test('the token is stored last, so that a tab that reads it can read the rest of the session', () => {
  start();
  const written = jest.spyOn(Storage.prototype, 'setItem');
  startSession(signedIn(THANDI));
  expect(
    written.mock.calls
      .map(([key]) => key)
      .filter((key) => /token|user|context/.test(key))
      .at(-1),
  ).toBe('token');
  written.mockRestore();
});
