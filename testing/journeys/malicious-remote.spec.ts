/** Tests a release of a remote that attacks the site: its traces in a browser, and the rollback that ends it. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Pointer } from 'releases/model/schemas';
import { signedPointer } from 'releases/store/store';
import { liveVersion, runCommand, type Team, teamOf } from './support/releases';
import { expect, test } from './support/test';
import { cachedFiles, cachedPage, dist, openUnderWorker } from './support/worker';

const BUDGETS = path.join(dist, 'budgets.json');

/** The attack runs with the remote's module. It repeatedly writes to every store of a page, and replaces functions that the shell calls. */
const ATTACK = `
const page = window;
page.attacked = 'by the remote';
const inline = '<script>window.attacked = "by the cached page"</script>';
const poison = async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      const text = name.includes('page') ? (await response.text()).replace('<head>', '<head>' + inline) : 'attacked';
      await cache.put(request, new Response(text, { headers: { 'content-type': response.headers.get('content-type') } }));
    }
  }
};
const original = page.fetch;
page.kept = caches.match('/shell');
page.setInterval(() => void poison(), 200);
page.fetch = () => Promise.resolve(new Response('{}'));
XMLHttpRequest.prototype.open = () => {};
localStorage.setItem('attacked', 'yes');
Storage.prototype.getItem = () => null;
Storage.prototype.setItem = () => {};
History.prototype.replaceState = () => {};
History.prototype.pushState = () => {};
for (const cookie of ['channel=beta', '__Host-channel=beta; secure', 'visitor=attacked']) document.cookie = cookie + '; path=/; max-age=9999';
page.addEventListener('click', () => { page.attacked = 'by a listener'; }, true);
`;

const attackers = () =>
  teamOf('catalog', {
    file: 'src/venues/hero.tsx',
    // The build runs the module too, for its templates.
    change: (text) => `${text}\nif (typeof window !== "undefined") {${ATTACK}}\n`,
  });

const attackOn = (page: Page) => page.evaluate(() => (window as { attacked?: string }).attacked);
const venue = (page: Page) => page.locator('#root').getByRole('link', { name: /Granary Square Market/ });

let team: Team;
let usual: string;

test.use({ serviceWorkers: 'allow' });
test.describe.configure({ mode: 'default', timeout: 240_000 });
test.beforeAll(async () => {
  usual = await liveVersion('catalog');
  // The attack makes the remote larger, which the site allows here.
  await writeFile(BUDGETS, JSON.stringify({ catalog: { first: 20_000, all: 60_000, file: 60_000 } }));
  team = await attackers();
});
test.afterAll(async () => {
  if ((await liveVersion('catalog')) !== usual) await team.rollback(usual);
  await team.leave();
  await rm(BUDGETS);
  await forgetAttack();
});

/** Restores a site that was never attacked, since an attacked one clears the storage of each new browser. */
async function forgetAttack(): Promise<void> {
  const file = path.join(dist, 'registry/pointer.json');
  const { malicious: _attack, signature: _signature, ...pointer } = JSON.parse(await readFile(file, 'utf8')) as Pointer;
  await writeFile(`${file}.new`, JSON.stringify(signedPointer(pointer)));
  await rename(`${file}.new`, file);
}

/** Waits until the attack runs and has changed the worker's cache. */
async function beAttacked(page: Page): Promise<void> {
  await openUnderWorker(page, '/venues', 'catalog');
  await team.release();
  await expect(async () => {
    await page.goto('/venues');
    expect(await attackOn(page)).toBe('by the remote');
  }).toPass();
  await expect.poll(() => cachedPage(page)).toContain('by the cached page');
}

async function isClean(page: Page): Promise<void> {
  const response = await page.goto('/venues');
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self'");
  await expect(venue(page)).toBeVisible();
  expect(await attackOn(page)).toBeUndefined();
  await expect(page).toHaveTitle(/Foodhall/);
  await expect(page.getByRole('complementary', { name: 'Channel' })).toHaveCount(0);
}

