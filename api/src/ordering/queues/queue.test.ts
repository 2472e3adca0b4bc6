import { sql } from 'kysely';
import { nextState } from 'shared-contracts/rules/queue-state';
import { activeQueueSchema, one, queueEntrySchema } from 'shared-contracts/schemas';
import type { ActiveQueue, QueueEntry, QueueState } from 'shared-contracts/types';
import { expectShape } from '../../testing/expect-shape';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { firstOf, Market } from '../carts/market.testing';
import { queueMoment } from './queue.repository';

const api = withTestApp();
const market = new Market(() => api.current);

let buyer: TestUser;
let member: TestUser;
let venue: TestVenue;

beforeEach(async () => {
  const { db } = api.current.deps;
  venue = await storeVenue(db, { vendors: [{ name: 'Apple Bar' }, { name: 'Bun House' }] });
  buyer = await storeUser(db);
  member = await storeUser(db, { vendorIds: [venue.vendor.id] });
});

const move = (user: TestUser | null, entryId: number, state: unknown, headers = {}) =>
  market.call('PUT', `/queues/${entryId}`, user, { state }, headers);
const moveFrom = (user: TestUser, entryId: number, from: QueueState, state: QueueState, key?: string) =>
  market.call('PUT', `/queues/${entryId}`, user, { state, from }, key === undefined ? {} : { 'idempotency-key': key });

async function moveTo(entryId: number, ...states: QueueState[]): Promise<void> {
  for (const state of states) expect((await move(member, entryId, state)).statusCode).toBe(200);
}

async function undoTo(entryId: number, ...states: QueueState[]): Promise<void> {
  for (const state of states) {
    const from = nextState(state);
    if (!from) throw new Error(`${state} is undone from nothing`);
    expect((await moveFrom(member, entryId, from, state)).statusCode).toBe(200);
  }
}

const stepsWritten = () =>
  api.current.deps.db
    .selectFrom('queue_transitions')
    .select(['from_state', 'to_state', 'is_undo'])
    .orderBy('id')
    .execute();

const vendorQueue = async (): Promise<QueueEntry[]> =>
  (await market.call('GET', `/queues/active?vendor_id=${venue.vendor.id}`, member)).json().data;

/** Places one order for each guest, in this order. */
async function threeInLine() {
  const { db } = api.current.deps;
  const line = [];
  for (const guest of [buyer, await storeUser(db), await storeUser(db)]) {
    api.current.advance(1_000);
    line.push({ guest, ...(await market.placeOne(guest, venue)) });
  }
  const [first, second, third] = line;
  if (!first || !second || !third) throw new Error('three in line');
  return [first, second, third] as const;
}

