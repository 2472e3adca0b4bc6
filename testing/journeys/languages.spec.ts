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

/** A later app's word counts where two have the same English text. */
const APPS = ['remotes/queues', 'host', 'shared-contracts', 'remotes/catalog', 'remotes/checkout'];

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

/** Chooses a language that the hall of the page may not have, as the side panel does. */
const choose = (page: Page, language: string) =>
  page.context().addCookies([{ name: 'language', value: language, url: process.env.E2E_URL ?? '' }]);

const direction = (page: Page) => page.locator('html').getAttribute('dir');

for (const [locale, language, dir, dish] of [
  ['fr-CA', 'fr', 'ltr', 'Ramen tonkotsu'],
  ['ar', 'ar', 'rtl', 'رامن تونكوتسو'],
] as const) {
  test(`a guest who reads ${locale} orders, pays and follows the order in that language`, {
    tag: CORE,
  }, async ({ browser }) => {
    const word = wordsIn(language);
    await withLocale(browser, locale, async (page) => {
      // The hall has French menus and no Arabic ones, so Arabic is a choice.
      if (language === 'ar') await choose(page, language);
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
      await expect(page.getByRole('article').filter({ hasText: dish })).toBeVisible();
    });
  });
}

test('an order at a French hall has its French names in the cart, the queue, the order and the receipt', async ({
  browser,
}) => {
  const word = wordsIn('fr');
  const dish = 'Pain aux noix et aux raisins';
  await withLocale(browser, 'fr', async (page) => {
    await page.addInitScript(() => {
      window.print = () => {};
    });
    await signUp(page);
    await page.goto('/venues');
    await page.getByRole('link', { name: 'Les Halles du Canal' }).click();
    await page.getByRole('link', { name: 'Maison Levain' }).click();
    await page.getByRole('link', { name: new RegExp(dish) }).click();
    await page.getByRole('button', { name: word('Add to cart') }).click();
    await page.getByRole('link', { name: word('Go to cart') }).click();
    const order = page.getByRole('region', { name: 'Maison Levain' });
    await expect(order.getByRole('heading', { name: dish })).toBeVisible();
    await order.getByRole('combobox', { name: word('Collect / Deliver') }).selectOption({ label: word('Collect') });
    await order.getByRole('button', { name: word('Apply'), exact: true }).click();

    await page.getByRole('button', { name: /^Payer/ }).click();
    const fields = page.frameLocator(`iframe[title="${word('Global payment page')}"]`);
    await fields.getByLabel('Card number').fill('4263970000005262');
    await fields.getByLabel('Expiry date').fill('12/34');
    await fields.getByLabel('Security code').fill('123');
    await fields.getByLabel('Cardholder name').fill('Nomsa');
    await fields.getByRole('button', { name: 'Pay now' }).click();

    await expect(page).toHaveURL(/\/queues/);
    await expect(page.getByRole('article', { name: /Maison Levain/ })).toContainText(dish);
    await page.getByRole('link', { name: word('View Order') }).click();
    await expect(page.getByRole('table')).toContainText(dish);
    await page.getByRole('link', { name: word('Print') }).click();
    await expect(page).toHaveURL(/\/order\/print/);
    await expect(page.getByRole('article').getByRole('table')).toContainText(dish);
  });
});

test('a menu in the language of the guest has no line about it, and is found by its English words too', async ({
  browser,
}) => {
  const word = wordsIn('fr');
  await withLocale(browser, 'fr', async (page) => {
    await page.goto('/venues/1/vendors');
    await page.getByRole('link', { name: /Kumo Ramen/ }).click();
    await expect(page.getByRole('link', { name: /Miso et maïs/ })).toBeVisible();
    await expect(page.getByRole('main').locator('[lang]')).toHaveCount(0);
    await expect(page.getByText('Cette carte est en')).toBeHidden();
    const search = word('Search {vendor}').replace('{vendor}', 'Kumo Ramen');
    await page.getByRole('button', { name: search }).click();
    await page.getByRole('textbox', { name: search }).fill('sweetcorn');
    await expect(page.getByRole('link', { name: /Ramen tonkotsu/ })).toBeHidden();
    await expect(page.getByRole('link', { name: /Miso et maïs/ })).toBeVisible();
  });
});

for (const isWithScripts of [true, false]) {
  test(`a French menu on an Arabic page says so once and runs from left to right, ${isWithScripts ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const line = wordsIn('ar')('This menu is in {language}.').replace('{language}', 'الفرنسية');
    const context = await browser.newContext({ javaScriptEnabled: isWithScripts });
    try {
      const page = await context.newPage();
      await choose(page, 'ar');
      await page.goto('/venues');
      await page.getByRole('link', { name: 'Les Halles du Canal' }).click();
      await page.getByRole('link', { name: 'Maison Levain' }).click();
      await expect(page.getByText(line)).toHaveCount(1);
      expect(await direction(page)).toBe('rtl');
      for (const text of ['Un levain de 1987 et un four qui ne refroidit jamais.', 'Miches et baguettes', 'Fougasse']) {
        const element = page.getByRole('main').getByText(text, { exact: true }).first();
        await expect(element).toHaveAttribute('lang', 'fr');
        await expect(element).toHaveAttribute('dir', 'ltr');
      }
      await page.getByRole('link', { name: /Fougasse/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Fougasse' })).toBeVisible();
      await expect(page.getByText(line)).toHaveCount(1);
    } finally {
      await context.close();
    }
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

  test('the language that a visitor chooses is kept, also by the cached page', async ({ customer }) => {
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
