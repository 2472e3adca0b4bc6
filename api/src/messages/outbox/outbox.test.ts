import { createKysely, type Db } from 'core/database/kysely';
import { silentLog } from 'core/testing/logs';
import { z } from 'zod';
import { withDatabase } from '../../testing/test-app';
import type { Broadcaster } from '../realtime/broadcaster';
import { PermanentBroadcastError } from '../realtime/broadcaster';
import { broadcastOver, handleEvents } from '../realtime/event.handler';
import { announce, userChannel } from '../realtime/events';
import { enqueue } from './enqueue';
import { Outbox } from './outbox';

const { database } = withDatabase();

let db: Db;
let now: number;
const schema = z.looseObject({});
const clock = { now: () => new Date(now) };

beforeEach(async () => {
  db = createKysely((await database()).pool);
  // A message is also due by the database's clock. This clock is ahead of it, so that on a slow machine too only a test makes a message due.
  now = Date.now() + 3_600_000;
});

afterEach(() => jest.restoreAllMocks());

/** Records everything, and fails for the payload in `failing`. */
class Recorder implements Broadcaster {
  readonly sent: string[] = [];
  failing: (message: string) => Error | null = () => null;

  async broadcast(channels: readonly string[], _event: string, payload: unknown): Promise<void> {
    const text = (payload as { message: string }).message;
    const error = this.failing(text);
    if (error) throw error;
    this.sent.push(`${channels.join('+')}: ${text}`);
  }
}

function outboxWith(broadcaster: Broadcaster): Outbox {
  const outbox = new Outbox(db, clock, silentLog);
  handleEvents(outbox, broadcastOver(broadcaster));
  return outbox;
}

async function say(outbox: Outbox, userId: number, ...messages: string[]): Promise<void> {
  await outbox.transaction((trx) =>
    announce(
      trx,
      messages.map((message) => ({ name: 'Message', channels: [userChannel(userId)], payload: { message } })),
    ),
  );
}

const waiting = () => db.selectFrom('outbox').selectAll().where('done_at', 'is', null).orderBy('id').execute();

test('events are sent in the order they were written, with the name Echo expects', async () => {
  const calls: unknown[][] = [];
  const outbox = outboxWith({ broadcast: async (...call) => void calls.push(call) });
  await outbox.transaction((trx) =>
    announce(
      trx,
      [
        { name: 'Message', channels: ['private-users.1'], payload: { message: 'first' } },
        { name: 'CartUpdated', channels: ['private-users.1'], payload: { cart: { id: 1, venue_id: 2, version: 3 } } },
      ],
      '12.34',
    ),
  );
  await outbox.drain();
  expect(calls).toEqual([
    [['private-users.1'], 'App\\Events\\Message', { message: 'first' }, { exceptSocketId: '12.34' }],
    [
      ['private-users.1'],
      'App\\Events\\CartUpdated',
      { cart: { id: 1, venue_id: 2, version: 3 } },
      { exceptSocketId: '12.34' },
    ],
  ]);
  expect(await waiting()).toEqual([]);
});

test('a transaction that rolls back sends nothing', async () => {
  const recorder = new Recorder();
  const outbox = outboxWith(recorder);
  const failed = outbox.transaction(async (trx) => {
    await announce(trx, [{ name: 'Message', channels: ['private-users.1'], payload: { message: 'never' } }]);
    throw new Error('the order could not be placed');
  });
  await expect(failed).rejects.toThrow('the order could not be placed');
  await outbox.drain();
  expect(recorder.sent).toEqual([]);
});

test('the next process sends the messages that an earlier one committed and did not send', async () => {
  await say(outboxWith(new Recorder()), 1, 'written before the crash');
  // The test does not drain the outbox, because its process is gone.
  const recorder = new Recorder();
  await outboxWith(recorder).drain();
  expect(recorder.sent).toEqual(['private-users.1: written before the crash']);
});

test('a message whose process died while sending it is sent again at the end of its lease', async () => {
  const dying = outboxWith({ broadcast: () => new Promise(() => undefined) });
  await say(dying, 1, 'half sent');
  void dying.drain();
  while ((await waiting())[0]?.attempts !== 1) await new Promise(setImmediate);

  const recorder = new Recorder();
  const next = outboxWith(recorder);
  await next.drain();
  expect(recorder.sent).toEqual([]);
  now += 11_000;
  await next.drain();
  expect(recorder.sent).toEqual(['private-users.1: half sent']);
});

test('a successor sends at once the messages that a killed process had claimed, if there is no other process', async () => {
  const dying = outboxWith({ broadcast: () => new Promise(() => undefined) });
  dying.handle('webhook-event', { schema, leaseMs: 90_000, handle: () => new Promise(() => undefined) });
  await dying.transaction((trx) => enqueue(trx, [{ kind: 'webhook-event', payload: {} }]));
  await say(dying, 1, 'half sent');
  void dying.drain();
  while ((await waiting()).some(({ attempts }) => attempts === 0)) await new Promise(setImmediate);

  const recorder = new Recorder();
  const webhooks: number[] = [];
  const next = outboxWith(recorder);
  next.handle('webhook-event', { schema, handle: async ({ id }) => void webhooks.push(id) });
  await next.takeOver();
  await next.drain();
  expect(recorder.sent).toEqual(['private-users.1: half sent']);
  expect(webhooks).toHaveLength(1);
});

