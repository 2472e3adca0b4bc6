/** Tests the main journey: one cart, two vendors, one payment, and a kitchen that works on it live. */

import { newPerson } from '../client/accounts';
import { signUp } from './support/api';
import {
  addToCart,
  CARDS,
  chooseCollect,
  chooseTable,
  goToCart,
  logIn,
  openItem,
  pay,
  readyCart,
  register,
} from './support/people';
import { expect, test } from './support/test';

test('a customer orders from two vendors, pays once and is notified when the food is done', { tag: '@core' }, async ({
  customer,
  vendor,
}) => {
  await test.step('the vendor signs in and is redirected to the queue', async () => {
    await logIn(vendor, 'vendor@foodhall.test');
    await expect(vendor).toHaveURL(/\/queues/);
    await expect(vendor.getByText('Live', { exact: true })).toBeVisible();
  });

  const person = newPerson();

  await test.step('the customer chooses a variant and options and sees the total change', async () => {
    await openItem(customer, 'Kumo Ramen', 'Tonkotsu ramen');
    const add = customer.getByRole('button', { name: /Add to cart/ });
    await expect(add).toContainText('$16.50');
    await customer.getByRole('radio', { name: /Large/ }).check();
    await expect(add).toContainText('$19.50');
    await customer.getByRole('checkbox', { name: /Soy-cured egg/ }).check();
    await customer.getByRole('checkbox', { name: /Sweetcorn and butter/ }).check();
    await customer.getByRole('button', { name: /Increase/ }).click();
    await expect(add).toContainText('$46.00');
    await customer.getByLabel('Notes').fill('No spring onion, please.');
  });

  await test.step('adding while signed out asks to sign in, and the item is then added automatically', async () => {
    await customer.getByRole('button', { name: /Add to cart/ }).click();
    const modal = customer.getByRole('dialog');
    await expect(modal.getByRole('heading', { name: 'Login' })).toBeVisible();
    await modal.getByRole('button', { name: 'Register' }).click();
    await register(modal, person);
    await expect(customer.getByText('Added orderItem to cart')).toBeVisible();
    await expect(customer.getByRole('link', { name: 'Go to cart' })).toBeVisible();
  });

  await test.step('the second vendor joins the same cart', async () => {
    await addToCart(customer, 'Pico Taquería', 'Al pastor tacos');
    await goToCart(customer);
    await expect(customer.getByRole('region', { name: 'Kumo Ramen' })).toBeVisible();
    await expect(customer.getByRole('region', { name: 'Pico Taquería' })).toBeVisible();
    await expect(customer.getByRole('heading', { name: 'Please select Delivery type...' })).toBeVisible();
  });

  await test.step('the customer chooses collect for one order and a table for the other', async () => {
    await chooseCollect(customer, 'Kumo Ramen');
    await chooseTable(customer, 'Pico Taquería', '12');
    const total = customer.getByRole('region', { name: 'Total' });
    await expect(total.getByText('Service charge', { exact: true })).toBeVisible();
    await expect(total.getByText('HST')).toBeVisible();
    // 46.00 + 13.50 + 2.50, with 13 % tax on all of it, rounded once an order and once a portion of the charge.
    await expect(total.getByText('$59.50')).toBeVisible();
  });

  await test.step('the customer pays, and the queue shows both orders with their positions', async () => {
    await pay(customer, CARDS.pays);
    await expect(customer).toHaveURL(/\/queues/);
    await expect(customer.getByRole('heading', { name: 'Kumo Ramen' })).toBeVisible();
    await expect(customer.getByRole('heading', { name: 'Pico Taquería' })).toBeVisible();
    await expect(customer.getByText(/You are \d+ in the queue for this vendor/)).toHaveCount(2);
  });

  const ticket = vendor.getByRole('article').filter({ hasText: person.name });

  await test.step('the order appears in the vendor’s queue without a reload', async () => {
    await expect(ticket).toBeVisible();
    await expect(ticket.getByText('No spring onion, please.')).toBeVisible();
  });

  await test.step('Pick and Done change the customer’s screen and notify the customer', async () => {
    await ticket.getByRole('button', { name: 'Pick' }).click();
    await vendor.getByRole('tab', { name: /Preparing/ }).click();
    await ticket.getByRole('button', { name: 'Done' }).click();
    await expect(customer.getByText('Kumo Ramen is done!')).toBeVisible();
    await expect(customer.getByText('You are welcome to collect!')).toBeVisible();
  });

  await test.step('Collected ends the order', async () => {
    await vendor.getByRole('tab', { name: /Done/ }).click();
    await ticket.getByRole('button', { name: 'Collected' }).click();
    await expect(ticket).toHaveCount(0);
    await customer.getByRole('tab', { name: /All/ }).click();
    await expect(customer.getByRole('heading', { name: 'Previous Orders' })).toBeVisible();
    await expect(customer.getByRole('button', { name: /Collect$/ })).toHaveCount(0);
  });
});

