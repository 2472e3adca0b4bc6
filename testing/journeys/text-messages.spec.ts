/** Tests text messages on a site of its own, whose messages go to the stand-in of print-stand-ins. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { SmsStandIn } from 'print-stand-ins/sms';
import { freePort } from 'scripts/site/postgres';
import { type Site, startSite } from 'scripts/site/site';
import { type Account, logIn, register, sessionKeys } from '../client/accounts';
import { overHttp } from '../client/http';
import { buy, move } from '../client/orders';
import { sandboxAt } from '../client/sandbox';
import { expect, test } from './support/test';

const NUMBER = '+447700900123';

let service: SmsStandIn;
let site: Site;
let dataDir: string;
test.beforeAll(async () => {
  service = await SmsStandIn.start();
  dataDir = await mkdtemp(path.join(tmpdir(), 'foodhall-texts-'));
  const port = await freePort();
  site = await startSite({
    port,
    sandboxPort: await freePort(),
    dataDir,
    distDir: process.env.E2E_DIST ?? '',
    env: { SITE_URL: `http://localhost:${port}`, FIRST_SCREEN_WAIT_MS: '10000', ...service.settings },
  });
});
test.afterAll(async () => {
  await site.stop();
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const client = () => overHttp(`${site.url}/api/v1`);

async function enter(page: Page, account: Account, address: string): Promise<void> {
  await page.goto(`${site.url}/meta.json`);
  await page.evaluate((keys) => {
    for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, value);
  }, sessionKeys(account));
  await page.goto(`${site.url}${address}`);
}

const lastCode = () => /\d{6}/.exec(service.textsTo(NUMBER).at(-1) ?? '')?.[0] ?? '';

test('a guest confirms a number, gets one text message when the order is ready, and removes the number', async ({
  customer,
}) => {
  const guest = await register(client());
  const entry = await buy(guest, sandboxAt(site.sandboxUrl ?? ''));
  await enter(customer, guest, '/queues');

  await test.step('the number is confirmed by the code that it gets', async () => {
    await customer.getByRole('button', { name: 'Text me' }).click();
    const dialog = customer.getByRole('dialog', { name: 'Text me when it is ready' });
    await dialog.getByLabel('Mobile number').fill('0820000001');
    await dialog.getByRole('button', { name: 'Text me a code' }).click();
    await expect(dialog.getByText('Enter the number with its country code, such as +44 7700 900123.')).toBeVisible();
    await dialog.getByLabel('Mobile number').fill('+44 7700 900 123');
    await dialog.getByRole('button', { name: 'Text me a code' }).click();
    await expect(dialog.getByText('We have sent a code to ••••••••• 123.')).toBeVisible();
    const code = lastCode();
    await dialog.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
    await expect(dialog.getByText('This is not the code from the text message.')).toBeVisible();
    await dialog.getByLabel('Code').fill(code);
    await expect(customer.getByText('We text you when your order is ready.')).toBeVisible();
    await expect(customer.getByRole('button', { name: 'Text me' })).toBeHidden();
  });

  await test.step('the order that is done sends one message', async () => {
    const staff = await logIn(client(), 'vendor@foodhall.test');
    await move(staff, entry, 'busy', 'done');
    const ready = () => service.textsTo(NUMBER).filter((text) => text.startsWith('Order '));
    await expect.poll(ready).toEqual([`Order ${entry.order.order_number} of Kumo Ramen is ready to collect.`]);
  });

  await test.step('My Account shows the number, and removes it', async () => {
    await customer.goto(`${site.url}/profile`);
    await expect(customer.getByText('••••••••• 123')).toBeVisible();
    await customer.getByRole('button', { name: 'Remove' }).click();
    await expect(customer.getByText('••••••••• 123')).toBeHidden();
  });
});
