/** Makes carts and paid orders through the real routes. */
import {
  cartSchema,
  itemSchema,
  many,
  one,
  paymentResultSchema,
  queueEntrySchema,
  startStripeSchema,
  vendorSchema,
  vendorSummarySchema,
  venueSchema,
} from 'shared-contracts/schemas';
import { aDelivery, anAdd, sumOf } from 'shared-contracts/testing/builders';
import type {
  AddToCart,
  Cart,
  DeliveryChange,
  DeliveryMethodType,
  Item,
  QueueEntry,
  QueueState,
  Vendor,
  VendorSummary,
  Venue,
} from 'shared-contracts/types';
import type { Account } from './accounts';
import type { Client } from './http';
import { type Sandbox, startedPayment } from './sandbox';

export const venuesOf = async ({ get }: Client): Promise<Venue[]> => (await get('/venues', many(venueSchema))).data;

export const vendorsOf = async ({ get }: Client, venueId: number): Promise<VendorSummary[]> =>
  (await get(`/vendors?venue_id=${venueId}`, many(vendorSummarySchema))).data;

export const readVendor = async ({ get }: Client, id: number): Promise<Vendor> =>
  (await get(`/vendors/${id}`, one(vendorSchema))).data;

export const readItem = async ({ get }: Client, id: number): Promise<Item> =>
  (await get(`/items/${id}`, one(itemSchema))).data;

export const itemsOf = (vendor: Vendor) =>
  vendor.menus.data.flatMap((menu) => menu.groups.data.flatMap((group) => group.items.data));

export async function vendorNamed(client: Client, venueId: number, name: string): Promise<Vendor> {
  const found = (await vendorsOf(client, venueId)).find((vendor) => vendor.name === name);
  if (!found) throw new Error(`There is no ${name} in venue ${venueId}.`);
  return readVendor(client, found.id);
}

/** A cart line of one item in its default variant, with the fewest required options. */
export type Line = Omit<AddToCart, 'quantity' | 'item_total' | 'total' | 'notes'>;

export function lineOf({ venue_id, id: vendor_id }: Vendor, { master, option_groups, group }: Item): Line {
  const groups = [...option_groups.data, ...group.option_groups.data];
  const options = groups.flatMap(({ min_select, options: { data } }) =>
    data.filter(({ status }) => status === 'active').slice(0, min_select),
  );
  return {
    venue_id,
    vendor_id,
    variant_id: master.id,
    price: master.price,
    options_total: sumOf(options.map(({ price }) => price)),
    options: options.map(({ id }) => ({ id })),
  };
}

/** Puts a vendor's item into the cart, in its default variant. Without a name it takes the vendor's first. */
export async function putInCart(buyer: Client, vendor: Vendor, itemName?: string): Promise<Cart> {
  const items = itemsOf(vendor);
  const listed = itemName === undefined ? items[0] : items.find(({ name }) => name === itemName);
  if (!listed) throw new Error(`${vendor.name} has no ${itemName ?? 'item'}.`);
  const item = await readItem(buyer, listed.id);
  return (await buyer.post('/carts', anAdd(lineOf(vendor, item)), one(cartSchema))).data;
}

/** Chooses collection where the vendor allows it, otherwise the first kind of location that the vendor serves. */
export function usualDelivery(types: readonly DeliveryMethodType[]): DeliveryChange {
  return aDelivery(types.includes('collect') ? 'collect' : (types[0] ?? 'collect'));
}

/** @param delivery the delivery of every order; by default each vendor's usual one */
export async function settleDelivery({ put }: Client, cart: Cart, delivery?: DeliveryChange): Promise<void> {
  for (const { id, vendor } of cart.orders.data) {
    await put(`/orders/${id}`, delivery ?? usualDelivery(vendor.delivery_method_types));
  }
}

interface Purchase {
  venue?: number;
  vendor?: string;
  delivery?: DeliveryChange;
}

interface Prepared {
  orderId: number;
  cartId: number;
  /** The call that settles the payment. */
  settle: () => Promise<void>;
}

/** Buys one item at a Stripe venue, card and all, up to the call that settles the payment. */
export async function prepareOrder(
  buyer: Client,
  sandbox: Sandbox,
  { venue = 1, vendor = 'Kumo Ramen', delivery = aDelivery('collect') }: Purchase = {},
): Promise<Prepared> {
  const cart = await putInCart(buyer, await vendorNamed(buyer, venue, vendor));
  const [order] = cart.orders.data;
  if (!order) throw new Error('The cart has no order.');
  await settleDelivery(buyer, cart, delivery);
  const payment = startedPayment('Stripe', await buyer.post(`/carts/${cart.id}/start-stripe`, {}, startStripeSchema));
  const key = (await venuesOf(buyer)).find(({ id }) => id === venue)?.payment_provider_key ?? '';
  const status = await sandbox.enterCard(payment, key);
  if (status !== 200) throw new Error(`The sandbox refused the card: ${status}.`);
  return {
    orderId: order.id,
    cartId: cart.id,
    async settle() {
      await buyer.post(`/carts/${cart.id}/pay-with-stripe`, { reference: payment.reference }, one(paymentResultSchema));
    },
  };
}

/** Buys one item at a Stripe venue with a card that is accepted. */
export async function buy(buyer: Account, sandbox: Sandbox, purchase?: Purchase): Promise<QueueEntry> {
  const { orderId, settle } = await prepareOrder(buyer, sandbox, purchase);
  await settle();
  const bought = (await ordersOf(buyer)).find(({ order }) => order.id === orderId);
  if (!bought) throw new Error('The paid order is not in the queue.');
  return bought;
}

const queueOf = async ({ get }: Client, query: string): Promise<QueueEntry[]> =>
  (await get(`/queues/active?${query}`, many(queueEntrySchema))).data;

/** The customer's own orders in the queue. */
export const ordersOf = (buyer: Account): Promise<QueueEntry[]> => queueOf(buyer, `user_id=${buyer.data.id}`);

/** A vendor's queue, as its staff sees it. */
export const queueOfVendor = (staff: Account, vendorId: number): Promise<QueueEntry[]> =>
  queueOf(staff, `vendor_id=${vendorId}`);

/** Moves an entry through the states, one after the other. */
export async function move({ put }: Client, { id }: Pick<QueueEntry, 'id'>, ...states: QueueState[]): Promise<void> {
  for (const state of states) await put(`/queues/${id}`, { state });
}