describe('reading a queue', () => {
  test('shows a vendor all of its live entries from new to old, and a buyer their own', async () => {
    const [first, second, third] = await threeInLine();
    const response = await market.call('GET', `/queues/active?vendor_id=${venue.vendor.id}`, member);
    const { data } = expectShape(activeQueueSchema, response.json());
    expect(data.map(({ id }) => id)).toEqual([third, second, first].map(({ queueEntryId }) => queueEntryId));
    const own = (await market.call('GET', `/queues/active?user_id=${buyer.id}`, buyer)).json();
    expect(expectShape(activeQueueSchema, own).data.map(({ id }) => id)).toEqual([first.queueEntryId]);
  });

  test('counts the older new and busy entries as the position, which is null from done on', async () => {
    const [first, second] = await threeInLine();
    const positions = async () => (await vendorQueue()).map(({ position_in_queue }) => position_in_queue).reverse();
    expect(await positions()).toEqual([1, 2, 3]);
    await moveTo(second.queueEntryId, 'busy');
    expect(await positions()).toEqual([1, 2, 3]);
    await moveTo(second.queueEntryId, 'done');
    expect(await positions()).toEqual([1, null, 2]);
    await moveTo(first.queueEntryId, 'busy', 'done', 'collected');
    expect(await positions()).toEqual([null, 1]);
  });

  test('returns the time of the state, which only a step and its undo set', async () => {
    const { queueEntryId, orderId } = await market.placeOne(buyer, venue);
    const { db } = api.current.deps;
    const changedAt = async () => firstOf(await vendorQueue()).state_changed_at;
    const lastStepAt = async () =>
      (await db.selectFrom('queue_transitions').select('at').orderBy('id').execute()).at(-1)?.at.toISOString();
    expect(await changedAt()).toBe(firstOf(await vendorQueue()).created_at);
    await moveTo(queueEntryId, 'busy', 'done');
    const done = await changedAt();
    expect(done).toBe(await lastStepAt());
    await moveTo(queueEntryId, 'done');
    expect((await market.call('PUT', `/queues/notify/${orderId}`, member)).statusCode).toBe(200);
    expect(await changedAt()).toBe(done);
    const { now } = (await market.call('GET', `/queues/active?vendor_id=${venue.vendor.id}`, member)).json();
    expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(done ?? ''));
    expect(Date.parse(now)).toBeLessThan(Date.parse(done ?? '') + 60_000);
    await undoTo(queueEntryId, 'busy');
    expect(await changedAt()).not.toBe(done);
    expect(await changedAt()).toBe(await lastStepAt());
  });

  test('does not count the orders of other vendors', async () => {
    await market.placeOne(buyer, venue);
    const { db } = api.current.deps;
    const guest = await storeUser(db);
    const [placed] = await market.place(guest, await market.add(guest, { venue, vendor: venue.vendors[1] }));
    const { data } = (await market.call('GET', '/queues/active', guest)).json();
    expect(data).toMatchObject([{ id: placed?.queueEntryId, position_in_queue: 1 }]);
  });

  test('responds 403 for the queue of another vendor or user, and 401 without a session', async () => {
    const statusOf = async (user: TestUser | null, query: string) =>
      (await market.call('GET', `/queues/active?${query}`, user)).statusCode;
    expect(await statusOf(buyer, `vendor_id=${venue.vendor.id}`)).toBe(403);
    expect(await statusOf(member, `vendor_id=${venue.vendors[1]?.id}`)).toBe(403);
    expect(await statusOf(member, `user_id=${buyer.id}`)).toBe(403);
    expect(await statusOf(null, `user_id=${buyer.id}`)).toBe(401);
  });
});

describe('the changes since a response', () => {
  const read = async (changedSince?: string): Promise<ActiveQueue> => {
    const since = changedSince === undefined ? '' : `&changed_since=${changedSince}`;
    const response = await market.call('GET', `/queues/active?vendor_id=${venue.vendor.id}${since}`, member);
    return expectShape(activeQueueSchema, response.json());
  };
  const idsOf = ({ data }: ActiveQueue) => data.map(({ id }) => id);
  /**
   * Returns a cursor after all changes so far. A read repeats the changes beside an open transaction, and another worker of these tests may have
   * one in the same cluster.
   */
  const settledCursor = async (): Promise<string | undefined> => {
    for (;;) {
      const { cursor } = await read();
      const { rows } = await sql<{ is: boolean | null }>`
        select bool_and(changed_in < ${cursor}::text::xid8) as is from queue_entries`.execute(api.current.deps.db);
      if (rows[0]?.is !== false) return cursor;
    }
  };

  test('are empty while nothing changes', async () => {
    await threeInLine();
    expect(await read(await settledCursor())).toMatchObject({ data: [], removed: [] });
  });

  test('contain new and moved entries of the vendor only', async () => {
    const [first] = await threeInLine();
    const cursor = await settledCursor();
    const added = await market.placeOne(await storeUser(api.current.deps.db), venue);
    await moveTo(first.queueEntryId, 'busy');
    const guest = await storeUser(api.current.deps.db);
    await market.place(guest, await market.add(guest, { venue, vendor: venue.vendors[1] }));
    const changes = await read(cursor);
    expect(idsOf(changes)).toEqual([added.queueEntryId, first.queueEntryId]);
    expect(changes.data[1]?.state).toBe('busy');
    expect(idsOf(await read(await settledCursor()))).toEqual([]);
  });

  test('contain collected, cancelled and reopened entries', async () => {
    const [first, second] = await threeInLine();
    const cursor = await settledCursor();
    await moveTo(first.queueEntryId, 'busy', 'done', 'collected');
    const cancelled = await market.call('PUT', `/queues/cancel/${second.orderId}`, member, {
      reason: 'No more noodles',
    });
    expect(cancelled.statusCode).toBe(200);
    const changes = await read(cursor);
    expect(changes.data).toEqual([]);
    expect([...(changes.removed ?? [])].sort()).toEqual([first.queueEntryId, second.queueEntryId].sort());
    const later = await settledCursor();
    await undoTo(first.queueEntryId, 'done');
    expect(await read(later)).toMatchObject({
      data: [{ id: first.queueEntryId, state: 'done' }],
      removed: [],
    });
  });

  test('contain a change that was made before the response and committed after it', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    const { cursor } = await api.current.deps.db.transaction().execute(async (trx) => {
      await trx.updateTable('queue_entries').set({ state: 'busy' }).where('id', '=', queueEntryId).execute();
      return queueMoment(trx);
    });
    expect(idsOf(await read(cursor))).toEqual([queueEntryId]);
  });

  test.each(['later', '-1', '999999999999999999'])('are the whole queue for an invalid cursor, %s', async (cursor) => {
    await threeInLine();
    const queue = await read(cursor);
    expect(queue.data).toHaveLength(3);
    expect(queue.removed).toBeUndefined();
  });

  test('contain no rows that a restored backup took from a cluster with a higher counter', async () => {
    const [first] = await threeInLine();
    const { cursor } = await read();
    const { db } = api.current.deps;
    await sql`update queue_entries set changed_in = '900000000000'::xid8`.execute(db);
    expect(await read(cursor)).toMatchObject({ data: [], removed: [] });
    expect(idsOf(await read())).toHaveLength(3);
    await moveTo(first.queueEntryId, 'busy');
    expect(idsOf(await read(cursor))).toEqual([first.queueEntryId]);
  });

  test('are the whole queue for a buyer', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    const { cursor } = await read();
    const response = await market.call('GET', `/queues/active?user_id=${buyer.id}&changed_since=${cursor}`, buyer);
    expect(response.json().data).toMatchObject([{ id: queueEntryId }]);
    expect(response.json()).not.toHaveProperty('removed');
  });
});

