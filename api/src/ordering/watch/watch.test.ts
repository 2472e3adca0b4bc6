import { sql } from 'kysely';
import type { QueueEntry, VenueWatch } from 'shared-contracts/types';
import { TestBrowser } from '../../messages/push/push.testing';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { Market } from '../carts/market.testing';
import { noteHeard } from './seen';
import { Watch } from './watch';

const api = withTestApp();
const market = new Market(() => api.current);

let buyer: TestUser;
let cook: TestUser;
let owner: TestUser;
let operator: TestUser;
let venue: TestVenue;

beforeEach(async () => {
  const { db } = api.current.deps;
  venue = await storeVenue(db, {
    name: 'Granary Hall',
    vendors: [{ name: 'Kumo Ramen' }, { name: 'Bun House' }],
  });
  buyer = await storeUser(db, { name: 'Ada' });
  cook = await storeUser(db, { staffOf: [venue.vendor.id] });
  owner = await storeUser(db, { vendorIds: [venue.vendor.id], language: 'fr' });
  operator = await storeUser(db, { operatorOf: [venue.id] });
  api.current.stopClock();
});

/** Two processes of a site run their rounds at once. Both have just started, so they remember nothing. */
const round = () => Promise.all([new Watch(api.current.deps).runRound(), new Watch(api.current.deps).runRound()]);

/** Lets time pass with a round of both processes in each half minute. */
async function pass(minutes: number): Promise<void> {
  for (let half = 0; half < minutes * 2; half += 1) {
    api.current.advance(30_000);
    await round();
  }
}

/** Records that the stall is heard from all the time, so that only its orders are told of. */
async function passHeard(minutes: number): Promise<void> {
  for (let half = 0; half < minutes * 2; half += 1) {
    api.current.advance(30_000);
    for (const { id } of venue.vendors) await noteHeard(api.current.deps.db, id, api.current.deps.clock.now());
    await round();
  }
}

interface Sent {
  to: string;
  subject: string;
  text: string;
}

/** The emails since the last call. */
async function newEmails(): Promise<Sent[]> {
  await api.current.deps.outbox.drain();
  const people = new Map([
    [cook.email, 'cook'],
    [owner.email, 'owner'],
    [operator.email, 'operator'],
  ]);
  return api.current.emails.splice(0).flatMap(({ to, subject, text }) => {
    const person = people.get(to);
    return person === undefined ? [] : [{ to: person, subject, text }];
  });
}

const events = async () =>
  (await market.announced()).filter(({ name }) => name === 'OrdersUnseen' || name === 'OrderUpdated');

const seen = (user: TestUser, vendorId: number, orderIds: number[]) =>
  market.call('POST', `/vendors/${vendorId}/seen`, user, { order_ids: orderIds });

const entryOf = async (user: TestUser): Promise<QueueEntry | undefined> =>
  (await market.call('GET', '/queues/active', user)).json().data[0];

const setTable = (orderId: number) =>
  api.current.deps.db
    .updateTable('orders')
    .set({ delivery_method: 'deliver', delivery_method_type: 'table', delivery_method_location: '12' })
    .where('id', '=', orderId)
    .execute();

