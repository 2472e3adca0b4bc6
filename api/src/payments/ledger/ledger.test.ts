/** Tests the ledger in the database: it balances, nothing in it changes, and the check names each difference. */
import { inTransaction } from 'core/database/kysely';
import { sql } from 'kysely';
import type { ListeningSandbox } from 'pay-sandbox/testing';
import type { LedgerDifference } from 'shared-contracts/types';
import { Market } from '../../ordering/carts/market.testing';
import { payWithStripe } from '../../testing/paid-orders';
import { confirmWithCard, environmentOf, referenceOf, sandboxOfVenues, storeCart } from '../../testing/payments';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';
import { watchedDisputes } from '../disputes/watched-disputes';
import { withProviders } from '../providers/payment-deps';
import { watchedRefunds } from '../refund/watched-refunds';
import { ProviderWatch } from '../watch/provider-watch';
import { checkLedger } from './check-ledger';
import { appendEntry } from './ledger.repository';
import { watchedFees } from './watched-fees';

withDatabase();

let sandbox: ListeningSandbox;
let api: TestApp;
let buyer: TestUser;
let operator: TestUser;
let venue: TestVenue;

const market = new Market(() => api);
const db = () => api.deps.db;

beforeEach(async () => {
  sandbox = await sandboxOfVenues();
  api = await buildTestApp({ environment: environmentOf(sandbox) });
  venue = await storeVenue(db(), { vendors: [{}, {}] });
  buyer = await storeUser(db());
  operator = await storeUser(db(), { operatorOf: [venue.id] });
});

afterEach(async () => {
  await api.close();
  await sandbox.close();
});

/** Pays a cart with an item of each stall: two orders of 12.71. */
async function paid() {
  const { id } = await storeCart(db(), buyer, venue);
  return payWithStripe({ market, sandbox, buyer }, id);
}

async function refund(orderId: number | undefined, body: object): Promise<void> {
  const given = { reason: 'Cold', ...body };
  const key = { 'idempotency-key': `refund ${orderId}` };
  expect((await market.call('POST', `/orders/${orderId}/refunds`, operator, given, key)).statusCode).toBe(201);
}

/** Sums each account of the venue. */
async function balances(): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; minor: number }>`
    select posting.account, sum(posting.amount_minor)::bigint as minor
    from ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id
    where entry.venue_id = ${venue.id} group by 1 having sum(posting.amount_minor) <> 0`.execute(db());
  return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]));
}

/** Changes rows that the database protects, as someone with its password could. */
const tamper = (statement: ReturnType<typeof sql>) =>
  inTransaction(db(), async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await statement.execute(trx);
  });

test('a payment and a refund leave what the provider holds equal to what is owed', async () => {
  const { orderIds } = await paid();
  await refund(orderIds[0], { amount: 5 });
  const { provider, fees, ...owed } = await balances();
  expect([provider, fees]).toEqual([2542 - 500, -104]);
  expect(Object.values(owed).reduce((sum, minor) => sum + minor, 0)).toBe(-(2042 - 104));
  expect(await checkLedger(db(), venue.id)).toEqual([]);
});

test('a whole refund leaves nothing but the fee, which the provider keeps', async () => {
  const { orderIds } = await paid();
  for (const id of orderIds) await refund(id, {});
  expect(await balances()).toEqual({ fees: -104, hall: 104 });
});

describe('the database', () => {
  test('refuses an entry that does not add up to zero', async () => {
    const entry = {
      venueId: venue.id,
      currency: 'CAD',
      isLive: false,
      cause: 'correction',
      bookedAt: new Date(),
    } as const;
    const postings = [{ account: 'hall', vendorId: null, orderId: null, line: 'correction', amountMinor: 1 }] as const;
    await expect(inTransaction(db(), (trx) => appendEntry(trx, { ...entry, postings }))).rejects.toThrow(
      'add up to zero',
    );
  });

  test('refuses to change or delete what is booked', async () => {
    await paid();
    await expect(db().updateTable('ledger_postings').set({ amount_minor: 1 }).execute()).rejects.toThrow('append-only');
    await expect(db().deleteFrom('ledger_postings').execute()).rejects.toThrow('append-only');
    await expect(db().updateTable('ledger_entries').set({ is_live: true }).execute()).rejects.toThrow('append-only');
    await expect(db().deleteFrom('ledger_entries').execute()).rejects.toThrow('append-only');
  });
});

