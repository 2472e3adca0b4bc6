/** A vendor's own switch: an item, a variant or an option goes off the menu or comes back. */
import type { VendorSummary } from 'shared-contracts/types';
import type { Queryable, Trx } from '../../database/kysely';
import { notFound } from '../../errors';
import { announce, vendorChannel, venueChannel } from '../../outbox/events';
import type { Outbox } from '../../outbox/outbox';

export type Stocked = 'items' | 'variants' | 'options';

const names: Record<Stocked, string> = { items: 'Item', variants: 'Variant', options: 'Option' };

/** @throws ApiError 404 for what does not exist or is no longer in the vendor's document. */
export async function vendorOf(db: Queryable, table: Stocked, id: number): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select('vendor_id')
    .where('id', '=', id)
    .where('is_listed', '=', true)
    .executeTakeFirst();
  if (!row) throw notFound(names[table]);
  return row.vendor_id;
}

export interface StatusChange {
  table: Stocked;
  id: number;
  vendorId: number;
  status: 'active' | 'inactive';
  exceptSocketId: string | null;
}

/** Announces the change to the venue and to the vendor's staff. If it has the status already, nothing changes and nothing is announced. */
export async function changeStatus(
  outbox: Outbox,
  { table, id, vendorId, status, exceptSocketId }: StatusChange,
): Promise<void> {
  await outbox.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable(table)
      .set({ status })
      .where('id', '=', id)
      .where('status', '<>', status)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const vendor = await trx
      .selectFrom('vendors')
      .select('venue_id')
      .where('id', '=', vendorId)
      .executeTakeFirstOrThrow();
    const itemIds = await itemsWith(trx, table, id);
    await announce(
      trx,
      itemIds.map((item_id) => ({
        name: 'StockUpdated',
        channels: stockChannels(vendor.venue_id, vendorId),
        payload: { item_id, vendor_id: vendorId },
      })),
      exceptSocketId,
    );
  });
}

/** The visitors of the menu, and the vendor's staff, who are on no venue's channel while they act for the vendor. */
function stockChannels(venueId: number, vendorId: number): string[] {
  return [venueChannel(venueId), vendorChannel(vendorId)];
}

export interface AcceptingChange {
  vendorId: number;
  isAccepting: boolean;
  exceptSocketId: string | null;
}

/** Pauses a vendor's new orders, or takes them again. Orders that were placed stay in its queue. Announces it as `changeStatus` does. */
export async function changeAccepting(
  outbox: Outbox,
  { vendorId, isAccepting, exceptSocketId }: AcceptingChange,
): Promise<void> {
  await outbox.transaction(async (trx) => {
    const changed = await trx
      .updateTable('vendors')
      .set({ accepting_orders: isAccepting })
      .where('id', '=', vendorId)
      .where('accepting_orders', '<>', isAccepting)
      .returning('venue_id')
      .executeTakeFirst();
    if (!changed) return;
    await announceStock(trx, { venueId: changed.venue_id, vendorId }, exceptSocketId);
  });
}

/** Of a change that concerns all items of a stall. */
export async function announceStock(
  trx: Trx,
  { venueId, vendorId }: { venueId: number; vendorId: number },
  exceptSocketId: string | null,
): Promise<void> {
  const payload = { item_id: null, vendor_id: vendorId };
  await announce(trx, [{ name: 'StockUpdated', channels: stockChannels(venueId, vendorId), payload }], exceptSocketId);
}

export interface LatenessChange {
  vendorId: number;
  lateness: NonNullable<VendorSummary['lateness']> | null;
  exceptSocketId: string | null;
}

/** Sets when orders count as late at a stall. The vendor's other screens hear of it as of a pause. */
export async function changeLateness(
  outbox: Outbox,
  { vendorId, lateness, exceptSocketId }: LatenessChange,
): Promise<void> {
  await outbox.transaction(async (trx) => {
    await trx
      .updateTable('vendors')
      .set({
        late_after_minutes: lateness?.late_after_minutes ?? null,
        very_late_after_minutes: lateness?.very_late_after_minutes ?? null,
      })
      .where('id', '=', vendorId)
      .execute();
    const payload = { item_id: null, vendor_id: vendorId };
    await announce(trx, [{ name: 'StockUpdated', channels: [vendorChannel(vendorId)], payload }], exceptSocketId);
  });
}

/** The items that show it: an option of a group's belongs to all of that group. */
async function itemsWith(trx: Trx, table: Stocked, id: number): Promise<number[]> {
  switch (table) {
    case 'items':
      return [id];
    case 'variants': {
      const rows = await trx.selectFrom('variants').select('item_id').where('id', '=', id).execute();
      return rows.map((row) => row.item_id);
    }
    case 'options': {
      const rows = await trx
        .selectFrom('options')
        .innerJoin('option_groups', 'option_groups.id', 'options.option_group_id')
        .innerJoin('items', (join) =>
          join.on((where) =>
            where.or([
              where('items.id', '=', where.ref('option_groups.item_id')),
              where('items.group_id', '=', where.ref('option_groups.group_id')),
            ]),
          ),
        )
        .select('items.id')
        .where('options.id', '=', id)
        .where('items.is_listed', '=', true)
        .orderBy('items.id')
        .execute();
      return rows.map((row) => row.id);
    }
  }
}
