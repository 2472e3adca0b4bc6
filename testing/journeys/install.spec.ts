/** Tests the installed site on a home screen, and the data about a menu for search engines. */

import { signUp } from './support/api';
import { offerFromBrowser } from './support/install';
import { CARDS, pay, readyCart } from './support/people';
import { expect, test } from './support/test';

test('the page links a manifest whose icons exist in the sizes and shapes that devices request', async ({
  customer,
}) => {
  await customer.goto('/venues');
  const address = await customer.locator('link[rel="manifest"]').getAttribute('href');
  const response = await customer.request.get(address ?? '');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const { name, icons, shortcuts } = await response.json();
  // The server's page has a title of its own until the shell takes it over.
  await expect(customer).toHaveTitle(name);
  for (const { src, type } of icons) {
    const icon = await customer.request.get(src);
    expect([src, icon.headers()['content-type']]).toEqual([src, type]);
  }
  for (const { url } of shortcuts) expect((await customer.request.get(url)).status()).toBe(200);
});

test('a quiet offer to install appears after the first order, and does not return after one tap accepts it', async ({
  customer,
}) => {
  await signUp(customer);
  await readyCart(customer);
  await offerFromBrowser(customer);
  const offer = customer.getByRole('complementary', { name: 'Install' });
  await expect(offer).toHaveCount(0);
  await pay(customer, CARDS.pays);
  await expect(customer).toHaveURL(/\/queues/);
  await offer.getByRole('button', { name: 'Install' }).click();
  await expect(customer.locator('html[data-installing]')).toBeAttached();
  await expect(offer).toHaveCount(0);
  await customer.reload();
  await offerFromBrowser(customer);
  await expect(customer.getByRole('heading', { name: 'Kumo Ramen' })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test('the page of a menu has its own description, one canonical address, and its dishes with prices', async ({
  customer,
}) => {
  await customer.goto('/venuesa/1/vendors/1');
  const description = customer.locator('meta[name="description"]');
  await expect(description).toHaveAttribute('content', /^Kumo Ramen: /);
  await expect(customer.locator('link[rel="canonical"]')).toHaveAttribute('href', /[^a]\/venues\/1\/vendors\/1$/);
  const data = JSON.parse((await customer.locator('script[type="application/ld+json"]').textContent()) ?? '{}');
  expect(data).toMatchObject({ '@type': 'Restaurant', name: 'Kumo Ramen' });
  expect(JSON.stringify(data.hasMenu)).toContain('"name":"Tonkotsu ramen"');
  await customer.getByRole('link', { name: /Tonkotsu ramen/ }).click();
  await expect(description).toHaveAttribute('content', /^Tonkotsu ramen of Kumo Ramen: /);
  await expect(description).toHaveCount(1);
});
