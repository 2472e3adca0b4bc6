/**
 * Tests that a device with a wrong clock shows times by the server's clock. The browser is a real one, and the page has a clock of its own.
 */
import type { Page } from '@playwright/test';
import { buy, enter, kitchen, newAccount } from './support/api';
import { expect, test } from './support/test';

/** From the next page on, sets the device's clock off by this many minutes. Another number may be set while the page is open. */
async function setClock(page: Page, minutes: number): Promise<void> {
  const set = (ahead: number) => {
    const device = window as unknown as { minutesAhead?: number };
    const isSet = device.minutesAhead !== undefined;
    device.minutesAhead = ahead;
    if (isSet) return;
    const Real = Date;
    const now = () => Real.now() + (device.minutesAhead ?? 0) * 60_000;
    window.Date = new Proxy(Real, {
      construct: (_target, args) => Reflect.construct(Real, args.length === 0 ? [now()] : args),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  };
  await page.addInitScript(set, minutes);
  await page.evaluate(set, minutes);
}

const FRESH = /^\d+ sec$|^[01] min$/;

for (const [how, minutes] of [
  ['ahead', 35],
  ['behind', -35],
] as const) {
  test(`a kitchen whose clock is 35 minutes ${how} sees the right age of a new order and a note about its clock`, async ({
    vendor,
  }) => {
    await vendor.setViewportSize({ width: 390, height: 844 });
    await setClock(vendor, minutes);
    const entry = await buy(await newAccount());
    await enter(vendor, await kitchen(), '/queues', 'Kumo Ramen');
    const ticket = vendor.getByRole('article', { name: new RegExp(`${entry.order.order_number}$`) });
    await expect(ticket.getByText(FRESH)).toBeVisible();
    await expect(
      vendor.getByText(`The clock of this device is 35 minutes ${how}. Times here come from the server.`),
    ).toBeVisible();
    // The next page knows the difference before its first response.
    await vendor.reload();
    await expect(ticket.getByText(FRESH)).toBeVisible();
  });
}

test('an open page corrects the age of an order after the clock of the device was changed', async ({ vendor }) => {
  await setClock(vendor, 0);
  const entry = await buy(await newAccount());
  await enter(vendor, await kitchen(), '/queues', 'Kumo Ramen');
  const ticket = vendor.getByRole('article', { name: new RegExp(`${entry.order.order_number}$`) });
  await expect(ticket.getByText(FRESH)).toBeVisible();
  await vendor.evaluate(() => {
    (window as unknown as { minutesAhead: number }).minutesAhead = 35;
  });
  await expect(vendor.getByText('The clock of this device is 35 minutes ahead.')).toBeVisible({ timeout: 15_000 });
  await expect(ticket.getByText(FRESH)).toBeVisible();
});
