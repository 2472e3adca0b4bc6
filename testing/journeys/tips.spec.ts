/** Tests a tip on a phone: the hall switches tips on, a guest chooses one and pays, the receipt shows it, and it goes back with the whole order. */
import type { Locator } from '@playwright/test';
import { z } from 'zod';
import type { WrittenVenueDocument } from '../../api/src/menu/documents/venue-document';
import type { Account } from '../client/accounts';
import { move, ordersOf } from '../client/orders';
import { demoAccount, enter, newAccount } from './support/api';
import { onlyEmailTo } from './support/emails';
import { CARDS, chooseCollect, pay } from './support/people';
import { expect, test } from './support/test';

const STALL = 'Soup & Sons';

const hall = (tips: number[] | null): WrittenVenueDocument => ({
  slug: 'tips',
  name: 'Tipping Hall',
  currency: 'CAD',
  timezone: 'America/Toronto',
  tax: { name: 'HST', rate_percent: 13, included: false },
  service_charge: 2,
  tips,
  payment: { provider: 'Stripe', key: 'pk_test_granary', secret_env: 'STRIPE_SECRET_GRANARY' },
  vendors: [
    {
      slug: 'soup-and-sons',
      name: STALL,
      delivery_method_types: ['collect', 'table'],
      menus: [
        {
          slug: 'all-day',
          name: 'All day',
          groups: [
            {
              slug: 'bowls',
              name: 'Bowls',
              items: [{ slug: 'soup', name: 'Barley soup', variants: [{ slug: 'one', name: 'One', price: 15 }] }],
            },
          ],
        },
      ],
    },
  ],
});

const importedSchema = z.object({ data: z.object({ id: z.number() }) });
const stallsSchema = z.object({ data: z.array(z.object({ id: z.number() })) });

async function importHall(operator: Account, tips: number[] | null): Promise<number> {
  const text = JSON.stringify(hall(tips));
  return (await operator.post('/venue-documents', { name: 'hall.json', text }, importedSchema)).data.id;
}

const rowOf = (receipt: Locator, label: string) => receipt.locator('dl > div').filter({ hasText: label });

test('a tip is chosen, paid, on the receipt, and goes back with the whole order', async ({
  customer,
  vendor: operator,
}) => {
  const account = await demoAccount('operator@foodhall.test');
  const venueId = await importHall(account, null);
  const stallId = (await account.get(`/vendors?venue_id=${venueId}`, stallsSchema)).data[0]?.id;
  const buyer = await newAccount();
  const total = customer.getByRole('region', { name: 'Total' });
  const tips = customer.getByRole('radiogroup', { name: 'Tip' });

  try {
    await test.step('a hall without tips asks for none', async () => {
      await enter(customer, buyer, `/venues/${venueId}/vendors/${stallId}`);
      await customer.getByRole('link', { name: /Barley soup/ }).click();
      await customer.getByRole('button', { name: /Add to cart/ }).click();
      await expect(customer.getByText('Added orderItem to cart')).toBeVisible();
      await customer.goto(`/venues/${venueId}/cart`);
      await chooseCollect(customer, STALL);
      await expect(customer.getByRole('button', { name: 'Pay $19.21' })).toBeVisible();
      await expect(tips).toHaveCount(0);
    });

    await test.step('once it takes tips, the cart offers them and has none', async () => {
      await importHall(account, [5, 10, 15]);
      await customer.reload();
      await expect(tips.getByRole('radio', { name: 'No tip' })).toBeChecked();
      await expect(tips).toContainText('$1.50');
      await expect(rowOf(total, 'To pay')).toContainText('$19.21');
    });

    await test.step('10 % is added to the total, which the payment charges', async () => {
      await tips.getByRole('radio', { name: /^10/ }).check({ force: true });
      await expect(rowOf(total, 'Tip')).toContainText('$1.50');
      await expect(customer.getByRole('button', { name: 'Pay $20.71' })).toBeVisible();
      await pay(customer, CARDS.pays);
      await expect(customer).toHaveURL(/\/queues/);
    });

    const [entry] = await ordersOf(buyer);
    const orderId = entry?.order.id;
    await test.step('the order and the email show it', async () => {
      await customer.goto(`/order?id=${orderId}`);
      await expect(rowOf(total, 'Tip')).toContainText('$1.50');
      await expect(rowOf(total, 'Total')).toContainText('$20.71');
      const email = await onlyEmailTo(buyer.data.email);
      expect(email).toContain('Tip: $1.50');
    });

    await test.step('the office says that it goes back with the whole order', async () => {
      await enter(operator, account, `/hall/${venueId}/orders/${orderId}`);
      await operator.getByRole('radio', { name: /^All that is left/ }).check({ force: true });
      await operator.getByLabel('Reason').fill('The soup was cold');
      await operator.getByRole('button', { name: 'Refund' }).click();
      const question = operator.getByRole('alertdialog', { name: 'Refund $20.71?' });
      await expect(question).toContainText('The tip of $1.50 is part of it.');
      await question.getByRole('button', { name: 'Refund' }).click();
      await expect(operator.getByText('Nothing is left to refund.')).toBeVisible();
    });

    await test.step('the guest has all of it back', async () => {
      await customer.reload();
      await expect(customer.getByText(/\$20\.71/).first()).toBeVisible();
      const { data } = await account.get(
        `/orders/${orderId}/refunds`,
        z.object({ data: z.array(z.object({ amount: z.number(), tip: z.number() })) }),
      );
      expect(data).toEqual([{ amount: 20.71, tip: 1.5 }]);
    });
  } finally {
    for (const entry of await ordersOf(buyer)) await move(account, entry, 'busy', 'done', 'collected');
    await account.send({ method: 'DELETE', path: `/venues/${venueId}` });
  }
});
