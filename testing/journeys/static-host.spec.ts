/** Tests the site without its server: shell and remotes are released to a static host, with the API behind it. */
import { staticHost } from 'releases/testing/static-host';
import { catalogTeam, runCommand } from './support/releases';
import { expect, test } from './support/test';
import { snapshot } from './support/worker';

const site = process.env.E2E_URL ?? '';

test('the page of a static host checks and runs its releases, and applies a release and a rollback', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  const policy = (await request.get('/venues')).headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'");
  const host = await staticHost({ api: site, pageHeaders: { 'content-security-policy': policy } });
  const team = await catalogTeam('Released at noon');
  try {
    const { host: shell } = await snapshot();
    await runCommand('release', '--all', '--target', host.base);
    // The operator of the site puts the configuration on the host.
    const config = await (await request.get('/config.json')).body();
    host.files.set('/config.json', { body: config, headers: { 'content-type': 'application/json' } });

    const fromElsewhere: string[] = [];
    page.on('request', (asked) => {
      if (asked.url().includes('/parts/') && !asked.url().startsWith(host.base)) fromElsewhere.push(asked.url());
    });
    const venue = page.getByRole('link', { name: /Granary Square Market/ });
    const news = page.getByText('Released at noon');
    await page.goto(`${host.base}venues`);
    await expect(venue).toBeVisible();
    await expect(news).toHaveCount(0);
    const checked = page.locator(`script[src*="/parts/host/${shell.version}/"], script[src*="/parts/catalog/"]`);
    await expect.poll(() => checked.count()).toBeGreaterThanOrEqual(3);
    // The test reads the scripts at once, since a script that has run is removed from the page.
    const scripts = await checked.evaluateAll((all) =>
      all.map((script) => ({ src: script.getAttribute('src') ?? '', integrity: script.getAttribute('integrity') })),
    );
    for (const { src, integrity } of scripts) {
      expect(integrity, src).toMatch(/^sha256-/);
      const [, file] = /\/parts\/host\/[^/]+\/(.+)$/.exec(src) ?? [];
      if (file) expect(Object.keys(shell.integrity)).toContain(file);
    }
    for (const name of ['/logo.svg', '/logo-192.png', '/embed.js']) {
      const [there, here] = await Promise.all([request.get(new URL(name, host.base).href), request.get(name)]);
      expect(await there.body(), name).toEqual(await here.body());
    }

    await team.release('--target', host.base);
    await page.reload();
    await expect(news).toBeVisible();
    await team.rollback('--target', host.base);
    await page.reload();
    await expect(venue).toBeVisible();
    await expect(news).toHaveCount(0);
    expect(fromElsewhere).toEqual([]);
  } finally {
    await team.leave();
    host.close();
  }
});
