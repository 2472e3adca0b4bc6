/** Tests that the disputes of a payment are recorded from webhooks in any order, and without any. */
import { type ListeningSandbox, payAtPaystack } from 'pay-sandbox/testing';
import { Market } from '../../ordering/carts/market.testing';
import {
  confirmWithCard,
  deliverWebhooks,
  environmentOf,
  referenceOf,
  sandboxOfVenues,
  storeCart,
} from '../../testing/payments';
import { storeUser, storeVenue, type TestUser, type TestVenue, type VenueInput } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';
import { findAttemptByReference } from '../core/payment.repository';
import { type PaymentDeps, withProviders } from '../providers/payment-deps';
import { ProviderWatch } from '../watch/provider-watch';
import { followDisputes } from './record-disputes';
import { watchedDisputes } from './watched-disputes';

withDatabase();

const DAY = 24 * 3_600_000;

let sandbox: ListeningSandbox;
let api: TestApp;
let buyer: TestUser;
let venue: TestVenue;
let reference: string;

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

type Provider = 'Stripe' | 'Paystack';

const VENUES: Record<Provider, VenueInput> = {
  Stripe: {},
  Paystack: {
    payment_provider: 'Paystack',
    secret_env: 'PAYSTACK_SECRET_VENUE',
    webhook_secret_env: null,
    currency: 'ZAR',
    currency_symbol: 'R',
    is_tax_included: true,
    service_charge_minor: 0,
  },
};

/** Pays a cart in the provider's form. @param isFinished false if the browser was closed before the site learned of it */
async function paidAt(provider: Provider, isFinished = true): Promise<void> {
  venue = await storeVenue(db(), { ...VENUES[provider], vendors: [{}, {}] });
  const { id } = await storeCart(db(), buyer, venue);
  if (provider === 'Stripe') {
    const { secret } = (await market.call('POST', `/carts/${id}/start-stripe`, buyer)).json();
    await confirmWithCard(sandbox, secret.clientSecret);
    reference = referenceOf(secret.clientSecret);
  } else {
    const started = (await market.call('GET', `/carts/newpayment?cart_id=${id}&provider=Paystack`, buyer)).json();
    await payAtPaystack(sandbox.url, started.access_code, { number: '4084084084084081', cvv: '408' });
    reference = started.source_id;
  }
  if (!isFinished) return;
  const paid = await market.call('POST', `/carts/${id}/pay-with-${provider.toLowerCase()}`, buyer, { reference });
  expect(paid.statusCode).toBe(200);
}

async function control(provider: Provider, path: string, payload: object): Promise<string> {
  const url = `/__control/disputes${path}`;
  const response = await sandbox.app.inject({ method: 'POST', url, payload: { provider, ...payload } });
  expect(response.statusCode).toBe(200);
  return String(response.json().id);
}
const opened = (provider: Provider, more: object = {}) => control(provider, '', { reference, ...more });
const close = (provider: Provider, id: string, outcome: 'won' | 'lost') => control(provider, '/close', { id, outcome });

/** Delivers events that the provider has to send. */
async function deliver(provider: Provider, bodies: readonly string[]): Promise<void> {
  await deliverWebhooks({ api, sandbox, venueId: venue.id, provider }, bodies);
  await api.deps.outbox.drain();
}

const events = () => sandbox.webhooks.log().map(({ body }) => body);
const disputeEvents = () =>
  sandbox.webhooks
    .log()
    .filter(({ eventType }) => eventType.startsWith('charge.dispute.'))
    .map(({ body }) => body);

const disputes = () => db().selectFrom('disputes').selectAll().orderBy('id').execute();
const watchOf = (deps: PaymentDeps = withProviders(api.deps)) => new ProviderWatch(deps, [watchedDisputes(deps)]);
const aMonthAgo = (date: Date) => ({ now: () => new Date(date.getTime() + 29 * DAY) });

