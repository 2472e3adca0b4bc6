import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import type { HallHours, OpeningHours } from 'shared-contracts/types';
import { t } from '../../words';
import { modeOf } from './opening.rules';

/** @throws ApiError 404 */
export async function hoursOf(db: Queryable, vendorId: number): Promise<OpeningHours> {
  const vendor = await db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select(['accepting_orders', 'follows_schedule', 'vendors.opening_hours', 'vendors.opening_hours_version'])
    .select('venues.opening_hours as hall_schedule')
    .where('vendors.id', '=', vendorId)
    .executeTakeFirst();
  if (!vendor) throw notFound(t('Vendor not found.'));
  const { opening_hours: schedule, opening_hours_version: version, hall_schedule } = vendor;
  return { mode: modeOf(vendor), schedule, version, hall_schedule };
}

/** @throws ApiError 404 for an unknown or removed venue */
export async function hallHoursOf(db: Queryable, venueId: number): Promise<HallHours> {
  const venue = await db
    .selectFrom('venues')
    .select(['opening_hours as schedule', 'opening_hours_version as version'])
    .where('id', '=', venueId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!venue) throw notFound(t('Venue not found.'));
  return venue;
}