describe('moving an entry', () => {
  test('takes a vendor step by step from new to collected, which completes the order', async () => {
    const { queueEntryId, orderId } = await market.placeOne(buyer, venue);
    for (const state of ['busy', 'done', 'collected'] as const) {
      const response = await move(member, queueEntryId, state);
      expect(response.statusCode).toBe(200);
      expect(expectShape(one(queueEntrySchema), response.json()).data).toMatchObject({ id: queueEntryId, state });
    }
    expect((await market.call('GET', `/orders/${orderId}`, buyer)).json().data).toMatchObject({ state: 'completed' });
    expect(await vendorQueue()).toEqual([]);
  });

  test('accepts the current state and announces nothing', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    await moveTo(queueEntryId, 'busy');
    await market.announced();
    expect((await move(member, queueEntryId, 'busy')).statusCode).toBe(200);
    expect(await market.announced()).toEqual([]);
  });

  test('undoes one step for a vendor, logs it, and reopens a completed order', async () => {
    const { queueEntryId, orderId } = await market.placeOne(buyer, venue);
    await moveTo(queueEntryId, 'busy', 'done', 'collected');
    await undoTo(queueEntryId, 'done', 'busy', 'new');
    expect((await market.call('GET', `/orders/${orderId}`, buyer)).json().data).toMatchObject({ state: 'placed' });
    const steps = await stepsWritten();
    expect(
      steps.map(({ from_state, to_state, is_undo }) => `${from_state}-${to_state}${is_undo ? ' undo' : ''}`),
    ).toEqual(['new-busy', 'busy-done', 'done-collected', 'collected-done undo', 'done-busy undo', 'busy-new undo']);
  });

  test.each<[QueueState[], QueueState]>([
    [[], 'done'],
    [[], 'collected'],
    [['busy'], 'collected'],
    [['busy', 'done'], 'new'],
    // A screen that missed two steps sends 'Pick', and another sends 'Done' for a collected order.
    [['busy', 'done'], 'busy'],
    [['busy', 'done', 'collected'], 'done'],
    [['busy', 'done', 'collected'], 'busy'],
  ])('responds to a step from %j to %s with a 409 and the current entry', async (before, state) => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    await moveTo(queueEntryId, ...before);
    const response = await move(member, queueEntryId, state);
    expect(response.statusCode).toBe(409);
    const { data, ...error } = response.json();
    expect(error).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    expectShape(queueEntrySchema, data);
    expect(data).toMatchObject({ id: queueEntryId, state: before.at(-1) ?? 'new' });
  });

  test('accepts Pick from two clients at once that send no earlier state, and announces it once', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    const colleague = await storeUser(api.current.deps.db, { vendorIds: [venue.vendor.id] });
    await market.announced();
    const responses = await Promise.all([move(member, queueEntryId, 'busy'), move(colleague, queueEntryId, 'busy')]);
    expect(responses.map((response) => [response.statusCode, response.json().data.state])).toEqual([
      [200, 'busy'],
      [200, 'busy'],
    ]);
    expect(await market.announced()).toHaveLength(1);
  });

  test('accepts one of two concurrent taps on Pick, and tells the other client that a colleague was first', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    const colleague = await storeUser(api.current.deps.db, { vendorIds: [venue.vendor.id] });
    await market.announced();
    const responses = await Promise.all([
      moveFrom(member, queueEntryId, 'new', 'busy', 'tap-1'),
      moveFrom(colleague, queueEntryId, 'new', 'busy', 'tap-2'),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const late = responses.find(({ statusCode }) => statusCode === 409);
    expect(late?.json()).toMatchObject({
      code: 'ILLEGAL_TRANSITION',
      message: 'Another change came first: this order is Preparing now.',
      data: { id: queueEntryId, state: 'busy' },
    });
    expect(await market.announced()).toHaveLength(1);
  });

  test('refuses a tap on an outdated state and returns the current entry', async () => {
    const { queueEntryId, orderId } = await market.placeOne(buyer, venue);
    await moveTo(queueEntryId, 'busy', 'done', 'collected');
    await market.announced();
    for (const [from, state] of [
      ['new', 'busy'],
      ['busy', 'done'],
      ['done', 'collected'],
      ['done', 'busy'],
    ] as const) {
      const response = await moveFrom(member, queueEntryId, from, state);
      expect(response.statusCode).toBe(409);
      expect(expectShape(queueEntrySchema, response.json().data).state).toBe('collected');
    }
    expect(await market.announced()).toEqual([]);
    expect(await stepsWritten()).toHaveLength(3);
    expect((await market.call('GET', `/orders/${orderId}`, buyer)).json().data).toMatchObject({ state: 'completed' });
  });

  test('refuses a step back without the earlier state, with a message', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    await moveTo(queueEntryId, 'busy');
    const response = await move(member, queueEntryId, 'new');
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      message: 'This order was not moved back. Please reload the page and try again.',
      data: { state: 'busy' },
    });
  });

  test('returns the first response to a repeat, even after the entry moved on or was cancelled', async () => {
    const { queueEntryId, orderId } = await market.placeOne(buyer, venue);
    const first = await moveFrom(member, queueEntryId, 'new', 'busy', 'tap-1');
    expect(first.statusCode).toBe(200);
    await market.announced();
    const repeat = () => moveFrom(member, queueEntryId, 'new', 'busy', 'tap-1');
    const same = await repeat();
    expect([same.statusCode, same.json()]).toEqual([200, first.json()]);
    await moveTo(queueEntryId, 'done');
    expect((await repeat()).json()).toEqual(first.json());
    await market.call('PUT', `/queues/cancel/${orderId}`, member, { reason: 'Out of noodles' });
    expect((await repeat()).json()).toEqual(first.json());
    expect(await stepsWritten()).toHaveLength(2);
    // The push follows only the step to done and the cancellation.
    expect((await market.announced()).filter(({ name }) => name === 'QueueOrderStateUpdated')).toHaveLength(1);
  });

  test('is done once for two identical concurrent requests, which get the same response', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    const responses = await Promise.all([1, 2].map(() => moveFrom(member, queueEntryId, 'new', 'busy', 'tap-1')));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(responses[0]?.json()).toEqual(responses[1]?.json());
    expect(await stepsWritten()).toHaveLength(1);
  });

  test('accepts a key for one person and one move, for a day', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    const colleague = await storeUser(api.current.deps.db, { vendorIds: [venue.vendor.id] });
    expect((await moveFrom(member, queueEntryId, 'new', 'busy', 'tap-1')).statusCode).toBe(200);
    expect((await moveFrom(colleague, queueEntryId, 'new', 'busy', 'tap-1')).statusCode).toBe(409);
    const other = await moveFrom(member, queueEntryId, 'busy', 'done', 'tap-1');
    expect([other.statusCode, other.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const { db } = api.current.deps;
    await db
      .updateTable('queue_moves')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    expect((await moveFrom(member, queueEntryId, 'busy', 'done', 'tap-2')).statusCode).toBe(200);
    expect(await db.selectFrom('queue_moves').select('key').execute()).toEqual([{ key: 'tap-2' }]);
  });

  test('does not use up the key of a refused move', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    expect((await moveFrom(member, queueEntryId, 'busy', 'done', 'tap-1')).statusCode).toBe(409);
    await moveTo(queueEntryId, 'busy');
    expect((await moveFrom(member, queueEntryId, 'busy', 'done', 'tap-1')).statusCode).toBe(200);
  });

  test('accepts one of a concurrent move and undo, and the other request gets the new state', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    const colleague = await storeUser(api.current.deps.db, { vendorIds: [venue.vendor.id] });
    await moveTo(queueEntryId, 'busy');
    const responses = await Promise.all([
      moveFrom(member, queueEntryId, 'busy', 'done'),
      moveFrom(colleague, queueEntryId, 'busy', 'new'),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const [final] = await vendorQueue();
    for (const response of responses) expect(response.json().data.state).toBe(final?.state);
  });

  test('lets a buyer collect a done entry, and do nothing else', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    expect((await move(buyer, queueEntryId, 'busy')).statusCode).toBe(403);
    const early = await move(buyer, queueEntryId, 'collected');
    expect(early.statusCode).toBe(409);
    expect(early.json()).toMatchObject({ code: 'ILLEGAL_TRANSITION', data: { state: 'new' } });
    await moveTo(queueEntryId, 'busy', 'done');
    expect((await move(buyer, queueEntryId, 'collected')).statusCode).toBe(200);
    expect((await move(buyer, queueEntryId, 'done')).statusCode).toBe(403);
    expect((await move(buyer, queueEntryId, 'collected')).statusCode).toBe(200);
  });

  test('tells a buyer that the vendor has already marked the entry as collected, unless they repeat their request', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    await moveTo(queueEntryId, 'busy', 'done');
    const first = await moveFrom(buyer, queueEntryId, 'done', 'collected', 'tap-1');
    expect(first.statusCode).toBe(200);
    await undoTo(queueEntryId, 'done');
    expect((await moveFrom(buyer, queueEntryId, 'done', 'collected', 'tap-1')).json()).toEqual(first.json());
    expect((await vendorQueue())[0]?.state).toBe('done');
    await moveTo(queueEntryId, 'collected');
    expect((await moveFrom(buyer, queueEntryId, 'done', 'collected', 'tap-2')).statusCode).toBe(409);
  });

  test('responds 404 to anyone else', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    const other = await storeUser(api.current.deps.db, { vendorIds: [venue.vendors[1]?.id ?? 0] });
    expect((await move(other, queueEntryId, 'busy')).statusCode).toBe(404);
    expect((await move(member, 999_999, 'busy')).statusCode).toBe(404);
    expect((await move(null, queueEntryId, 'busy')).statusCode).toBe(401);
    expect((await move(member, queueEntryId, 'eaten')).statusCode).toBe(422);
  });

  test('is refused for a cancelled entry, which leaves the queue', async () => {
    const { queueEntryId } = await market.placeOne(buyer, venue);
    await api.current.deps.db.updateTable('queue_entries').set({ cancelled_at: new Date() }).execute();
    expect(await vendorQueue()).toEqual([]);
    expect((await move(member, queueEntryId, 'busy')).statusCode).toBe(409);
  });
});

