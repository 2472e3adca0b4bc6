/** Counts the taps and characters of a new guest from the code on a table until one dish is paid. */
import type { Page } from '@playwright/test';
import { Effort } from './support/effort';
import { codeFor } from './support/emails';
import { CARDS } from './support/people';
import { expect, test } from './support/test';

/** The most taps and characters of a guest. Of the characters, 23 belong to the card, 17 to the email and 6 to the code. */
const CARD = { taps: 9, characters: 55 };
const WALLET = { taps: 6, characters: 30 };

/** Makes an address of 17 characters. No two runs share an account. */
const newEmail = () => `g${Date.now().toString(36).slice(-5)}@guest.test`;

/** Opens the address on a table's sticker, chooses a dish, signs in for the first time, and opens the cart. */
async function orderAtTable(page: Page, effort: Effort): Promise<void> {
  const email = newEmail();
  await page.goto('/venues/1/vendors/location/12');
  await effort.tap(page.getByRole('link', { name: /Pico Taquería/ }));
  await effort.tap(page.getByRole('link', { name: /Al pastor tacos/ }).first());
  await effort.tap(page.getByRole('button', { name: /Add to cart/ }));
  const modal = page.getByRole('dialog', { name: 'Login' });
  await effort.type(modal.getByLabel('Email'), email);
  await effort.tap(modal.getByRole('button', { name: 'Email me a code' }));
  await effort.type(modal.getByLabel('Code'), await codeFor(email));
  await effort.tap(page.getByRole('link', { name: 'Go to cart' }));
  await expect(page.getByText('Deliver to Table 12')).toBeVisible();
}

function expectAtMost(effort: Effort, { taps, characters }: { taps: number; characters: number }): void {
  expect(effort.taps).toBeLessThanOrEqual(taps);
  expect(effort.characters).toBeLessThanOrEqual(characters);
}

test('a new guest at a table pays for one dish with a typed card', { tag: '@core' }, async ({ customer }) => {
  const effort = new Effort();
  await orderAtTable(customer, effort);
  const fields = customer.frameLocator('iframe[title="Secure payment input frame"]');
  await effort.type(fields.getByLabel('Card number'), CARDS.pays);
  await effort.type(fields.getByLabel('Expiration date'), '1234');
  await effort.type(fields.getByLabel('Security code'), '123');
  await effort.tap(customer.getByRole('form', { name: 'Payment' }).getByRole('button', { name: /^Pay/ }));
  await expect(customer).toHaveURL(/\/queues/);
  console.log(`effort with a card: ${effort}`);
  expectAtMost(effort, CARD);
});

test('a new guest at a table pays for one dish with a wallet', async ({ customer }) => {
  const effort = new Effort();
  await orderAtTable(customer, effort);
  await effort.tap(customer.frameLocator('iframe[title="Secure express checkout frame"]').getByRole('button'));
  // The wallet's own sheet does not count.
  await customer.frameLocator('iframe[title="Sandbox Wallet"]').getByRole('button', { name: 'Pay' }).click();
  await expect(customer).toHaveURL(/\/queues/);
  console.log(`effort with a wallet: ${effort}`);
  expectAtMost(effort, WALLET);
});
