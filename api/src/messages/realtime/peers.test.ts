import { createKysely, type Db } from 'core/database/kysely';
import type { Notifications, OnMessage } from 'core/database/notifications';
import { silentLog } from 'core/testing/logs';
import { sql } from 'kysely';
import { withDatabase } from '../../testing/test-app';
import type { EmbeddedEngine } from './embedded-engine';
import { EventReader, followSessions } from './peers';

const { database } = withDatabase();

let db: Db;
/** The calls that the engine received. */
let calls: unknown[][];
let engine: EmbeddedEngine;
let listeners: Map<string, OnMessage>;
let gaps: (() => void)[];
let notifications: Notifications;

beforeEach(async () => {
  db = createKysely((await database()).pool);
  calls = [];
  const record =
    (name: string) =>
    (...given: unknown[]) =>
      void calls.push([name, ...given]);
  engine = {
    endAll: record('endAll'),
    endSessions: record('endSessions'),
    signedFor: record('signedFor'),
    broadcast: async (channels: string[], event: string) => void calls.push(['broadcast', ...channels, event]),
  } as unknown as EmbeddedEngine;
  listeners = new Map();
  gaps = [];
  notifications = {
    listen: async (channel, notify) => {
      listeners.set(channel, notify);
      return () => listeners.delete(channel);
    },
    onGap: (look) => {
      gaps.push(look);
      return () => undefined;
    },
    isListening: true,
  };
});

const notify = (channel: string, payload: string) => listeners.get(channel)?.(payload);

const event = (name: string) => ({ channels: ['private-users.1'], event: name, payload: {}, except_socket_id: null });
const stored = async (payload: object): Promise<number> =>
  (
    await db
      .insertInto('outbox')
      .values({ kind: 'event', payload: JSON.stringify(payload) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** Resolves when the engine was called this many times. */
async function called(times: number): Promise<void> {
  while (calls.length < times) await new Promise(setImmediate);
}

test('the engine applies the signatures and ended sessions of other processes, and closes all sockets after a gap', async () => {
  const stop = await followSessions(engine, notifications, () => calls.push(['checkListeners']));
  notify('socket_signed', JSON.stringify({ socketId: '1.2', session: 7, channel: 'private-users.1' }));
  notify('session_ended', '7');
  notify('role_ended', '');
  for (const reportGap of gaps) reportGap();
  expect(calls).toEqual([
    ['signedFor', '1.2', 7, 'private-users.1'],
    ['endSessions', [7]],
    ['checkListeners'],
    ['endAll'],
  ]);
  stop();
  expect(listeners.size).toBe(0);
});

test('an event is read after the ids of the outbox have outgrown an integer', async () => {
  await new EventReader(db, engine, silentLog).start(notifications);
  await sql`select setval(pg_get_serial_sequence('outbox', 'id'), ${2 ** 31})`.execute(db);
  const id = await stored(event('late'));
  notify('event', String(id));
  await called(1);
  expect(calls).toEqual([['broadcast', 'private-users.1', 'late']]);
});

test('events reach the sockets in the order of their announcements, also during a read', async () => {
  await new EventReader(db, engine, silentLog).start(notifications);
  const ids = [await stored(event('first')), await stored(event('second')), await stored(event('third'))];
  for (const id of [ids[1], ids[0], ids[2]]) notify('event', String(id));
  await called(3);
  expect(calls.map((call) => call[2])).toEqual(['second', 'first', 'third']);
});

test('an event that this process announced is not read again, and keeps its place among the events of others', async () => {
  const reader = new EventReader(db, engine, silentLog);
  await reader.start(notifications);
  const read = jest.spyOn(db, 'selectFrom');
  const other = await stored(event('of another'));
  await reader.announce(event('own'), 1_000);
  notify('event', '1000');
  await called(1);
  expect(read).not.toHaveBeenCalled();
  await reader.announce(event('own again'), 1_001);
  notify('event', String(other));
  notify('event', '1001');
  await called(3);
  expect(calls.map((call) => call[2])).toEqual(['own', 'of another', 'own again']);
});

test('an event that was announced before a gap is read again if its id arrives', async () => {
  const reader = new EventReader(db, engine, silentLog);
  await reader.start(notifications);
  const id = await stored(event('stored'));
  await reader.announce(event('stored'), id);
  for (const reportGap of gaps) reportGap();
  const read = jest.spyOn(db, 'selectFrom');
  notify('event', String(id));
  await called(1);
  expect(read).toHaveBeenCalledTimes(1);
});

test('an unreadable event closes all sockets, so that pages fetch again, and the next event is sent', async () => {
  await new EventReader(db, engine, silentLog).start(notifications);
  notify('event', '999999');
  await called(1);
  notify('event', String(await stored(event('next'))));
  await called(2);
  expect(calls).toEqual([['endAll'], ['broadcast', 'private-users.1', 'next']]);
});

test('an event that is too large for an engine is refused before it is announced', async () => {
  const large = { ...event('large'), payload: { text: 'x'.repeat(20_000) } };
  await expect(new EventReader(db, engine, silentLog).announce(large, 1)).rejects.toMatchObject({
    name: 'PermanentBroadcastError',
  });
});
