/** The migration that gives each refund of a cancelled order a row of its own, over a database of the release before. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDatabase } from '../../testing/test-app';
import { trialPools } from '../../testing/test-database';
import { migrate } from './migrate';

withDatabase();

const MIGRATIONS = join(__dirname, 'migrations');
const REFUNDS = '0050_order_refunds.sql';
const SHARES = '0051_shares_of_every_payment.sql';

/** Two orders of one payment: one was cancelled and waits for its refund, the other's was made. A third cost nothing. */
const BEFORE = `
  insert into users (name, email, password_hash) values ('Cook', 'cook@b.c', 'x'), ('Guest', 'guest@b.c', 'x');
  insert into venues (slug, name, blurb, image_url, position, currency, currency_symbol, timezone, payment_provider,
      payment_provider_key, secret_env, tax_name, tax_number, tax_rate_bp, is_tax_included, service_charge_minor)
    values ('v', 'V', '', '', 0, 'CAD', '$', 'UTC', 'Stripe', 'pk', 'S', 'HST', '', 1300, false, 250);
  insert into vendors (venue_id, slug, name, blurb, image_url, thumbnail_url, position, address_1, address_2, city,
      delivery_method_types)
    select 1, slug, slug, '', '', '', 0, '', '', '', '{collect}' from unnest(array['a', 'b', 'c']) as slug;
  insert into menus (vendor_id, slug, name, position) values (1, 'm', 'M', 0);
  insert into groups (menu_id, slug, name, position) values (1, 'g', 'G', 0);
  insert into items (group_id, vendor_id, slug, name, description, position) values (1, 1, 'i', 'I', '', 0);
  insert into variants (item_id, vendor_id, slug, name, price_minor, position) values (1, 1, 'r', 'R', 500, 0);
  insert into carts (user_id, venue_id, state, payment_number, paid_at) values (2, 1, 'paid', 'P-1', now());
  insert into orders (cart_id, user_id, venue_id, vendor_id, state, order_number, order_day, placed_at, vendor_name,
      vendor_image_url, vendor_address_1, currency, currency_symbol, tax_name, tax_number, tax_rate_bp, is_tax_included,
      total_minor, tax_minor, service_fee_minor, service_fee_tax_minor, delivery_method, delivery_method_type)
    select 1, 2, 1, n, 'cancelled', 'A-' || n, '2026-11-20', now(), 'a', '', '', 'CAD', '$', 'HST', '', 1300, false,
      total, tax, fee, fee_tax, 'collect', 'collect'
    from (values (1, 1000, 130, 125, 16), (2, 1000, 130, 125, 16), (3, 0, 0, 0, 0)) as o (n, total, tax, fee, fee_tax)
    order by n;
  insert into order_items (order_id, item_id, variant_id, line_key, item_name, variant_name, quantity, unit_minor,
      options_minor, total_minor)
    select n, 1, 1, 'k', 'I', 'R', 2, 500, 0, 1000 from unnest(array[1, 2]) as n order by n;
  insert into payment_attempts (cart_id, user_id, venue_id, provider, is_live, state, cart_version, amount_minor, currency,
      reference, snapshot, settled_at)
    values (1, 2, 1, 'Stripe', false, 'succeeded', 1, 2542, 'CAD', 'pi_1', '{}', now());
  insert into order_cancellations (order_id, user_id, reason, queue_state, cancelled_at, attempt_id, refund_minor,
      refund_state, refund_tries, refund_error, refunded_at)
    values (1, 1, 'Sold out', 'new', '2026-11-20T10:00:00Z', 1, 1271, 'wanted', 2, 'refused: no', null),
      (2, 1, 'Closed', 'busy', '2026-11-20T11:00:00Z', 1, 1271, 'done', 0, null, '2026-11-20T11:01:00Z'),
      (3, 1, 'Closed', 'busy', '2026-11-20T11:00:00Z', null, 0, 'done', 0, null, '2026-11-20T11:00:00Z');
  insert into outbox (kind, key, payload, done_at)
    values ('refund-order', 'refund-order:1:2', '{"orderId": 1}', null), ('refund-order', 'refund-order:2', '{"orderId": 2}', now());
`;

test('the migration turns refunds of cancellations into rows, and waiting messages continue with them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foodhall-migrations-'));
  const trial = await trialPools(1);
  try {
    const [pool] = trial.pools;
    if (!pool) throw new Error('There is no trial database');
    const rows = async (query: string) => (await pool.query(query)).rows;
    for (const name of await readdir(MIGRATIONS)) {
      if (name < REFUNDS) await cp(join(MIGRATIONS, name), join(folder, name));
    }
    await migrate(pool, { directory: folder });
    await pool.query(BEFORE);
    for (const name of [REFUNDS, SHARES]) await cp(join(MIGRATIONS, name), join(folder, name));
    expect(await migrate(pool, { directory: folder })).toEqual([REFUNDS, SHARES]);

    const parts = { total_minor: 1000, tax_minor: 130, service_fee_minor: 125, service_fee_tax_minor: 16 };
    const found = await rows('select * from order_refunds order by id');
    expect(found).toMatchObject([
      {
        order_id: 1,
        source: 'cancellation',
        user_id: 1,
        reason: 'Sold out',
        amount_minor: 1271,
        state: 'wanted',
        tries: 2,
      },
      { order_id: 2, amount_minor: 1271, state: 'done', tries: 0, settled_at: new Date('2026-11-20T11:01:00Z') },
    ]);
    expect(found).toMatchObject([parts, parts]);
    expect(await rows('select refund_id, order_item_id, quantity from order_refund_lines order by refund_id')).toEqual([
      { refund_id: 1, order_item_id: 1, quantity: 2 },
      { refund_id: 2, order_item_id: 2, quantity: 2 },
    ]);
    expect(await rows('select payload from outbox order by id')).toEqual([
      { payload: { refundId: 1 } },
      { payload: { orderId: 2 } },
    ]);
    expect(
      await rows('select order_id, vendor_id, amount_minor from payment_shares order by vendor_id nulls last'),
    ).toEqual([
      { order_id: 1, vendor_id: 1, amount_minor: 1130 },
      { order_id: 2, vendor_id: 2, amount_minor: 1130 },
      { order_id: 3, vendor_id: 3, amount_minor: 0 },
      { order_id: null, vendor_id: null, amount_minor: 282 },
    ]);
  } finally {
    await trial.close();
    await rm(folder, { recursive: true });
  }
}, 60_000);
