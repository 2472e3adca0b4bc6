/** Tests Stock and Export Orders, clause by clause, as the demo's vendors use them. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Download, Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { formatDate, formatTime } from 'shared-contracts/rules/dates';
import { one, openingHoursSchema } from 'shared-contracts/schemas';
import { aDelivery, aLine, anOrder } from 'shared-contracts/testing/builders';
import { putInCart, settleDelivery, vendorNamed } from '../client/orders';
import { buy, demoAccount, enter, kitchen, newAccount } from './support/api';
import { setTime } from './support/clock';
import { expectNoSidewaysScroll, lengthenNames } from './support/long-names';
import { channelJoinsOf } from './support/realtime';
import { expect, test } from './support/test';

type Reader = typeof import('../../remotes/vendor-tools/src/testing/read-spreadsheet');
// A remote is CommonJS, so an ES module cannot import names from its sources.
const { readSpreadsheet }: Reader = createRequire(import.meta.url)(
  '../../remotes/vendor-tools/src/testing/read-spreadsheet',
);

const KUMO = 'Kumo Ramen';
/** The addresses of the API with the orders of the stall Kumo. */
const ORDERS = '**/api/v1/vendors/1/orders*';

async function openVendor(page: Page, address: string): Promise<void> {
  await enter(page, await demoAccount('vendor@foodhall.test'), address, KUMO);
}

async function openStockOf(page: Page, item: string): Promise<void> {
  await openVendor(page, '/your-items/1');
  await page.getByRole('article', { name: item }).getByRole('link', { name: 'Edit Item' }).click();
  await expect(page.getByRole('heading', { name: item, level: 1 })).toBeVisible();
}

const switchOf = (page: Page, name: RegExp) => page.getByRole('checkbox', { name });

async function flip(vendor: Page, name: RegExp): Promise<void> {
  const saved = vendor.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await switchOf(vendor, name).click();
  await saved;
  await expect(vendor.getByText('Successfully updated status!')).toBeVisible();
}

test("the items page shows the vendor's name and each item's status, and 'Edit Item' opens its stock page", async ({
  vendor,
}) => {
  await openVendor(vendor, '/queues');
  await vendor.getByRole('link', { name: 'Items' }).click();
  await expect(vendor.getByRole('heading', { name: "Kumo Ramen's Items", level: 1 })).toBeVisible();
  const item = vendor.getByRole('article', { name: 'Pork gyoza' });
  await expect(item.getByText('active', { exact: true })).toBeVisible();
  await expect(item.getByText(/^(from )?\$\d+\.\d\d$/)).toBeVisible();
  await item.getByRole('link', { name: 'Edit Item' }).click();
  await expect(vendor).toHaveURL(/\/vendor\/1\/items\/\d+$/);
});

test('an item that is switched off disappears from an open menu at once, and comes back', { tag: '@core' }, async ({
  customer,
  vendor,
}) => {
  const hasJoined = channelJoinsOf(customer);
  await customer.goto('/venues/1/vendors/1');
  const dish = customer.getByRole('link', { name: /Pork gyoza/ });
  await expect(dish).toBeVisible();
  await openStockOf(vendor, 'Pork gyoza');
  await hasJoined('venues.1');
  await flip(vendor, /Pork gyoza/);
  await expect(dish).toHaveCount(0);
  await flip(vendor, /Pork gyoza/);
  await expect(dish).toBeVisible();
});

test('the page of a sold-out item shows the item as soon as staff switch it on', async ({ customer, vendor }) => {
  await openStockOf(vendor, 'Pork gyoza');
  await flip(vendor, /Pork gyoza/);
  const hasJoined = channelJoinsOf(customer);
  const itemId = /\d+$/.exec(vendor.url())?.[0];
  await customer.goto(`/venues/1/vendors/1/items/${itemId}`);
  await expect(customer.getByText('This is not on the menu any more.')).toBeVisible();
  await hasJoined('venues.1');
  await flip(vendor, /Pork gyoza/);
  await expect(customer.getByRole('button', { name: /Add to cart/ })).toBeVisible();
});

