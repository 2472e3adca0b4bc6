/** Tests one release of one remote in open pages: when pages apply it, which visitors get it, and that nothing else runs. */
import { readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Route } from '@playwright/test';
import { bucketOf } from 'releases/model/cohort';
import { sign } from 'releases/store/signing';
import { signUp } from './support/api';
import { CORE } from './support/core';
import { withoutFirstScreen } from './support/first-screen';
import { addToCart } from './support/people';
import { catalogTeam, joinChannel, liveVersion, shellTeam, type Team } from './support/releases';
import { expect, test } from './support/test';
import { answerUpdateAlert, cachedPage, dist, openUnderWorker } from './support/worker';

const NEWS = 'Released at noon';
const SHELL_NEWS = 'A shell of the afternoon';
const EVENING_NEWS = 'A shell of the evening';
const site = process.env.E2E_URL ?? '';
const lan = site.replace('localhost', 'foodhall.lan');

let team: Team;
/** The version of the catalog that all visitors get between these tests. */
let usual: string;

const liveCatalog = () => liveVersion('catalog');

// The tests run one after the other in one worker, so that the team's release is built once.
test.describe.configure({ mode: 'default', timeout: 180_000 });
test.beforeAll(async () => {
  usual = await liveCatalog();
  // After a failed attempt, which rolls back its release for all visitors, the bytes must differ: no channel accepts the same bytes again.
  team = await catalogTeam(`${NEWS}, ${test.info().workerIndex}`);
  // The test builds it here, so that the releases below take a second each.
  await team.release('--to', 'beta');
});
test.afterAll(async () => {
  if ((await liveCatalog()) !== usual) await team.rollback(usual);
  await team.leave();
});

/** Returns the versions of the catalog whose files the page requested. */
function catalogVersions(page: Page): Set<string> {
  const versions = new Set<string>();
  page.on('request', (request) => {
    const [, version] = /\/parts\/catalog\/([^/]+)\//.exec(request.url()) ?? [];
    if (version) versions.add(version);
  });
  return versions;
}

/**
 * The versions of the shell that the documents of the page ran, one after the other. It is 'a + b' if one document requested scripts or
 * styles of two.
 */
async function shellsOf(page: Page): Promise<() => string[]> {
  const ofDocument = new Map<string, Set<string>>();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  browser.on('Network.requestWillBeSent', ({ loaderId, request }) => {
    const [, version] = /\/parts\/host\/([^/]+)\/[^?]+\.(js|css)/.exec(request.url) ?? [];
    if (version) ofDocument.set(loaderId, (ofDocument.get(loaderId) ?? new Set()).add(version));
  });
  return () =>
    [...ofDocument.values()]
      .map((versions) => [...versions].join(' + '))
      .filter((version, index, all) => version !== all[index - 1]);
}

/** Lets a minute pass, in which the page asks for the live versions, and resolves once it has verified them. */
async function passAMinute(page: Page): Promise<void> {
  const response = page.waitForResponse('**/registry/pointer.json');
  await page.clock.fastForward(60_000);
  await (await response).finished();
  const { current } = JSON.parse(await readFile(path.join(dist, 'registry/pointer.json'), 'utf8'));
  const verified = () => Object.entries(localStorage).find(([key]) => key.startsWith('registry-verified'))?.[1];
  await expect.poll(() => page.evaluate(verified)).toContain(`registry/${current}.json`);
}

/** Finds the link of the venue in the running shell. The first screen shows the venue before a script of the shell runs. */
const venue = (page: Page) => page.locator('#root').getByRole('link', { name: /Granary Square Market/ });

