/** The site's worker, what it keeps for when there is no connection, and how a page comes by a newer version. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { addToCart, goToCart, newPerson, openItem, registerAt } from './support/people';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

const run = promisify(execFile);
const root = path.resolve(__dirname, '..');
const dist = process.env.E2E_DIST ?? '';
const OFFLINE = 'No internet connection found. App is running in offline mode.';
const NEWS = 'A New version of this software is available, Close all windows and repoen';

interface LiveSnapshot {
  host: { version: string };
  remotes: Record<string, { version: string }>;
}

async function snapshot(): Promise<LiveSnapshot> {
  const { current } = JSON.parse(await readFile(path.join(dist, 'registry/pointer.json'), 'utf8'));
  return JSON.parse(await readFile(path.join(dist, `registry/${current}.json`), 'utf8'));
}

const workerFile = async () => path.join(dist, 'host', (await snapshot()).host.version, 'sw.js');

/** The page that the worker would answer with now. */
const keptPage = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('foodhall-page-1')).match('/shell'))?.text() ?? '');

const keptParts = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('foodhall-parts-1')).keys()).map(({ url }) => url).join(' '));

/** Opens the page and waits until the worker has it, with the files of the part that the page shows. */
async function openUnderWorker(page: Page, address: string, part: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => keptPage(page)).toContain('id="registry"');
  await expect.poll(() => keptParts(page)).toContain(`/parts/${part}/`);
  await expect.poll(() => keptParts(page)).toContain('/parts/host/');
}

test('offline, a visited menu opens after a reload and says that it may be old, and nothing can be bought', async ({
  customer,
}) => {
  await registerAt(customer, newPerson());
  await openUnderWorker(customer, '/venues', 'catalog');
  await openItem(customer, 'Kumo Ramen', 'Tonkotsu ramen');
  const item = customer.url();
  await expect.poll(() => customer.evaluate(() => localStorage.getItem('offline') ?? '')).toContain('/items/');
  await customer.goBack();
  await expect(customer.getByRole('heading', { name: 'Kumo Ramen', level: 1 })).toBeVisible();

  await customer.context().setOffline(true);
  await customer.reload();
  await expect(customer.getByRole('heading', { name: 'Kumo Ramen', level: 1 })).toBeVisible();
  await expect(customer.getByRole('link', { name: /Tonkotsu ramen/ }).first()).toBeVisible();
  await expect(customer.getByText(OFFLINE)).toBeVisible();
  await expect(customer.getByText('What you see may be old, and nothing can be ordered.')).toBeVisible();

  await customer.goto(item);
  await customer.getByRole('button', { name: /Add to cart/ }).click();
  await expect(customer.getByText('You are offline: nothing was added.')).toBeVisible();
  await customer.context().setOffline(false);
  await expect(customer.getByText(OFFLINE)).toHaveCount(0);
  await expect(customer.getByRole('link', { name: 'Go to cart' })).toHaveCount(0);
});

test('offline, the last seen queue opens; after log-out nobody else on the device sees anything of it', async ({
  customer,
}) => {
  const person = newPerson();
  await registerAt(customer, person);
  await openUnderWorker(customer, '/queues', 'queues');
  await expect(customer.getByText('You have no orders in the queue right now')).toBeVisible();
  await customer.goto('/profile');
  await expect(customer.getByText('Supporting your community since')).toBeVisible();

  await customer.context().setOffline(true);
  await customer.goto('/queues');
  await expect(customer.getByText('You have no orders in the queue right now')).toBeVisible();
  await expect(customer.getByText(OFFLINE)).toBeVisible();
  expect(await customer.evaluate(() => localStorage.getItem('offline'))).toContain(person.name);

  await customer.goto('/profile');
  await customer.getByRole('button', { name: 'Log Out' }).click();
  await expect(customer).toHaveURL(/\/$/);
  await customer.goto('/queues');
  await expect(customer).toHaveURL(/\/login/);
  const left = await customer.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(left).not.toContain(person.name);
  expect(left).not.toContain(person.email);
});

test('with the worker in place an item is added and its cart opens', async ({ customer }) => {
  await registerAt(customer, newPerson());
  await openUnderWorker(customer, '/venues', 'catalog');
  await addToCart(customer, 'Kumo Ramen', 'Tonkotsu ramen');
  await goToCart(customer);
  await expect(customer.getByText('Tonkotsu ramen')).toBeVisible();
});

