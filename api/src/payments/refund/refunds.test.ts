/** Tests refunds through the real routes, at the three providers and in currencies of 0, 2 and 3 decimals. */
import { type ListeningSandbox, payAtGlobal, payAtPaystack } from 'pay-sandbox/testing';
import { one, orderSchema } from 'shared-contracts/schemas';
import type { Order } from 'shared-contracts/types';
import { firstOf, Market } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import {
  confirmWithCard,
  deliverWebhooks,
  environmentOf,
  referenceOf,
  sandboxOfVenues,
  storeCart,
} from '../../testing/payments';
import {
  storeSecondFactor,
  storeTaxCategory,
  storeUser,
  storeVenue,
  type TestUser,
  type TestVenue,
  type VenueInput,
} from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';
import { findAttemptByReference } from '../core/payment.repository';
import { goLive, rememberPaymentsMode } from '../core/payments-mode';
import { type PaymentDeps, withProviders } from '../providers/payment-deps';
import { ProviderWatch } from '../watch/provider-watch';
import { makeRefund } from './make-refund';
import { operatorRefundsSchema } from './refund.presenter';
import { recordRefundsAtProvider } from './refunds-at-provider';
import { watchedRefunds } from './watched-refunds';

withDatabase();

const MINUTE = 60_000;

let sandbox: ListeningSandbox;
let api: TestApp;
let buyer: TestUser;
let operator: TestUser;
let member: TestUser;
let venue: TestVenue;
/** The orders of two vendors, sorted by the vendors' names. */
let orders: Order[];
let reference: string;
let keys = 0;

const market = new Market(() => api);
const db = () => api.deps.db;

beforeEach(async () => {
  sandbox = await sandboxOfVenues();
  api = await buildTestApp({ environment: environmentOf(sandbox) });
  buyer = await storeUser(db());
});

afterEach(async () => {
  await api.close();
  await sandbox.close();
});

type Provider = 'Stripe' | 'Paystack' | 'Global';

const VENUES: Record<Provider, VenueInput & { price_minor: number }> = {
  // Three decimals: Stripe charges and refunds fils in steps of ten.
  Stripe: { currency: 'KWD', currency_symbol: 'KD ', is_tax_included: true, price_minor: 3330 },
  // The currency has no decimals, and the tax is included without a charge, as Paystack requires.
  Paystack: {
    payment_provider: 'Paystack',
    secret_env: 'PAYSTACK_SECRET_VENUE',
    currency: 'JPY',
    currency_symbol: '¥',
    is_tax_included: true,
    service_charge_minor: 0,
    price_minor: 995,
  },
  // CAD, 13 % added, and the charge of 2.50.
  Global: {
    payment_provider: 'Global',
    payment_provider_key: 'venue',
    secret_env: 'GLOBAL_SECRET_VENUE',
    webhook_secret_env: null,
    price_minor: 995,
  },
};

/** Pays a cart of two orders with three of one item each. */
async function paidAt(provider: Provider, { quantity = 3, vendors = 2 } = {}): Promise<void> {
  const { price_minor, ...terms } = VENUES[provider];
  const items = [{ name: 'Ramen', variants: [{ price_minor }] }];
  const names = ['Apple Bar', 'Bun House'].slice(0, vendors);
  venue = await storeVenue(db(), { ...terms, vendors: names.map((name) => ({ name, items })) });
  operator = await storeUser(db(), { name: 'Olive Operator', operatorOf: [venue.id] });
  member = await storeUser(db(), { vendorIds: [venue.vendor.id] });
  const cart = await storeCart(db(), buyer, venue, { quantity });
  reference = await pay(provider, cart.id);
  await market.announced();
  const rows = await db().selectFrom('orders').select('id').where('cart_id', '=', cart.id).orderBy('id').execute();
  orders = await Promise.all(rows.map(({ id }) => seenBy(buyer, id)));
}

