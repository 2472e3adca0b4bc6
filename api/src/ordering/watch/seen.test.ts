import type { QueueEntry, SeenBy } from 'shared-contracts/types';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { Market } from '../carts/market.testing';
import { markSeen, noteHeard } from './seen';

const api = withTestApp();
const market = new Market(() => api.current);

let buyer: TestUser;
let cook: TestUser;
let venue: TestVenue;

beforeEach(async () => {
  const { db } = api.current.deps;
  venue = await storeVenue(db, { vendors: [{ name: 'Apple Bar' }, { name: 'Bun House' }] });
  buyer = await storeUser(db);
  cook = await storeUser(db, { staffOf: [venue.vendor.id] });
});

const seenRow = async (orderId: number) =>
  api.current.deps.db
    .selectFrom('queue_entries')
    .select(['seen_at', 'seen_by'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();

const mark = (orderIds: number[], by: SeenBy, now: Date) =>
  api.current.deps.outbox.transaction((trx) => markSeen(trx, orderIds, by, now));

/** Stores that the watch has taken a step for the order. */
const takeStep = (orderId: number, step: number) =>
  api.current.deps.db.updateTable('queue_entries').set({ watch_step: step }).where('order_id', '=', orderId).execute();

const eventsOf = async (name: string) =>
  (await api.current.deps.db.selectFrom('outbox').select('payload').where('kind', '=', 'event').execute())
    .map(({ payload }) => payload as { event: string; channels: string[]; payload: unknown })
    .filter(({ event }) => event.endsWith(name));

test('the first report of an order counts', async () => {
  const { orderId } = await market.placeOne(buyer, venue);
  const printed = new Date('2026-11-30T12:00:00Z');
  await mark([orderId], 'ticket', printed);
  await mark([orderId, 999_999], 'screen', new Date('2026-11-30T12:05:00Z'));
  expect(await seenRow(orderId)).toEqual({ seen_at: printed, seen_by: 'ticket' });
});

test('Pick marks an order as seen, also if it is undone', async () => {
  const { orderId, queueEntryId } = await market.placeOne(buyer, venue);
  await market.call('PUT', `/queues/${queueEntryId}`, cook, { state: 'busy', from: 'new' });
  await market.call('PUT', `/queues/${queueEntryId}`, cook, { state: 'new', from: 'busy' });
  expect(await seenRow(orderId)).toMatchObject({ seen_by: 'pick' });
});

test('an order that the watch has told of is announced to both sides when it is seen, and another one is not', async () => {
  const told = await market.placeOne(buyer, venue);
  const quiet = await market.placeOne(await storeUser(api.current.deps.db), venue);
  await takeStep(told.orderId, 1);
  await mark([told.orderId, quiet.orderId], 'screen', new Date());
  expect(await eventsOf('OrderUpdated')).toMatchObject([
    {
      channels: [`private-users.${buyer.id}`, `private-vendors.${venue.vendor.id}`],
      payload: { order: { id: told.orderId, state: 'placed' } },
    },
  ]);
});

test('a queue tells the step of the watch until the order is seen, also in the changes since a cursor', async () => {
  const { orderId } = await market.placeOne(buyer, venue);
  const queueOf = async (user: TestUser, query: string) =>
    (await market.call('GET', `/queues/active?${query}`, user)).json() as { data: QueueEntry[]; cursor: string };
  const ofStall = (since: string) => queueOf(cook, `vendor_id=${venue.vendor.id}${since}`);
  const { cursor, data } = await ofStall('');
  expect(data[0]).not.toHaveProperty('watch');
  await takeStep(orderId, 3);
  const told = await ofStall(`&changed_since=${cursor}`);
  expect(told.data).toMatchObject([{ watch: 'hall' }]);
  expect((await queueOf(buyer, `user_id=${buyer.id}`)).data).toMatchObject([{ watch: 'hall' }]);
  await mark([orderId], 'screen', new Date());
  const seen = await ofStall(`&changed_since=${told.cursor}`);
  expect(seen.data).toHaveLength(1);
  expect(seen.data[0]).not.toHaveProperty('watch');
});

describe('a stall that is heard', () => {
  const heardAt = async () =>
    (await api.current.deps.db.selectFrom('vendor_watches').select('heard_at').executeTakeFirst())?.heard_at;
  const at = (seconds: number) => new Date(Date.parse('2026-11-30T12:00:00Z') + seconds * 1000);
  const hear = (seconds: number) => noteHeard(api.current.deps.db, venue.vendor.id, at(seconds));

  test('is stored at once, and then at most every 30 seconds', async () => {
    await hear(0);
    await hear(29);
    expect(await heardAt()).toEqual(at(0));
    await hear(30);
    expect(await heardAt()).toEqual(at(30));
  });

  test('is stored again after the clock was set back', async () => {
    await hear(3_600);
    await hear(0);
    expect(await heardAt()).toEqual(at(0));
  });
});
