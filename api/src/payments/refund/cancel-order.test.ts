import { inTransaction } from 'core/database/kysely';
import type { ListeningSandbox } from 'pay-sandbox/testing';
import { one, orderSchema } from 'shared-contracts/schemas';
import type { Order, QueueState } from 'shared-contracts/types';
import { firstOf, Market } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import { confirmWithCard, environmentOf, referenceOf, sandboxOfVenues, storeCart } from '../../testing/payments';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';

withDatabase();

const MINUTE = 60_000;

let sandbox: ListeningSandbox;
let api: TestApp;
let buyer: TestUser;
let member: TestUser;
let other: TestUser;
let venue: TestVenue;
/** Two orders of 10.00 and 1.30 tax in one payment of 25.42: half of the service charge of 2.50, and its tax, on each. */
let orders: { id: number; entryId: number }[];
let reference: string;

const market = new Market(() => api);
const db = () => api.deps.db;

beforeEach(async () => {
  sandbox = await sandboxOfVenues();
  api = await buildTestApp({ environment: environmentOf(sandbox) });
  venue = await storeVenue(db(), { vendors: [{ name: 'Apple Bar' }, { name: 'Bun House' }] });
  buyer = await storeUser(db());
  member = await storeUser(db(), { vendorIds: [venue.vendor.id] });
  other = await storeUser(db(), { vendorIds: [venue.vendors[1]?.id ?? 0] });
  reference = await paidCart(buyer);
  const entries = await db().selectFrom('queue_entries').select(['id', 'order_id']).orderBy('id').execute();
  orders = entries.map(({ id, order_id }) => ({ id: order_id, entryId: id }));
  await market.announced();
}, 30_000);

afterEach(async () => {
  await api.close();
  await sandbox.close();
});

async function paidCart(guest: TestUser): Promise<string> {
  const cart = await storeCart(db(), guest, venue);
  const started = await market.call('POST', `/carts/${cart.id}/start-stripe`, guest);
  const { clientSecret } = started.json().secret;
  await confirmWithCard(sandbox, clientSecret);
  const paid = referenceOf(clientSecret);
  const response = await market.call('POST', `/carts/${cart.id}/pay-with-stripe`, guest, { reference: paid });
  expect(response.statusCode).toBe(200);
  return paid;
}

const order = (index = 0) => {
  const found = orders[index];
  if (!found) throw new Error(`There is no order ${index}`);
  return found;
};
const cancel = (
  user: TestUser | null = member,
  orderId = order().id,
  reason: unknown = 'We are out of noodles',
  headers = {},
) => market.call('PUT', `/queues/cancel/${orderId}`, user, { reason }, headers);
const move = async (...states: QueueState[]) => {
  for (const state of states) {
    expect((await market.call('PUT', `/queues/${order().entryId}`, member, { state })).statusCode).toBe(200);
  }
};
const seenBy = async (user: TestUser, orderId = order().id): Promise<Order> =>
  expectShape(one(orderSchema), (await market.call('GET', `/orders/${orderId}`, user)).json()).data;
const queueOf = async (user: TestUser, query: string): Promise<{ order: { id: number } }[]> =>
  (await market.call('GET', `/queues/active?${query}`, user)).json().data;
const refunds = async () => (await sandbox.stripe('sk_test_venue').refunds.list({ payment_intent: reference })).data;
const refundedAmounts = async () => (await refunds()).map(({ amount }) => amount);
const row = (orderId = order().id) =>
  db()
    .selectFrom('order_cancellations')
    .innerJoin('order_refunds', 'order_refunds.order_id', 'order_cancellations.order_id')
    .selectAll('order_refunds')
    .select(['order_cancellations.queue_state'])
    .where('order_cancellations.order_id', '=', orderId)
    .executeTakeFirstOrThrow();

