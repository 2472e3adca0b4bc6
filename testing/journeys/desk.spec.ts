/** Tests the desk: a team signs in with its release token, looks at the live releases, and takes one back. */
import { expect, type Page } from '@playwright/test';
import { snapshotOf } from 'releases/model/schemas';
import { serviceAt } from 'releases/store/service-client';
import { goLive } from 'releases/store/store';
import { folderTarget } from 'releases/store/targets/folder';
import { violationsOf } from './support/axe';
import { copyOfLive, type DeskSite, startDeskSite } from './support/desk-site';
import { expectNoSidewaysScroll } from './support/long-names';
import { test } from './support/test';

let site: DeskSite;
const tokenFor = (grant: object) => site.tokenFor(grant);

// The tests share a site with a release service, which takes a while to make.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await startDeskSite();
  const { distDir } = site;
  const { token } = await tokenFor({ is_for_all: true });
  const changed = await copyOfLive(distDir, 'catalog', 'changed');
  const client = await serviceAt(`${site.url}/`, { token });
  await client?.release(distDir, [changed], {
    source: { commit: '3f9a01c2', is_clean: true, message: 'Hours of the hall' },
  });
  const target = folderTarget(distDir);
  await goLive(target, [await copyOfLive(distDir, 'catalog', 'beta')], { to: { channel: 'beta' } });
  await goLive(target, [await copyOfLive(distDir, 'vendor-tools', 'staged')], { to: { percent: 10 } });
});
test.afterAll(() => site.stop());

async function signIn(page: Page, token: string): Promise<void> {
  await page.goto(`${site.url}/desk`);
  await page.getByLabel('Release token').fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).press('Enter');
}

/** Reads the version of the catalog in the page's registry, for all visitors. */
const versionOn = async (page: Page): Promise<string> =>
  snapshotOf(JSON.parse((await page.locator('#registry').textContent()) ?? ''), 'The page').remotes.catalog?.version ??
  '';

const live = (page: Page) => page.getByRole('table', { name: 'Releases of catalog' });

test.describe('the desk', () => {
  test.use({ bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } });
  const PAGES = [
    '',
    '/errors',
    '/fits',
    '/log',
    '/rollback?app=catalog',
    '/rollout?app=vendor-tools',
    '/end?app=catalog&channel=beta',
  ];

  for (const width of [390, 820, 1280]) {
    test(`fits the window and passes axe at ${width} px, in light and in dark`, async ({ page }, testInfo) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${site.url}/desk`);
      const checkPage = async (name: string) => {
        await expectNoSidewaysScroll(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await violationsOf(page), `${name} in ${colorScheme}`).toEqual([]);
          await page.screenshot({ path: testInfo.outputPath(`${name}-${width}-${colorScheme}.png`), fullPage: true });
        }
      };
      await checkPage('sign-in');
      const apps = ['catalog', 'vendor-tools'];
      const { token } = await tokenFor({ apps, is_for_all: true, channels: ['beta'], most_percent: 20 });
      await signIn(page, token);
      for (const address of PAGES) {
        await page.goto(`${site.url}/api/v1/desk${address}`);
        await checkPage(`desk${address.replace(/\W/g, '-')}`);
      }
    });
  }
});

test("a team rolls a release back with a reason, and a guest's page gets the previous release", {
  tag: '@core',
}, async ({ page }) => {
  await page.goto(site.url);
  expect(await versionOn(page)).toMatch(/-changed$/);
  const { token } = await tokenFor({ is_for_all: true });
  await signIn(page, token);
  const row = live(page).getByRole('row').filter({ hasText: 'all visitors' });
  await expect(row).toContainText('by menu');
  await expect(row).toContainText('Hours of the hall');
  await row.getByRole('link', { name: /^Roll back/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roll back: catalog' })).toBeVisible();
  await page.getByLabel('Reason').fill('The hours are wrong');
  await page.getByRole('button', { name: 'Roll back' }).click();
  await expect(page.getByRole('status')).toContainText(/catalog went back from .* to .* for all visitors\./);
  await expect(live(page).getByRole('row').filter({ hasText: 'all visitors' })).toContainText('The hours are wrong');
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByRole('row').nth(1)).toContainText(/Rollback of catalog from .*taken/);
  await page.goto(site.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await versionOn(page)).not.toMatch(/-changed$/);
});

test('the desk refuses an unknown token, and a revoked one ends the session', async ({ page }) => {
  await signIn(page, `fhr_${'a'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText('This site has no such release token.');
  const { id, token } = await tokenFor({ is_for_all: true });
  await signIn(page, token);
  await expect(page.getByRole('heading', { level: 1, name: 'What is live' })).toBeVisible();
  await site.operator.send({ method: 'DELETE', path: `/registry/tokens/${id}` });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('was revoked. Sign in again.');
});

test('a script on the pages of the site cannot read the desk', async ({ page }) => {
  const { token } = await tokenFor({ is_for_all: true });
  await signIn(page, token);
  await expect(page.getByRole('heading', { level: 1, name: 'What is live' })).toBeVisible();
  await page.goto(site.url);
  expect(await page.evaluate(async () => (await fetch('/api/v1/desk')).status)).toBe(403);
  const popup = page.waitForEvent('popup');
  await page.evaluate(() => {
    Object.assign(window, { opened: window.open('/api/v1/desk') });
  });
  await expect((await popup).getByRole('heading', { level: 1, name: 'What is live' })).toBeVisible();
  const read = await page.evaluate(() => {
    const { opened } = window as unknown as { opened: Window };
    try {
      return opened.document.body.innerText;
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(read).toBe('SecurityError');
});