describe('an order that no one has seen', () => {
  test('rings, then the people of the stall are told, then the hall, each once by two processes that restart', async () => {
    const { orderId, orderNumber } = await market.placeOne(buyer, venue);
    await setTable(orderId);
    await market.announced();
    await passHeard(1.5);
    expect(await events()).toEqual([]);
    await passHeard(0.5);
    expect(await events()).toEqual([
      {
        name: 'OrdersUnseen',
        channels: [`private-vendors.${venue.vendor.id}`],
        payload: { vendor_id: venue.vendor.id, order_ids: [orderId] },
        except: null,
      },
      expect.objectContaining({ name: 'OrderUpdated', channels: [`private-users.${buyer.id}`] }),
    ]);
    expect(await entryOf(buyer)).toMatchObject({ watch: 'ring' });

    await passHeard(2);
    expect(await newEmails()).toEqual([
      {
        to: 'cook',
        subject: `Order ${orderNumber} at Kumo Ramen has not been seen.`,
        text: expect.stringContaining(`Order ${orderNumber} has waited 4 minutes and no one has seen it.`),
      },
      { to: 'owner', subject: expect.stringContaining(orderNumber), text: expect.stringContaining('4 minutes') },
    ]);
    expect(await entryOf(buyer)).toMatchObject({ watch: 'staff' });

    await passHeard(4);
    const [email, ...others] = await newEmails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ to: 'operator' });
    expect(email?.text).toContain('Customer: Ada. Deliver to Table 12.');
    expect(email?.text).toContain(`/hall/${venue.id}/watch`);
    expect(await entryOf(buyer)).toMatchObject({ watch: 'hall' });

    await market.announced();
    await passHeard(10);
    expect(await newEmails()).toEqual([]);
    expect(await events()).toEqual([]);
  });

  test('is no longer told of once a page of the stall shows it', async () => {
    const { orderId } = await market.placeOne(buyer, venue);
    await passHeard(2);
    await market.announced();
    expect((await seen(cook, venue.vendor.id, [orderId])).statusCode).toBe(204);
    expect(await events()).toHaveLength(1);
    expect(await entryOf(buyer)).not.toHaveProperty('watch');
    await passHeard(10);
    expect(await newEmails()).toEqual([]);
  });

  test('is not repeated after the clock was set back', async () => {
    await market.placeOne(buyer, venue);
    await passHeard(4);
    expect(await newEmails()).toHaveLength(2);
    await market.announced();
    api.current.advance(-60 * 60_000);
    await passHeard(63.5);
    expect(await newEmails()).toEqual([]);
    expect(await events()).toEqual([]);
    await passHeard(4);
    expect((await newEmails()).map(({ to }) => to)).toEqual(['operator']);
  });

  test('is told of step by step after the site was away, so that pages have time to report it', async () => {
    await market.placeOne(buyer, venue);
    await market.announced();
    api.current.advance(20 * 60_000);
    await passHeard(0.5);
    expect(await events()).toHaveLength(2);
    expect(await newEmails()).toEqual([]);
    await passHeard(1);
    expect((await newEmails()).map(({ to }) => to)).toEqual(['cook', 'owner']);
    await passHeard(1);
    expect((await newEmails()).map(({ to }) => to)).toEqual(['operator']);
  });

  test('is not told of after a night in which the site was off', async () => {
    await market.placeOne(buyer, venue);
    await market.announced();
    api.current.advance(7 * 60 * 60_000);
    await passHeard(10);
    expect(await events()).toEqual([]);
    expect(await newEmails()).toEqual([]);
  });

  test('of the same stall is told of together with others', async () => {
    await market.placeOne(buyer, venue);
    await market.placeOne(await storeUser(api.current.deps.db), venue);
    await passHeard(4);
    expect((await newEmails()).map(({ subject }) => subject)[0]).toBe('2 orders at Kumo Ramen have not been seen.');
  });

  test('is watched while new orders are paused, and not once it is cancelled', async () => {
    const { orderId } = await market.placeOne(buyer, venue);
    const { db } = api.current.deps;
    await db.updateTable('vendors').set({ accepting_orders: false }).execute();
    await passHeard(2);
    expect(await entryOf(buyer)).toMatchObject({ watch: 'ring' });
    await db.updateTable('queue_entries').set({ cancelled_at: new Date() }).where('order_id', '=', orderId).execute();
    await passHeard(10);
    expect(await newEmails()).toEqual([]);
  });

  test('sends a push to each browser of the people it concerns', async () => {
    const subscription = new TestBrowser().subscription('https://push.test/send/cook');
    await market.call('POST', '/push/subscriptions', cook, subscription);
    const { orderNumber } = await market.placeOne(buyer, venue);
    await passHeard(8);
    const pushes = await api.current.deps.db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'push')
      .execute();
    expect(pushes).toMatchObject([
      {
        payload: {
          news: {
            message: `Order ${orderNumber} at Kumo Ramen has not been seen.`,
            path: `/queues?vendor=${venue.vendor.id}`,
          },
        },
      },
    ]);
  });
});

