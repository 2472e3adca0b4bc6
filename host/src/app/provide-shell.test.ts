import { eventLog, publish, shellState, type TabChannel } from 'shared-contracts/events';
import { localName, readLocal, writeLocal } from 'shared-contracts/local-keys';
import { endSession, startSession } from 'shared-contracts/session';
import { anActiveVenue, TEST_SITE } from 'shared-contracts/testing';
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

test('the table of an earlier visit is forgotten', () => {
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
  test('ends the session that it was about', () => {
    start();
    startSession(signedIn(THANDI));
    endRefusedSession('token-of-3');
    expect(shellState().session).toBeNull();
    expect(readLocal('token')).toBeUndefined();
  });

  test.each(['token-of-an-earlier-session', undefined])('about %s leaves the running session alone', (token) => {
    start();
    startSession(signedIn(THANDI));
    endRefusedSession(token);
    expect(shellState().session?.user.id).toBe(THANDI.id);
  });
});

test('a page of a vendor whose browser has forgotten the hint to the server leaves it again', () => {
  start();
  startSession(signedIn(THANDI), { type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } });
  // biome-ignore lint/suspicious/noDocumentCookie: as a browser forgets it
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

  test('learns on waking that the session ended elsewhere', () => {
    start();
    startSession(signedIn(THANDI));
    stop = watchSession();
    window.localStorage.clear();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(shellState().session).toBeNull();
  });

  test('learns on waking that the account was switched elsewhere', () => {
    start();
    startSession(signedIn(THANDI));
    stop = watchSession();
    writeLocal('context', { type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(shellState().session?.context).toEqual({ type: 'Vendor', data: { id: 7, name: 'Kumo Ramen' } });
  });
});

describe('a tab that another one is ahead of', () => {
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

  /** Announces an event of another tab, which may arrive before what that tab wrote. */
  const hear = (name: string, payload: object) => channel.onmessage?.({ data: { name, payload } } as MessageEvent);
  /** One key of another tab arrives, as browsers hand them over: each by itself. */
  function arrives(...[key, value]: Parameters<typeof writeLocal>): void {
    writeLocal(key, value);
    window.dispatchEvent(new StorageEvent('storage', { key: localName(key) }));
  }
  const sessionEvents = () => eventLog().flatMap(({ name }) => (/^signed|^context/.test(name) ? [name] : []));

  test('is signed in once it can read the token, and not before', () => {
    hear('signed-in', { user: { id: THANDI.id, name: THANDI.name, vendors: [] }, context: PERSONAL });
    arrives('user', THANDI);
    arrives('context', PERSONAL);
    expect(shellState().session).toBeNull();
    arrives('token', 'token-of-3');
    expect(shellState().session).toMatchObject({ user: { id: THANDI.id }, context: PERSONAL });
    expect(sessionEvents()).toEqual(['signed-in']);
  });

  test('is signed in whichever key arrives last, and never out in between', () => {
    hear('signed-in', { user: { id: THANDI.id, name: THANDI.name, vendors: [] }, context: PERSONAL });
    arrives('token', 'token-of-3');
    arrives('user', THANDI);
    arrives('context', PERSONAL);
    expect(shellState().session?.user.id).toBe(THANDI.id);
    expect(sessionEvents()).toEqual(['signed-in']);
  });

  test('switches the account once it can read it', () => {
    startSession(signedIn(THANDI));
    hear('context-switched', { context: KUMO });
    expect(shellState().session?.context.type).toBe('User');
    arrives('context', KUMO);
    expect(shellState().session?.context).toEqual(KUMO);
  });

  test('is signed out at once, since that needs no token', () => {
    startSession(signedIn(THANDI));
    hear('signed-out', { reason: 'expired' });
    expect(shellState().session).toBeNull();
  });
});

test('the token is stored after all that a session has beside it, so that a tab that reads it can read the rest', () => {
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
