/** What a visitor of a site sees. */
import { type Browser, type BrowserContextOptions, type Page, expect as wait } from '@playwright/test';

/** A build on a busy machine takes longer than Playwright's default wait. */
export const expect = wait.configure({ timeout: 30_000 });

const VENUE = /Granary Square Market/;
export const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const venueOf = (page: Page) => page.getByRole('main').getByRole('link', { name: VENUE });

/** Opens the site as a new visitor, and looks at it. */
export async function visit(
  browser: Browser,
  url: string,
  look: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await page.goto(url);
    await look(page);
  } finally {
    await context.close();
  }
}

export const seesScreen = (heading: string) => async (page: Page) => {
  await expect(headingOf(page, heading)).toBeVisible();
  await expect(venueOf(page)).toBeVisible();
};
export const seesNothing = async (page: Page) => {
  await expect(headingOf(page, "We couldn't find what you were looking for...")).toBeVisible();
};
