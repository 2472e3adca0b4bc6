/** Tests the cart, clause by clause. The API prepares the carts, and the page is used and checked. */
import type { Page } from '@playwright/test';
import type { Cart } from 'shared-contracts/types';
import type { Account } from '../client/accounts';
import { putInCart, settleDelivery, vendorNamed } from '../client/orders';
import { demoAccount, enter, newAccount } from './support/api';
import { enlargeType } from './support/large-type';
import { expectNoSidewaysScroll } from './support/long-names';
import { expect, test } from './support/test';

const GRANARY = 1;
const HARBOUR = 2;
const PRODUCT_TYPE_MESSAGE = 'Please select on of the delivery method types';

interface Filled {
  buyer: Account;
  cart: Cart;
}

/** Makes a new customer with an item of each named vendor in the cart: the vendor's first item, or the one that is named after a slash. */
async function cartWith(venueId: number, ...what: string[]): Promise<Filled> {
  const buyer = await newAccount();
  let cart: Cart | undefined;
  for (const entry of what) {
    const [vendor = '', item] = entry.split('/');
    cart = await putInCart(buyer, await vendorNamed(buyer, venueId, vendor), item);
  }
  if (!cart) throw new Error('A cart needs something in it.');
  return { buyer, cart };
}

const panelOf = (page: Page, vendor: string) => page.getByRole('region', { name: vendor });
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ });
const deliveryHeading = (page: Page) => page.getByRole('heading', { name: 'Please select Delivery type...' });
const choose = (page: Page, vendor: string, label: string, option: string) =>
  panelOf(page, vendor).getByRole('combobox', { name: label }).selectOption(option);
const badge = (page: Page) => page.getByRole('link', { name: /Cart$/ });

test('the cart redirect page opens the new cart of that venue under its id', async ({ customer }) => {
  const { buyer } = await cartWith(GRANARY, 'Kumo Ramen');
  await enter(customer, buyer, '/venues/1/carts');
  await expect(customer).toHaveURL(/\/venues\/1\/cart$/);
  await expect(panelOf(customer, 'Kumo Ramen')).toBeVisible();
});

test('the cart redirect page shows ‘No records found.’ under ‘Cart’ if there is no cart', async ({ customer }) => {
  await enter(customer, await newAccount(), '/venues/1/carts');
  await expect(customer.getByRole('heading', { name: 'Cart', level: 1 })).toBeVisible();
  await expect(customer.getByText('No records found.')).toBeVisible();
});

test('/carts/{cartId} redirects to the cart of its venue, and does not show the cart of another customer', {
  tag: '@core',
}, async ({ customer, vendor }) => {
  const { buyer, cart } = await cartWith(GRANARY, 'Kumo Ramen');
  await enter(customer, buyer, `/carts/${cart.id}`);
  await expect(customer).toHaveURL(/\/venues\/1\/cart$/);
  await enter(vendor, await newAccount(), `/carts/${cart.id}`);
  await expect(vendor.getByText('No records found.')).toBeVisible();
});

test('an empty cart says ‘There is nothing in your cart.’ and links to the vendors', async ({ customer }) => {
  await enter(customer, await newAccount(), '/venues/1/cart');
  await expect(customer.getByText('There is nothing in your cart.')).toBeVisible();
  await customer.getByRole('link', { name: 'Continue shopping', exact: true }).click();
  await expect(customer).toHaveURL(/\/venues\/1\/vendors$/);
});

