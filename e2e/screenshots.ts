/** Takes the pictures that scripts/screenshots.mjs is asked for: of every place, in light and in dark. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { PLACES } from './support/places';
import { test } from './support/visit';

const folder = path.resolve(__dirname, '../screenshots');

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'));
  await page.evaluate(() => document.fonts.ready);
}

for (const place of PLACES) {
  test(place.name, async ({ visit }, testInfo) => {
    const { project } = testInfo;
    testInfo.skip(project.name === '820' && !place.isTabletToo);
    const page = await visit(place);
    const name = place.name
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/-$/, '');
    for (const [colorScheme, mark] of [
      ['light', ''],
      ['dark', '-dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const file = (view: string) => path.join(folder, `${name}-${view}${mark}.png`);
      await page.screenshot({ path: file(project.name) });
      const isLong = await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight * 1.2);
      if (project.name === '390' && isLong) await page.screenshot({ path: file('full'), fullPage: true });
    }
  });
}
