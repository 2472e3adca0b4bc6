import { createHmac } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { type ListeningSandbox, payAtGlobal, payAtPaystack } from 'pay-sandbox/testing';
import { newPaystackPaymentSchema, startGlobalSchema, startStripeSchema } from 'shared-contracts/schemas';
import { findCart } from '../../ordering/carts/cart.repository';
import { expectShape } from '../../testing/expect-shape';
import {
  confirmWithCard,
  environmentOf,
  referenceOf,
  sandboxOfVenues,
  storeCart,
  type TestCart,
} from '../../testing/payments';
import { storeUser, storeVenue, type TestUser, type TestVenue, type VenueInput } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';

withDatabase();

let sandbox: ListeningSandbox;
let api: TestApp;
let buyer: TestUser;
let venue: TestVenue;
let cart: TestCart;

const db = () => api.deps.db;
const post = (url: string, payload: object | undefined, user = buyer) =>
  api.app.inject({ method: 'POST', url: `/api/v1${url}`, headers: user.headers, ...(payload && { payload }) });
const get = (url: string, user = buyer) =>
  api.app.inject({ method: 'GET', url: `/api/v1${url}`, headers: user.headers });

interface Started {
  reference: string;
  /** The reference that the browser pays with. */
  payWith: string;
}
interface Ended {
  status: number;
  /** The code of a refusal, otherwise the state. */
  as: string;
}

/** One provider from the point of view of the buyer's browser. */
interface Journey {
  venue: VenueInput;
  start(cartId: number, user?: TestUser): Promise<LightMyRequestResponse>;
  read(reply: LightMyRequestResponse): Started;
  /** The buyer's actions in the provider's form, window, or page. */
  pay(payWith: string, outcome: 'pays' | 'declined'): Promise<unknown>;
  finish(reference: string, cartId?: number, user?: TestUser): Promise<Ended>;
  declined: Ended;
  unfinished: Ended;
  mismatch: Ended;
  expired: Ended;
  replayed: Ended;
  stranger: Ended;
  otherKey: Ended;
  /** Counts the refunds of the payment, if the provider can be asked. */
  refunds?(reference: string): Promise<number>;
}

const endOf = (response: LightMyRequestResponse): Ended => {
  const body = response.json() as { code?: string; data?: { state?: string } };
  return { status: response.statusCode, as: body.code ?? body.data?.state ?? '' };
};
const finishWith =
  (provider: string): Journey['finish'] =>
  async (reference, cartId = cart.id, user = buyer) =>
    endOf(await post(`/carts/${cartId}/pay-with-${provider}`, { reference }, user));

const byCard = {
  declined: { status: 402, as: 'PAYMENT_DECLINED' },
  unfinished: { status: 402, as: 'PAYMENT_INCOMPLETE' },
  mismatch: { status: 409, as: 'PAYMENT_MISMATCH' },
  expired: { status: 409, as: 'PAYMENT_EXPIRED' },
  replayed: { status: 409, as: 'REFERENCE_OF_ANOTHER_CART' },
  stranger: { status: 404, as: 'NOT_FOUND' },
  otherKey: { status: 422, as: 'UNKNOWN_REFERENCE' },
};

const stripe: Journey = {
  ...byCard,
  venue: {},
  start: (cartId, user) => post(`/carts/${cartId}/start-stripe`, undefined, user),
  read: (reply) => {
    const { clientSecret } = expectShape(startStripeSchema, reply.json()).secret;
    return { reference: referenceOf(clientSecret), payWith: clientSecret };
  },
  pay: (payWith, outcome) =>
    confirmWithCard(sandbox, payWith, outcome === 'pays' ? '4242424242424242' : '4000000000000002'),
  finish: finishWith('stripe'),
  refunds: async (reference) =>
    (await sandbox.stripe('sk_test_venue').refunds.list({ payment_intent: reference })).data.length,
};

const paystack: Journey = {
  ...byCard,
  venue: {
    payment_provider: 'Paystack',
    payment_provider_key: 'pk_test_venue',
    secret_env: 'PAYSTACK_SECRET_VENUE',
    webhook_secret_env: null,
    currency: 'ZAR',
    currency_symbol: 'R',
    is_tax_included: true,
    service_charge_minor: 0,
  },
  start: (cartId, user) => get(`/carts/newpayment?cart_id=${cartId}&provider=Paystack`, user),
  read: (reply) => {
    const { source_id, access_code } = expectShape(newPaystackPaymentSchema, reply.json());
    return { reference: source_id, payWith: access_code };
  },
  pay: (payWith, outcome) =>
    payAtPaystack(
      sandbox.url,
      payWith,
      outcome === 'pays' ? { number: '4084084084084081', cvv: '408' } : { number: '4084080000005408', cvv: '001' },
    ),
  finish: finishWith('paystack'),
  refunds: async (reference) => {
    const reply = await fetch(`${sandbox.url}/transaction/verify/${reference}`, {
      headers: { authorization: 'Bearer sk_test_venue' },
    });
    const { data } = (await reply.json()) as { data: { status: string } };
    return data.status === 'reversed' ? 1 : 0;
  },
};

