/** What people write into a venue's documents, at its worst: words that are longer than a phone is wide. */

import { expect, type Page } from '@playwright/test';
import { withoutFirstScreen } from './first-screen';

const LONG_WORD = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2);
const TEXTS = new Set(['name', 'blurb', 'description']);

/** Every name and text of the catalog becomes one long word, and every price a high one; the rest of the site is real. */
export async function lengthenNames(page: Page): Promise<void> {
  await withoutFirstScreen(page);
  await page.route(/\/api\/v1\/(venues|vendors|items)\b/, async (route) => {
    // A page that is left has no use for its response.
    const body = await route
      .fetch()
      .then((response) => response.text())
      .catch(() => null);
    if (body === null) return;
    const lengthened = JSON.parse(body, (key, value) => {
      if (TEXTS.has(key)) return LONG_WORD;
      return key === 'price' ? 1234567.25 : value;
    });
    await route.fulfill({ json: lengthened });
  });
}

/** Fails when the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beyond, 'pixels beyond the window').toBe(0);
}