test('one tap in the list switches an item off until tomorrow, and the item shows when it is back', async ({
  customer,
  vendor,
}) => {
  const hasJoined = channelJoinsOf(customer);
  await customer.goto('/venues/1/vendors/1');
  const dish = customer.getByRole('link', { name: /Pork gyoza/ });
  await expect(dish).toBeVisible();
  await hasJoined('venues.1');
  await openVendor(vendor, '/your-items/1');
  const item = vendor.getByRole('article', { name: 'Pork gyoza' });
  await item.getByRole('button', { name: 'Off until tomorrow' }).click();
  await expect(item.getByText(/^back \w+ \d\d:\d\d$/)).toBeVisible();
  await expect(dish).toHaveCount(0);
  await item.getByRole('button', { name: 'Switch on' }).click();
  await expect(item.getByText('active', { exact: true })).toBeVisible();
  await expect(dish).toBeVisible();
});

test('an operator closes the stall with its weekly hours, guests see the opening time, and no cart can be paid', {
  tag: '@core',
}, async ({ customer, vendor }) => {
  // No other journey orders at this stall.
  const leaf = 'Leaf & Grain';
  const buyer = await newAccount();
  const stall = await vendorNamed(buyer, 1, leaf);
  await settleDelivery(buyer, await putInCart(buyer, stall));
  await enter(customer, buyer, '/venues/1/cart');
  const pay = customer.getByRole('button', { name: /^Pay/ });
  await expect(pay).toBeVisible();
  const operator = await demoAccount('operator@foodhall.test');
  try {
    await enter(vendor, operator, `/vendor/${stall.id}/hours`);
    await vendor.getByRole('button', { name: 'Set hours' }).click();
    const monday = vendor.getByRole('region', { name: 'Monday' });
    await monday.getByRole('button', { name: /^Remove 11:00/ }).click();
    await monday.getByRole('button', { name: 'Copy to all days' }).click();
    await vendor.getByRole('button', { name: 'Add a day' }).click();
    const opens = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await vendor.getByLabel('Date').fill(opens);
    await vendor
      .getByRole('region', { name: 'Days that differ' })
      .getByRole('button', { name: /^Add a time/ })
      .click();
    await vendor.getByRole('button', { name: 'Save hours' }).click();
    await expect(vendor.getByText('The hours are saved.')).toBeVisible();

    await customer.goto('/venues/1/cart');
    await expect(customer.getByRole('region', { name: leaf }).getByText(/not taking orders right now/)).toBeVisible();
    await expect(pay).toHaveCount(0);
    await customer.goto(`/venues/1/vendors/${stall.id}`);
    await expect(customer.getByText(/^Leaf & Grain is closed\. It opens \d+ \w+ at 11:00\./)).toBeVisible();

    await vendor.getByRole('radio', { name: /^Open/ }).click();
    await expect(customer.getByText(/is closed/)).toHaveCount(0);
    await customer.goto('/venues/1/cart');
    await expect(pay).toBeVisible();
  } finally {
    const { data } = await operator.get(`/vendors/${stall.id}/hours`, one(openingHoursSchema));
    await operator.put(`/vendors/${stall.id}/hours`, { schedule: null, version: data.version });
    await operator.put(`/vendors/${stall.id}`, { opening_mode: 'schedule' });
  }
});

test('an open cart flags an item as long as it is switched off', async ({ customer, vendor }) => {
  const buyer = await newAccount();
  await settleDelivery(buyer, await putInCart(buyer, await vendorNamed(buyer, 1, KUMO), 'Pork gyoza'));
  await enter(customer, buyer, '/venues/1/cart');
  const pay = customer.getByRole('button', { name: /^Pay/ });
  await expect(pay).toBeVisible();
  await openStockOf(vendor, 'Pork gyoza');
  await flip(vendor, /Pork gyoza/);
  const flag = customer.getByRole('region', { name: KUMO }).getByRole('alert');
  await expect(flag).toContainText('is no longer available');
  await expect(pay).toHaveCount(0);
  await flip(vendor, /Pork gyoza/);
  await expect(pay).toBeVisible();
});

