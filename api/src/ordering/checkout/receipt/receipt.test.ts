import type { Cart } from 'shared-contracts/types';
import type { Email } from '../../../messages/mail/mailer';
import { storeTaxCategory, storeUser, storeVenue, type TestUser, type TestVenue } from '../../../testing/stored';
import { withTestApp } from '../../../testing/test-app';
import { firstOf, Market } from '../../carts/market.testing';

const api = withTestApp();
const market = new Market(() => api.current);

/** This is noon in Toronto. */
const NOON = new Date('2026-11-20T17:00:00Z');

let buyer: TestUser;
let venue: TestVenue;

beforeEach(async () => {
  const { db } = api.current.deps;
  buyer = await storeUser(db);
  venue = await storeVenue(db, {
    name: 'Bill & Ben’s',
    service_charge_minor: 250,
    vendors: [
      {
        name: 'Kumo',
        items: [
          {
            name: 'Ramen <hot>',
            variants: [{ price_minor: 1650 }],
            optionGroups: [{ options: [{ price_minor: 150 }] }],
          },
        ],
      },
      { name: 'Pico', items: [{ name: 'Tacos', variants: [{ price_minor: 1000 }] }] },
    ],
  });
});

async function paidCart(): Promise<Cart> {
  const option = firstOf(firstOf(venue.vendor.item.optionGroups).options);
  await market.add(buyer, { venue, quantity: 2, options: [option], notes: 'my secret note' });
  const cart = await market.add(buyer, { venue, vendor: venue.vendors[1] });
  await market.place(buyer, cart, NOON);
  return (await market.call('GET', `/carts/${cart.id}`, buyer)).json().data;
}

async function receipts(): Promise<Email[]> {
  await api.current.deps.outbox.drain();
  return api.current.emails;
}

test('a paid cart sends its buyer one receipt with every vendor, line and tax, the total, and the local time of the venue', async () => {
  const cart = await paidCart();
  const [receipt, ...others] = await receipts();
  expect(others).toEqual([]);
  expect(receipt).toMatchObject({ to: buyer.email, subject: `Receipt from Bill & Ben’s: $${cart.total.toFixed(2)}` });
  const text = receipt?.text ?? '';
  expect(text).toContain('20 Nov 2026, 12:00');
  expect(text).toMatch(/Kumo, order K-101: \$/);
  expect(text).toMatch(/2 × Ramen <hot> \(.+\): \$36\.00/);
  expect(text).toMatch(/Pico, order P-101: \$/);
  expect(text).toContain('Items: $46.00');
  expect(text).toContain('Service charge: $2.50');
  expect(text).toContain(`Paid: $${cart.total.toFixed(2)}`);
  expect(text).toContain(`Payment ${cart.paymentnumber}`);
  expect(receipt?.html).toContain('Ramen &#60;hot&#62;');
});

test('a receipt says where each order is collected or delivered, and links to the orders', async () => {
  const { db } = api.current.deps;
  const [kumo, pico] = venue.vendors;
  for (const { id } of venue.vendors) {
    const address = { address_1: `${id} Square`, address_2: '', city: 'London' };
    await db.updateTable('vendors').set(address).where('id', '=', id).execute();
  }
  await paidCart();
  const choose = (vendorId: number | undefined, type: 'table' | 'address', location: string) =>
    db
      .updateTable('orders')
      .set({ delivery_method: 'deliver', delivery_method_type: type, delivery_method_location: location })
      .where('vendor_id', '=', vendorId ?? 0)
      .execute();
  await choose(pico?.id, 'table', '12');
  const [receipt] = await receipts();
  expect(receipt?.text).toContain(`\nCollect: ${kumo?.id} Square, London\n`);
  expect(receipt?.text).toMatch(/\nDeliver to Table 12, \d+ Square, London\n/);
  const link = `${api.current.deps.config.siteUrl}/queues?filter=all`;
  expect(receipt?.text).toContain(`Your orders: ${link}`);
  expect(receipt?.html).toContain(`<a href="${link}"`);

  await paidCart();
  await choose(pico?.id, 'address', '3 Secret Street');
  const { text = '' } = (await receipts()).at(-1) ?? {};
  expect(text).toContain('\nDeliver to your address\n');
  expect(text).not.toContain('Secret');
});

test('a receipt lists several tax rates with their amounts, and the service charge at the rate of the venue', async () => {
  await storeTaxCategory(api.current.deps.db, venue, venue.vendors[1]?.items ?? []);
  await paidCart();
  const text = (await receipts())[0]?.text ?? '';
  // 36.00 and the charge of 2.50: 4.68, and 0.25 + 0.07 of its two portions.
  expect(text).toContain('HST: $7.00\nof which HST 13 % on $38.50: $5.00\nof which Alcohol 20 % on $10.00: $2.00\n');
});

test('a receipt names a single rate that differs from the rate of the venue', async () => {
  const { db } = api.current.deps;
  await db.updateTable('venues').set({ service_charge_minor: 0 }).where('id', '=', venue.id).execute();
  await storeTaxCategory(
    db,
    venue,
    venue.vendors.flatMap(({ items }) => items),
  );
  await paidCart();
  const text = (await receipts())[0]?.text ?? '';
  expect(text).toContain('HST: $9.20\nof which Alcohol 20 % on $46.00: $9.20\n');
});

test('a receipt lists no rates if the only rate is that of the venue', async () => {
  await paidCart();
  expect((await receipts())[0]?.text).not.toContain('of which');
});

test('the sections of the vendors add up to the paid amount', async () => {
  const cart = await paidCart();
  const [receipt] = await receipts();
  const sections = [...(receipt?.text ?? '').matchAll(/order .-101: \$([\d.]+)/g)].map(([, amount]) => Number(amount));
  expect(sections.reduce((sum, amount) => sum + Math.round(amount * 100), 0)).toBe(Math.round(cart.total * 100));
});

test('an unconfirmed address receives nothing personal', async () => {
  await paidCart();
  const [receipt] = await receipts();
  for (const words of ['my secret note', buyer.name]) {
    expect(receipt?.text).not.toContain(words);
    expect(receipt?.html).not.toContain(words);
  }
});

test('the outbox retries if the mail server is away, and gives up if the address is refused', async () => {
  const send = jest.spyOn(api.current.deps.mailer, 'send');
  send.mockRejectedValueOnce(new Error('away'));
  await paidCart();
  await receipts();
  api.current.advance(60_000);
  expect(await receipts()).toHaveLength(1);

  send.mockRejectedValueOnce(Object.assign(new Error('no such mailbox'), { responseCode: 550, command: 'RCPT TO' }));
  await paidCart();
  await receipts();
  api.current.advance(60_000);
  expect(await receipts()).toHaveLength(1);

  send.mockRejectedValueOnce(Object.assign(new Error('wrong password'), { responseCode: 535, command: 'AUTH PLAIN' }));
  await paidCart();
  await receipts();
  api.current.advance(60_000);
  expect(await receipts()).toHaveLength(2);
});
