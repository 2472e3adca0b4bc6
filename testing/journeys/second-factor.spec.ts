/** Tests the second factor of an operator with the virtual authenticator of Chromium. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { newPerson, type Person } from '../client/accounts';
import { demoAccount, enter, newAccount } from './support/api';
import { onlyEmailTo } from './support/emails';
import { expect, test } from './support/test';

const anything = z.unknown();
const OPERATORS = '/hall/1/operators';
const INVITATIONS = '**/api/v1/venues/1/invitations';

/** Makes a person an operator of the demo's first hall. */
async function newOperator(person: Person) {
  const demo = await demoAccount('operator@foodhall.test');
  const account = await newAccount(person);
  await demo.post('/venues/1/invitations', { email: person.email }, anything);
  const token = /\/invitations\/([\w-]+)/.exec(await onlyEmailTo(person.email))?.[1];
  await account.post(`/invitations/${token}/accept`, {}, anything);
  return account;
}

/** Gives the page a phone that unlocks at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Answers the next invitation as the API does when the last proof is older than 15 minutes. Only the API's tests can wait for that. */
async function askOnce(page: Page): Promise<void> {
  await page.route(
    INVITATIONS,
    (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { message: 'Please confirm that it is you.', code: 'PROOF_REQUIRED' } })
        : route.fallback(),
    { times: 1 },
  );
}

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login');
  const form = page.locator('main');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Phone').fill('0820000003');
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Login' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).not.toHaveURL(/profile/);
}

/** Sends an invitation, and waits for the dialog. The dialog before is drawn until it has faded. */
async function invite(page: Page): Promise<string> {
  const { email } = newPerson();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByLabel('Email').fill(email);
  await askOnce(page);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
  return email;
}

const invited = (page: Page, email: string) => page.getByRole('region', { name: 'Invitations' }).getByText(email);

test('an operator adds a passkey, signs in with it, and confirms it before people change', {
  tag: '@core',
}, async ({ customer: page, openTab }) => {
  const person = newPerson();
  await addAuthenticator(page);
  await enter(page, await newOperator(person), '/profile');

  // The setup shows the recovery codes once.
  const section = page.getByRole('region', { name: 'Second factor' });
  await section.getByRole('button', { name: 'Set up a second factor' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();
  await page.getByRole('button', { name: 'I have kept the codes' }).click();
  await expect(section.getByText(/^Passkey of /)).toBeVisible();

  // The password alone opens no session.
  await logOut(page);
  await logIn(page, person);
  await expect(page.getByRole('button', { name: 'Use passkey' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page).not.toHaveURL(/login/);

  // Cancelling leaves the form, and the answer sends what was typed.
  await page.goto(OPERATORS);
  const first = await invite(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(first);
  await expect(invited(page, first)).toBeHidden();
  const second = await invite(page);
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(invited(page, second)).toBeVisible();

  // Two tabs ask at once, and each has its answer.
  const tab = await openTab(page, OPERATORS);
  const third = await invite(tab);
  const fourth = await invite(page);
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(invited(page, fourth)).toBeVisible();
  await tab.getByRole('button', { name: 'Use a recovery code' }).click();
  await tab.getByLabel('Recovery code').fill(codes[0] ?? '');
  await tab.getByRole('button', { name: 'Continue' }).click();
  await expect(invited(tab, third)).toBeVisible();
  await tab.close();

  // A recovery code works once.
  await logOut(page);
  await logIn(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This recovery code is not right, or was used already.')).toBeVisible();
  await page.getByLabel('Recovery code').fill(codes[1]?.toUpperCase() ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).not.toHaveURL(/login/);
  await page.goto('/profile');
  await expect(section.getByText('8 recovery codes are left.')).toBeVisible();
});

test('an operator who is removed while the dialog is open is refused after the proof', async ({ customer: page }) => {
  const person = newPerson();
  await addAuthenticator(page);
  const account = await newOperator(person);
  await enter(page, account, '/profile');
  await page.getByRole('button', { name: 'Set up a second factor' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have kept the codes' }).click();
  await page.goto(OPERATORS);
  await invite(page);
  const demo = await demoAccount('operator@foodhall.test');
  await demo.send({ method: 'DELETE', path: `/venues/1/operators/${account.data.id}` });
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/^Only an operator of this venue/).first()).toBeVisible();
});