test("a switch also changes a colleague's open item list and stock page", async ({
  customer: colleague,
  openTab,
  vendor,
}) => {
  await openStockOf(colleague, 'Pork gyoza');
  const list = await openTab(colleague, '/your-items/1');
  const badge = (status: string) =>
    list.getByRole('article', { name: 'Pork gyoza' }).getByText(status, { exact: true });
  await expect(badge('active')).toBeVisible();
  await expect(switchOf(colleague, /Pork gyoza/)).toBeChecked();
  await openStockOf(vendor, 'Pork gyoza');
  await flip(vendor, /Pork gyoza/);
  await expect(switchOf(colleague, /Pork gyoza/)).not.toBeChecked();
  await expect(badge('inactive')).toBeVisible();
  await flip(vendor, /Pork gyoza/);
  await expect(switchOf(colleague, /Pork gyoza/)).toBeChecked();
  await expect(badge('active')).toBeVisible();
});

test('a variant and an option can be switched separately', async ({ customer, vendor }) => {
  await openStockOf(vendor, 'Tonkotsu ramen');
  await flip(vendor, /^Large/);
  await flip(vendor, /^Soy-cured egg/);
  const hasJoined = channelJoinsOf(customer);
  await customer.goto('/venues/1/vendors/1');
  await customer.getByRole('link', { name: /Tonkotsu ramen/ }).click();
  await expect(customer.getByRole('checkbox', { name: /Sweetcorn and butter/ })).toBeVisible();
  await expect(customer.getByRole('radio', { name: /Large/ })).toHaveCount(0);
  await expect(customer.getByRole('checkbox', { name: /Soy-cured egg/ })).toHaveCount(0);
  await hasJoined('venues.1');
  await flip(vendor, /^Large/);
  await flip(vendor, /^Soy-cured egg/);
  await expect(customer.getByRole('radio', { name: /Large/ })).toBeVisible();
  await expect(customer.getByRole('checkbox', { name: /Soy-cured egg/ })).toBeVisible();
});

test("a switch shows the new state at once, and a failure shows 'Failed to update status.' and reverts it", async ({
  vendor,
}) => {
  await openStockOf(vendor, 'Tonkotsu ramen');
  let fail: () => void = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await vendor.route('**/api/v1/items/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    await failing;
    await route.fulfill({ status: 500, json: {} });
  });
  const active = switchOf(vendor, /Tonkotsu ramen/);
  await active.click();
  await expect(active).not.toBeChecked();
  fail();
  await expect(vendor.getByText('Failed to update status.')).toBeVisible();
  await expect(active).toBeChecked();
});

test('the stock page has one column below 800 px and two columns from 800 px', async ({ vendor }) => {
  await openStockOf(vendor, 'Tonkotsu ramen');
  const left = async (name: string) => (await vendor.getByRole('heading', { name }).boundingBox())?.x;
  await vendor.setViewportSize({ width: 799, height: 900 });
  expect(await left('Variants')).toBe(await left('Tonkotsu ramen'));
  await vendor.setViewportSize({ width: 800, height: 900 });
  expect(await left('Variants')).toBeGreaterThan((await left('Tonkotsu ramen')) ?? 0);
});

for (const address of ['/your-items/1', '/vendor/1/items/1']) {
  test(`words longer than the window do not widen ${address}`, async ({ vendor }) => {
    await vendor.setViewportSize({ width: 390, height: 844 });
    await lengthenNames(vendor);
    await openVendor(vendor, address);
    await expect(vendor.getByRole('heading', { level: 1, name: /^Llanfair/ })).toBeVisible();
    await expectNoSidewaysScroll(vendor);
  });
}

const COLUMNS = [
  'Vendor Name',
  'Order Number',
  'Date Order Placed',
  'Time Order Placed',
  'Item',
  'Item Price',
  'ITEM QTY',
  'Variant',
  'Variant Price',
  'Variant QTY',
  'Options',
  'Option Price',
  'Option QTY',
  'Service Charge',
  'Grand Total',
  'Delivery Method',
];

async function openExport(vendor: Page): Promise<void> {
  await openVendor(vendor, '/profile');
  await expect(vendor.getByRole('region', { name: 'Export Orders' })).toBeVisible();
}

