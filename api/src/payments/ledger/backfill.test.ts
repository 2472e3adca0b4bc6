/** Tests that the migration books the payments of an older database as the site books new ones. */
import { migrate } from 'core/database/migrate';
import { trialPools } from 'core/testing/test-database';
import type { Pool } from 'pg';

/**
 * Rows of a database from before the ledger. Only the columns that the migration reads have a meaning, so foreign keys are off until the end of
 * the test.
 */
const OLD_ROWS = `
  set session_replication_role = replica;
  insert into carts (id, user_id, venue_id, state, version, payment_number, paid_at) overriding system value
    select n, 1, 1, 'paid', 1, 'P-' || n, '2026-11-02' from generate_series(1, 4) n;
  insert into orders (id, cart_id, user_id, venue_id, vendor_id, state, vendor_name, vendor_image_url, vendor_address_1, currency,
    currency_symbol, tax_name, tax_number, tax_rate_bp, is_tax_included, total_minor, tax_minor, service_fee_minor, service_fee_tax_minor, order_number,
    order_day, placed_at, delivery_method, delivery_method_type) overriding system value
  values (1, 1, 1, 1, 11, 'placed', 'A', '', '', 'CAD', '$', 'HST', '1', 1300, false, 1000, 130, 125, 16, 'K-1', '2026-11-02', '2026-11-02',
      'collect', 'collect'),
    (2, 1, 1, 1, 12, 'placed', 'B', '', '', 'CAD', '$', 'HST', '1', 1300, true, 2000, 230, 125, 14, 'K-2', '2026-11-02', '2026-11-02',
      'collect', 'collect'),
    (3, 4, 1, 1, 13, 'placed', 'C', '', '', 'ZAR', 'R', 'VAT', '1', 1500, true, 5000, 652, 0, 0, 'K-3', '2026-11-02', '2026-11-02', 'collect',
      'collect');
  insert into payment_attempts (id, cart_id, user_id, venue_id, provider, is_live, state, cart_version, amount_minor, currency, reference,
    snapshot, refund_state, created_at, settled_at) overriding system value
  values (1, 1, 1, 1, 'Stripe', true, 'succeeded', 1, 3396, 'CAD', 'pi_1', '{}', null, '2026-11-01', '2026-11-02'),
    (2, 2, 1, 1, 'Stripe', true, 'duplicate', 1, 700, 'CAD', 'pi_2', '{}', 'done', '2026-11-01', '2026-11-02'),
    (3, 3, 1, 1, 'Stripe', true, 'mismatch', 1, 700, 'CAD', 'pi_3', '{}', 'wanted', '2026-11-01', '2026-11-02'),
    (4, 4, 1, 1, 'Paystack', true, 'succeeded', 1, 5000, 'ZAR', 'ps_4',
      '{"orders": [{"id": 3, "subaccount_code": "ACCT_C"}]}', null, '2026-11-01', '2026-11-02');
  insert into payment_alerts (attempt_id, asked_minor, asked_currency, received_minor, received_currency, received_is_live, created_at)
  values (3, 700, 'CAD', 650, 'USD', true, '2026-11-02');
  insert into payment_shares (attempt_id, order_id, vendor_id, amount_minor)
  values (1, 1, 11, 1130), (1, 2, 12, 2000), (1, null, null, 266), (4, 3, 13, 5000), (4, null, null, 0);
  insert into order_refunds (order_id, attempt_id, source, user_id, reason, amount_minor, total_minor, tax_minor, service_fee_minor,
    service_fee_tax_minor, state, created_at, settled_at)
  values (1, 1, 'operator', 1, 'Cold', 636, 500, 65, 63, 8, 'done', '2026-11-03', '2026-11-03'),
    (2, 1, 'operator', 1, 'Cold', 100, 94, 11, 6, 1, 'failed', '2026-11-03', '2026-11-03');`;

let pools: Awaited<ReturnType<typeof trialPools>>;
let pool: Pool;

beforeEach(async () => {
  pools = await trialPools(1);
  [pool] = pools.pools as [Pool];
  await migrate(pool, { isWanted: (name) => name < '0150' });
});
afterEach(async () => {
  await pool.query('set session_replication_role = default');
  await pools.close();
});

const postings = async () => {
  const { rows } = await pool.query(
    `select entry.cause, entry.attempt_id, entry.currency, posting.account, posting.vendor_id, posting.amount_minor
     from ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id
     order by entry.attempt_id, entry.id, posting.account, posting.vendor_id`,
  );
  return rows.map((row) => Object.values(row).filter((value) => value !== null));
};

test('the migration books old payments, refunds, returned payments and splits', async () => {
  await pool.query(OLD_ROWS);
  await migrate(pool);
  expect(await postings()).toEqual([
    ['payment', 1, 'CAD', 'hall', -236],
    ['payment', 1, 'CAD', 'provider', 3396],
    ['payment', 1, 'CAD', 'stall', 11, -1130],
    ['payment', 1, 'CAD', 'stall', 12, -2000],
    ['payment', 1, 'CAD', 'tax', -30],
    ['refund', 1, 'CAD', 'hall', 63],
    ['refund', 1, 'CAD', 'provider', -636],
    ['refund', 1, 'CAD', 'stall', 11, 565],
    ['refund', 1, 'CAD', 'tax', 8],
    ['payment', 2, 'CAD', 'buyers', -700],
    ['payment', 2, 'CAD', 'provider', 700],
    ['refund', 2, 'CAD', 'buyers', 700],
    ['refund', 2, 'CAD', 'provider', -700],
    ['payment', 3, 'USD', 'buyers', -650],
    ['payment', 3, 'USD', 'provider', 650],
    ['payment', 4, 'ZAR', 'provider', 5000],
    ['payment', 4, 'ZAR', 'stall', 13, -5000],
    ['transfer', 4, 'ZAR', 'payouts', -5000],
    ['transfer', 4, 'ZAR', 'stall', 13, 5000],
  ]);
});

test('the migration names a payment whose shares do not add up, and changes nothing', async () => {
  await pool.query(OLD_ROWS.replace('(1, null, null, 266)', '(1, null, null, 266), (1, 3, 13, 50)'));
  await expect(migrate(pool)).rejects.toThrow('The books of payment attempt 1 do not balance');
  const { rows } = await pool.query(
    `select to_regclass('payment_shares') as kept, to_regclass('ledger_entries') as made`,
  );
  expect(rows).toEqual([{ kept: 'payment_shares', made: null }]);
});
