/** axe finds nothing on the screens of the main journey, nor on the catalog's in any of their states, in light and in dark. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addToCart, CARDS, chooseCollect, goToCart, logIn, newPerson, pay, registerAt } from './support/people';
import { expect, test } from './support/test';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string }[];
}

async function expectNoViolations(page: Page, where: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
    const violations = await page.evaluate(async (source) => {
      if (!('axe' in window)) new Function(source)();
      const { axe: run } = window as unknown as {
        axe: { run: (on: Document, options: object) => Promise<{ violations: Violation[] }> };
      };
      const result = await run.run(document, { resultTypes: ['violations'] });
      return result.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
      );
    }, axe);
    expect(violations, `${where}, ${theme}`).toEqual([]);
  }
}

// The checker is brought in by the test alone, around the policy that the pages are served with.
// Without motion no colour is read half way through its change.
test.use({ bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } });

test('what a visitor sees', async ({ page }) => {
  for (const [address, text] of [
    ['/venues', 'Granary Square Market'],
    ['/venues/1/vendors', 'Kumo Ramen'],
    ['/venues/1/vendors/1', 'Tonkotsu ramen'],
    ['/venues/1/vendors/1/items/1', 'Tonkotsu ramen'],
    ['/venues/4/vendors', 'No records found.'],
    ['/login', 'Login'],
    ['/register', 'Register'],
    ['/forgot-password', 'Email'],
    ['/nowhere', "We couldn't find what you were looking for..."],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectNoViolations(page, address);
  }
});

/** The catalog's screens: what each asks for first, what it shows once it has it, and an answer that leaves it empty. */
const CATALOG = [
  { name: 'venues', address: '/venues', asks: '/venues', filled: 'Granary Square Market', empty: [] },
  { name: 'vendors', address: '/venues/1/vendors', asks: '/vendors', filled: 'Kumo Ramen', empty: [] },
  {
    name: 'a menu',
    address: '/venues/1/vendors/1',
    asks: '/vendors/1',
    filled: 'Tonkotsu ramen',
    empty: (vendor: object) => ({ ...vendor, menus: { data: [] }, accepting_orders: false }),
  },
  {
    name: 'an item',
    address: '/venues/1/vendors/1/items/1',
    asks: '/items/1',
    filled: 'Tonkotsu ramen',
    empty: (item: object) => ({ ...item, status: 'inactive' }),
  },
] as const;

for (const { name, address, asks, filled, empty } of CATALOG) {
  const answer = (url: URL) => url.pathname === `/api/v1${asks}`;

  test(`${name}: loading`, async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(answer, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(address);
    await expect(page.getByText(/^Loading/).first()).toBeAttached();
    await expectNoViolations(page, `${name}, loading`);
    release();
    await expect(page.getByText(filled).first()).toBeVisible();
    await expectNoViolations(page, `${name}, filled after loading`);
  });

  test(`${name}: failed`, async ({ page }) => {
    await page.route(answer, (route) => route.fulfill({ status: 500, json: { message: 'Broken', code: 'INTERNAL' } }));
    await page.goto(address);
    await expect(page.getByText('This part could not be loaded')).toBeVisible();
    await expectNoViolations(page, `${name}, failed`);
  });

  test(`${name}: empty`, async ({ page }) => {
    await page.route(answer, async (route) => {
      const { data } = await (await route.fetch()).json();
      await route.fulfill({ json: { data: typeof empty === 'function' ? empty(data) : empty } });
    });
    await page.goto(address);
    await expect(page.getByText(name === 'an item' ? /is sold out for now/ : 'No records found.')).toBeVisible();
    await expectNoViolations(page, `${name}, empty`);
  });

  test(`${name}: filled, on a wide screen`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      isMobile: false,
      bypassCSP: true,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(address);
    await expect(page.getByText(filled).first()).toBeVisible();
    await expectNoViolations(page, `${name}, wide`);
    await context.close();
  });
}

test('the catalog’s other states: what is not there, a search without a match, a choice that is missing, an item added', async ({
  page,
}) => {
  await registerAt(page, newPerson());
  for (const [address, text] of [
    ['/venues/999/vendors', 'We could not find this venue.'],
    ['/venues/1/vendors/999', 'We could not find this vendor.'],
    ['/venues/1/vendors/1/items/999', 'This is not on the menu any more.'],
    ['/venues/1/vendors/location/12', 'Your place: 12'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(text)).toBeVisible();
    await expectNoViolations(page, address);
  }
  await page.goto('/venues/1/vendors/1');
  await page.getByRole('button', { name: 'Search Kumo Ramen' }).click();
  await page.getByRole('textbox', { name: 'Search Kumo Ramen' }).fill('moon');
  await expect(page.getByText('No records found.')).toBeVisible();
  await expectNoViolations(page, 'a search without a match');
  await page.goto('/venues/1/vendors/1/items/2');
  await page.getByRole('button', { name: /Add to cart/ }).click();
  await expect(page.getByText('Choose 1 to go on.')).toBeVisible();
  await expectNoViolations(page, 'a choice that is missing');
  await page.getByRole('radio', { name: /Mild/ }).check();
  await page.getByRole('button', { name: /Add to cart/ }).click();
  await expect(page.getByRole('link', { name: 'Go to cart' })).toBeVisible();
  await expectNoViolations(page, 'an item added');
});

test('what a customer sees on the way to a meal', async ({ page }) => {
  await registerAt(page, newPerson());
  await page.goto('/venues/1/cart');
  await expect(page.getByText('There is nothing in your cart.')).toBeVisible();
  await expectNoViolations(page, 'the empty cart');
  await page.goto('/queues');
  await expect(page.getByText('You have no orders in the queue right now')).toBeVisible();
  await expectNoViolations(page, 'the empty queue');
  await addToCart(page, 'Kumo Ramen', 'Tonkotsu ramen');
  await goToCart(page);
  await expectNoViolations(page, 'the cart with an open choice');
  await chooseCollect(page, 'Kumo Ramen');
  await expectNoViolations(page, 'the cart ready to be paid');
  await pay(page, CARDS.declined);
  await expect(page.getByRole('alert').filter({ hasText: /declined/i })).toBeVisible();
  await expectNoViolations(page, 'a declined payment');
  await pay(page, CARDS.pays);
  await expect(page.getByText(/You are \d+ in the queue/)).toBeVisible();
  await expectNoViolations(page, 'the queue');
  await page.getByRole('link', { name: 'View Order' }).click();
  await expect(page.getByRole('link', { name: /Print/ })).toBeVisible();
  await expectNoViolations(page, 'an order');
  await page.goto('/profile');
  await expect(page.getByText(/Supporting your community since/)).toBeVisible();
  await expectNoViolations(page, 'My Account');
});

test('what a vendor sees', async ({ page }) => {
  await logIn(page, 'vendor@foodhall.test');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolations(page, 'the vendor’s queue');
  await page.getByRole('link', { name: 'Items' }).click();
  await expect(page.getByRole('link', { name: /Edit Item/ }).first()).toBeVisible();
  await expectNoViolations(page, 'the items');
  await page
    .getByRole('link', { name: /Edit Item/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/vendor\//);
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  await expectNoViolations(page, 'the stock of an item');
});
