import type { ListeningSandbox } from 'pay-sandbox/testing';
import { cartSchema, one, paymentResultSchema } from 'shared-contracts/schemas';
import { expectShape } from '../../testing/expect-shape';
import {
  confirmWithCard,
  environmentOf,
  referenceOf,
  sandboxOfVenues,
  storeCart,
  type TestCart,
} from '../../testing/payments';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';

withDatabase();

let sandbox: ListeningSandbox;
let api: TestApp;
let buyer: TestUser;
let venue: TestVenue;
let cart: TestCart;

const free = { items: [{ variants: [{ price_minor: 0 }] }] };

beforeEach(async () => {
  sandbox = await sandboxOfVenues();
  api = await buildTestApp({ environment: environmentOf(sandbox) });
  venue = await storeVenue(db(), { service_charge_minor: 0, vendors: [free, free] });
  buyer = await storeUser(db());
  cart = await storeCart(db(), buyer, venue);
});

afterEach(async () => {
  await api.close();
  await sandbox.close();
});

const db = () => api.deps.db;
const post = (url: string, payload?: object, user: TestUser | null = buyer) =>
  api.app.inject({ method: 'POST', url: `/api/v1${url}`, headers: { ...user?.headers }, ...(payload && { payload }) });
const place = (id = cart.id, body?: object, user: TestUser | null = buyer) =>
  post(`/carts/${id}/place-free`, body, user);
const queued = () => db().selectFrom('queue_entries').select(['order_id', 'state']).orderBy('order_id').execute();
const refusalOf = (response: Awaited<ReturnType<typeof place>>) => [response.statusCode, response.json().code];

/** Returns the version after another price and quantity for one item of a vendor, like a change in another tab. */
async function priced(minor: number): Promise<number> {
  const [variant] = venue.vendor.item.variants;
  if (!variant) throw new Error('The vendor sells nothing');
  await db().updateTable('variants').set({ price_minor: minor }).where('id', '=', variant.id).execute();
  await db().deleteFrom('order_items').where('variant_id', '=', variant.id).execute();
  variant.price_minor = minor;
  return (await storeCart(db(), buyer, venue, { vendors: [venue.vendor] })).version;
}

describe('a cart whose total is 0', () => {
  test('becomes placed orders in their queues without a payment', async () => {
    const response = await place(cart.id, { version: cart.version });
    expect(response.statusCode).toBe(200);
    const { data } = expectShape(one(paymentResultSchema), response.json());
    expect(data).toMatchObject({ state: 'succeeded', cart_id: cart.id });
    expect(await queued()).toEqual(data.orders.map((order_id) => ({ order_id, state: 'new' })));
    expect(data.orders).toHaveLength(2);
    const order = await api.app.inject({ url: `/api/v1/orders/${data.orders[0]}`, headers: buyer.headers });
    expect(order.json().data).toMatchObject({ state: 'placed', order_number: expect.any(String), total: 0 });
    expect(await db().selectFrom('payment_attempts').select('id').execute()).toEqual([]);
    const events = await db().selectFrom('outbox').select('payload').where('kind', '=', 'event').execute();
    expect(events.filter(({ payload }) => JSON.stringify(payload).includes('QueueOrderAdded'))).toHaveLength(2);
  });

  test('is placed once even if it is requested several times', async () => {
    const responses = await Promise.all([place(), place(), place(cart.id, { version: cart.version })]);
    responses.push(await place(cart.id, { version: cart.version }));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(await queued()).toHaveLength(2);
  });

  test('can be placed only by its buyer', async () => {
    expect((await place(cart.id, {}, null)).statusCode).toBe(401);
    expect(refusalOf(await place(cart.id, {}, await storeUser(db())))).toEqual([404, 'NOT_FOUND']);
    expect(refusalOf(await place(999_999))).toEqual([404, 'NOT_FOUND']);
    expect(await queued()).toEqual([]);
  });

  test('can be cancelled by its vendor without a refund', async () => {
    const { data } = (await place()).json();
    const member = await storeUser(db(), { vendorIds: [venue.vendor.id] });
    const response = await api.app.inject({
      method: 'PUT',
      url: `/api/v1/queues/cancel/${data.orders[0]}`,
      headers: member.headers,
      payload: { reason: 'Sold out.' },
    });
    expect(response.json().data).toMatchObject({ state: 'cancelled', cancellation: { refund: { amount: 0 } } });
  });

  test('cannot start a payment', async () => {
    expect(refusalOf(await post(`/carts/${cart.id}/start-stripe`))).toEqual([422, 'AMOUNT_REFUSED']);
  });
});