describe('a stall that is open', () => {
  const heard = () => noteHeard(api.current.deps.db, venue.vendor.id, api.current.deps.clock.now());
  const hearOther = () =>
    api.current.deps.db.updateTable('vendors').set({ is_active: false }).where('id', '<>', venue.vendor.id).execute();
  const venueNow = async (): Promise<VenueWatch> =>
    (await market.call('GET', `/venues/${venue.id}/watch`, operator)).json().data;

  beforeEach(async () => {
    await hearOther();
  });

  test('is silent after three minutes: its people are told, then the hall, each once, and again after it was back', async () => {
    await heard();
    await pass(2.5);
    expect(await newEmails()).toEqual([]);
    expect((await venueNow()).silent.data).toEqual([]);
    await pass(0.5);
    expect((await newEmails()).map(({ to }) => to)).toEqual(['cook', 'owner']);
    expect((await venueNow()).silent.data).toMatchObject([{ vendor: { name: 'Kumo Ramen' } }]);
    await pass(3);
    expect(await newEmails()).toMatchObject([
      { to: 'operator', subject: 'Kumo Ramen is open, but none of its screens or printers can be reached.' },
    ]);
    await pass(30);
    expect(await newEmails()).toEqual([]);
    await heard();
    await pass(0.5);
    expect((await venueNow()).silent.data).toEqual([]);
    await pass(3);
    expect((await newEmails()).map(({ to }) => to)).toEqual(['cook', 'owner']);
  });

  test('is told of once a day if it was never heard', async () => {
    await pass(7);
    expect((await newEmails()).map(({ to }) => to)).toEqual(['cook', 'owner', 'operator']);
    const { db } = api.current.deps;
    // It closes and opens again.
    await db.updateTable('vendors').set({ accepting_orders: false }).execute();
    await pass(1);
    await db.updateTable('vendors').set({ accepting_orders: true }).execute();
    await pass(30);
    expect(await newEmails()).toEqual([]);
    api.current.advance(24 * 60 * 60_000);
    await pass(1);
    expect((await newEmails()).map(({ to }) => to)).toEqual(['cook', 'owner']);
  });

  test('is not told of while it is closed', async () => {
    await heard();
    await api.current.deps.db.updateTable('vendors').set({ accepting_orders: false }).execute();
    await pass(20);
    expect(await newEmails()).toEqual([]);
  });

  test('takes no orders while it is silent if the hall has chosen that, and takes them again by itself', async () => {
    await heard();
    const put = (isOn: boolean) =>
      market.call('PUT', `/venues/${venue.id}/watch`, operator, { stops_silent_stalls: isOn });
    expect((await put(true)).json().data).toMatchObject({ stops_silent_stalls: true });
    const isTaking = async () =>
      (await market.call('GET', `/vendors/${venue.vendor.id}`, buyer)).json().data.accepting_orders;
    await pass(2.5);
    expect(await isTaking()).toBe(true);
    await pass(0.5);
    expect(await isTaking()).toBe(false);
    expect((await market.post(buyer, { venue })).json()).toMatchObject({ code: 'VENDOR_CLOSED' });
    await seen(cook, venue.vendor.id, []);
    await round();
    expect(await isTaking()).toBe(true);
    await pass(3.5);
    expect(await isTaking()).toBe(false);
    await put(false);
    expect(await isTaking()).toBe(true);
    await round();
    expect(await isTaking()).toBe(true);
  });
});