describe.each<[Provider, { feeMinor: number; isHeld: boolean }]>([
  ['Stripe', { feeMinor: 1_500, isHeld: true }],
  ['Paystack', { feeMinor: 0, isHeld: false }],
])('a dispute at %s', (provider, { feeMinor, isHeld }) => {
  /** How the site learns of a dispute that was opened, answered and decided. */
  const WAYS: [string, () => Promise<void>][] = [
    ['its events arrive in order', () => deliver(provider, disputeEvents())],
    ['its events arrive after the bank’s decision, with all others of the payment', () => deliver(provider, events())],
    ['its events arrive in the wrong order', () => deliver(provider, disputeEvents().reverse())],
    ['each event arrives twice', () => deliver(provider, [...disputeEvents(), ...disputeEvents()])],
    ['only its first event arrives', () => deliver(provider, disputeEvents().slice(0, 1))],
    ['no event arrives and the hourly watch asks', () => watchOf().runRound()],
  ];

  test.each(WAYS)('is recorded once if %s', async (_what, arrive) => {
    await paidAt(provider);
    const id = await opened(provider, { amount: 600, reason: 'fraudulent' });
    await control(provider, '/evidence', { id });
    await close(provider, id, 'lost');
    await arrive();
    expect(await disputes()).toEqual([
      {
        id: expect.any(Number),
        attempt_id: expect.any(Number),
        provider_dispute_id: id,
        state: 'lost',
        amount_minor: 600,
        fee_minor: feeMinor,
        currency: provider === 'Stripe' ? 'CAD' : 'ZAR',
        reason: 'fraudulent',
        due_at: expect.any(Date),
        opened_at: expect.any(Date),
        closed_at: expect.any(Date),
        is_withdrawn: true,
        source: 'provider',
        entered_by: null,
        updated_at: expect.any(Date),
      },
    ]);
    expect(await db().selectFrom('order_refunds').selectAll().execute()).toEqual([]);
  });

  test('is followed from the bank’s question to its decision', async () => {
    await paidAt(provider);
    const id = await opened(provider);
    await deliver(provider, disputeEvents());
    expect(await disputes()).toMatchObject([
      { state: 'needs-response', fee_minor: feeMinor, is_withdrawn: isHeld, closed_at: null },
    ]);
    await control(provider, '/evidence', { id });
    await deliver(provider, disputeEvents());
    expect(await disputes()).toMatchObject([{ state: 'under-review', is_withdrawn: isHeld, closed_at: null }]);
    await close(provider, id, 'won');
    await deliver(provider, disputeEvents());
    expect(await disputes()).toMatchObject([
      { state: 'won', fee_minor: 0, is_withdrawn: false, closed_at: expect.any(Date) },
    ]);
  });

  test('is recorded beside another dispute of the same payment', async () => {
    await paidAt(provider);
    await close(provider, await opened(provider, { amount: 300 }), 'won');
    await opened(provider, { amount: 400 });
    await deliver(provider, disputeEvents());
    const rows = (await disputes()).map(({ amount_minor, state }) => [amount_minor, state]).sort();
    expect(rows).toEqual([
      [300, 'won'],
      [400, 'needs-response'],
    ]);
  });

  test('settles a payment of which the site did not know that it was made', async () => {
    await paidAt(provider, false);
    await opened(provider, { amount: 100 });
    await deliver(provider, disputeEvents());
    expect(await db().selectFrom('payment_attempts').select('state').execute()).toEqual([{ state: 'succeeded' }]);
    expect(await disputes()).toHaveLength(1);
  });

  test('is asked about again while it is open, however old it is', async () => {
    await paidAt(provider);
    const id = await opened(provider);
    await watchOf().runRound();
    expect(await disputes()).toMatchObject([{ state: 'needs-response' }]);
    await close(provider, id, 'won');
    const deps = withProviders({ ...api.deps, clock: { now: () => new Date(Date.now() + 90 * DAY) } });
    await watchOf(deps).runRound();
    expect(await disputes()).toMatchObject([{ state: 'won' }]);
  });

  test('is found weeks later, even if the provider could not be asked at first', async () => {
    await paidAt(provider);
    await opened(provider);
    const watch = watchOf(withProviders({ ...api.deps, clock: aMonthAgo(new Date()) }));
    const path = provider === 'Stripe' ? '/v1/disputes' : '/dispute';
    Object.assign(sandbox.faults.failure, { times: 100, path, when: 'before' });
    await watch.runRound();
    sandbox.faults.failure.times = 0;
    expect(await disputes()).toEqual([]);
    await watch.runRound();
    expect(await disputes()).toHaveLength(1);
  });

  test('waits in the outbox while the provider is down', async () => {
    await paidAt(provider);
    await opened(provider);
    Object.assign(sandbox.faults.failure, { times: 3, path: provider === 'Stripe' ? '/v1/' : '/', when: 'before' });
    await deliver(provider, disputeEvents().slice(0, 1));
    expect(await disputes()).toEqual([]);
    await db()
      .updateTable('outbox')
      .set({ available_at: new Date(0) })
      .where('done_at', 'is', null)
      .execute();
    await api.deps.outbox.drain();
    expect(await disputes()).toHaveLength(1);
  });
});

test('an answer that the provider gave earlier does not replace a newer one', async () => {
  await paidAt('Stripe');
  const id = await opened('Stripe');
  const deps = withProviders(api.deps);
  const attempt = await findAttemptByReference(db(), 'Stripe', reference);
  if (!attempt) throw new Error('The payment was not stored');
  const provider = deps.providers.named('Stripe');
  const ask = provider.disputesOf?.bind(provider);
  if (!ask) throw new Error('Stripe reports disputes');
  // The first request gets its answer before the bank decides, and is slow to record it.
  jest.spyOn(provider, 'disputesOf').mockImplementationOnce(async (...given) => {
    const early = await ask(...given);
    await close('Stripe', id, 'won');
    api.advance(1_000);
    await followDisputes(deps, attempt);
    return early;
  });
  await followDisputes(deps, attempt);
  expect(await disputes()).toMatchObject([{ state: 'won', is_withdrawn: false }]);
});

test('a dispute that was won and is lost after an appeal is found without a webhook', async () => {
  await paidAt('Stripe');
  const id = await opened('Stripe');
  await close('Stripe', id, 'won');
  await watchOf().runRound();
  expect(await disputes()).toMatchObject([{ state: 'won', fee_minor: 0, is_withdrawn: false }]);
  await close('Stripe', id, 'lost');
  await watchOf().runRound();
  expect(await disputes()).toMatchObject([{ state: 'lost', fee_minor: 1_500, is_withdrawn: true }]);
});

test('a dispute of an unknown payment is only stored', async () => {
  await paidAt('Stripe');
  const other = await sandbox.stripe('sk_test_venue').paymentIntents.create({
    amount: 500,
    currency: 'cad',
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  await control('Stripe', '', { reference: other.id });
  await deliver('Stripe', disputeEvents());
  await watchOf().runRound();
  expect(await disputes()).toEqual([]);
  expect(await db().selectFrom('webhook_events').select('last_error').execute()).toEqual([
    { last_error: null },
    { last_error: null },
  ]);
});