describe('announcements of a queue', () => {
  test('send a move to the buyer and to the other screens of the vendor, and not to the screen that made it', async () => {
    const { queueEntryId, orderId } = await market.placeOne(buyer, venue);
    await market.announced();
    await move(member, queueEntryId, 'busy', { 'x-socket-id': '1.2' });
    expect(await market.announced()).toEqual([
      {
        name: 'QueueOrderStateUpdated',
        channels: [`private-users.${buyer.id}`, `private-vendors.${venue.vendor.id}`],
        payload: {
          queue: { id: queueEntryId, state: 'busy', order_id: orderId },
          delivery_method: 'collect',
          vendor: { id: venue.vendor.id, name: 'Apple Bar', image: '/media/thumbnail.svg' },
        },
        except: '1.2',
      },
    ]);
  });

  test('send the new positions of the entries behind a done order, and the old positions after an undo', async () => {
    const [first, second, third] = await threeInLine();
    await moveTo(second.queueEntryId, 'busy');
    await market.announced();
    const positionEvents = async () =>
      (await market.announced()).filter(({ name }) => name === 'QueuePositionsChanged');
    await moveTo(second.queueEntryId, 'done');
    expect(await positionEvents()).toMatchObject([
      { channels: [`private-users.${third.guest.id}`], payload: { vendor_id: venue.vendor.id } },
    ]);
    await moveTo(first.queueEntryId, 'busy', 'done');
    // The second order is done by now, so it no longer waits.
    expect(await positionEvents()).toMatchObject([{ channels: [`private-users.${third.guest.id}`] }]);
    await undoTo(first.queueEntryId, 'busy');
    expect(await positionEvents()).toMatchObject([{ channels: [`private-users.${third.guest.id}`] }]);
    await moveTo(third.queueEntryId, 'busy', 'done');
    expect(await positionEvents()).toEqual([]);
  });
});

