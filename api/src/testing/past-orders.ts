/** Stores the history of a venue with SQL: an operation that is fast with few orders must stay fast with many. */

import type { Db } from 'core/database/kysely';
import { inTransaction } from 'core/database/kysely';
import { sql } from 'kysely';
import type { TestVenue } from './stored';

const ORDERS_PER_BUYER = 20;

/**
 * Stores collected orders of the venue's first vendor, one per minute back from yesterday, with all their rows. Each has its own cart, two
 * lines, a choice and a payment; every 20 share a buyer. Triggers and foreign keys are disabled.
 */
export async function storePastOrders(db: Db, venue: TestVenue, count: number): Promise<void> {
  const { vendor } = venue;
  const { item } = vendor;
  await inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      create temporary table past on commit drop as
      select n, nextval('carts_id_seq') as cart_id, nextval('orders_id_seq') as order_id,
        nextval('payment_attempts_id_seq') as attempt_id, 1000000 + n / ${ORDERS_PER_BUYER}::integer as user_id,
        now() - interval '1 day' - n * interval '1 minute' as at
      from generate_series(1, ${count}::integer) n`.execute(trx);
    await sql`
      insert into users (id, name, email) overriding system value
      select distinct user_id, 'Guest ' || user_id, 'guest-' || user_id || '@foodhall.test' from past`.execute(trx);
    await sql`
      insert into carts (id, user_id, venue_id, state, version, payment_number, created_at, paid_at) overriding system value
      select cart_id, user_id, ${venue.id}::integer, 'paid', 3, 'past-' || n, at, at from past`.execute(trx);
    await sql`
      insert into orders (id, cart_id, user_id, venue_id, vendor_id, state, order_number, order_day, created_at, placed_at, completed_at,
        vendor_name, vendor_image_url, vendor_address_1, currency, currency_symbol, tax_name, tax_number, tax_rate_bp, is_tax_included,
        total_minor, tax_minor, delivery_method, delivery_method_type) overriding system value
      select order_id, cart_id, user_id, ${venue.id}::integer, ${vendor.id}::integer, 'completed', 'P-' || n, at::date, at, at, at,
        ${vendor.name}::text, '/past.webp', '1 Past Street', 'CAD', '$', 'HST', '1', 1300, false, 2000, 260, 'collect', 'collect'
      from past`.execute(trx);
    await sql`
      insert into order_items (order_id, item_id, variant_id, line_key, item_name, variant_name, quantity, unit_minor, options_minor,
        total_minor)
      select order_id, ${item.id}::integer, ${item.variants[0]?.id ?? 0}::integer, 'line ' || line, 'Past', 'Regular', 1, 1000, 0, 1000
      from past, generate_series(1, 2) line`.execute(trx);
    await sql`
      insert into order_item_options (order_item_id, option_id, name, price_minor)
      select id, 1, 'Past', 0 from order_items where item_name = 'Past' and line_key = 'line 1'`.execute(trx);
    await sql`
      insert into queue_entries (order_id, vendor_id, user_id, state, created_at, updated_at)
      select order_id, ${vendor.id}::integer, user_id, 'collected', at, at from past`.execute(trx);
    await sql`
      insert into queue_transitions (entry_id, from_state, to_state, is_undo, at)
      select id, 'done', 'collected', false, updated_at from queue_entries where state = 'collected'`.execute(trx);
    await sql`
      insert into payment_attempts (id, cart_id, user_id, venue_id, provider, is_live, state, cart_version, amount_minor, currency, reference,
        snapshot, created_at, settled_at, checks) overriding system value
      select attempt_id, cart_id, user_id, ${venue.id}::integer, 'Stripe', false, 'succeeded', 2, 2260, 'CAD', 'past-' || n, '{}', at, at, 0
      from past`.execute(trx);
    await sql`
      insert into ledger_entries (venue_id, currency, is_live, cause, attempt_id, booked_at)
      select ${venue.id}::integer, 'CAD', false, 'payment', attempt_id, at from past`.execute(trx);
    await sql`
      insert into ledger_postings (entry_id, account, vendor_id, order_id, line, amount_minor)
      select entry.id, account, case account when 'stall' then ${vendor.id}::integer end, case account when 'stall' then past.order_id end,
        case account when 'stall' then 'sales' else 'received' end, case account when 'stall' then -2260 else 2260 end
      from past join ledger_entries entry on entry.attempt_id = past.attempt_id
        cross join (values ('provider'), ('stall')) as side (account)`.execute(trx);
    await sql`
      insert into webhook_events (provider, venue_id, event_key, reference, body, received_at, processed_at)
      select 'Stripe', ${venue.id}::integer, 'past-' || n, 'past-' || n, '{}', at, at from past`.execute(trx);
    await sql`
      insert into outbox (kind, key, payload, created_at, available_at, done_at)
      select 'receipt', 'receipt:' || cart_id, '{}', at, at, at from past`.execute(trx);
    await sql`
      insert into idempotency_keys (user_id, key, request_hash, cart_id, created_at)
      select user_id, 'past-' || n, decode('00', 'hex'), cart_id, now() from past`.execute(trx);
  });
  await sql`analyze`.execute(db);
}
