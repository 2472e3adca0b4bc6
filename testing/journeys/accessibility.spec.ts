/**
 * Checks that axe finds nothing on any screen of the product, in any of its states, in light and in dark. `npm test` only checks the core
 * states, at phone size.
 */
import { expect, type Page } from '@playwright/test';
import { violationsOf } from './support/axe';
import { test } from './support/screen-state-test';
import { SCREEN_STATES, tagOf } from './support/screen-states';

/** The theme only changes colours, so only these rules run again. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsOf(page), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page, ABOUT_COLOURS), 'dark').toEqual([]);
}

// The test injects the checker, so it bypasses the policy of the pages. Reduced motion makes sure that no colour is read during a
// transition.
test.use({ bypassCSP: true, trace: 'off', contextOptions: { reducedMotion: 'reduce' } });

for (const state of SCREEN_STATES) {
  test(state.name, { tag: tagOf(state) }, async ({ openState }) => {
    await expectNoViolations(await openState(state));
  });
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 900 }, isMobile: false });
  for (const state of SCREEN_STATES.filter(({ isWideToo }) => isWideToo)) {
    test(state.name, async ({ openState }) => {
      await expectNoViolations(await openState(state));
    });
  }
});