const global: Journey = {
  ...byCard,
  venue: {
    payment_provider: 'Global',
    payment_provider_key: 'venue',
    secret_env: 'GLOBAL_SECRET_VENUE',
    webhook_secret_env: null,
    currency: 'EUR',
    currency_symbol: '€',
  },
  start: (cartId, user) => post(`/carts/${cartId}/start-global`, undefined, user),
  read: (reply) => {
    const { secret } = expectShape(startGlobalSchema, reply.json());
    return { reference: (JSON.parse(secret) as { ORDER_ID: string }).ORDER_ID, payWith: secret };
  },
  pay: (payWith, outcome) =>
    payAtGlobal(sandbox.url, payWith, outcome === 'pays' ? '4263970000005262' : '4000120000001154'),
  finish: finishWith('global'),
  // Global answers an unknown order number only with the message that no card was entered.
  otherKey: { status: 402, as: 'PAYMENT_INCOMPLETE' },
};

const JOURNEYS: [name: 'Stripe' | 'Paystack' | 'Global', journey: Journey][] = [
  ['Stripe', stripe],
  ['Paystack', paystack],
  ['Global', global],
];

async function arrange(journey: Journey) {
  sandbox = await sandboxOfVenues();
  api = await buildTestApp({ environment: environmentOf(sandbox) });
  venue = await storeVenue(db(), {
    ...journey.venue,
    vendors: [{ subaccount_code: 'ACCT_a' }, { subaccount_code: 'ACCT_b' }],
  });
  buyer = await storeUser(db());
  cart = await storeCart(db(), buyer, venue);
}

afterEach(async () => {
  await api.close();
  await sandbox.close();
});

const queue = () => db().selectFrom('queue_entries').selectAll().execute();
const attempts = () => db().selectFrom('payment_attempts').selectAll().orderBy('id').execute();
const cartState = async () => (await findCart(db(), cart.id))?.state;

async function started(journey: Journey, cartId = cart.id): Promise<Started> {
  const reply = await journey.start(cartId);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['cache-control']).toBe('private, no-store');
  return journey.read(reply);
}

/** Checks that nothing was bought, and that the cart is unchanged. */
async function expectNothingBought() {
  expect(await queue()).toEqual([]);
  expect(await cartState()).toBe('new');
}