test('a declined card shows an error, charges nothing and keeps the cart, and the next card pays', {
  tag: '@core',
}, async ({ customer }) => {
  await signUp(customer);
  await readyCart(customer);
  await pay(customer, CARDS.declined);
  await expect(customer.getByRole('alert').filter({ hasText: /declined/i })).toContainText('You were not charged');
  await expect(customer.getByRole('region', { name: 'Kumo Ramen' }).getByText('Tonkotsu ramen')).toBeVisible();

  await customer.reload();
  await expect(customer.getByRole('region', { name: 'Kumo Ramen' }).getByText('Tonkotsu ramen')).toBeVisible();
  await pay(customer, CARDS.pays);
  await expect(customer).toHaveURL(/\/queues/);
  await expect(customer.getByRole('heading', { name: 'Kumo Ramen' })).toHaveCount(1);
});

test('a card with 3-D Secure pays after the bank has agreed', async ({ customer }) => {
  await signUp(customer);
  await readyCart(customer);
  await pay(customer, CARDS.challenge);
  await customer
    .frameLocator('iframe')
    .last()
    .getByRole('button', { name: /complete/i })
    .click();
  await expect(customer).toHaveURL(/\/queues/);
  await expect(customer.getByRole('heading', { name: 'Kumo Ramen' })).toBeVisible();
});

test('a reload on any screen loses nothing', async ({ customer }) => {
  await signUp(customer);
  await addToCart(customer, 'Kumo Ramen', 'Pork gyoza');
  await customer.reload();
  await expect(customer.getByRole('heading', { name: 'Pork gyoza', level: 1 })).toBeVisible();
  // The buy bar covers the bottom menu on an item's page.
  await customer.goto('/venues/1/vendors');
  await customer.getByRole('link', { name: /^Cart/ }).click();
  await chooseCollect(customer, 'Kumo Ramen');
  await customer.reload();
  await expect(
    customer.getByRole('region', { name: 'Kumo Ramen' }).getByText('Collect', { exact: true }),
  ).toBeVisible();
  await pay(customer, CARDS.pays);
  await expect(customer).toHaveURL(/\/queues/);
  await customer.reload();
  await expect(customer.getByText(/You are \d+ in the queue for this vendor/)).toBeVisible();
});

test('closing the sign-in keeps the choice and adds nothing to the cart', async ({ customer }) => {
  await openItem(customer, 'Pico Taquería', 'Horchata');
  await customer.getByRole('button', { name: /Add to cart/ }).click();
  await customer.getByRole('dialog').getByRole('button', { name: /close/i }).click();
  await expect(customer.getByRole('button', { name: /Add to cart/ })).toBeEnabled();
});

test('a choice made while signed out survives a registration', async ({ customer }) => {
  await openItem(customer, 'Kumo Ramen', 'Tonkotsu ramen');
  await customer.getByRole('radio', { name: /Large/ }).check();
  await customer.getByRole('button', { name: /Add to cart/ }).click();
  await expect(customer.getByRole('dialog')).toBeVisible();
  await customer.goto('/register');
  await register(customer.locator('main'), newPerson());
  await expect(customer.getByText('Added orderItem to cart')).toBeVisible();
  await goToCart(customer);
  await expect(customer.getByText('Large, $19.50')).toBeVisible();
});

test('signing out in one tab signs out the others', { tag: '@core' }, async ({ customer, openTab }) => {
  await signUp(customer);
  const second = await openTab(customer, '/profile');
  await expect(second.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await customer.goto('/profile');
  await customer.getByRole('button', { name: 'Log Out' }).click();
  await expect(customer).toHaveURL(/\/(venues)?$/);
  await expect(second.getByRole('button', { name: 'Log Out' })).toHaveCount(0);
  await second.goto('/queues');
  await expect(second).toHaveURL(/\/login/);
});
