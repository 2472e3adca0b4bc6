/** Tests what a remote of another team adds to the shell's menus and pages: who sees it, and that it fails alone. */
import { openScreen } from 'releases/playwright';
import { DEMO_PASSWORD } from '../client/accounts';
import { castOf, type Who } from './support/cast';
import { closeBrowser } from './support/close';
import { confirmChannel } from './support/releases';
import { LABEL, releaseSample, SAMPLE, SAMPLE_CHANNEL, type SampleRemote, STAMPS } from './support/sample-remote';
import { expect, test } from './support/test';

let sample: SampleRemote;
test.beforeAll(async () => {
  sample = await releaseSample();
});

test('menu entries and slots of a remote reach the people they are for, on a phone, and end with the remote', async ({
  browser,
  faults: _faults,
}) => {
  test.setTimeout(180_000);
  const cast = castOf(process.env.E2E_URL ?? '');
  const phoneOf = async (who: Who) => {
    const context = await browser.newContext({
      storageState: await cast.phoneOf(who),
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await confirmChannel(page, SAMPLE_CHANNEL);
    return page;
  };
  const [visitor, diner, cook, operator] = [
    await phoneOf('visitor'),
    await phoneOf('diner'),
    await phoneOf('cook'),
    await phoneOf('operator'),
  ];
  const entryOf = (page: typeof diner) => page.getByRole('link', { name: LABEL });
  const sidePanelOf = async (page: typeof diner) => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    return page.getByRole('dialog', { name: 'Menu' });
  };

  await test.step('a customer finds the page in the side panel and in the account, with the stamps below', async () => {
    await diner.goto('/profile');
    await expect(diner.getByText(STAMPS)).toBeVisible();
    await expect(entryOf(diner)).toHaveAttribute('href', `/${SAMPLE}`);
    const panel = await sidePanelOf(diner);
    await panel.getByRole('link', { name: LABEL }).click();
    await expect(diner.getByRole('heading', { level: 1, name: LABEL })).toBeVisible();
  });

  await test.step('the order of the customer says which stamp is from it', async () => {
    const { fresh } = await cast.orders();
    await diner.goto(`/order?id=${fresh.order.id}`);
    await expect(diner.getByText(`One of them is from order ${fresh.order.id}.`)).toBeVisible();
  });

  await test.step('a slot that throws says so in its own row, and the order is shown', async () => {
    const { fresh } = await cast.orders();
    await diner.addInitScript(() => Object.assign(globalThis, { sampleFault: 'throws' }));
    await diner.goto(`/order?id=${fresh.order.id}`);
    await expect(diner.getByText('This section could not be loaded')).toBeVisible();
    await expect(diner.getByRole('link', { name: 'Print' })).toBeVisible();
  });

  await test.step('a cook finds it at the items of the stall, and sees neither entry nor stamps of customers', async () => {
    await cook.goto('/profile');
    await expect(cook.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    await expect((await sidePanelOf(cook)).getByRole('link', { name: 'My Account' })).toBeVisible();
    await expect(entryOf(cook)).toHaveCount(0);
    await cook.keyboard.press('Escape');
    await cook.getByRole('link', { name: 'Items' }).click();
    await expect(entryOf(cook)).toHaveAttribute('href', new RegExp(`^/${SAMPLE}/stalls/\\d+$`));
  });

  await test.step('an operator finds it in the office of the hall', async () => {
    await operator.goto('/hall/1/today');
    await expect(entryOf(operator)).toHaveAttribute('href', `/${SAMPLE}/halls/1`);
  });

  await test.step('a signed-out visitor sees none of it', async () => {
    await visitor.goto('/venues');
    await expect((await sidePanelOf(visitor)).getByRole('link', { name: 'Log In' })).toBeVisible();
    await expect(entryOf(visitor)).toHaveCount(0);
  });

  await test.step('it is gone with the remote', async () => {
    await sample.end();
    await operator.goto('/profile');
    await expect(operator.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    await expect(entryOf(operator)).toHaveCount(0);
    await expect(operator.getByText(STAMPS)).toHaveCount(0);
  });

  for (const page of [visitor, diner, cook, operator]) await closeBrowser(page.context());
});

test('the helper of the kit opens a page of a site as a signed-in person', async ({ customer: page }) => {
  const site = process.env.E2E_URL ?? '';
  const staff = { site, email: 'vendor@foodhall.test', password: DEMO_PASSWORD };
  await openScreen(page, '/profile', { ...staff, stall: 'Kumo Ramen' });
  await expect(page.getByRole('heading', { name: 'Welcome Kumo Ramen' })).toBeVisible();
  await expect(openScreen(page, '/profile', { ...staff, stall: 'Nowhere' })).rejects.toThrow(
    'does not work for Nowhere',
  );
  await expect(openScreen(page, '/profile', { ...staff, password: 'wrong' })).rejects.toThrow('is not signed in');
  await expect(openScreen(page, 'https://other.example/', { site })).rejects.toThrow('is no path of');
});
