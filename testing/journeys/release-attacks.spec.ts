/**
 * Plays the attacks that The Update Framework lists (section 1.5.2 of its specification) against a browser that has visited the site before.
 * The attacker owns the host of the files, and in some tests the key of the registry and that of the service. The times that the pointer is
 * protected by are forgotten, so that the metadata alone defend.
 */
import type { Page, Request } from '@playwright/test';
import { newSigner } from 'releases/testing/metadata-site';
import { CORE } from './support/core';
import { recordOf, SignedSite } from './support/signed-site';
import { expect, test } from './support/test';

let site: SignedSite;
/** The catalog that the browser has verified, before the attack. */
let first: string;

test.beforeEach(async ({ customer }) => {
  site = await SignedSite.start();
  first = site.catalog;
  expect(await catalogOf(customer)).toBe(first);
  await verified(customer);
});
test.afterEach(() => site.host.close());

/** Opens the site. @returns the version of the catalog that the page runs */
async function catalogOf(page: Page, { forgetsTimes = true } = {}): Promise<string> {
  const versions = new Set<string>();
  const note = (request: Request) => {
    const [, version] = /\/parts\/catalog\/([^/]+)\//.exec(request.url()) ?? [];
    if (version) versions.add(version);
  };
  if (forgetsTimes && page.url() !== 'about:blank') {
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (/^registry-(seen|run) /.test(key)) localStorage.removeItem(key);
    });
  }
  page.on('request', note);
  await page.goto(`${site.host.base}venues`);
  const venue = page.locator('#root').getByRole('link', { name: /Granary Square Market/ });
  await expect(venue).toBeVisible({ timeout: 30_000 });
  page.off('request', note);
  return [...versions].join(' and ');
}

/** What the browser remembers of the metadata. */
const memoryOf = (page: Page) =>
  page.evaluate(() => {
    const [, text = '{}'] = Object.entries(localStorage).find(([key]) => key.startsWith('registry-verified')) ?? [];
    return JSON.parse(text) as { trusted?: { timestamp: number }; live?: { path: string } };
  });

/** Waits until the browser has verified what is live. */
const verified = (page: Page) =>
  expect.poll(async () => (await memoryOf(page)).live?.path).toBe(`registry/${site.name}.json`);

/** The browser asks the host again for files that never change. */
async function withoutCache(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
}

const note = (page: Page) => page.getByRole('complementary', { name: 'Not checked for updates' });

test('the next release runs once its team has vouched for it', async ({ customer }) => {
  site.release(site.catalogAs('2.0.0-next'));
  expect(await catalogOf(customer)).toBe('2.0.0-next');
});

test('rollback: a browser that has verified a release refuses the one before', { tag: CORE }, async ({ customer }) => {
  const restore = site.saveRegistry();
  site.release(site.catalogAs('2.0.0-next'));
  expect(await catalogOf(customer)).toBe('2.0.0-next');
  restore();
  expect(await catalogOf(customer)).toBe('2.0.0-next');
});

test('arbitrary software: the keys of registry and service release no app of a team', async ({ customer }) => {
  site.sign(site.catalogAs('6.6.6-evil'));
  site.publish();
  expect(await catalogOf(customer)).toBe(first);
});

test('wrong software installation: a team’s build does not run as another app', async ({ customer }) => {
  const { catalog, checkout } = site.live.remotes;
  if (!catalog || !checkout) throw new Error('The site lacks an app.');
  // Its team has vouched for another build too, which no page may run as another app.
  const other = { ...catalog, path: '/parts/checkout/2.0.0-other/', version: '2.0.0-other' };
  site.metadata.vouch('checkout', [recordOf(checkout), recordOf(other)]);
  site.sign(site.withRemotes({ catalog: other }));
  site.publish();
  expect(await catalogOf(customer)).toBe(first);
});

test('extraneous dependencies: a team adds no other app, even with the key of the service', async ({ customer }) => {
  const { catalog } = site.live.remotes;
  if (!catalog) throw new Error('The site has no catalog.');
  const folder = '/parts/extra/1.0.0-a/';
  const slots = [{ slot: 'background', module: 'none', audience: 'anyone' }] as const;
  const extra = { ...catalog, version: '1.0.0-a', path: folder, routes: [], slots };
  site.sign({ ...site.catalogAs('2.0.0-next'), remotes: { ...site.catalogAs('2.0.0-next').remotes, extra } });
  site.metadata.vouch('catalog', Object.values(site.live.remotes).map(recordOf));
  site.publish();
  expect(await catalogOf(customer)).toBe(first);
});