describe('cancelling an order', () => {
  test('removes it from the queue, stores the reason, and refunds the amount on its receipt', async () => {
    await move('busy');
    const response = await cancel(member, order().id, '  We are out of noodles ');
    expect(response.statusCode).toBe(200);
    expect(expectShape(one(orderSchema), response.json()).data).toMatchObject({
      id: order().id,
      state: 'cancelled',
      cancellation: { reason: 'We are out of noodles', refund: { amount: 12.71, state: 'pending' } },
    });
    expect(await queueOf(member, `vendor_id=${venue.vendor.id}`)).toEqual([]);
    expect((await queueOf(buyer, `user_id=${buyer.id}`)).map((entry) => entry.order.id)).toEqual([order(1).id]);
    expect(await row()).toMatchObject({ user_id: member.id, queue_state: 'busy', amount_minor: 1271 });

    await api.deps.outbox.drain();
    expect(await refunds()).toMatchObject([{ amount: 1271, metadata: { refund: `order-${order().id}` } }]);
    for (const user of [buyer, member]) {
      expect((await seenBy(user)).cancellation?.refund).toEqual({ amount: 12.71, state: 'refunded' });
    }
    expect(await seenBy(buyer, order(1).id)).not.toHaveProperty('cancellation');
  });

  test('refunds exactly the whole payment if every order of the cart is cancelled', async () => {
    await cancel();
    await cancel(other, order(1).id);
    await api.deps.outbox.drain();
    expect(await refundedAmounts()).toEqual([1271, 1271]);
    expect(await sandbox.stripe('sk_test_venue').paymentIntents.retrieve(reference)).toMatchObject({ amount: 2542 });
  });

  test('shows the buyer a message and makes both sides fetch again', async () => {
    await cancel(member, order().id, 'Out of noodles', { 'x-socket-id': '1.2' });
    const { order_number } = await seenBy(buyer);
    const payload = { order: { id: order().id, state: 'cancelled' }, vendor_id: venue.vendor.id };
    const channels = [`private-users.${buyer.id}`, `private-vendors.${venue.vendor.id}`];
    expect(await market.announced()).toEqual([
      { name: 'OrderUpdated', channels, payload, except: '1.2' },
      {
        name: 'Message',
        channels: [`private-users.${buyer.id}`],
        payload: {
          message: `Apple Bar cancelled your order ${order_number}: Out of noodles. $12.71 is on its way back to you.`,
        },
        except: '1.2',
      },
    ]);
  });

  test('sends the buyer one email, which names the order by its number and not by its row', async () => {
    await cancel(member, order().id, 'Out of <noodles>');
    await cancel(member, order().id, 'Closed');
    await api.deps.outbox.drain();
    const { order_number } = await seenBy(buyer);
    const emails = api.emails.filter(({ subject }) => !subject.startsWith('Receipt'));
    expect(emails).toMatchObject([{ to: buyer.email, subject: `Your order ${order_number} was cancelled` }]);
    const { text = '', html = '' } = emails[0] ?? {};
    expect(text).toContain(
      `Apple Bar cancelled your order ${order_number}: Out of <noodles>. $12.71 is on its way back to you.`,
    );
    expect(text).toContain('It takes your bank some days to show it.');
    expect(html).toContain('Out of &#60;noodles&#62;');
    for (const form of [text, html]) expect(form).not.toMatch(new RegExp(`id=${order().id}|orders?/${order().id}\\b`));
  });

  test('sends an email with the stall, its hall and their address', async () => {
    const address = { address_1: '1 <Granary> Square', address_2: '', city: 'London' };
    await db().updateTable('vendors').set(address).where('id', '=', venue.vendor.id).execute();
    await cancel();
    await api.deps.outbox.drain();
    const { text = '', html = '' } = api.emails.find(({ subject }) => subject.endsWith('was cancelled')) ?? {};
    expect(text).toContain(`\n\nApple Bar, ${venue.name}, 1 <Granary> Square, London\n\n`);
    expect(html).toContain(`>Apple Bar, ${venue.name}, 1 &#60;Granary&#62; Square, London</p>`);
  });

  test('notifies both sides again after the refund', async () => {
    await cancel();
    await api.deps.outbox.drain();
    const events = await db().selectFrom('outbox').select('payload').where('kind', '=', 'event').execute();
    const updates = events.filter(
      ({ payload }) => (payload as { event: string }).event === 'App\\Events\\OrderUpdated',
    );
    expect(updates).toHaveLength(2);
  });

  test('moves up the orders behind it', async () => {
    const guest = await storeUser(db());
    api.advance(1_000);
    await paidCart(guest);
    await market.announced();
    const position = async () =>
      (await market.call('GET', `/queues/active?user_id=${guest.id}`, guest))
        .json()
        .data.find((entry: { order: { vendor: { id: number } } }) => entry.order.vendor.id === venue.vendor.id)
        .position_in_queue;
    expect(await position()).toBe(2);
    await cancel();
    expect(await position()).toBe(1);
    expect((await market.announced()).filter(({ name }) => name === 'QueuePositionsChanged')).toMatchObject([
      { channels: [`private-users.${guest.id}`], payload: { vendor_id: venue.vendor.id } },
    ]);
  });

  test.each<QueueState[]>([['busy'], ['busy', 'done']])('works from %s', async (...states) => {
    await move(...states);
    expect((await cancel()).statusCode).toBe(200);
  });

  test('is refused with the current order if it is collected', async () => {
    await move('busy', 'done', 'collected');
    const response = await cancel();
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'ORDER_COLLECTED', data: { id: order().id, state: 'completed' } });
    await api.deps.outbox.drain();
    expect(await refunds()).toEqual([]);
  });

  test.each([
    ['', 422],
    ['   ', 422],
    [undefined, 422],
    ['x'.repeat(301), 422],
    // These have half of an emoji, a NUL, and a sequence that moves the cursor of a terminal.
    ['Out of \ud83c', 422],
    ['Out of\0', 422],
    ['Out of \u001b[2J', 422],
    ['Sold out 🍜\nWe are sorry.', 200],
    ['x'.repeat(300), 200],
  ])('responds to the reason %j with %i', async (reason, status) => {
    expect((await market.call('PUT', `/queues/cancel/${order().id}`, member, { reason })).statusCode).toBe(status);
  });

  test('is allowed only to its vendor', async () => {
    expect((await cancel(buyer)).statusCode).toBe(403);
    expect((await cancel(other)).statusCode).toBe(404);
    expect((await cancel(null)).statusCode).toBe(401);
    expect((await cancel(member, 999_999)).statusCode).toBe(404);
    expect((await seenBy(buyer)).state).toBe('placed');
  });

  test('disables the steps of the queue and Re-Notify', async () => {
    await move('busy', 'done');
    await cancel();
    const step = await market.call('PUT', `/queues/${order().entryId}`, member, { state: 'collected' });
    expect(step.statusCode).toBe(409);
    expect((await market.call('PUT', `/queues/notify/${order().id}`, member, {})).json()).toMatchObject({
      code: 'ORDER_CANCELLED',
    });
  });

  test('removes it from the vendor’s history of sales', async () => {
    await cancel();
    const history = await market.call('GET', `/vendors/${venue.vendor.id}/orders`, member);
    expect(history.json().data).toEqual([]);
  });
});

