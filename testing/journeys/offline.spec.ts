/** Tests the site's service worker: its cache for times without a connection, and how a page changes to a newer version. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { newPerson } from '../client/accounts';
import { signUp } from './support/api';
import { addToCart, goToCart, openItem } from './support/people';
import { catalogTeam, liveVersion } from './support/releases';
import { expect, test } from './support/test';
import { cachedData, cachedPage, openUnderWorker, snapshot, withNewerWorker, workerFile } from './support/worker';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = 'No internet connection found. App is running in offline mode.';
const NEWS = 'A New version of this software is available, Close all windows and repoen';

test('a visited menu opens offline with a note that it may be old, and nothing can be ordered', {
  tag: '@core',
}, async ({ customer }) => {
  await signUp(customer);
  await openUnderWorker(customer, '/venues', 'catalog');
  await openItem(customer, 'Kumo Ramen', 'Tonkotsu ramen');
  const item = customer.url();
  await expect.poll(() => cachedData(customer)).toContain('/items/');
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

test('the last seen queue opens offline, and no data of the person stays on the device after log-out', {
  tag: '@core',
}, async ({ customer }) => {
  const person = newPerson();
  await signUp(customer, person);
  await openUnderWorker(customer, '/queues', 'queues');
  await expect(customer.getByText('You have no orders in the queue right now')).toBeVisible();
  await customer.goto('/profile');
  await expect(customer.getByText('Supporting your community since')).toBeVisible();

  await customer.context().setOffline(true);
  await customer.goto('/queues');
  await expect(customer.getByText('You have no orders in the queue right now')).toBeVisible();
  await expect(customer.getByText(OFFLINE)).toBeVisible();
  expect(await cachedData(customer)).toContain(person.name);

  await customer.goto('/profile');
  await customer.getByRole('button', { name: 'Log Out' }).click();
  await expect(customer).toHaveURL(/\/$/);
  await customer.goto('/queues');
  await expect(customer).toHaveURL(/\/login/);
  const left = await customer.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(left).not.toContain(person.name);
  expect(left).not.toContain(person.email);
});

test('a page under the worker adds an item and opens its cart', async ({ customer }) => {
  await signUp(customer);
  await openUnderWorker(customer, '/venues', 'catalog');
  await addToCart(customer, 'Kumo Ramen', 'Tonkotsu ramen');
  await goToCart(customer);
  await expect(customer.getByText('Tonkotsu ramen')).toBeVisible();
});

test('a later visit gets the server’s first screen if it arrives quickly, and otherwise the cached page', async ({
  customer,
}) => {
  await openUnderWorker(customer, '/venues', 'catalog');
  const menu = '/venues/1/vendors/1';
  // The page waits for at most 400 ms, which a busy machine may exceed. Then the visit gets the cached page, and the next one the new page.
  await expect(async () => {
    const quick = await customer.goto(menu);
    expect(quick?.fromServiceWorker()).toBe(true);
    expect(await quick?.text()).toContain('id="first-screen"');
  }).toPass();
  expect(await cachedPage(customer)).not.toContain('id="first-screen"');

  // The network is slower than a page waits. route() cannot reach the browser's own request for the first screen.
  const cdp = await customer.context().newCDPSession(customer);
  const network = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
  await cdp.send('Network.emulateNetworkConditions', { ...network, latency: 2000 });
  const slow = await customer.goto(menu);
  expect(slow?.fromServiceWorker()).toBe(true);
  expect(await slow?.text()).not.toContain('id="first-screen"');
  await cdp.send('Network.emulateNetworkConditions', { ...network, latency: 0 });
  await expect(customer.getByRole('heading', { name: 'Kumo Ramen', level: 1 })).toBeVisible();
});

test('the page shows the cached menu only if the API does not respond', async ({ customer }) => {
  await openUnderWorker(customer, '/venues', 'catalog');
  await customer.goto('/venues/1/vendors/1');
  await expect.poll(() => cachedData(customer)).toContain('Tonkotsu ramen');
  await customer.evaluate(() => {
    for (const [name, text] of Object.entries(localStorage))
      if (name.startsWith('offline')) localStorage.setItem(name, text.replaceAll('Tonkotsu', 'Last week’s'));
  });
  const old = customer.getByRole('link', { name: /Last week’s ramen/ }).first();
  // The server's first screen with the data comes too late for the page.
  const cdp = await customer.context().newCDPSession(customer);
  const network = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
  await cdp.send('Network.emulateNetworkConditions', { ...network, latency: 1000 });
  const requests: Route[] = [];
  await customer.route('**/api/v1/vendors/1', (route) => {
    requests.push(route);
  });
  const next = async () => {
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    return requests.shift() as Route;
  };
  await customer.goto('/venues/1/vendors/1');
  await expect(customer.getByText('Loading the menu…')).toBeAttached();
  await expect(old).toBeHidden();
  await (await next()).abort();
  await expect(old).toBeVisible();
  await expect(customer.getByText('What you see may be old')).toBeVisible();
  await (await next()).continue();
  await expect(customer.getByRole('link', { name: /Tonkotsu ramen/ }).first()).toBeVisible();
  await expect(old).toHaveCount(0);
  await expect(customer.getByText('What you see may be old')).toHaveCount(0);
});