test('fast-forward: a stolen key of the service raises the versions, and a new root ends it', async ({ customer }) => {
  site.publish({ version: 2 ** 31 });
  await catalogOf(customer);
  await expect.poll(async () => (await memoryOf(customer)).trusted?.timestamp).toBe(2 ** 31);
  site.metadata.service = newSigner();
  site.metadata.putRoot({ version: 2 });
  site.metadata.putTargets();
  site.sign(site.catalogAs('2.0.0-next'));
  site.release(site.live);
  site.publish({ version: 3 });
  expect(await catalogOf(customer)).toBe('2.0.0-next');
});

test('a later time that a stolen key of the registry has signed does not keep the site’s own page from starting', async ({
  customer,
}) => {
  const restore = site.saveRegistry();
  site.sign(site.catalogAs('6.6.6-evil'));
  site.publish();
  expect(await catalogOf(customer)).toBe(first);
  restore();
  expect(await catalogOf(customer, { forgetsTimes: false })).toBe(first);
});

test('a file that an attacker has served for a moment, and the browser has cached, keeps no release away', async ({
  customer,
}) => {
  const name = '/registry/tuf/2.snapshot.json';
  site.put(name, 'junk');
  expect(await customer.evaluate((address) => fetch(address).then((response) => response.text()), name)).toBe('junk');
  site.release(site.catalogAs('2.0.0-next'));
  expect(await catalogOf(customer)).toBe('2.0.0-next');
});

test('indefinite freeze: a page whose metadata are over goes on for the grace time, and then says so', async ({
  customer,
}) => {
  // They ended 23.9 hours ago, and the grace time is 24 hours.
  site.publish({ hours: -23.9 });
  await customer.clock.install();
  expect(await catalogOf(customer)).toBe(first);
  await expect.poll(async () => (await memoryOf(customer)).trusted?.timestamp).toBe(2);
  await expect(note(customer)).toHaveCount(0);
  await customer.clock.fastForward(20 * 60_000);
  await expect(note(customer)).toContainText('could not be checked for updates');
  await expect(customer.locator('#root').getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
});

test('a device whose clock is days ahead is told to correct it', async ({ customer }) => {
  await customer.clock.install({ time: Date.now() + 49 * 3_600_000 });
  expect(await catalogOf(customer)).toBe(first);
  await expect(note(customer)).toContainText('The date or the time of this device is wrong');
});

test('mix and match: older files of an app and of the live record beside a newer snapshot are refused', async ({
  customer,
}) => {
  const restore = site.saveRegistry();
  const older = ['catalog', 'registry.live'].map((role) => site.host.text(`/registry/tuf/1.${role}.json`) ?? '');
  site.release(site.catalogAs('2.0.0-next'));
  expect(await catalogOf(customer)).toBe('2.0.0-next');
  const newest = ['timestamp', '2.snapshot'].map((name) => [name, site.host.text(`/registry/tuf/${name}.json`) ?? '']);
  restore();
  await withoutCache(customer);
  for (const [name, text] of newest) site.put(`/registry/tuf/${name}.json`, text ?? '');
  site.put('/registry/tuf/2.catalog.json', older[0] ?? '');
  site.put('/registry/tuf/2.registry.live.json', older[1] ?? '');
  expect(await catalogOf(customer)).toBe('2.0.0-next');
});

test('a malicious mirror that keeps back the metadata, or a file of an app, gets nothing else to run', async ({
  customer,
}) => {
  site.release(site.catalogAs('2.0.0-next'));
  for (const file of ['2.catalog.json', 'timestamp.json']) {
    site.host.files.delete(`/registry/tuf/${file}`);
    expect(await catalogOf(customer), file).toBe(first);
  }
});

test('endless data: a page stops reading a file after the bytes that it may have', async ({ customer }) => {
  site.release(site.catalogAs('2.0.0-next'));
  let sent = 0;
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  site.host.answers.set('/registry/tuf/timestamp.json', (response) => {
    const timer = setInterval(() => {
      sent += 65_536;
      response.write(Buffer.alloc(65_536, ' '));
    }, 5);
    response.on('close', () => {
      clearInterval(timer);
      closed();
    });
  });
  expect(await catalogOf(customer)).toBe(first);
  await isClosed;
  expect(sent).toBeLessThan(10_000_000);
});

test('slow retrieval: a page gives up on a file that never ends', async ({ customer }) => {
  site.release(site.catalogAs('2.0.0-next'));
  site.host.answers.set('/registry/tuf/timestamp.json', (response) => {
    const timer = setInterval(() => response.write(' '), 500);
    response.on('close', () => clearInterval(timer));
  });
  expect(await catalogOf(customer)).toBe(first);
});
