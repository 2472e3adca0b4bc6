import type { ListeningSandbox } from 'pay-sandbox/testing';
import { one, stitchResultSchema } from 'shared-contracts/schemas';
import { findCart } from '../../ordering/carts/cart.repository';
import { expectShape } from '../../testing/expect-shape';
import { environmentOf, sandboxOfVenues, storeCart, type TestCart } from '../../testing/payments';
import { type StitchPayment, type StitchServer, startStitch } from '../../testing/stitch-server';
import { storeUser, storeVenue, type TestUser } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';

withDatabase();

const REFERENCE = 'payreq-1';

let sandbox: ListeningSandbox;
let stitch: StitchServer;
let api: TestApp;
let buyer: TestUser;
let cart: TestCart;

const db = () => api.deps.db;

beforeEach(async () => {
  sandbox = await sandboxOfVenues();
  stitch = await startStitch();
  api = await buildTestApp({ environment: { ...environmentOf(sandbox), ...stitch.environment } });
  buyer = await storeUser(db());
  const venue = await storeVenue(db(), { currency: 'ZAR', currency_symbol: 'R' });
  cart = await storeCart(db(), buyer, venue);
});
afterEach(async () => {
  await api.close();
  await sandbox.close();
  await stitch.close();
});

/** Stores an attempt of Stitch in the form of earlier versions, and the payment at Stitch. */
async function stored(changes: Partial<StitchPayment> = {}): Promise<void> {
  const url = `/api/v1/carts/${cart.id}/start-stripe`;
  expect((await api.app.inject({ method: 'POST', url, headers: buyer.headers })).statusCode).toBe(200);
  const { id, amount_minor } = await db()
    .updateTable('payment_attempts')
    .set({ provider: 'Stitch', reference: REFERENCE })
    .returning(['id', 'amount_minor'])
    .executeTakeFirstOrThrow();
  stitch.payments.set(REFERENCE, {
    id: REFERENCE,
    externalReference: `P1-${id}`,
    amount: { quantity: (amount_minor / 100).toFixed(2), currency: 'ZAR' },
    state: 'Completed',
    ...changes,
  });
}

/** The API does not trust the status in the address. */
async function returned(user = buyer, id = REFERENCE) {
  const reply = await api.app.inject({ url: `/api/v1/stitch/return?id=${id}&status=complete`, headers: user.headers });
  if (reply.statusCode === 200) expectShape(one(stitchResultSchema), reply.json());
  return [reply.statusCode, reply.json().code ?? reply.json().data?.state];
}
const queue = () => db().selectFrom('queue_entries').selectAll().execute();
const attempt = () => db().selectFrom('payment_attempts').selectAll().executeTakeFirstOrThrow();

test('a completed payment places the order once even if the buyer returns several times', async () => {
  await stored();
  expect(await Promise.all([returned(), returned()])).toEqual(Array(2).fill([200, 'succeeded']));
  expect(await returned()).toEqual([200, 'succeeded']);
  expect(await queue()).toHaveLength(1);
  expect((await findCart(db(), cart.id))?.state).toBe('paid');
});

test('a venue needs no secret, because the account belongs to the installation', async () => {
  await stored();
  await db().updateTable('venues').set({ secret_env: 'STRIPE_SECRET_UNSET' }).execute();
  expect(await returned()).toEqual([200, 'succeeded']);
});

test.each([
  ['Pending', 'unpaid'],
  ['Cancelled', 'cancelled'],
  ['Expired', 'cancelled'],
] as const)('a payment that is %s buys nothing', async (state, result) => {
  await stored({ state });
  expect(await returned()).toEqual([200, result]);
  expect(await queue()).toEqual([]);
});

test.each([
  ['amount', { quantity: '0.01', currency: 'ZAR' }],
  ['currency', { quantity: '10.00', currency: 'USD' }],
])('a payment with another %s than requested buys nothing and is refunded once', async (_what, amount) => {
  await stored({ amount });
  expect(await returned()).toEqual([200, 'refunded']);
  await api.deps.outbox.drain();
  await returned();
  await api.deps.outbox.drain();
  expect(await queue()).toEqual([]);
  expect(await attempt()).toMatchObject({ state: 'mismatch', refund_state: 'done' });
  expect([...stitch.refunds.values()]).toEqual([amount.quantity]);
});

test('a payment with the external reference of another attempt is refused', async () => {
  await stored({ externalReference: 'P1-999999' });
  expect(await returned()).toEqual([200, 'processing']);
  expect(await queue()).toEqual([]);
});

test('an unknown payment and the payment of another buyer are not found', async () => {
  await stored();
  expect(await returned(buyer, 'unknown')).toEqual([404, 'NOT_FOUND']);
  expect(await returned(await storeUser(db()))).toEqual([404, 'NOT_FOUND']);
  stitch.payments.clear();
  expect(await returned()).toEqual([404, 'NOT_FOUND']);
  expect(await queue()).toEqual([]);
});

test('a payment is processing while Stitch is down, and succeeds afterwards', async () => {
  await stored();
  stitch.isDown = true;
  expect(await returned()).toEqual([200, 'processing']);
  stitch.isDown = false;
  expect(await returned()).toEqual([200, 'succeeded']);
});

test('a stored payment can be read without credentials of Stitch, and its return is not available', async () => {
  await stored();
  await returned();
  const [order] = await db().selectFrom('orders').select('id').execute();
  await api.close();
  api = await buildTestApp({ environment: environmentOf(sandbox) });
  const reply = await api.app.inject({ url: `/api/v1/orders/${order?.id}`, headers: buyer.headers });
  expect(reply.statusCode).toBe(200);
  expect(await returned()).toEqual([501, 'PROVIDER_NOT_CONFIGURED']);
});
