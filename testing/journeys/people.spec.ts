/** Tests the people of a vendor and the operators of a venue and of the site: they are invited or added by email, work, and are removed. */
import { newPerson } from '../client/accounts';
import { demoAccount, enter, signUp } from './support/api';
import { codeFor, onlyEmailTo } from './support/emails';
import { register } from './support/people';
import { emptyStall } from './support/stalls';
import { expect, test } from './support/test';

test('a cook registers with an invitation by email, works on the queue, and leaves an open page when removed', {
  tag: '@core',
}, async ({ vendor: owner, customer: cook }) => {
  const account = await demoAccount('vendor@foodhall.test');
  const stall = account.data.vendors.data.find(({ name }) => name === 'Kumo Ramen')?.id;
  await enter(owner, account, `/your-items/${stall}`, 'Kumo Ramen');
  await owner.getByRole('link', { name: 'People' }).click();
  const person = newPerson();
  await owner.getByLabel('Email').fill(person.email);
  await owner.getByRole('button', { name: 'Send invitation' }).click();
  await expect(owner.getByRole('region', { name: 'Invitations' }).getByText(person.email)).toBeVisible();

  const link = /\/invitations\/[\w-]+/.exec(await onlyEmailTo(person.email))?.[0] ?? '';
  await cook.goto(link);
  await expect(cook.getByText('You are invited to become staff of Kumo Ramen at')).toBeVisible();
  await cook.locator('main').getByRole('button', { name: 'Register' }).click();
  await register(cook.getByRole('dialog', { name: 'Register' }), person);
  await cook.getByRole('button', { name: 'Accept' }).click();
  await expect(cook.getByText('You are staff of Kumo Ramen now.')).toBeVisible();
  await cook.getByRole('button', { name: 'Open the queue' }).click();
  await expect(cook).toHaveURL(/\/queues$/);
  await cook.goto(`/your-items/${stall}`);
  await expect(cook.getByRole('heading', { name: "Kumo Ramen's Items" })).toBeVisible();
  await expect(cook.getByRole('link', { name: 'People' })).toBeHidden();

  await owner.reload();
  await owner.getByRole('button', { name: `Remove ${person.name}` }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(owner.getByText(person.email)).toBeHidden();
  // The cook's page was open. The server ended its socket and refuses to sign it again, so the page looks at the account.
  await expect(cook).toHaveURL(/\/profile$/);
  await expect(cook.getByText('You no longer work for Kumo Ramen.')).toBeVisible();
  await expect(cook.getByRole('heading', { name: `Welcome ${person.name}` })).toBeVisible();
  await cook.goto(link);
  await expect(cook.getByText('This invitation was accepted already.')).toBeVisible();
});

test('an operator invites another operator, who sees the same people and is then removed', async ({
  vendor: operator,
  customer: invited,
}) => {
  await enter(operator, await demoAccount('operator@foodhall.test'), '/profile');
  await operator.getByRole('button', { name: 'Login in as vendor' }).click();
  await operator.getByRole('link', { name: 'Operators of Granary Square Market' }).click();
  await expect(operator.getByRole('heading', { name: 'Operators' })).toBeVisible();
  await operator.getByRole('button', { name: 'Remove Ola Nordmann' }).click();
  await operator.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(operator.getByText('A venue keeps at least one operator. Invite another one first.')).toBeVisible();

  const person = newPerson();
  await operator.getByLabel('Email').fill(person.email);
  await operator.getByRole('button', { name: 'Send invitation' }).click();
  await expect(operator.getByRole('region', { name: 'Invitations' }).getByText(person.email)).toBeVisible();

  await signUp(invited, person);
  await invited.goto('/hall/1/operators');
  await expect(invited.getByText('Only an operator of this hall sees its operators.')).toBeVisible();
  await invited.goto(/\/invitations\/[\w-]+/.exec(await onlyEmailTo(person.email))?.[0] ?? '');
  await invited.getByRole('button', { name: 'Accept' }).click();
  await invited.getByRole('link', { name: 'See the operators' }).click();
  await expect(invited.getByText('operator@foodhall.test')).toBeVisible();

  await operator.reload();
  await operator.getByRole('button', { name: `Remove ${person.name}` }).click();
  await operator.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(operator.getByText(person.email)).toBeHidden();
  await invited.reload();
  await expect(invited.getByText('Only an operator of this hall sees its operators.')).toBeVisible();
});

test('an operator without a vendor sees the members of a stall and invites its first owner', async ({
  vendor: operator,
  customer: other,
}) => {
  const account = await demoAccount('operator@foodhall.test');
  const stall = await emptyStall(account, `Tempura Bar ${Date.now()}`);
  try {
    await enter(operator, account, `/vendor/${stall.id}/members`);
    await expect(operator.getByRole('heading', { name: 'People' })).toBeVisible();
    const person = newPerson();
    await operator.getByLabel('Email').fill(person.email);
    await operator.getByLabel('Role').selectOption('Owner');
    await operator.getByRole('button', { name: 'Send invitation' }).click();
    await expect(operator.getByRole('region', { name: 'Invitations' }).getByText(person.email)).toBeVisible();
    await signUp(other);
    await other.goto(`/vendor/${stall.id}/members`);
    await expect(other.getByText('This is not one of your vendors.')).toBeVisible();
  } finally {
    await stall.close();
  }
});

test('a site operator gives the role to a person with a confirmed email and takes it back, and others do not see the page', async ({
  vendor: operator,
  customer: second,
}) => {
  const { email } = newPerson();
  const name = email.split('@')[0] ?? '';
  await second.goto('/profile');
  await second.locator('main').getByLabel('Email').fill(email);
  await second.locator('main').getByRole('button', { name: 'Email me a code' }).click();
  await expect(second.getByLabel('Code', { exact: true })).toBeFocused();
  await second.keyboard.insertText(await codeFor(email));
  await expect(second.getByRole('heading', { name: `Welcome ${name}` })).toBeVisible();
  await second.getByRole('button', { name: 'Login in as vendor' }).click();
  await expect(second.getByRole('dialog', { name: 'Switch to' })).toBeVisible();
  await expect(second.getByRole('link', { name: /Site operators/ })).toBeHidden();
  await second.goto('/hall/site-operators');
  await expect(second.getByText('Only a site operator sees who runs the site.')).toBeVisible();

  await enter(operator, await demoAccount('operator@foodhall.test'), '/profile');
  await operator.getByRole('button', { name: 'Login in as vendor' }).click();
  await operator.getByRole('link', { name: /Site operators/ }).click();
  await operator.getByRole('button', { name: 'Remove Ola Nordmann' }).click();
  await operator.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(operator.getByText('This is the last site operator.')).toBeVisible();
  const add = operator.getByRole('button', { name: 'Add site operator' });
  await add.click({ trial: true });
  const place = await add.boundingBox();
  await add.click();
  await expect(operator.getByText('Email is required')).toBeVisible();
  expect(await add.boundingBox(), 'the button stays where it is').toEqual(place);
  await operator.getByLabel('Email').fill('no-one@foodhall.test');
  await add.click();
  await expect(operator.getByText('No account has the email no-one@foodhall.test.')).toBeVisible();
  await operator.getByLabel('Email').fill(email);
  await add.click();
  await expect(operator.getByRole('region', { name: 'Members' }).getByText(email)).toBeVisible();

  await second.goto('/profile');
  await second.getByRole('button', { name: 'Login in as vendor' }).click();
  await second.getByRole('link', { name: /Site operators/ }).click();
  await expect(second.getByText('operator@foodhall.test')).toBeVisible();

  await operator.getByRole('button', { name: `Remove ${name}` }).click();
  await operator.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(operator.getByText(email)).toBeHidden();
  await second.reload();
  await expect(second.getByText('Only a site operator sees who runs the site.')).toBeVisible();
});
