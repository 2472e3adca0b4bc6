/** How much a new guest has to do from the code on a table until one dish is paid. */
import type { Page } from '@playwright/test';
import { Effort } from './support/effort';
import { codeFor } from './support/emails';
import { CARDS } from './support/people';
import { expect, test } from './support/test';

/** At most, with a card that is typed by hand: 23 characters are the card's, 17 the email's and 6 the code's. */
const CARD = { taps: 15, characters: 46 };

/** 17 characters, as an address may have; no two runs share an account. */
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
}

test('a new guest at a table pays for one dish with a card that is typed by hand', async ({ customer }) => {
  const effort = new Effort();
  await orderAtTable(customer, effort);

  const order = customer.getByRole('region', { name: 'Pico Taquería' });
  await effort.choose(order.getByRole('combobox', { name: 'Collect / Deliver' }), 'Deliver');
  await effort.choose(order.getByRole('combobox', { name: 'Deliver to' }), 'Table');
  await expect(order.getByLabel('Table number')).toHaveValue('12');
  await effort.tap(order.getByRole('button', { name: 'Apply' }));

  await effort.tap(customer.getByRole('button', { name: /^Pay/ }));
  const fields = customer.frameLocator('iframe[title="Secure payment input frame"]');
  await effort.type(fields.getByLabel('Card number'), CARDS.pays);
  await effort.type(fields.getByLabel('Expiration date'), '1234');
  await effort.type(fields.getByLabel('Security code'), '123');
  await effort.tap(customer.getByRole('form', { name: 'Payment' }).getByRole('button', { name: /^Pay/ }));
  await expect(customer).toHaveURL(/\/queues/);

  console.log(`effort with a card: ${effort}`);
  expect(effort.taps).toBeLessThanOrEqual(CARD.taps);
  expect(effort.characters).toBeLessThanOrEqual(CARD.characters);
});
