/** Tests the waiting time that guests see on the list of a venue, and in their own queue. */
import { sql } from 'kysely';
import type { ActiveQueue, QueueState, VendorSummary } from 'shared-contracts/types';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { firstOf, Market } from '../carts/market.testing';

const api = withTestApp();
const market = new Market(() => api.current);
const db = () => api.current.deps.db;

let buyer: TestUser;
let member: TestUser;
let venue: TestVenue;

beforeEach(async () => {
  venue = await storeVenue(db(), { vendors: [{ name: 'Apple Bar' }, { name: 'Bun House' }] });
  buyer = await storeUser(db());
  member = await storeUser(db(), { vendorIds: [venue.vendor.id] });
});

/** Stores an order that was placed and done this many minutes ago, by the database's clock. Without the second number it still waits. */
async function order(placedAgo: number, doneAgo: number | null = null, guest = buyer): Promise<number> {
  const { queueEntryId } = await market.placeOne(guest, venue);
  const ago = (minutes: number) => sql<Date>`now() - make_interval(secs => ${minutes * 60})`;
  if (doneAgo !== null) for (const state of ['busy', 'done', 'collected'] as const) await setState(queueEntryId, state);
  await db()
    .updateTable('queue_entries')
    .set({ created_at: ago(placedAgo), ...(doneAgo !== null && { done_at: ago(doneAgo) }) })
    .where('id', '=', queueEntryId)
    .execute();
  return queueEntryId;
}

const setState = (id: number, state: QueueState) =>
  db().updateTable('queue_entries').set({ state }).where('id', '=', id).execute();

/** Stores five orders that took six minutes each, one after the other. */
async function fiveDone(since = 0): Promise<void> {
  for (const start of [56, 46, 36, 26, 16]) await order(start + since, start + since - 6);
}

/** Returns the waits by vendor of the venue, after the time for which the list is cached. */
async function waits(): Promise<(number | null | undefined)[]> {
  api.current.advance(30_001);
  const response = await market.call('GET', `/vendors?venue_id=${venue.id}`, null);
  return response.json().data.map(({ waiting_minutes }: VendorSummary) => waiting_minutes);
}

const ownQueue = async (): Promise<ActiveQueue['data']> =>
  (await market.call('GET', `/queues/active?user_id=${buyer.id}`, buyer)).json().data;

/** Returns the minutes until the guest's first order should be done. */
async function expectedIn(): Promise<number | null> {
  const { expected_at } = firstOf(await ownQueue());
  return expected_at ? Math.round((Date.parse(expected_at) - Date.now()) / 60_000) : null;
}

describe('the wait on the list of a venue', () => {
  test('appears for each stall after it has done enough orders', async () => {
    expect(await waits()).toEqual([null, null]);
    await fiveDone();
    expect(await waits()).toEqual([6, null]);
  });

  test('grows with the queue', async () => {
    for (const place of [1, 2, 3, 4, 5]) await order(40 - place / 10, 40 - 3 * place);
    expect(await waits()).toEqual([3, null]);
    await order(2);
    await order(1);
    expect(await waits()).toEqual([9, null]);
  });

  test('is right for a line that is longer than the orders from which it is computed', async () => {
    // Each order takes two minutes. The last twelve waited for six others, which were done first.
    for (let place = 1; place <= 18; place += 1) await order(41 - place / 100, 41 - 2 * place);
    expect(await waits()).toEqual([2, null]);
    for (let place = 1; place <= 14; place += 1) await order(3 - place / 10);
    expect(await waits()).toEqual([30, null]);
  });

  test('ignores orders that are more than an hour old, and cancelled ones', async () => {
    await fiveDone(50);
    expect(await waits()).toEqual([null, null]);
    await fiveDone();
    await db().updateTable('queue_entries').set({ cancelled_at: new Date() }).execute();
    expect(await waits()).toEqual([null, null]);
  });

  test('is left out for a stall that takes no orders', async () => {
    await fiveDone();
    const path = `/vendors/${venue.vendor.id}`;
    expect((await market.call('PUT', path, member, { accepting_orders: false })).statusCode).toBe(200);
    expect(await waits()).toEqual([null, null]);
  });

  test('is at most half a minute old', async () => {
    api.current.stopClock();
    expect(await waits()).toEqual([null, null]);
    await fiveDone();
    api.current.advance(15_000);
    const list = async () => (await market.call('GET', `/vendors?venue_id=${venue.id}`, null)).json().data;
    expect((await list())[0].waiting_minutes).toBeNull();
    api.current.advance(15_001);
    expect((await list())[0].waiting_minutes).toBe(6);
  });

  test('is left out of the page of a stall, which is cached as long as the menu', async () => {
    await fiveDone();
    const { data } = (await market.call('GET', `/vendors/${venue.vendor.id}`, null)).json();
    expect(data).not.toHaveProperty('waiting_minutes');
  });
});

describe('the wait of an order', () => {
  test('is the expected time of Done, and is unknown until it can be estimated', async () => {
    await order(1);
    expect(await expectedIn()).toBeNull();
    await fiveDone();
    expect(await expectedIn()).toBe(5);
  });

  test('is null from done on', async () => {
    await fiveDone();
    const id = await order(1);
    await setState(id, 'busy');
    expect(await expectedIn()).toBe(5);
    await setState(id, 'done');
    expect(await expectedIn()).toBeNull();
  });

  test('is left out of the queue of the vendor', async () => {
    await fiveDone();
    await order(1);
    const response = await market.call('GET', `/queues/active?vendor_id=${venue.vendor.id}`, member);
    expect(response.json().data[0]).not.toHaveProperty('expected_at');
  });
});

test('the time of Done stays after Collected, and an undo of Done clears it', async () => {
  const id = await order(1);
  const doneAt = async () =>
    (await db().selectFrom('queue_entries').select('done_at').where('id', '=', id).executeTakeFirstOrThrow()).done_at;
  await setState(id, 'busy');
  expect(await doneAt()).toBeNull();
  await setState(id, 'done');
  const first = await doneAt();
  expect(first).not.toBeNull();
  await setState(id, 'collected');
  await setState(id, 'done');
  expect(await doneAt()).toEqual(first);
  await setState(id, 'busy');
  expect(await doneAt()).toBeNull();
  await setState(id, 'done');
  expect((await doneAt())?.getTime()).toBeGreaterThan(first?.getTime() ?? 0);
});
