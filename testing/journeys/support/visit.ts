/** The base of what is done at every place: `visit` opens one, on a phone of its own that is signed in already. */
import { type BrowserContextOptions, test as base, type Page, request } from '@playwright/test';
import { type Cast, castOf } from './cast';
import type { Place } from './places';

const site = process.env.E2E_URL ?? '';

type Visit = (place: Place, colorScheme?: BrowserContextOptions['colorScheme']) => Promise<Page>;

export const test = base.extend<{ visit: Visit }, { cast: Cast }>({
  cast: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      const api = await request.newContext({ baseURL: site });
      await use(castOf(api, new URL(site).origin));
      await api.dispose();
    },
    { scope: 'worker' },
  ],
  visit: async ({ browser, cast }, use) => {
    const close: (() => Promise<void>)[] = [];
    await use(async (place, colorScheme) => {
      const context = await browser.newContext({
        storageState: await cast.phoneOf(place.who ?? 'visitor'),
        ...(place.hasWorker && { serviceWorkers: 'allow' }),
        ...(colorScheme && { colorScheme }),
      });
      close.push(() => context.close());
      const page = await context.newPage();
      await place.open(page, cast);
      return page;
    });
    for (const closeOne of close) await closeOne();
  },
});