async function pay(provider: Provider, cartId: number): Promise<string> {
  const finish = async (paid: string, body: object = {}) => {
    const path = `/carts/${cartId}/pay-with-${provider.toLowerCase()}`;
    const response = await market.call('POST', path, buyer, { reference: paid, ...body });
    expect(response.statusCode).toBe(200);
    return paid;
  };
  if (provider === 'Paystack') {
    const started = (await market.call('GET', `/carts/newpayment?cart_id=${cartId}&provider=Paystack`, buyer)).json();
    await payAtPaystack(sandbox.url, started.access_code, { number: '4084084084084081', cvv: '408' });
    return finish(started.source_id);
  }
  const { secret } = (await market.call('POST', `/carts/${cartId}/start-${provider.toLowerCase()}`, buyer)).json();
  if (provider === 'Stripe') {
    await confirmWithCard(sandbox, secret.clientSecret);
    return finish(referenceOf(secret.clientSecret));
  }
  const response = await payAtGlobal(sandbox.url, secret, '4263970000005262');
  return finish(JSON.parse(secret).ORDER_ID, { response });
}

const order = (index = 0) => firstOf(orders.slice(index));
const line = (index = 0) => firstOf(order(index).order_items.data).id;
const seenBy = async (user: TestUser, orderId = order().id): Promise<Order> =>
  expectShape(one(orderSchema), (await market.call('GET', `/orders/${orderId}`, user)).json()).data;

async function refund(body: object = {}, { user = operator as TestUser | null, orderId = order().id, key = '' } = {}) {
  keys += 1;
  const headers = { 'idempotency-key': key || `key-${keys}` };
  return market.call('POST', `/orders/${orderId}/refunds`, user, { reason: 'Cold soup', ...body }, headers);
}
/** Places one order of two ramen with the venue's own tax, and three ciders with 20 %. */
async function paidWithTwoRates(): Promise<void> {
  const { price_minor, ...terms } = VENUES.Global;
  const dishes = [{ variants: [{ price_minor }] }, { variants: [{ price_minor: 333 }] }];
  venue = await storeVenue(db(), { ...terms, vendors: [{ items: dishes }] });
  const [, cider] = venue.vendor.items;
  if (!cider) throw new Error('two items');
  await storeTaxCategory(db(), venue, [cider]);
  operator = await storeUser(db(), { operatorOf: [venue.id] });
  await market.add(buyer, { venue, quantity: 2 });
  const cart = await market.add(buyer, { venue, variant: firstOf(cider.variants), quantity: 3 });
  const { id } = firstOf(cart.orders.data);
  await market.collect(buyer, id);
  reference = await pay('Global', cart.id);
  orders = [await seenBy(buyer, id)];
}

/** Requests a refund that the outbox makes in a minute. */
async function refundInAMinute(): Promise<void> {
  await refund();
  await db()
    .updateTable('outbox')
    .set({ available_at: new Date(Date.now() + MINUTE) })
    .where('kind', '=', 'refund-order')
    .execute();
}
const items = (quantity: number, id = line()) => ({ items: [{ id, quantity }] });
const listed = async (orderId = order().id) =>
  expectShape(operatorRefundsSchema, (await market.call('GET', `/orders/${orderId}/refunds`, operator)).json());
const states = async (orderId = order().id) =>
  (await listed(orderId)).data.map(({ amount, state, source }) => [amount, state, source]);
const drain = () => api.deps.outbox.drain();

/** Returns the amounts of the payment that the provider has refunded, in minor units, the oldest first. */
async function refundedAt(provider: Provider): Promise<number[]> {
  if (provider === 'Stripe') {
    const { data } = await sandbox.stripe('sk_test_venue').refunds.list({ payment_intent: reference });
    return data.map(({ amount }) => amount).reverse();
  }
  const bearer = { headers: { authorization: 'Bearer sk_test_venue' } };
  const paid = await (await fetch(`${sandbox.url}/transaction/verify/${reference}`, bearer)).json();
  const { data } = await (await fetch(`${sandbox.url}/refund?transaction=${paid.data.id}`, bearer)).json();
  return data.map(({ amount }: { amount: number }) => amount);
}

const inDashboard = (provider: Provider, amount?: number) =>
  sandbox.app.inject({ method: 'POST', url: '/__control/refund', payload: { provider, reference, amount } });

