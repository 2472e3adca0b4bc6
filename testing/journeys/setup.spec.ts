/** Tests the first start of a site for customers: from the printed link to an operator in an empty hall. */
import { type EmptyHall, startEmptyHall } from './support/empty-hall';
import { expect, test } from './support/test';

let hall: EmptyHall;
test.beforeAll(async () => {
  hall = await startEmptyHall();
});
test.afterAll(() => hall.stop());

test('the printed link opens the hall once, and signs its operator in', async ({
  customer: operator,
  vendor: late,
}) => {
  await test.step('an invalid link and the link of an earlier start say why they do not work', async () => {
    await operator.goto(`${hall.url}/setup#${'A'.repeat(43)}`);
    await expect(operator.getByText('This link does not work')).toBeVisible();
    const earlier = hall.setupLink();
    await hall.restart();
    expect(hall.setupLink()).not.toBe(earlier);
    await operator.goto('about:blank');
    await operator.goto(earlier);
    await expect(operator.getByText('The server has printed a newer link since. Use that one.')).toBeVisible();
  });

  const open = operator.getByRole('button', { name: 'Open the hall' });
  await test.step('the form shows each missing or wrong value at its field', async () => {
    await operator.goto('about:blank');
    await operator.goto(hall.setupLink());
    await open.click();
    await expect(operator.getByLabel('Name', { exact: true })).toBeFocused();
    await expect(operator.getByText('Name is required', { exact: true })).toBeVisible();
    await operator.getByLabel('Name', { exact: true }).fill('Ola Nordmann');
    await operator.getByLabel('Email').fill('ola@hall.example');
    await operator.getByLabel('Phone').fill('0820000009');
    await operator.getByLabel('Password', { exact: true }).fill('a good password');
    await operator.getByLabel('Name of the hall').fill('Café Granary');
    await operator.getByLabel('Currency').selectOption('CAD');
    await operator.getByLabel('Time zone').selectOption('America/Toronto');
    await operator.getByLabel('Name of the tax').fill('HST');
    await operator.getByLabel('Rate in percent').fill('13');
    await operator.getByLabel('Publishable key').fill('sk_test_hall');
    await operator.getByRole('checkbox', { name: /^Table/ }).check();
    await open.click();
    await expect(operator.getByRole('main').getByText(/This is a secret key/)).toBeVisible();
    await operator.getByLabel('Publishable key').fill('pk_test_hall');
  });

  await test.step('the hall opens, and the page says what to do next', async () => {
    await open.click();
    await expect(operator.getByRole('heading', { name: 'Café Granary is open' })).toBeVisible();
    await expect(operator.getByText('STRIPE_SECRET_HALL')).toBeVisible();
    await expect(operator.getByRole('link', { name: 'Set up the hall' })).toBeVisible();
    await operator.getByRole('link', { name: 'Invite a second operator' }).click();
    await expect(operator.getByRole('heading', { name: 'Operators' })).toBeVisible();
    await expect(operator.getByText('ola@hall.example')).toBeVisible();
    await operator.goto(`${hall.url}/venues/1/vendors`);
    await expect(operator.getByText('No records found.')).toBeVisible();
    await operator.goto(`${hall.url}/profile`);
    await expect(operator.getByRole('heading', { name: 'Welcome Ola Nordmann' })).toBeVisible();
  });

  await test.step('the link does not work a second time', async () => {
    await late.goto(hall.setupLink());
    await expect(late.getByText('This site is set up', { exact: true })).toBeVisible();
    await late.getByRole('link', { name: 'Login' }).click();
    await expect(late.getByRole('heading', { name: 'Login' })).toBeVisible();
  });
});
