/** The site's own API, to bring about what a test begins with. What a test is about is done on the page. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Cart, DeliveryChange, Envelope, Item, SignedIn, Vendor, VendorSummary } from 'shared-contracts/types';
import { DEMO_PASSWORD, newPerson, type Person } from './people';

const ROOT = '/api/v1';

export interface Account extends SignedIn {
  call: <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: unknown) => Promise<T>;
}

/** Somebody whom the site has never seen, with an account. */
export async function newAccount(request: APIRequestContext, details: Partial<Person> = {}): Promise<Account> {
  const person = { ...newPerson(), ...details };
  return account(request, '/register', { ...person, password_confirmation: person.password });
}

export function demoAccount(request: APIRequestContext, email: string): Promise<Account> {
  return account(request, '/login', { email, password: DEMO_PASSWORD });
}

async function account(request: APIRequestContext, path: string, data: object): Promise<Account> {
  const answer = await request.post(`${ROOT}${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  const signedIn = (await answer.json()) as SignedIn;
  return {
    ...signedIn,
    async call<T>(method: string, address: string, body?: unknown) {
      const response = await request.fetch(`${ROOT}${address}`, {
        method,
        headers: { authorization: `Bearer ${signedIn.token}` },
        ...(body === undefined ? {} : { data: body }),
      });
      expect(response.ok(), `${method} ${address}: ${await response.text()}`).toBe(true);
      return (await response.json()) as T;
    },
  };
}

/** What a phone on which somebody is signed in keeps of it, as their vendor where one is named. */
export function sessionKeys({ token, data: user }: Account, vendorName?: string): Record<string, string> {
  const vendor = user.vendors.data.find(({ name }) => name === vendorName);
  expect(vendorName === undefined || vendor !== undefined, `an account at ${vendorName}`).toBe(true);
  const context = vendor
    ? { type: 'Vendor', data: { id: vendor.id, name: vendor.name } }
    : { type: 'User', data: { id: user.id, name: user.name } };
  return { token, user: JSON.stringify(user), context: JSON.stringify(context) };
}

/** Puts the account's session on this phone, and opens a page with it. */
export async function enter(page: Page, account: Account, address: string, vendorName?: string): Promise<void> {
  // Of the site, and without its shell.
  await page.goto('/meta.json');
  await page.evaluate(
    (keys) => {
      for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, value);
    },
    sessionKeys(account, vendorName),
  );
  await page.goto(address);
}

export async function vendorNamed({ call }: Account, venueId: number, name: string): Promise<Vendor> {
  const { data } = await call<Envelope<VendorSummary[]>>('GET', `/vendors?venue_id=${venueId}`);
  const found = data.find((vendor) => vendor.name === name);
  expect(found, `${name} in venue ${venueId}`).toBeDefined();
  return (await call<Envelope<Vendor>>('GET', `/vendors/${found?.id}`)).data;
}

/** Puts a vendor's item into the cart, in its default variant; without a name the vendor's first. */
export async function putInCart(buyer: Account, vendor: Vendor, itemName?: string): Promise<Cart> {
  const items = vendor.menus.data.flatMap((menu) => menu.groups.data.flatMap((group) => group.items.data));
  const listed = itemName === undefined ? items[0] : items.find(({ name }) => name === itemName);
  const { data: item } = await buyer.call<Envelope<Item>>('GET', `/items/${listed?.id}`);
  const groups = [...item.option_groups.data, ...item.group.option_groups.data];
  const options = groups.flatMap(({ min_select, options: { data } }) => data.slice(0, min_select));
  const { price } = item.master;
  const optionsTotal = options.reduce((sum, option) => sum + option.price, 0);
  const { data: cart } = await buyer.call<Envelope<Cart>>('POST', '/carts', {
    venue_id: vendor.venue_id,
    vendor_id: vendor.id,
    variant_id: item.master.id,
    quantity: 1,
    price,
    item_total: price,
    options_total: optionsTotal,
    total: price + optionsTotal,
    options: options.map(({ id }) => ({ id })),
    notes: '',
  });
  return cart;
}

/** Settles every order's delivery: collected, else brought to the first place that its vendor goes to. */
export async function settleDelivery({ call }: Account, cart: Cart): Promise<void> {
  for (const order of cart.orders.data) {
    const types = order.vendor.delivery_method_types;
    const type = types.includes('collect') ? 'collect' : (types[0] ?? 'collect');
    const change: DeliveryChange = {
      delivery_method: type === 'collect' ? 'collect' : 'deliver',
      delivery_method_type: type,
      delivery_method_location: type === 'collect' ? '' : '12',
      delivery_method_instructions: '',
    };
    await call('PUT', `/orders/${order.id}`, change);
  }
}