test('a visitor joins a channel on a confirmation page, sees its badge, and leaves it with one tap', {
  tag: '@core',
}, async ({ customer }) => {
  await customer.goto('/venues');
  await expect(venue(customer)).toBeVisible();
  await expect(customer.getByText(NEWS)).toHaveCount(0);
  await test.step('a link or a cookie written by a script does not join the channel', async () => {
    await customer.goto('/venues?channel=beta');
    await expect(customer.getByRole('heading', { name: 'Try what is not released yet?' })).toBeVisible();
    // This browser only has the secret of the question.
    expect((await customer.context().cookies()).map(({ name }) => name)).toEqual(['question']);
    await customer.goto('/venues');
    await customer.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: as a script of a remote would
      document.cookie = 'channel=beta; path=/';
    });
    await customer.reload();
    await expect(venue(customer)).toBeVisible();
    await expect(customer.getByText(NEWS)).toHaveCount(0);
    await customer.context().clearCookies();
  });
  await joinChannel(customer, '/venues?channel=beta');
  await expect(customer.getByText(NEWS)).toBeVisible();
  expect(await customer.evaluate(() => document.cookie)).not.toContain('channel');
  await expect(customer).toHaveURL(/\/venues$/);
  await customer.reload();
  await expect(customer.getByText(NEWS)).toBeVisible();
  const badge = customer.getByRole('complementary', { name: 'Channel' });
  await expect(badge).toContainText('You are in the beta channel.');
  await badge.getByRole('button', { name: 'Leave' }).click();
  await expect(badge).toHaveCount(0);
  await expect(venue(customer)).toBeVisible();
  await expect(customer.getByText(NEWS)).toHaveCount(0);
});

test('a percentage of the visitors gets a release, and keeps it when the percentage grows', async ({ browser }) => {
  const visitorWith = (isWanted: (bucket: number) => boolean) =>
    [...Array(500).keys()].map((index) => `visitor-${index}`).find((each) => isWanted(bucketOf(each, 'catalog'))) ?? '';
  const visit = async (visitor: string) => {
    const context = await browser.newContext();
    await context.addCookies([{ name: 'visitor', value: visitor, url: site }]);
    const page = await context.newPage();
    const hasNews = async () => {
      await page.goto('/venues');
      await expect(venue(page)).toBeVisible();
      return (await page.getByText(NEWS).count()) === 1;
    };
    return { hasNews, leave: () => context.close() };
  };
  const first = await visit(visitorWith((bucket) => bucket < 30));
  const second = await visit(visitorWith((bucket) => bucket >= 30 && bucket < 60));
  const last = await visit(visitorWith((bucket) => bucket >= 60));
  const whoHas = async () => [await first.hasNews(), await second.hasNews(), await last.hasNews()];
  await team.release('--percent', '30');
  expect(await whoHas()).toEqual([true, false, false]);
  expect(await first.hasNews()).toBe(true);
  await team.release('--percent', '60');
  expect(await whoHas()).toEqual([true, true, false]);
  await team.rollback('--share');
  expect(await whoHas()).toEqual([false, false, false]);
  for (const each of [first, second, last]) await each.leave();
});

test('an open session applies a release at its next navigation, keeps its cart, and never runs two versions at once', {
  tag: '@core',
}, async ({ customer }) => {
  await customer.clock.install();
  await signUp(customer);
  await addToCart(customer, 'Kumo Ramen', 'Tonkotsu ramen');
  const before = catalogVersions(customer);
  await customer.goto('/venues');
  await venue(customer).click();
  await customer.getByRole('link', { name: /Kumo Ramen/ }).click();
  await expect(customer.getByRole('heading', { name: 'Kumo Ramen', level: 1 })).toBeVisible();
  // From now on the page does not navigate: the server may tell it of the release at once.
  await team.release();
  const released = await liveCatalog();
  expect(released).not.toBe(usual);
  await passAMinute(customer);
  await expect(customer.getByRole('heading', { name: 'Kumo Ramen', level: 1 })).toBeVisible();
  expect([...before]).toEqual([usual]);

  const after = catalogVersions(customer);
  await customer.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => [...after]).toEqual([released]);
  await expect(customer.getByRole('link', { name: /Kumo Ramen/ })).toBeVisible();
  await customer.getByRole('link', { name: /Cart$/ }).click();
  await expect(customer.getByText('Tonkotsu ramen')).toBeVisible();
  expect([...after]).toEqual([released]);
});

