/** Tests the code that is printed on a table: the page after a scan, and the message if the code leads nowhere. */
import { newPerson } from '../client/accounts';
import { demoAccount, enter, signUp } from './support/api';
import { CARDS, goToCart, pay } from './support/people';
import { addTable } from './support/tables';
import { expect, test } from './support/test';
import { openUnderWorker } from './support/worker';

test('a guest scans the code of a table and orders without choosing it, and the stall sees the table', {
  tag: '@core',
}, async ({ customer, vendor }) => {
  const table = await addTable('Terrace & 7');
  const person = newPerson();
  await signUp(customer, person);
  await customer.goto(table.path);
  await expect(customer).toHaveURL('/venues/1/vendors/location/Terrace%20%26%207');
  await expect(customer.getByText('Your place: Terrace & 7')).toBeVisible();
  await customer.getByRole('link', { name: 'Kumo Ramen' }).click();
  await customer
    .getByRole('link', { name: /Pork gyoza/ })
    .first()
    .click();
  await customer.getByRole('button', { name: /Add to cart/ }).click();
  await goToCart(customer);
  const order = customer.getByRole('region', { name: 'Kumo Ramen' });
  await expect(order.getByText('Deliver to Table Terrace & 7')).toBeVisible();
  await expect(order.getByRole('button', { name: 'Change' })).toBeVisible();
  await pay(customer, CARDS.pays);
  await expect(customer).toHaveURL(/\/queues/);

  await enter(vendor, await demoAccount('vendor@foodhall.test'), '/queues', 'Kumo Ramen');
  const ticket = vendor.getByRole('article').filter({ hasText: person.name });
  await expect(ticket.getByText(/Table Terrace & 7/)).toBeVisible();
});

test('a removed code and an unknown code show a message and list the venues', async ({ customer }) => {
  const table = await addTable('to be removed');
  await table.remove();
  const removed = await customer.goto(table.path);
  expect(removed?.status()).toBe(410);
  await expect(customer.getByText('This code of Granary Square Market is no longer in use.')).toBeVisible();
  const unknown = await customer.goto('/t/0000000000');
  expect(unknown?.status()).toBe(404);
  await expect(customer.getByText('We do not know this table.')).toBeVisible();
  await customer
    .getByRole('navigation', { name: 'Venues' })
    .getByRole('link', { name: 'Granary Square Market' })
    .click();
  await expect(customer).toHaveURL('/venues/1/vendors');
});

test.describe('under the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a scan shows a message without a connection, and opens the table when the connection is back', async ({
    customer,
  }) => {
    const table = await addTable('of the worker');
    await openUnderWorker(customer, '/venues', 'catalog');
    await customer.goto(table.path);
    await expect(customer.getByText('Your place: of the worker')).toBeVisible();
    // The server, which otherwise redirects, cannot be reached. So the worker itself sends the page of the code.
    await customer.context().setOffline(true);
    await customer.goto(table.path);
    await expect(customer.getByText('Your table could not be looked up')).toBeVisible();
    await customer.context().setOffline(false);
    await expect(customer.getByText('Your place: of the worker')).toBeVisible();
  });
});
