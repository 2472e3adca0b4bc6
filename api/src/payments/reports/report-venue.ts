import type { Queryable } from 'core/database/kysely';
import { invalid, notFound } from 'core/errors';
import { t } from '../../words';
import { type DayRange, refusalOfRange } from './day-range';

export interface ReportVenue {
  id: number;
  timezone: string;
  currency: string;
  currency_symbol: string;
}

/** @throws ApiError 404 */
export async function findVenue(db: Queryable, id: number): Promise<ReportVenue> {
  const venue = await db
    .selectFrom('venues')
    .select(['id', 'timezone', 'currency', 'currency_symbol'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!venue) throw notFound(t('Venue not found.'));
  return venue;
}

export async function isVendorOf(db: Queryable, venueId: number, vendorId: number): Promise<boolean> {
  const vendor = db.selectFrom('vendors').select('id').where('id', '=', vendorId).where('venue_id', '=', venueId);
  return (await vendor.executeTakeFirst()) !== undefined;
}

/** @throws ApiError 422 for days that end before they start, or for too many */
export function refuseRange(range: DayRange): void {
  const refusal = refusalOfRange(range);
  if (refusal !== null) throw invalid({ to: [refusal] });
}
