/** Does once, on a phone, everything that an operator does in a month after the first start of a site, and counts the taps. */
import { enter } from './support/api';
import { type MonthSite, startMonthSite } from './support/month-site';
import { expect, test } from './support/test';
import { TimedEffort } from './support/timed-effort';

let site: MonthSite | undefined;
test.beforeAll(async () => {
  site = await startMonthSite();
});
test.afterAll(() => site?.stop());

test('a month without a terminal', async ({ browser }) => {
  test.slow();
  if (!site) throw new Error('The site did not start.');
  const { url, hallId, orderAt } = site;
  const context = await browser.newContext({ baseURL: url });
  const operator = await context.newPage();
  const effort = new TimedEffort();
  const office = operator.getByRole('navigation', { name: 'Office of the hall' });
  const section = (name: string) => effort.tap(office.getByRole('link', { name, exact: true }));
  const tap = (name: string | RegExp) => effort.tap(operator.getByRole('button', { name }));
  const follow = (name: string | RegExp) => effort.tap(operator.getByRole('link', { name }));
  /** Settings, then one of its pages. */
  const setting = async (name: RegExp) => {
    await section('Settings');
    await follow(name);
  };
  const confirm = async (name: string) => {
    const question = operator.getByRole('alertdialog');
    await effort.tap(question.getByRole('button', { name, exact: true }));
    await expect(question).toBeHidden();
  };
  await enter(operator, site.operator, `${url}/hall/${hallId}/today`);

  await test.step('a stall with its first item, which opens', async () => {
    await section('Stalls');
    await follow('Add a stall');
    await effort.type(operator.getByLabel('Name', { exact: true }), 'Soba Bar');
    await tap('Create the stall');
    await follow('Add the first item');
    await effort.tap(operator.getByRole('button', { name: /Add (your first|an) item/ }).first());
    await effort.type(operator.getByLabel('Name', { exact: true }), 'Zaru soba');
    await effort.type(operator.getByLabel(/^Price/), '14.50');
    await tap('Save');
    await expect(operator.getByText('Saved. Your menu is live.')).toBeVisible();
    await operator.goto(`${url}/hall/${hallId}/stalls`);
    await tap('Open the stall: Soba Bar');
    await expect(operator.getByRole('button', { name: 'Close the stall: Soba Bar' })).toBeVisible();
  });

  await test.step('a second operator is invited', async () => {
    await section('People');
    await follow(/Operators of the hall/);
    await effort.type(operator.getByLabel('Email'), 'second@hall.example');
    await tap('Send invitation');
    await expect(operator.getByRole('region', { name: 'Invitations' }).getByText('second@hall.example')).toBeVisible();
    await operator.goto(`${url}/hall/${hallId}/today`);
  });

  await test.step('tables', async () => {
    await section('Tables');
    await effort.type(operator.getByLabel('New tables'), 'Terrace 1-3');
    await tap('Add');
    await expect(operator.getByRole('button', { name: 'Remove the table Terrace 3' })).toBeVisible();
  });

  await test.step('the price of the hall', async () => {
    await setting(/Service charge/);
    const charge = operator.getByLabel('Service charge for each order in CAD');
    await effort.retype(charge, '1.50');
    await tap('Save');
    await expect(operator.getByText('Saved.', { exact: true })).toBeVisible();
  });

  await test.step('a refund', async () => {
    const number = await orderAt('Soba Bar');
    await section('Orders');
    await effort.type(operator.getByLabel('Find an order'), number);
    await effort.tap(operator.getByRole('button', { name: 'Find', exact: true }));
    await effort.tap(operator.getByRole('link', { name: new RegExp(`^${number}`) }).first());
    await effort.tap(operator.getByRole('radio', { name: 'An amount' }));
    await effort.type(operator.getByLabel(/^Amount in/), '1.50');
    await effort.type(operator.getByLabel('Reason'), 'The soup was cold.');
    await effort.tap(operator.getByRole('button', { name: 'Refund', exact: true }));
    await confirm('Refund');
    const refunds = operator.getByRole('region', { name: 'Refunds' });
    await expect(refunds.getByText('The soup was cold.')).toBeVisible();
  });

  await test.step('a payout, and the report of the month as a spreadsheet', async () => {
    await section('Money');
    await effort.choose(operator.getByLabel('Days of the statements'), 'this');
    await effort.tap(
      operator.getByRole('list', { name: 'Statements of the stalls' }).getByRole('link', { name: /Soba Bar/ }),
    );
    await tap('Record a payout');
    const form = operator.getByRole('dialog');
    await effort.type(form.getByLabel('Reference'), 'SEPA 7781');
    await effort.tap(form.getByRole('button', { name: 'Paid out' }));
    await expect(form).toBeHidden();
    const file = operator.waitForEvent('download');
    await tap('Save as spreadsheet');
    expect((await file).suggestedFilename()).toMatch(/\.xlsx$/);
  });

  await test.step('a setting', async () => {
    await setting(/Name and texts/);
    await effort.type(operator.getByLabel('Description', { exact: true }), 'Noodles by the water.');
    await tap('Save');
    await expect(operator.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  await test.step('the demo goes', async () => {
    await setting(/Data of the demo/);
    await tap('Show what would go');
    await expect(operator.getByText('operator@foodhall.test')).toBeVisible();
    await tap('Remove the demo');
    await confirm('Remove');
    await expect(operator.getByText('This site has nothing of the demo.')).toBeVisible();
  });

  await test.step('a backup is downloaded', async () => {
    await setting(/Backup/);
    const file = operator.waitForEvent('download');
    await tap('Download a backup');
    expect((await file).suggestedFilename()).toMatch(/^foodhall-\d{4}-\d\d-\d\d\.backup$/);
    expect(await (await file).failure()).toBeNull();
  });

  await test.step('the hall is checked, closed and opened', async () => {
    await setting(/Go live/);
    await tap('Check now');
    await expect(operator.getByText('The sandbox takes the key in place of Stripe. No money moves.')).toBeVisible();
    await tap('Close the hall');
    await confirm('Close the hall');
    await expect(operator.getByRole('heading', { name: 'The hall is closed for guests' })).toBeVisible();
    await tap('Open the hall');
    await confirm('Open the hall');
    await expect(operator.getByRole('heading', { name: 'The hall is open for guests' })).toBeVisible();
  });
  console.log(`a month without a terminal: ${effort}`);
  await context.close();
});
