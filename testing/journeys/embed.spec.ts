/** Tests vendor-tools alone in a page of another site with a strict policy. The page is that of docs/embed-example, unchanged. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ModuleFederation } from '@module-federation/runtime';
import type { Page } from '@playwright/test';
import webpack from 'webpack';
import { DEMO_PASSWORD } from '../client/accounts';
import { buy, newAccount } from './support/api';
import { channelJoinsOf } from './support/realtime';
import { liveVersion } from './support/releases';
import { expect, test } from './support/test';

const OTHER_SITE = process.env.E2E_OTHER_SITE ?? '';

async function signIn(page: Page, email = 'vendor@foodhall.test'): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('0820000003');
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

test("a vendor switches an item off in a remote on another site's page, and the customers' menu follows", {
  tag: '@core',
}, async ({ customer, vendor }) => {
  const requested: string[] = [];
  vendor.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await vendor.goto(OTHER_SITE);
  await signIn(vendor);
  await expect(vendor.getByRole('heading', { name: "Kumo Ramen's Items" })).toBeVisible();
  const hasJoined = channelJoinsOf(customer);
  await customer.goto('/venues/1/vendors/1');
  const dish = customer.getByRole('link', { name: /Pork gyoza/ });
  await expect(dish).toBeVisible();

  const item = vendor.getByRole('article', { name: 'Pork gyoza' });
  await expect(item.locator('img')).toHaveJSProperty('complete', true);
  expect(await item.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0);
  await item.getByRole('link', { name: 'Edit Item' }).click();
  await hasJoined('venues.1');
  await vendor.getByRole('checkbox', { name: /Pork gyoza/ }).click();
  await expect(vendor.getByText('Successfully updated status!')).toBeVisible();
  await expect(dish).toHaveCount(0);
  await vendor.getByRole('checkbox', { name: /Pork gyoza/ }).click();
  await expect(dish).toBeVisible();

  expect(vendor.url()).toBe(`${OTHER_SITE}/`);
  expect(requested.filter((path) => path.startsWith('/parts/vendor-tools/')).length).toBeGreaterThan(1);
  expect(requested.filter((path) => /^\/parts\/(catalog|checkout|queues)\//.test(path))).toEqual([]);
});

test("the export works on another site's page, because its policy allows the worker from a checked blob", async ({
  vendor,
}) => {
  await buy(await newAccount());
  await vendor.goto(OTHER_SITE);
  await signIn(vendor);
  await vendor.getByLabel('Period').selectOption({ index: 5 });
  const file = vendor.waitForEvent('download');
  await vendor.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await file).suggestedFilename()).toBe('export.xlsx');
});

/** Builds the page's own federation runtime, as a bundler includes it. */
async function federationHost(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'federation-host-'));
  try {
    const compiler = webpack({
      mode: 'development',
      devtool: false,
      entry: path.join(import.meta.dirname, 'support/federation-host.js'),
      output: { path: folder },
    });
    await promisify(compiler.run.bind(compiler))();
    return await readFile(path.join(folder, 'main.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a page that is a federation host itself keeps its own React and remotes, and runs our remote on our React', async ({
  vendor,
}) => {
  await vendor.addInitScript({ content: await federationHost() });
  await vendor.goto(OTHER_SITE);
  await signIn(vendor);
  await expect(vendor.getByRole('heading', { name: "Kumo Ramen's Items" })).toBeVisible();
  const theirs = await vendor.evaluate(() =>
    (window as unknown as { ownFederation: ModuleFederation[] }).ownFederation.map(({ options }) => ({
      name: options.name,
      remotes: options.remotes.length,
      shared: Object.entries(options.shared).map(([name, versions]) => [name, ...versions.map((each) => each.version)]),
    })),
  );
  const shared = [['react', '18.2.0']];
  expect(theirs).toEqual([
    { name: 'host', remotes: 0, shared },
    { name: 'vendor-tools', remotes: 0, shared },
  ]);
});

test("a plain federation host reads our remote's manifest, and is refused what only our shell provides", async ({
  page,
}) => {
  await page.addInitScript({ content: await federationHost() });
  await page.goto(OTHER_SITE);
  const entry = `${process.env.E2E_URL}/parts/catalog/${await liveVersion('catalog')}/mf-manifest.json`;
  const error = await page.evaluate(async (address) => {
    const [host] = (window as unknown as { ownFederation: ModuleFederation[] }).ownFederation;
    host?.registerRemotes([{ name: 'foodhall/catalog', entry: address }]);
    return await host?.loadRemote('foodhall/catalog/remote').then(
      () => 'It was loaded.',
      (reason: unknown) => String(reason),
    );
  }, entry);
  // docs/embed-example/README.md names this error.
  expect(error).toBe("Error: Can not get 'shared-contracts/remote'");
});

test('the remote does not touch the storage and style of the site, and signing out removes our session', async ({
  vendor,
}) => {
  await vendor.goto(OTHER_SITE);
  await vendor.evaluate(() => localStorage.setItem('token', 'of the site around'));
  await signIn(vendor);
  await expect(vendor.getByRole('heading', { name: "Kumo Ramen's Items" })).toBeVisible();
  const look = await vendor.evaluate(() => ({
    paper: getComputedStyle(document.documentElement).getPropertyValue('--paper'),
    heading: getComputedStyle(document.querySelector('main > h1') as Element).marginTop,
    cookies: document.cookie,
  }));
  expect(look).toEqual({ paper: '', heading: expect.not.stringMatching(/^0px$/), cookies: '' });
  await vendor.reload();
  await expect(vendor.getByRole('heading', { name: "Kumo Ramen's Items" })).toBeVisible();

  await vendor.getByRole('button', { name: 'Sign out of Foodhall' }).click();
  await expect(vendor.getByRole('heading', { name: 'Login' })).toBeVisible();
  const stored = await vendor.evaluate(() => ({ ...localStorage }));
  // Our keys carry our name. The phone number belongs to the device, for the next sign-in.
  expect(Object.keys(stored).filter((name) => name.startsWith('foodhall.'))).toEqual(['foodhall.phone']);
  expect(Object.keys(stored)).not.toContain('user');
  expect(stored.token).toBe('of the site around');
});

test('a link to another remote opens the Foodhall itself', async ({ vendor, baseURL }) => {
  await vendor.goto(`${OTHER_SITE}/?vendor=3`);
  await signIn(vendor);
  await vendor.getByRole('link', { name: 'My Account' }).click();
  await expect(vendor).toHaveURL(new RegExp(`^${baseURL}/`));
});
