// npm run bench:interaction: measures the time from a tap or key to the next paint, on a phone with a quarter of this machine's speed:
// adding to the cart, the stepper, and the tabs and search of a menu of a thousand items. It prints the median and the worst time of each
// beside its limit, and does not fail if one is over it.
import type { Browser, Page } from '@playwright/test';
import { type Account, browserOf, sessionKeys } from '../client/accounts';
import { itemsOf, putInCart, vendorNamed } from '../client/orders';
import { type Figure, medianOf, printFigures } from './support/figures';
import { openLargeMenu, SLOWDOWN, slowPhone } from './support/large-menu';
import { type BenchSite, KUMO, runBench } from './support/site';

const TYPED = 'ramen 44';
/** The browser reports only events that were painted later than this. */
const SHORTEST_MS = 16;
/** A pause that is longer than an interaction and its effects on the slow phone. */
const REST_MS = 600;
/** The limit of a good interaction to next paint. A person notices a slower response. */
const LIMIT_MS = 200;

interface TimedEvent extends PerformanceEntry {
  interactionId: number;
}

declare global {
  interface Window {
    /** The longest event of each interaction, in milliseconds. */
    interactions: Map<number, number>;
  }
}

/** Acts `times` times on the page, each as an interaction of its own. @returns ms to the paint of each */
async function timed(page: Page, times: number, act: (index: number) => Promise<unknown>): Promise<number[]> {
  await page.waitForTimeout(REST_MS);
  await page.evaluate(() => {
    const found = new Map<number, number>();
    window.interactions = found;
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as TimedEvent[]) {
        if (interactionId > 0) found.set(interactionId, Math.max(duration, found.get(interactionId) ?? 0));
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (let index = 0; index < times; index += 1) {
    await act(index);
    await page.waitForTimeout(REST_MS);
  }
  const seen = await page.evaluate(() => [...window.interactions.values()]);
  return [...seen, ...Array<number>(Math.max(0, times - seen.length)).fill(SHORTEST_MS)];
}

/** Finds the element while nothing is measured, since a slowed page needs long to find one by its role. */
async function tapOn(page: Page, name: RegExp): Promise<() => Promise<void>> {
  const box = await page.getByRole('button', { name }).first().boundingBox();
  if (!box) throw new Error(`'${name}' is not on the page.`);
  return () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

const figures: Figure[] = [];
const report = (what: string, times: readonly number[]) => {
  figures.push({
    name: `${what}, median`,
    value: medianOf(times),
    unit: 'ms',
    atMost: LIMIT_MS,
    note: `of ${times.length}`,
  });
  figures.push({ name: `${what}, worst`, value: Math.max(...times), unit: 'ms', atMost: LIMIT_MS });
};

async function onItem(browser: Browser, url: string, buyer: Account, item: string): Promise<void> {
  const { context, page } = await slowPhone(browser, { storageState: browserOf(url, sessionKeys(buyer)) });
  const open = async () => {
    await page.goto(`${url}${item}`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: /Add to cart/ }).waitFor();
  };
  await open();
  const plus = await tapOn(page, /^Increase/);
  report('step: one more of an item', await timed(page, 12, plus));
  const added: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    await open();
    added.push(...(await timed(page, 1, await tapOn(page, /Add to cart/))));
  }
  report('add to cart', added);
  await context.close();
}

async function inCart(browser: Browser, url: string, buyer: Account): Promise<void> {
  const { context, page } = await slowPhone(browser, { storageState: browserOf(url, sessionKeys(buyer)) });
  await page.goto(`${url}/venues/1/cart`, { waitUntil: 'networkidle' });
  const plus = await tapOn(page, /^Increase/);
  report('step: one more of a line in the cart', await timed(page, 8, plus));
  await context.close();
}

/** Taps the last tab and the first one in turn. The tabs have stopped under the header. */
async function onTabs(page: Page, what: string): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
  const tabs = await page.getByRole('tablist').boundingBox();
  if (!tabs) throw new Error('The menu has no tabs.');
  report(
    what,
    await timed(page, 9, (index) =>
      page.touchscreen.tap(index % 2 === 0 ? tabs.width - 60 : 60, tabs.y + tabs.height / 2),
    ),
  );
}

async function inMenu(browser: Browser, url: string, menu: string): Promise<void> {
  const { context, page } = await slowPhone(browser);
  await page.goto(`${url}${menu}`, { waitUntil: 'networkidle' });
  await onTabs(page, 'tab: to another menu of a stall');
  await context.close();
}

async function inLargeMenu(browser: Browser, url: string): Promise<void> {
  const { context, page } = await openLargeMenu(browser, url);
  await onTabs(page, 'tab: to another menu of 1,000 items');
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await page.getByRole('button', { name: /^Search/ }).click();
  const typed = await timed(page, 3 * TYPED.length, async (index) => {
    const letter = TYPED[index % (2 * TYPED.length)];
    await page.keyboard.press(letter === undefined ? 'Backspace' : letter);
  });
  report('search: a key among 1,000 items', typed);
  await context.close();
}

await runBench(({ browser, withSite }) =>
  withSite({}, async (site: BenchSite) => {
    const buyer = await site.logIn('customer@foodhall.test');
    const kumo = await vendorNamed(buyer, 1, KUMO);
    const [first] = itemsOf(kumo);
    if (!first) throw new Error(`${KUMO} sells nothing.`);
    const menu = `/venues/1/vendors/${kumo.id}`;
    await onItem(browser, site.url, buyer, `${menu}/items/${first.id}`);
    await inMenu(browser, site.url, menu);
    await putInCart(buyer, await vendorNamed(buyer, 1, 'Pico Taquería'));
    await inCart(browser, site.url, buyer);
    await inLargeMenu(browser, site.url);
    printFigures(`From a tap or key to the next paint, processor slowed ${SLOWDOWN} times`, figures);
  }),
);
