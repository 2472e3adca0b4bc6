import { readConfig } from 'core/config';
import { inTransaction } from 'core/database/kysely';
import { silentLog } from 'core/testing/logs';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import type { ListeningSandbox } from 'pay-sandbox/testing';
import { one, paymentResultSchema, startStripeSchema } from 'shared-contracts/schemas';
import { createDeps } from '../deps';
import { findCart, lockCart } from '../ordering/carts/cart.repository';
import { cartChanged } from '../ordering/carts/write-cart';
import { expectShape } from '../testing/expect-shape';
import {
  confirmWithCard,
  environmentOf,
  referenceOf,
  sandboxOfVenues,
  storeCart,
  type TestCart,
  WEBHOOK_SECRET,
} from '../testing/payments';
import { storeUser, storeVendor, storeVenue, type TestUser, type TestVenue } from '../testing/stored';
import { buildTestApp, type TestApp, testEnvironment, withDatabase } from '../testing/test-app';
import { findAttemptByReference } from './core/payment.repository';
import { withProviders } from './providers/payment-deps';
import { checkSecrets } from './secrets';
import { Reconciler } from './settle/reconciler';
import { settleFromProvider } from './settle/settle-attempt';

const { database } = withDatabase();

/** These are the providers' own settings, not a sandbox's. */
const OWN_ADDRESSES = {
  STRIPE_API_BASE: '',
  STRIPE_SCRIPT_URL: '',
  PAYSTACK_API_BASE: '',
  PAYSTACK_SCRIPT_URL: '',
  GLOBAL_HPP_URL: '',
  GLOBAL_API_URL: '',
};

const DECLINED = '4000000000000002';
const MINUTE = 60_000;

let sandbox: ListeningSandbox;
let api: TestApp;
let buyer: TestUser;
let venue: TestVenue;
let cart: TestCart;

beforeEach(async () => {
  sandbox = await sandboxOfVenues();
  api = await buildTestApp({ environment: environmentOf(sandbox) });
  venue = await storeVenue(db(), { vendors: [{}, {}] });
  buyer = await storeUser(db());
  cart = await storeCart(db(), buyer, venue);
});

afterEach(async () => {
  await api.close();
  await sandbox.close();
});

const db = () => api.deps.db;

const post = (url: string, payload: object | undefined, user: TestUser = buyer) =>
  api.app.inject({ method: 'POST', url: `/api/v1${url}`, headers: user.headers, ...(payload && { payload }) });

const start = (cartId = cart.id, body?: object) => post(`/carts/${cartId}/start-stripe`, body);
const pay = (reference: string, cartId = cart.id) => post(`/carts/${cartId}/pay-with-stripe`, { reference });

async function startedSecret(cartId = cart.id): Promise<string> {
  const response = await start(cartId);
  expect(response.statusCode).toBe(200);
  return expectShape(startStripeSchema, response.json()).secret.clientSecret;
}

/** Starts a payment and pays with a card, without telling the API. */
async function paidReference(card?: string): Promise<string> {
  const secret = await startedSecret();
  await confirmWithCard(sandbox, secret, card);
  return referenceOf(secret);
}

const resultOf = (response: LightMyRequestResponse) => expectShape(one(paymentResultSchema), response.json()).data;
const refusalOf = (response: LightMyRequestResponse) => ({
  status: response.statusCode,
  code: (response.json() as { code?: string }).code,
});

const attempts = () => db().selectFrom('payment_attempts').selectAll().orderBy('id').execute();
const attempt = async (index = 0) => {
  const found = (await attempts())[index];
  if (!found) throw new Error(`There is no attempt ${index}`);
  return found;
};
const queue = () => db().selectFrom('queue_entries').selectAll().orderBy('id').execute();
const cartState = async () => (await findCart(db(), cart.id))?.state;
const intentOf = (reference: string) => sandbox.stripe('sk_test_venue').paymentIntents.retrieve(reference);
const refundsOf = async (reference: string) =>
  (await sandbox.stripe('sk_test_venue').refunds.list({ payment_intent: reference })).data;

