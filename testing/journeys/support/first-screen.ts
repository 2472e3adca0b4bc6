import type { Page } from '@playwright/test';

/**
 * Serves pages without their first screen, its style and its data from now on. The page asks the API itself, and a test may change the
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