/** The test uses `page` rather than `customer`, as the browser reports blocked files, which this test expects. */
test('every visit is clean after the rollback of a release that rewrote every cache', async ({ page }) => {
  await beAttacked(page);
  await team.rollback();
  await isClean(page);
  await expect.poll(() => cachedPage(page)).toContain('id="registry"');
  expect(await cachedPage(page)).not.toContain('attacked');
  for (let visit = 1; visit <= 3; visit += 1) await isClean(page);
  // The caches contain no trace of the attack.
  const texts = await page.evaluate(async () => {
    const found = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).matchAll()));
    return await Promise.all(found.flat().map((response) => response.text()));
  });
  expect(texts.filter((text) => text === 'attacked')).toEqual([]);
  expect(await cachedFiles(page)).toContain('/parts/catalog/');
});

test('a signed page from before the rollback never appears again, even if a script writes it into the cache', async ({
  page,
}) => {
  await openUnderWorker(page, '/venues', 'catalog');
  await team.release();
  // This is the page that the server signed while the release was live.
  const html = await readPage(page);
  await team.rollback();
  await page.goto('/venues');
  await expect(venue(page)).toBeVisible();
  await page.evaluate(async ({ text, headers }) => {
    const { current } = await (await fetch('/registry/pointer.json')).json();
    const cache = await caches.open('foodhall-page-1');
    await cache.put('/shell', new Response(text, { headers }));
    const { navigationPreload } = await navigator.serviceWorker.ready;
    const [, shell] = /\/parts\/host\/([^/]+)\//.exec(text) ?? [];
    // The cache claims to hold the present page.
    await navigationPreload.setHeaderValue(`${current} ${shell}`);
  }, html);
  await isClean(page);
});

/** Reads the page as a script of a page can. */
const readPage = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/shell', { headers: { accept: 'text/html' } });
    return { text: await response.text(), headers: Object.fromEntries(response.headers) };
  });

test('a rollback reaches an open page even if a remote has replaced its functions', async ({ page }) => {
  await beAttacked(page);
  await team.rollback();
  // The page asks for the live versions when it becomes visible again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => attackOn(page).catch(() => 'reloading')).toBeUndefined();
  await expect(venue(page)).toBeVisible();
});

test('a recalled malicious release leaves no files, no sessions and no data', async ({ page }) => {
  await beAttacked(page);
  const evil = await liveVersion('catalog');
  await team.rollback();
  await runCommand('recall', 'catalog', evil);
  await isClean(page);
  expect((await page.request.get(`/parts/catalog/${evil}/build.json`)).status()).toBe(410);
  expect(await page.evaluate(() => localStorage.getItem('attacked'))).toBeNull();
  await isClean(page);
});

test('a release that loops for ever freezes one page and is reported, and the next page runs another release', async ({
  page,
}) => {
  const looping = await teamOf('catalog', {
    file: 'src/venues/hero.tsx',
    change: (text) => `${text}\nif (typeof window !== 'undefined') for (;;) {}\n`,
  });
  try {
    await openUnderWorker(page, '/venues', 'catalog');
    await looping.release();
    const bad = await liveVersion('catalog');
    await page.reload();
    await expect.poll(() => cachedPage(page)).toContain(bad);
    await page.goto('/venues', { waitUntil: 'commit' });
    const demoted = async () => (await page.context().cookies()).find(({ name }) => name === 'set_back')?.value;
    await expect.poll(demoted, { timeout: 30_000 }).toBe(`catalog@${bad}`);
    const next = await page.context().newPage();
    await next.goto('/venues');
    await expect(venue(next)).toBeVisible();
    const metrics = async () => (await next.request.get('/api/v1/metrics')).text();
    await expect
      .poll(metrics)
      .toContain(`foodhall_part_errors_total{part="catalog",version="${bad}",kind="unhandled"} 1`);
  } finally {
    if ((await liveVersion('catalog')) !== usual) await looping.rollback(usual);
    await looping.leave();
  }
});