async function metrics(): Promise<Record<string, number>> {
  const { body } = await api.app.inject('/api/v1/metrics');
  return Object.fromEntries(
    [...body.matchAll(/^foodhall_(\w+) (\d+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}

/** Changes the cart, like another tab. */
async function changeCart(quantity: number): Promise<void> {
  await storeCart(db(), buyer, venue, { vendors: [venue.vendor], quantity });
}

/** Starts another process over the same database. It has received no message yet. */
function reconcilerAfterRestart(): Reconciler {
  return new Reconciler(withProviders(api.deps));
}

describe('paying a cart', () => {
  test('charges its total once, places its orders and queues them', async () => {
    const reference = await paidReference();
    const response = await pay(reference);
    expect(response.statusCode).toBe(200);
    const result = resultOf(response);
    expect(result).toMatchObject({ state: 'succeeded', cart_id: cart.id });
    expect(result.orders).toHaveLength(2);

    // There are two orders of 10.00 and 1.30 tax, each with half of the service charge of 2.50: 1.25 and 0.16 tax.
    expect(await intentOf(reference)).toMatchObject({ amount_received: 2542, currency: 'cad' });
    expect(await cartState()).toBe('paid');
    expect((await queue()).map(({ order_id, state }) => [order_id, state])).toEqual(
      result.orders.map((id) => [id, 'new']),
    );
    expect(await attempt()).toMatchObject({ state: 'succeeded', amount_minor: 2542, result_code: 'succeeded' });
  });

  test('books what each stall is owed, and the rest less the fee for the hall', async () => {
    await pay(await paidReference());
    const postings = await db().selectFrom('ledger_postings').selectAll().orderBy('id').execute();
    expect(postings.map(({ account, vendor_id, amount_minor }) => [account, vendor_id, amount_minor])).toEqual([
      ['provider', null, 2542],
      ['stall', venue.vendors[0]?.id, -1130],
      ['stall', venue.vendors[1]?.id, -1130],
      ['hall', null, -250],
      ['tax', null, -32],
      // The provider's fee, which the hall bears unless it agreed otherwise.
      ['fees', null, -104],
      ['hall', null, 104],
    ]);
  });

  test('returns the same success for every repeat, even at the same moment', async () => {
    const reference = await paidReference();
    const responses = await Promise.all([pay(reference), pay(reference), pay(reference)]);
    responses.push(await pay(reference));
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200, 200]);
    expect(await queue()).toHaveLength(2);
    expect(await attempts()).toHaveLength(1);
  });

  test('notifies the vendors and the buyer', async () => {
    await pay(await paidReference());
    const events = await db()
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'event')
      .orderBy('id')
      .execute();
    const sent = events.map(({ payload }) => payload as { event: string; channels: string[] });
    const vendorChannels = sent
      .filter(({ event }) => event === 'App\\Events\\QueueOrderAdded')
      .flatMap(({ channels }) => channels);
    expect(vendorChannels).toEqual(venue.vendors.map(({ id }) => `private-vendors.${id}`));
    expect(sent.at(-1)).toMatchObject({ event: 'App\\Events\\CartUpdated', channels: [`private-users.${buyer.id}`] });
  });

  test('charges nothing with a refused card, keeps the cart, and works with the next card', async () => {
    const secret = await startedSecret();
    await confirmWithCard(sandbox, secret, DECLINED);
    const refused = await pay(referenceOf(secret));
    expect(refusalOf(refused)).toEqual({ status: 402, code: 'PAYMENT_DECLINED' });
    expect(refused.json().message).toBe('Your card was declined. You were not charged.');
    expect(await cartState()).toBe('new');
    expect(await queue()).toEqual([]);

    expect(await startedSecret()).toBe(secret);
    await confirmWithCard(sandbox, secret);
    expect((await pay(referenceOf(secret))).statusCode).toBe(200);
  });

  test('is refused with 402 before the buyer has confirmed the payment', async () => {
    const secret = await startedSecret();
    expect(refusalOf(await pay(referenceOf(secret)))).toEqual({ status: 402, code: 'PAYMENT_INCOMPLETE' });
    expect(await cartState()).toBe('new');
  });

  test('responds 202 while the provider processes the payment, and no second payment can start', async () => {
    sandbox.faults.processing.times = 1;
    const reference = await paidReference();
    const waiting = await pay(reference);
    expect(waiting.statusCode).toBe(202);
    expect(resultOf(waiting)).toEqual({ state: 'processing', cart_id: cart.id, orders: [] });
    expect(refusalOf(await start())).toEqual({ status: 409, code: 'PAYMENT_PROCESSING' });

    await sandbox.app.inject({ method: 'POST', url: '/__control/stripe/settle', payload: { id: reference } });
    expect((await pay(reference)).statusCode).toBe(200);
  });

  test('responds 202 while the provider cannot be asked, because the card may be charged', async () => {
    const reference = await paidReference();
    Object.assign(sandbox.faults.failure, { times: 3, when: 'before' });
    expect((await pay(reference)).statusCode).toBe(202);
    expect((await pay(reference)).statusCode).toBe(200);
  });

  test('places and flags an order whose item became inactive after the start', async () => {
    const reference = await paidReference();
    await db().updateTable('items').set({ status: 'inactive' }).where('id', '=', venue.vendor.item.id).execute();
    expect((await pay(reference)).statusCode).toBe(200);
    const orders = await db().selectFrom('orders').select('flag').orderBy('id').execute();
    expect(orders).toEqual([{ flag: 'ITEM_INACTIVE' }, { flag: null }]);
  });
});

describe('a success that settles late', () => {
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;
  const removeStall = () => db().updateTable('vendors').set({ is_active: false }).where('id', '=', venue.vendor.id);
  const closeHall = () => db().updateTable('venues').set({ is_active: false }).where('id', '=', venue.id);
  const pauseStall = () => db().updateTable('vendors').set({ accepting_orders: false });
  const raisePrices = () => db().updateTable('variants').set({ price_minor: 9_900 });
  /** The session of a test ends before its attempts expire, so the test makes the attempts older. */
  const makeOlder = (ms: number) =>
    sql`update payment_attempts set created_at = created_at - ${ms / 1_000} * interval '1 second'`.execute(db());
  interface Change {
    execute(): Promise<unknown>;
  }

  test.each<[string, number, (() => Change) | null, string]>([
    ['places its orders some minutes after its start', 12 * MINUTE, null, 'succeeded'],
    ['places its orders hours after its start', 20 * HOUR, null, 'succeeded'],
    ['places its orders after a price change', 12 * MINUTE, raisePrices, 'succeeded'],
    ['places its orders while its stall is paused', 12 * MINUTE, pauseStall, 'succeeded'],
    ['is refunded if one of its stalls was removed', 12 * MINUTE, removeStall, 'closed'],
    ['is refunded if its hall has closed', 12 * MINUTE, closeHall, 'closed'],
    ['is refunded a day after its start', DAY, null, 'expired'],
    ['is refunded sixty days after its start', 60 * DAY, raisePrices, 'expired'],
    ['is refunded sixty days after its start if its hall has closed', 60 * DAY, closeHall, 'expired'],
  ])('%s', async (_when, ageMs, change, state) => {
    const reference = await paidReference();
    await change?.().execute();
    await makeOlder(ageMs);
    await reconcilerAfterRestart().reconcile();
    await api.deps.outbox.drain();
    await pay(reference);
    await api.deps.outbox.drain();
    const isPlaced = state === 'succeeded';
    expect(await attempt()).toMatchObject({ state, refund_state: isPlaced ? null : 'done' });
    expect(await queue()).toHaveLength(isPlaced ? 2 : 0);
    expect(await cartState()).toBe(isPlaced ? 'paid' : 'new');
    expect(await refundsOf(reference)).toHaveLength(isPlaced ? 0 : 1);
    const emails = api.emails.filter(({ subject }) => subject.includes('goes back to you'));
    expect(emails.map(({ to }) => to)).toEqual(isPlaced ? [] : [buyer.email]);
  });

  test.each([
    ['PAYMENT_EXPIRED', () => undefined, DAY],
    ['PAYMENT_CLOSED', removeStall, MINUTE],
  ])('sends an update to a customer who is still on the page for %s', async (code, change, ageMs) => {
    const reference = await paidReference();
    await change()?.execute();
    await makeOlder(ageMs);
    const refused = await pay(reference);
    expect(refusalOf(refused)).toEqual({ status: 409, code });
    expect(refused.json().message).toMatch(/is being refunded\.$/);
    // A second request from the page changes nothing.
    expect(refusalOf(await pay(reference))).toEqual({ status: 409, code });
  });

  test('leaves the cart to be paid again', async () => {
    const late = await paidReference();
    await makeOlder(DAY);
    await pay(late);
    const reference = await paidReference();
    expect(reference).not.toBe(late);
    expect((await pay(reference)).statusCode).toBe(200);
    await api.deps.outbox.drain();
    expect((await attempts()).map(({ state }) => state)).toEqual(['expired', 'succeeded']);
  });

  test.each([
    ['22 hours', 22 * HOUR, 1],
    ['23 hours', 23 * HOUR, 2],
  ])(
    'is avoided, because a start in the last hour of an attempt opens a new one (%s old)',
    async (_age, ageMs, count) => {
      await startedSecret();
      await makeOlder(ageMs);
      const reference = await paidReference();
      await makeOlder(59 * MINUTE);
      expect((await pay(reference)).statusCode).toBe(200);
      expect(await attempts()).toHaveLength(count);
    },
  );
});

describe('a stall that closes', () => {
  const never = JSON.stringify({ weekly: [[], [], [], [], [], [], []], exceptions: [] });
  const close = () =>
    db().updateTable('vendors').set({ opening_hours: never }).where('id', '=', venue.vendor.id).execute();

  test('takes no payment for a cart that was filled before', async () => {
    await close();
    const response = await start();
    expect(refusalOf(response)).toEqual({ status: 409, code: 'VENDOR_CLOSED' });
    const [closed, open] = response.json().data.orders.data;
    expect(closed.vendor).toMatchObject({ accepting_orders: false, opening: { mode: 'schedule', changes_at: null } });
    expect(open.vendor).toMatchObject({ accepting_orders: true });
    expect(await attempts()).toEqual([]);
  });

  test('fulfils a payment that was started before', async () => {
    const secret = await startedSecret();
    await close();
    await confirmWithCard(sandbox, secret);
    expect((await pay(referenceOf(secret))).statusCode).toBe(200);
    expect(await queue()).toHaveLength(2);
    expect(await cartState()).toBe('paid');
  });
});

describe('a reference', () => {
  test('that belongs to another cart gets a conflict and changes nothing', async () => {
    const reference = await paidReference();
    const otherBuyer = await storeUser(db());
    const otherCart = await storeCart(db(), otherBuyer, venue);
    const response = await post(`/carts/${otherCart.id}/pay-with-stripe`, { reference }, otherBuyer);
    expect(refusalOf(response)).toEqual({ status: 409, code: 'REFERENCE_OF_ANOTHER_CART' });
    expect((await findCart(db(), otherCart.id))?.state).toBe('new');
    expect(await attempt()).toMatchObject({ state: 'open' });
  });

  test('is looked up at the provider that the request names', async () => {
    const reference = await paidReference();
    const response = await post(`/carts/${cart.id}/pay-with-paystack`, { reference });
    expect(refusalOf(response)).toEqual({ status: 422, code: 'UNKNOWN_REFERENCE' });
    expect(await attempt()).toMatchObject({ state: 'open' });
  });

  test('that was never started gets a 422', async () => {
    expect(refusalOf(await pay('pi_made_up'))).toEqual({ status: 422, code: 'UNKNOWN_REFERENCE' });
  });

  test('that the provider no longer knows gets a 422, and the next start creates a new payment', async () => {
    const secret = await startedSecret();
    await db().updateTable('payment_attempts').set({ reference: 'pi_lost' }).execute();
    expect(refusalOf(await pay('pi_lost'))).toEqual({ status: 422, code: 'UNKNOWN_REFERENCE' });
    expect(await startedSecret()).not.toBe(secret);
  });

  test('does not open the cart of another user', async () => {
    const reference = await paidReference();
    const stranger = await storeUser(db());
    expect((await post(`/carts/${cart.id}/pay-with-stripe`, { reference }, stranger)).statusCode).toBe(404);
    expect((await post(`/carts/${cart.id}/start-stripe`, undefined, stranger)).statusCode).toBe(404);
  });
});

describe('starting a payment', () => {
  test('creates one payment for two starts of the same cart, even at the same moment', async () => {
    const secrets = new Set(await Promise.all([startedSecret(), startedSecret()]));
    secrets.add(await startedSecret());
    expect(secrets.size).toBe(1);
    expect(await attempts()).toHaveLength(1);
  });

  test('creates a new payment after the cart changed, and cancels the old one at the provider', async () => {
    const first = await startedSecret();
    await changeCart(3);
    const second = await startedSecret();
    expect(second).not.toBe(first);
    expect((await intentOf(referenceOf(second))).amount).toBe(2542 + 2260);

    await api.deps.outbox.drain();
    expect(await intentOf(referenceOf(first))).toMatchObject({ status: 'canceled' });
    expect((await attempts()).map(({ state }) => state)).toEqual(['cancelled', 'open']);
    expect(await confirmWithCard(sandbox, first)).toBe(400);
  });

  test('finds a paid payment whose success never arrived, and creates no second payment', async () => {
    await paidReference();
    expect(refusalOf(await start())).toEqual({ status: 409, code: 'CART_CLOSED' });
    expect(await queue()).toHaveLength(2);
  });

  test('can be tried again after the provider failed', async () => {
    Object.assign(sandbox.faults.failure, { times: 3, when: 'before' });
    expect(refusalOf(await start())).toEqual({ status: 502, code: 'PROVIDER_UNAVAILABLE' });
    expect((await start()).statusCode).toBe(200);
  });

  test('creates one payment if the response is lost', async () => {
    Object.assign(sandbox.faults.failure, { times: 1, when: 'after' });
    const secret = await startedSecret();
    expect(await intentOf(referenceOf(secret))).toMatchObject({ amount: 2542 });
    expect(sandbox.webhooks.log().filter(({ eventType }) => eventType === 'payment_intent.created')).toHaveLength(1);
  });

  test('is refused until every order has its delivery', async () => {
    await db()
      .updateTable('orders')
      .set({ delivery_method: null, delivery_method_type: null })
      .where('vendor_id', '=', venue.vendor.id)
      .execute();
    expect(refusalOf(await start())).toEqual({ status: 422, code: 'DELIVERY_MISSING' });
  });

  test('is refused with the current cart if an item in it became inactive', async () => {
    await db().updateTable('items').set({ status: 'inactive' }).where('id', '=', venue.vendor.item.id).execute();
    const response = await start();
    expect(refusalOf(response)).toEqual({ status: 409, code: 'ITEM_UNAVAILABLE' });
    expect(response.json().data).toMatchObject({ id: cart.id, payable: false });
  });

  test('is refused with the current cart if a price changed', async () => {
    await db().updateTable('variants').set({ price_minor: 1200 }).where('item_id', '=', venue.vendor.item.id).execute();
    expect(refusalOf(await start())).toEqual({ status: 409, code: 'CART_CHANGED' });
  });

  test('is refused if the buyer sees an older version of the cart', async () => {
    expect((await start(cart.id, { version: cart.version })).statusCode).toBe(200);
    await changeCart(2);
    expect(refusalOf(await start(cart.id, { version: cart.version }))).toEqual({ status: 409, code: 'CART_CHANGED' });
  });

  test('is refused while a vendor takes no orders', async () => {
    await db().updateTable('vendors').set({ accepting_orders: false }).where('id', '=', venue.vendor.id).execute();
    expect(refusalOf(await start())).toEqual({ status: 409, code: 'VENDOR_CLOSED' });
  });

  test('is refused for an empty cart, and for a paid one', async () => {
    await db().deleteFrom('order_items').execute();
    expect(refusalOf(await start())).toEqual({ status: 422, code: 'CART_EMPTY' });
    const other = await storeVenue(db());
    const paid = await storeCart(db(), buyer, other);
    const secret = await startedSecret(paid.id);
    await confirmWithCard(sandbox, secret);
    await pay(referenceOf(secret), paid.id);
    expect(refusalOf(await start(paid.id))).toEqual({ status: 409, code: 'CART_CLOSED' });
  });

  test('needs a session', async () => {
    const response = await api.app.inject({ method: 'POST', url: `/api/v1/carts/${cart.id}/start-stripe` });
    expect(response.statusCode).toBe(401);
  });

  test('uses only the provider of the venue', async () => {
    await db().updateTable('venues').set({ payment_provider: 'Global' }).execute();
    expect(refusalOf(await start())).toEqual({ status: 409, code: 'WRONG_PROVIDER' });
    expect((await post(`/carts/${cart.id}/start-global`, undefined)).statusCode).toBe(200);
  });

  test('is refused if the secret of the venue is not set', async () => {
    await db().updateTable('venues').set({ secret_env: 'STRIPE_SECRET_NOBODY' }).execute();
    expect(refusalOf(await start())).toEqual({ status: 503, code: 'PAYMENTS_NOT_CONFIGURED' });
  });
});

describe('a payment that differs from the request', () => {
  test.each([
    ['amount', () => Object.assign(sandbox.faults.wrongAmount, { times: 1, by: -1 }), /^Your payment of \$[\d.]+ goes/],
    [
      'currency',
      () => Object.assign(sandbox.faults.wrongCurrency, { times: 1, currency: 'usd' }),
      /of USD [\d.]+ goes/,
    ],
  ])('in its %s places no order and is refunded once, and the payer gets an email', async (_what, arrange, subject) => {
    arrange();
    const reference = await paidReference();
    expect(refusalOf(await pay(reference))).toEqual({ status: 409, code: 'PAYMENT_MISMATCH' });
    expect(await queue()).toEqual([]);
    expect(await cartState()).toBe('new');

    await api.deps.outbox.drain();
    await pay(reference);
    await api.deps.outbox.drain();
    expect(await refundsOf(reference)).toHaveLength(1);
    expect(await attempt()).toMatchObject({ state: 'mismatch', refund_state: 'done' });
    expect(api.emails).toEqual([
      expect.objectContaining({
        to: buyer.email,
        subject: expect.stringMatching(subject),
        text: expect.stringContaining('Nothing was ordered with it.'),
      }),
    ]);
  });

  test('in its mode places no order', async () => {
    const reference = await paidReference();
    await db().updateTable('payment_attempts').set({ is_live: true }).execute();
    expect(refusalOf(await pay(reference))).toEqual({ status: 409, code: 'PAYMENT_MISMATCH' });
    expect(await queue()).toEqual([]);
  });

  test('raises an alert in the database, in the metrics and in the log', async () => {
    Object.assign(sandbox.faults.wrongAmount, { times: 1, by: -1 });
    const reference = await paidReference();
    const deps = withProviders(api.deps);
    const logged = jest.spyOn(deps.log, 'error');
    const mismatched = await findAttemptByReference(db(), 'Stripe', reference);
    if (!mismatched) throw new Error('The attempt is gone');
    await settleFromProvider(deps, mismatched);
    await settleFromProvider(deps, mismatched);

    const alerts = await db().selectFrom('payment_alerts').selectAll().execute();
    expect(alerts).toMatchObject([
      { attempt_id: mismatched.id, asked_minor: 2542, received_minor: 2541, received_currency: 'CAD', seen_at: null },
    ]);
    // The log contains only the fields that find the payment again.
    expect(logged.mock.calls[0]).toEqual([
      { attempt: mismatched.id, reference, resultCode: 'succeeded', lastFour: '4242' },
      'payment: not what was asked for, refunding',
    ]);
    logged.mockRestore();
    expect(await metrics()).toMatchObject({ payment_alerts_unseen: 1, payment_refunds_waiting: 1 });

    await api.deps.outbox.drain();
    await db().updateTable('payment_alerts').set({ seen_at: new Date() }).execute();
    expect(await metrics()).toMatchObject({ payment_alerts_unseen: 0, payment_refunds_waiting: 0, payments_open: 0 });
  });

  test('leaves a cart that can be paid again', async () => {
    Object.assign(sandbox.faults.wrongAmount, { times: 1 });
    await pay(await paidReference());
    expect((await pay(await paidReference())).statusCode).toBe(200);
  });
});

describe('a cart that changed while it was being paid', () => {
  test('is placed as it was paid, and later changes move to a new cart', async () => {
    const reference = await paidReference();
    const third = await storeVendor(db(), venue.id);
    await storeCart(db(), buyer, venue, { vendors: [third] });
    await changeCart(3);

    const response = await pay(reference);
    expect(response.statusCode).toBe(200);
    const orders = await db()
      .selectFrom('orders')
      .innerJoin('order_items', 'order_items.order_id', 'orders.id')
      .select(['orders.cart_id', 'orders.vendor_id', 'quantity', 'orders.state'])
      .orderBy('orders.cart_id')
      .orderBy('orders.vendor_id')
      .execute();
    const [first, second] = venue.vendors;
    expect(
      orders.map(({ cart_id, vendor_id, quantity, state }) => [cart_id === cart.id, vendor_id, quantity, state]),
    ).toEqual([
      [true, first?.id, 1, 'placed'],
      [true, second?.id, 1, 'placed'],
      [false, first?.id, 2, 'cart'],
      [false, third.id, 1, 'cart'],
    ]);
    expect(await cartState()).toBe('paid');
  });

  test('is placed by a superseded payment that succeeded before it could be cancelled', async () => {
    const first = await startedSecret();
    await changeCart(3);
    const second = await startedSecret();
    await confirmWithCard(sandbox, first);

    await api.deps.outbox.drain();
    await api.deps.outbox.drain();
    expect((await attempts()).map(({ state }) => state)).toEqual(['succeeded', 'cancelled']);
    expect(await intentOf(referenceOf(second))).toMatchObject({ status: 'canceled' });
    expect(await queue()).toHaveLength(2);
    expect(await refundsOf(referenceOf(first))).toEqual([]);
  });

  test('is paid only once, so that the second of two successful payments is refunded', async () => {
    const first = await startedSecret();
    await changeCart(3);
    const second = await startedSecret();
    await confirmWithCard(sandbox, first);
    await confirmWithCard(sandbox, second);

    expect((await pay(referenceOf(second))).statusCode).toBe(200);
    expect(refusalOf(await pay(referenceOf(first)))).toEqual({ status: 409, code: 'PAYMENT_DUPLICATE' });
    await api.deps.outbox.drain();
    expect((await attempts()).map(({ state, refund_state }) => [state, refund_state])).toEqual([
      ['duplicate', 'done'],
      ['succeeded', null],
    ]);
    expect(await refundsOf(referenceOf(first))).toHaveLength(1);
    expect(await refundsOf(referenceOf(second))).toEqual([]);
    expect(await queue()).toHaveLength(2);

    // The email is sent once, even if a process ended before it recorded the refund, and another process repeats it.
    await db()
      .updateTable('payment_attempts')
      .set({ refund_state: 'wanted' })
      .where('state', '=', 'duplicate')
      .execute();
    await db()
      .updateTable('outbox')
      .set({ done_at: null, leased_until: null, available_at: new Date(0) })
      .where('kind', '=', 'refund')
      .execute();
    await api.deps.outbox.drain();
    await api.deps.outbox.drain();
    expect((await attempts()).map(({ refund_state }) => refund_state)).toEqual(['done', null]);
    const emails = api.emails.filter(({ subject }) => subject.includes('goes back to you'));
    expect(emails).toHaveLength(1);
    expect(emails[0]).toMatchObject({
      to: buyer.email,
      text: expect.stringContaining('Your orders stay as they are.'),
    });
  });
});

describe('webhooks', () => {
  const events = () => db().selectFrom('webhook_events').selectAll().orderBy('id').execute();

  /** Makes the sandbox send its held events to the listening API. */
  async function deliver(): Promise<void> {
    if (!api.app.server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' });
    const address = api.app.server.address();
    if (typeof address !== 'object' || !address) throw new Error('The API does not listen');
    const url = `http://127.0.0.1:${address.port}/api/v1/webhooks/stripe/${venue.id}`;
    await sandbox.app.inject({
      method: 'PUT',
      url: '/__control/stripe/webhook-url',
      payload: { publishableKey: 'pk_test_venue', url },
    });
    sandbox.webhooks.release('given');
    await sandbox.webhooks.idle();
  }

  function sign(body: string, secret = WEBHOOK_SECRET): string {
    return sandbox.stripe().webhooks.generateTestHeaderString({ payload: body, secret });
  }

  const send = (body: string, signature: string, place: number | string = venue.id) =>
    api.app.inject({
      method: 'POST',
      url: `/api/v1/webhooks/stripe/${place}`,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      payload: body,
    });

  const eventAbout = (reference: string, id = 'evt_1') =>
    JSON.stringify({
      id,
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: reference, object: 'payment_intent', status: 'succeeded', amount: 1 } },
    });

  test('settle a payment whose browser never returned', async () => {
    await paidReference();
    await deliver();
    expect((await events()).map(({ processed_at }) => processed_at === null)).toEqual([false, true]);
    await api.deps.outbox.drain();
    expect(await queue()).toHaveLength(2);
    expect((await events()).every(({ processed_at }) => processed_at !== null)).toBe(true);
  });

  test('have the same effect before and after the request of the browser', async () => {
    const reference = await paidReference();
    await deliver();
    await api.deps.outbox.drain();
    const before = await pay(reference);
    expect(before.statusCode).toBe(200);
    await send(eventAbout(reference, 'evt_late'), sign(eventAbout(reference, 'evt_late')));
    await api.deps.outbox.drain();
    expect((await pay(reference)).body).toBe(before.body);
    expect(await queue()).toHaveLength(2);
  });

  test('are stored once even if they arrive several times', async () => {
    const body = eventAbout(await paidReference());
    for (let n = 0; n < 3; n += 1) expect((await send(body, sign(body))).statusCode).toBe(200);
    expect(await events()).toHaveLength(1);
  });

  test('do not prove that a payment succeeded', async () => {
    const secret = await startedSecret();
    const body = eventAbout(referenceOf(secret));
    await send(body, sign(body));
    await api.deps.outbox.drain();
    expect(await cartState()).toBe('new');
    expect(await attempt()).toMatchObject({ state: 'open' });
  });

  test('with a forged signature, a changed body or an old date are refused and not stored', async () => {
    const body = eventAbout(await paidReference());
    const old = sandbox
      .stripe()
      .webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET, timestamp: 1_600_000_000 });
    for (const signature of [sign(body, 'whsec_other'), sign(`${body} `), old, 't=1,v1=00', '']) {
      expect(refusalOf(await send(body, signature))).toEqual({ status: 400, code: 'BAD_SIGNATURE' });
    }
    expect(await events()).toEqual([]);
  });

  test('about an unknown payment are stored and accepted', async () => {
    const body = eventAbout('pi_of_another_shop');
    expect((await send(body, sign(body))).statusCode).toBe(200);
    await api.deps.outbox.drain();
    expect(await events()).toMatchObject([{ reference: 'pi_of_another_shop', last_error: null }]);
  });

  test.each([
    ['holds null', () => 'null'],
    ['holds an empty list', () => '[]'],
    ['has no object', () => JSON.stringify({ ...JSON.parse(eventAbout('pi_1')), data: {} })],
    ['is not JSON', () => 'charge'],
    ['has no id', () => JSON.stringify({ ...JSON.parse(eventAbout('pi_1')), id: undefined })],
    ['has a numeric id', () => JSON.stringify({ ...JSON.parse(eventAbout('pi_1')), id: 7 })],
    [
      'has 20,000 levels',
      () => eventAbout('pi_1').replace('"amount":1', `"amount":${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    ],
  ])('are refused and not stored if the signed body %s', async (_what, bodyOf) => {
    const body = bodyOf();
    expect(refusalOf(await send(body, sign(body)))).toEqual({ status: 400, code: 'BAD_EVENT' });
    expect(await events()).toEqual([]);
  });

  test('with characters that cannot be stored are stored without them', async () => {
    const body = eventAbout('pi_1').replace('"amount":1', '"description":"a\\ud800b\\u0000c"');
    expect((await send(body, sign(body))).statusCode).toBe(200);
    expect(JSON.stringify(await events())).toContain('a\ufffdb\ufffdc');
  });

  test('are retried while the provider cannot be asked', async () => {
    const body = eventAbout(await paidReference());
    await send(body, sign(body));
    Object.assign(sandbox.faults.failure, { times: 3, when: 'before' });
    await api.deps.outbox.drain();
    expect(await events()).toMatchObject([{ processed_at: null, attempts: 1 }]);
    api.advance(MINUTE);
    await api.deps.outbox.drain();
    expect(await queue()).toHaveLength(2);
  });

  test('about a payment that the provider no longer knows are not retried', async () => {
    await startedSecret();
    await db().updateTable('payment_attempts').set({ reference: 'pi_gone' }).execute();
    const body = eventAbout('pi_gone');
    await send(body, sign(body));
    await api.deps.outbox.drain();
    expect(await events()).toMatchObject([{ attempts: 1, processed_at: expect.any(Date) }]);
    expect((await events())[0]?.last_error).not.toBeNull();
    expect(await attempt()).toMatchObject({ state: 'open' });
  });

  test('are accepted at the address with the id or the slug of the venue', async () => {
    const body = eventAbout('pi_1');
    const { slug } = await db().selectFrom('venues').select('slug').executeTakeFirstOrThrow();
    expect((await send(body, sign(body), slug)).statusCode).toBe(200);
    expect((await send(body, sign(body), 999)).statusCode).toBe(404);
    expect((await api.app.inject({ method: 'POST', url: `/api/v1/webhooks/nobody/${venue.id}` })).statusCode).toBe(404);
  });
});

describe('the reconciler', () => {
  test('settles a payment that was paid while the process was down, a minute after its start', async () => {
    await paidReference();
    await reconcilerAfterRestart().reconcile();
    expect(await queue()).toEqual([]);
    api.advance(MINUTE);
    await reconcilerAfterRestart().reconcile();
    expect(await queue()).toHaveLength(2);
  });

  test('asks again after 5 and 30 minutes, then each day', async () => {
    await startedSecret();
    const reconciler = reconcilerAfterRestart();
    const checks: number[] = [];
    for (const minutes of [1, 3, 2, 20, 10, 60]) {
      api.advance(minutes * MINUTE);
      await reconciler.reconcile();
      checks.push((await attempt()).checks);
    }
    expect(checks).toEqual([1, 1, 2, 2, 3, 3]);
  });

  test('cancels at the provider an attempt that is unpaid after a day', async () => {
    const secret = await startedSecret();
    const reconciler = reconcilerAfterRestart();
    api.advance(24 * 60 * MINUTE);
    for (let n = 0; n < 4; n += 1) await reconciler.reconcile();
    await api.deps.outbox.drain();
    expect(await intentOf(referenceOf(secret))).toMatchObject({ status: 'canceled' });
    expect(await attempt()).toMatchObject({ state: 'cancelled' });
  });

  test('tries again later if the provider fails', async () => {
    await paidReference();
    api.advance(MINUTE);
    Object.assign(sandbox.faults.failure, { times: 3, when: 'before' });
    await reconcilerAfterRestart().reconcile();
    expect(await queue()).toEqual([]);
    api.advance(5 * MINUTE);
    await reconcilerAfterRestart().reconcile();
    expect(await queue()).toHaveLength(2);
  });
});

test('the orders are placed once if the browser, the webhook and the reconciler finish a payment at the same moment', async () => {
  const reference = await paidReference();
  api.advance(MINUTE);
  const found = await findAttemptByReference(db(), 'Stripe', reference);
  if (!found) throw new Error('The attempt is gone');
  const [first, second] = await Promise.all([
    pay(reference),
    pay(reference),
    start(),
    settleFromProvider(withProviders(api.deps), found),
    reconcilerAfterRestart().reconcile(),
    changeCart(2),
  ]);
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect(await queue()).toHaveLength(2);
  expect((await attempts()).filter(({ state }) => state === 'succeeded')).toHaveLength(1);
  await api.deps.outbox.drain();
  expect(await refundsOf(reference)).toEqual([]);
});

describe('a crash', () => {
  test('between the start of an attempt and the provider’s response leaves a cart that can be paid', async () => {
    const secret = await startedSecret();
    await db().updateTable('payment_attempts').set({ reference: null, client_secret: null }).execute();
    // The attempt and the key are the same, so the provider returns the payment that it had made already.
    expect(await startedSecret()).toBe(secret);
  });

  test('loses neither the payment nor a concurrent change of the cart', async () => {
    const reference = await paidReference();
    const change = inTransaction(db(), async (trx) => {
      const locked = await lockCart(trx, cart.id);
      if (locked) await cartChanged(trx, locked, null);
    });
    const [response] = await Promise.all([pay(reference), change]);
    expect(response.statusCode).toBe(200);
    expect(await queue()).toHaveLength(2);
  });
});

describe('the secrets of venues', () => {
  const secretsWith = async (environment: Record<string, string>) => {
    const config = readConfig({ ...testEnvironment, ...OWN_ADDRESSES, ...environment });
    return checkSecrets(withProviders(createDeps({ config, database: await database(), log: silentLog })));
  };

  test.each([
    [{ PAYMENTS: 'live', STRIPE_SECRET_VENUE: 'sk_test_1' }, /STRIPE_SECRET_VENUE .* a live key/],
    [{ PAYMENTS: 'test', STRIPE_SECRET_VENUE: 'sk_live_1' }, /STRIPE_SECRET_VENUE .* a test key/],
  ])('stop the start if their mode is wrong: %j', async (environment, message) => {
    const check = secretsWith(environment as unknown as Record<string, string>);
    await expect(check).rejects.toThrow(message);
    await expect(check).rejects.not.toThrow(/sk_\w+_1/);
  });

  test('allow the start if their mode is right or if they are not set', async () => {
    await secretsWith({ PAYMENTS: 'live', STRIPE_SECRET_VENUE: 'sk_live_1' });
    await secretsWith({ PAYMENTS: 'live' });
  });

  test.each(['http://localhost:8081', 'https://127.0.0.1', 'http://pay.example'])(
    'are never sent to %s in live mode',
    (address) => {
      expect(() => readConfig({ PAYMENTS: 'live', STRIPE_API_BASE: address })).toThrow(/STRIPE_API_BASE/);
    },
  );
});