test('each vendor has one card with lines, steppers down to 1 and bins, and every change updates the totals and the badge', async ({
  customer,
}) => {
  const { buyer } = await cartWith(GRANARY, 'Kumo Ramen/Pork gyoza', 'Pico Taquería/Horchata');
  await enter(customer, buyer, '/venues/1/cart');
  const ramen = panelOf(customer, 'Kumo Ramen');
  const total = customer.getByRole('region', { name: 'Total' });
  await expect(panelOf(customer, 'Pico Taquería').getByText('Horchata')).toBeVisible();
  await expect(badge(customer)).toContainText('2');
  await expect(total.getByText('One combined service charge covers every vendor in this order.')).toBeVisible();

  const less = ramen.getByRole('button', { name: 'Decrease quantity of Pork gyoza' });
  const more = ramen.getByRole('button', { name: 'Increase quantity of Pork gyoza' });
  await expect(less).toHaveAttribute('aria-disabled', 'true');
  await more.click();
  await expect(badge(customer)).toContainText('3');
  // 2 × 8.50 + 5.00
  await expect(total.getByText('$22.00')).toBeVisible();
  await less.click();
  await expect(less).toHaveAttribute('aria-disabled', 'true');
  await expect(badge(customer)).toContainText('2');

  await panelOf(customer, 'Pico Taquería').getByRole('button', { name: 'Delete Horchata' }).click();
  await expect(panelOf(customer, 'Pico Taquería')).toHaveCount(0);
  await customer.getByRole('link', { name: 'Continue Shopping', exact: true }).click();
  await expect(customer).toHaveURL(/\/venues\/1\/vendors$/);
});

test('steppers and bin do nothing while a request runs', async ({ customer }) => {
  const { buyer } = await cartWith(GRANARY, 'Kumo Ramen/Pork gyoza');
  await enter(customer, buyer, '/venues/1/cart');
  let letGo: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await customer.route('**/order-items/*', async (route) => {
    await held;
    await route.continue();
  });
  const more = customer.getByRole('button', { name: 'Increase quantity of Pork gyoza' });
  const bin = customer.getByRole('button', { name: 'Delete Pork gyoza' });
  await more.click();
  await expect(more).toHaveAttribute('aria-disabled', 'true');
  await expect(bin).toBeDisabled();
  letGo();
  await expect(bin).toBeEnabled();
  await expect(badge(customer)).toContainText('2');
});

test('two tabs of one phone show the same cart', async ({ customer, openTab }) => {
  const { buyer } = await cartWith(GRANARY, 'Kumo Ramen/Pork gyoza');
  await enter(customer, buyer, '/venues/1/cart');
  const second = await openTab(customer, '/venues/1/cart');
  await second.getByRole('button', { name: 'Increase quantity of Pork gyoza' }).click();
  await expect(customer.getByRole('region', { name: 'Total' }).getByText('$17.00')).toBeVisible();
  await expect(badge(customer)).toContainText('2');
});

test('two phones of one customer show the same cart after CartUpdated', { tag: '@core' }, async ({
  customer,
  vendor,
}) => {
  const { buyer } = await cartWith(GRANARY, 'Kumo Ramen/Pork gyoza');
  await enter(customer, buyer, '/venues/1/cart');
  await enter(vendor, buyer, '/venues/1/cart');
  await expect(panelOf(customer, 'Kumo Ramen')).toBeVisible();
  await vendor.getByRole('button', { name: 'Increase quantity of Pork gyoza' }).click();
  await expect(customer.getByRole('region', { name: 'Total' }).getByText('$17.00')).toBeVisible();
  await choose(customer, 'Kumo Ramen', 'Collect / Deliver', 'Collect');
  await panelOf(customer, 'Kumo Ramen').getByRole('button', { name: 'Apply' }).click();
  await expect(payButton(vendor)).toBeVisible();
});

test('a line with an inactive item says what to do, and Pay is hidden until the line is removed', async ({
  customer,
}) => {
  const { buyer, cart } = await cartWith(GRANARY, 'Kumo Ramen/Pork gyoza', 'Pico Taquería/Horchata');
  await settleDelivery(buyer, cart);
  await enter(customer, buyer, '/venues/1/cart');
  await expect(payButton(customer)).toBeVisible();
  const kitchen = await demoAccount('vendor@foodhall.test');
  const item = cart.orders.data[0]?.order_items.data[0]?.variant.item.id;
  try {
    await kitchen.put(`/items/${item}`, { status: 'inactive' });
    // The page needs no reload, since it hears of the vendor's stock.
    await expect(panelOf(customer, 'Kumo Ramen').getByRole('alert')).toContainText('Remove it, then choose again');
    await expect(customer.getByText('Change or remove the marked items to pay.')).toBeVisible();
    await expect(payButton(customer)).toHaveCount(0);
    await customer.getByRole('button', { name: 'Delete Pork gyoza' }).click();
    await expect(payButton(customer)).toBeVisible();
  } finally {
    await kitchen.put(`/items/${item}`, { status: 'active' });
  }
});

