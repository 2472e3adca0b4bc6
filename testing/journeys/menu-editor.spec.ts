/** Tests the editor of a stall's menu. Guests see the owner's changes, and neither of two editors overwrites the other's. */
import { demoAccount, enter } from './support/api';
import { expect, test } from './support/test';

test('an owner adds an item that a guest sees at once, and hides it again', { tag: '@core' }, async ({
  vendor: owner,
  customer: guest,
}) => {
  const account = await demoAccount('vendor@foodhall.test');
  const stall = account.data.vendors.data.find(({ name }) => name === 'Kumo Ramen')?.id;
  await enter(owner, account, `/your-items/${stall}`, 'Kumo Ramen');
  await owner.getByRole('link', { name: 'Edit menu' }).click();
  await guest.goto(`/venues/1/vendors/${stall}`);
  await expect(guest.getByText('Tonkotsu ramen').first()).toBeVisible();

  await owner
    .getByRole('button', { name: /^Add an item to/ })
    .first()
    .click();
  const name = `Ramen of the day ${Date.now()}`;
  await owner.getByLabel('Name', { exact: true }).fill(name);
  await owner.getByLabel(/^Price/).fill('18,50');
  await owner.getByRole('button', { name: 'Save' }).click();
  await expect(owner.getByRole('button', { name: `Edit ${name}` })).toBeVisible();
  await expect(guest.getByText(name)).toBeVisible();

  await owner.getByRole('button', { name: `More for ${name}` }).click();
  await owner.getByRole('button', { name: 'Hide from customers' }).click();
  await expect(guest.getByText(name)).toBeHidden();
  await owner.getByRole('button', { name: `More for ${name}` }).click();
  await owner.getByRole('button', { name: 'Delete' }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  // The row identifies the item, since the question names it too until it closes.
  await expect(owner.getByRole('button', { name: `Edit ${name}` })).toHaveCount(0);
  await expect(owner.getByRole('alertdialog')).toBeHidden();
});

test('an owner adds the French texts of a new item, and guests see the menu in French again', async ({
  vendor: owner,
  browser,
}) => {
  const account = await demoAccount('vendor@foodhall.test');
  const stall = account.data.vendors.data.find(({ name }) => name === 'Kumo Ramen')?.id;
  const name = `Ramen of the day ${Date.now()}`;
  const french = name.replace('Ramen of the day', 'Ramen du jour');
  await enter(owner, account, `/vendor/${stall}/menu`, 'Kumo Ramen');
  const status = owner.getByRole('region', { name: 'Translations' });
  await expect(status).toContainText('Complete.');
  const context = await browser.newContext({ locale: 'fr-FR' });
  const guest = await context.newPage();
  await guest.goto(`/venues/1/vendors/${stall}`);
  await expect(guest.getByText('Ramen tonkotsu').first()).toBeVisible();

  await owner
    .getByRole('button', { name: /^Add an item to/ })
    .first()
    .click();
  await owner.getByLabel('Name', { exact: true }).fill(name);
  await owner.getByLabel(/^Price/).fill('18,50');
  await owner.getByRole('button', { name: 'Save' }).click();
  await expect(status).toContainText('2 texts are missing. Guests see this menu in English.');
  await expect(guest.getByText(name)).toBeVisible();
  await expect(guest.getByText('Tonkotsu ramen').first()).toBeVisible();

  await owner.getByRole('button', { name: 'Next missing text: Français' }).click();
  await expect(owner.getByRole('tab', { name: 'Français 2 missing' })).toHaveAttribute('aria-selected', 'true');
  await owner.getByLabel('Name', { exact: true }).fill(french);
  await owner.getByRole('button', { name: 'Save' }).click();
  await expect(status).toContainText('1 text is missing.');
  await owner.getByRole('button', { name: 'Next missing text: Français' }).click();
  await owner.getByLabel('Name of size 1').fill('Classique');
  await owner.getByRole('button', { name: 'Save' }).click();
  await expect(status).toContainText('Complete.');
  await expect(guest.getByText(french)).toBeVisible();
  await expect(guest.getByText('Ramen tonkotsu').first()).toBeVisible();
  await context.close();

  await owner.getByRole('button', { name: `More for ${name}` }).click();
  await owner.getByRole('button', { name: 'Delete' }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(owner.getByRole('button', { name: `Edit ${name}` })).toHaveCount(0);
});

test('the second of two editors sees the changes of the first and decides which text to keep', async ({
  vendor: first,
  customer: second,
}) => {
  const account = await demoAccount('vendor@foodhall.test');
  const stall = account.data.vendors.data.find(({ name }) => name === 'Kumo Ramen')?.id;
  await enter(first, account, `/vendor/${stall}/menu`, 'Kumo Ramen');
  await enter(second, account, `/vendor/${stall}/menu`, 'Kumo Ramen');
  const describeRamen = async (page: typeof first, text: string) => {
    await page.getByRole('button', { name: 'Edit Tonkotsu ramen' }).click();
    await page.getByLabel('Description').fill(text);
  };
  await describeRamen(first, 'Eighteen hours of pork bones.');
  await describeRamen(second, 'Our richest broth.');
  await first.getByRole('button', { name: 'Save' }).click();
  await expect(first.getByRole('heading', { name: 'Menu', exact: true })).toBeVisible();
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('Theirs: Eighteen hours of pork bones.')).toBeVisible();
  await second.getByRole('button', { name: 'Keep mine: Description' }).click();
  await second.getByRole('button', { name: 'Save' }).click();
  await first.reload();
  await first.getByRole('button', { name: 'Edit Tonkotsu ramen' }).click();
  await expect(first.getByLabel('Description')).toHaveValue('Our richest broth.');
});

test('the owner drags an entry to another position and moves it back with the keyboard', async ({ vendor: owner }) => {
  const account = await demoAccount('vendor@foodhall.test');
  const stall = account.data.vendors.data.find(({ name }) => name === 'Kumo Ramen')?.id;
  await enter(owner, account, `/vendor/${stall}/menu`, 'Kumo Ramen');
  const rows = owner.getByRole('listitem').filter({ has: owner.getByRole('button', { name: /^Edit/ }) });
  const names = () => rows.evaluateAll((list) => list.slice(0, 2).map((row) => row.querySelector('p')?.textContent));
  await expect(rows.first()).toBeVisible();
  const [one, two] = await names();
  // An entry that is dropped on the lower half of the second one comes after it.
  const { height = 0 } = (await rows.nth(1).boundingBox()) ?? {};
  await rows
    .nth(0)
    .locator('[aria-hidden="true"]')
    .first()
    .dragTo(rows.nth(1), { targetPosition: { x: 40, y: height - 12 } });
  await expect.poll(names).toEqual([two, one]);
  await owner.getByRole('button', { name: `More for ${one}` }).click();
  await owner.getByRole('button', { name: 'Move up' }).press('Enter');
  await expect.poll(names).toEqual([one, two]);
});

test('an edit survives a failed save without a connection and a reload, and the next try saves it', async ({
  vendor: owner,
}) => {
  const account = await demoAccount('vendor@foodhall.test');
  const stall = account.data.vendors.data.find(({ name }) => name === 'Kumo Ramen')?.id;
  await enter(owner, account, `/vendor/${stall}/menu`, 'Kumo Ramen');
  await owner.getByRole('button', { name: 'Edit Pork gyoza' }).click();
  const description = owner.getByLabel('Description');
  await description.fill('Six, fried on one side.');
  await owner.context().setOffline(true);
  await owner.getByRole('button', { name: 'Save' }).click();
  const failure = owner.getByRole('alert').filter({ hasText: 'What you typed is kept in this tab.' });
  await expect(failure).toContainText('Check your internet connection and try again.');
  await expect(description).toHaveValue('Six, fried on one side.');
  await owner.context().setOffline(false);
  await owner.reload();
  await expect(owner.getByText('These are your changes from before. They are not saved yet.')).toBeVisible();
  await expect(description).toHaveValue('Six, fried on one side.');
  await owner.getByRole('button', { name: 'Save' }).click();
  await owner.getByRole('button', { name: 'Edit Pork gyoza' }).click();
  await expect(description).toHaveValue('Six, fried on one side.');
});

test('a member of another stall can neither see nor change a stall’s menu, hours, people and daily summary', async ({
  vendor: baker,
}) => {
  const account = await demoAccount('baker@foodhall.test');
  await enter(baker, account, '/queues', 'Butter Lane Bakery');
  for (const page of ['menu', 'hours', 'members', 'day']) {
    await baker.goto(`/vendor/1/${page}`);
    await expect(baker.getByText('This is not one of your vendors.')).toBeVisible();
  }
  const { status } = await account.send({
    method: 'PUT',
    path: '/vendors/1/menu-editor/items/1',
    body: { version: 'unknown', name: 'Bread' },
  });
  expect(status).toBe(403);
});
