/**
 * Tests one shell with one remote of another release, in the registry of today's server. A pair that fits plays a short journey. Any other
 * pair is refused by name, and the page requests no file of that remote.
 */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { browserOf, sessionKeys } from '../client/accounts';
import { putInCart, vendorNamed } from '../client/orders';
import { buy, demoAccount, kitchen, newAccount } from '../journeys/support/api';
import { openItem } from '../journeys/support/people';
import type { Pair } from './pair';

type Phone = BrowserContextOptions['storageState'];

interface Journey {
  who: 'visitor' | 'shopper' | 'diner' | 'cook' | 'operator';
  start: string;
  play: (page: Page) => Promise<void>;
}

const pairs = JSON.parse(readFileSync(process.env.SKEW_PAIRS ?? '', 'utf8')) as Pair[];
const registry = path.join(process.env.E2E_DIST ?? '', 'registry');

const JOURNEYS: Record<string, Journey> = {
  catalog: {
    who: 'visitor',
    start: '/venues',
    play: (page) => openItem(page, KUMO, 'Tonkotsu ramen'),
  },
  checkout: {
    who: 'shopper',
    start: '/venues/1/cart',
    async play(page) {
      const order = page.getByRole('region', { name: KUMO }).first();
      await order.getByRole('combobox', { name: 'Collect / Deliver' }).selectOption('Deliver');
      await order.getByRole('combobox', { name: 'Deliver to' }).selectOption('Table');
      await order.getByLabel('Table number').fill('12');
      await expect(order.getByRole('button', { name: 'Apply' })).toBeEnabled();
    },
  },
  queues: {
    who: 'diner',
    start: '/queues?filter=all',
    async play(page) {
      await expect(page.getByText('REMEMBER TO MARK YOUR ORDER AS RECEIVED').first()).toBeVisible();
      await page.goto(orderAddress);
      await expect(page.getByRole('button', { name: 'Mark as received' }).first()).toBeVisible();
    },
  },
  'vendor-tools': {
    who: 'cook',
    start: '/your-items/1',
    async play(page) {
      await page.getByRole('link', { name: 'Edit Item' }).first().click();
      await expect(page.getByText('Variants').first()).toBeVisible();
    },
  },
  hall: {
    who: 'operator',
    start: '/hall/1/today',
    async play(page) {
      await page.getByRole('link', { name: 'Stalls', exact: true }).first().click();
      await expect(page.getByRole('link', { name: KUMO }).first()).toBeVisible();
    },
  },
};

const KUMO = 'Kumo Ramen';
/** The storage of each person's phone, so that a page opens signed in, and a finished order of the diner. */
const phones: Partial<Record<Journey['who'], Phone>> = {};
let orderAddress = '';

test.beforeAll(async () => {
  const site = process.env.E2E_URL ?? '';
  const [shopper, diner, cook] = [await newAccount(), await newAccount(), await kitchen()];
  const operator = await demoAccount('operator@foodhall.test');
  await putInCart(shopper, await vendorNamed(shopper, 1, KUMO), 'Tonkotsu ramen');
  const bought = await buy(diner);
  await cook.move(bought, 'busy', 'done');
  orderAddress = `/order?id=${bought.order.id}&state=done&queue_id=${bought.id}`;
  phones.shopper = browserOf(site, sessionKeys(shopper));
  phones.diner = browserOf(site, sessionKeys(diner));
  phones.cook = browserOf(site, sessionKeys(cook, KUMO));
  phones.operator = browserOf(site, sessionKeys(operator));
});

/** Writes the pointer to a draft, which is then renamed, as a release does. */
function makeLive({ pointer }: Pair): void {
  const draft = path.join(registry, '.pointer');
  writeFileSync(draft, pointer);
  renameSync(draft, path.join(registry, 'pointer.json'));
}

for (const [index, pair] of pairs.entries()) {
  test(`${pair.part} ${pair.remote} on shell ${pair.shell}`, async ({ browser }, info) => {
    const journey = JOURNEYS[pair.part];
    if (!journey) throw new Error(`There is no journey for ${pair.part}.`);
    const { who, start, play } = journey;
    const context = await browser.newContext({ storageState: phones[who] });
    const page = await context.newPage();
    const asked: string[] = [];
    const errors: string[] = [];
    const logged: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => logged.push(message.text()));
    const files = (folder: string) => asked.filter((file) => file.startsWith(folder));
    let result = 'passes';
    try {
      makeLive(pair);
      await page.goto(start);
      if (pair.refusals.length > 0) {
        await expect(page.getByText(/This (part|section) could not be loaded/).first()).toBeVisible();
        result = pair.refusals.join(' ');
        const named = new RegExp(`Remote '${pair.part}' .*needs contract`);
        await expect.poll(() => logged.find((line) => named.test(line)), 'the remote is named').toBeDefined();
        expect(files(`/parts/${pair.part}/`), 'nothing of the remote is asked for').toEqual([]);
      } else {
        await play(page);
        expect(files(pair.partPath).length, 'the remote of this release ran').toBeGreaterThan(0);
      }
      expect(files(pair.hostPath).length, 'the shell of this release ran').toBeGreaterThan(0);
      expect(errors).toEqual([]);
    } catch (error) {
      result = `FAIL: ${stripVTControlCharacters((error as Error).message).split('\n')[0]}`;
      info.annotations.push({ type: 'console', description: logged.slice(-5).join('\n') });
      throw error;
    } finally {
      appendFileSync(process.env.SKEW_RESULTS ?? '', `${JSON.stringify({ index, result })}\n`);
      await context.close();
    }
  });
}