const exportButton = (vendor: Page) => vendor.getByRole('button', { name: 'Export', exact: true });

async function exportPeriod(vendor: Page, period: string): Promise<Download> {
  await vendor.getByLabel('Period').selectOption(period);
  const [download] = await Promise.all([vendor.waitForEvent('download'), exportButton(vendor).click()]);
  return download;
}

/** Reads the file's only sheet with a library that did not write it, and keeps its spaces unchanged. */
async function cellsOf(download: Download) {
  return readSheet(await readFile(await download.path()), 'Sheet1', { trim: false });
}

test('the export writes every cell of a sale to Sheet1 of export.xlsx, and no cancelled order', {
  tag: '@core',
}, async ({ vendor }) => {
  const staff = await kitchen();
  const sold = await buy(await newAccount());
  const cancelled = await buy(await newAccount());
  await staff.put(`/queues/cancel/${cancelled.order.id}`, { reason: 'Out of noodles' });

  // The clock is set to the sale's year, also if midnight passes meanwhile.
  await setTime(vendor, sold.order.created_at);
  await openExport(vendor);
  const download = await exportPeriod(vendor, 'This year');
  expect(download.suggestedFilename()).toBe('export.xlsx');
  const [columns, ...rows] = await cellsOf(download);
  await expect(vendor.getByText(`export.xlsx is saved, with ${rows.length} row`)).toBeVisible();
  expect(columns).toEqual(COLUMNS);

  const { order_number, created_at, total, order_items } = sold.order;
  const [line] = order_items.data;
  const options = line?.item_options.data.map(({ option }) => [option.name, option.price, 1]) ?? [];
  const ofOrder = (number: string | null) => rows.filter((cells) => cells[1] === number);
  expect(ofOrder(order_number)).toEqual(
    (options.length > 0 ? options : [['N/A', 0, 1]]).map((option) => [
      KUMO,
      order_number,
      formatDate(created_at, 'America/Toronto'),
      formatTime(created_at, 'America/Toronto'),
      line?.variant.item.name,
      line?.variant.item.master.price,
      1,
      line?.variant.name,
      line?.variant.price,
      1,
      ...option,
      0,
      total,
      'collect',
    ]),
  );
  expect(ofOrder(cancelled.order.order_number)).toEqual([]);

  // The server leaves out the earlier orders.
  await setTime(vendor, Date.parse(created_at) + 366 * 24 * 60 * 60_000);
  await exportButton(vendor).click();
  await expect(vendor.getByRole('alertdialog', { name: 'No orders to export' })).toBeVisible();
});

/** Makes orders that the demo's market cannot produce, such as two of a Large at 19.50 of an item that starts at 16.50. */
const line = (id: number, name: string, options: [string, number][] = []) =>
  aLine({
    id,
    price: 19.5,
    total: 39,
    variant: { id: 1, name: 'Large', price: 19.5, item: { id: 1, name, master: { id: 1, price: 16.5 } } },
    item_options: { data: options.map(([option, price]) => ({ id: 1, option: { id: 1, name: option, price } })) },
  });
const order = (id: number, part: object = {}) => ({
  ...anOrder({
    id,
    order_number: `K-${id}`,
    state: 'completed',
    created_at: '2026-11-20T17:05:00.000Z',
    total: 41.5,
    service_fee: 0,
    ...aDelivery('collect'),
    vendor: { ...anOrder().vendor, id: 1, name: KUMO },
    order_items: { data: [line(id, `Dish ${id}`)] },
  }),
  ...part,
});