test('a variant or option that becomes inactive flags its line in every tab until it is active again', async ({
  customer,
  openTab,
}) => {
  const { buyer, cart } = await cartWith(GRANARY, 'Kumo Ramen/Tonkotsu ramen');
  await settleDelivery(buyer, cart);
  await enter(customer, buyer, '/venues/1/cart');
  await expect(payButton(customer)).toBeVisible();
  const second = await openTab(customer, '/venues/1/cart');
  await expect(payButton(second)).toBeVisible();
  const kitchen = await demoAccount('vendor@foodhall.test');
  const [line] = cart.orders.data[0]?.order_items.data ?? [];
  const paths = [
    `/variants/${line?.variant.id}`,
    ...(line?.item_options.data.map(({ option }) => `/options/${option.id}`) ?? []),
  ];
  for (const path of paths) {
    try {
      await kitchen.put(path, { status: 'inactive' });
      for (const page of [customer, second]) {
        await expect(panelOf(page, 'Kumo Ramen').getByRole('alert')).toContainText('Remove it, then choose again');
        await expect(payButton(page)).toHaveCount(0);
      }
    } finally {
      await kitchen.put(path, { status: 'active' });
    }
    for (const page of [customer, second]) await expect(payButton(page)).toBeVisible();
  }
});

test('a vendor that only offers collect needs one tap on Apply, and then shows no Change', async ({ customer }) => {
  const { buyer } = await cartWith(GRANARY, 'Forno Alto');
  await enter(customer, buyer, '/venues/1/cart');
  const panel = panelOf(customer, 'Forno Alto');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(payButton(customer)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Change' })).toHaveCount(0);
});

test('/cart/{location} prefills the table of a vendor that only serves tables', async ({ customer }) => {
  const { buyer } = await cartWith(HARBOUR, 'Kelp & Coal');
  await enter(customer, buyer, '/venues/2/cart/27');
  const panel = panelOf(customer, 'Kelp & Coal');
  await expect(panel.getByRole('combobox', { name: 'Collect / Deliver' })).toHaveValue('deliver');
  await expect(panel.getByRole('combobox', { name: 'Deliver to' })).toHaveValue('table');
  await expect(panel.getByLabel('Table number')).toHaveValue('27');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(panel.getByText('Deliver to Table 27')).toBeVisible();
});

test.describe('a scanned table', () => {
  const scan = (page: Page, table: string) => page.goto(`/venues/1/vendors/location/${table}`);
  const toCart = (page: Page) => page.getByRole('link', { name: /Cart$/ }).click();

  test('is set for later orders without a question, also after a reload, and only in its venue', async ({
    customer,
  }) => {
    const { buyer } = await cartWith(GRANARY, 'Kumo Ramen', 'Pico Taquería');
    await enter(customer, buyer, '/venues/1/vendors/location/12');
    await expect(customer.getByText('Your place: 12')).toBeVisible();
    await customer.reload();
    await toCart(customer);
    for (const vendor of ['Kumo Ramen', 'Pico Taquería']) {
      await expect(panelOf(customer, vendor).getByText('Deliver to Table 12')).toBeVisible();
      await expect(panelOf(customer, vendor).getByRole('button', { name: 'Change' })).toBeVisible();
    }
    await expect(payButton(customer)).toBeVisible();
    await customer.goto('/venues/2/vendors');
    await expect(customer.getByText(/^Your place/)).toHaveCount(0);
  });

  test('replaces an earlier scanned table, and never a choice by hand', async ({ customer, openTab }) => {
    const { buyer } = await cartWith(GRANARY, 'Kumo Ramen', 'Pico Taquería');
    await enter(customer, buyer, '/venues/1/vendors/location/12');
    await expect(customer.getByText('Your place: 12')).toBeVisible();
    await toCart(customer);
    await expect(panelOf(customer, 'Kumo Ramen').getByText('Deliver to Table 12')).toBeVisible();
    await panelOf(customer, 'Pico Taquería').getByRole('button', { name: 'Change' }).click();
    await choose(customer, 'Pico Taquería', 'Collect / Deliver', 'Collect');
    await panelOf(customer, 'Pico Taquería').getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(payButton(customer)).toBeVisible();

    // A phone's camera opens a tab of its own.
    const next = await openTab(customer, '/venues');
    await scan(next, '14');
    await expect(next.getByText('Your place: 14')).toBeVisible();
    await toCart(next);
    for (const page of [next, customer]) {
      await expect(panelOf(page, 'Kumo Ramen').getByText('Deliver to Table 14')).toBeVisible();
      await expect(panelOf(page, 'Pico Taquería').getByText('Collect', { exact: true })).toBeVisible();
    }
    await customer.reload();
    await expect(payButton(customer)).toBeVisible();
    await expect(panelOf(customer, 'Kumo Ramen').getByText('Deliver to Table 14')).toBeVisible();

    const tacos = panelOf(next, 'Pico Taquería');
    await tacos.getByRole('button', { name: 'Deliver to Table 14 instead' }).click();
    await expect(tacos.getByText('Deliver to Table 14', { exact: true })).toBeVisible();
    await expect(tacos.getByRole('button', { name: 'Change' })).toBeFocused();
  });

  test('does not change when the visitor goes back to the address of an earlier table', async ({ customer }) => {
    const { buyer } = await cartWith(GRANARY, 'Kumo Ramen');
    await enter(customer, buyer, '/venues/1/vendors/location/12');
    // The server's first screen shows the table too, but has no menu.
    const menu = customer.getByRole('link', { name: /Cart$/ });
    await expect(menu).toBeVisible();
    await scan(customer, '13');
    await expect(menu).toBeVisible();
    await customer.goBack();
    await expect(customer.getByText('Your place: 13')).toBeVisible();
    await toCart(customer);
    await expect(panelOf(customer, 'Kumo Ramen').getByText('Deliver to Table 13')).toBeVisible();
  });
});

test('Apply to all sets one delivery for every stall that offers it', async ({ customer }) => {
  const { buyer } = await cartWith(GRANARY, 'Kumo Ramen', 'Pico Taquería');
  await enter(customer, buyer, '/venues/1/cart');
  await choose(customer, 'Kumo Ramen', 'Collect / Deliver', 'Collect');
  await customer.getByRole('button', { name: 'Apply to all' }).click();
  for (const vendor of ['Kumo Ramen', 'Pico Taquería']) {
    await expect(panelOf(customer, vendor).getByRole('button', { name: 'Change' })).toBeVisible();
  }
  // The panels have become shorter, and the page with them.
  await expect(customer.getByRole('button', { name: 'Change' }).and(customer.locator(':focus'))).toBeInViewport({
    ratio: 1,
  });
  await expect(payButton(customer)).toBeVisible();
});

test('a vendor that only delivers to addresses preselects the address', async ({ customer }) => {
  const { buyer } = await cartWith(HARBOUR, 'Bo-Kaap Pot');
  await enter(customer, buyer, '/venues/2/cart');
  const panel = panelOf(customer, 'Bo-Kaap Pot');
  await expect(panel.getByRole('combobox', { name: 'Deliver to' })).toHaveValue('address');
  await expect(panel.getByText('Please specify a delivery method location')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Apply' })).toBeDisabled();
});

test('the delivery choice shows its messages, Cancel restores it, and the device remembers it per vendor', async ({
  customer,
}) => {
  const { buyer } = await cartWith(GRANARY, 'Ember Burgers');
  await enter(customer, buyer, '/venues/1/cart');
  const panel = panelOf(customer, 'Ember Burgers');
  const apply = panel.getByRole('button', { name: 'Apply' });
  await expect(deliveryHeading(customer)).toBeVisible();
  await expect(payButton(customer)).toHaveCount(0);

  await choose(customer, 'Ember Burgers', 'Collect / Deliver', 'Deliver');
  await expect(panel.getByText(PRODUCT_TYPE_MESSAGE)).toBeVisible();
  await choose(customer, 'Ember Burgers', 'Deliver to', 'Table');
  await expect(panel.getByText('Table number is required.')).toBeVisible();
  await choose(customer, 'Ember Burgers', 'Deliver to', 'Room');
  await expect(panel.getByText(/required|specify/)).toHaveCount(0);
  await expect(apply).toBeDisabled();
  await choose(customer, 'Ember Burgers', 'Deliver to', 'Address');
  await expect(panel.getByText('Please specify a delivery method location')).toBeVisible();
  await choose(customer, 'Ember Burgers', 'Deliver to', 'Table');
  await panel.getByLabel('Table number').fill('8');
  await panel.getByLabel('Instructions').fill('By the stairs');
  await apply.click();
  await expect(panel.getByText('Deliver to Table 8')).toBeVisible();
  await expect(panel.getByText('By the stairs')).toBeVisible();
  await expect(payButton(customer)).toBeVisible();
  await expect(deliveryHeading(customer)).toHaveCount(0);

  await panel.getByRole('button', { name: 'Change' }).click();
  await expect(payButton(customer)).toHaveCount(0);
  await choose(customer, 'Ember Burgers', 'Collect / Deliver', 'Collect');
  await expect(panel.getByRole('combobox', { name: 'Deliver to' })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByText('Deliver to Table 8')).toBeVisible();
  await expect(payButton(customer)).toBeVisible();

  const stored = await customer.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('vendors.'))),
  );
  expect(Object.values(stored).sort()).toEqual(['8', 'deliver', 'table']);

  // The next order at the same vendor starts with that choice.
  await customer.getByRole('button', { name: /^Delete/ }).click();
  await expect(customer.getByText('There is nothing in your cart.')).toBeVisible();
  await putInCart(buyer, await vendorNamed(buyer, GRANARY, 'Ember Burgers'));
  await customer.reload();
  await expect(panel.getByLabel('Table number')).toHaveValue('8');
});

