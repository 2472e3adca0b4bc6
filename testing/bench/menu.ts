// npm run bench:menu: a menu of a thousand items on a phone with a quarter of this machine's speed: scrolled with a finger,
// and searched as one types. Prints dropped frames and the longest task; judges nothing. An empty page is scrolled and typed
// into first, to tell what the machine itself drops. The page is asked for nothing while it is watched: to find an
// element by its role among a thousand takes a slowed page longer than all that is measured.
import type { Browser, Page } from '@playwright/test';
import { type Result, result, swipe, watch } from './support/frames';
import { ITEMS, openLargeMenu, SLOWDOWN, slowPhone } from './support/large-menu';
import { runBench } from './support/site';

const TYPED = 'ramen 44';
/** From the last key on: longer than until the number of results is said. */
const REST_MS = 1000;

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

async function scrollMenu(browser: Browser, url: string) {
  const { context, page, cdp } = await openLargeMenu(browser, url);
  const measured = await measure(page, () => swipe(cdp));
  await context.close();
  return measured;
}

async function searchMenu(browser: Browser, url: string) {
  const { context, page } = await openLargeMenu(browser, url);
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
