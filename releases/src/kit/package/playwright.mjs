// A helper for browser tests with Playwright: opens a page of a running site as a signed-in person.
//
//   import { test } from '@playwright/test';
//   import { openScreen } from 'foodhall-remote-kit/playwright';
//
//   test('shows the stamps', async ({ page }) => {
//     await openScreen(page, '/loyalty-card', { site: 'http://localhost:8080', email: 'mai@foodhall.test', password: '…' });
//   });

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} site
 * @param {import('./playwright.mjs').Visit} visit
 */
async function signIn(page, site, { email, password, stall }) {
  const response = await page.request.post(new URL('/api/v1/login', site).href, { data: { email, password } });
  const body = /** @type {import('./playwright.mjs').SignedInBody} */ (await response.json().catch(() => ({})));
  if (!response.ok() || !body.token || !body.data) {
    const reason = body.message ?? 'The site asks for more than a password.';
    throw new Error(`${email} is not signed in: ${site} responded with ${response.status()}. ${reason}`);
  }
  const { token, data: user } = body;
  const account = stall === undefined ? user : user.vendors.data.find(({ name }) => name === stall);
  if (!account) throw new Error(`${email} does not work for ${stall}.`);
  const { id, name } = account;
  const context = { type: stall === undefined ? 'User' : 'Vendor', data: { id, name } };
  // A page of the site without scripts, so that nothing reads the keys before all of them are there.
  await page.goto(new URL('/api/v1/health', site).href);
  await page.evaluate((values) => Object.assign(localStorage, values), {
    token,
    user: JSON.stringify(user),
    context: JSON.stringify(context),
  });
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} path
 * @param {import('./playwright.mjs').Visit} visit
 */
export async function openScreen(page, path, visit) {
  const { site, email, remote } = visit;
  if (!URL.canParse(site)) throw new Error(`The site is '${site}'; it is an address such as http://localhost:8080.`);
  if (email !== undefined) await signIn(page, site, visit);
  const address = new URL(path, site);
  if (address.origin !== new URL(site).origin) throw new Error(`${path} is no path of ${site}.`);
  if (remote) address.searchParams.append('remote', `${remote.name}@${new URL(remote.origin).origin}`);
  await page.goto(address.href);
}
