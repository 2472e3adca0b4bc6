// npm run bench: what a first visit costs, and how fast a vendor's Done reaches the customer. Prints figures; judges nothing.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { buildAndRegister } from './build.mjs';
import { requireBrowser } from './lib/browser.mjs';
import { freePort } from './lib/postgres.mjs';
import { startSite } from './lib/site.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const quantile = (values, q) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))];

/** Which build an address belongs to: a part's name, or what it is. */
function ownerOf(address, type) {
  const { pathname } = new URL(address);
  const part = /^\/parts\/([^/]+)\//.exec(pathname)?.[1];
  if (part) return part;
  if (type === 'document') return 'page, registry and config';
  return pathname.startsWith('/media/') ? 'pictures' : pathname.startsWith('/api/') ? 'api' : 'other files';
}

async function firstVisit(browser, url) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const owners = new Map();
  const totals = new Map();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) =>
    owners.set(requestId, ownerOf(request.url, type?.toLowerCase())),
  );
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const owner = owners.get(requestId) ?? 'other files';
    const { bytes = 0, requests = 0 } = totals.get(owner) ?? {};
    totals.set(owner, { bytes: bytes + encodedDataLength, requests: requests + 1 });
  });
  await page.goto(`${url}/venues`, { waitUntil: 'networkidle' });
  await context.close();
  return totals;
}

async function call(url, method, pathname, { token, body } = {}) {
  const answer = await fetch(`${url}/api/v1${pathname}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${pathname} answered ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? undefined : answer.json();
}

/** Somebody with a session in a browser of their own. */
async function signedIn(browser, url, { token, data }, context) {
  const session = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await session.addInitScript(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value);
    },
    { token, user: JSON.stringify(data), context: JSON.stringify(context) },
  );
  const page = await session.newPage();
  await page.goto(`${url}/queues?filter=all`);
  return page;
}

/** Buys one item as the customer would, card and all, through the real routes. */
async function placeOrder(url, sandboxUrl, token, userId) {
  const { data: vendors } = await call(url, 'GET', '/vendors?venue_id=1');
  const { data: vendor } = await call(url, 'GET', `/vendors/${vendors[0].id}`);
  const item = vendor.menus.data
    .flatMap(({ groups }) => groups.data.flatMap((group) => group.items.data.map((each) => ({ each, group }))))
    .find(({ each, group }) =>
      [...each.option_groups.data, ...group.option_groups.data].every(({ min_select }) => min_select === 0),
    ).each;
  const price = item.master.price;
  await call(url, 'POST', '/carts', {
    token,
    body: {
      venue_id: 1,
      vendor_id: vendor.id,
      variant_id: item.master.id,
      quantity: 1,
      price,
      item_total: price,
      total: price,
      options_total: 0,
      options: [],
      notes: '',
    },
  });
  const { data: cart } = await call(url, 'GET', `/carts/active?venue_id=1&user_id=${userId}&state=new`, { token });
  await call(url, 'PUT', `/orders/${cart.orders.data[0].id}`, {
    token,
    body: { delivery_method: 'collect', delivery_method_type: 'collect' },
  });
  const { secret } = await call(url, 'POST', `/carts/${cart.id}/start-stripe`, { token, body: {} });
  const intent = secret.clientSecret.split('_secret_')[0];
  const confirmed = await fetch(`${sandboxUrl}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_granary', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  if (!confirmed.ok) throw new Error(`The sandbox answered ${confirmed.status}: ${await confirmed.text()}`);
  await call(url, 'POST', `/carts/${cart.id}/pay-with-stripe`, { token, body: { reference: intent } });
}

/** Milliseconds from the vendor's tap to the text on the other screen, both pages open. */
async function doneToScreen(browser, site) {
  const vendorLogin = await call(site.url, 'POST', '/login', {
    body: { email: 'vendor@foodhall.test', password: 'foodhall-demo' },
  });
  const customerLogin = await call(site.url, 'POST', '/login', {
    body: { email: 'customer@foodhall.test', password: 'foodhall-demo' },
  });
  const [kumo] = vendorLogin.data.vendors.data;
  const vendor = await signedIn(browser, site.url, vendorLogin, { type: 'Vendor', data: kumo });
  const { id, name } = customerLogin.data;
  const customer = await signedIn(browser, site.url, customerLogin, { type: 'User', data: { id, name } });
  await customer.locator('html').waitFor();
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await placeOrder(site.url, site.sandboxUrl, customerLogin.token, id);
    await vendor.getByRole('button', { name: 'Pick' }).first().click();
    const done = vendor.getByRole('button', { name: 'Done', exact: true }).first();
    await done.waitFor();
    // The button is locked for 600 ms after a tap.
    await vendor.waitForTimeout(700);
    const text = customer.getByText(`${kumo.name} is done!`).first();
    const seen = text.waitFor().then(() => performance.now());
    const started = performance.now();
    await done.click({ noWaitAfter: true });
    times.push((await seen) - started);
    await customer.getByRole('button', { name: 'OK' }).first().click();
    await text.waitFor({ state: 'hidden' }).catch(() => {});
    await vendor.getByRole('button', { name: 'Collected' }).first().click();
    await vendor.getByRole('tab', { name: /All/ }).click();
    await vendor.waitForTimeout(700);
  }
  return times;
}

const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-bench-'));
await buildAndRegister();
const site = await startSite({
  port: await freePort(),
  sandboxPort: await freePort(),
  dataDir: path.join(directory, 'data'),
});
const browser = await chromium.launch({ executablePath: requireBrowser(), args: FLAGS });
try {
  console.log('First visit to /venues (bytes over the wire, brotli where text)');
  let bytes = 0;
  let requests = 0;
  for (const [owner, total] of [...(await firstVisit(browser, site.url))].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(
      `  ${owner.padEnd(28)} ${String(total.bytes).padStart(8)} bytes  ${String(total.requests).padStart(3)} requests`,
    );
    bytes += total.bytes;
    requests += total.requests;
  }
  console.log(`  ${'all'.padEnd(28)} ${String(bytes).padStart(8)} bytes  ${String(requests).padStart(3)} requests`);
  const times = await doneToScreen(browser, site);
  const shown = [0.5, 0.95].map((q) => `p${q * 100} ${quantile(times, q).toFixed(0)} ms`);
  console.log(`From the tap on Done to the text on the customer's screen, ${times.length} rounds: ${shown.join(', ')}`);
} finally {
  await browser.close();
  await site.stop();
  await rm(directory, { recursive: true, force: true });
}
