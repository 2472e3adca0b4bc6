/** Stock and Export Orders, clause by clause, as the vendors of the demo meet them. */
import type { Page } from '@playwright/test';
import { logIn } from './support/people';
import { expect, test } from './support/test';

async function openItemOf(vendor: Page, item: string): Promise<void> {
  await vendor.getByRole('link', { name: 'Items' }).click();
  await vendor.getByRole('article', { name: item }).getByRole('link', { name: 'Edit Item' }).click();
  await expect(vendor.getByRole('heading', { name: item, level: 1 })).toBeVisible();
}

async function flip(vendor: Page, name: RegExp): Promise<void> {
  await vendor.getByRole('checkbox', { name }).click();
  await expect(vendor.getByText('Successfully updated status!')).toBeVisible();
  await vendor.getByRole('button', { name: 'OK' }).click();
}

async function openExport(vendor: Page, email: string): Promise<void> {
  await logIn(vendor, email);
  await vendor.goto('/profile');
  await expect(vendor.getByRole('region', { name: 'Export Orders' })).toBeVisible();
}

test("your items: the vendor's name, each item's status, and 'Edit Item' to its stock page", async ({ vendor }) => {
  await logIn(vendor, 'vendor@foodhall.test');
  await vendor.getByRole('link', { name: 'Items' }).click();
  await expect(vendor.getByRole('heading', { name: "Kumo Ramen's Items", level: 1 })).toBeVisible();
  const item = vendor.getByRole('article', { name: 'Pork gyoza' });
  await expect(item.getByText('active', { exact: true })).toBeVisible();
  await item.getByRole('link', { name: 'Edit Item' }).click();
  await expect(vendor).toHaveURL(/\/vendor\/\d+\/items\/\d+$/);
});

test('an item switched off leaves an open menu at once, and comes back', async ({ customer, vendor }) => {
  await customer.goto('/venues/1/vendors/1');
  const dish = customer.getByRole('link', { name: /Pork gyoza/ });
  await expect(dish).toBeVisible();
  await logIn(vendor, 'vendor@foodhall.test');
  await openItemOf(vendor, 'Pork gyoza');
  await flip(vendor, /Pork gyoza/);
  await expect(dish).toHaveCount(0);
  await flip(vendor, /Pork gyoza/);
  await expect(dish).toBeVisible();
});

test('a variant and an option are switched on their own', async ({ customer, vendor }) => {
  await logIn(vendor, 'vendor@foodhall.test');
  await openItemOf(vendor, 'Tonkotsu ramen');
  await flip(vendor, /^Large/);
  await flip(vendor, /^Soy-cured egg/);
  await customer.goto('/venues/1/vendors/1');
  await customer.getByRole('link', { name: /Tonkotsu ramen/ }).click();
  await expect(customer.getByRole('checkbox', { name: /Sweetcorn and butter/ })).toBeVisible();
  await expect(customer.getByRole('radio', { name: /Large/ })).toHaveCount(0);
  await expect(customer.getByRole('checkbox', { name: /Soy-cured egg/ })).toHaveCount(0);
  await flip(vendor, /^Large/);
  await flip(vendor, /^Soy-cured egg/);
});

test('the stock page has one column below 800 px and two from there on', async ({ vendor }) => {
  await logIn(vendor, 'vendor@foodhall.test');
  await openItemOf(vendor, 'Tonkotsu ramen');
  const left = async (name: string) => (await vendor.getByRole('heading', { name }).boundingBox())?.x;
  await vendor.setViewportSize({ width: 799, height: 900 });
  expect(await left('Variants')).toBe(await left('Tonkotsu ramen'));
  await vendor.setViewportSize({ width: 800, height: 900 });
  expect(await left('Variants')).toBeGreaterThan((await left('Tonkotsu ramen')) ?? 0);
});

test("export: without orders an alert says 'No orders to export', and no file comes", async ({ vendor }) => {
  await openExport(vendor, 'baker@foodhall.test');
  await vendor.route('**/api/v1/vendors/*/orders*', (route) => route.fulfill({ json: { data: [] } }));
  await vendor.getByRole('button', { name: 'Export', exact: true }).click();
  const alert = vendor.getByRole('alertdialog', { name: 'No orders to export' });
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(alert).toBeHidden();
});
