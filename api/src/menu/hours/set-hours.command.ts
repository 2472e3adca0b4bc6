import type { Trx } from 'core/database/kysely';
import { type ApiError, conflict } from 'core/errors';
import type { HallHours, OpeningHours } from 'shared-contracts/types';
import type { Outbox } from '../../messages/outbox/outbox';
import { actAs } from '../../people/audit/act-as';
import { t } from '../../words';
import { announceStock } from './announce-stock';
import { hallHoursOf, hoursOf } from './hours.repository';

interface HoursChange extends HallHours {
  actorId: number;
  exceptSocketId: string | null;
}

export interface NewHours extends HoursChange {
  vendorId: number;
}

export interface NewHallHours extends HoursChange {
  venueId: number;
}

/**
 * Sets a stall's schedule if the stored one still has the given version.
 * @throws ApiError 404; 409 HOURS_CHANGED with the hours that another editor has set since
 */
export async function setHours(
  outbox: Outbox,
  { vendorId, actorId, schedule, version, exceptSocketId }: NewHours,
): Promise<OpeningHours> {
  return await outbox.transaction(async (trx) => {
    await actAs(trx, actorId);
    const changed = await trx
      .updateTable('vendors')
      .set({
        opening_hours: schedule && JSON.stringify(schedule),
        opening_hours_version: (query) => query('opening_hours_version', '+', 1),
      })
      .where('id', '=', vendorId)
      .where('opening_hours_version', '=', version)
      .returning('venue_id')
      .executeTakeFirst();
    const hours = await hoursOf(trx, vendorId);
    if (!changed) throw hoursChanged(hours);
    await announceStock(trx, { venueId: changed.venue_id, vendorId }, exceptSocketId);
    return hours;
  });
}

/**
 * Sets a hall's schedule if the stored one still has the given version. It is announced for each stall that follows it.
 * @throws ApiError 404; 409 HOURS_CHANGED with the hours that another operator has set since
 */
export async function setHallHours(
  outbox: Outbox,
  { venueId, actorId, schedule, version, exceptSocketId }: NewHallHours,
): Promise<HallHours> {
  return await outbox.transaction(async (trx) => {
    await actAs(trx, actorId);
    const changed = await trx
      .updateTable('venues')
      .set({
        opening_hours: schedule && JSON.stringify(schedule),
        opening_hours_version: (query) => query('opening_hours_version', '+', 1),
      })
      .where('id', '=', venueId)
      .where('removed_at', 'is', null)
      .where('opening_hours_version', '=', version)
      .returning('id')
      .executeTakeFirst();
    const hours = await hallHoursOf(trx, venueId);
    if (!changed) throw hoursChanged(hours);
    for (const vendorId of await stallsWithoutHours(trx, venueId)) {
      await announceStock(trx, { venueId, vendorId }, exceptSocketId);
    }
    return hours;
  });
}

const hoursChanged = (hours: OpeningHours | HallHours): ApiError =>
  conflict('HOURS_CHANGED', t('Someone else has changed these hours meanwhile. Look at them again.'), hours);

/** Includes stalls that are switched by hand, since their pages show the hours too. */
async function stallsWithoutHours(trx: Trx, venueId: number): Promise<number[]> {
  const stalls = await trx
    .selectFrom('vendors')
    .select('id')
    .where('venue_id', '=', venueId)
    .where('is_active', '=', true)
    .where('opening_hours', 'is', null)
    .orderBy('id')
    .execute();
  return stalls.map(({ id }) => id);
}
