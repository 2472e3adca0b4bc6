// npm run bench:export: a vendor's 20,000 orders of five items each, exported in the browser from a real PostgreSQL: how long
// it takes, and how long the page's longest task is meanwhile. Prints measurements; judges nothing.
import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { many, orderSchema } from 'shared-contracts/schemas';
import { findPostgres, startPostgres } from 'tooling/site/postgres';
import { prepareOrder, vendorNamed } from '../client/orders';
import { result, watch } from './support/frames';
import { KUMO, runBench, vendorAndCustomer } from './support/site';

const ORDERS = 20_000;
const LINES = 5;

/** Copies of the one order that was bought, a minute apart, with its line five times. */
const COPIES = `
  with bought as (select * from orders where state = 'placed' limit 1),
  made as (
    insert into carts (user_id, venue_id, state, paid_at, payment_number)
    select user_id, venue_id, 'paid', placed_at, 'bench-' || n from bought, generate_series(1, ${ORDERS - 1}) n
    returning id),
  copies as (
    insert into orders (cart_id, user_id, venue_id, vendor_id, state, order_number, order_day, placed_at, completed_at, created_at,
      vendor_name, vendor_image_url, vendor_address_1, currency, currency_symbol, tax_name, tax_number, tax_rate_bp, is_tax_included,
      total_minor, tax_minor, delivery_method, delivery_method_type)
    select made.id, user_id, venue_id, vendor_id, 'completed', 'X-' || made.id, order_day, placed_at, placed_at,
      created_at - made.id * interval '1 minute',
      vendor_name, vendor_image_url, vendor_address_1, currency, currency_symbol, tax_name, tax_number, tax_rate_bp, is_tax_included,
      total_minor, tax_minor, delivery_method, delivery_method_type from bought, made
    returning id)
  insert into order_items (order_id, item_id, variant_id, line_key, item_name, variant_name, quantity, unit_minor, options_minor, total_minor)
  select target.id, item_id, variant_id, line_key || n, item_name, variant_name, quantity, unit_minor, 0, unit_minor * quantity
  from order_items, generate_series(1, ${LINES}) n, (select id from copies union all select id from bought) target
  where order_id = (select id from bought) and not (target.id = order_id and n = ${LINES});
  analyze;`;

function runSql(bin: string, url: string, sql: string): void {
  const { status, stderr } = spawnSync(path.join(bin, 'psql'), [url, '-v', 'ON_ERROR_STOP=1', '-qc', sql], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`psql: ${stderr}`);
}

async function measure(page: Page, label: string): Promise<void> {
  const exportNow = page.getByRole('button', { name: 'Export', exact: true });
  await page.getByLabel('Period').selectOption('All time');
  await watch(page);
  const startedAt = performance.now();
  const saved = page.waitForEvent('download', { timeout: 0 });
  await exportNow.click();
  await page.getByText(/^Writing/).waitFor({ timeout: 0 });
  const loadedAt = performance.now();
  await page.getByText(/is saved/).waitFor({ timeout: 0 });
  const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);
  const { dropped, longest } = await result(page);
  const { size } = await stat(await (await saved).path());
  const sentence = await page.getByText(/is saved/).textContent();
  console.log(
    `  ${label}: ${seconds(startedAt)} s, of it ${seconds(loadedAt)} s the worker's writing; ${longest}, ${dropped}; ` +
      `${sentence} ${(size / 1_048_576).toFixed(1)} MB`,
  );
}

const bin = findPostgres();
if (!bin) {
  console.error('The bench needs the programs of PostgreSQL (initdb, postgres, psql): install them first.');
  process.exit(1);
}
const postgres = await startPostgres(bin);
try {
  await runBench(({ browser, withSite }) =>
    withSite({ DATABASE_URL: postgres.url }, async (site) => {
      const { vendor, staff, buyer } = await vendorAndCustomer(browser, site);
      const { settle } = await prepareOrder(buyer, site.sandbox);
      await settle();
      runSql(bin, postgres.url, COPIES);
      const { id } = await vendorNamed(staff, 1, KUMO);
      const [newest] = (await staff.get(`/vendors/${id}/orders?limit=1`, many(orderSchema))).data;
      console.log(`${ORDERS} orders, newest ${newest?.order_number}, ${ORDERS * LINES} rows`);
      const cdp = await vendor.context().newCDPSession(vendor);
      for (const [label, rate] of [
        ['this machine          ', 1],
        ['slowed 4 times        ', 4],
      ] as const) {
        await vendor.goto(`${site.url}/profile`, { waitUntil: 'networkidle' });
        await cdp.send('Emulation.setCPUThrottlingRate', { rate });
        await measure(vendor, label);
      }
    }),
  );
} finally {
  await postgres.stop();
}
