/** Tests the choice of a tip over the real routes: what the cart offers, what it takes, and when a choice ends. */
import type { Cart } from 'shared-contracts/types';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';
import { firstOf, Market } from './market.testing';

withDatabase();

let api: TestApp;
let buyer: TestUser;
let venue: TestVenue;

const market = new Market(() => api);
const db = () => api.deps.db;
const RATES = [500, 1000, 1250];

beforeEach(async () => {
  api = await buildTestApp();
  buyer = await storeUser(db());
  const stall = (price_minor: number) => ({ items: [{ variants: [{ price_minor }] }] });
  // 13 % are added, and a service charge of 2.50.
  venue = await storeVenue(db(), { tip_rates_bp: RATES, vendors: [stall(1000), stall(550)] });
});
afterEach(() => api.close());

/** A cart of both stalls: 15.50, and 2.34 tax with that of the service charge of 2.50. */
async function filled(): Promise<Cart> {
  await market.add(buyer, { venue });
  return market.add(buyer, { venue, vendor: firstOf(venue.vendors.slice(1)) });
}

const choose = (cart: Pick<Cart, 'id'>, body: object, user = buyer) =>
  market.call('PUT', `/carts/${cart.id}/tip`, user, body);
const chosen = async (cart: Pick<Cart, 'id'>, body: object): Promise<Cart> => {
  const response = await choose(cart, body);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json().data;
};
const tipsOf = (cart: Cart) => cart.orders.data.map(({ tip = 0 }) => tip);
const nowCosts = (values: object) => db().updateTable('venues').set(values).where('id', '=', venue.id).execute();

test('nothing is preselected, and each percentage says what it comes to', async () => {
  const cart = await filled();
  expect(cart.tip).toEqual({
    amount: 0,
    percent: null,
    offers: [
      { percent: 5, amount: 0.78 },
      { percent: 10, amount: 1.55 },
      { percent: 12.5, amount: 1.94 },
    ],
    most: 15.5,
  });
  expect(cart.total).toBe(20.35);
  expect(cart.orders.data[0]).not.toHaveProperty('tip');
});

test('a percentage is added to the total and split over the stalls by their totals', async () => {
  const cart = await chosen(await filled(), { percent: 10 });
  expect(cart.tip).toMatchObject({ amount: 1.55, percent: 10 });
  expect(tipsOf(cart)).toEqual([1, 0.55]);
  // Neither the items nor the taxes change with it.
  expect(cart).toMatchObject({ total: 21.9, item_total: 15.5 });
});

test('the parts of an odd amount add up to it', async () => {
  const cart = await chosen(await filled(), { amount: 1 });
  expect(cart.tip).toMatchObject({ amount: 1, percent: null });
  expect(tipsOf(cart)).toEqual([0.65, 0.35]);
});

test('a percentage follows the items, and an amount stays', async () => {
  const { id } = await filled();
  await chosen({ id }, { percent: 10 });
  const more = await market.add(buyer, { venue, quantity: 2 });
  expect([more.tip?.amount, tipsOf(more)]).toEqual([3.55, [3, 0.55]]);
  await chosen({ id }, { amount: 4 });
  const line = firstOf(firstOf(more.orders.data).order_items.data);
  const removed: Cart = (await market.call('DELETE', `/order-items/${line.id}`, buyer)).json().data;
  expect([removed.tip?.amount, tipsOf(removed)]).toEqual([4, [4]]);
});

test('an amount is never more than the items that are left', async () => {
  const { id, orders } = await chosen(await filled(), { amount: 15.5 });
  const line = firstOf(firstOf(orders.data).order_items.data);
  const removed: Cart = (await market.call('DELETE', `/order-items/${line.id}`, buyer)).json().data;
  expect(removed.tip).toMatchObject({ amount: 5.5, most: 5.5, chosen: expect.any(Number) });
  expect((await market.add(buyer, { venue })).tip?.amount).toBe(15.5);
  expect((await chosen({ id }, { percent: null })).tip?.amount).toBe(0);
});

test.each([{ percent: null }, { amount: 0 }])('%j takes the tip away', async (none) => {
  const { id } = await filled();
  await chosen({ id }, { percent: 5 });
  expect(await chosen({ id }, none)).toMatchObject({ total: 20.35, tip: { amount: 0, percent: null } });
});

test('a choice makes a new version of the cart, and the same choice again does not', async () => {
  const { id, version } = await filled();
  const first = await chosen({ id }, { percent: 5 });
  expect([first.version, (await chosen({ id }, { percent: 5 })).version]).toEqual([version + 1, version + 1]);
});

