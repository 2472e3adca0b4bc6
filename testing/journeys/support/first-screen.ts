import type { Page } from '@playwright/test';

/**
 * From now on, serves pages without their first screen, its style and its data. The page then asks the API itself, so a test can change the
 * responses.
 */
export async function withoutFirstScreen(page: Page): Promise<void> {
  await page.route('**', async (route, request) => {
    if (request.resourceType() !== 'document') return await route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({
      response,
      body: html
        .replace(/<style data-remote[\s\S]*?<\/style>/g, '')
        .replace(/<div id="first-screen"[\s\S]*?(?=<div id="root")/, '')
        .replace(/<script type="application\/json" id="known-data">[\s\S]*?<\/script>/, ''),
    });
  });
}