describe('a cancelled order is refunded once', () => {
  test('even if the cancellation is repeated, and the first reason stays', async () => {
    const colleague = await storeUser(db(), { vendorIds: [venue.vendor.id] });
    const responses = await Promise.all([cancel(), cancel(colleague, order().id, 'Closed'), cancel()]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const reasons = responses.map((response) => response.json().data.cancellation.reason);
    expect(new Set(reasons).size).toBe(1);
    await api.deps.outbox.drain();
    await cancel();
    await api.deps.outbox.drain();
    expect(await refundedAmounts()).toEqual([1271]);
  });

  test('if the provider made the refund and its response was lost', async () => {
    Object.assign(sandbox.faults.failure, { times: 1, path: '/v1/refunds', when: 'after' });
    await cancel();
    await api.deps.outbox.drain();
    for (let n = 0; n < 3; n += 1) {
      api.advance(60 * MINUTE);
      await api.deps.outbox.drain();
    }
    expect(await refundedAmounts()).toEqual([1271]);
    expect(await row()).toMatchObject({ state: 'done' });
  });

  test('if the process died after the refund and the provider no longer knows the idempotency key', async () => {
    // The provider has the refund of that call, and none with a key.
    const stripe = sandbox.stripe('sk_test_venue');
    const metadata = { refund: `order-${order().id}` };
    await stripe.refunds.create({ payment_intent: reference, amount: 1271, metadata });
    await cancel();
    await db().updateTable('order_refunds').set({ state: 'asked' }).execute();
    await api.deps.outbox.drain();
    expect(await refundedAmounts()).toEqual([1271]);
    expect(await row()).toMatchObject({ state: 'done' });
  });

  test('because the database refuses a refund above the paid amount', async () => {
    await cancel();
    const tooMuch = db()
      .updateTable('order_refunds')
      .set({ amount_minor: 2543 })
      .where('order_id', '=', order().id)
      .execute();
    await expect(tooMuch).rejects.toMatchObject({ constraint: 'order_refunds_covered' });
  });
});

describe('a provider that fails', () => {
  test('delays the refund, which is retried until it succeeds', async () => {
    Object.assign(sandbox.faults.failure, { times: 6, path: '/v1/refunds', when: 'before' });
    await cancel();
    await api.deps.outbox.drain();
    for (const user of [buyer, member]) expect((await seenBy(user)).cancellation?.refund.state).toBe('delayed');
    expect(await row()).toMatchObject({
      state: 'wanted',
      tries: 1,
      error: expect.stringMatching(/^unavailable/),
    });

    await api.deps.outbox.drain();
    expect(await row()).toMatchObject({ tries: 1 });
    api.advance(31_000);
    await api.deps.outbox.drain();
    api.advance(61_000);
    await api.deps.outbox.drain();
    expect(await refundedAmounts()).toEqual([1271]);
    expect((await seenBy(buyer)).cancellation?.refund.state).toBe('refunded');
  });

  test('is asked again later if it refuses, because an empty account may be filled the next day', async () => {
    const stripe = sandbox.stripe('sk_test_venue');
    await stripe.refunds.create({ payment_intent: reference, amount: 2000 });
    await cancel();
    await api.deps.outbox.drain();
    expect(await row()).toMatchObject({ state: 'wanted', error: expect.stringMatching(/^refused/) });
    const next = await db()
      .selectFrom('outbox')
      .select('available_at')
      .where('kind', '=', 'refund-order')
      .where('done_at', 'is', null)
      .execute();
    expect(next).toHaveLength(1);
  });
});

test('a duplicate payment of the cart is fully refunded in addition to a cancelled order', async () => {
  const attempt = await db().selectFrom('payment_attempts').selectAll().executeTakeFirstOrThrow();
  const twice = await sandbox.stripe('sk_test_venue').paymentIntents.create({ amount: 2542, currency: 'cad' });
  await confirmWithCard(sandbox, twice.client_secret ?? '');
  await inTransaction(db(), async (trx) => {
    const { id, snapshot, ...rest } = attempt;
    await trx
      .insertInto('payment_attempts')
      .values({
        ...rest,
        snapshot: JSON.stringify(snapshot),
        state: 'superseded',
        reference: twice.id,
        settled_at: null,
      })
      .execute();
  });
  const again = await market.call('POST', `/carts/${attempt.cart_id}/pay-with-stripe`, buyer, { reference: twice.id });
  expect(again.json()).toMatchObject({ code: 'PAYMENT_DUPLICATE' });
  await cancel();
  await api.deps.outbox.drain();
  expect(await refundedAmounts()).toEqual([1271]);
  const whole = await sandbox.stripe('sk_test_venue').refunds.list({ payment_intent: twice.id });
  expect(whole.data.map(({ amount }) => amount)).toEqual([2542]);
});

test('the cancellation of an order without a payment refunds nothing', async () => {
  const placed = await market.placeOne(await storeUser(db()), venue);
  const response = await cancel(member, placed.orderId);
  expect(firstOf([response.json().data.cancellation.refund])).toEqual({ amount: 0, state: 'refunded' });
  await api.deps.outbox.drain();
  const texts = api.emails.flatMap(({ subject, text }) =>
    /^Your order .+ was cancelled$/.test(subject) ? [text] : [],
  );
  expect(texts).toEqual([expect.not.stringContaining('bank')]);
});