/** Delivers each event that the provider has to send, `times` times. */
async function webhooks(provider: 'Stripe' | 'Paystack', times = 1): Promise<void> {
  const bodies = sandbox.webhooks.log().flatMap(({ body }) => Array.from({ length: times }, () => body));
  await deliverWebhooks({ api, sandbox, venueId: venue.id, provider }, bodies);
  await drain();
}

describe.each<[Provider, number, { minor: number[]; major: number[] }]>([
  // Half of the charge of 0.250 is on the order. An item is 3.372, the order 10.115.
  ['Stripe', 2.5, { minor: [3370, 2500, 4240], major: [3.37, 2.5, 4.24] }],
  ['Paystack', 500, { minor: [995, 500, 1490], major: [995, 500, 1490] }],
  // The order is 29.85 + 3.88 + 1.25 + 0.16; its first item is 9.95 + 1.30 + 0.42 + 0.06.
  ['Global', 5, { minor: [1173, 500, 1841], major: [11.73, 5, 18.41] }],
])('refunds at %s', (provider, amount, expected) => {
  beforeEach(() => paidAt(provider));

  test('return an item, an amount and exactly the rest, and then nothing more', async () => {
    const first = await refund(items(1));
    expect(first.statusCode).toBe(201);
    await refund({ amount });
    await refund();
    await drain();
    expect(await states()).toEqual(expected.major.map((major) => [major, 'refunded', 'operator']));
    if (provider !== 'Global') expect(await refundedAt(provider)).toEqual(expected.minor);
    expect((await refund()).json()).toMatchObject({
      code: 'NOTHING_TO_REFUND',
      message: 'All that was paid for this order was refunded.',
    });
  });

  test('return every order of the cart', async () => {
    for (const each of orders) await refund({}, { orderId: each.id });
    await drain();
    for (const each of orders) expect((await listed(each.id)).left).toBeLessThan(0.01);
  });

  test('return a collected order, and the customer sees it', async () => {
    const entry = await db()
      .selectFrom('queue_entries')
      .select('id')
      .where('order_id', '=', order().id)
      .executeTakeFirstOrThrow();
    for (const state of ['busy', 'done', 'collected']) {
      expect((await market.call('PUT', `/queues/${entry.id}`, member, { state })).statusCode).toBe(200);
    }
    expect((await refund(items(2))).statusCode).toBe(201);
    await drain();
    const seen = await seenBy(buyer);
    expect(seen.state).toBe('completed');
    expect(seen.refunds?.data).toMatchObject([
      { reason: 'Cold soup', state: 'refunded', items: { data: [{ order_item_id: line(), quantity: 2 }] } },
    ]);
  });
});

