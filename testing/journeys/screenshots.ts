/**
 * Takes the pictures for run-screenshots.ts: of every screen state, in light and in dark. A file beside each picture has its texts as a
 * screen reader reads them.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { test } from './support/screen-state-test';
import { SCREEN_STATES } from './support/screen-states';

const folder = path.resolve(import.meta.dirname, '../../screenshots');

type Theme = 'light' | 'dark';

const fileOf = (name: string, view: string, theme: Theme) =>
  path.join(folder, `${name}-${view}${theme === 'dark' ? '-dark' : ''}.png`);

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** The time for work in the background, such as the cart's count. A screen that stays loading never rests. */
const REST_MS = 3000;

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: REST_MS }).catch(() => {});
  // A placeholder appears only after a while, through an animation.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => {})),
    ),
  );
  await page.waitForFunction(() => {
    const isInView = (image: Element) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    };
    return [...document.images].every((image) => image.complete || !isInView(image));
  });
  await page.evaluate(() => document.fonts.ready);
}

async function shoot(page: Page, name: string, view: string, themes: readonly Theme[]): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    await page.screenshot({ path: fileOf(name, view, colorScheme) });
  }
}

const isLong = (page: Page) =>
  page.evaluate(
    () =>
      document.documentElement.scrollHeight > window.innerHeight * 1.2 &&
      document.querySelector('dialog:modal') === null,
  );

/** Makes the screen as high as the page. Bars then are at the edges of the page, and everything is in view and drawn. */
async function growToPage(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // An element may turn out higher than the space that was reserved for it.
  for (let round = 0; round < 4; round++) {
    const [width, height, shown] = await page.evaluate(
      () => [window.innerWidth, document.documentElement.scrollHeight, window.innerHeight] as const,
    );
    if (height <= shown) return;
    await page.setViewportSize({ width, height });
    await nextFrame(page);
  }
}

for (const state of SCREEN_STATES) {
  test(state.name, async ({ openState }, testInfo) => {
    const view = testInfo.project.name;
    testInfo.skip(view === '820' && !state.isTabletToo);
    const name = state.name
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/-$/, '');
    const visits: Theme[][] = state.isThemedAtOpening ? [['light'], ['dark']] : [['light', 'dark']];
    for (const themes of visits) {
      const page = await openState(state, { colorScheme: themes[0] });
      await shoot(page, name, view, themes);
      if (view === '390' && themes.includes('light'))
        await writeFile(path.join(folder, `${name}.txt`), await page.locator('body').ariaSnapshot());
      // This step comes last, since it moves the page.
      if (view !== '390' || !(await isLong(page))) continue;
      await growToPage(page);
      await shoot(page, name, 'full', themes);
    }
  });
}