test('a start does not touch messages that wait for a retry', async () => {
  const recorder = new Recorder();
  recorder.failing = () => new Error('engine down');
  const outbox = outboxWith(recorder);
  await say(outbox, 1, 'one');
  await outbox.drain();
  const before = await waiting();
  await outbox.takeOver();
  expect(await waiting()).toEqual(before);
});

test('a channel with many waiting messages does not block other channels', async () => {
  const recorder = new Recorder();
  recorder.failing = (message) => (message === 'first' ? new Error('engine down') : null);
  const outbox = outboxWith(recorder);
  await say(outbox, 1, 'first', ...Array.from({ length: 1_200 }, (_, n) => `behind it ${n}`));
  await say(outbox, 2, 'elsewhere');
  await outbox.drain();
  expect(recorder.sent).toEqual(['private-users.2: elsewhere']);
});

test('a batch that takes longer than half of its lease releases its remaining messages', async () => {
  const recorder = new Recorder();
  const outbox = outboxWith({
    broadcast: async (channels, event, payload) => {
      now += 4_000;
      await recorder.broadcast(channels, event, payload);
    },
  });
  await say(outbox, 1, '1', '2', '3', '4', '5');
  await outbox.drain();
  expect(recorder.sent).toEqual(['1', '2', '3', '4', '5'].map((text) => `private-users.1: ${text}`));
  const attempts = (await db.selectFrom('outbox').select('attempts').execute()).map((row) => row.attempts);
  expect(attempts).toEqual([1, 1, 1, 1, 1]);
});

test('a handler that throws a value other than an error is retried like any other', async () => {
  const outbox = new Outbox(db, clock, silentLog);
  for (const [index, thrown] of [undefined, null, 'a text', Symbol('s'), Object.create(null)].entries()) {
    outbox.handle(`kind ${index}`, {
      schema,
      handle: async () => {
        throw thrown;
      },
    });
    await outbox.transaction((trx) => enqueue(trx, [{ kind: `kind ${index}`, payload: {} }]));
  }
  await outbox.drain();
  const rows = await waiting();
  expect(rows.map(({ attempts, leased_until }) => [attempts, leased_until])).toEqual(Array(5).fill([1, null]));
  expect(rows.every(({ last_error }) => last_error !== null)).toBe(true);
});

test('a failed event is sent again after a wait, and later events of its channel wait with it', async () => {
  const recorder = new Recorder();
  const outbox = outboxWith(recorder);
  recorder.failing = (message) => (message === 'one' ? new Error('engine down') : null);
  await say(outbox, 1, 'one', 'two');
  await say(outbox, 2, 'elsewhere');
  await outbox.drain();
  expect(recorder.sent).toEqual(['private-users.2: elsewhere']);

  recorder.failing = () => null;
  await outbox.drain();
  expect(recorder.sent).toHaveLength(1);
  now += 1_000;
  await outbox.drain();
  expect(recorder.sent.slice(1)).toEqual(['private-users.1: one', 'private-users.1: two']);
});

test('the wait grows with every failure up to a limit', async () => {
  const recorder = new Recorder();
  recorder.failing = () => new Error('engine down');
  const outbox = outboxWith(recorder);
  await say(outbox, 1, 'one');
  const waits: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    await outbox.drain();
    const at = (await waiting())[0]?.available_at.getTime() ?? 0;
    waits.push(at - now);
    now = at + 1;
  }
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
});

test('an event that can never be sent is dead-lettered and does not block its channel', async () => {
  const recorder = new Recorder();
  recorder.failing = (message) => (message === 'bad' ? new PermanentBroadcastError('too large') : null);
  const outbox = outboxWith(recorder);
  await say(outbox, 1, 'bad', 'good');
  await outbox.drain();
  now += 1_000;
  await outbox.drain();
  expect(recorder.sent).toEqual(['private-users.1: good']);
  const put = await db.selectFrom('outbox').select('last_error').where('last_error', 'is not', null).execute();
  expect(put).toEqual([{ last_error: 'too large' }]);
});

test.each(['null', '{}', '[]', '"text"', '{"channels": "private-users.1"}', '{"channels": [1]}'])(
  'an event with the payload %s is dead-lettered with its error and blocks nothing',
  async (payload) => {
    const recorder = new Recorder();
    const outbox = outboxWith(recorder);
    await db.insertInto('outbox').values({ kind: 'event', payload }).execute();
    await say(outbox, 1, 'good');
    await outbox.drain();
    expect(recorder.sent).toEqual(['private-users.1: good']);
    expect(await waiting()).toEqual([]);
    const put = await db.selectFrom('outbox').select('last_error').where('last_error', 'is not', null).execute();
    expect(put).toEqual([{ last_error: expect.stringMatching(/^it cannot be read: /) }]);
  },
);