describe('an operator', () => {
  beforeEach(() => paidAt('Global'));

  test('sees the person, the amount and the reason of each refund, and the remaining amount', async () => {
    await refund(items(1));
    await drain();
    expect(await listed()).toMatchObject({
      data: [
        {
          amount: 11.73,
          tax: 1.36,
          service_charge: 0.42,
          reason: 'Cold soup',
          source: 'operator',
          by: { id: operator.id, name: 'Olive Operator' },
          items: { data: [{ order_item_id: line(), quantity: 1 }] },
          error: null,
        },
      ],
      currency: 'CAD',
      paid: 35.14,
      left: 23.41,
    });
  });

  test('can preview the amounts of a refund', async () => {
    const response = await refund({ ...items(1), dry_run: true });
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toEqual({ amount: 11.73, tax: 1.36, service_charge: 0.42 });
    expect((await refund({ amount: 99, dry_run: true })).json()).toMatchObject({ code: 'REFUND_TOO_MUCH' });
    expect((await refund({ amount: 1, dry_run: true }, { user: member })).statusCode).toBe(403);
    expect(await states()).toEqual([]);
  });

  test.each<[string, number | null, number, string]>([
    ['above 100.00', null, 101, 'asked'],
    ['of 100.00', null, 100, 'not asked'],
    ['above the amount of the hall', 500, 5.01, 'asked'],
    ['below the amount of the hall', 20_000, 150, 'not asked'],
    ['of any amount, if the hall wants so', 0, 0.01, 'asked'],
  ])('with a second factor confirms a refund %s: %p, %p is %s', async (_what, refund_proof_minor, amount, outcome) => {
    await paidAt('Global', { quantity: 30 });
    await db().updateTable('venues').set({ refund_proof_minor }).where('id', '=', venue.id).execute();
    await storeSecondFactor(db(), operator.id);
    const response = await refund({ amount });
    if (outcome === 'asked') {
      expect([response.statusCode, response.json().code]).toEqual([403, 'PROOF_REQUIRED']);
      expect(await states()).toEqual([]);
    } else {
      expect(response.statusCode).toBe(201);
    }
  });

  test('confirms the refund with which many small ones exceed the amount, also if they come at once', async () => {
    await paidAt('Global', { quantity: 30 });
    await storeSecondFactor(db(), operator.id);
    const responses = await Promise.all([refund({ amount: 60 }), refund({ amount: 60 })]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 403]);
    expect((await refund({ amount: 40 })).statusCode).toBe(201);
    expect((await refund({ amount: 0.01 })).json()).toMatchObject({ code: 'PROOF_REQUIRED' });
    const proved = new Date(Date.now() + MINUTE);
    await db().updateTable('tokens').set({ proved_at: proved }).where('user_id', '=', operator.id).execute();
    api.advance(20 * MINUTE);
    expect((await refund({ amount: 90 })).statusCode).toBe(201);
    expect((await refund({ amount: 11 })).json()).toMatchObject({ code: 'PROOF_REQUIRED' });
  });

  test('is the only role that can refund', async () => {
    const elsewhere = await storeVenue(db());
    for (const [user, status] of [
      [null, 401],
      [buyer, 403],
      [member, 403],
      [await storeUser(db()), 404],
      [await storeUser(db(), { operatorOf: [elsewhere.id], vendorIds: [elsewhere.vendor.id] }), 404],
    ] as const) {
      expect((await refund({}, { user })).statusCode).toBe(status);
      expect((await market.call('GET', `/orders/${order().id}/refunds`, user)).statusCode).toBe(status);
    }
    expect((await refund({}, { orderId: 999_999 })).statusCode).toBe(404);
    expect(await states()).toEqual([]);
  });

  test.each<[string, () => object, number, string]>([
    [
      'more than the remaining amount',
      () => ({ amount: 35.15 }),
      409,
      'This refund comes to $35.15, and $35.14 is left to refund.',
    ],
    ['more units of an item than were bought', () => items(4), 409, 'Of Ramen, only 3 are left to refund.'],
    ['an item of another order', () => items(1, line(1)), 422, 'One of the items is not of this order.'],
    ['an amount with too many decimals', () => ({ amount: 1.234 }), 422, 'This is not an amount of CAD.'],
    ['an amount of zero', () => ({ amount: 0 }), 422, ''],
    ['a negative amount', () => ({ amount: -1 }), 422, ''],
    ['items and an amount together', () => ({ ...items(1), amount: 1 }), 422, 'Refund items or an amount, not both.'],
    ['an empty list of items', () => ({ items: [] }), 422, ''],
    ['without a reason', () => ({ reason: ' ' }), 422, 'Please give a reason.'],
  ])('cannot refund %s', async (_what, body, status, message) => {
    const response = await refund(body());
    expect(response.statusCode).toBe(status);
    expect(response.json().message).toContain(message);
    expect(await states()).toEqual([]);
  });

  test('must send a request key, so that a repeat refunds nothing', async () => {
    const path = `/orders/${order().id}/refunds`;
    expect((await market.call('POST', path, operator, { reason: 'Cold soup' })).statusCode).toBe(422);
    const responses = await Promise.all([1, 2, 3].map(() => refund({ amount: 3 }, { key: 'one' })));
    expect(new Set(responses.map((response) => response.json().data.id)).size).toBe(1);
    expect((await refund({ amount: 4 }, { key: 'one' })).json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    await drain();
    expect(await states()).toEqual([[3, 'refunded', 'operator']]);
  });

  test('cannot refund more than was paid with many concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => refund({ amount: 10 })));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 409, 409, 409]);
    expect((await listed()).left).toBe(5.14);
  });

  test('can leave the rest to a cancellation, and the customer sees the total', async () => {
    await refund({ amount: 10 });
    const cancelled = await market.call('PUT', `/queues/cancel/${order().id}`, member, { reason: 'Closed' });
    expect(cancelled.statusCode).toBe(200);
    await drain();
    expect(await states()).toEqual([
      [10, 'refunded', 'operator'],
      [25.14, 'refunded', 'cancellation'],
    ]);
    expect((await seenBy(buyer)).cancellation?.refund).toEqual({ amount: 35.14, state: 'refunded' });
  });

  test('makes the customer get a message, both sides fetch again, and the list of the kitchen change', async () => {
    const { cursor } = (await market.call('GET', `/queues/active?vendor_id=${venue.vendor.id}`, member)).json();
    await refund({ amount: 4.2 });
    const number = order().order_number;
    expect(await market.announced()).toMatchObject([
      { name: 'OrderUpdated', channels: [`private-users.${buyer.id}`, `private-vendors.${venue.vendor.id}`] },
      {
        name: 'Message',
        channels: [`private-users.${buyer.id}`],
        payload: { message: `$4.20 of your order ${number} at Apple Bar is on its way back to you: Cold soup` },
      },
    ]);
    const path = `/queues/active?vendor_id=${venue.vendor.id}&changed_since=${cursor}`;
    const changed = (await market.call('GET', path, member)).json();
    expect(changed.data).toMatchObject([{ order: { id: order().id, refunds: { data: [{ amount: 4.2 }] } } }]);
  });

  test('makes the customer get one email for each refund', async () => {
    await refund({ amount: 4.2 });
    await refund({ amount: 1 });
    await api.deps.outbox.drain();
    const number = order().order_number;
    const emails = api.emails.filter(({ subject }) => !subject.startsWith('Receipt'));
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      [buyer.email, `$4.20 of your order ${number} is on its way back to you`],
      [buyer.email, `$1.00 of your order ${number} is on its way back to you`],
    ]);
    expect(emails[0]?.text).toContain('is on its way back to you: Cold soup');
    expect(emails[0]?.text).toContain(`\nApple Bar, ${venue.name}`);
  });

  test('cannot refund an order that cost nothing', async () => {
    const placed = await market.placeOne(buyer, venue);
    expect((await refund({}, { orderId: placed.orderId })).json()).toMatchObject({
      code: 'NOTHING_TO_REFUND',
      message: 'Nothing was paid for this order.',
    });
  });
});

