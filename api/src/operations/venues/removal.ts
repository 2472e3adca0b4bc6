/** Removes venues and vendors. Rows that orders or payments refer to stay, but visitors do not see them. */

import type { Trx } from 'core/database/kysely';
import { SqlState, sqlState } from 'core/errors';
import { type RawBuilder, sql } from 'kysely';
import { announceRoleEnded } from '../../messages/realtime/peers';
import { lockCart } from '../../ordering/carts/cart.repository';
import { cartChanged } from '../../ordering/carts/write-cart';

/** Deletes the carts that never became orders and have no payment attempt. */
export async function deleteCarts(trx: Trx, which: RawBuilder<unknown>): Promise<void> {
  await sql`delete from carts where state = 'new' and (${which})
    and not exists (select from payment_attempts where payment_attempts.cart_id = carts.id)`.execute(trx);
}

/**
 * Removes a vendor's part from the carts without a started payment, because it is not an order yet. Their buyers' screens are notified. The
 * carts are locked in the order of their ids, so that two removals do not wait for each other.
 */
export async function deleteFromCarts(trx: Trx, vendorId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from carts where state = 'new'
    and exists (select from orders where orders.cart_id = carts.id and orders.vendor_id = ${vendorId} and orders.state = 'cart')
    order by id`.execute(trx);
  for (const { id } of rows) {
    const cart = await lockCart(trx, id);
    if (cart?.state !== 'new' || (await wasPaymentBegun(trx, id))) continue;
    const { numDeletedRows } = await trx
      .deleteFrom('orders')
      .where('cart_id', '=', id)
      .where('vendor_id', '=', vendorId)
      .where('state', '=', 'cart')
      .executeTakeFirst();
    if (numDeletedRows > 0n) await cartChanged(trx, cart, null);
  }
}

async function wasPaymentBegun(trx: Trx, cartId: number): Promise<boolean> {
  const attempts = trx.selectFrom('payment_attempts').select('id').where('cart_id', '=', cartId);
  return (await attempts.executeTakeFirst()) !== undefined;
}

/** @returns false if another row refers to a row that should be deleted; then nothing is deleted */
export async function unlessReferred(trx: Trx, work: () => Promise<void>): Promise<boolean> {
  await sql`savepoint removal`.execute(trx);
  try {
    await work();
    // Foreign keys that are checked at the end of a transaction would be too late.
    await sql`set constraints all immediate`.execute(trx);
    await sql`release savepoint removal`.execute(trx);
    return true;
  } catch (error) {
    if (sqlState(error) !== SqlState.foreignKeyViolation) throw error;
    await sql`rollback to savepoint removal`.execute(trx);
    return false;
  }
}

/** A query that returns the ids of vendors. */
type Vendors = RawBuilder<unknown>;

const vendorsOf = (venueId: number): Vendors => sql`(select id from vendors where venue_id = ${venueId})`;

/** Deletes vendors with their menus. The roles at these vendors go with them. */
export async function deleteVendors(trx: Trx, vendors: Vendors): Promise<void> {
  await sql`delete from order_counters where vendor_id in ${vendors}`.execute(trx);
  for (const table of ['options', 'option_groups', 'variants', 'items']) {
    await sql`delete from ${sql.table(table)} where vendor_id in ${vendors}`.execute(trx);
  }
  await sql`delete from groups where menu_id in (select id from menus where vendor_id in ${vendors})`.execute(trx);
  await sql`delete from menus where vendor_id in ${vendors}`.execute(trx);
  await sql`delete from vendors where id in ${vendors}`.execute(trx);
}

/** Deletes a venue with its vendors. The roles there go with it. */
export async function deleteVenue(trx: Trx, venueId: number): Promise<void> {
  await deleteVendors(trx, vendorsOf(venueId));
  await sql`delete from venues where id = ${venueId}`.execute(trx);
}

/** Archives vendors: the rows stay for their orders, and the roles, printers and open invitations end. */
export async function archiveVendors(trx: Trx, vendors: Vendors, now: Date): Promise<void> {
  await sql`update vendors set is_active = false, accepting_orders = false where id in ${vendors}`.execute(trx);
  await sql`delete from vendor_members where vendor_id in ${vendors}`.execute(trx);
  await sql`update printers set removed_at = ${now}, secret_hash = null
    where vendor_id in ${vendors} and removed_at is null`.execute(trx);
  await sql`update invitations set revoked_at = ${now}
    where vendor_id in ${vendors} and used_at is null and revoked_at is null`.execute(trx);
  await announceRoleEnded(trx);
}

/** Archives a venue: its rows stay for its orders, nobody works there any more, and its open invitations end. */
export async function archiveVenue(trx: Trx, venueId: number, now: Date): Promise<void> {
  await trx
    .updateTable('venues')
    .set({ is_active: false, is_demo: false, removed_at: now })
    .where('id', '=', venueId)
    .execute();
  await archiveVendors(trx, vendorsOf(venueId), now);
  await trx.deleteFrom('venue_operators').where('venue_id', '=', venueId).execute();
  await trx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('venue_id', '=', venueId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}
