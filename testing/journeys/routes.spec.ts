/** Tests that every path of the shell or a remote shows its screen, and that any other is Not Found. */

import { newPerson } from '../client/accounts';
import { demoAccount, enter, signUp } from './support/api';
import { expect, test } from './support/test';

const NOT_FOUND = "We couldn't find what you were looking for...";

test('every public path shows its screen', async ({ customer }) => {
  for (const [address, heading] of [
    ['/', /Be Quicker with Foodhall/],
    ['/venues', /Be Quicker with Foodhall/],
    ['/venues/1/vendors', /Vendors|Granary/],
    ['/venuesa/1/vendors', /Vendors|Granary/],
    ['/venues/1/vendors/location/12', /Vendors|Granary/],
    ['/venues/1/vendors/1', /Kumo Ramen/],
    ['/venuesa/1/vendors/1', /Kumo Ramen/],
    ['/venues/1/vendors/1/items/1', /Tonkotsu ramen/],
    ['/login', /Login/],
    ['/register', /Register/],
    ['/forgot-password', /Forgot/],
    ['/password-reset/abc?email=a@b.co', /Reset/],
  ] as const) {
    await customer.goto(address);
    await expect(customer.getByRole('heading', { level: 1, name: heading }), address).toBeVisible();
  }
});

test('an address without a screen shows the product’s own Not Found', async ({ customer }) => {
  await customer.goto('/nowhere/at/all');
  await expect(customer.getByRole('heading', { name: NOT_FOUND })).toBeVisible();
  await expect(customer.getByRole('button', { name: 'Go Back' })).toBeVisible();
  await expect(customer.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await customer.getByRole('link', { name: 'Done' }).click();
  await expect(customer.getByRole('heading', { name: /Be Quicker/ })).toBeVisible();
});

test('a missing file, picture or API path responds with a real 404', { tag: '@core' }, async ({ request }) => {
  for (const address of ['/parts/catalog/none/x.js', '/media/none.svg', '/api/v1/none', '/registry/none.json']) {
    expect((await request.get(address)).status(), address).toBe(404);
  }
});

test('a signed-out visitor is redirected to sign in, and then to the intended page', { tag: '@core' }, async ({
  customer,
}) => {
  const person = newPerson();
  await signUp(customer, person);
  await customer.goto('/profile');
  await customer.getByRole('button', { name: 'Log Out' }).click();
  await customer.goto('/queues?filter=all');
  await expect(customer).toHaveURL(/\/login/);
  const form = customer.locator('main');
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Phone').fill(person.phone);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(customer).toHaveURL(/\/queues\?filter=all/);
});

test('every guarded path of a customer shows its screen', { tag: '@core' }, async ({ customer }) => {
  await signUp(customer);
  for (const [address, heading] of [
    ['/queues', /Orders/],
    ['/venues/1/queues', /Orders/],
    ['/venues/1/cart', /Cart/],
    ['/venues/1/cart/12', /Cart/],
    ['/venues/1/carts', /Cart/],
    ['/profile', /./],
    ['/venues/1/profile', /./],
    ['/stitch/return?id=x&status=complete', /Orders/],
  ] as const) {
    await customer.goto(address);
    await expect(customer.getByRole('heading', { level: 1, name: heading }), address).toBeVisible();
    await expect(customer.getByRole('heading', { name: NOT_FOUND }), address).toHaveCount(0);
  }
});

test('every guarded path of a vendor shows its screen', async ({ vendor }) => {
  await enter(vendor, await demoAccount('baker@foodhall.test'), '/queues', 'Butter Lane Bakery');
  await vendor.getByRole('link', { name: 'Items' }).click();
  await expect(vendor.getByRole('heading', { level: 1, name: "Butter Lane Bakery's Items" })).toBeVisible();
  await vendor
    .getByRole('link', { name: /Edit Item/ })
    .first()
    .click();
  await expect(vendor).toHaveURL(/\/vendor\/\d+\/items\/\d+/);
  await expect(vendor.getByRole('heading', { level: 1 })).toBeVisible();
});

test('every path of the office shows its screen to an operator', async ({ page: operator }) => {
  await enter(operator, await demoAccount('operator@foodhall.test'), '/profile');
  for (const [address, heading] of [
    ['/hall/1/today', /Today/],
    ['/hall/1/orders', /Orders/],
    ['/hall/1/stalls', /Stalls/],
    ['/hall/1/stalls/1', /Kumo Ramen/],
    ['/hall/1/stalls/new', /New stall/],
    ['/hall/1/money', /Statements/],
    ['/hall/1/tables', /Tables/],
    ['/hall/1/people', /People/],
    ['/hall/1/settings', /Settings/],
    ['/hall/1/settings/name', /Name and texts/],
    ['/hall/1/settings/live', /Go live/],
    ['/hall/1/money/statements/1?from=2020-01-01&to=2020-01-31', /Statement/],
    ['/hall/1/money/ledger', /Ledger/],
    ['/hall/1/money/disputes', /Disputes/],
    ['/hall/1/money/terms', /Terms/],
  ] as const) {
    await operator.goto(address);
    await expect(operator.getByRole('heading', { level: 1, name: heading }), address).toBeVisible();
  }
});
