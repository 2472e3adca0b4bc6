/** The base of every journey: two people in two browsers, and a page that fails its test on any policy violation or error. */
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { closeBrowser } from './close';

/** The prefix of an error's cause. Playwright omits causes from a page's error. */
const CAUSED = 'Caused by ';

/** Reports the causes of errors. React wraps an error of rendering and recovers, and without its cause such an error says nothing. */
function reportCauses(prefix: string): void {
  window.addEventListener('error', ({ error }) => {
    if (error instanceof Error && error.cause) {
      console.error(prefix + (error.cause instanceof Error ? error.cause.stack : String(error.cause)));
    }
  });
}

/** Records errors on a page that no test asserts on. */
function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|integrity|^Caused by /i.test(message.text()))
      faults.push(`${page.url()}: ${message.text()}`);
  });
}

interface People {
  /** A phone of a customer. */
  customer: Page;
  /** A phone of a vendor, in a browser of its own. */
  vendor: Page;
  /** Another tab of the same customer. */
  openTab: (page: Page, address: string) => Promise<Page>;
}

async function person(browser: Browser, faults: string[]): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  await context.addInitScript(reportCauses, CAUSED);
  context.on('page', (page) => watch(page, faults));
  return { context, page: await context.newPage() };
}

export const test = base.extend<People & { faults: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
  faults: async ({}, use) => {
    const faults: string[] = [];
    await use(faults);
    expect(faults, 'nothing went wrong unseen').toEqual([]);
  },
  customer: async ({ browser, faults }, use) => {
    const { context, page } = await person(browser, faults);
    await use(page);
    await closeBrowser(context);
  },
  vendor: async ({ browser, faults }, use) => {
    const { context, page } = await person(browser, faults);
    await use(page);
    await closeBrowser(context);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  openTab: async ({}, use) => {
    await use(async (page, address) => {
      const tab = await page.context().newPage();
      await tab.goto(address);
      return tab;
    });
  },
});

export { expect };