describe('Re-Notify and Re-Print', () => {
  test('notify the buyer again and log the reprint, each at most once in ten seconds', async () => {
    api.current.stopClock();
    const { queueEntryId, orderId } = await market.placeOne(buyer, venue);
    await moveTo(queueEntryId, 'busy', 'done');
    await market.announced();
    const notified = await market.call('PUT', `/queues/notify/${orderId}`, member, {});
    expect(notified.json()).toEqual({ data: { order_id: orderId, notified_at: expect.any(String) } });
    const events = await market.announced();
    expect(events).toMatchObject([
      { name: 'QueueOrderStateUpdated', payload: { queue: { state: 'done' }, is_repeat: true }, except: null },
    ]);

    const reprinted = await market.call('PUT', `/queues/reprint/${orderId}`, member, {});
    expect(reprinted.json()).toEqual({ data: { order_id: orderId, reprinted_at: expect.any(String) } });
    expect(await market.announced()).toEqual([]);
    const entry = await api.current.deps.db.selectFrom('queue_entries').selectAll().executeTakeFirstOrThrow();
    expect(entry.reprinted_at?.toISOString()).toBe(reprinted.json().data.reprinted_at);

    for (const path of [`/queues/notify/${orderId}`, `/queues/reprint/${orderId}`]) {
      const again = await market.call('PUT', path, member, {});
      expect(again.statusCode).toBe(429);
      expect(again.headers['retry-after']).toBe('10');
    }
    api.current.advance(10_000);
    expect((await market.call('PUT', `/queues/notify/${orderId}`, member, {})).statusCode).toBe(200);
    expect((await market.call('PUT', `/queues/reprint/${orderId}`, member)).statusCode).toBe(200);
  });

  test('accept one of two concurrent requests', async () => {
    const { orderId } = await market.placeOne(buyer, venue);
    const responses = await Promise.all([1, 2].map(() => market.call('PUT', `/queues/notify/${orderId}`, member, {})));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429]);
  });

  test('are allowed only to the vendor', async () => {
    const { orderId } = await market.placeOne(buyer, venue);
    const other = await storeUser(api.current.deps.db, { vendorIds: [venue.vendors[1]?.id ?? 0] });
    for (const path of ['/queues/notify', '/queues/reprint']) {
      expect((await market.call('PUT', `${path}/${orderId}`, buyer, {})).statusCode).toBe(403);
      // The response equals the one for an unknown id: only the people of an order learn that its id exists.
      const [foreign, missing] = [orderId, 999_999].map((id) => market.call('PUT', `${path}/${id}`, other, {}));
      expect((await foreign)?.json()).toEqual((await missing)?.json());
      expect((await foreign)?.statusCode).toBe(404);
      expect((await market.call('PUT', `${path}/${orderId}`, null, {})).statusCode).toBe(401);
      expect((await market.call('PUT', `${path}/999999`, member, {})).statusCode).toBe(404);
    }
  });
});

test('the newest entry is the first in the queue', async () => {
  const [, , third] = await threeInLine();
  expect(firstOf(await vendorQueue()).order.id).toBe(third.orderId);
});
