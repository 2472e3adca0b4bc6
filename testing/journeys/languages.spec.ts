/** Tests the languages of the site: the visitor's own, the choice in the side panel, and an order from the dish to the queue in each. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { root } from 'releases/build/apps';
import { signUp } from './support/api';
import { CORE } from './support/core';
import { CARDS } from './support/people';
import { test } from './support/test';
import { openUnderWorker } from './support/worker';

const APPS = ['host', 'shared-contracts', 'remotes/catalog', 'remotes/checkout'];

/** Returns the texts of the apps in a language by their English text. A text without a translation fails the test. */
function wordsIn(language: string): (english: string) => string {
  const catalogs = APPS.map((app) =>
    Object.entries<string>(JSON.parse(readFileSync(path.join(root, app, 'src/locales', `${language}.json`), 'utf8'))),
  );
  const words = new Map(catalogs.flat());
  return (english) => {
    const word = words.get(english);
    if (word === undefined) throw new Error(`'${english}' is not translated into ${language}.`);
    return word;
  };
}

async function withLocale(browser: Browser, locale: string, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ locale });
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const direction = (page: Page) => page.locator('html').getAttribute('dir');

for (const [locale, language, dir, dish] of [
  ['fr-CA', 'fr', 'ltr', 'Ramen tonkotsu'],
  ['ar', 'ar', 'rtl', 'رامن تونكوتسو'],
] as const) {
  test(`a guest whose device speaks ${locale} orders, pays and follows the order in that language`, {
    tag: CORE,
  }, async ({ browser }) => {
    const word = wordsIn(language);
    await withLocale(browser, locale, async (page) => {
      await signUp(page);
      await page.goto('/venues/1/vendors');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      expect(await direction(page)).toBe(dir);
      await page.getByRole('link', { name: /Kumo Ramen/ }).click();
      await page
        .getByRole('link', { name: new RegExp(dish) })
        .first()
        .click();
      await page.getByRole('button', { name: word('Add to cart') }).click();
      await page.getByRole('link', { name: word('Go to cart') }).click();
      await expect(page.getByRole('heading', { name: word('Cart'), level: 1 })).toBeVisible();

      const order = page.getByRole('region', { name: 'Kumo Ramen' });
      await order.getByRole('combobox', { name: word('Collect / Deliver') }).selectOption({ label: word('Collect') });
      await order.getByRole('button', { name: word('Apply'), exact: true }).click();
      await expect(order.getByRole('button', { name: word('Change') })).toBeVisible();

      const fields = page.frameLocator('iframe[title="Secure payment input frame"]');
      await fields.getByLabel('Card number').fill(CARDS.pays);
      await fields.getByLabel('Expiration date').fill('12/34');
      await fields.getByLabel('Security code').fill('123');
      await page
        .getByRole('form', { name: word('Payment') })
        .getByRole('button')
        .last()
        .click();
      await expect(page).toHaveURL(/\/queues/);
      await expect(page.getByText(/K-\d+/).first()).toBeVisible();
    });
  });
}

test('a reader without scripts gets the page in the language of the browser', { tag: CORE }, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'fr', javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto('/venues');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page).toHaveTitle(new RegExp(wordsIn('fr')('Venues')));
    await expect(page.getByRole('link', { name: /Granary Square Market/ })).toBeVisible();
  } finally {
    await context.close();
  }
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the language that a visitor chooses is kept, also by the cached page', { tag: CORE }, async ({ customer }) => {
    const arabic = wordsIn('ar');
    await openUnderWorker(customer, '/venues', 'catalog');
    await customer.getByRole('button', { name: 'Menu' }).first().click();
    await customer.getByRole('combobox', { name: 'Language' }).selectOption('ar');
    await expect(customer.locator('html')).toHaveAttribute('dir', 'rtl');
    await customer.goto('/venues/1/vendors');
    await expect(customer.getByRole('heading', { name: arabic('Vendors'), level: 1 })).toBeVisible();
    await customer.context().setOffline(true);
    await customer.reload();
    await expect(customer.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(customer.getByRole('heading', { name: arabic('Vendors'), level: 1 })).toBeVisible();
    await customer.context().setOffline(false);
  });
});
