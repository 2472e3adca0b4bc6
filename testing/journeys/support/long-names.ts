/** Puts the worst texts into a venue's documents: words that are longer than a phone is wide. */

import { expect, type Page } from '@playwright/test';
import { withoutFirstScreen } from './first-screen';

const LONG_WORD = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2);
const TEXTS = new Set(['name', 'blurb', 'description']);

/** Turns every name and text of the catalog into one long word, and every price into a high one. The other responses are real. */
export async function lengthenNames(page: Page): Promise<void> {
  await withoutFirstScreen(page);
  await page.route(/\/api\/v1\/(venues|vendors|items)\b/, async (route) => {
    // A closed page does not need its response.
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
