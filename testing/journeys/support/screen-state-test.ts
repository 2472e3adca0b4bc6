/** The base of tests that visit every screen state. `openState` opens a state, on a phone of its own that is signed in already. */
import { type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { type Cast, castOf } from './cast';
import { closeBrowser } from './close';
import type { ScreenState } from './screen-states';

interface OpenOptions extends Pick<BrowserContextOptions, 'colorScheme' | 'viewport'> {
  /** Runs before the page goes anywhere. */
  prepare?: (page: Page) => Promise<void>;
  /** Returns the page as the steps of the state see it. */
  as?: (page: Page) => Page;
}

type OpenState = (state: ScreenState, options?: OpenOptions) => Promise<Page>;

export const test = base.extend<{ openState: OpenState }, { cast: Cast }>({
  cast: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
    async ({}, use) => {
      await use(castOf(process.env.E2E_URL ?? ''));
    },
    { scope: 'worker' },
  ],
  openState: async ({ browser, cast }, use) => {
    const close: (() => Promise<void>)[] = [];
    await use(async (state, { prepare, as = (page: Page) => page, ...options } = {}) => {
      const context = await browser.newContext({
        storageState: await cast.phoneOf(state.who ?? 'visitor'),
        ...(state.hasWorker && { serviceWorkers: 'allow' }),
        ...options,
      });
      close.push(async () => {
        // The page goes offline before it closes, so it cannot repeat a refused request: a repeated tap would change the orders of later
        // states.
        await context.setOffline(true);
        await closeBrowser(context);
      });
      const page = await context.newPage();
      await prepare?.(page);
      await state.open(as(page), cast);
      return page;
    });
    for (const closeOne of close) await closeOne();
  },
});