describe.each(JOURNEYS)('%s', (_name, journey) => {
  beforeEach(() => arrange(journey));

  test('a payment places the orders once even if it is finished several times', async () => {
    const { reference, payWith } = await started(journey);
    await journey.pay(payWith, 'pays');
    const ends = await Promise.all([journey.finish(reference), journey.finish(reference)]);
    ends.push(await journey.finish(reference));
    expect(ends).toEqual(Array(3).fill({ status: 200, as: 'succeeded' }));
    expect(await queue()).toHaveLength(2);
    expect(await cartState()).toBe('paid');
    expect((await attempts()).map(({ state }) => state)).toEqual(['succeeded']);
  });

  test('a declined payment charges nothing, and the buyer can then pay the cart', async () => {
    const { reference, payWith } = await started(journey);
    await journey.pay(payWith, 'declined');
    expect(await journey.finish(reference)).toEqual(journey.declined);
    await expectNothingBought();
    const second = await started(journey);
    await journey.pay(second.payWith, 'pays');
    expect(await journey.finish(second.reference)).toEqual({ status: 200, as: 'succeeded' });
  });

  test('a payment that the buyer left charges nothing', async () => {
    const { reference } = await started(journey);
    expect(await journey.finish(reference)).toEqual(journey.unfinished);
    await expectNothingBought();
  });

  test('a second start for the same cart returns the same payment', async () => {
    expect((await started(journey)).reference).toBe((await started(journey)).reference);
  });

  test.each([
    ['amount', () => Object.assign(sandbox.faults.wrongAmount, { times: 1, by: -1 })],
    ['currency', () => Object.assign(sandbox.faults.wrongCurrency, { times: 1, currency: 'usd' })],
  ])('a payment with another %s than requested buys nothing and is refunded once', async (_what, arrangeFault) => {
    arrangeFault();
    const { reference, payWith } = await started(journey);
    await journey.pay(payWith, 'pays');
    expect(await journey.finish(reference)).toEqual(journey.mismatch);
    await expectNothingBought();
    await api.deps.outbox.drain();
    await journey.finish(reference);
    await api.deps.outbox.drain();
    expect(await attempts()).toMatchObject([{ state: 'mismatch', refund_state: 'done' }]);
    if (journey.refunds) expect(await journey.refunds(reference)).toBe(1);
  });

  test('a success that settles weeks after its start buys nothing and is refunded once', async () => {
    const { reference, payWith } = await started(journey);
    await journey.pay(payWith, 'pays');
    // The attempt is given up here, as happens after two days at a provider that cannot cancel.
    const created_at = new Date(Date.now() - 60 * 24 * 3_600_000);
    await db().updateTable('payment_attempts').set({ state: 'cancelled', created_at }).execute();
    expect(await journey.finish(reference)).toEqual(journey.expired);
    await api.deps.outbox.drain();
    await journey.finish(reference);
    await api.deps.outbox.drain();
    await expectNothingBought();
    expect(await attempts()).toMatchObject([{ state: 'expired', refund_state: 'done' }]);
    if (journey.refunds) expect(await journey.refunds(reference)).toBe(1);
  });

  test('a reference that has paid one cart cannot pay the next', async () => {
    const { reference, payWith } = await started(journey);
    await journey.pay(payWith, 'pays');
    await journey.finish(reference);
    const next = await storeCart(db(), buyer, venue);
    expect(await journey.finish(reference, next.id)).toEqual(journey.replayed);
    expect((await findCart(db(), next.id))?.state).toBe('new');
    expect(await queue()).toHaveLength(2);
  });

  test('another user can neither start nor finish it', async () => {
    const { reference, payWith } = await started(journey);
    await journey.pay(payWith, 'pays');
    const stranger = await storeUser(db());
    expect(endOf(await journey.start(cart.id, stranger))).toEqual({ status: 404, as: 'NOT_FOUND' });
    expect(await journey.finish(reference, cart.id, stranger)).toEqual(journey.stranger);
    await expectNothingBought();
  });

  test('a free cart is refused with a message', async () => {
    await db().updateTable('variants').set({ price_minor: 0 }).execute();
    await db().updateTable('order_items').set({ unit_minor: 0, total_minor: 0 }).execute();
    await db()
      .updateTable('orders')
      .set({ total_minor: 0, tax_minor: 0, service_fee_minor: 0, service_fee_tax_minor: 0 })
      .execute();
    const refused = await journey.start(cart.id);
    expect(endOf(refused)).toEqual({ status: 422, as: 'AMOUNT_REFUSED' });
    expect(refused.json().message).toMatch(/nothing to pay/);
    expect(await attempts()).toEqual([]);
  });

  test('a second payment is refused while the provider cannot be asked about the open one', async () => {
    const { reference } = await started(journey);
    Object.assign(sandbox.faults.failure, { times: 3, path: '/', when: 'before' });
    const refused = await journey.start(cart.id);
    expect(endOf(refused)).toEqual({ status: 502, as: 'PROVIDER_UNAVAILABLE' });
    expect(refused.json().message).toMatch(/no new one was started/);
    expect(refused.json().message).not.toMatch(/You were not charged/);
    expect(await attempts()).toMatchObject([{ state: 'open', reference }]);
  });

  test('a payment can be tried again after the provider was down', async () => {
    const path = '/';
    if (journey === global) {
      // A start makes no request, but a finish does.
      const { reference, payWith } = await started(journey);
      await journey.pay(payWith, 'pays');
      Object.assign(sandbox.faults.failure, { times: 3, path, when: 'before' });
      expect(await journey.finish(reference)).toEqual({ status: 202, as: 'processing' });
      expect(await journey.finish(reference)).toEqual({ status: 200, as: 'succeeded' });
      return;
    }
    Object.assign(sandbox.faults.failure, { times: 3, path, when: 'before' });
    expect(endOf(await journey.start(cart.id))).toEqual({ status: 502, as: 'PROVIDER_UNAVAILABLE' });
    sandbox.faults.failure.times = 0;
    await started(journey);
    expect((await attempts()).map(({ state }) => state)).toEqual(['cancelled', 'open']);
  });
});

describe.each(JOURNEYS.filter(([name]) => name !== 'Global'))('%s with wrong credentials', (_name, journey) => {
  test('refuses with a different error than while it is down, and charges nothing', async () => {
    await arrange(journey);
    await api.close();
    const stale = {
      STRIPE_SECRET_VENUE: 'sk_test_stale',
      PAYSTACK_SECRET_VENUE: 'sk_test_stale',
    };
    api = await buildTestApp({ environment: { ...environmentOf(sandbox), ...stale } });
    const refused = await journey.start(cart.id);
    expect(endOf(refused)).toEqual({ status: 502, as: 'PROVIDER_REFUSED' });
    expect(refused.json().message).toMatch(/did not accept this payment. You were not charged/);
    expect((await attempts()).map(({ state }) => state)).toEqual(['cancelled']);
  });
});

