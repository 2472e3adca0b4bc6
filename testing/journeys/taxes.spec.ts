/**
 * Tests two taxes in one order, one of food and one of alcohol: in the menu, the cart, the payment, the receipt and the daily summary, both
 * if tax is added to the prices and if prices contain it.
 */
import type { Locator } from '@playwright/test';
import { z } from 'zod';
import type { WrittenVenueDocument } from '../../api/src/menu/documents/venue-document';
import type { Account } from '../client/accounts';
import { move, ordersOf } from '../client/orders';
import { demoAccount, enter, newAccount } from './support/api';
import { onlyEmailTo } from './support/emails';
import { CARDS, chooseCollect, pay } from './support/people';
import { expect, test } from './support/test';

const STALL = 'Vine & Bowl';

/** A venue with one stall, whose items have the venue's tax until its people change it. */
const venueWith = (included: boolean): WrittenVenueDocument => ({
  slug: 'two-rates',
  name: 'Two Rates Hall',
  currency: 'CAD',
  timezone: 'America/Toronto',
  tax: {
    name: 'HST',
    rate_percent: 13,
    included,
    categories: [{ slug: 'alcohol', name: 'Alcohol', rate_percent: 20 }],
  },
  service_charge: 2,
  payment: { provider: 'Stripe', key: 'pk_test_granary', secret_env: 'STRIPE_SECRET_GRANARY' },
  vendors: [
    {
      slug: 'vine-and-bowl',
      name: STALL,
      delivery_method_types: ['collect', 'table'],
      menus: [
        {
          slug: 'all-day',
          name: 'All day',
          groups: [
            {
              slug: 'table',
              name: 'To the table',
              items: [
                { slug: 'bowl', name: 'Barley bowl', variants: [{ slug: 'one', name: 'One', price: 15 }] },
                { slug: 'wine', name: 'Glass of wine', variants: [{ slug: 'one', name: 'One', price: 12 }] },
              ],
            },
          ],
        },
      ],
    },
  ],
});

const importedSchema = z.object({ data: z.object({ id: z.number() }) });
const stallsSchema = z.object({ data: z.array(z.object({ id: z.number() })) });
const taxesSchema = z.object({ version: z.string() });

/** Finds the row of a sum by its label, with the small print below it. */
const rowOf = (receipt: Locator, label: string) => receipt.locator('dl > div').filter({ hasText: label });

interface Prices {
  how: string;
  included: boolean;
  cart: string[];
  charged: string;
  receipt: string[];
  email: string[];
  /** The sums of the day, earlier orders included. */
  day: string[];
}

const PRICES: readonly Prices[] = [
  {
    how: 'added',
    included: false,
    cart: ['HST', 'HST 13 %: $1.95', 'Alcohol 20 %: $2.40', 'HST on the service charge: $0.26', '$4.61'],
    charged: '$33.61',
    receipt: ['HST 13 % on $15.00: $1.95', 'Alcohol 20 % on $12.00: $2.40', 'HST on the service fee: $0.26', '$4.61'],
    email: ['of which HST 13 % on $17.00: $2.21', 'of which Alcohol 20 % on $12.00: $2.40'],
    day: ['HST 13 %$17.00$2.21', 'Alcohol 20 %$12.00$2.40'],
  },
  {
    how: 'included',
    included: true,
    cart: ['HST (included)', 'HST 13 %: $1.73', 'Alcohol 20 %: $2.00', 'HST on the service charge: $0.23', '$3.96'],
    charged: '$29.00',
    receipt: ['HST 13 % on $13.27: $1.73', 'Alcohol 20 % on $10.00: $2.00', 'HST on the service fee: $0.23', '$3.96'],
    email: ['of which HST 13 % on $15.04: $1.96', 'of which Alcohol 20 % on $10.00: $2.00'],
    day: ['HST 13 %$32.04$4.17', 'Alcohol 20 %$22.00$4.40'],
  },
];

/** Adds the venue, or changes whether its prices contain the tax. @returns its id */
async function importVenue(operator: Account, included: boolean): Promise<number> {
  const text = JSON.stringify(venueWith(included));
  return (await operator.post('/venue-documents', { name: 'hall.json', text }, importedSchema)).data.id;
}

