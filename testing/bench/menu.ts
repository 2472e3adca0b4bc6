// npm run bench:menu: a menu of a thousand items on a phone with a quarter of this machine's speed: scrolled with a finger,
// and searched as one types. Prints dropped frames and the longest task; judges nothing. An empty page is scrolled and typed
// into first, to tell what the machine itself drops. The page is asked for nothing while it is watched: to find an
// element by its role among a thousand takes a slowed page longer than all that is measured.
import type { Browser, CDPSession, Page } from '@playwright/test';
import { one, vendorSchema } from 'shared-contracts/schemas';
import type { Group, Vendor } from 'shared-contracts/types';
import { itemsOf } from '../client/orders';
import { type Result, result, watch } from './support/frames';
import { runBench } from './support/site';

const ITEMS = 1000;
const SLOWDOWN = Number(process.env.SLOWDOWN ?? 4);
const TYPED = 'ramen 44';
/** From the last key on: longer than until the number of results is said. */
const REST_MS = 1000;

/** A vendor whose ten menus of five groups hold a thousand of its items, with their pictures. */
function enlarge(vendor: Vendor): Vendor {
  const known = itemsOf(vendor);
  const item = (index: number) => {
    const original = known[index % known.length];
    if (!original) throw new Error(`${vendor.name} sells nothing.`);
    return { ...original, id: 10_000 + index, name: `${original.name} ${index + 1}` };
  };
  const numbers = (count: number) => Array.from({ length: count }, (_none, index) => index);
  const perGroup = ITEMS / 50;
  const group = (index: number): Group => ({
    id: 1000 + index,
    name: `Group ${index + 1}`,
    items: { data: numbers(perGroup).map((each) => item(index * perGroup + each)) },
    option_groups: { data: [] },
  });
  const menus = numbers(10).map((menu) => ({
    id: 100 + menu,
    name: `Menu ${menu + 1}`,
    groups: { data: numbers(5).map((each) => group(menu * 5 + each)) },
  }));
  return { ...vendor, menus: { data: menus } };
}

/** A finger that moves the page up by 12,000 px within 6 s. */
const swipe = (cdp: CDPSession) =>
  cdp.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 600,
    yDistance: -12_000,
    speed: 2000,
    gestureSourceType: 'touch',
    preventFling: true,
  });

async function slowPhone(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return { context, page, cdp };
}

async function type(page: Page): Promise<void> {
  await page.keyboard.type(TYPED, { delay: 120 });
  await page.waitForTimeout(REST_MS);
}

async function measure(page: Page, act: () => Promise<unknown>): Promise<Result> {
  await page.waitForTimeout(REST_MS);
  await watch(page);
  await act();
  return result(page);
}

async function onAnEmptyPage(browser: Browser) {
  const { context, page, cdp } = await slowPhone(browser);
  await page.setContent('<input aria-label="Nothing" /><div style="height: 160000px">Nothing</div>');
  const scrolled = await measure(page, () => swipe(cdp));
  await page.getByLabel('Nothing').focus();
  const typed = await measure(page, () => type(page));
  await context.close();
  return { scrolled, typed };
}

async function openMenu(browser: Browser, url: string) {
  const phone = await slowPhone(browser);
  await phone.page.route('**/api/v1/vendors/1', async (route) => {
    const { data } = one(vendorSchema).parse(await (await route.fetch()).json());
    await route.fulfill({ json: { data: enlarge(data) } });
  });
  await phone.page.goto(`${url}/venues/1/vendors/1`, { waitUntil: 'networkidle' });
  await phone.page.getByRole('heading', { name: 'Group 1', exact: true }).waitFor();
  return phone;
}

async function scrollMenu(browser: Browser, url: string) {
  const { context, page, cdp } = await openMenu(browser, url);
  const measured = await measure(page, () => swipe(cdp));
  await context.close();
  return measured;
}

async function searchMenu(browser: Browser, url: string) {
  const { context, page } = await openMenu(browser, url);
  await page.getByRole('button', { name: /^Search/ }).click();
  const measured = await measure(page, () => type(page));
  await page.getByRole('search').getByRole('status').filter({ hasText: 'result' }).waitFor();
  await context.close();
  return measured;
}

await runBench(({ browser, withSite }) =>
  withSite({}, async (site) => {
    console.log(`A menu of ${ITEMS} items, processor slowed ${SLOWDOWN} times`);
    const empty = await onAnEmptyPage(browser);
    console.log(`  an empty page, scrolled 12,000 px:  ${empty.scrolled.dropped}, ${empty.scrolled.longest}`);
    console.log(
      `  '${TYPED}' typed into its field:   ${empty.typed.dropped}, ${empty.typed.longest}, ${empty.typed.delay}`,
    );
    const scrolled = await scrollMenu(browser, site.url);
    console.log(`  the menu, scrolled 12,000 px:       ${scrolled.dropped}, ${scrolled.longest}`);
    const typed = await searchMenu(browser, site.url);
    console.log(`  '${TYPED}' typed into its search:  ${typed.dropped}, ${typed.longest}, ${typed.delay}`);
  }),
);
