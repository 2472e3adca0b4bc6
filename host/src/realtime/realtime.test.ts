import { provideClient } from 'shared-contracts/client';
import {
  createEventStore,
  type EventName,
  type EventStore,
  provideEventStore,
  publish,
  type ShellState,
} from 'shared-contracts/events';
import { provideSite } from 'shared-contracts/site';
import { anActiveVenue, fakeApi, setMinutesAhead, TEST_SITE } from 'shared-contracts/testing';
import { MAI, sessionOf, THANDI } from '../testing/render-shell';
import { type Channels, channelsOf } from './channel';
import type { ConnectionOptions } from './connection';
import { type Realtime, startRealtime } from './realtime';

/** A fake socket that records its calls. */
function fakeSocket() {
  const calls: string[] = [];
  let options: ConnectionOptions | undefined;
  return {
    calls,
    server: () => {
      if (!options) throw new Error('No client has connected yet.');
      return options;
    },
    load: async () => ({
      connect: (given: ConnectionOptions) => {
        options = given;
        calls.push('connect');
        return {
          socketId: () => '1.2',
          join: ({ account, venue }: Channels) => calls.push(['join', account, venue].filter(Boolean).join(' ')),
          close: () => calls.push('close'),
        };
      },
    }),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
let realtime: Realtime;
let store: EventStore;
let received: string[];

async function start(socket: { load: ReturnType<typeof fakeSocket>['load'] }, session: ShellState['session'] = null) {
  store = createEventStore({ initial: { session } });
  provideEventStore(store);
  provideSite({ ...TEST_SITE, realtime: { key: 'app', cluster: 'mt1' } });
  received = [];
  const record = (name: EventName) =>
    store.subscribe(name, (_payload, { source }) => received.push(`${name} from ${source}`));
  record('refresh-wanted');
  record('queue-order-added');
  realtime = startRealtime({ load: socket.load, whenIdle: (work) => work() });
  await settled();
}

afterEach(() => realtime?.stop());

const venue = anActiveVenue();

test.each([
  ['a signed-out visitor', {}, null, null],
  ['a signed-out visitor in a venue', { venue: 'venues.1' }, null, venue],
  ['a customer', { account: 'users.3' }, sessionOf(THANDI), null],
  ['a customer in a venue', { account: 'users.3', venue: 'venues.1' }, sessionOf(THANDI), venue],
  ['a vendor', { account: 'vendors.7' }, sessionOf(MAI, 7), venue],
])('%s joins the channels %j', (_who, channels, session, active) => {
  expect(channelsOf({ session, venue: active })).toEqual(channels);
});

test("a visitor's socket joins the venue's channel, and the account's channel after the sign-in", async () => {
  const socket = fakeSocket();
  await start(socket);
  publish('venue-activated', { venue });
  await settled();
  socket.server().onState('live');
  expect(store.state.getState().connection.socket).toBe('off');
  publish('signed-in', sessionOf(MAI));
  expect(store.state.getState().connection.socket).toBe('live');
  publish('signed-out', { reason: 'asked' });
  publish('venue-cleared', {});
  expect(socket.calls).toEqual(['connect', 'join venues.1', 'join users.5 venues.1', 'join venues.1', 'close']);
});

test("a visitor's page asks for a refresh at each join, since it received no earlier event", async () => {
  const socket = fakeSocket();
  await start(socket);
  publish('venue-activated', { venue });
  await settled();
  socket.server().onJoined('venue', true);
  expect(received).toEqual(['refresh-wanted from shell']);
  socket.server().onJoined('venue', false);
  expect(received).toEqual(['refresh-wanted from shell', 'refresh-wanted from shell']);
});

test("during a session the account's channel asks for a refresh at each join, the venue's only after an interruption", async () => {
  const socket = fakeSocket();
  await start(socket, sessionOf(THANDI));
  publish('venue-activated', { venue });
  await settled();
  socket.server().onJoined('venue', true);
  expect(received).toEqual([]);
  socket.server().onJoined('account', true);
  expect(received).toEqual(['refresh-wanted from shell']);
  socket.server().onJoined('venue', false);
  expect(received).toEqual(['refresh-wanted from shell', 'refresh-wanted from shell']);
});

test('a refused channel asks for a refresh, since the role or the session may have ended', async () => {
  const socket = fakeSocket();
  await start(socket, sessionOf(MAI, 7));
  socket.server().onRefused();
  expect(received).toEqual(['refresh-wanted from shell']);
});

test('the socket opens at the sign-in, changes its channel at a switch, and closes at the sign-out', async () => {
  const socket = fakeSocket();
  await start(socket);
  expect(socket.calls).toEqual([]);
  publish('signed-in', sessionOf(MAI));
  await settled();
  expect(realtime.socketId()).toBe('1.2');
  publish('context-switched', { context: sessionOf(MAI, 7).context });
  publish('signed-out', { reason: 'asked' });
  expect(socket.calls).toEqual(['connect', 'join users.5', 'join vendors.7', 'close']);
  expect(realtime.socketId()).toBeUndefined();
  expect(store.state.getState().connection.socket).toBe('off');
});

test('no socket opens if the session ends while the code is loading', async () => {
  const socket = fakeSocket();
  await start(socket);
  publish('signed-in', sessionOf(MAI));
  publish('signed-out', { reason: 'asked' });
  await settled();
  expect(socket.calls).toEqual([]);
});

test("the server's events reach the store with the server as their source", async () => {
  const socket = fakeSocket();
  await start(socket, sessionOf(MAI, 7));
  socket.server().onState('live');
  socket.server().onJoined('account', true);
  socket.server().onEvent('QueueOrderAdded', { vendor: { id: 7, name: 'Kumo Ramen', image: '' } } as never);
  expect(received).toEqual(['refresh-wanted from shell', 'queue-order-added from server']);
  expect(store.state.getState().connection.socket).toBe('live');
});

test('the socket counts as down if its code fails to load, and the next refresh tries again', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const socket = fakeSocket();
  let attempts = 0;
  const load = async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('Loading chunk 7 failed.');
    return await socket.load();
  };
  await start({ load }, sessionOf(THANDI));
  expect(store.state.getState().connection.socket).toBe('down');
  publish('refresh-wanted', { why: 'timer' });
  await settled();
  expect(socket.calls).toEqual(['connect', 'join users.3']);
});

describe('the timer', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('asks for a refresh every 120 seconds', async () => {
    jest.useRealTimers();
    jest.useFakeTimers({ doNotFake: ['setTimeout'] });
    await start(fakeSocket(), sessionOf(THANDI));
    jest.advanceTimersByTime(119_999);
    expect(received).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(received).toEqual(['refresh-wanted from shell']);
  });

  test("requests the server's time if it is unknown, and after the device's clock has jumped", async () => {
    const site = fakeApi().on('GET /health', { data: { status: 'ok' } });
    provideClient(site);
    const starting = start(fakeSocket());
    await jest.advanceTimersByTimeAsync(0);
    await starting;
    jest.advanceTimersByTime(4999);
    expect(site.requests).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(site.requests).toMatchObject([{ method: 'GET', path: '/health' }]);
    setMinutesAhead(0);
    jest.advanceTimersByTime(20_000);
    expect(site.requests).toHaveLength(1);
    jest.setSystemTime(Date.now() + 35 * 60_000);
    jest.advanceTimersByTime(5000);
    expect(site.requests).toHaveLength(2);
    setMinutesAhead(35);
    jest.advanceTimersByTime(20_000);
    expect(site.requests).toHaveLength(2);
  });
});
