// npm run bench:memory: what a page holds after many visits. A customer, and then a vendor, goes through the screens of all
// remotes within one page, 200 times. Prints the page's memory after forced collections; judges nothing.
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { browserOf, sessionKeys } from '../client/accounts';
import { itemsOf, vendorNamed } from '../client/orders';
import { KUMO, runBench } from './support/site';

type Tour = readonly [string, ...string[]];

/** Of catalog, checkout and queues, and the shell's own. Each tour is measured at its first screen. */
const CUSTOMERS_TOUR: Tour = [
  '/venues',
  '/venues/1/vendors',
  '/venues/1/vendors/1',
  '/venues/1/vendors/1/items/1',
  '/venues/1/cart',
  '/queues',
  '/profile',
];
/** Of queues, vendor-tools and catalog, and the shell's own. */
const vendorsTour = (vendorId: number, itemId: number): Tour => [
  '/queues?filter=all',
  `/your-items/${vendorId}`,
  `/vendor/${vendorId}/items/${itemId}`,
  '/queues',
  `/venues/1/vendors/${vendorId}`,
  '/profile',
];
const MEASURED_AFTER = [10, 50, 100, 150, 200];

/** In place of a link: a visit changes the address, and ends when its screen shows no skeleton. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await page.locator('main').getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
}

interface Held {
  megabytes: number;
  nodes: number;
  listeners: number;
}

async function held(cdp: CDPSession): Promise<Held> {
  // What finalizers release is collected by the next one.
  for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return { megabytes: usedSize / 1_000_000, nodes, listeners: jsEventListeners };
}

interface Who {
  name: string;
  storageState: NonNullable<BrowserContextOptions['storageState']>;
}

async function tour(browser: Browser, url: string, screens: Tour, who: Who): Promise<void> {
  const [start] = screens;
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, storageState: who.storageState });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto(url + start);
  await page.locator('main h1').first().waitFor();
  console.log(`Memory of a ${who.name}'s page after visits across remotes`);
  const measured = new Map<number, Held>();
  for (let visits = 1; visits <= 200; visits += 1) {
    await visit(page, screens[visits % screens.length] ?? start);
    if (!MEASURED_AFTER.includes(visits)) continue;
    // Each measurement is of the same screen, with the work of the visit done.
    await visit(page, start);
    await page.waitForLoadState('networkidle');
    const now = await held(cdp);
    measured.set(visits, now);
    console.log(`  ${visits} visits: ${now.megabytes.toFixed(1)} MB, ${now.nodes} nodes, ${now.listeners} listeners`);
  }
  const more = (measured.get(200)?.megabytes ?? Number.NaN) - (measured.get(50)?.megabytes ?? Number.NaN);
  console.log(`  between visit 50 and visit 200: ${more.toFixed(2)} MB more`);
  await context.close();
}

await runBench(({ browser, withSite }) =>
  withSite({}, async ({ url, logIn }) => {
    const customer = await logIn('customer@foodhall.test');
    await tour(browser, url, CUSTOMERS_TOUR, { name: 'customer', storageState: browserOf(url, sessionKeys(customer)) });
    const staff = await logIn('vendor@foodhall.test');
    const kumo = await vendorNamed(staff, 1, KUMO);
    await tour(browser, url, vendorsTour(kumo.id, itemsOf(kumo)[0]?.id ?? 0), {
      name: 'vendor',
      storageState: browserOf(url, sessionKeys(staff, KUMO)),
    });
  }),
);
