import { conflict } from 'core/errors';
import type { OpeningHours } from 'shared-contracts/types';
import type { Outbox } from '../../messages/outbox/outbox';
import { actAs } from '../../people/audit/act-as';
import { t } from '../../words';
import { announceStock } from './announce-stock';
import { hoursOf } from './hours.repository';

export interface NewHours extends Pick<OpeningHours, 'schedule' | 'version'> {
  vendorId: number;
  actorId: number;
  exceptSocketId: string | null;
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
    if (!changed) {
      throw conflict('HOURS_CHANGED', t('Someone else has changed these hours meanwhile. Look at them again.'), hours);
    }
    await announceStock(trx, { venueId: changed.venue_id, vendorId }, exceptSocketId);
    return hours;
  });
}