test('the export has a row for each item and option, N/A or 0 for missing values, and texts as texts', async ({
  vendor,
}) => {
  const nameless = { ...line(1, ''), quantity: null, variant: { name: ' ', price: null, item: { master: {} } } };
  const nasty = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '=HYPERLINK("http://x","y")',
    '007',
    ' <a & "b"> ',
    '拉麵 🍜',
    'two\nlines',
  ];
  const orders = [
    order(3, {
      order_items: {
        data: [
          line(1, 'Ramen', [
            ['Egg', 2],
            ['Corn', 1.5],
          ]),
          line(2, 'Gyoza'),
        ],
      },
      service_fee: 2.5,
      delivery_method: 'deliver',
    }),
    order(2, { order_number: null, total: null, delivery_method: null, order_items: { data: [nameless] } }),
    order(1, { order_items: { data: nasty.map((name, id) => line(id, name)) } }),
    order(4, { vendor: { id: 2, name: 'Another' } }),
  ];
  await vendor.route(ORDERS, (route) => route.fulfill({ json: { data: orders } }));
  await openExport(vendor);
  const download = await exportPeriod(vendor, 'All time');
  await expect(vendor.getByText('export.xlsx is saved, with 13 rows.')).toBeVisible();

  // 17:05 in London is five past noon in Toronto.
  const placed = ['2026/11/20', '12:05'];
  const delivered = [0, 41.5, 'deliver'];
  const none = ['N/A', 0, 1];
  const dish = (name: string) => [name, 16.5, 2, 'Large', 19.5, 2];
  expect(await cellsOf(download)).toEqual([
    COLUMNS,
    [KUMO, 'K-3', ...placed, ...dish('Ramen'), 'Egg', 2, 1, ...delivered],
    [KUMO, 'K-3', ...placed, ...dish('Ramen'), 'Corn', 1.5, 1, ...delivered],
    [KUMO, 'K-3', ...placed, ...dish('Gyoza'), ...none, ...delivered],
    [KUMO, 'N/A', ...placed, 'N/A', 0, 0, 'N/A', 0, 0, ...none, 0, 0, 'N/A'],
    ...nasty.map((name) => [KUMO, 'K-1', ...placed, ...dish(name.trim()), ...none, 0, 41.5, 'collect']),
  ]);

  // A reader that only returns values would not distinguish a value from a formula's result.
  const { names, rows } = readSpreadsheet(await readFile(await download.path()));
  expect(names).toEqual(['Sheet1']);
  expect(rows.flat().filter(({ hasFormula }) => hasFormula)).toEqual([]);
  expect(rows.slice(-nasty.length).map((cells) => cells[4]?.type)).toEqual(nasty.map(() => 'text'));
});

test("the periods of the export start at midnight of the venue, and a period without orders shows 'No orders to export'", async ({
  vendor,
}) => {
  // It is Friday in Johannesburg, where this browser is, and still Thursday night in Toronto, where the venue is.
  await setTime(vendor, '2026-11-20T03:00:00Z');
  const asked: (string | null)[] = [];
  await vendor.route(ORDERS, (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('since'));
    return route.fulfill({ json: { data: [] } });
  });
  let downloads = 0;
  vendor.on('download', () => {
    downloads += 1;
  });
  await openExport(vendor);
  const periods = vendor.getByLabel('Period').getByRole('option');
  expect(await periods.allTextContents()).toEqual([
    'Today',
    'Yesterday',
    'This week',
    'This month',
    'This year',
    'All time',
  ]);
  for (const period of await periods.allTextContents()) {
    await vendor.getByLabel('Period').selectOption(period);
    await exportButton(vendor).click();
    const alert = vendor.getByRole('alertdialog', { name: 'No orders to export' });
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(alert).toBeHidden();
  }
  expect(asked).toEqual([
    '2026-11-19T05:00:00.000Z',
    '2026-11-18T05:00:00.000Z',
    '2026-11-15T05:00:00.000Z',
    // Clocks went back on the first of the month, at two in the morning.
    '2026-11-01T04:00:00.000Z',
    '2026-01-01T05:00:00.000Z',
    null,
  ]);
  expect(downloads).toBe(0);
});

/** Serves a history of `count` orders page by page like the API. A page waits for `turn`. */
async function routeHistory(vendor: Page, count: number, turn: (after: number) => Promise<void> = async () => {}) {
  await vendor.route(ORDERS, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const after = Number(query.get('after') ?? count + 1);
    const size = Math.min(Number(query.get('limit')), after - 1);
    await turn(after);
    await route.fulfill({ json: { data: Array.from({ length: size }, (_, index) => order(after - 1 - index)) } });
  });
}

