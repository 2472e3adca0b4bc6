/** Reads and changes the settings of the watch: a stall's minutes, and whether a hall stops stalls that are not heard from. */

import { inTransaction, type Queryable } from 'core/database/kysely';
import type { WatchSettings } from 'shared-contracts/types';
import { announceStock } from '../../menu/hours/announce-stock';
import type { Outbox } from '../../messages/outbox/outbox';
import { actAs } from '../../people/audit/act-as';
import { DEFAULT_MINUTES } from './watch.rules';

export async function watchSettings(db: Queryable, vendorId: number): Promise<WatchSettings> {
  const stored = await db
    .selectFrom('vendor_watches')
    .select(['ring_minutes', 'staff_minutes', 'hall_minutes'])
    .where('vendor_id', '=', vendorId)
    .executeTakeFirst();
  return stored ?? DEFAULT_MINUTES;
}

interface WatchChange {
  vendorId: number;
  settings: WatchSettings;
  /** The audit log names this person. */
  actorId: number;
}

/** Sets the minutes of a stall. They count at once, also for the orders that wait. */
export function setWatchSettings(db: Queryable, { vendorId, settings, actorId }: WatchChange): Promise<void> {
  return inTransaction(db, async (trx) => {
    await actAs(trx, actorId);
    await trx
      .insertInto('vendor_watches')
      .values({ vendor_id: vendorId, ...settings })
      .onConflict((conflict) => conflict.column('vendor_id').doUpdateSet(settings))
      .execute();
  });
}

interface SilenceChange {
  venueId: number;
  isOn: boolean;
  actorId: number;
}

/** Sets whether the site stops taking orders for the silent stalls of a hall. If it no longer does, the stopped ones sell again at once. */
export async function setStopsSilentStalls(outbox: Outbox, { venueId, isOn, actorId }: SilenceChange): Promise<void> {
  await outbox.transaction(async (trx) => {
    await actAs(trx, actorId);
    await trx
      .updateTable('venues')
      .set({ stops_silent_stalls: isOn })
      .where('id', '=', venueId)
      .where('stops_silent_stalls', '<>', isOn)
      .execute();
    if (isOn) return;
    const resumed = await trx
      .updateTable('vendors')
      .set({ is_stopped: false })
      .where('venue_id', '=', venueId)
      .where('is_stopped', '=', true)
      .returning('id')
      .execute();
    for (const { id } of resumed) await announceStock(trx, { venueId, vendorId: id }, null);
  });
}