test('the refunds of an order with several rates are stored by rate and add up to its taxes', async () => {
  await paidWithTwoRates();
  const [ramen, cider] = order().order_items.data;
  for (const body of [items(1, cider?.id), { amount: 5 }, items(1, ramen?.id), {}]) {
    expect((await refund(body)).statusCode).toBe(201);
  }
  const stored = await db().selectFrom('order_refunds').select('taxes').orderBy('id').execute();
  expect(stored[0]?.taxes).toEqual([{ name: 'Alcohol', rate_bp: 2000, total_minor: 333, tax_minor: 67 }]);
  const back = new Map<string, { base: number; amount: number }>();
  for (const { name, total_minor, tax_minor } of stored.flatMap(({ taxes }) => taxes ?? [])) {
    const { base, amount } = back.get(name) ?? { base: 0, amount: 0 };
    back.set(name, { base: base + total_minor, amount: amount + tax_minor });
  }
  // 19.90 with 13 %, 9.99 with 20 %.
  expect(Object.fromEntries(back)).toEqual({
    HST: { base: 1990, amount: 259 },
    Alcohol: { base: 999, amount: 200 },
  });
  expect(await listed()).toMatchObject({ left: 0 });
});

describe('a refund whose response was lost', () => {
  const loseResponses = (times: number, path: string) =>
    Object.assign(sandbox.faults.failure, { times, path, when: 'after' });

  test.each<['Stripe' | 'Paystack', string]>([
    ['Stripe', '/v1/refunds'],
    ['Paystack', '/refund'],
  ])('is found at %s and not made twice', async (provider, path) => {
    await paidAt(provider);
    await refund({ amount: 5 });
    loseResponses(4, path);
    for (let n = 0; n < 4; n += 1) {
      await drain();
      api.advance(60 * MINUTE);
    }
    expect(await refundedAt(provider)).toHaveLength(1);
    expect(await states()).toEqual([[5, 'refunded', 'operator']]);
  });

  test('is unclear at Global until an operator decides it', async () => {
    await paidAt('Global');
    await refund({ amount: 5 });
    await refund({ amount: 6 });
    const ids = (await listed()).data.map(({ id }) => id);
    await db().updateTable('order_refunds').set({ state: 'asked' }).execute();
    await drain();
    expect(await states()).toEqual([
      [5, 'unclear', 'operator'],
      [6, 'unclear', 'operator'],
    ]);
    expect((await listed()).left).toBe(24.14);

    const clear = (id: number | undefined, is_made: boolean, user = operator) =>
      market.call('PUT', `/orders/${order().id}/refunds/${id}`, user, { is_made });
    expect((await clear(ids[0], true, member)).statusCode).toBe(403);
    expect((await clear(999_999, true)).statusCode).toBe(404);
    expect((await clear(ids[0], true)).json().data).toMatchObject({ amount: 5, state: 'refunded' });
    expect((await clear(ids[0], false)).json()).toMatchObject({ code: 'REFUND_IS_CLEAR' });
    await clear(ids[1], false);
    await drain();
    expect(await states()).toEqual([
      [5, 'refunded', 'operator'],
      [6, 'refunded', 'operator'],
    ]);
  });
});

