import type { HallToday } from 'shared-contracts/types';
import { Kitchen } from '../../printing/printing.testing';
import { storeAttempt, storeUser, storeVendor, storeVenue, type TestUser } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();
const kitchen = new Kitchen(api);
const db = () => api.current.deps.db;

let operator: TestUser;
beforeEach(async () => {
  await kitchen.open();
  operator = await storeUser(db(), { operatorOf: [kitchen.venue.id] });
});

const call = async (method: 'GET' | 'PUT', path: string, payload?: object) => {
  const { headers } = operator;
  const url = `/api/v1/venues/${kitchen.venue.id}${path}`;
  const response = await api.current.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
};
const today = async (): Promise<HallToday> => (await call('GET', '/today')).body.data;
const place = () => kitchen.market.placeOne(kitchen.buyer, kitchen.venue);

async function storeRefund(orderId: number, state: 'unclear' | 'failed' | 'done' | 'asked', tries = 0) {
  const { cart_id, user_id } = await db()
    .selectFrom('orders')
    .select(['cart_id', 'user_id'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const known = await db()
    .selectFrom('payment_attempts')
    .select('id')
    .where('cart_id', '=', cart_id)
    .executeTakeFirst();
  const attempt =
    known ?? (await storeAttempt(db(), { cart_id, user_id, venue_id: kitchen.venue.id, state: 'succeeded' }));
  await db()
    .insertInto('order_refunds')
    .values({
      order_id: orderId,
      attempt_id: attempt.id,
      source: 'operator',
      user_id: operator.id,
      reason: 'Cold',
      amount_minor: 250,
      total_minor: 250,
      tax_minor: 0,
      service_fee_minor: 0,
      service_fee_tax_minor: 0,
      state,
      tries,
      created_at: api.current.deps.clock.now(),
      ...((state === 'done' || state === 'failed') && { settled_at: api.current.deps.clock.now() }),
      ...(state === 'done' && { provider_refund_id: 're_1' }),
    })
    .execute();
}

describe('the day of a hall', () => {
  test('is empty before its first order', async () => {
    const { takings, closed, mismatches, refunds, unprinted } = await today();
    expect([takings, closed, mismatches, refunds, unprinted].map(({ data }) => data)).toEqual([[], [], [], [], []]);
  });

  test('adds up what was paid and refunded, by stall and by hour', async () => {
    const { orderId } = await place();
    await place();
    await storeRefund(orderId, 'done');
    const [taking] = (await today()).takings.data;
    const { gross, ...rest } = taking ?? { gross: 0 };
    expect(gross).toBeGreaterThan(0);
    expect(rest).toMatchObject({
      orders: 2,
      refunds: 2.5,
      hours: { data: [{ orders: 2, gross }] },
      stalls: { data: [{ vendor: { id: kitchen.venue.vendor.id }, orders: 2, gross, refunds: 2.5 }] },
    });
  });

  test('leaves out the orders of yesterday and of another hall', async () => {
    const { orderId } = await place();
    const yesterday = new Date(api.current.deps.clock.now().getTime() - 25 * 3_600_000);
    await db().updateTable('orders').set({ placed_at: yesterday }).where('id', '=', orderId).execute();
    await kitchen.market.placeOne(kitchen.buyer, await storeVenue(db()));
    expect((await today()).takings.data).toEqual([]);
  });

  test('names the stalls that take no orders, and how each is closed', async () => {
    const shut = await storeVendor(db(), kitchen.venue.id, { name: 'Shut', accepting_orders: false });
    expect((await today()).closed.data).toEqual([{ vendor: { id: shut.id, name: 'Shut' }, mode: 'closed' }]);
  });

  test.each([
    ['unclear', 0, 'unclear'],
    ['failed', 1, 'failed'],
    ['asked', 2, 'delayed'],
    ['asked', 0, undefined],
    ['done', 1, undefined],
  ] as const)('shows a refund that is %s after %i tries as %s', async (state, tries, shown) => {
    const { orderId } = await place();
    await storeRefund(orderId, state, tries);
    expect((await today()).refunds.data[0]?.state).toBe(shown);
  });

  test('shows a payment of another amount until an operator has seen it, and logs who', async () => {
    const { orderId } = await place();
    const { cart_id } = await db()
      .selectFrom('orders')
      .select('cart_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const attempt = await storeAttempt(db(), {
      cart_id,
      user_id: kitchen.buyer.id,
      venue_id: kitchen.venue.id,
      state: 'mismatch',
      reference: 'pi_7',
    });
    await db()
      .insertInto('payment_alerts')
      .values({
        attempt_id: attempt.id,
        asked_minor: 1000,
        asked_currency: 'CAD',
        received_minor: 900,
        received_currency: 'CAD',
        received_is_live: false,
        created_at: new Date(),
      })
      .execute();
    const [alert] = (await today()).mismatches.data;
    expect(alert).toMatchObject({ customer: 'Thandi', reference: 'pi_7', asked: 10, received: 9 });
    const seen = await call('PUT', `/payment-alerts/${alert?.id}`, { is_seen: true });
    expect(seen.status).toBe(204);
    expect((await today()).mismatches.data).toEqual([]);
    const log = await db().selectFrom('audit_log').select(['action', 'subject', 'actor_id']).execute();
    expect(log).toContainEqual({ action: 'venue.payment-seen', subject: 'pi_7', actor_id: operator.id });
    expect((await call('PUT', '/payment-alerts/999', { is_seen: true })).status).toBe(404);
  });

  test('shows an order whose ticket waits for minutes, until it is printed', async () => {
    await kitchen.printer();
    const { orderId } = await place();
    expect((await today()).unprinted.data).toEqual([]);
    api.current.advance(4 * 60_000);
    expect((await today()).unprinted.data).toMatchObject([{ order: { id: orderId } }]);
    await db().updateTable('print_jobs').set({ state: 'printed', ended_at: new Date() }).execute();
    expect((await today()).unprinted.data).toEqual([]);
  });
});

test('tells how far a new hall has come', async () => {
  const empty = await storeVenue(db(), { vendors: [], is_active: false });
  const { headers } = await storeUser(db(), { operatorOf: [empty.id] });
  const start = async (id: number, of = headers) =>
    (await api.current.app.inject({ method: 'GET', url: `/api/v1/venues/${id}/today`, headers: of })).json().data.start;
  expect(await start(empty.id)).toEqual({
    stalls: 0,
    items: 0,
    tables: 0,
    has_order: false,
    is_open: false,
    payments: 'sandbox',
  });
  await place();
  const { stalls, items, has_order, is_open } = await start(kitchen.venue.id, operator.headers);
  expect([stalls > 0, items > 0, has_order, is_open]).toEqual([true, true, true, true]);
});
