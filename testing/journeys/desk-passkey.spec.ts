/** Tests the desk for a person: a passkey of Chromium's virtual authenticator approves a staged release. */
import { type CDPSession, expect, type Page } from '@playwright/test';
import { readLive } from 'releases/store/read-live';
import { serviceAt } from 'releases/store/service-client';
import { versionIn } from 'releases/store/snapshot';
import { folderTarget } from 'releases/store/targets/folder';
import { violationsOf } from './support/axe';
import { copyOfLive, type DeskSite, startDeskSite } from './support/desk-site';
import { codeFor } from './support/emails';
import { expectNoSidewaysScroll } from './support/long-names';
import { test } from './support/test';

/** A passkey counts at the desk a day after it was added. */
const TWO_DAYS_MS = 2 * 24 * 3_600_000;

let site: DeskSite;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await startDeskSite();
});
test.afterAll(() => site.stop());

const liveVersion = async () => versionIn((await readLive(folderTarget(site.distDir))).snapshot, 'catalog');

/** Gives the page a phone that unlocks at once. */
async function addAuthenticator(page: Page): Promise<{ browser: CDPSession; authenticatorId: string }> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { browser, authenticatorId };
}

/** A person makes a passkey for the account, as everyone does. */
async function addPasskey(page: Page): Promise<void> {
  await page.goto(`${site.url}/login`);
  const form = page.locator('main');
  await form.getByLabel('Email').fill(site.account.email);
  await form.getByLabel('Phone').fill('0820000003');
  await form.getByLabel('Password', { exact: true }).fill(site.account.password);
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(page).not.toHaveURL(/login/);
  await page.goto(`${site.url}/profile`);
  await page.getByRole('button', { name: 'Set up a second factor' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  // The account proves its email first. The sixth digit sends the code.
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByRole('button', { name: 'Email me a code' }).click();
  await proof.getByLabel('Code').fill(await codeFor(site.account.email, site.outbox));
  await page.getByRole('button', { name: 'I have kept the codes' }).click();
  await expect(page.getByText(/^Passkey of /)).toBeVisible();
}

const desk = (path = '') => `${site.url}/api/v1/desk${path}`;

test('a person approves a staged release with a passkey, and a wrong or cancelled one changes nothing', async ({
  page,
}, testInfo) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const look = async (name: string) => {
    await expectNoSidewaysScroll(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await violationsOf(page), `${name} in ${colorScheme}`).toEqual([]);
      await page.screenshot({ path: testInfo.outputPath(`${name}-${colorScheme}.png`), fullPage: true });
    }
  };
  const { browser, authenticatorId } = await addAuthenticator(page);
  await addPasskey(page);
  const { operator, account, distDir } = site;
  await operator.put('/registry/members', {
    email: account.email,
    team: 'menu',
    apps: ['catalog'],
    may_approve: true,
    may_roll_back: true,
  });

  // On the day it was made, the passkey opens nothing.
  await page.goto(desk());
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert').filter({ visible: true })).toContainText('This passkey was not accepted.');
  const { token } = await site.tokenFor({ is_for_all: true });
  await site.restart(TWO_DAYS_MS);

  const before = await liveVersion();
  const staged = await copyOfLive(distDir, 'catalog', 'staged');
  const client = await serviceAt(`${site.url}/`, { token });
  await client?.stage(distDir, [staged], { source: { commit: '3f9a01c2', message: 'Hours of the hall' } });
  expect(await liveVersion()).toBe(before);

  await page.goto(desk());
  await look('sign-in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('Signed in as Ola Nordmann')).toBeVisible();
  await page.goto(desk('/staged'));
  await expect(page.getByRole('row').filter({ hasText: staged.version })).toContainText('one person');
  await look('staged');
  await page.getByRole('link', { name: 'Approve catalog' }).click();
  await look('approve');
  const approve = page.getByRole('button', { name: 'Approve with a passkey' });

  // The person cancels.
  await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await approve.click();
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText('The passkey was not used. Try again.');
  await expect(approve).toBeEnabled();
  await look('cancelled');
  await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });

  // The signature is not that of the passkey.
  await browser.send('WebAuthn.setResponseOverrideBits', { authenticatorId, isBogusSignature: true });
  await approve.click();
  await expect(page.getByRole('alert')).toHaveText('Refused. This passkey was not accepted. Nothing was changed.');
  await browser.send('WebAuthn.setResponseOverrideBits', { authenticatorId, isBogusSignature: false });
  expect(await liveVersion()).toBe(before);
  await look('refused');

  await page.getByRole('link', { name: 'Approve catalog' }).click();
  await approve.click();
  await expect(page.getByRole('status')).toHaveText('catalog went live with your approval.');
  expect(await liveVersion()).toBe(staged.version);
  await look('live');
  await page.goto(desk('/log'));
  const rows = page.getByRole('row');
  // One is of the approval, one of the sign-in on the first day.
  const refused = rows.filter({ hasText: 'This passkey was not accepted.' });
  await expect(refused.filter({ hasText: 'catalog' })).toContainText('refused');
  await expect(refused).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Sign-in with a passkey' })).toContainText('Ola Nordmann');
  await look('log');
  await page.goto(desk(`/origin?app=catalog&version=${staged.version}`));
  await expect(page.getByText('Nobody signed where this build comes from.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^lucide-react/ })).toContainText('ISC');
  await look('origin');
});
