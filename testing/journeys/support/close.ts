import type { BrowserContext } from '@playwright/test';

/**
 * Closes a person's browser. A page that polls may still wait for a response from the test. An error of that handler on a closed page is no
 * failure of the test.
 */
export async function closeBrowser(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}