test('a session that stays on its page drops a recalled release at once', { tag: '@core' }, async ({ customer }) => {
  await customer.clock.install();
  await team.release();
  await customer.goto('/venues');
  await expect(customer.getByText(NEWS)).toBeVisible();
  await team.rollback(usual);
  await customer.clock.fastForward(60_000);
  await expect(customer.getByText(NEWS)).toHaveCount(0);
  await expect(venue(customer)).toBeVisible();
  await expect(customer).toHaveURL(/\/venues$/);
});

test('a session with a socket drops a recalled release within seconds, since the server tells it', async ({
  customer,
}) => {
  await signUp(customer);
  await team.release();
  const joined = customer
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        /subscription_succeeded.*"channel":"releases"/.test(String(payload)),
      ),
    );
  await customer.goto('/venues');
  await expect(customer.getByText(NEWS)).toBeVisible();
  await joined;
  await team.rollback(usual);
  const started = Date.now();
  // Without the socket, the page would read the pointer 45 s after its last look.
  await expect(customer.getByText(NEWS)).toHaveCount(0, { timeout: 20_000 });
  console.log(`  the page left the recalled release ${((Date.now() - started) / 1000).toFixed(1)} s after the command`);
  await expect(venue(customer)).toBeVisible();
});

test('a session that stays on its page shows Not Found when its remote is retired, and keeps the shell and the cart', async ({
  customer,
}) => {
  await customer.clock.install();
  await signUp(customer);
  await addToCart(customer, 'Kumo Ramen', 'Tonkotsu ramen');
  const address = customer.url();
  const item = customer.getByRole('heading', { name: 'Tonkotsu ramen', level: 1 });
  await expect(item).toBeVisible();
  await team.retire();
  try {
    await customer.clock.fastForward(60_000);
    await expect(customer.getByText("We couldn't find what you were looking for...")).toBeVisible();
    await expect(item).toHaveCount(0);
    await expect(customer).toHaveURL(address);
    await customer.getByRole('link', { name: /Cart$/ }).click();
    await expect(customer.getByText('Tonkotsu ramen')).toBeVisible();
  } finally {
    await team.release();
    await team.rollback(usual);
  }
  await customer.goto(address);
  await expect(item).toBeVisible();
});