describe.each(JOURNEYS)('the key of another venue at %s', (name, journey) => {
  beforeEach(() => arrange(journey));

  test('finds no payment of this venue', async () => {
    const { reference, payWith } = await started(journey);
    await journey.pay(payWith, 'pays');
    await db()
      .updateTable('venues')
      .set({
        secret_env: `${name.toUpperCase()}_SECRET_OTHER`,
        payment_provider_key: name === 'Global' ? 'other' : 'pk_test_other',
      })
      .execute();
    expect(await journey.finish(reference)).toEqual(journey.otherKey);
    await expectNothingBought();
  });
});

describe('webhooks of Paystack', () => {
  beforeEach(() => arrange(paystack));

  const send = (body: string, key: string) =>
    api.app.inject({
      method: 'POST',
      url: `/api/v1/webhooks/paystack/${venue.id}`,
      headers: {
        'content-type': 'application/json',
        'x-paystack-signature': createHmac('sha512', key).update(body).digest('hex'),
      },
      payload: body,
    });
  const events = () => db().selectFrom('webhook_events').selectAll().execute();
  const charged = (reference: string) =>
    JSON.stringify({ event: 'charge.success', data: { reference, status: 'success' } });

  test('settle a payment that the browser never finished once, even if they arrive several times', async () => {
    const { reference, payWith } = await started(paystack);
    await paystack.pay(payWith, 'pays');
    for (let n = 0; n < 3; n += 1) expect((await send(charged(reference), 'sk_test_venue')).statusCode).toBe(200);
    await api.deps.outbox.drain();
    expect(await events()).toHaveLength(1);
    expect(await queue()).toHaveLength(2);
    expect(await paystack.finish(reference)).toEqual({ status: 200, as: 'succeeded' });
    expect(await queue()).toHaveLength(2);
  });

  test('that are forged or signed with the key of another venue are refused and not stored', async () => {
    const { reference, payWith } = await started(paystack);
    await paystack.pay(payWith, 'pays');
    for (const key of ['sk_test_other', 'guessed']) {
      expect(endOf(await send(charged(reference), key))).toEqual({ status: 400, as: 'BAD_SIGNATURE' });
    }
    expect(await events()).toEqual([]);
    await expectNothingBought();
  });

  test('with false content do not settle a payment', async () => {
    const { reference } = await started(paystack);
    await send(charged(reference), 'sk_test_venue');
    await api.deps.outbox.drain();
    await expectNothingBought();
  });

  test('belong to a payment that is split into the totals of the vendors', async () => {
    const reply = expectShape(newPaystackPaymentSchema, (await paystack.start(cart.id)).json());
    expect(reply).toMatchObject({ amount: 2000, currency: 'ZAR' });
    expect(reply.split).toEqual({
      type: 'flat',
      bearer_type: 'all-proportional',
      subaccounts: [
        { subaccount: 'ACCT_a', share: 1000 },
        { subaccount: 'ACCT_b', share: 1000 },
      ],
    });
  });
});

describe('the reply of Global’s page', () => {
  beforeEach(() => arrange(global));

  const finishWithReply = async (reference: string, response: string) =>
    endOf(await post(`/carts/${cart.id}/pay-with-global`, { reference, response }));
  const changed = (reply: string, name: string, value: string) =>
    JSON.stringify({ ...(JSON.parse(reply) as object), [name]: btoa(value) });

  test('does not settle an approved payment before the provider confirms it', async () => {
    const { reference, payWith } = await started(global);
    const reply = String(await global.pay(payWith, 'pays'));
    Object.assign(sandbox.faults.failure, { times: 3, path: '/', when: 'before' });
    expect(await finishWithReply(reference, reply)).toEqual({ status: 202, as: 'processing' });
    await expectNothingBought();
    expect(await finishWithReply(reference, reply)).toEqual({ status: 200, as: 'succeeded' });
  });

  test.each([
    ['result', 'RESULT', '00'],
    ['order', 'ORDER_ID', 'ANOTHER-1'],
    ['merchant', 'MERCHANT_ID', 'other'],
  ])('is refused as forged with another %s', async (_what, name, value) => {
    const { reference, payWith } = await started(global);
    const reply = String(await global.pay(payWith, 'declined'));
    expect(await finishWithReply(reference, changed(reply, name, value))).toEqual({
      status: 422,
      as: 'FORGED_ANSWER',
    });
    await expectNothingBought();
  });

  test('to a failed challenge buys nothing', async () => {
    const { reference, payWith } = await started(global);
    const reply = await payAtGlobal(sandbox.url, payWith, '4222000001227408', 'fail');
    expect(await finishWithReply(reference, reply)).toEqual({ status: 402, as: 'PAYMENT_DECLINED' });
    await expectNothingBought();
  });
});