describe('the check', () => {
  test('names the payment of a posting that was changed', async () => {
    const { reference } = await paid();
    await tamper(sql`update ledger_postings set amount_minor = amount_minor - 100 where line = 'sales'`);
    const found = await checkLedger(db(), venue.id);
    expect(
      found.map(({ kind, reference, bookedMinor, expectedMinor }) => [kind, reference, bookedMinor, expectedMinor]),
    ).toEqual([
      ['entry', reference, -200, 0],
      ['sales', reference, 1230, 1130],
      ['sales', reference, 1230, 1130],
    ]);
  });

  test('names a payment that was never booked', async () => {
    const { reference } = await paid();
    await tamper(sql`delete from ledger_postings`);
    const [first] = await checkLedger(db(), venue.id);
    expect(first).toMatchObject({ kind: 'payment', reference, bookedMinor: 0, expectedMinor: 2542, currency: 'CAD' });
  });

  test('names a refund that the ledger does not have', async () => {
    const { orderIds, reference } = await paid();
    await refund(orderIds[0], { amount: 5 });
    await tamper(sql`update order_refunds set amount_minor = 600`);
    expect(await checkLedger(db(), venue.id)).toEqual([
      expect.objectContaining({ kind: 'refund', reference, bookedMinor: 500, expectedMinor: 600 }),
    ]);
  });
});

describe('the check with the provider', () => {
  const check = async () => {
    const response = await market.call('GET', `/venues/${venue.id}/ledger/check`, operator);
    expect(response.statusCode).toBe(200);
    return response.json();
  };
  const found = async () =>
    (await check()).data.map((each: LedgerDifference) => [
      each.kind,
      each.payment?.reference,
      each.booked,
      each.expected,
    ]);
  const control = async (method: 'POST' | 'PUT', path: string, payload: object) => {
    const response = await sandbox.app.inject({
      method,
      url: `/__control${path}`,
      payload: { provider: 'Stripe', ...payload },
    });
    expect(response.statusCode).toBe(200);
  };
  const watch = () => {
    const deps = withProviders(api.deps);
    return new ProviderWatch(deps, [watchedRefunds(deps), watchedDisputes(deps), watchedFees(deps)]).runRound();
  };

  test('finds nothing where the books are right, with fees, refunds and a dispute', async () => {
    const { orderIds, reference } = await paid();
    await refund(orderIds[0], { amount: 5 });
    await api.deps.outbox.drain();
    await control('POST', '/disputes', { reference, amount: 700 });
    await watch();
    expect(await check()).toMatchObject({ data: [], provider: 'compared' });
    const { provider, fees = 0, disputes = 0, payouts = 0, ...owed } = await balances();
    expect((provider ?? 0) + fees + disputes).toBe(-Object.values(owed).reduce((sum, minor) => sum + minor, payouts));
    // 2.9 % of 25.42 and 0.30, and the 15.00 of the dispute.
    expect(fees).toBe(-(104 + 1500));
    expect(disputes).toBe(-700);
  });

  test('names a payment that the provider received and the site never learned of', async () => {
    const { id } = await storeCart(db(), buyer, venue);
    const { secret } = (await market.call('POST', `/carts/${id}/start-stripe`, buyer)).json();
    await confirmWithCard(sandbox, secret.clientSecret);
    const reference = referenceOf(secret.clientSecret);
    expect(await found()).toEqual([
      ['provider', reference, 0, 25.42],
      ['fee', reference, 0, 1.04],
    ]);
  });

  test('names a fee that changed late, until the watch has booked it', async () => {
    const { reference } = await paid();
    await control('PUT', '/fee', { reference, by: 25 });
    expect(await found()).toEqual([['fee', reference, 1.04, 1.29]]);
    await watch();
    expect(await found()).toEqual([]);
    await watch();
    expect(await found()).toEqual([]);
  });

  test('names a refund that was made at the provider alone, until the watch has recorded it', async () => {
    const { reference } = await paid();
    await control('POST', '/refund', { reference, amount: 300 });
    expect(await found()).toEqual([['refund', reference, 0, 3]]);
    await watch();
    expect(await found()).toEqual([]);
  });

  test('does not count a refund that the provider has not been asked for', async () => {
    const { orderIds } = await paid();
    await refund(orderIds[0], { amount: 5 });
    expect(await found()).toEqual([]);
  });

  test('books an estimate by the rate of the hall until the provider tells the fee', async () => {
    const { version } = (await market.call('GET', `/venues/${venue.id}/terms`, operator)).json().data;
    const terms = { version, fees_borne_by: 'stalls', fee_percent: 1.5, fee_fixed: 0.25 };
    expect((await market.call('PUT', `/venues/${venue.id}/terms`, operator, terms)).statusCode).toBe(200);
    sandbox.faults.unknownFee.times = 1;
    const { reference } = await paid();
    expect((await balances()).fees).toBe(-(38 + 25));
    expect(await found()).toEqual([]);
    await control('POST', '/fee', { reference });
    expect(await found()).toEqual([['fee', reference, 0.63, 1.04]]);
    await watch();
    expect((await balances()).fees).toBe(-104);
    expect(await found()).toEqual([]);
  });

  test('compares the books of the hall also while the provider cannot be asked', async () => {
    await paid();
    Object.assign(sandbox.faults.failure, { times: 100, path: '/v1/balance_transactions', when: 'before' });
    expect(await check()).toMatchObject({ data: [], provider: 'unreachable' });
  });
});
