// npm run bench: what a first visit costs, and how fast a vendor's Done reaches the customer. Prints measurements; judges nothing.

import type { Browser } from '@playwright/test';
import { processEnv } from 'settings/environment';
import { prepareOrder } from '../client/orders';
import { type BenchSite, KUMO, quantile, runBench, vendorAndCustomer } from './support/site';

const ROUNDS = Number(processEnv.BENCH_ROUNDS ?? 20);

interface Total {
  bytes: number;
  requests: number;
}

/** The app that an address belongs to, or what it is. */
function ownerOf(address: string, type?: string): string {
  const { pathname } = new URL(address);
  const app = /^\/parts\/([^/]+)\//.exec(pathname)?.[1];
  if (app) return app;
  if (type === 'document') return 'page, registry and config';
  return pathname.startsWith('/media/') ? 'pictures' : pathname.startsWith('/api/') ? 'api' : 'other files';
}

async function firstVisit(browser: Browser, url: string): Promise<Map<string, Total>> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const owners = new Map<string, string>();
  const totals = new Map<string, Total>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) =>
    owners.set(requestId, ownerOf(request.url, type?.toLowerCase())),
  );
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const owner = owners.get(requestId) ?? 'other files';
    const { bytes, requests } = totals.get(owner) ?? { bytes: 0, requests: 0 };
    totals.set(owner, { bytes: bytes + encodedDataLength, requests: requests + 1 });
  });
  await page.goto(`${url}/venues`, { waitUntil: 'networkidle' });
  await context.close();
  return totals;
}

/** Milliseconds from the vendor's tap to the text on the other screen, both pages open. */
async function doneToScreen(browser: Browser, site: BenchSite): Promise<number[]> {
  const { vendor, customer, buyer } = await vendorAndCustomer(browser, site);
  await customer.locator('html').waitFor();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { settle } = await prepareOrder(buyer, site.sandbox);
    await settle();
    await vendor.getByRole('button', { name: 'Pick' }).first().click();
    const done = vendor.getByRole('button', { name: 'Done', exact: true }).first();
    await done.waitFor();
    // The button is locked for 600 ms after a tap.
    await vendor.waitForTimeout(700);
    const text = customer.getByText(`${KUMO} is done!`).first();
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

await runBench(({ browser, withSite }) =>
  withSite({}, async (site) => {
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
    console.log(
      `From the tap on Done to the text on the customer's screen, ${times.length} rounds: ${shown.join(', ')}`,
    );
  }),
);
