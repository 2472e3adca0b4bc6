/** Tests the ledger in the database: it balances, nothing in it changes, and the check names each difference. */
import { inTransaction } from 'core/database/kysely';
import { sql } from 'kysely';
import type { ListeningSandbox } from 'pay-sandbox/testing';
import { Market } from '../../ordering/carts/market.testing';
import { payWithStripe } from '../../testing/paid-orders';
import { environmentOf, sandboxOfVenues, storeCart } from '../../testing/payments';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';
import { checkLedger } from './check-ledger';
import { appendEntry } from './ledger.repository';

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
  const { provider, ...owed } = await balances();
  expect(provider).toBe(2542 - 500);
  expect(Object.values(owed).reduce((sum, minor) => sum + minor, 0)).toBe(-2042);
  expect(await checkLedger(db(), venue.id)).toEqual([]);
});

test('a whole refund leaves nothing in any account', async () => {
  const { orderIds } = await paid();
  for (const id of orderIds) await refund(id, {});
  expect(await balances()).toEqual({});
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
    await tamper(sql`update ledger_postings set amount_minor = amount_minor - 100 where account = 'stall'`);
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