test('the export writes every row of a long history in a worker', async ({ vendor }) => {
  await routeHistory(vendor, 1001);
  const workers: string[] = [];
  vendor.on('worker', (worker) => workers.push(worker.url()));
  await openExport(vendor);
  const download = await exportPeriod(vendor, 'All time');
  await expect(vendor.getByText('export.xlsx is saved, with 1,001 rows.')).toBeVisible();
  expect(workers).toHaveLength(1);
  expect(workers[0]).toMatch(/^blob:/);
  const [, ...rows] = await cellsOf(download);
  expect(rows.map((cells) => cells[1])).toEqual(Array.from({ length: 1001 }, (_, index) => `K-${1001 - index}`));
});

test('the export shows its progress, and Cancel or leaving the page stops it', async ({ vendor }) => {
  // Every page except the first never arrives.
  await routeHistory(vendor, 500, (after) => (after === 501 ? Promise.resolve() : new Promise(() => {})));
  const ended = () => vendor.waitForEvent('requestfailed', (sent) => /orders\?.*after=301/.test(sent.url()));
  let downloads = 0;
  vendor.on('download', () => {
    downloads += 1;
  });
  await openExport(vendor);
  await vendor.getByLabel('Period').selectOption('All time');
  await exportButton(vendor).click();
  await expect(vendor.getByText('Loading orders…')).toBeVisible();
  await expect(vendor.getByText('200 orders so far')).toBeVisible();
  await Promise.all([ended(), vendor.getByRole('button', { name: 'Cancel' }).click()]);
  await expect(vendor.getByText('Cancelled. No file was saved.')).toBeVisible();
  await expect(exportButton(vendor)).toBeFocused();

  await exportButton(vendor).click();
  await expect(vendor.getByText('200 orders so far')).toBeVisible();
  await Promise.all([ended(), vendor.getByRole('link', { name: 'Items' }).click()]);
  await expect(vendor.getByRole('heading', { name: "Kumo Ramen's Items", level: 1 })).toBeVisible();
  expect(downloads).toBe(0);
});

test('a failed export says that no file was saved, and the next try works', async ({ vendor }) => {
  await openExport(vendor);
  await vendor.route(ORDERS, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await exportButton(vendor).click();
  await expect(vendor.getByRole('alert')).toContainText(
    'No file was saved; your orders are safe. Something went wrong. Please try again.',
  );
  await vendor.route(ORDERS, (route) => route.fulfill({ json: { data: [order(1)] } }));
  await exportPeriod(vendor, 'All time');
  await expect(vendor.getByText('export.xlsx is saved, with 1 row.')).toBeVisible();
});

test('the daily summary shows a sale on the screen, on paper and in the file only on its day', async ({ vendor }) => {
  await openVendor(vendor, '/your-items/1');
  await vendor.getByRole('link', { name: 'Day’s end' }).click();
  const items = vendor.getByRole('table', { name: 'Items' });
  const { order } = await buy(await newAccount());
  await vendor.reload();
  const name = order.order_items.data[0]?.variant.item.name ?? '';
  await expect(items.getByRole('rowheader', { name })).toBeVisible();
  await expect(vendor.getByRole('table', { name: 'Tax by rate' })).toContainText('HST 13 %');

  const [download] = await Promise.all([
    vendor.waitForEvent('download'),
    vendor.getByRole('button', { name: 'Save as spreadsheet' }).click(),
  ]);
  const day = await vendor.getByLabel('Day', { exact: true }).inputValue();
  expect(download.suggestedFilename()).toBe(`day-${day}.xlsx`);
  const file = await readFile(await download.path());
  const rows = await readSheet(file, 'Items');
  expect(rows.map(([item]) => item)).toContain(name);
  expect((await readSheet(file, 'Day')).map(([label]) => label)).toContain('Paid by customers');

  await vendor.emulateMedia({ media: 'print' });
  await expect(items).toBeVisible();
  await expect(vendor.getByRole('button', { name: 'Print' })).toBeHidden();
  await vendor.emulateMedia({ media: 'screen' });

  await vendor.getByRole('button', { name: 'Day before' }).click();
  await expect(vendor).toHaveURL(/\?day=\d{4}-\d{2}-\d{2}$/);
  await expect(vendor.getByText('Nothing was sold on this day.')).toBeVisible();
});