test('two processes share the work without duplicates and in order', async () => {
  const recorder = new Recorder();
  const [one, two] = [outboxWith(recorder), outboxWith(recorder)];
  for (let n = 0; n < 30; n += 1) await say(one, n % 3, `${n}`);
  await Promise.all([one.drain(), two.drain()]);
  await one.drain();
  for (const user of [0, 1, 2]) {
    const numbers = recorder.sent.filter((line) => line.startsWith(`private-users.${user}:`));
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, n) => `private-users.${user}: ${n * 3 + user}`));
  }
});

test('a started outbox sends right after a commit, without waiting for the next poll', async () => {
  const idle = setInterval(() => undefined, 2 ** 30);
  // The poll never runs here, so only the commit can wake the handler.
  jest.spyOn(globalThis, 'setInterval').mockReturnValue(idle);
  let outbox: Outbox | undefined;
  const received = new Promise<void>((resolve) => {
    outbox = outboxWith({ broadcast: async () => resolve() });
  });
  outbox?.start();
  if (outbox) await say(outbox, 1, 'now');
  await received;
  await outbox?.stop();
});

test('a commit wakes only the handlers of the messages that it wrote', async () => {
  const idle = setInterval(() => undefined, 2 ** 30);
  jest.spyOn(globalThis, 'setInterval').mockReturnValue(idle);
  let receive: () => void = () => undefined;
  const received = new Promise<void>((resolve) => {
    receive = resolve;
  });
  const outbox = outboxWith({ broadcast: async () => receive() });
  for (const kind of ['refund', 'webhook-event']) outbox.handle(kind, { schema, handle: async () => undefined });
  outbox.start();
  await outbox.drain();
  const statements = jest.spyOn(db.getExecutor(), 'executeQuery');
  await outbox.transaction(async () => undefined);
  await say(outbox, 1, 'now');
  await received;
  await outbox.stop();
  const claims = statements.mock.calls.filter(([{ sql }]) => /claim_in_order|skip locked/.test(sql));
  expect(claims).toHaveLength(1);
});

test('an idle process sends one query a poll for all kinds, and finds the messages of another process', async () => {
  const idle = setInterval(() => undefined, 2 ** 30);
  const polls = jest.spyOn(globalThis, 'setInterval').mockReturnValue(idle);
  let receive: () => void = () => undefined;
  const received = new Promise<void>((resolve) => {
    receive = resolve;
  });
  const outbox = outboxWith({ broadcast: async () => receive() });
  for (const kind of ['receipt', 'refund', 'push']) outbox.handle(kind, { schema, handle: async () => undefined });
  const statements = jest.spyOn(db.getExecutor(), 'executeQuery');
  outbox.start();
  await outbox.stop();
  const looks = statements.mock.calls.filter(([{ sql }]) => /distinct kind|claim_in_order|skip locked/.test(sql));
  expect(looks).toHaveLength(1);

  // The outbox polls again from here on. A poll that already ran may have started before the message was written.
  polls.mockRestore();
  outbox.start();
  await say(outboxWith(new Recorder()), 1, 'from elsewhere');
  await received;
  await outbox.stop();
});

test('two messages with the same key are handled once', async () => {
  const keys: Array<string | null> = [];
  const outbox = new Outbox(db, clock, silentLog);
  outbox.handle('refund', { schema, handle: async ({ key }) => void keys.push(key) });
  for (let n = 0; n < 2; n += 1) {
    await outbox.transaction((trx) => enqueue(trx, [{ kind: 'refund', key: 'refund:7', payload: { attempt: 7 } }]));
    await outbox.drain();
  }
  expect(keys).toEqual(['refund:7']);
});

test('a slow handler does not block another kind of message', async () => {
  const recorder = new Recorder();
  const outbox = outboxWith(recorder);
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  outbox.handle('refund', { schema, handle: () => finished });
  await outbox.transaction((trx) => enqueue(trx, [{ kind: 'refund', payload: {} }]));
  await say(outbox, 1, 'quick');
  const drained = outbox.drain();
  while (recorder.sent.length === 0) await new Promise(setImmediate);
  expect((await waiting()).map(({ kind }) => kind)).toContain('refund');
  finish();
  await drained;
});

test('a delayed message is handled only after its time', async () => {
  const done: number[] = [];
  const outbox = new Outbox(db, clock, silentLog);
  outbox.handle('cancel-attempt', {
    schema: z.object({ id: z.int() }),
    handle: async ({ payload }) => void done.push(payload.id),
  });
  await outbox.transaction((trx) =>
    enqueue(trx, [{ kind: 'cancel-attempt', payload: { id: 1 }, availableAt: new Date(now + 60_000) }]),
  );
  await outbox.drain();
  expect(done).toEqual([]);
  now += 61_000;
  await outbox.drain();
  expect(done).toEqual([1]);
});
