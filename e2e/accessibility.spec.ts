/** axe finds nothing on the screens of the main journey, in light and in dark. */
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
