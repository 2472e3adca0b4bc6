/** Tests the office of a hall: an operator runs it on a phone, without a terminal. */
import { buy, demoAccount, enter, newAccount } from './support/api';
import { expect, test } from './support/test';

test('an operator makes a stall, edits it, opens and closes it, and archives it', { tag: '@core' }, async ({
  page: operator,
  customer: guest,
}) => {
  const name = `Office Bar ${Date.now()}`;
  await enter(operator, await demoAccount('operator@foodhall.test'), '/profile');
  await operator.getByRole('link', { name: 'Office of the hall' }).click();
  // The operator has one hall, whose office opens at once.
  const office = operator.getByRole('navigation', { name: 'Office of the hall' });
  await office.getByRole('link', { name: 'Stalls' }).click();

  await test.step('a new stall leads to its first item', async () => {
    await operator.getByRole('link', { name: 'Add a stall' }).click();
    await operator.getByLabel('Name', { exact: true }).fill(name);
    await operator.getByRole('button', { name: 'Create the stall' }).click();
    await expect(operator.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(operator.getByRole('link', { name: 'Add the first item' })).toHaveAttribute(
      'href',
      /\/vendor\/\d+\/menu/,
    );
  });

  await test.step('the guests read what the operator has written', async () => {
    await operator.getByLabel('Description', { exact: true }).fill('Tea and cake.');
    await operator.getByRole('button', { name: 'Save' }).click();
    await expect(operator.getByRole('button', { name: 'Save' })).toBeDisabled();
    await operator
      .getByRole('navigation', { name: 'Office of the hall' })
      .getByRole('link', { name: 'Stalls' })
      .click();
    await operator.getByRole('button', { name: `Open the stall: ${name}` }).click();
    await expect(operator.getByRole('button', { name: `Close the stall: ${name}` })).toBeVisible();
    await guest.goto('/venues/1/vendors');
    await expect(guest.getByRole('link', { name: new RegExp(name) })).toBeVisible();
    await expect(guest.getByText('Tea and cake.')).toBeVisible();
  });

  await test.step('an archived stall is gone for everyone', async () => {
    await operator.getByRole('button', { name: `Close the stall: ${name}` }).click();
    await expect(operator.getByRole('button', { name: `Open the stall: ${name}` })).toBeVisible();
    await operator.getByRole('link', { name: `Edit ${name}` }).click();
    await operator.getByRole('button', { name: 'Archive the stall' }).click();
    await operator.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
    await expect(operator.getByRole('heading', { level: 1, name: 'Stalls' })).toBeVisible();
    await expect(operator.getByText(name, { exact: true })).toHaveCount(0);
    await guest.reload();
    await expect(guest.getByRole('link', { name: /Kumo Ramen/ })).toBeVisible();
    await expect(guest.getByRole('link', { name: new RegExp(name) })).toHaveCount(0);
  });
});

test('an operator finds an order by its number, and refunds an amount of it', async ({ page: operator }) => {
  const { order } = await buy(await newAccount());
  await enter(operator, await demoAccount('operator@foodhall.test'), '/hall/1/orders');
  await operator.getByLabel('Find an order').fill(order.order_number ?? '');
  await operator.getByRole('button', { name: 'Find', exact: true }).click();
  await operator
    .getByRole('link', { name: new RegExp(`^${order.order_number}`) })
    .first()
    .click();
  await expect(operator.getByRole('heading', { level: 1, name: order.order_number ?? '' })).toBeVisible();
  await operator.getByRole('radio', { name: 'An amount' }).check();
  await operator.getByLabel(/^Amount in/).fill('1.50');
  await operator.getByLabel('Reason').fill('The soup was cold.');
  await operator.getByRole('button', { name: 'Refund', exact: true }).click();
  await operator.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click();
  const refunds = operator.getByRole('region', { name: 'Refunds' });
  const made = refunds.getByRole('listitem').filter({ hasText: 'The soup was cold.' });
  await expect(made).toContainText('$1.50');
});

test('an operator sets terms, pays a stall what its statement owes, undoes it, and checks the books', async ({
  page: operator,
}) => {
  const account = await demoAccount('operator@foodhall.test');
  const { order } = await buy(await newAccount());
  const stall = order.vendor.name;
  await enter(operator, account, '/hall/1/money/terms');
  const money = operator.getByRole('navigation', { name: 'Money' });

  await test.step('the commission is explained at its field, and saved', async () => {
    await operator.getByRole('button', { name: `Edit the terms of ${stall}` }).click();
    const form = operator.getByRole('dialog');
    await form.getByLabel('Commission in percent').fill('101');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Enter a percentage between 0 and 100.')).toBeVisible();
    await form.getByLabel('Commission in percent').fill('10');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(operator.getByText('10 % commission').first()).toBeVisible();
  });

  await test.step('the statement of this month owes the order', async () => {
    await money.getByRole('link', { name: 'Statements' }).click();
    await operator.getByLabel('Days of the statements').selectOption('this');
    await operator
      .getByRole('list', { name: 'Statements of the stalls' })
      .getByRole('link', { name: new RegExp(stall) })
      .click();
    await expect(operator.getByRole('heading', { level: 1, name: stall })).toBeVisible();
    await expect(operator.getByText('Sales with tax')).toBeVisible();
  });

  await test.step('the payout leaves nothing to pay', async () => {
    await operator.getByRole('button', { name: 'Record a payout' }).click();
    const form = operator.getByRole('dialog');
    await form.getByLabel('Reference').fill('SEPA 7781');
    await form.getByRole('button', { name: 'Paid out' }).dblclick();
    await expect(form).toBeHidden();
    await expect(operator.getByRole('button', { name: 'Record a payout' })).toHaveCount(0);
    await expect(operator.getByRole('button', { name: 'Undo the payout SEPA 7781' })).toHaveCount(1);
  });

  await test.step('undone, it is owed again and stays in the list', async () => {
    await operator.getByRole('button', { name: 'Undo the payout SEPA 7781' }).click();
    const form = operator.getByRole('dialog');
    await form.getByLabel('Reason').fill('The bank has sent it back');
    await form.getByRole('button', { name: 'Undo the payout' }).click();
    await expect(operator.getByText('Undone: The bank has sent it back')).toBeVisible();
    await expect(operator.getByRole('button', { name: 'Record a payout' })).toBeVisible();
  });

  await test.step('the ledger has the payment, and the books are right', async () => {
    await money.getByRole('link', { name: 'Ledger' }).click();
    await expect(operator.getByRole('list', { name: 'Entries' }).getByText('Correction').first()).toBeVisible();
    await operator.getByRole('button', { name: 'Check now' }).click();
    await expect(operator.getByText('The books are right')).toBeVisible();
  });
});