describe('a delayed refund', () => {
  const clear = async (body: object) => {
    const [late] = (await listed()).data;
    return market.call('PUT', `/orders/${order().id}/refunds/${late?.id}`, operator, body);
  };
  const delay = () => db().updateTable('order_refunds').set({ tries: 1, error: 'refused: 508' }).execute();
  const rebates = async () =>
    (await sandbox.app.inject({ url: `/__control/global/refunds/${reference}` })).json().rebates;

  test.each<[string, object, string, number]>([
    ['withdrawn', { withdraw: true }, 'void', 35.14],
    ['recorded as made', { is_made: true }, 'refunded', 30.14],
  ])('can be %s at Global, and is not made afterwards', async (_what, body, state, left) => {
    await paidAt('Global');
    await refund({ amount: 5 });
    await delay();
    expect((await clear(body)).json().data).toMatchObject({ state });
    await drain();
    expect(await rebates()).toEqual([]);
    expect((await listed()).left).toBe(left);
  });

  test('cannot be withdrawn before its first try, while it is requested, or together with an outcome', async () => {
    await paidAt('Global');
    await refund({ amount: 5 });
    expect((await clear({ withdraw: true })).json()).toMatchObject({ code: 'REFUND_NOT_DELAYED' });
    await delay();
    expect((await clear({ withdraw: true, is_made: true })).statusCode).toBe(422);
    expect((await clear({})).statusCode).toBe(422);
    await db().updateTable('order_refunds').set({ state: 'asked' }).execute();
    expect((await clear({ withdraw: true })).json()).toMatchObject({ code: 'REFUND_NOT_DELAYED' });
    expect((await clear({ is_made: true })).json()).toMatchObject({ code: 'REFUND_IS_CLEAR' });
  });

  test('cannot be recorded by an operator at Stripe, which reports refunds', async () => {
    await paidAt('Stripe');
    await refund({ amount: 5 });
    await delay();
    expect((await clear({ is_made: true })).json()).toMatchObject({ code: 'REFUND_IS_CLEAR' });
    expect((await clear({ withdraw: true })).statusCode).toBe(200);
  });
});

test('a refund is delayed while the provider fails, and is retried until it succeeds', async () => {
  await paidAt('Stripe');
  Object.assign(sandbox.faults.failure, { times: 6, path: '/v1/refunds', when: 'before' });
  await refund({ amount: 5 });
  await drain();
  expect((await listed()).data).toMatchObject([
    { state: 'delayed', tries: 1, error: expect.stringMatching(/^unavailable/) },
  ]);
  expect((await seenBy(buyer)).refunds?.data).toMatchObject([{ state: 'delayed' }]);
  api.advance(31_000);
  await drain();
  api.advance(61_000);
  await drain();
  expect(await states()).toEqual([[5, 'refunded', 'operator']]);
});

