import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import type { OpeningHours } from 'shared-contracts/types';
import { t } from '../../words';
import { modeOf } from './opening.rules';

/** @throws ApiError 404 */
export async function hoursOf(db: Queryable, vendorId: number): Promise<OpeningHours> {
  const vendor = await db
    .selectFrom('vendors')
    .select(['accepting_orders', 'follows_schedule', 'opening_hours', 'opening_hours_version'])
    .where('id', '=', vendorId)
    .executeTakeFirst();
  if (!vendor) throw notFound(t('Vendor not found.'));
  return { mode: modeOf(vendor), schedule: vendor.opening_hours, version: vendor.opening_hours_version };
}
