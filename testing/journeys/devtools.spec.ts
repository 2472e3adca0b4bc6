/** Tests a developer's view of the remotes of a page, and how a developer tries a visitor's situations. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Sets the site's flag for devtools, in the configuration that is in the page. */
async function allowDevtools(page: Page): Promise<void> {
  await page.route('**/venues*', async (route) => {
    if (route.request().resourceType() !== 'document') return await route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace('"flags":{', '"flags":{"devtools":true,');
    expect(body).toContain('"devtools":true');
    await route.fulfill({ response, body });
  });
}

test('a key opens the devtools if the site allows them, and no file of them is downloaded before', async ({ page }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/\/parts\/host\/.*\.(js|css)$/.test(request.url())) scripts.push(request.url());
  });
  const venues = page.getByRole('link', { name: /Granary Square Market/ });
  const panel = page.getByRole('region', { name: 'Devtools' });

  // The page listens for keys once the code after the first screen has run. That code then asks for an update.
  const hearsKeys = () => page.waitForRequest('**/meta.json*');
  let heard = hearsKeys();
  await page.goto('/venues');
  await expect(venues).toBeVisible();
  await heard;
  await expect.poll(() => scripts.filter((url) => url.includes('/after-first-screen')).length).toBe(2);
  const withoutDevtools = new Set(scripts);
  await page.keyboard.press('Control+Shift+KeyD');
  await allowDevtools(page);
  scripts.length = 0;
  heard = hearsKeys();
  await page.reload();
  await expect(venues).toBeVisible();
  await heard;
  await expect.poll(() => scripts.filter((url) => url.includes('/after-first-screen')).length).toBe(2);
  await expect(panel).toHaveCount(0);
  expect(scripts.filter((url) => !withoutDevtools.has(url))).toEqual([]);

  await page.keyboard.press('Control+Shift+KeyD');
  await expect(panel).toBeVisible();
  const catalog = panel.getByRole('article').filter({ hasText: 'Fault of catalog' });
  await expect(catalog).toContainText(/Source\s*live/);
  await expect(catalog).toContainText(/\d+\.\d KB in \d+ files/);
  await expect(catalog).toContainText(/\d+ ms/);
  await expect(catalog).toContainText('^1.');

  await panel.getByRole('combobox', { name: 'Fault of catalog' }).selectOption('404');
  heard = hearsKeys();
  await panel.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('This section could not be loaded')).toBeVisible();
  await heard;
  await page.keyboard.press('Control+Shift+KeyD');
  await panel.getByRole('button', { name: 'Clear faults' }).click();
  await panel.getByRole('button', { name: 'Close devtools' }).click();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(venues).toBeVisible();
  expect(violations).toEqual([]);
});

test.describe('axe', () => {
  // The test injects axe, so it bypasses the policy of the pages.
  test.use({ bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } });

  test('finds nothing in the devtools, in light and in dark', async ({ page }, testInfo) => {
    await allowDevtools(page);
    await page.goto('/venues?devtools');
    const panel = page.getByRole('region', { name: 'Devtools' });
    await expect(panel).toBeVisible();
    await expect(page.getByRole('link', { name: /Granary Square Market/ })).toBeAttached();
    await panel.getByRole('combobox', { name: 'Fault of queues' }).selectOption('hang');
    await page.evaluate(axe);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate(async () => {
          const { axe: checker } = window as unknown as {
            axe: { run: (on: string) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
          };
          const { violations } = await checker.run('section[aria-labelledby]');
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
        });
        expect(found, `${colorScheme}, ${width} px`).toEqual([]);
        await page.screenshot({ path: testInfo.outputPath(`devtools-${width}-${colorScheme}.png`) });
      }
    }
  });
});
