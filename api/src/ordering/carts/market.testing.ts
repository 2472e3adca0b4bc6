/** Steps that tests of carts, orders and queues share: add to a cart, choose delivery, place, and read the announced events. */

import { inTransaction, type Trx } from 'core/database/kysely';
import { aDelivery, anAdd } from 'shared-contracts/testing/builders';
import type { Cart, Order } from 'shared-contracts/types';
import type { EventMessage } from '../../messages/realtime/events';
import type { TestUser, TestVendor, TestVenue } from '../../testing/stored';
import type { TestApp } from '../../testing/test-app';
import { type CartSnapshot, takeCartSnapshot } from '../checkout/cart-snapshot';
import { type PlacedOrder, placeOrders } from '../checkout/place-orders.command';
import { lockCart } from './cart.repository';

export interface AddInput {
  venue: TestVenue;
  vendor?: TestVendor;
  quantity?: number;
  variant?: { id: number; price_minor: number };
  options?: readonly { id: number; price_minor: number }[];
  notes?: string;
}

/** The add-to-cart payload of the specification for a two-decimal currency, with the prices of the menu. */
export function addPayload({
  venue,
  vendor = venue.vendor,
  quantity = 1,
  variant = firstOf(vendor.item.variants),
  options = [],
  notes = '',
}: AddInput) {
  const optionsMinor = options.reduce((sum, { price_minor }) => sum + price_minor, 0);
  return anAdd({
    venue_id: venue.id,
    vendor_id: vendor.id,
    variant_id: variant.id,
    quantity,
    price: variant.price_minor / 100,
    options_total: optionsMinor / 100,
    options: options.map(({ id }) => ({ id })),
    notes,
  });
}

/** Locks the cart of the snapshot and places the snapshot, as a settled payment does. */
export async function placeSnapshot(trx: Trx, snapshot: CartSnapshot, now: Date): Promise<PlacedOrder[]> {
  const cart = await lockCart(trx, snapshot.cart_id);
  if (!cart) throw new Error(`No cart ${snapshot.cart_id}`);
  return placeOrders(trx, { cart, snapshot, now });
}

export class Market {
  constructor(private readonly test: () => TestApp) {}

  post(user: TestUser, input: AddInput, headers: Record<string, string> = {}) {
    return this.call('POST', '/carts', user, addPayload(input), headers);
  }

  /** @throws if it was refused */
  async add(user: TestUser, input: AddInput): Promise<Cart> {
    const response = await this.post(user, input);
    if (response.statusCode !== 201) throw new Error(response.body);
    return response.json().data;
  }

  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    user: TestUser | null,
    payload?: object,
    headers: Record<string, string> = {},
  ) {
    return this.test().app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...user?.headers, ...headers },
      ...(payload && { payload }),
    });
  }

  async collect(user: TestUser, orderId: number): Promise<Order> {
    const response = await this.call('PUT', `/orders/${orderId}`, user, aDelivery('collect'));
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json().data;
  }

  /** Sets every order of the cart to collection, then pays and places the cart. */
  async place(user: TestUser, cart: Cart, now = this.test().deps.clock.now()): Promise<PlacedOrder[]> {
    for (const order of cart.orders.data) await this.collect(user, order.id);
    const { deps } = this.test();
    return inTransaction(deps.db, async (trx) => {
      const row = await lockCart(trx, cart.id);
      if (!row) throw new Error(`No cart ${cart.id}`);
      return placeOrders(trx, { cart: row, snapshot: await takeCartSnapshot(trx, row), now });
    });
  }

  /** Places one order with the first vendor. */
  async placeOne(user: TestUser, venue: TestVenue, now?: Date): Promise<PlacedOrder> {
    return firstOf(await this.place(user, await this.add(user, { venue }), now));
  }

  /** Returns the events that entered the outbox since the last call, as `name → channels: payload`. */
  async announced(): Promise<{ name: string; channels: string[]; payload: unknown; except: string | null }[]> {
    const { db } = this.test().deps;
    const rows = await db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'event')
      .where('done_at', 'is', null)
      .orderBy('id')
      .execute();
    await db.updateTable('outbox').set({ done_at: new Date() }).execute();
    return rows.map((row) => {
      const { event, channels, payload, except_socket_id } = row.payload as EventMessage;
      return { name: event.replace('App\\Events\\', ''), channels, payload, except: except_socket_id };
    });
  }
}

export function firstOf<T>(list: readonly T[]): T {
  const [head] = list;
  if (head === undefined) throw new Error('The list is empty');
  return head;
}