test('a newer served version empties the caches and reloads the page once, never in a loop', async ({ customer }) => {
  let asked = 0;
  await customer.context().route('**/meta.json', (route) => {
    asked += 1;
    return route.fulfill({ json: { version: '9.0.0' } });
  });
  let loads = 0;
  customer.on('domcontentloaded', () => {
    loads += 1;
  });
  await customer.goto('/venues');
  await expect.poll(() => asked).toBe(2);
  await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
  // Another page of the same visit checks again and stays.
  const answered = customer.waitForResponse('**/meta.json');
  await customer.goto('/login');
  await answered;
  await expect(customer.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(loads).toBe(3);
  expect(asked).toBe(3);
});

test('a newer worker that waits is told of once, and Update Available takes it', async ({ customer }) => {
  await openUnderWorker(customer, '/venues', 'catalog');
  const file = await workerFile();
  const before = await readFile(file, 'utf8');
  try {
    await writeFile(file, `${before}\n// another release`);
    await customer.reload();
    const alert = customer.getByRole('alertdialog');
    await expect(alert).toContainText(NEWS);
    await alert.getByRole('button', { name: 'OK' }).click();
    await customer.reload();
    await customer.getByRole('button', { name: 'Menu' }).first().click();
    const update = customer.getByRole('button', { name: 'Update Available' });
    await expect(update).toBeVisible();
    await expect(alert).toHaveCount(0);
    const reloaded = customer.waitForEvent('domcontentloaded');
    await update.click();
    await reloaded;
    await customer.waitForFunction(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.waiting === null && navigator.serviceWorker.controller !== null;
    });
    await customer.getByRole('button', { name: 'Menu' }).first().click();
    await expect(customer.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await expect(update).toHaveCount(0);
  } finally {
    await writeFile(file, before);
  }
});

test('a worker whose script is gone is unregistered and the page reloads', async ({ customer }) => {
  await openUnderWorker(customer, '/venues', 'catalog');
  const file = await workerFile();
  await rename(file, `${file}.away`);
  try {
    await customer.reload();
    await expect
      .poll(() =>
        customer.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length).catch(() => -1),
      )
      .toBe(0);
    await customer.waitForFunction(() => sessionStorage.getItem('reloaded.worker-withdrawn') !== null);
    await customer.waitForFunction(() => navigator.serviceWorker.controller === null);
    await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
  } finally {
    await rename(`${file}.away`, file);
  }
});

test('a worker whose address answers with something else than a script is unregistered and the page reloads', async ({
  customer,
}) => {
  await openUnderWorker(customer, '/venues', 'catalog');
  await customer
    .context()
    .route('**/sw.js', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Hi</h1>' }));
  await customer.reload();
  await customer.waitForFunction(() => sessionStorage.getItem('reloaded.worker-withdrawn') !== null);
  await customer.waitForFunction(() => navigator.serviceWorker.controller === null);
  expect(await customer.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
});

test('a release is taken with the second page load at the latest, and a recalled one is left at once', async ({
  customer,
}) => {
  test.setTimeout(180_000);
  await openUnderWorker(customer, '/venues', 'catalog');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-catalog-'));
  try {
    const source = path.join(folder, 'catalog');
    await cp(path.join(root, 'remotes/catalog'), source, { recursive: true });
    const screen = path.join(source, 'src/venues/hero.tsx');
    const text = await readFile(screen, 'utf8');
    await writeFile(screen, text.replace('<h1', '<p>Released at dawn</p><h1'));
    await run('node', ['scripts/release.mjs', 'catalog', '--out', dist, '--source', source], { cwd: root });
    const { remotes } = await snapshot();

    // Answered with what was kept; the new page is fetched behind it, with its files.
    await customer.reload();
    await expect.poll(() => keptPage(customer).catch(() => '')).toContain(`catalog/${remotes.catalog?.version}`);
    await customer.reload();
    await expect(customer.getByText('Released at dawn')).toBeVisible();
    await customer.context().setOffline(true);
    await customer.reload();
    await expect(customer.getByText('Released at dawn')).toBeVisible();
    await customer.context().setOffline(false);

    await run('node', ['scripts/rollback.mjs', 'catalog', '--out', dist], { cwd: root });
    await customer.reload();
    // By itself: what was recalled is not kept until the next visit.
    await expect(customer.getByText('Released at dawn')).toHaveCount(0);
    await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('on a plain http address of the local network everything works, and nothing is said to be wrong', async ({
  customer,
}) => {
  const said: string[] = [];
  customer.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) said.push(message.text());
  });
  const site = new URL(process.env.E2E_URL ?? '');
  site.hostname = 'foodhall.lan';
  await customer.goto(site.href);
  expect(await customer.evaluate(() => window.isSecureContext)).toBe(false);
  expect(await customer.evaluate(() => 'serviceWorker' in navigator || crypto.subtle !== undefined)).toBe(false);
  await customer.getByRole('link', { name: /Granary Square Market/ }).click();
  await customer.getByRole('link', { name: /Kumo Ramen/ }).click();
  await customer
    .getByRole('link', { name: /Tonkotsu ramen/ })
    .first()
    .click();
  await customer.getByRole('button', { name: /Add to cart/ }).click();
  await expect(customer.getByRole('dialog', { name: 'Login' })).toBeVisible();
  await expect(customer.getByText(OFFLINE)).toHaveCount(0);
  expect(said).toEqual([]);
});