describe.each<'Stripe' | 'Paystack'>(['Stripe', 'Paystack'])('a refund in the dashboard of %s', (provider) => {
  const money = (minor: number) => (provider === 'Stripe' ? minor / 1000 : minor);

  test('is recorded once over the orders of the payment, even if the provider reports it several times', async () => {
    await paidAt(provider);
    await inDashboard(provider, 1001);
    await webhooks(provider, 2);
    await webhooks(provider);
    expect(await states(order(0).id)).toEqual([[money(501), 'refunded', 'provider']]);
    expect(await states(order(1).id)).toEqual([[money(500), 'refunded', 'provider']]);
    expect((await seenBy(buyer)).refunds?.data).toMatchObject([{ reason: `Refunded at ${provider}` }]);
  });

  test('is distinguished from a refund of ours', async () => {
    await paidAt(provider, { vendors: 1 });
    await refund({ amount: money(900) });
    await drain();
    await inDashboard(provider, 900);
    await inDashboard(provider, 900);
    await webhooks(provider);
    expect(await states()).toEqual([
      [money(900), 'refunded', 'operator'],
      [money(900), 'refunded', 'provider'],
      [money(900), 'refunded', 'provider'],
    ]);
  });

  test('is found once without a webhook', async () => {
    await paidAt(provider, { vendors: 1 });
    await refund({ amount: money(500) });
    await drain();
    await inDashboard(provider, 900);
    const deps = withProviders(api.deps);
    const watch = new ProviderWatch(deps, [watchedRefunds(deps)]);
    for (let round = 0; round < 2; round += 1) await watch.runRound();
    await webhooks(provider);
    expect(await states()).toEqual([
      [money(500), 'refunded', 'operator'],
      [money(900), 'refunded', 'provider'],
    ]);
  });

  test('is found weeks later, even if the provider could not be asked at first', async () => {
    await paidAt(provider, { vendors: 1 });
    await inDashboard(provider, 900);
    const clock = { now: () => new Date(Date.now() + 10 * 24 * 60 * MINUTE) };
    const deps = withProviders({ ...api.deps, clock });
    const watch = new ProviderWatch(deps, [watchedRefunds(deps)]);
    const path = provider === 'Stripe' ? '/v1/refunds' : '/refund';
    Object.assign(sandbox.faults.failure, { times: 100, path, when: 'before' });
    await watch.runRound();
    sandbox.faults.failure.times = 0;
    expect(await states()).toEqual([]);
    await watch.runRound();
    expect(await states()).toEqual([[money(900), 'refunded', 'provider']]);
  });

  test('replaces a waiting refund of ours', async () => {
    await paidAt(provider, { vendors: 1 });
    const { paid } = await listed();
    await refundInAMinute();
    await inDashboard(provider);
    await webhooks(provider);
    expect(await states()).toEqual([
      [expect.any(Number), 'void', 'operator'],
      [paid, 'refunded', 'provider'],
    ]);
    api.advance(2 * MINUTE);
    await drain();
    expect(await refundedAt(provider)).toHaveLength(1);
    expect((await seenBy(buyer)).refunds?.data).toHaveLength(1);
  });

  test('reduces a waiting refund of ours if both exceed the paid amount', async () => {
    await paidAt(provider, { vendors: 1 });
    const { paid } = await listed();
    await refundInAMinute();
    await inDashboard(provider, 1000);
    await webhooks(provider);
    api.advance(2 * MINUTE);
    await drain();
    await webhooks(provider);
    const [ours, theirs] = (await listed()).data;
    expect(theirs).toMatchObject({ amount: money(1000), source: 'provider' });
    expect((ours?.amount ?? 0) + (theirs?.amount ?? 0)).toBeCloseTo(paid, 6);
    expect(ours).toMatchObject({ state: 'refunded', source: 'operator' });
  });
});