test('a delivery choice that could not be saved stays open and can be applied again', async ({ customer }) => {
  const { buyer } = await cartWith(GRANARY, 'Kumo Ramen');
  await enter(customer, buyer, '/venues/1/cart');
  await customer.route('**/api/v1/orders/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await choose(customer, 'Kumo Ramen', 'Collect / Deliver', 'Collect');
  const apply = panelOf(customer, 'Kumo Ramen').getByRole('button', { name: 'Apply' });
  await apply.click();
  await expect(apply).toBeEnabled();
  await apply.click();
  await expect(payButton(customer)).toBeVisible();
});

test('large type does not widen the cart in a small window before or after the delivery is chosen', async ({
  customer,
}) => {
  const { buyer } = await cartWith(GRANARY, 'Kumo Ramen/Tonkotsu ramen', 'Butter Lane Bakery');
  await enter(customer, buyer, '/venues/1/cart');
  const bakery = panelOf(customer, 'Butter Lane Bakery');
  await expect(bakery.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await enlargeType(customer);
  await expectNoSidewaysScroll(customer);
  await choose(customer, 'Butter Lane Bakery', 'Collect / Deliver', 'Collect');
  await bakery.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(bakery.getByRole('button', { name: 'Change' })).toBeVisible();
  await expectNoSidewaysScroll(customer);
});

test('the cart is stored on the device, and a signed-out visitor is redirected to sign in', async ({ customer }) => {
  const { buyer, cart } = await cartWith(GRANARY, 'Kumo Ramen');
  await enter(customer, buyer, '/venues/1/cart');
  await expect(panelOf(customer, 'Kumo Ramen')).toBeVisible();
  const stored = () =>
    customer.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null') as { id: number } | null);
  await expect.poll(async () => (await stored())?.id).toBe(cart.id);
  await customer.evaluate(() => localStorage.clear());
  await customer.goto('/venues/1/cart');
  await expect(customer).toHaveURL(/\/login/);
});
