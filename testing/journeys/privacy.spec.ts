/** Tests what a customer can do with the data that the hall stores about them. */
import { readFile } from 'node:fs/promises';
import { newPerson } from '../client/accounts';
import { buy, enter, kitchen, newAccount } from './support/api';
import { codeFor } from './support/emails';
import { expect, test } from './support/test';

test('a customer downloads their data, and can delete the account after the order is collected', {
  tag: '@core',
}, async ({ customer, vendor, openTab }) => {
  const person = newPerson();
  const account = await newAccount(person);
  const entry = await buy(account);
  await enter(customer, account, '/profile');

  const downloading = customer.waitForEvent('download');
  await customer.getByRole('button', { name: 'Download my data' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('my-data.json');
  const document = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(document).toMatchObject({
    account: { name: person.name, email: person.email },
    orders: [{ id: entry.order.id }],
  });

  await customer.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = customer.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('button', { name: 'Use my password' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/^The order K-\d+ at Kumo Ramen is not collected yet\./);

  const staff = await kitchen();
  await staff.move(entry, 'busy', 'done', 'collected');
  const otherTab = await openTab(customer, '/profile');
  await dialog.getByRole('button', { name: 'Use my password' }).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await customer.keyboard.insertText('another password');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('This is not the password of your account.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(customer.getByText('Your account is deleted.')).toBeVisible();
  await expect(customer).toHaveURL('/');
  // The person's other tab gets the event.
  await expect(otherTab.getByRole('heading', { name: `Welcome ${person.name}` })).toBeHidden();

  await enter(vendor, staff, '/queues', 'Kumo Ramen');
  await vendor.goto(`/order?id=${entry.order.id}&state=collected&queue_id=${entry.id}`);
  await expect(vendor.getByText('Deleted account')).toBeVisible();
  await expect(vendor.getByText(person.name)).toBeHidden();
});

test('a code by email deletes an account without a password, and the same email address can make a new account', async ({
  customer,
}) => {
  const person = newPerson();
  await enter(customer, await newAccount(person), '/profile');
  await customer.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = customer.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('button', { name: 'Email me a code' }).click();
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await customer.keyboard.insertText(await codeFor(person.email));
  await expect(dialog.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  await customer.keyboard.press('Enter');
  await expect(customer.getByText('Your account is deleted.')).toBeVisible();
  const again = await newAccount(person);
  await enter(customer, again, '/profile');
  await expect(customer.getByRole('heading', { name: `Welcome ${person.name}` })).toBeVisible();
});