test('an open session applies the release and the rollback of a shell at its next navigation, keeps its cart, and never runs two shells at once', async ({
  customer,
}) => {
  const before = await liveVersion('host');
  const footer = customer.getByRole('contentinfo');
  const shells = await shellTeam(SHELL_NEWS);
  try {
    const shellsRun = await shellsOf(customer);
    // Over a socket the page would learn of the release before it needs the other screens.
    await customer.routeWebSocket(/\/app\//, (socket) => socket.close());
    await customer.clock.install();
    await signUp(customer);
    await addToCart(customer, 'Kumo Ramen', 'Tonkotsu ramen');
    await customer.goto('/venues');
    await expect(venue(customer)).toBeVisible();
    await shells.release();
    const released = await liveVersion('host');
    expect(released).not.toBe(before);
    // The open shell gets screens and remotes that it had not needed until now.
    await venue(customer).click();
    await customer.getByRole('link', { name: /Kumo Ramen/ }).click();
    await expect(customer.getByRole('heading', { name: 'Kumo Ramen', level: 1 })).toBeVisible();
    await passAMinute(customer);
    await expect(customer.getByRole('heading', { name: 'Kumo Ramen', level: 1 })).toBeVisible();
    await expect(footer).not.toContainText(SHELL_NEWS);
    expect(shellsRun()).toEqual([before]);

    await customer.getByRole('button', { name: 'Back' }).click();
    await expect(footer).toContainText(SHELL_NEWS);
    await expect(customer.getByRole('link', { name: /Kumo Ramen/ })).toBeVisible();
    await customer.getByRole('link', { name: /Cart$/ }).click();
    await expect(customer.getByText('Tonkotsu ramen')).toBeVisible();
    const address = customer.url();
    expect(shellsRun()).toEqual([before, released]);

    await shells.rollback();
    expect(await liveVersion('host')).toBe(before);
    await customer.clock.fastForward(60_000);
    await expect(footer).not.toContainText(SHELL_NEWS);
    await expect(footer).toContainText('All Rights Reserved');
    await expect(customer.getByText('Tonkotsu ramen')).toBeVisible();
    await expect(customer).toHaveURL(address);
    expect(shellsRun()).toEqual([before, released, before]);
  } finally {
    if ((await liveVersion('host')) !== before) await shells.rollback(before);
    await shells.leave();
  }
});

test.describe('under the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('an open session also applies a release at its next navigation', async ({ customer }) => {
    await openUnderWorker(customer, '/venues', 'catalog');
    await customer.clock.install();
    await customer.reload();
    await expect(venue(customer)).toBeVisible();
    await team.release();
    await passAMinute(customer);
    // The worker first fetches the new page with its files. Until then a navigation stays with the old one.
    const { current } = JSON.parse(await readFile(path.join(dist, 'registry/pointer.json'), 'utf8'));
    await expect.poll(() => cachedPage(customer)).toContain(`data-name="${current}"`);
    await venue(customer).click();
    await expect(customer.getByRole('link', { name: /Kumo Ramen/ })).toBeVisible();
    await customer.getByRole('button', { name: 'Back' }).click();
    await expect(customer.getByText(NEWS)).toBeVisible();
  });

  test('joining a channel applies its shell at once, and leaving it reverts the shell', async ({ customer }) => {
    const footer = customer.getByRole('contentinfo');
    const shells = await shellTeam(EVENING_NEWS);
    try {
      await answerUpdateAlert(customer);
      await openUnderWorker(customer, '/venues', 'catalog');
      await shells.release('--to', 'evening');
      await joinChannel(customer, '/venues?channel=evening');
      await expect(footer).toContainText(EVENING_NEWS);
      await expect(customer).toHaveURL(/\/venues$/);
      await expect(venue(customer)).toBeVisible();
      // The server makes the channel's pages, so the next one belongs to the channel too.
      await expect.poll(() => cachedPage(customer)).toBe('');
      await customer.reload();
      await expect(footer).toContainText(EVENING_NEWS);
      const badge = customer.getByRole('complementary', { name: 'Channel' });
      await badge.getByRole('button', { name: 'Leave' }).click();
      await expect(badge).toHaveCount(0);
      await expect(footer).toContainText('All Rights Reserved');
      await expect(footer).not.toContainText(EVENING_NEWS);
    } finally {
      await shells.rollback('--to', 'evening');
      await shells.leave();
    }
  });

  test('an open session also applies the release and the rollback of a shell', async ({ customer }) => {
    const before = await liveVersion('host');
    const footer = customer.getByRole('contentinfo');
    const shells = await shellTeam(SHELL_NEWS);
    try {
      await answerUpdateAlert(customer);
      const shellsRun = await shellsOf(customer);
      await openUnderWorker(customer, '/venues', 'catalog');
      await customer.clock.install();
      await customer.reload();
      await expect(venue(customer)).toBeVisible();
      await shells.release();
      const released = await liveVersion('host');
      await passAMinute(customer);
      await expect.poll(() => cachedPage(customer)).toContain(`/parts/host/${released}/`);
      await expect(footer).not.toContainText(SHELL_NEWS);
      expect(shellsRun()).toEqual([before]);
      await venue(customer).click();
      await expect(footer).toContainText(SHELL_NEWS);
      await expect(customer.getByRole('link', { name: /Kumo Ramen/ })).toBeVisible();
      expect(shellsRun()).toEqual([before, released]);
      await shells.rollback();
      await customer.clock.fastForward(60_000);
      await expect(footer).not.toContainText(SHELL_NEWS);
      await expect(customer.getByRole('link', { name: /Kumo Ramen/ })).toBeVisible();
      expect(shellsRun()).toEqual([before, released, before]);
    } finally {
      if ((await liveVersion('host')) !== before) await shells.rollback(before);
      await shells.leave();
    }
  });
});

