/** Counts what a person does on a phone from the link of a new site until the first test order is paid. */
import { type EmptyHall, startEmptyHall } from './support/empty-hall';
import { CARDS } from './support/people';
import { expect, test } from './support/test';
import { TimedEffort } from './support/timed-effort';

let hall: EmptyHall;
test.beforeAll(async () => {
  const sandbox = process.env.E2E_SANDBOX_URL ?? '';
  hall = await startEmptyHall({
    settings: {
      STRIPE_API_BASE: sandbox.replace('localhost', '127.0.0.1'),
      STRIPE_SCRIPT_URL: `${sandbox}/stripe.js`,
      STRIPE_SECRET_HALL: 'sk_test_granary',
    },
  });
});
test.afterAll(() => hall.stop());

test('a new hall leads from the setup link to its first paid test order', async ({ customer: operator }) => {
  const effort = new TimedEffort();
  const begin = (step: string) => effort.tap(operator.getByRole('link', { name: `Begin: ${step}` }));
  const office = operator.getByRole('navigation', { name: 'Office of the hall' });
  const backToToday = () => effort.tap(office.getByRole('link', { name: 'Today' }));

  await test.step('the setup form makes the account and the hall', async () => {
    await operator.goto(hall.setupLink());
    for (const [label, text] of [
      ['Name', 'Ola Nordmann'],
      ['Email', 'ola@hall.example'],
      ['Phone', '0820000009'],
      ['Password', 'a good password'],
      ['Name of the hall', 'Café Granary'],
      ['Name of the tax', 'HST'],
      ['Rate in percent', '13'],
      ['Publishable key', 'pk_test_granary'],
    ] as const) {
      await effort.type(operator.getByLabel(label, { exact: true }), text);
    }
    await effort.retype(operator.getByLabel('Setting with the webhook secret'), '');
    await effort.choose(operator.getByLabel('Currency'), 'CAD');
    await effort.choose(operator.getByLabel('Time zone'), 'America/Toronto');
    await effort.tap(operator.getByRole('button', { name: 'Open the hall' }));
    await effort.tap(operator.getByRole('link', { name: 'Set up the hall' }));
  });

  await test.step('the first stall', async () => {
    await begin('First stall');
    await effort.type(operator.getByLabel('Name', { exact: true }), 'Soba Bar');
    await effort.tap(operator.getByRole('button', { name: 'Create the stall' }));
    await effort.tap(operator.getByRole('link', { name: 'Add the first item' }));
  });

  await test.step('the first item', async () => {
    await effort.tap(operator.getByRole('button', { name: /Add (your first|an) item/ }).first());
    await effort.type(operator.getByLabel('Name', { exact: true }), 'Zaru soba');
    await effort.type(operator.getByLabel(/^Price/), '14.50');
    await effort.tap(operator.getByRole('button', { name: 'Save' }));
    await expect(operator.getByText('Saved. Your menu is live.')).toBeVisible();
    await operator.goto(`${hall.url}/hall/1/today`);
    await expect(operator.getByRole('region', { name: 'Before the first guests' })).toContainText(
      'First item Finished',
    );
  });

  await test.step('the first table, and the stall opens', async () => {
    await begin('First table');
    await effort.type(operator.getByLabel('New tables'), '1-4');
    await effort.tap(operator.getByRole('button', { name: 'Add', exact: true }));
    await expect(operator.getByRole('button', { name: 'Remove the table 4' })).toBeVisible();
    await effort.tap(office.getByRole('link', { name: 'Stalls' }));
    await effort.tap(operator.getByRole('button', { name: 'Open the stall: Soba Bar' }));
    await expect(operator.getByRole('button', { name: 'Close the stall: Soba Bar' })).toBeVisible();
    await backToToday();
  });

  await test.step('the test order is paid', async () => {
    await begin('Test order');
    await effort.tap(operator.getByRole('link', { name: /Soba Bar/ }));
    await effort.tap(operator.getByRole('link', { name: /Zaru soba/ }).first());
    await effort.tap(operator.getByRole('button', { name: /Add to cart/ }));
    await effort.tap(operator.getByRole('link', { name: 'Go to cart' }));
    await effort.choose(operator.getByRole('combobox', { name: 'Collect / Deliver' }), 'Collect');
    await effort.tap(operator.getByRole('button', { name: 'Apply', exact: true }));
    const fields = operator.frameLocator('iframe[title="Secure payment input frame"]');
    await effort.type(fields.getByLabel('Card number'), CARDS.pays);
    await effort.type(fields.getByLabel('Expiration date'), '1234');
    await effort.type(fields.getByLabel('Security code'), '123');
    await effort.tap(operator.getByRole('form', { name: 'Payment' }).getByRole('button', { name: /^Pay/ }));
    await expect(operator).toHaveURL(/\/queues/);
  });
  console.log(`a new hall: ${effort}`);

  await operator.goto(`${hall.url}/hall/1/today`);
  const steps = operator.getByRole('region', { name: 'Before the first guests' });
  await expect(steps).toContainText('Test order Finished');
  await expect(steps.getByRole('link', { name: 'Begin: Go live' })).toBeVisible();
});
