/** The names of an order's lines in the language of its reader. */
import { cartSchema, one, orderSchema } from 'shared-contracts/schemas';
import { expectShape } from '../../testing/expect-shape';
import { storeUser, storeVenue, type TestUser, type TestVenue, translateVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { Market } from '../carts/market.testing';

const api = withTestApp();
const market = new Market(() => api.current);
const db = () => api.current.deps.db;

/** A hall in English and French, and a buyer. */
async function hall(): Promise<{ venue: TestVenue; buyer: TestUser }> {
  const items = [{ name: 'Soup', variants: [{ name: 'Large' }] }];
  const venue = await storeVenue(db(), { vendors: [{ items }] });
  await translateVenue(db(), venue);
  return { venue, buyer: await storeUser(db()) };
}
const cartIn = async (language: string, buyer: TestUser, venue: TestVenue) => {
  const path = `/carts/active?venue_id=${venue.id}`;
  const response = await market.call('GET', path, buyer, undefined, { 'accept-language': language });
  return expectShape(one(cartSchema), response.json()).data;
};
const namesIn = async (language: string, buyer: TestUser, venue: TestVenue) =>
  (await cartIn(language, buyer, venue)).orders.data[0]?.order_items.data.map(({ variant }) => [
    variant.item.name,
    variant.name,
  ]);

test('a cart has its names in the language of each request', async () => {
  const { venue, buyer } = await hall();
  await market.add(buyer, { venue });
  expect(await namesIn('fr', buyer, venue)).toEqual([['fr Soup', 'fr Large']]);
  expect(await namesIn('en', buyer, venue)).toEqual([['Soup', 'Large']]);
  expect(await namesIn('es', buyer, venue)).toEqual([['Soup', 'Large']]);
});

test('a line keeps the names that it had when it was added', async () => {
  const { venue, buyer } = await hall();
  await market.add(buyer, { venue });
  await db().updateTable('items').set({ texts: {} }).execute();
  expect(await namesIn('fr', buyer, venue)).toEqual([['fr Soup', 'fr Large']]);
});

test('a line of a menu that is not whole in a language has the names of the first', async () => {
  const { venue, buyer } = await hall();
  await db().updateTable('groups').set({ texts: {} }).execute();
  await market.add(buyer, { venue });
  expect(await namesIn('fr', buyer, venue)).toEqual([['Soup', 'Large']]);
});

test('the buyer reads an order in French, and its kitchen in the first language', async () => {
  const { venue, buyer } = await hall();
  const cook = await storeUser(db(), { vendorIds: [venue.vendor.id] });
  const { orderId } = await market.placeOne(buyer, venue);
  const french = { 'accept-language': 'fr' };
  const read = async (user: TestUser) => {
    const response = await market.call('GET', `/orders/${orderId}`, user, undefined, french);
    return expectShape(one(orderSchema), response.json()).data.order_items.data[0]?.variant.item.name;
  };
  expect(await read(buyer)).toBe('fr Soup');
  expect(await read(cook)).toBe('Soup');
  const queueOf = async (user: TestUser, query: string) => {
    const response = await market.call('GET', `/queues/active?${query}`, user, undefined, french);
    return response.json().data[0].order.order_items.data[0].variant.item.name;
  };
  expect(await queueOf(buyer, '')).toBe('fr Soup');
  expect(await queueOf(cook, `vendor_id=${venue.vendor.id}`)).toBe('Soup');
});

test('a buyer who collects an order gets it in French', async () => {
  const { venue, buyer } = await hall();
  const { queueEntryId } = await market.placeOne(buyer, venue);
  for (const state of ['busy', 'done'] as const) {
    await db().updateTable('queue_entries').set({ state }).where('id', '=', queueEntryId).execute();
  }
  const body = { state: 'collected', from: 'done' };
  const moved = await market.call('PUT', `/queues/${queueEntryId}`, buyer, body, { 'accept-language': 'fr' });
  expect(moved.json().data.order.order_items.data[0].variant.item.name).toBe('fr Soup');
});

test('a refusal names the item in the language of the menu', async () => {
  const { venue, buyer } = await hall();
  const { item } = venue.vendor;
  const body = {
    venue_id: venue.id,
    vendor_id: venue.vendor.id,
    variant_id: item.variants[0]?.id,
    quantity: 1,
    price: 1,
    item_total: 1,
    total: 1,
    options: [],
    notes: '',
  };
  const refused = await market.call('POST', '/carts', buyer, body, { 'accept-language': 'fr' });
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toContain('fr Soup');
  expect(refused.json().data).toMatchObject({ name: 'fr Soup', language: 'fr' });
});

test('a receipt has the names in the language of the order', async () => {
  const { venue, buyer } = await hall();
  const cart = await market.add(buyer, { venue });
  await db().updateTable('orders').set({ language: 'fr' }).execute();
  await market.place(buyer, cart);
  await api.current.deps.outbox.drain();
  expect(api.current.emails[0]?.text).toContain('1 × fr Soup (fr Large)');
});
