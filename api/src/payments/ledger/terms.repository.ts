/** What a hall and its stalls agreed to. A stall or hall without a row has no commission, no rent and no estimate of fees. */
import type { Queryable } from 'core/database/kysely';
import { sql } from 'kysely';
import type { Commissions } from './entry.rules';

export interface VenueTerms {
  feesBorneBy: 'stalls' | 'hall';
  /** The estimate of a fee while the provider tells none: 2.9 % is 290, and an amount for each payment in minor units. */
  feeRateBp: number;
  feeFixedMinor: number;
}

export const NO_VENUE_TERMS: VenueTerms = { feesBorneBy: 'hall', feeRateBp: 0, feeFixedMinor: 0 };

export async function venueTermsOf(db: Queryable, venueId: number): Promise<VenueTerms> {
  const row = await db
    .selectFrom('venue_terms')
    .select(['fees_borne_by as feesBorneBy', 'fee_rate_bp as feeRateBp', 'fee_fixed_minor as feeFixedMinor'])
    .where('venue_id', '=', venueId)
    .executeTakeFirst();
  return row ?? NO_VENUE_TERMS;
}

export async function commissionsOf(db: Queryable, vendorIds: readonly number[]): Promise<Commissions> {
  const rows = await db
    .selectFrom('vendor_terms')
    .select(['vendor_id', 'commission_bp'])
    .where('vendor_id', '=', sql<number>`any(${[...vendorIds]}::integer[])`)
    .execute();
  return Object.fromEntries(rows.map(({ vendor_id, commission_bp }) => [vendor_id, commission_bp]));
}
