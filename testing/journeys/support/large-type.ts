import type { Page } from '@playwright/test';

/** The smallest phone, with type of twice the usual size: what the browser's setting for the size of type does to the open page. */
export async function enlargeType(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}
