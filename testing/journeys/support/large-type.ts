import type { Page } from '@playwright/test';

/** Shows the smallest phone with type of twice the usual size, as the browser's setting does on an open page. */
export async function enlargeType(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}
