// npm run bench: what a first visit costs, and how fast a vendor's Done reaches the customer. Prints figures; judges nothing.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { requireBrowser } from 'tooling/site/browser';
import { freePort } from 'tooling/site/postgres';
import { startSite } from 'tooling/site/site';
import { copyOfSite } from 'tooling/site/site-copy';
import { FLAGS, prepareOrder, quantile, vendorAndCustomer } from './support/site';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
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

/** Milliseconds from the vendor's tap to the text on the other screen, both pages open. */
async function doneToScreen(browser, site) {
  const { kumo, vendor, customer, customerToken, customerId } = await vendorAndCustomer(browser, site.url);
  await customer.locator('html').waitFor();
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const pay = await prepareOrder(site.url, site.sandboxUrl, customerToken, customerId);
    await pay();
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
const distDir = path.join(directory, 'dist');
await copyOfSite(distDir);
const site = await startSite({
  port: await freePort(),
  sandboxPort: await freePort(),
  dataDir: path.join(directory, 'data'),
  distDir,
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
