import type { Page } from '@playwright/test';
import { translatePage } from 'shared-contracts/testing/translation';

/** Translates the page as Chrome does for a guest or a cook who reads another language. It must be called before the page opens. */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('load', () => { (${translatePage})(); });`);
}