test('an order with two tax rates shows the right taxes from the menu to the daily summary', async ({
  customer,
  vendor: operator,
  faults,
}) => {
  const account = await demoAccount('operator@foodhall.test');
  const venueId = await importVenue(account, false);
  const stallId = (await account.get(`/vendors?venue_id=${venueId}`, stallsSchema)).data[0]?.id;
  const taxes = `/venues/${venueId}/tax-categories`;
  const buyers: Account[] = [];
  // The receipt goes back once its dialog has closed, and this one never closes.
  await customer.addInitScript(() => {
    window.print = () => {
      throw new Error('The dialog stays open.');
    };
  });

  async function order({ included, cart, charged, receipt, email, day }: Prices): Promise<void> {
    await importVenue(account, included);
    const buyer = await newAccount();
    buyers.push(buyer);

    await test.step('the cart shows the amount of each rate and their sum', async () => {
      // Another person's phone has no data of the person before.
      await customer.goto('/meta.json');
      await customer.evaluate(() => localStorage.clear());
      await enter(customer, buyer, '/venues');
      for (const item of ['Barley bowl', 'Glass of wine']) {
        await customer.goto(`/venues/${venueId}/vendors/${stallId}`);
        await customer.getByRole('link', { name: new RegExp(item) }).click();
        await customer.getByRole('button', { name: /Add to cart/ }).click();
        await expect(customer.getByText('Added orderItem to cart')).toBeVisible();
      }
      await customer.goto(`/venues/${venueId}/cart`);
      await chooseCollect(customer, STALL);
      const sums = customer.getByRole('region', { name: 'Total' });
      for (const text of cart) await expect(rowOf(sums, 'HST')).toContainText(text);
      await expect(rowOf(sums, 'To pay')).toContainText(charged);
    });

    await test.step('the payment charges that total', async () => {
      await expect(customer.getByRole('button', { name: `Pay ${charged}` })).toBeVisible();
      await pay(customer, CARDS.pays);
      await expect(customer).toHaveURL(/\/queues/);
    });

    const [entry] = await ordersOf(buyer);
    const expectReceipt = async () => {
      const sums = customer.getByRole('region', { name: 'Total' });
      for (const text of receipt) await expect(rowOf(sums, 'HST')).toContainText(text);
      await expect(rowOf(sums, 'Total')).toContainText(charged);
    };
    await test.step('the order, its email and its receipt show the base of each rate', async () => {
      await customer.goto(`/order?id=${entry?.order.id}`);
      await expectReceipt();
      const mail = await onlyEmailTo(buyer.data.email);
      for (const text of email) expect(mail).toContain(text);
      await customer.goto(`/order/print?id=${entry?.order.id}`);
      await expectReceipt();
      await expect.poll(() => faults).toEqual([expect.stringMatching(/The dialog stays open\.$/)]);
      faults.length = 0;
    });

    await test.step('a later change of a rate changes no order', async () => {
      const { version } = await account.get(taxes, taxesSchema);
      await account.put(`${taxes}/alcohol`, { version, name: 'Alcohol', rate: 25 });
      await customer.goto(`/order?id=${entry?.order.id}`);
      await expectReceipt();
    });

    await test.step('the daily summary of the stall has the tax of both rates', async () => {
      await operator.goto(`/vendor/${stallId}/day`);
      const rows = operator.getByRole('table', { name: 'Tax by rate' }).getByRole('row');
      for (const row of day) await expect(rows.filter({ hasText: row })).toHaveCount(1);
      await expect(rows).toHaveCount(day.length + 1);
    });
  }

  try {
    await test.step('the owner sets the tax of the wine in the menu editor', async () => {
      await enter(operator, account, `/vendor/${stallId}/menu`);
      await operator.getByRole('button', { name: 'Edit Glass of wine' }).click();
      await operator.getByLabel('Tax of this item').selectOption('Alcohol 20 %');
      await operator.getByRole('button', { name: 'Save' }).click();
      await expect(operator.getByRole('button', { name: 'Edit Glass of wine' })).toBeVisible();
    });
    for (const prices of PRICES)
      await test.step(`the customer orders at prices with tax ${prices.how}`, () => order(prices));
  } finally {
    for (const buyer of buyers) {
      for (const entry of await ordersOf(buyer)) await move(account, entry, 'busy', 'done', 'collected');
    }
    await account.send({ method: 'DELETE', path: `/venues/${venueId}` });
  }
});
