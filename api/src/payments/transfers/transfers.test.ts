/** Tests what Stripe transfers to the stalls' own accounts, in the database and at the stand-in. */
import type { ListeningSandbox } from 'pay-sandbox/testing';
import { localDay } from 'shared-contracts/rules/dates';
import { aVenue } from 'shared-contracts/testing/builders';
import type { LedgerDifference } from 'shared-contracts/types';
import { Market } from '../../ordering/carts/market.testing';
import { payWithStripe } from '../../testing/paid-orders';
import { environmentOf, sandboxOfVenues, storeCart } from '../../testing/payments';
import { storeSecondFactor, storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';
import { findAttemptByReference } from '../core/payment.repository';
import { followDisputes } from '../disputes/record-disputes';
import { withProviders } from '../providers/payment-deps';
import { makeTransfer } from './make-transfer';

withDatabase();

const MINUTE = 60_000;

let sandbox: ListeningSandbox;
let api: TestApp;
let buyer: TestUser;
let operator: TestUser;
let venue: TestVenue;

const market = new Market(() => api);
const db = () => api.deps.db;
const drain = () => api.deps.outbox.drain();

beforeEach(async () => {
  sandbox = await sandboxOfVenues();
  api = await buildTestApp({ environment: environmentOf(sandbox) });
  // Kumo has an account of its own, and the hall pays Bao.
  venue = await storeVenue(db(), { vendors: [{ stripe_account: 'acct_kumo' }, {}] });
  buyer = await storeUser(db());
  operator = await storeUser(db(), { operatorOf: [venue.id] });
  await db().insertInto('venue_terms').values({ venue_id: venue.id, fees_borne_by: 'stalls' }).execute();
  await db()
    .insertInto('vendor_terms')
    .values({ vendor_id: venue.vendor.id, commission_bp: 1200, rent_from: null })
    .execute();
});

afterEach(async () => {
  await api.close();
  await sandbox.close();
});

/** Kumo is owed 11.30, less 1.20 commission and 0.46 of the provider's fee of 1.04. */
const KUMO = 964;
/** A refund of 5.00 takes 4.45 of its sales back, and returns 0.47 of its commission. */
const BACK = 398;

/** Pays a cart with an order of 12.71 at each stall. */
async function paid() {
  const { id } = await storeCart(db(), buyer, venue);
  return payWithStripe({ market, sandbox, buyer }, id);
}

let refunds = 0;
async function refund(orderId: number | undefined, body: object = {}): Promise<void> {
  refunds += 1;
  const key = { 'idempotency-key': `refund ${refunds}` };
  const response = await market.call('POST', `/orders/${orderId}/refunds`, operator, { reason: 'Cold', ...body }, key);
  expect(response.statusCode).toBe(201);
}

/** Reads the transfers and reversals of the stand-in. */
async function atStripe(): Promise<{ amount: number; amount_reversed: number; destination: string }[]> {
  const { data } = await sandbox.stripe('sk_test_venue').transfers.list({ limit: 100 });
  return data
    .map(({ amount, amount_reversed, destination }) => ({ amount, amount_reversed, destination: String(destination) }))
    .reverse();
}
const kumoHas = async () =>
  (await atStripe()).reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0);