/** Passes on the response with one change. Only the browser can resolve the name on the local network. */
async function alter(route: Route, change: (body: Buffer) => Buffer | string): Promise<void> {
  const response = await route.fetch({ url: route.request().url().replace(lan, site) });
  await route.fulfill({ response, body: change(await response.body()) });
}

function flipLastByte(body: Buffer): Buffer {
  const changed = Buffer.from(body);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  return changed;
}

function consoleOf(page: Page): () => string {
  const consoleText: string[] = [];
  page.on('console', (message) => consoleText.push(message.text()));
  return () => consoleText.join('\n');
}

/** The tests use `page` rather than `customer`, because they expect the browser's report of a blocked file. */
test.describe('one changed byte is blocked and named', () => {
  const files = [
    { what: 'the entry of a remote', file: /remoteEntry\.\w+\.js/, origin: site, isCore: true },
    { what: 'a chunk of a remote', file: /\/(?!remoteEntry)[\w.-]+\.js/, origin: site },
    { what: 'a style of a remote', file: /\.css/, origin: site },
    { what: 'the entry of a remote, on plain http', file: /remoteEntry\.\w+\.js/, origin: lan },
  ];
  for (const { what, file, origin, isCore } of files) {
    test(`in ${what}`, { tag: isCore ? CORE : [] }, async ({ page }) => {
      const consoleText = consoleOf(page);
      const ofCatalog = (url: URL) => url.pathname.startsWith('/parts/catalog/') && file.test(url.pathname);
      await page.route(ofCatalog, (route) => alter(route, flipLastByte));
      // A page with a first screen contains the style, so it does not request the file.
      if (origin === site) await withoutFirstScreen(page);
      await page.goto(`${origin}/venues`);
      await expect(page.getByText('This section could not be loaded')).toBeVisible();
      await expect(venue(page)).toHaveCount(0);
      await expect.poll(consoleText).toMatch(/was blocked: \/parts\/catalog\/\S+ has other bytes than were released/);
      const [, named = ''] = /was blocked: (\S+)/.exec(consoleText()) ?? [];
      expect(named).toMatch(file);
      await page.unrouteAll({ behavior: 'wait' });
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(venue(page)).toBeVisible();
    });
  }

  for (const [origin, where] of [
    [site, ''],
    [lan, ', on plain http'],
  ] as const) {
    test(`in the style of a later screen, while a page that contains the style loads${where}`, async ({ page }) => {
      const consoleText = consoleOf(page);
      // The test does not read the file from the server first, because the page may navigate meanwhile and cancel its requests.
      await page.route(/\/parts\/catalog\/.*\.css$/, (route) =>
        route.fulfill({ contentType: 'text/css', body: 'a{}' }),
      );
      await page.goto(`${origin}/venues`);
      await expect(page.locator('#first-screen')).toHaveCount(0);
      await venue(page).click();
      await expect(page.getByRole('link', { name: /Kumo Ramen/ })).toBeVisible();
      await expect(page.locator('style[data-remote="catalog"]')).toHaveCount(1);
      expect(consoleText()).toMatch(/digest in the 'integrity' attribute for resource '\S+\.css'.* has been blocked/);
    });
  }

  const ofShell = [
    { what: 'a script of the shell', file: /\/main\.\w+\.js$/, isCore: true },
    { what: 'a script that the shell depends on', file: /\/packages\.\w+\.js$/ },
  ];
  for (const { what, file, isCore } of ofShell) {
    test(`in ${what}, and the page says so without the script`, { tag: isCore ? CORE : [] }, async ({ page }) => {
      const ofThis = (url: URL) => url.pathname.startsWith('/parts/host/') && file.test(url.pathname);
      await page.route(ofThis, (route) => alter(route, flipLastByte));
      await page.goto('/venues');
      await expect(page.getByRole('heading', { name: 'Foodhall could not start.', exact: true })).toBeVisible();
      const words = page.getByText('was blocked: it has other bytes than were released.');
      await expect(words).toHaveText(/^\/parts\/host\/\S+ was blocked: it has other bytes than were released\.$/);
      expect((await words.innerText()).split(' ')[0]).toMatch(file);
      await page.unrouteAll({ behavior: 'wait' });
      await page.getByRole('link', { name: 'Try Again' }).click();
      await expect(venue(page)).toBeVisible();
    });
  }

  test.describe('under the worker', () => {
    test.use({ serviceWorkers: 'allow' });

    test('in a cached file, and the next attempt fetches the files again', async ({ page }) => {
      await openUnderWorker(page, '/venues', 'catalog');
      await page.evaluate(async () => {
        const cache = await caches.open('foodhall-parts-1');
        const main = (await cache.keys()).find(({ url }) => /\/parts\/host\/.*\/main\.\w+\.js$/.test(url));
        const response = main && (await cache.match(main));
        if (!main || !response) throw new Error('The worker keeps no main.js.');
        await cache.put(main, new Response(`${await response.text()} `, response));
      });
      await page.reload();
      await expect(page.getByText(/main\.\w+\.js was blocked: it has other bytes than were released\.$/)).toBeVisible();
      await page.getByRole('link', { name: 'Try Again' }).click();
      await expect(venue(page)).toBeVisible();
    });
  });

  test('in the style of the shell', async ({ page }) => {
    const consoleText = consoleOf(page);
    await page.route(/\/parts\/host\/.*\/main\.\w+\.css$/, (route) => alter(route, flipLastByte));
    await page.goto('/venues');
    await expect(venue(page)).toBeVisible();
    await expect
      .poll(consoleText)
      .toMatch(/\/parts\/host\/\S+\.css was blocked: it has other bytes than were released/);
    expect(
      await page
        .locator('link[rel="stylesheet"]')
        .first()
        .evaluate((link: HTMLLinkElement) => link.sheet),
    ).toBe(null);
  });

  test('in the library that checks signatures on plain http', async ({ page }) => {
    const named = await (await page.request.get('/venues')).text();
    const isLater = ({ pathname }: URL) => /^\/parts\/host\/.*\.js$/.test(pathname) && !named.includes(`"${pathname}"`);
    await page.route(isLater, (route) => alter(route, flipLastByte));
    await page.goto(`${lan}/venues`);
    await expect(page.getByRole('heading', { name: /^Foodhall could not start\./ })).toBeVisible();
    await expect(page.getByText(/Loading chunk \d+ failed.*\/parts\/host\/\S+\.js/s)).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(venue(page)).toBeVisible();
  });

  test('in all scripts of the shell at once, and the page itself explains it', async ({ page }) => {
    await page.route(/\/parts\/host\/.*\.js$/, (route) => alter(route, flipLastByte));
    await page.goto('/venues');
    await expect(page.getByRole('heading', { name: 'This page has not started yet.' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '');
  });

  /**
   * Changes a file as an attacker with access to the site's folder would. The page itself comes from the server, which sends the changed
   * file.
   */
  async function withTampered(file: string, change: (text: string) => string, work: () => Promise<void>) {
    const pointer = path.join(dist, 'registry/pointer.json');
    const { current } = JSON.parse(await readFile(pointer, 'utf8'));
    const tampered = path.join(dist, `registry/${current}${file}`);
    const before = await readFile(tampered, 'utf8');
    // The server reads the registry again when the pointer was written.
    const write = async (text: string) => {
      await writeFile(tampered, text);
      await utimes(pointer, new Date(), new Date());
    };
    expect(change(before)).not.toBe(before);
    await write(change(before));
    try {
      await work();
    } finally {
      await write(before);
    }
  }

  const another = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  const registryFiles = [
    {
      what: 'the registry',
      file: '.json',
      change: (text: string) => text.replace('"contract":"^1.', '"contract":"^0.'),
    },
    { what: 'its signature', file: '.sig', change: another },
  ];
  for (const origin of [site, lan]) {
    for (const { what, file, change } of registryFiles) {
      test(`in ${what}${origin === lan ? ', on plain http' : ''}`, async ({ page }) => {
        const consoleText = consoleOf(page);
        await withTampered(file, change, async () => {
          await page.goto(`${origin}/venues`);
          await expect(page.getByText('Foodhall could not start.', { exact: true })).toBeVisible();
          await expect(
            page.getByText(/^The registry's snapshot \w+ is not what was released: its signature does not match\./),
          ).toBeVisible();
          expect(consoleText()).toContain('its signature does not match');
          await expect(page.locator('script[src*="/parts/catalog/"]')).toHaveCount(0);
        });
        await page.getByRole('button', { name: 'Try Again' }).click();
        await expect(venue(page)).toBeVisible();
      });
    }
  }
});

test.describe('if the live release does not fit this shell', () => {
  /** Opens the page with a changed live registry, signed like a release. */
  async function openWith(page: Page, change: (registry: Awaited<ReturnType<typeof registryOf>>) => void) {
    const registry = await registryOf();
    change(registry);
    const text = JSON.stringify(registry);
    const block = `<script type="application/json" id="registry" data-name="newer" data-signature="${sign(text)}">${text}</script>`;
    await page.route(`${site}/venues`, (route) =>
      alter(route, (body) =>
        body
          .toString()
          .replace(/<script type="application\/json" id="registry".*?<\/script>/s, () => block)
          .replaceAll(/<link rel="preload"[^>]*\/catalog\/[^>]*>/g, ''),
      ),
    );
    await page.goto('/venues');
  }

  async function registryOf() {
    const { current } = JSON.parse(await readFile(path.join(dist, 'registry/pointer.json'), 'utf8'));
    const text = await readFile(path.join(dist, `registry/${current}.json`), 'utf8');
    return JSON.parse(text) as {
      remotes: Record<string, { version: string; contract: string }>;
      kept: Record<string, { version: string; contract: string }[]>;
      verdicts?: Record<string, Record<string, { name: string; from: string }[]>>;
    };
  }

  test('the page runs the newest previous release that fits, and requests no file of the live release', {
    tag: '@core',
  }, async ({ page }) => {
    const consoleText = consoleOf(page);
    const versions = catalogVersions(page);
    await team.release();
    await openWith(page, (registry) => {
      const { remotes, kept } = registry;
      // A shell that was built before builds recorded what they take has no verdicts, so the version ranges decide.
      delete registry.verdicts;
      const fitting = kept.catalog?.find(({ version }) => version === usual);
      if (!remotes.catalog || !fitting) throw new Error(`${usual} is no previous release`);
      remotes.catalog.contract = '^99.0.0';
      kept.catalog = [{ ...fitting, version: '98.0.0-newer', contract: '^98.0.0' }, fitting];
    });
    await expect(venue(page)).toBeVisible();
    expect([...versions]).toEqual([usual]);
    expect(consoleText()).toMatch(
      /Remote 'catalog' \S+ needs contract \^99\.0\.0; this shell provides \d+\.\d+\.\d+\./,
    );
    expect(consoleText()).toMatch(/Remote 'catalog' 98\.0\.0-newer needs contract \^98\.0\.0/);
    expect(consoleText()).toContain(`${usual} is used in its place.`);
  });

  test('and no previous release fits either, the page rejects the release by name before it requests a file', async ({
    page,
  }) => {
    const consoleText = consoleOf(page);
    const versions = catalogVersions(page);
    await openWith(page, ({ remotes, kept, verdicts = {} }) => {
      for (const verdict of Object.values(verdicts)) {
        verdict[`catalog@${remotes.catalog?.version}`] = [{ name: 'fillTray', from: 'shared-contracts/remote' }];
      }
      kept.catalog = [];
    });
    await expect(page.getByText('This section could not be loaded')).toBeVisible();
    expect(consoleText()).toMatch(
      /Remote 'catalog' \S+ takes fillTray from shared-contracts\/remote; this shell does not offer it\./,
    );
    expect([...versions]).toEqual([]);
  });
});