describe('the settings and lists', () => {
  test('a stall has the usual minutes until its owner sets others', async () => {
    const path = `/vendors/${venue.vendor.id}/watch`;
    expect((await market.call('GET', path, owner)).json().data).toEqual({
      ring_minutes: 2,
      staff_minutes: 4,
      hall_minutes: 8,
    });
    const own = { ring_minutes: 1, staff_minutes: 2, hall_minutes: 3 };
    expect((await market.call('PUT', path, owner, own)).json().data).toEqual(own);
    expect((await market.call('PUT', path, cook, own)).statusCode).toBe(403);
    const refused = await market.call('PUT', path, owner, { ...own, hall_minutes: 2 });
    expect(refused.json()).toMatchObject({
      errors: { hall_minutes: ['Each step comes later than the one before it.'] },
    });
    await market.placeOne(buyer, venue);
    await passHeard(3);
    expect((await newEmails()).map(({ to }) => to)).toEqual(['cook', 'owner', 'operator']);
  });

  test('the audit log names who changed the minutes of a stall, and whether the hall stops silent stalls', async () => {
    const { db } = api.current.deps;
    const path = `/vendors/${venue.vendor.id}/watch`;
    const own = { ring_minutes: 1, staff_minutes: 2, hall_minutes: 3 };
    for (const minutes of [own, own, { ...own, hall_minutes: 9 }]) await market.call('PUT', path, owner, minutes);
    await market.call('PUT', `/venues/${venue.id}/watch`, operator, { stops_silent_stalls: true });
    const entries = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'vendor_id', 'before', 'after'])
      .where('action', '=', 'watch.changed')
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { actor_id: owner.id, vendor_id: venue.vendor.id, before: null, after: own },
      { actor_id: owner.id, vendor_id: venue.vendor.id, before: own, after: { ...own, hall_minutes: 9 } },
      {
        actor_id: operator.id,
        vendor_id: null,
        before: { stops_silent_stalls: false },
        after: { stops_silent_stalls: true },
      },
    ]);
  });

  test('a hall lists its unseen orders and those that are late by what their guests were promised', async () => {
    const { db } = api.current.deps;
    const first = await market.placeOne(buyer, venue);
    await setTable(first.orderId);
    const late = await market.placeOne(await storeUser(db), venue);
    await seen(cook, venue.vendor.id, [late.orderId]);
    await passHeard(2);
    const promised = new Date(api.current.deps.clock.now().getTime() - 3 * 60_000);
    await sql`update queue_entries set promised_at = ${promised} where order_id = ${late.orderId}`.execute(db);
    const { data } = (await market.call('GET', `/venues/${venue.id}/watch`, operator)).json();
    expect(data).toMatchObject({
      unseen: {
        data: [{ order: { id: first.orderId }, customer: 'Ada', location: 'Deliver to Table 12', step: 'ring' }],
      },
      silent: { data: [] },
      late: { data: [{ order: { id: late.orderId }, promised_at: promised.toISOString() }] },
      stops_silent_stalls: false,
    });
    expect((await market.call('GET', `/venues/${venue.id}/watch`, owner)).statusCode).toBe(403);
  });

  test("a page marks only its own stall's orders, and counts as a sign of life of that stall alone", async () => {
    const { db } = api.current.deps;
    const { orderId } = await market.placeOne(buyer, venue);
    const other = venue.vendors[1]?.id ?? 0;
    const stranger = await storeUser(db, { staffOf: [other] });
    expect((await seen(stranger, venue.vendor.id, [orderId])).statusCode).toBe(403);
    expect((await seen(stranger, other, [orderId])).statusCode).toBe(204);
    const rows = await db.selectFrom('queue_entries').select('seen_at').execute();
    expect(rows).toEqual([{ seen_at: null }]);
    const heard = await db.selectFrom('vendor_watches').select('vendor_id').execute();
    expect(heard).toEqual([{ vendor_id: other }]);
  });
});