test.each<[string, object, string | undefined]>([
  [
    'a percentage that the hall does not offer',
    { percent: 7 },
    'This hall does not offer that tip. Please choose again.',
  ],
  ['more than the items', { amount: 15.51 }, 'A tip can be at most the price of the items, $15.50.'],
  ['too many decimals', { amount: 1.005 }, 'This is not an amount of CAD.'],
  ['a negative amount', { amount: -1 }, undefined],
  ['text', { amount: 'two' }, undefined],
  ['both', { amount: 1, percent: 5 }, undefined],
  ['neither', {}, undefined],
])('%s is refused, and the cart stays as it is', async (_what, body, message) => {
  const cart = await filled();
  const refused = await choose(cart, body);
  expect(refused.statusCode).toBe(422);
  if (message) expect(refused.json()).toMatchObject({ code: 'TIP_REFUSED', errors: { tip: [message] } });
  expect((await market.call('GET', `/carts/${cart.id}`, buyer)).json().data).toEqual(cart);
});

test.each([
  ['JPY', { amount: 100.5 }, 'This is not an amount of JPY.'],
  ['KWD', { amount: 0.105 }, 'A tip must be a multiple of $0.010.'],
])('an amount in %s has the decimals that cards can pay', async (currency, body, message) => {
  await nowCosts({ currency });
  await db().updateTable('variants').set({ price_minor: 5_000_000 }).execute();
  const cart = await chosenVenueCart(currency);
  const refused = await choose(cart, body);
  expect(refused.json()).toMatchObject({ errors: { tip: [message] } });
});

async function chosenVenueCart(currency: string): Promise<Cart> {
  const [variant] = venue.vendor.item.variants;
  const price = currency === 'JPY' ? 5_000_000 : 5000;
  const line = { venue_id: venue.id, vendor_id: venue.vendor.id, variant_id: variant?.id, quantity: 1, price };
  const body = { ...line, item_total: price, total: price, options: [], notes: '' };
  return (await market.call('POST', '/carts', buyer, body)).json().data;
}

test('another person’s cart does not exist, and a placed one is closed', async () => {
  const cart = await filled();
  expect((await choose(cart, { percent: 5 }, await storeUser(db()))).statusCode).toBe(404);
  await market.place(buyer, cart);
  const late = await choose(cart, { percent: 5 });
  expect([late.statusCode, late.json().code]).toEqual([409, 'CART_CLOSED']);
});

describe('a cart has no word of tips', () => {
  const asBefore = async () => {
    const cart = await filled();
    expect(cart).not.toHaveProperty('tip');
    return cart;
  };

  test('in a hall that takes none, and refuses one', async () => {
    await nowCosts({ tip_rates_bp: null });
    const refused = await choose(await asBefore(), { percent: 10 });
    expect(refused.json()).toMatchObject({ errors: { tip: ['This hall takes no tips.'] } });
  });

  test('if its items are free, and takes none', async () => {
    await db().updateTable('variants').set({ price_minor: 0 }).execute();
    venue = { ...venue, vendors: venue.vendors.map((each) => free(each)), vendor: free(venue.vendor) };
    const refused = await choose(await asBefore(), { amount: 1 });
    expect(refused.json()).toMatchObject({ code: 'TIP_REFUSED' });
  });
});

const free = (vendor: TestVenue['vendor']): TestVenue['vendor'] => ({
  ...vendor,
  item: { ...vendor.item, variants: vendor.item.variants.map((each) => ({ ...each, price_minor: 0 })) },
});

describe('when the hall changes its tips, an open cart', () => {
  const after = async (choice: object, tip_rates_bp: number[] | null): Promise<Cart> => {
    const { id } = await chosen(await filled(), choice);
    await nowCosts({ tip_rates_bp });
    return (await market.call('GET', `/carts/${id}`, buyer)).json().data;
  };

  test('loses a percentage that is not offered any more, and its version is new', async () => {
    const cart = await after({ percent: 10 }, [1500, 1800, 2000]);
    expect(cart).toMatchObject({ total: 20.35, version: 5, tip: { amount: 0, percent: null } });
  });

  test('keeps a percentage that is still offered', async () => {
    expect(await after({ percent: 10 }, [1000, 1800, 2000])).toMatchObject({ version: 4, tip: { percent: 10 } });
  });

  test('keeps an amount', async () => {
    expect(await after({ amount: 2 }, [1500, 1800, 2000])).toMatchObject({ version: 4, tip: { amount: 2 } });
  });

  test('loses any tip if the hall takes none', async () => {
    const cart = await after({ amount: 2 }, null);
    expect(cart.total).toBe(20.35);
    expect(cart).not.toHaveProperty('tip');
  });
});

test.each([
  ['two percentages', [500, 1000]],
  ['percentages that do not ascend', [500, 1500, 1000]],
  ['a percentage twice', [500, 500, 1000]],
  ['more than 30 %', [500, 1000, 3001]],
  ['less than 1 %', [99, 1000, 1500]],
])('the database refuses %s', async (_what, tip_rates_bp) => {
  await expect(nowCosts({ tip_rates_bp })).rejects.toThrow('venues_tip_rates');
});

test('the database refuses tips in a Paystack venue', async () => {
  const paystack = { payment_provider: 'Paystack' as const, is_tax_included: true, service_charge_minor: 0 };
  await expect(nowCosts(paystack)).rejects.toThrow('venues_paystack_has_no_tips');
});
