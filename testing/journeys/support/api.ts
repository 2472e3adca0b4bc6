/** Calls the API of this worker's site to prepare a test. The test itself then uses the page. */
import type { Page } from '@playwright/test';
import { type Account, logIn, type Person, register, sessionKeys } from '../../client/accounts';
import { overHttp } from '../../client/http';
import { buy as buyAt, move } from '../../client/orders';
import { sandboxAt } from '../../client/sandbox';

export const api = overHttp(`${process.env.E2E_URL}/api/v1`);
export const sandbox = sandboxAt(process.env.E2E_SANDBOX_URL ?? '');

export const newAccount = (details?: Partial<Person>): Promise<Account> => register(api, details);
export const demoAccount = (email: string): Promise<Account> => logIn(api, email);

/** Buys one item at a vendor of the first venue, with a card that is accepted. */
export const buy = (buyer: Account, purchase?: Parameters<typeof buyAt>[2]) => buyAt(buyer, sandbox, purchase);

/** A member of staff of the demo's Kumo Ramen, without a page. */
export interface Kitchen extends Account {
  move: (entry: Parameters<typeof move>[1], ...states: Parameters<typeof move>[2][]) => Promise<void>;
}

export async function kitchen(): Promise<Kitchen> {
  const staff = await demoAccount('vendor@foodhall.test');
  return { ...staff, move: (entry, ...states) => move(staff, entry, ...states) };
}

/** Signs this browser in, on a page of the site without its shell. The next page has the session. */
export async function signIn(page: Page, account: Account, vendorName?: string): Promise<void> {
  await page.goto('/meta.json');
  await page.evaluate(
    (keys) => {
      for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, value);
    },
    sessionKeys(account, vendorName),
  );
  // The shell sets this cookie for the server whenever someone acts for a vendor.
  if (vendorName) await page.context().addCookies([{ name: 'acts_as', value: 'vendor', url: page.url() }]);
}

/** Signs this browser in as a new customer. Journeys about the sign-in forms fill them instead (people.ts). */
export async function signUp(page: Page, details?: Partial<Person>): Promise<void> {
  await signIn(page, await newAccount(details));
}

/** Signs this browser in and opens a page. */
export async function enter(page: Page, account: Account, address: string, vendorName?: string): Promise<void> {
  await signIn(page, account, vendorName);
  await page.goto(address);
}