async function control(method: 'POST' | 'PUT', path: string, payload: object) {
  const response = await sandbox.app.inject({
    method,
    url: `/__control${path}`,
    payload: { provider: 'Stripe', ...payload },
  });
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function dispute(reference: string, amount: number): Promise<string> {
  const { id } = await control('POST', '/disputes', { reference, amount });
  await learnOfDisputes(reference);
  return id;
}
async function decide(reference: string, id: string, outcome: 'won' | 'lost') {
  await control('POST', '/disputes/close', { id, outcome });
  await learnOfDisputes(reference);
}
async function learnOfDisputes(reference: string) {
  const attempt = await findAttemptByReference(db(), 'Stripe', reference);
  if (!attempt) throw new Error('The payment of this test is unknown');
  await followDisputes(withProviders(api.deps), attempt);
  await drain();
}

async function statement() {
  const today = localDay(new Date(), aVenue().timezone);
  const days = `from=${today}&to=${today}`;
  const { data } = (await market.call('GET', `/venues/${venue.id}/statements?${days}`, operator)).json();
  return data.find((each: { vendor: { id: number } }) => each.vendor.id === venue.vendor.id);
}

/** Reads the transfers that the office lists as refused. */
const refused = async () =>
  (await market.call('GET', `/venues/${venue.id}/today`, operator)).json().data.refused_transfers.data;

async function decideRefused(decision: 'retry' | 'by-hand'): Promise<number> {
  const path = `/venues/${venue.id}/refused-transfers/${venue.vendor.id}`;
  return (await market.call('PUT', path, operator, { decision })).statusCode;
}
const decided = async (decision: 'retry' | 'by-hand') => expect(await decideRefused(decision)).toBe(204);

/** The books agree with the payments, and with the provider. */
async function expectRightBooks() {
  const check = (await market.call('GET', `/venues/${venue.id}/ledger/check`, operator)).json();
  expect(check).toMatchObject({ data: [], provider: 'compared' });
}

describe('a payment', () => {
  test('transfers what each stall with an account is owed, from the payment itself', async () => {
    const { reference } = await paid();
    await drain();
    const { data } = await sandbox.stripe('sk_test_venue').transfers.list({});
    expect(data).toEqual([
      expect.objectContaining({
        amount: KUMO,
        currency: 'cad',
        destination: 'acct_kumo',
        transfer_group: reference,
        source_transaction: (await sandbox.stripe('sk_test_venue').paymentIntents.retrieve(reference)).latest_charge,
      }),
    ]);
    expect(await statement()).toMatchObject({ sales: 11.3, commission: -1.2, fees: -0.46, transfers: -9.64, owed: 0 });
    await expectRightBooks();
  });

  test('counts as transferred before the provider is asked, so that no operator pays the amount by hand meanwhile', async () => {
    await paid();
    expect(await statement()).toMatchObject({ transfers: -9.64, owed: 0, payable: 0 });
    await expectRightBooks();
  });

  test('from before the stall had its account is paid by the hall', async () => {
    await db().updateTable('vendors').set({ stripe_account: null }).execute();
    const { orderIds } = await paid();
    await db().updateTable('vendors').set({ stripe_account: 'acct_kumo' }).execute();
    await refund(orderIds[0], { amount: 1 });
    await drain();
    expect(await atStripe()).toEqual([]);
  });

  test('waits for its fee, and its stall bears its part of it', async () => {
    sandbox.faults.unknownFee.times = 1;
    const { reference } = await paid();
    await drain();
    expect(await atStripe()).toEqual([]);
    await control('POST', '/fee', { reference });
    api.advance(2 * MINUTE);
    await drainLater();
    expect(await atStripe()).toMatchObject([{ amount: KUMO }]);
    await expectRightBooks();
  });
});

/** Handles the messages that wait for their next try. */
async function drainLater(): Promise<void> {
  await db()
    .updateTable('outbox')
    .set({ available_at: new Date(0) })
    .where('done_at', 'is', null)
    .execute();
  await drain();
}

describe('a refund', () => {
  test('before the transfer makes it smaller', async () => {
    const { orderIds } = await paid();
    await refund(orderIds[0], { amount: 5 });
    await drain();
    expect(await atStripe()).toEqual([{ amount: KUMO - BACK, amount_reversed: 0, destination: 'acct_kumo' }]);
    await expectRightBooks();
  });

  test('of the whole before the transfer leaves nothing to transfer, and the stall owes the fee', async () => {
    const { orderIds } = await paid();
    await refund(orderIds[0]);
    await drain();
    expect(await atStripe()).toEqual([]);
    expect(await statement()).toMatchObject({ transfers: 0, owed: -0.46 });
    await expectRightBooks();
  });

  test('after the transfer takes its part back, and the next one the rest', async () => {
    const { orderIds } = await paid();
    await drain();
    await refund(orderIds[0], { amount: 5 });
    await drain();
    expect(await atStripe()).toMatchObject([{ amount: KUMO, amount_reversed: BACK }]);
    expect((await statement()).owed).toBe(0);
    await expectRightBooks();
    await refund(orderIds[0]);
    await drain();
    expect(await atStripe()).toMatchObject([{ amount: KUMO, amount_reversed: KUMO }]);
    expect(await statement()).toMatchObject({ transfers: 0, owed: -0.46 });
    await expectRightBooks();
  });

  test('of another stall takes nothing back', async () => {
    const { orderIds } = await paid();
    await drain();
    await refund(orderIds[1]);
    await drain();
    expect(await atStripe()).toMatchObject([{ amount: KUMO, amount_reversed: 0 }]);
  });

  test('while the outcome of the transfer is unknown waits for it, and then takes its part back', async () => {
    const { orderIds } = await paid();
    Object.assign(sandbox.faults.failure, { times: 10, path: '/v1/transfers', when: 'after' });
    await drain();
    await refund(orderIds[0], { amount: 5 });
    await drain();
    expect(await atStripeAfter()).toEqual([{ amount: KUMO, amount_reversed: 0, destination: 'acct_kumo' }]);
    await drainLater();
    expect(await atStripe()).toEqual([{ amount: KUMO, amount_reversed: BACK, destination: 'acct_kumo' }]);
    await expectRightBooks();
  });
});

/** Ends the provider's failure, and returns what it has transferred in spite of it. */
async function atStripeAfter() {
  sandbox.faults.failure.times = 0;
  return atStripe();
}

describe('a dispute', () => {
  test('takes nothing back while it is open, and its part when it is lost', async () => {
    const { reference } = await paid();
    await drain();
    const id = await dispute(reference, 100);
    expect(await kumoHas()).toBe(KUMO);
    expect((await statement()).owed).toBeLessThan(0);
    await expectRightBooks();
    await decide(reference, id, 'lost');
    const { disputes, owed } = await statement();
    expect(await kumoHas()).toBe(KUMO + Math.round(disputes * 100));
    expect(owed).toBe(0);
    await expectRightBooks();
  });

  test('that is won leaves the transfer as it is', async () => {
    const { reference } = await paid();
    await drain();
    const id = await dispute(reference, 100);
    await decide(reference, id, 'won');
    expect(await atStripe()).toMatchObject([{ amount: KUMO, amount_reversed: 0 }]);
    expect((await statement()).owed).toBe(0);
    await expectRightBooks();
  });

  test('before the transfer holds its part back until it is won', async () => {
    Object.assign(sandbox.faults.failure, { times: 100, path: '/v1/transfers', when: 'before' });
    const { reference } = await paid();
    const id = await dispute(reference, 100);
    expect(await kumoHas().catch(() => 0)).toBe(0);
    sandbox.faults.failure.times = 0;
    await drainLater();
    expect(await kumoHas()).toBeGreaterThan(0);
    await decide(reference, id, 'won');
    expect(await kumoHas()).toBe(KUMO);
    await expectRightBooks();
  });
});

describe('a provider that fails', () => {
  test.each<'before' | 'after'>(['before', 'after'])('%s its work is asked again, and transfers once', async (when) => {
    await paid();
    Object.assign(sandbox.faults.failure, { times: 10, path: '/v1/transfers', when });
    await drain();
    sandbox.faults.failure.times = 0;
    await drainLater();
    expect(await atStripe()).toEqual([{ amount: KUMO, amount_reversed: 0, destination: 'acct_kumo' }]);
    await expectRightBooks();
  });

  test.each<'before' | 'after'>(['before', 'after'])(
    '%s taking back is asked again, and takes back once',
    async (when) => {
      const { orderIds } = await paid();
      await drain();
      await refund(orderIds[0], { amount: 5 });
      Object.assign(sandbox.faults.failure, { times: 10, path: '/v1/transfers', when });
      await drain();
      sandbox.faults.failure.times = 0;
      await drainLater();
      expect(await atStripe()).toMatchObject([{ amount: KUMO, amount_reversed: BACK }]);
      await expectRightBooks();
    },
  );

  test('is not asked twice by two processes at once', async () => {
    await paid();
    const [transfer] = await db().selectFrom('transfers').select('id').execute();
    const processes = [withProviders(api.deps), withProviders(api.deps)];
    await Promise.all(processes.map((deps) => makeTransfer(deps, transfer?.id ?? 0)));
    await drain();
    await drainLater();
    expect(await atStripe()).toEqual([{ amount: KUMO, amount_reversed: 0, destination: 'acct_kumo' }]);
    expect(await db().selectFrom('transfers').select('state').execute()).toEqual([{ state: 'done' }]);
    await expectRightBooks();
  });
});

describe('an account that the provider refuses', () => {
  test('leaves the amount owed to the stall', async () => {
    sandbox.faults.closedAccount.id = 'acct_kumo';
    await paid();
    await drain();
    expect(await atStripe()).toEqual([]);
    expect(await statement()).toMatchObject({ transfers: 0, owed: 9.64, payable: 9.64 });
    await expectRightBooks();
    expect(await refused()).toEqual([
      {
        vendor: { id: venue.vendor.id, name: venue.vendor.name },
        amount: 9.64,
        currency: 'CAD',
        currency_symbol: expect.any(String),
        is_reversal: false,
        payments: 1,
        reason: 'unknown-reference: resource_missing',
      },
    ]);
  });

  test('is not asked again by itself, and is once an operator says so, with the account that the stall has then', async () => {
    sandbox.faults.closedAccount.id = 'acct_kumo';
    const { orderIds } = await paid();
    await drain();
    await refund(orderIds[0], { amount: 5 });
    await drainLater();
    expect(await refused()).toMatchObject([{ amount: (KUMO - BACK) / 100 }]);
    await db().updateTable('vendors').set({ stripe_account: 'acct_kumo2' }).where('id', '=', venue.vendor.id).execute();
    await Promise.all([decided('retry'), decided('retry')]);
    await drain();
    expect(await atStripe()).toEqual([{ amount: KUMO - BACK, amount_reversed: 0, destination: 'acct_kumo2' }]);
    expect([await refused(), (await statement()).owed]).toEqual([[], 0]);
    const actions = await db().selectFrom('audit_log').select('action').where('action', 'like', 'transfers%').execute();
    expect(actions).toEqual([{ action: 'transfers.retried' }]);
    await expectRightBooks();
  });

  test('is settled by hand: the amount stays owed and is not transferred later', async () => {
    sandbox.faults.closedAccount.id = 'acct_kumo';
    const { orderIds } = await paid();
    await drain();
    await decided('by-hand');
    sandbox.faults.closedAccount.id = '';
    await refund(orderIds[0], { amount: 5 });
    await drainLater();
    expect([await atStripe(), await refused()]).toEqual([[], []]);
    expect(await statement()).toMatchObject({ transfers: 0, owed: (KUMO - BACK) / 100 });
    await expectRightBooks();
  });

  test('has too little for a reversal: the stall owes it until it is taken back', async () => {
    const { orderIds } = await paid();
    await drain();
    sandbox.faults.closedAccount.id = 'acct_kumo';
    await refund(orderIds[0], { amount: 5 });
    await drain();
    expect(await refused()).toMatchObject([{ is_reversal: true, amount: BACK / 100 }]);
    expect((await statement()).owed).toBe(-BACK / 100);
    sandbox.faults.closedAccount.id = '';
    await decided('retry');
    await drain();
    expect(await atStripe()).toMatchObject([{ amount: KUMO, amount_reversed: BACK }]);
    expect([await refused(), (await statement()).owed]).toEqual([[], 0]);
    await expectRightBooks();
  });

  test('asks an operator with a second factor to confirm', async () => {
    await storeSecondFactor(db(), operator.id);
    expect(await decideRefused('retry')).toBe(403);
  });
});

test('the check names a transfer that the ledger does not have', async () => {
  await paid();
  await drain();
  await db().updateTable('transfers').set({ amount_minor: 100 }).execute();
  const check = (await market.call('GET', `/venues/${venue.id}/ledger/check`, operator)).json();
  expect(check.data.map(({ kind, booked, expected }: LedgerDifference) => [kind, booked, expected])).toEqual([
    ['transfer', 9.64, 1],
  ]);
});

test('the check names a transfer that was made at the provider alone', async () => {
  const { reference } = await paid();
  await drain();
  await sandbox.stripe('sk_test_venue').transfers.create({
    amount: 100,
    currency: 'cad',
    destination: 'acct_kumo',
    source_transaction: String(
      (await sandbox.stripe('sk_test_venue').paymentIntents.retrieve(reference)).latest_charge,
    ),
    metadata: { payment: reference },
  });
  const check = (await market.call('GET', `/venues/${venue.id}/ledger/check`, operator)).json();
  expect(check.data.map(({ kind, booked, expected }: LedgerDifference) => [kind, booked, expected])).toEqual([
    ['transfer', 9.64, 10.64],
  ]);
});
