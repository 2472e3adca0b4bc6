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

const NO_VENUE_TERMS: VenueTerms = { feesBorneBy: 'hall', feeRateBp: 0, feeFixedMinor: 0 };

export async function venueTermsOf(db: Queryable, venueId: number): Promise<VenueTerms> {
  const row = await db
    .selectFrom('venue_terms')
    .select(['fees_borne_by as feesBorneBy', 'fee_rate_bp as feeRateBp', 'fee_fixed_minor as feeFixedMinor'])
    .where('venue_id', '=', venueId)
    .executeTakeFirst();
  return row ?? NO_VENUE_TERMS;
}

/** The terms of a hall, and the commission of each stall that has one. */
export async function termsOf(db: Queryable, venueId: number): Promise<VenueTerms & { commissions: Commissions }> {
  const { rows } = await sql<VenueTerms & { commissions: Commissions | null }>`
    select coalesce(terms.fees_borne_by, ${NO_VENUE_TERMS.feesBorneBy}) as "feesBorneBy", coalesce(terms.fee_rate_bp, 0) as "feeRateBp",
      coalesce(terms.fee_fixed_minor, 0) as "feeFixedMinor",
      (select json_object_agg(vendor_id, commission_bp) from vendor_terms join vendors on vendors.id = vendor_id
        where vendors.venue_id = venues.id and commission_bp > 0) as commissions
    from venues left join venue_terms terms on terms.venue_id = venues.id where venues.id = ${venueId}`.execute(db);
  const [terms = { ...NO_VENUE_TERMS, commissions: null }] = rows;
  return { ...terms, commissions: terms.commissions ?? {} };
}
