/**
 * Opens every screen state in the pseudo-language and its right-to-left twin on a phone: all text is translated, nothing is cut, and the page
 * does not scroll sideways.
 */
import path from 'node:path';
import { expect } from '@playwright/test';
import { violationsOf } from '../journeys/support/axe';
import { test } from '../journeys/support/screen-state-test';
import { SCREEN_STATES } from '../journeys/support/screen-states';
import { finding } from './in-pseudo';
import { LANGUAGES } from './languages';
import { ACCENTED, PLAIN } from './message';
import { problemsOnPage, recordData, speakInIntl } from './page-problems';

/** The payment form of the provider is in a language that the provider has. */
const OF_PROVIDER = 'Your card was declined.';

const ABOUT_LANGUAGES = ['html-has-lang', 'html-lang-valid', 'html-xml-lang-mismatch', 'valid-lang'];

for (const { code, direction } of LANGUAGES) {
  for (const state of SCREEN_STATES) {
    test(`${state.name} (${direction})`, async ({ openState, baseURL }) => {
      let dataOf = (): string[] => [];
      const page = await openState(state, {
        as: finding,
        prepare: async (opened) => {
          await opened.context().addCookies([{ name: 'language', value: code, url: baseURL ?? '' }]);
          await opened.addInitScript(speakInIntl, [LANGUAGES.map((each) => each.code), PLAIN, ACCENTED] as [
            string[],
            string,
            string,
          ]);
          dataOf = recordData(opened);
        },
      });
      await page.locator('#first-screen').waitFor({ state: 'detached' });
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      await expect
        .soft(async () => expect(await page.evaluate(problemsOnPage, [...dataOf(), OF_PROVIDER])).toEqual([]))
        .toPass({ timeout: 5_000 });
      expect.soft(await violationsOf(page, ABOUT_LANGUAGES)).toEqual([]);
      const picture = `${state.name.replace(/[^\w]+/g, '-')}-${direction}.png`;
      if (process.env.PSEUDO_PICTURES) await page.screenshot({ path: path.join(process.env.PSEUDO_PICTURES, picture) });
    });
  }
}