describe('placing without a payment is refused', () => {
  test('if an amount is due, even if it is only the service charge', async () => {
    await priced(1000);
    const response = await place();
    expect(refusalOf(response)).toEqual([409, 'PAYMENT_REQUIRED']);
    expect(expectShape(cartSchema, response.json().data).total).toBe(11.3);
    const charging = await storeVenue(db(), { vendors: [free] });
    expect(refusalOf(await place((await storeCart(db(), buyer, charging)).id))).toEqual([409, 'PAYMENT_REQUIRED']);
    expect(await queued()).toEqual([]);
  });

  test('if the buyer sees another version', async () => {
    const response = await place(cart.id, { version: cart.version + 1 });
    expect(refusalOf(response)).toEqual([409, 'CART_CHANGED']);
    expectShape(cartSchema, response.json().data);
  });

  test('if a price has changed, an item is unavailable or a vendor takes no orders', async () => {
    const variants = db().updateTable('variants').where('item_id', '=', venue.vendor.item.id);
    await variants.set({ price_minor: 100 }).execute();
    expect(refusalOf(await place())).toEqual([409, 'CART_CHANGED']);
    await variants.set({ price_minor: 0, status: 'inactive' }).execute();
    expect(refusalOf(await place())).toEqual([409, 'ITEM_UNAVAILABLE']);
    await variants.set({ status: 'active' }).execute();
    await db().updateTable('vendors').set({ accepting_orders: false }).where('id', '=', venue.vendor.id).execute();
    expect(refusalOf(await place())).toEqual([409, 'VENDOR_CLOSED']);
    expect(await queued()).toEqual([]);
  });

  test('without a delivery and for an empty cart', async () => {
    await db().updateTable('orders').set({ delivery_method: null, delivery_method_type: null }).execute();
    expect(refusalOf(await place())).toEqual([422, 'DELIVERY_MISSING']);
    await db().deleteFrom('orders').execute();
    expect(refusalOf(await place())).toEqual([422, 'CART_EMPTY']);
  });

  test('for a cart that a payment has closed', async () => {
    await priced(1000);
    const secret = (await post(`/carts/${cart.id}/start-stripe`)).json().secret.clientSecret;
    await confirmWithCard(sandbox, secret);
    // This also settles the payment, because its outcome was unknown.
    expect(refusalOf(await place())).toEqual([409, 'CART_CLOSED']);
    expect(await queued()).toHaveLength(2);
  });
});

test('an open payment for the earlier content of the cart is superseded and refunded', async () => {
  await priced(1000);
  const secret = (await post(`/carts/${cart.id}/start-stripe`)).json().secret.clientSecret;
  await priced(0);
  expect((await place()).statusCode).toBe(200);
  expect(await db().selectFrom('payment_attempts').select('state').execute()).toEqual([{ state: 'superseded' }]);
  // This form was still open in another tab.
  await confirmWithCard(sandbox, secret);
  const late = await post(`/carts/${cart.id}/pay-with-stripe`, { reference: referenceOf(secret) });
  expect(refusalOf(late)).toEqual([409, 'PAYMENT_DUPLICATE']);
  expect(await queued()).toHaveLength(2);
});

test('a payment that bought nothing is announced in the language in which it was started', async () => {
  await priced(1000);
  const started = await api.app.inject({
    method: 'POST',
    url: `/api/v1/carts/${cart.id}/start-stripe`,
    headers: { ...buyer.headers, 'accept-language': 'es' },
  });
  const secret = started.json().secret.clientSecret;
  await priced(0);
  expect((await place()).statusCode).toBe(200);
  await confirmWithCard(sandbox, secret);
  await post(`/carts/${cart.id}/pay-with-stripe`, { reference: referenceOf(secret) });
  await api.deps.outbox.drain();
  // The email is sent after the refund.
  await api.deps.outbox.drain();
  expect(api.emails.map(({ subject }) => subject.split(/ de | from /)[0]).sort()).toEqual([
    'Receipt',
    'Te devolvemos tu pago',
  ]);
});
