/** Restores the paid content of a changed cart. Lines that were added later move to a new cart. */

import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import { announce } from '../../messages/realtime/events';
import { type CartRow, lockOrCreateCart } from '../carts/cart.repository';
import { cartUpdated, repriceOrders } from '../carts/write-cart';
import { type OrderRecord, ordersOfCart } from '../orders/order.repository';
import type { CartSnapshot, SnapshotLine, SnapshotOrder } from './cart-snapshot';

export interface Restored {
  /** Call this once the cart is no longer `new`, because a buyer has one new cart in a venue. */
  moveRestToNewCart(): Promise<void>;
}

export async function restoreSnapshot(trx: Trx, cart: CartRow, snapshot: CartSnapshot): Promise<Restored> {
  const current = await ordersOfCart(trx, cart.id);
  const rest = restOf(current, snapshot);
  await trx.deleteFrom('orders').where('cart_id', '=', cart.id).execute();
  for (const order of snapshot.orders) {
    // The latest note and language are kept, because they are not part of the paid content.
    const { allergy_note, language } = current.find(({ id }) => id === order.id) ?? order;
    await insertOrder(trx, cart.id, { ...order, allergy_note, language }, order.id);
  }
  return {
    moveRestToNewCart: async () => {
      if (rest.length === 0) return;
      const next = await lockOrCreateCart(trx, cart.user_id, cart.venue_id);
      for (const order of rest) await insertOrder(trx, next.id, order, null);
      await repriceOrders(trx, next);
      await announce(trx, [cartUpdated(next)]);
    },
  };
}

/** Returns the content of the cart beyond the snapshot, line by line. */
function restOf(current: readonly OrderRecord[], snapshot: CartSnapshot): SnapshotOrder[] {
  const paidFor = new Map<string, number>();
  for (const order of snapshot.orders) {
    for (const line of order.lines) paidFor.set(`${order.vendor_id} ${line.line_key}`, line.quantity);
  }
  return current.flatMap((order) => {
    const lines = order.lines.flatMap((line) => {
      const quantity = line.quantity - (paidFor.get(`${order.vendor_id} ${line.line_key}`) ?? 0);
      if (quantity <= 0) return [];
      return [{ ...line, quantity, total_minor: (line.unit_minor + line.options_minor) * quantity }];
    });
    return lines.length === 0 ? [] : [{ ...order, lines }];
  });
}

/** @param id the order's id from the snapshot, so that links to it still work; null for a new one */
async function insertOrder(trx: Trx, cartId: number, order: SnapshotOrder, id: number | null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into orders (id, cart_id, user_id, venue_id, vendor_id, vendor_name, vendor_image_url, vendor_address_1,
      currency, currency_symbol, tax_name, tax_number, tax_rate_bp, is_tax_included,
      total_minor, tax_minor, service_fee_minor, service_fee_tax_minor, tip_minor,
      delivery_method, delivery_method_type, delivery_method_location, delivery_method_instructions, delivery_scanned_at,
      allergy_note, language)
    overriding system value
    values (coalesce(${id}::bigint, nextval(pg_get_serial_sequence('orders', 'id'))), ${cartId},
      ${order.user_id}, ${order.venue_id}, ${order.vendor_id}, ${order.vendor_name}, ${order.vendor_image_url},
      ${order.vendor_address_1}, ${order.currency}, ${order.currency_symbol}, ${order.tax_name}, ${order.tax_number},
      ${order.tax_rate_bp}, ${order.is_tax_included}, ${order.total_minor}, ${order.tax_minor},
      ${order.service_fee_minor}, ${order.service_fee_tax_minor}, ${order.tip_minor ?? 0}, ${order.delivery_method},
      ${order.delivery_method_type}, ${order.delivery_method_location}, ${order.delivery_method_instructions},
      ${order.delivery_scanned_at ?? null}, ${order.allergy_note ?? ''}, ${order.language ?? SOURCE_LANGUAGE})
    returning id`.execute(trx);
  const orderId = rows[0]?.id;
  if (orderId === undefined) throw new Error('An order could not be written again');
  for (const line of order.lines) await insertLine(trx, orderId, line);
}

async function insertLine(trx: Trx, orderId: number, line: SnapshotLine): Promise<void> {
  const { id } = await trx
    .insertInto('order_items')
    .values({
      order_id: orderId,
      item_id: line.item_id,
      variant_id: line.variant_id,
      line_key: line.line_key,
      item_name: line.item_name,
      variant_name: line.variant_name,
      // A snapshot from before menus had other languages has none.
      texts: line.texts ?? {},
      quantity: line.quantity,
      notes: line.notes,
      unit_minor: line.unit_minor,
      options_minor: line.options_minor,
      total_minor: line.total_minor,
      // A snapshot from before tax rates were stored has none.
      tax_name: line.tax_name ?? null,
      tax_rate_bp: line.tax_rate_bp ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (line.options.length === 0) return;
  await trx
    .insertInto('order_item_options')
    .values(
      line.options.map(({ option_id, name, texts = {}, price_minor }) => ({
        order_item_id: id,
        option_id,
        name,
        texts,
        price_minor,
      })),
    )
    .execute();
}