test('a newer version on the server empties the caches and reloads the page exactly once', async ({ customer }) => {
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
  const response = customer.waitForResponse('**/meta.json');
  await customer.goto('/login');
  await response;
  await expect(customer.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(loads).toBe(3);
  expect(asked).toBe(3);
});

/** Serves the page with a deployment's own switches of the update check. */
async function withSwitches(page: Page, switches: object): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/venues',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/"update_check":\{[^}]*\}/, (found) => {
        const before = JSON.parse(found.slice(found.indexOf('{')));
        return `"update_check":${JSON.stringify({ ...before, ...switches })}`;
      });
      await route.fulfill({ response, body });
    },
  );
}

for (const { title, switches, served, loads, asks } of [
  {
    title: 'sends no request when it is switched off',
    switches: { enabled: false },
    served: '9.0.0',
    loads: 1,
    asks: 0,
  },
  { title: 'ignores an older version', switches: {}, served: '2.0.0', loads: 1, asks: 1 },
  {
    title: 'empties the caches and reloads once for an older version if the deployment allows it',
    switches: { reload_on_downgrade: true },
    served: '2.0.0',
    loads: 2,
    asks: 2,
  },
]) {
  test(`the update check ${title}, and the page is shown`, async ({ browser }) => {
    // The context has no worker, since no test can change a response that passes through one.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await withSwitches(page, switches);
    let asked = 0;
    await page.route('**/meta.json', async (route) => {
      asked += 1;
      if (asked === 1) await page.evaluate(() => caches.open('of an earlier version'));
      await route.fulfill({ json: { version: served } });
    });
    let loaded = 0;
    page.on('domcontentloaded', () => {
      loaded += 1;
    });
    await page.goto('/venues');
    await expect.poll(() => loaded).toBe(loads);
    await expect.poll(() => asked).toBe(asks);
    await expect(page.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
    // The check has ended once no request is pending.
    await page.waitForLoadState('networkidle');
    expect({ loaded, asked }).toEqual({ loaded: loads, asked: asks });
    const names = await page.evaluate(() => caches.keys());
    expect(names.includes('of an earlier version')).toBe(asks === 1);
    await context.close();
  });
}

test('the page announces a waiting worker once, and Update Available applies it', { tag: '@core' }, async ({
  customer,
}) => {
  await openUnderWorker(customer, '/venues', 'catalog');
  await withNewerWorker(async () => {
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
  });
});

test('a worker script that differs from the released bytes is not installed', async ({ customer }) => {
  await openUnderWorker(customer, '/venues', 'catalog');
  const file = await workerFile();
  const released = await readFile(file, 'utf8');
  await writeFile(file, `${released}\nself.addEventListener('fetch', () => {});`);
  try {
    const outcome = await customer.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const update = await registration.update().then(
        () => 'applied',
        () => 'refused',
      );
      return { update, isWaiting: Boolean(registration.waiting ?? registration.installing) };
    });
    expect(outcome).toEqual({ update: 'refused', isWaiting: false });
    await customer.reload();
    await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
    expect(await customer.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  } finally {
    await writeFile(file, released);
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

test('a worker whose address no longer returns a script is unregistered and the page reloads', async ({ customer }) => {
  await openUnderWorker(customer, '/venues', 'catalog');
  await customer
    .context()
    .route('**/sw.js', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Hi</h1>' }));
  // route() cannot reach the browser's own request for a worker's script, so the page itself gives the response.
  await customer.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new DOMException('Unsupported MIME type', 'SecurityError'));
  });
  await customer.reload();
  await customer.waitForFunction(() => sessionStorage.getItem('reloaded.worker-withdrawn') !== null);
  await customer.waitForFunction(() => navigator.serviceWorker.controller === null);
  expect(await customer.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
});

test('a release is applied at the second page load at the latest, and a recalled release disappears at once', async ({
  customer,
}) => {
  test.setTimeout(180_000);
  await openUnderWorker(customer, '/venues', 'catalog');
  const team = await catalogTeam('Released at dawn');
  try {
    await team.release();
    const released = await liveVersion('catalog');

    // The response is the cached page. The worker fetches the new page with its files behind it.
    await customer.reload();
    await expect.poll(() => cachedPage(customer).catch(() => '')).toContain(`catalog/${released}`);
    await customer.reload();
    await expect(customer.getByText('Released at dawn')).toBeVisible();
    await customer.context().setOffline(true);
    await customer.reload();
    await expect(customer.getByText('Released at dawn')).toBeVisible();
    await customer.context().setOffline(false);

    await team.rollback();
    await customer.reload();
    // The page does so by itself: a recalled version is not cached until the next visit.
    await expect(customer.getByText('Released at dawn')).toHaveCount(0);
    await expect(customer.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
  } finally {
    await team.leave();
  }
});

test('a release of one remote transfers only the files that it changed', async ({ customer }) => {
  test.setTimeout(180_000);
  // One team makes both releases, since webpack gives modules other names in another folder of sources.
  const [earlier, later] = [await catalogTeam('Released on Monday'), await catalogTeam('Released on Tuesday')];
  try {
    await earlier.release();
    const before = await filesOfCatalog();
    await openUnderWorker(customer, '/venues', 'catalog');
    await expect.poll(() => cachedPage(customer)).toContain(before.folder);

    await later.release();
    const after = await filesOfCatalog();
    await customer.reload();
    await expect.poll(() => cachedPage(customer).catch(() => '')).toContain(after.folder);
    const transferred = await transferredByWorker(customer, after.folder);
    const changed = Object.keys(after.integrity).filter((file) => before.integrity[file] !== after.integrity[file]);
    expect(changed.length).toBeLessThan(Object.keys(after.integrity).length / 2);
    expect(transferred.length).toBeGreaterThan(0);
    expect(transferred.filter((file) => !changed.includes(file))).toEqual([]);
    // The page runs the files that were not transferred.
    await customer.reload();
    await expect(customer.getByText('Released on Tuesday')).toBeVisible();
    await later.rollback();
    await earlier.rollback();
  } finally {
    await earlier.leave();
    await later.leave();
  }
});

async function filesOfCatalog(): Promise<{ folder: string; integrity: Readonly<Record<string, string>> }> {
  const { catalog } = (await snapshot()).remotes;
  if (!catalog) throw new Error('No catalog is live.');
  return { folder: catalog.path, integrity: catalog.integrity };
}

/** Names the files below a folder that the worker fetched and the page did not. */
async function transferredByWorker(page: Page, folder: string): Promise<string[]> {
  const [worker] = page.context().serviceWorkers();
  const fetched =
    (await worker?.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))) ?? [];
  return fetched.flatMap((address) => address.split(folder)[1] ?? []);
}

test('a plain http address of the local network works without a warning', async ({ customer }) => {
  const messages: string[] = [];
  customer.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) messages.push(message.text());
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
  expect(messages).toEqual([]);
});
