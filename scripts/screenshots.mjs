// npm run screenshots [name…]: every screen, phone and desktop, light and dark, into screenshots/ (ignored), to be looked at.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { buildAndRegister } from './build.mjs';
import { requireBrowser } from './lib/browser.mjs';
import { root } from './lib/parts.mjs';
import { freePort } from './lib/postgres.mjs';
import { startSite } from './lib/site.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const VIEWS = [
  { name: '390', viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true },
  { name: '1280', viewport: { width: 1280, height: 860 } },
];
const out = path.join(root, 'screenshots');
const wanted = process.argv.slice(2);

const visible = (page, text) => page.getByText(text).first().waitFor();

async function logIn(page, email) {
  await page.goto('/login');
  const form = page.locator('main');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Phone').fill('0820000001');
  await form.getByLabel('Password', { exact: true }).fill('foodhall-demo');
  await form.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

async function add(page, vendor, item) {
  await page.goto('/venues/1/vendors');
  await page.getByRole('link', { name: new RegExp(vendor) }).click();
  await page
    .getByRole('link', { name: new RegExp(item) })
    .first()
    .click();
  await page.getByRole('button', { name: /Add to cart/ }).click();
  await page.getByRole('link', { name: 'Go to cart' }).waitFor();
}

/** Signed-out screens, in order; each leaves the page anywhere. */
const VISITOR = {
  venues: async (page) => {
    await page.goto('/venues');
    await visible(page, 'Granary Square Market');
  },
  vendors: async (page) => {
    await page.goto('/venues/1/vendors');
    await visible(page, 'Kumo Ramen');
  },
  menu: async (page) => {
    await page.goto('/venues/1/vendors/1');
    await visible(page, 'Tonkotsu ramen');
  },
  'menu-scrolled': async (page) => {
    await page.goto('/venues/1/vendors/1');
    await visible(page, 'Tonkotsu ramen');
    await page.mouse.wheel(0, 900);
    await page.waitForFunction(() => window.scrollY > 600);
  },
  item: async (page) => {
    await page.goto('/venues/1/vendors/1/items/1');
    await visible(page, 'Tonkotsu ramen');
  },
  'sign-in-modal': async (page) => {
    await page.goto('/venues/1/vendors/1/items/1');
    await page.getByRole('button', { name: /Add to cart/ }).click();
    await page.getByRole('dialog').waitFor();
  },
  'no-vendors': async (page) => {
    await page.goto('/venues/4/vendors');
    await visible(page, 'No records found.');
  },
  login: async (page) => {
    await page.goto('/login');
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
  register: async (page) => {
    await page.goto('/register');
    await page.getByRole('button', { name: 'Register' }).click();
  },
  'not-found': async (page) => {
    await page.goto('/nowhere');
    await visible(page, "We couldn't find");
  },
  failed: async (page) => {
    await page.route('**/parts/catalog/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto('/venues');
    await visible(page, 'This part could not be loaded');
    await page.unroute('**/parts/catalog/**');
  },
};

const CUSTOMER = {
  'empty-cart': async (page) => {
    await page.goto('/venues/1/cart');
    await visible(page, 'There is nothing in your cart.');
  },
  'empty-queue': async (page) => {
    await page.goto('/queues');
    await visible(page, 'You have no orders in the queue right now');
  },
  cart: async (page) => {
    await add(page, 'Kumo Ramen', 'Tonkotsu ramen');
    await add(page, 'Pico Taquer', 'Al pastor');
    await page.goto('/venues/1/cart');
    const kumo = page.getByRole('region', { name: 'Kumo Ramen' });
    await kumo.getByRole('combobox', { name: 'Collect / Deliver' }).selectOption('Collect');
    await kumo.getByRole('button', { name: 'Apply' }).click();
    await kumo.getByRole('button', { name: 'Change' }).waitFor();
  },
  'cart-payment': async (page) => {
    const pico = page.getByRole('region', { name: /Pico/ });
    await pico.getByRole('combobox', { name: 'Collect / Deliver' }).selectOption('Deliver');
    await pico.getByRole('combobox', { name: 'Deliver to' }).selectOption('Table');
    await pico.getByLabel('Table number').fill('12');
    await pico.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page
      .frameLocator('iframe[title="Secure payment input frame"]')
      .getByLabel('Card number')
      .fill('4000000000000002');
    await page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Expiration date').fill('12/34');
    await page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Security code').fill('123');
    await page.getByRole('form', { name: 'Payment' }).getByRole('button', { name: /^Pay/ }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /declined/i })
      .waitFor();
  },
  queue: async (page) => {
    await page
      .frameLocator('iframe[title="Secure payment input frame"]')
      .getByLabel('Card number')
      .fill('4242424242424242');
    await page.getByRole('form', { name: 'Payment' }).getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL('**/queues');
    await page
      .getByText(/You are/)
      .first()
      .waitFor();
  },
  order: async (page) => {
    await page.getByRole('link', { name: 'View Order' }).first().click();
    await page.getByRole('link', { name: /Print/ }).waitFor();
  },
  account: async (page) => {
    await page.goto('/profile');
    await visible(page, 'Supporting your community');
  },
  'side-panel': async (page) => {
    await page.goto('/venues');
    await page.getByRole('button', { name: /menu/i }).first().click();
    await page.getByRole('dialog').waitFor();
  },
};

const VENDOR = {
  'vendor-queue': async (page) => {
    await page.goto('/queues?filter=all');
    await page.getByRole('button', { name: 'Pick' }).first().waitFor();
  },
  'vendor-items': async (page) => {
    await page.getByRole('link', { name: 'Items' }).click();
    await page
      .getByRole('link', { name: /Edit Item/ })
      .first()
      .waitFor();
  },
  'vendor-stock': async (page) => {
    await page
      .getByRole('link', { name: /Edit Item/ })
      .first()
      .click();
    await page.waitForURL('**/items/*');
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
  'account-switch': async (page) => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Login to personal account' }).click();
    await page.getByRole('dialog').waitFor();
  },
};

async function settled(page) {
  await page.waitForLoadState('load');
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'));
}

async function shoot(page, name, view) {
  await settled(page);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
    await settled(page);
    const suffix = theme === 'dark' ? '-dark' : '';
    await page.screenshot({ path: path.join(out, `${name}-${view.name}${suffix}.png`) });
    if (view.name === '390')
      await page.screenshot({ path: path.join(out, `${name}-full${suffix}.png`), fullPage: true });
  }
  // What opens next, such as a provider's form, is to see the theme that a visitor starts with.
  await page.evaluate(() => {
    delete document.documentElement.dataset.theme;
  });
}

async function walk(browser, baseURL, view, screens, email) {
  const { name: _name, ...device } = view;
  const context = await browser.newContext({ ...device, baseURL, locale: 'en-ZA', reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (email) await logIn(page, email);
  for (const [name, open] of Object.entries(screens)) {
    try {
      await open(page);
      if (wanted.length === 0 || wanted.includes(name)) await shoot(page, name, view);
    } catch (error) {
      console.error(`${name} at ${view.name}: ${error.message.split('\n')[0]}`);
      await page.screenshot({ path: path.join(out, `${name}-${view.name}-UNREACHED.png`) });
      process.exitCode = 1;
    }
  }
  await context.close();
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-screenshots-'));
await buildAndRegister();
const site = await startSite({
  port: await freePort(),
  sandboxPort: await freePort(),
  dataDir: path.join(directory, 'data'),
});
const browser = await chromium.launch({ executablePath: requireBrowser(), args: FLAGS });
try {
  for (const view of VIEWS) {
    await walk(browser, site.url, view, VISITOR);
    await walk(
      browser,
      site.url,
      view,
      CUSTOMER,
      view.name === '390' ? 'customer@foodhall.test' : 'second@foodhall.test',
    );
    await walk(browser, site.url, view, VENDOR, 'vendor@foodhall.test');
  }
  console.log(`The pictures are in ${path.relative(root, out)}/.`);
} finally {
  await browser.close();
  await site.stop();
  await rm(directory, { recursive: true, force: true });
}
