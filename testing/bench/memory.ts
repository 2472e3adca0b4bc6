// npm run bench:memory: what a page holds after many visits. A customer goes through the screens of all remotes within one
// page, 200 times. Prints the page's memory after forced collections; judges nothing.
import type { CDPSession, Page } from '@playwright/test';
import { browserOf, sessionKeys } from '../client/accounts';
import { runBench } from './support/site';

/** Of catalog, checkout and queues, and the shell's own. */
const SCREENS = [
  '/venues',
  '/venues/1/vendors',
  '/venues/1/vendors/1',
  '/venues/1/vendors/1/items/1',
  '/venues/1/cart',
  '/queues',
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

await runBench(({ browser, withSite }) =>
  withSite({}, async (site) => {
    const account = await site.logIn('customer@foodhall.test');
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      storageState: browserOf(site.url, sessionKeys(account)),
    });
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await page.goto(`${site.url}/venues`);
    await page.locator('main h1').waitFor();
    console.log('Memory of one page after visits across remotes');
    const measured = new Map<number, Held>();
    for (let visits = 1; visits <= 200; visits += 1) {
      await visit(page, SCREENS[visits % SCREENS.length] ?? '/venues');
      if (!MEASURED_AFTER.includes(visits)) continue;
      // Each measurement is of the same screen, with the work of the visit done.
      await visit(page, '/venues');
      await page.waitForLoadState('networkidle');
      const now = await held(cdp);
      measured.set(visits, now);
      console.log(`  ${visits} visits: ${now.megabytes.toFixed(1)} MB, ${now.nodes} nodes, ${now.listeners} listeners`);
    }
    const more = (measured.get(200)?.megabytes ?? Number.NaN) - (measured.get(50)?.megabytes ?? Number.NaN);
    console.log(`  between visit 50 and visit 200: ${more.toFixed(2)} MB more`);
    await context.close();
  }),
);
