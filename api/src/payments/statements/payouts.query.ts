import type { Queryable } from 'core/database/kysely';
import { siteIsLive } from '../core/payments-mode';
import type { DayRange } from '../reports/day-range';
import type { PayoutRow } from './statement.presenter';

interface PayoutsQuestion {
  venueId: number;
  /** The payouts whose statement ends on one of these days. */
  range: DayRange;
  vendorId: number | null;
}

/** @returns the newest first, those that were undone too */
export async function payoutsFor(db: Queryable, { venueId, range, vendorId }: PayoutsQuestion): Promise<PayoutRow[]> {
  return db
    .selectFrom('payouts')
    .innerJoin('vendors', 'vendors.id', 'payouts.vendor_id')
    .leftJoin('users', 'users.id', 'payouts.user_id')
    .selectAll('payouts')
    .select(['vendors.name as vendor_name', 'users.name as recorded_by'])
    .where('payouts.venue_id', '=', venueId)
    .where('payouts.is_live', '=', siteIsLive)
    .where('to_day', '>=', range.from)
    .where('to_day', '<=', range.to)
    .$if(vendorId !== null, (query) => query.where('payouts.vendor_id', '=', vendorId ?? 0))
    .orderBy('payouts.id', 'desc')
    .execute();
}
