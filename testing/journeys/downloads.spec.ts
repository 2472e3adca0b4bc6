/**
 * Tests which remotes a person downloads: those of the screens that the person opens. A guest and a cook download none of the stall's own
 * tools, and nothing of the hall's office, which only its operators open.
 */
import type { Page } from '@playwright/test';
import { newPerson } from '../client/accounts';
import { buy, demoAccount, enter, newAccount } from './support/api';
import { downloadsOf } from './support/downloads';
import { CARDS, chooseCollect, goToCart, openItem, pay, register } from './support/people';
import { newMember } from './support/stalls';
import { expect, test } from './support/test';
import { cachedFiles, openUnderWorker, snapshot } from './support/worker';

test.use({ serviceWorkers: 'allow' });

const KUMO = 'Kumo Ramen';
const TOOLS = 'vendor-tools';
const OFFICE = 'hall';

/** Checks that the page preloads no file of the app, and that the worker has cached none. */
async function expectNothingOf(page: Page, app: string): Promise<void> {
  await expect(page.locator(`link[href*="/parts/${app}/"], script[src*="/parts/${app}/"]`)).toHaveCount(0);
  expect(await cachedFiles(page)).not.toContain(`/parts/${app}/`);
}

test('a guest downloads nothing of the vendor tools and of the office from the venues to the receipt', async ({
  customer: guest,
}) => {
  const downloads = downloadsOf(guest.context());
  // The receipt goes back by itself after printing.
  await guest.addInitScript(() => {
    window.print = () => {};
  });
  await test.step('the guest opens the venues, the vendors, a menu and an item', async () => {
    await openUnderWorker(guest, '/venues', 'catalog');
    await openItem(guest, KUMO, 'Tonkotsu ramen');
  });
  await test.step('the guest opens the cart and pays', async () => {
    await guest.getByRole('button', { name: /Add to cart/ }).click();
    const modal = guest.getByRole('dialog');
    await modal.getByRole('button', { name: 'Register' }).click();
    await register(modal, newPerson());
    await goToCart(guest);
    await chooseCollect(guest, KUMO);
    await pay(guest, CARDS.pays);
    await expect(guest).toHaveURL(/\/queues/);
  });
  await test.step('the guest opens the order, its receipt and the account', async () => {
    await guest.getByRole('link', { name: 'View Order' }).first().click();
    const printing = guest.waitForURL(/\/order\/print\?id=\d+$/);
    await Promise.all([printing, guest.getByRole('link', { name: 'Print' }).click()]);
    await expect(guest).toHaveURL(/\/order\?id=/);
    await guest.goto('/profile');
    await expect(guest.getByText('Supporting your community since')).toBeVisible();
  });
  console.log(`downloads of a guest: ${downloads}`);
  for (const app of ['host', 'catalog', 'checkout', 'queues']) expect(downloads.filesOf(app)).not.toEqual([]);
  for (const app of [TOOLS, OFFICE]) {
    expect(downloads.filesOf(app)).toEqual([]);
    await expectNothingOf(guest, app);
  }
});

test('a cook who works on an order downloads nothing of the vendor tools before opening the items', async ({
  vendor: cook,
}) => {
  const owner = await demoAccount('vendor@foodhall.test');
  const stall = owner.data.vendors.data.find(({ name }) => name === KUMO);
  const account = await newMember(owner, stall?.id ?? 0, 'staff');
  const { order } = await buy(await newAccount());
  const downloads = downloadsOf(cook.context());
  const ticket = cook.getByRole('article', { name: new RegExp(`${order.order_number}$`) });
  try {
    await test.step('the cook moves an order from Pick to Collected', async () => {
      await enter(cook, account, '/queues?filter=all', KUMO);
      await openUnderWorker(cook, '/queues?filter=all', 'queues');
      await expect(cook.getByText('Live', { exact: true })).toBeVisible();
      for (const step of ['Pick', 'Done', 'Collected']) {
        const button = ticket.first().getByRole('button', { name: step, exact: true });
        await expect(button).toBeEnabled();
        await button.click();
        await expect(button).toHaveCount(0);
      }
    });
    await test.step('the cook opens the page of an order', async () => {
      await cook.goto(`/order?id=${order.id}&state=collected`);
      await expect(cook.getByRole('link', { name: 'Print' })).toBeVisible();
    });
    console.log(`downloads of a cook: ${downloads}`);
    expect(downloads.filesOf('queues')).not.toEqual([]);
    expect(downloads.filesOf(TOOLS)).toEqual([]);
    await expectNothingOf(cook, TOOLS);

    await test.step('opening the items downloads the vendor tools, so the count works', async () => {
      await cook.goto(`/your-items/${stall?.id}`);
      await expect(cook.getByRole('heading', { name: `${KUMO}'s Items` })).toBeVisible();
      expect(downloads.filesOf(TOOLS)).not.toEqual([]);
      expect(await cachedFiles(cook)).toContain(`/parts/${TOOLS}/`);
    });
    await test.step('the worker caches the screens that staff open, and none that only owners open', async () => {
      const { path = '', modules = {} } = (await snapshot()).remotes[TOOLS] ?? {};
      const filesOf = (...screens: string[]) =>
        screens.flatMap((name) => modules[name] ?? []).map((file) => path + file);
      const staffs = filesOf('your-items', 'item-status');
      const owners = filesOf('menu-editor', 'hours', 'hall-hours', 'day', 'members', 'operators').filter(
        (it) => !staffs.includes(it),
      );
      expect(owners).not.toEqual([]);
      await cook.reload();
      for (const file of staffs) await expect.poll(() => cachedFiles(cook)).toContain(file);
      expect(downloads.filesOf(TOOLS).filter((file) => owners.includes(file))).toEqual([]);
    });
    expect(downloads.filesOf(OFFICE)).toEqual([]);
    await expectNothingOf(cook, OFFICE);
  } finally {
    await owner.send({ method: 'DELETE', path: `/vendors/${stall?.id}/members/${account.data.id}` });
  }
});

test('an operator downloads the office when opening it, and not before', async ({ page: operator }) => {
  const downloads = downloadsOf(operator.context());
  await enter(operator, await demoAccount('operator@foodhall.test'), '/profile');
  await openUnderWorker(operator, '/venues', 'catalog');
  await operator.goto('/profile');
  await expect(operator.getByRole('link', { name: 'Office of the hall' })).toBeVisible();
  expect(downloads.filesOf(OFFICE)).toEqual([]);
  await operator.getByRole('link', { name: 'Office of the hall' }).click();
  await expect(operator.getByRole('heading', { name: 'Your halls' })).toBeVisible();
  expect(downloads.filesOf(OFFICE)).not.toEqual([]);
});
