import type { HallOrders, OrderHistory } from 'shared-contracts/types';
import { Market } from '../../ordering/carts/market.testing';
import { storeAttempt, storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();
const market = new Market(() => api.current);
const db = () => api.current.deps.db;

let venue: TestVenue;
let operator: TestUser;
beforeEach(async () => {
  venue = await storeVenue(db());
  operator = await storeUser(db(), { operatorOf: [venue.id] });
});

const call = async (method: 'GET' | 'POST', url: string) => {
  const response = await api.current.app.inject({ method, url: `/api/v1${url}`, headers: operator.headers });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
};
const find = async (query = ''): Promise<HallOrders> => (await call('GET', `/venues/${venue.id}/orders${query}`)).body;
const numbersFor = async (search: string) =>
  (await find(`?search=${encodeURIComponent(search)}`)).data.map(({ id }) => id);

describe('the orders of a hall', () => {
  test('are found by number, name, email, table, amount and the provider’s reference', async () => {
    const ada = await storeUser(db(), { name: 'Ada Lovelace', email: 'ada@hall.example' });
    const { orderId } = await market.placeOne(ada, venue);
    await market.placeOne(await storeUser(db(), { name: 'Grace' }), venue);
    const stored = db().updateTable('orders').where('id', '=', orderId);
    await stored
      .set({
        order_number: 'K-101',
        delivery_method: 'deliver',
        delivery_method_type: 'table',
        delivery_method_location: 'Terrace 3',
        total_minor: 98_765,
        tax_minor: 0,
        service_fee_minor: 0,
        service_fee_tax_minor: 0,
      })
      .execute();
    const { cart_id } = await db()
      .selectFrom('orders')
      .select('cart_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    await storeAttempt(db(), { cart_id, user_id: ada.id, venue_id: venue.id, state: 'succeeded', reference: 'pi_7' });
    for (const search of ['K-101', 'k-101', '101', 'lovelace', 'ADA@hall.example', 'terrace 3', '987.65', 'pi_7']) {
      expect([search, await numbersFor(search)]).toEqual([search, [orderId]]);
    }
    expect(await numbersFor('no one')).toEqual([]);
    expect(await numbersFor('%')).toEqual([]);
  });

  test('come page by page, the newest first, without those of another hall', async () => {
    const buyer = await storeUser(db());
    const placed: number[] = [];
    for (let count = 0; count < 5; count += 1) placed.unshift((await market.placeOne(buyer, venue)).orderId);
    await market.placeOne(buyer, await storeVenue(db()));
    const first = await find('?limit=2');
    const second = await find(`?limit=2&after=${first.next}`);
    const third = await find(`?limit=2&after=${second.next}`);
    expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(placed);
    expect(third.next).toBeNull();
    expect((await call('GET', `/venues/${venue.id}/orders?after=9999`)).status).toBe(404);
  });

  test('tell what happened to them, and how they were paid', async () => {
    const buyer = await storeUser(db(), { name: 'Ada' });
    const { orderId, queueEntryId } = await market.placeOne(buyer, venue);
    const at = api.current.deps.clock.now();
    await db()
      .insertInto('queue_transitions')
      .values({ entry_id: queueEntryId, from_state: 'new', to_state: 'busy', is_undo: false, at })
      .execute();
    const history: OrderHistory = (await call('GET', `/orders/${orderId}/history`)).body.data;
    expect(history.order).toMatchObject({
      id: orderId,
      customer: { name: 'Ada' },
      refunded: 0,
      timezone: 'America/Toronto',
    });
    expect(history.events.data.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['placed', 'busy']));
    // A step from before the column of its person.
    expect(history.events.data.find(({ kind }) => kind === 'busy')?.by).toBeNull();
  });

  test('tell who made each step, and that a text message went out', async () => {
    const buyer = await storeUser(db(), { name: 'Ada' });
    const { orderId, queueEntryId } = await market.placeOne(buyer, venue);
    const cook = await storeUser(db(), { name: 'Grace', staffOf: [venue.vendor.id] });
    for (const state of ['busy', 'done']) await market.call('PUT', `/queues/${queueEntryId}`, cook, { state });
    await market.call('PUT', `/queues/${queueEntryId}`, buyer, { state: 'collected' });
    const sent_at = api.current.deps.clock.now();
    const message = { order_id: orderId, drop_reason: null, error_code: null, provider_id: 'SM1', created_at: sent_at };
    await db()
      .insertInto('text_messages')
      .values({ ...message, state: 'delivered', sent_at })
      .execute();
    const history: OrderHistory = (await call('GET', `/orders/${orderId}/history`)).body.data;
    const steps = history.events.data.filter(({ kind }) => ['busy', 'done', 'collected'].includes(kind));
    expect(steps.map(({ kind, by }) => [kind, by])).toEqual([
      ['busy', 'Grace'],
      ['done', 'Grace'],
      ['collected', 'Ada'],
    ]);
    expect(history.events.data.map(({ kind }) => kind)).toContain('texted');
  });

  test('tell when the emails about them went out', async () => {
    const { orderId } = await market.placeOne(await storeUser(db()), venue);
    const kinds = async () =>
      (await call('GET', `/orders/${orderId}/history`)).body.data.events.data
        .map(({ kind }: { kind: string }) => kind)
        .filter((kind: string) => kind.endsWith('emailed'));
    await api.current.deps.outbox.drain();
    expect(await kinds()).toEqual(['receipt-emailed']);
    await market.call('PUT', `/queues/cancel/${orderId}`, operator, { reason: 'Out of noodles' });
    await api.current.deps.outbox.drain();
    expect(await kinds()).toEqual(['receipt-emailed', 'emailed']);
    // An email that the server has refused was never sent.
    await db().updateTable('outbox').set({ last_error: 'refused' }).where('kind', '=', 'order-email').execute();
    expect(await kinds()).toEqual(['receipt-emailed']);
  });

  test('send their receipt again, once a minute, and log who did', async () => {
    const { orderId } = await market.placeOne(await storeUser(db()), venue);
    const receipts = async () =>
      (await db().selectFrom('outbox').select('key').where('kind', '=', 'receipt').execute()).length;
    const before = await receipts();
    expect((await call('POST', `/orders/${orderId}/receipt`)).status).toBe(204);
    await call('POST', `/orders/${orderId}/receipt`);
    expect(await receipts()).toBe(before + 1);
    const log = await db().selectFrom('audit_log').select(['action', 'actor_id']).execute();
    expect(log).toContainEqual({ action: 'order.receipt-sent', actor_id: operator.id });
  });
});
