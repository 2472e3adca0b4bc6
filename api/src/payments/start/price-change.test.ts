/** Tests a price that the menu changes while the item is in a cart: over the HTTP routes, from the menu to the charge. */
import type { ListeningSandbox } from 'pay-sandbox/testing';
import { cartSchema, one, startStripeSchema } from 'shared-contracts/schemas';
import type { Cart } from 'shared-contracts/types';
import { firstOf, Market } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import { confirmWithCard, environmentOf, referenceOf, sandboxOfVenues } from '../../testing/payments';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { buildTestApp, type TestApp, withDatabase } from '../../testing/test-app';

withDatabase();

let sandbox: ListeningSandbox;
let api: TestApp;
let venue: TestVenue;
let buyer: TestUser;
const market = new Market(() => api);

beforeEach(async () => {
  sandbox = await sandboxOfVenues();
  api = await buildTestApp({ environment: environmentOf(sandbox) });
  venue = await storeVenue(api.deps.db, {
    vendors: [
      {
        items: [
          {
            variants: [{ price_minor: 1000 }],
            optionGroups: [{ name: 'Extras', max_select: 1, options: [{ price_minor: 120 }] }],
          },
        ],
      },
    ],
  });
  buyer = await storeUser(api.deps.db);
});
afterEach(async () => {
  await api.close();
  await sandbox.close();
});

const variant = () => firstOf(venue.vendor.item.variants);
const option = () => firstOf(firstOf(venue.vendor.item.optionGroups).options);
const lineOf = (cart: Cart) => firstOf(firstOf(cart.orders.data).order_items.data);

/** Changes the price in the database, like an importer or an operator. */
async function nowCosts(table: 'variants' | 'options', id: number, price_minor: number): Promise<void> {
  await api.deps.db.updateTable(table).set({ price_minor }).where('id', '=', id).execute();
}

async function activeCart(): Promise<Cart> {
  const response = await market.call('GET', `/carts/active?venue_id=${venue.id}&user_id=${buyer.id}&state=new`, buyer);
  return expectShape(one(cartSchema), response.json()).data;
}

async function addedAndCollected(price_minor: number, options: { id: number; price_minor: number }[]): Promise<Cart> {
  const cart = await market.add(buyer, { venue, variant: { ...variant(), price_minor }, options });
  await market.collect(buyer, firstOf(cart.orders.data).id);
  return activeCart();
}

const start = (id: number) => market.call('POST', `/carts/${id}/start-stripe`, buyer);

/** @returns the charged amount in cents */
async function paid(id: number): Promise<number> {
  const { clientSecret } = expectShape(startStripeSchema, (await start(id)).json()).secret;
  await confirmWithCard(sandbox, clientSecret);
  const reference = referenceOf(clientSecret);
  const finished = await market.call('POST', `/carts/${id}/pay-with-stripe`, buyer, { reference });
  expect(finished.statusCode).toBe(200);
  return (await sandbox.stripe('sk_test_venue').paymentIntents.retrieve(reference)).amount_received;
}

describe.each<[what: string, code: string, change: () => Promise<void>]>([
  ['the variant', 'CART_CHANGED', () => nowCosts('variants', variant().id, 1300)],
  ['an option', 'ITEM_UNAVAILABLE', () => nowCosts('options', option().id, 420)],
])('if %s costs more than when it was added', (_what, code, change) => {
  test('the cart flags the line and refuses Pay until the choice is added again at the new price', async () => {
    const before = await addedAndCollected(1000, [option()]);
    // 11.20, 2.50 for service, 13 % of each
    expect(before).toMatchObject({ payable: true, total: 15.49 });
    await change();

    const flagged = await activeCart();
    expect(flagged).toMatchObject({ payable: false, total: 15.49 });
    expect(lineOf(flagged).available).toBe(false);
    const refused = await start(before.id);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code, data: { id: before.id, payable: false } });
    // A larger quantity does not accept the new price.
    await market.call('PUT', `/order-items/${lineOf(flagged).id}`, buyer, { quantity: 2 });
    expect((await start(before.id)).statusCode).toBe(409);

    await market.call('DELETE', `/order-items/${lineOf(flagged).id}`, buyer);
    const { price_minor: variantMinor } = await priceOf('variants', variant().id);
    const { price_minor: optionMinor } = await priceOf('options', option().id);
    const settled = await addedAndCollected(variantMinor, [{ ...option(), price_minor: optionMinor }]);
    // 14.20, 2.50 for service, 13 % of each
    expect(settled).toMatchObject({ id: before.id, payable: true, total: 18.88 });
    expect(await paid(before.id)).toBe(1888);
  });

  test('the next start of a payment that was opened before is refused too', async () => {
    const { id } = await addedAndCollected(1000, [option()]);
    expect((await start(id)).statusCode).toBe(200);
    await change();
    expect((await start(id)).statusCode).toBe(409);
  });
});

function priceOf(table: 'variants' | 'options', id: number): Promise<{ price_minor: number }> {
  return api.deps.db.selectFrom(table).select('price_minor').where('id', '=', id).executeTakeFirstOrThrow();
}