describe('a refund that changes while it is made', () => {
  /** Records the refunds that Stripe lists for the payment. */
  async function recordListed(deps: PaymentDeps): Promise<void> {
    const attempt = await findAttemptByReference(db(), 'Stripe', reference);
    if (attempt) await recordRefundsAtProvider(deps, attempt);
  }

  test('is made with the latest amounts', async () => {
    await paidAt('Stripe', { vendors: 1 });
    const { paid } = await listed();
    const { id } = (await refund()).json().data;
    const deps = withProviders(api.deps);
    const { providers } = deps;
    const merchant = providers.merchant.bind(providers);
    // This happens after the refund was read, and before it is requested.
    providers.merchant = async (...account) => {
      providers.merchant = merchant;
      await inDashboard('Stripe', 1000);
      await recordListed(deps);
      return merchant(...account);
    };
    await makeRefund(deps, id);
    const [ours, theirs] = await states();
    expect(theirs).toEqual([1, 'refunded', 'provider']);
    expect(ours).toEqual([expect.any(Number), 'refunded', 'operator']);
    expect(Number(ours?.[0]) + 1).toBeCloseTo(paid, 6);
    expect(await refundedAt('Stripe')).toEqual([1000, Math.round(Number(ours?.[0]) * 1000)]);
  });

  test('is recorded with the amount at the provider', async () => {
    await paidAt('Stripe', { vendors: 1 });
    await refund({ amount: 5 });
    await drain();
    await db().updateTable('order_refunds').set({ amount_minor: 4000 }).execute();
    await recordListed(withProviders(api.deps));
    expect(await states()).toEqual([[5, 'refunded', 'operator']]);
  });
});

test('a cancelled order counts as refunded if Stripe cannot refund the last fraction', async () => {
  await paidAt('Stripe');
  await market.call('PUT', `/queues/cancel/${order().id}`, member, { reason: 'Closed' });
  await drain();
  // Stripe refunds 10.115 in steps of ten fils.
  expect((await seenBy(buyer)).cancellation?.refund).toEqual({ amount: 10.11, state: 'refunded' });
});

test('a refund that fails at Stripe days later is shown as failed and can be made again', async () => {
  await paidAt('Stripe');
  await refund({ amount: 5 });
  await drain();
  const [made] = (await listed()).data;
  await sandbox.app.inject({
    method: 'POST',
    url: '/__control/stripe/fail-refund',
    payload: { id: made?.provider_refund_id },
  });
  await webhooks('Stripe');
  expect(await states()).toEqual([[5, 'failed', 'operator']]);
  expect((await seenBy(buyer)).refunds?.data).toMatchObject([{ state: 'failed' }]);
  await refund();
  await drain();
  expect((await states()).map(([, state]) => state)).toEqual(['failed', 'refunded']);
});

describe('a refund that an operator made at the provider', () => {
  test('is recorded at Global, which does not report refunds', async () => {
    await paidAt('Global');
    await inDashboard('Global', 500);
    expect((await refund({ amount: 5, made_at_provider: true })).json().data).toMatchObject({ state: 'refunded' });
    await drain();
    expect(await states()).toEqual([[5, 'refunded', 'operator']]);
    expect((await listed()).left).toBe(30.14);
  });

  test('is refused if the provider reports refunds, because it would be recorded twice', async () => {
    await paidAt('Stripe');
    expect((await refund({ amount: 5, made_at_provider: true })).json()).toMatchObject({ code: 'REFUND_IS_TOLD' });
  });
});

describe('when the site goes live', () => {
  beforeEach(async () => {
    await paidAt('Stripe');
    await rememberPaymentsMode(db(), 'test');
  });

  test('open test refunds must be made first', async () => {
    await refund({ amount: 5 });
    await expect(goLive(db(), { isDryRun: false })).rejects.toMatchObject({ code: 'REFUNDS_ARE_OPEN', status: 409 });
    await drain();
    await goLive(db(), { isDryRun: false });
  });

  test('a test order can be cancelled and is no longer refunded', async () => {
    await goLive(db(), { isDryRun: false });
    const refused = await refund({ amount: 5 });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'PAYMENT_OF_TEST']);
    expect((await refund({ amount: 5, dry_run: true })).statusCode).toBe(409);
    const cancelled = await market.call('PUT', `/queues/cancel/${order().id}`, member, { reason: 'Closed' });
    expect(cancelled.statusCode).toBe(200);
    expect(await states()).toEqual([]);
  });
});
