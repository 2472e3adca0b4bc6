import type { Page } from '@playwright/test';
import { translatePage } from 'shared-contracts/testing/translation';

/** To be called before the page opens: the browser translates it, as Chrome does for a guest or a cook who reads another language. */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('load', () => { (${translatePage})(); });`);
}
