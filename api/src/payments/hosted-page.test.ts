/** Tests payments on a hosted page. Their provider sends no webhooks and cancels nothing, so the API must ask it. */
import { GLOBAL, GRANARY, type ListeningSandbox, startSandbox } from 'pay-sandbox/testing';
import { environmentOf, storeCart, type TestCart } from '../testing/payments';
import { storeUser, storeVenue, type TestUser } from '../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../testing/test-app';
import { withProviders } from './providers/payment-deps';
import { Reconciler } from './settle/reconciler';

withDatabase();

const HOUR = 3_600_000;
const GOOD_CARD = '4263970000005262';
const DECLINED_CARD = '4000120000001154';

let sandbox: ListeningSandbox;
let api: TestApp;
let buyer: TestUser;
let cart: TestCart;

beforeEach(async () => {
  sandbox = await startSandbox();
  api = await buildTestApp({
    environment: {
      ...environmentOf(sandbox),
      GLOBAL_SECRET_TEST: GLOBAL.secret,
      STRIPE_SECRET_GRANARY: GRANARY.secretKey,
    },
  });
  const venue = await storeVenue(api.deps.db, {
    payment_provider: 'Global',
    payment_provider_key: GLOBAL.merchantId,
    secret_env: 'GLOBAL_SECRET_TEST',
    webhook_secret_env: null,
  });
  buyer = await storeUser(api.deps.db);
  cart = await storeCart(api.deps.db, buyer, venue);
});

afterEach(async () => {
  await api.close();
  await sandbox.close();
});

interface Form {
  orderId: string;
  /** The key with which the page names the order. */
  token: string;
}

/** Starts a payment and shows the hosted page. */
async function openForm(): Promise<Form> {
  const url = `/api/v1/carts/${cart.id}/start-global`;
  const started = await api.app.inject({ method: 'POST', url, headers: buyer.headers });
  const request = JSON.parse(started.json().secret) as Record<string, string>;
  const page = await fetch(`${sandbox.url}/pay`, { method: 'POST', body: new URLSearchParams(request) });
  return { orderId: request.ORDER_ID ?? '', token: /data-token="(\w+)"/.exec(await page.text())?.[1] ?? '' };
}

/** @returns the data that the page posts to the shop */
async function payOnPage({ token }: Form, number = GOOD_CARD): Promise<string> {
  const paid = await sandbox.app.inject({ method: 'POST', url: `/global/pay/${token}`, payload: { number } });
  expect(paid.json()).toMatchObject({ next: 'done' });
  return JSON.stringify(paid.json().response);
}

const finish = ({ orderId }: Form, response: string) =>
  api.app.inject({
    method: 'POST',
    url: `/api/v1/carts/${cart.id}/pay-with-global`,
    headers: buyer.headers,
    payload: { reference: orderId, response },
  });

/** Simulates the passing of time: a round at each time at which the attempt is due, and the work that follows. */
async function pass(hours: number): Promise<void> {
  api.advance(hours * HOUR);
  const reconciler = new Reconciler(withProviders(api.deps));
  for (let round = 0; round < 5; round += 1) await reconciler.reconcile();
  await api.deps.outbox.drain();
}

const states = async () =>
  (await api.deps.db.selectFrom('payment_attempts').select('state').execute()).map((row) => row.state);
const queued = async () => (await api.deps.db.selectFrom('queue_entries').select('id').execute()).length;

test('the reconciler places the orders of a form that was paid within an hour and then closed', async () => {
  const form = await openForm();
  await payOnPage(form);
  await pass(0.5);
  expect(await states()).toEqual(['succeeded']);
  expect(await queued()).toBe(1);
});

test('the reconciler refunds a form that was left open for a day and then paid and closed', async () => {
  const form = await openForm();
  await pass(25);
  expect(await states()).toEqual(['superseded']);
  await payOnPage(form);
  await pass(24);
  expect(await states()).toEqual(['expired']);
  expect(await queued()).toBe(0);
  // The email is sent after the refund.
  await api.deps.outbox.drain();
  expect(api.emails).toMatchObject([{ to: buyer.email, subject: expect.stringContaining('goes back to you') }]);
});

test('the reconciler gives up an unpaid attempt that cannot be cancelled after two days', async () => {
  await openForm();
  await pass(25);
  await pass(24);
  expect(await states()).toEqual(['cancelled']);
});

test('the reconciler gives up a payment that the provider does not know', async () => {
  await openForm();
  // This happens after a change of the venue's account: the new account does not know the old one's payments.
  await api.deps.db
    .updateTable('venues')
    .set({ payment_provider: 'Stripe', secret_env: 'STRIPE_SECRET_GRANARY' })
    .execute();
  await api.deps.db
    .updateTable('payment_attempts')
    .set({ provider: 'Stripe', reference: 'pi_of_the_old_account' })
    .execute();
  await pass(25);
  expect(await states()).toEqual(['cancelled']);
});

describe('while the provider cannot be asked', () => {
  const silence = () => Object.assign(sandbox.faults.failure, { times: 3, path: '/epage-remote.cgi', when: 'before' });

  test('an approval waits for the status at the provider, because amount and currency are not signed', async () => {
    Object.assign(sandbox.faults.wrongCurrency, { times: 1, currency: 'usd' });
    const form = await openForm();
    const response = await payOnPage(form);
    silence();
    expect((await finish(form, response)).statusCode).toBe(202);
    expect(await states()).toEqual(['open']);

    expect((await finish(form, response)).json()).toMatchObject({ code: 'PAYMENT_MISMATCH' });
    expect(await queued()).toBe(0);
  });

  test('a refusal is reported at once', async () => {
    const form = await openForm();
    const response = await payOnPage(form, DECLINED_CARD);
    silence();
    expect((await finish(form, response)).json()).toMatchObject({ code: 'PAYMENT_DECLINED' });
    expect(await states()).toEqual(['cancelled']);
  });
});
