/** Switches an item, a variant or an option off or on for a vendor. */

import type { Queryable, Trx } from 'core/database/kysely';
import { notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import type { OpeningMode, VendorSummary } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import type { Outbox } from '../../messages/outbox/outbox';
import { announce, vendorChannel } from '../../messages/realtime/events';
import { actAs } from '../../people/audit/act-as';
import { lockPlace, vendorPlace } from '../../people/people/workplace';
import { t } from '../../words';
import { announceStock, stockChannels } from '../hours/announce-stock';
import { hoursInForce } from '../hours/hours-in-force';
import { backTomorrow, modeFor, modeOf, switchFor } from '../hours/opening.rules';

export type Stocked = 'items' | 'variants' | 'options';

const missing: Readonly<Record<Stocked, () => string>> = {
  items: () => t('Item not found.'),
  variants: () => t('Variant not found.'),
  options: () => t('Option not found.'),
};

/** @throws ApiError 404 if the entry does not exist or is no longer in the vendor's document. */
export async function vendorOf(db: Queryable, table: Stocked, id: number): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select('vendor_id')
    .where('id', '=', id)
    .where('is_listed', '=', true)
    .executeTakeFirst();
  if (!row) throw notFound(missing[table]());
  return row.vendor_id;
}

export interface StatusChange {
  session: Session;
  table: Stocked;
  id: number;
  vendorId: number;
  status: 'active' | 'inactive';
  /** True: the entry stays inactive until the first opening of the next business day. */
  isBackTomorrow: boolean;
  exceptSocketId: string | null;
}

/**
 * Changes the status and announces it to the venue and to the vendor's staff. It does nothing if the entry has the status already. It waits for
 * a running edit of the menu, because an edit writes the values that it has read.
 * @returns the time at which the entry comes back automatically
 */
export async function changeStatus(
  { outbox, clock }: Pick<Deps, 'outbox' | 'clock'>,
  { session, table, id, vendorId, status, isBackTomorrow, exceptSocketId }: StatusChange,
): Promise<Date | null> {
  return await outbox.transaction(async (trx) => {
    await lockPlace(trx, await vendorPlace(trx, vendorId), session);
    const vendor = await trx
      .selectFrom('vendors')
      .innerJoin('venues', 'venues.id', 'vendors.venue_id')
      .select(['venue_id', 'timezone', hoursInForce().as('opening_hours')])
      .where('vendors.id', '=', vendorId)
      .executeTakeFirstOrThrow();
    const backAt = isBackTomorrow ? backTomorrow(vendor.opening_hours, vendor.timezone, clock.now()) : null;
    const { numUpdatedRows } = await trx
      .updateTable(table)
      .set({ status, back_at: backAt })
      .where('id', '=', id)
      .where((row) => row.or([row('status', '<>', status), row('back_at', 'is distinct from', backAt)]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return backAt;
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
    return backAt;
  });
}

export interface SwitchChange {
  vendorId: number;
  /** A mode of the switch. A remote that does not know hours sends a boolean instead: whether the stall takes orders. */
  wanted: OpeningMode | boolean;
  actorId: number;
  exceptSocketId: string | null;
}

/** Sets a stall's switch and announces it like `changeStatus`. Placed orders stay in its queue. */
export async function changeSwitch(
  { outbox, clock }: Pick<Deps, 'outbox' | 'clock'>,
  { vendorId, wanted, actorId, exceptSocketId }: SwitchChange,
): Promise<void> {
  await outbox.transaction(async (trx) => {
    const vendor = await trx
      .selectFrom('vendors')
      .innerJoin('venues', 'venues.id', 'vendors.venue_id')
      .select(['venue_id', 'accepting_orders', 'follows_schedule', 'timezone', hoursInForce().as('opening_hours')])
      .where('vendors.id', '=', vendorId)
      .forUpdate('vendors')
      .executeTakeFirstOrThrow();
    const mode = typeof wanted === 'boolean' ? modeFor(wanted, vendor, clock.now()) : wanted;
    if (mode === modeOf(vendor)) return;
    await actAs(trx, actorId);
    await trx.updateTable('vendors').set(switchFor(mode)).where('id', '=', vendorId).execute();
    await announceStock(trx, { venueId: vendor.venue_id, vendorId }, exceptSocketId);
  });
}

export interface LatenessChange {
  vendorId: number;
  lateness: NonNullable<VendorSummary['lateness']> | null;
  exceptSocketId: string | null;
}

/** Sets when orders count as late at a stall, and announces it to the vendor's other screens like a pause. */
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

/** Finds the items that show the entry. An option of a group belongs to all items of the group. */
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
