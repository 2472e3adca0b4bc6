import { inTransaction } from 'core/database/kysely';
import { cartSchema, one, orderSchema } from 'shared-contracts/schemas';
import type { Allergen, Cart, Order } from 'shared-contracts/types';
import { expectShape } from '../../testing/expect-shape';
import { storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { firstOf, Market, placeSnapshot } from '../carts/market.testing';
import { type CartSnapshot, takeCartSnapshot } from './cart-snapshot';

const api = withTestApp();
const market = new Market(() => api.current);
const db = () => api.current.deps.db;

let buyer: TestUser;
let venue: TestVenue;

/** A stall whose bowl states its allergens, and whose side states none. */
beforeEach(async () => {
  buyer = await storeUser(db());
  const toppings: { name: string; allergens?: Allergen[] }[] = [
    { name: 'Egg', allergens: ['eggs', 'soybeans'] },
    { name: 'Corn' },
  ];
  venue = await storeVenue(db(), {
    vendors: [
      {
        items: [
          { name: 'Bowl', allergens: ['soybeans', 'gluten'], optionGroups: [{ options: toppings }] },
          { name: 'Side' },
        ],
      },
      {},
    ],
  });
});

const order = async (id: number, user = buyer): Promise<Order> =>
  expectShape(one(orderSchema), (await market.call('GET', `/orders/${id}`, user)).json()).data;
const readCart = async (id: number): Promise<Cart> =>
  expectShape(one(cartSchema), (await market.call('GET', `/carts/${id}`, buyer)).json()).data;
const note = (orderId: number, allergy_note: string, user = buyer) =>
  market.call('PUT', `/orders/${orderId}/allergy-note`, user, { allergy_note });

describe('the allergens of an order', () => {
  const toppingsOf = () => firstOf(venue.vendor.item.optionGroups).options;
  const linesOf = async (id: number) => (await order(id)).order_items.data.map(({ allergens }) => allergens);

  test('are those that the stall stated when the order was placed, including those of its choices', async () => {
    await market.add(buyer, { venue, options: [firstOf(toppingsOf())] });
    const cart = await market.add(buyer, { venue });
    const { orderId } = firstOf(await market.place(buyer, cart));
    await db()
      .updateTable('items')
      .set({ allergens: ['milk'] })
      .execute();
    await db().updateTable('options').set({ allergens: [] }).execute();
    expect(await linesOf(orderId)).toEqual([
      ['eggs', 'gluten', 'soybeans'],
      ['gluten', 'soybeans'],
    ]);
  });

  test('are an empty list if the stall stated that there are none, and are left out if it stated nothing', async () => {
    await db().updateTable('items').set({ allergens: [] }).where('name', '=', 'Bowl').execute();
    await market.add(buyer, { venue, variant: firstOf(venue.vendor.items[1]?.variants ?? []) });
    const cart = await market.add(buyer, { venue, options: toppingsOf().slice(1) });
    const { orderId } = firstOf(await market.place(buyer, cart));
    expect(await linesOf(orderId)).toEqual([undefined, []]);
  });

  test('are left out of a cart, which only says which stalls state them', async () => {
    await market.add(buyer, { venue });
    const cart = await readCart((await market.add(buyer, { venue, vendor: venue.vendors[1] })).id);
    expect(cart.orders.data.map(({ vendor }) => vendor.states_allergens)).toEqual([true, undefined]);
    expect(cart.orders.data.flatMap(({ order_items }) => order_items.data.map(({ allergens }) => allergens))).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('an allergy note', () => {
  test('belongs to one order and reaches its kitchen', async () => {
    await market.add(buyer, { venue, vendor: venue.vendors[1] });
    const cart = await market.add(buyer, { venue });
    const [, bowls] = cart.orders.data;
    const saved = await note(bowls?.id ?? 0, '  Peanuts, also traces \n');
    expect(expectShape(one(orderSchema), saved.json()).data.allergy_note).toBe('Peanuts, also traces');
    const placed = await market.place(buyer, await readCart(cart.id));
    const cook = await storeUser(db(), { staffOf: [venue.vendor.id] });
    const queue = (await market.call('GET', `/queues/active?vendor_id=${venue.vendor.id}`, cook)).json().data;
    expect(queue.map(({ order: { allergy_note } }: { order: Order }) => allergy_note)).toEqual([
      'Peanuts, also traces',
    ]);
    const notes = await Promise.all(placed.map(async ({ orderId }) => (await order(orderId)).allergy_note));
    expect(notes.filter(Boolean)).toEqual(['Peanuts, also traces']);
  });

  test('changes the cart once, notifies the other screens of the buyer, and can be removed again', async () => {
    const cart = await market.add(buyer, { venue });
    const { id } = firstOf(cart.orders.data);
    await market.announced();
    await note(id, 'Nuts');
    await note(id, 'Nuts');
    expect((await market.announced()).map(({ name }) => name)).toEqual(['CartUpdated']);
    expect((await readCart(cart.id)).version).toBe(cart.version + 1);
    await note(id, '');
    expect(await order(id)).not.toHaveProperty('allergy_note');
  });

  test('is refused for the order of another person, for a placed order, and if it is too long', async () => {
    const cart = await market.add(buyer, { venue });
    const { id } = firstOf(cart.orders.data);
    expect((await note(id, 'Nuts', await storeUser(db()))).statusCode).toBe(404);
    expect((await note(id, 'x'.repeat(301))).statusCode).toBe(422);
    expect((await note(999_999, 'Nuts')).statusCode).toBe(404);
    await market.place(buyer, cart);
    const refused = await note(id, 'Nuts');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'CART_CLOSED']);
    expect(await order(id)).not.toHaveProperty('allergy_note');
  });

  test('that is written after the payment was started is placed with the paid order', async () => {
    const cart = await market.add(buyer, { venue, quantity: 1 });
    const { id } = firstOf(cart.orders.data);
    await market.collect(buyer, id);
    const snapshot: CartSnapshot = JSON.parse(JSON.stringify(await takeCartSnapshot(db(), await readCart(cart.id))));
    await note(id, 'Nuts');
    await market.add(buyer, { venue, quantity: 2 });
    await inTransaction(db(), (trx) => placeSnapshot(trx, snapshot, new Date()));
    expect(await order(id)).toMatchObject({ state: 'placed', allergy_note: 'Nuts' });
    const rest: Cart = (await market.call('GET', `/carts/active?venue_id=${venue.id}`, buyer)).json().data;
    expect(rest.orders.data).toMatchObject([{ allergy_note: 'Nuts', order_items: { data: [{ quantity: 2 }] } }]);
  });

  test('is never sent by email', async () => {
    const cart = await market.add(buyer, { venue });
    await note(firstOf(cart.orders.data).id, 'Peanuts');
    await market.place(buyer, await readCart(cart.id));
    await api.current.deps.outbox.drain();
    expect(api.current.emails).toHaveLength(1);
    expect(JSON.stringify(api.current.emails)).not.toContain('Peanuts');
  });
});
