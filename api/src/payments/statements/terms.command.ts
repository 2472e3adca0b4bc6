/** Reads and sets what a hall and its stalls agreed to. A change counts from then on: a payment keeps the terms of its time. */
import { inTransaction, type Queryable, type Trx } from 'core/database/kysely';
import { conflict, invalid, notFound } from 'core/errors';
import { versionOf } from 'core/http/version';
import { toMajor } from 'shared-contracts/rules/money';
import type { HallTerms, VendorTerms, VendorTermsChange, VenueTerms, VenueTermsChange } from 'shared-contracts/types';
import { actAs } from '../../people/audit/act-as';
import { t } from '../../words';
import { requestedMinor } from '../core/amount';
import { type VenueTerms as StoredVenueTerms, venueTermsOf } from '../ledger/terms.repository';

/** The most of an amount that the terms have, in minor units. */
const MOST_MINOR = 1_000_000_000;

interface Hall {
  id: number;
  currency: string;
  currency_symbol: string;
}

export async function hallTerms(db: Queryable, venue: Hall): Promise<HallTerms> {
  const terms = await venueTermsOf(db, venue.id);
  const vendors = await db
    .selectFrom('vendors')
    .leftJoin('vendor_terms', 'vendor_terms.vendor_id', 'vendors.id')
    .select(['vendors.id', 'vendors.name', 'commission_bp', 'rent_minor', 'rent_from'])
    .where('vendors.venue_id', '=', venue.id)
    .where('vendors.is_active', '=', true)
    .orderBy('vendors.position')
    .orderBy('vendors.id')
    .execute();
  const ofHall = presentHall(terms, venue.currency);
  return {
    ...ofHall,
    version: versionOf(ofHall),
    currency: venue.currency,
    currency_symbol: venue.currency_symbol,
    vendors: vendors.map(({ id, name, ...row }) => {
      const ofStall = presentStall(row, venue.currency);
      return { vendor: { id, name }, ...ofStall, version: versionOf(ofStall) };
    }),
  };
}

const presentHall = (terms: StoredVenueTerms, currency: string): VenueTerms => ({
  fees_borne_by: terms.feesBorneBy,
  fee_percent: terms.feeRateBp / 100,
  fee_fixed: toMajor(terms.feeFixedMinor, currency),
});

interface StallRow {
  commission_bp: number | null;
  rent_minor: number | null;
  rent_from: string | null;
}

const presentStall = ({ commission_bp, rent_minor, rent_from }: StallRow, currency: string): VendorTerms => ({
  commission_percent: (commission_bp ?? 0) / 100,
  rent: toMajor(rent_minor ?? 0, currency),
  rent_from,
});

interface VenueChange {
  venue: Hall;
  terms: VenueTermsChange;
  /** The audit log names this person. */
  actorId: number;
}

/**
 * Sets the terms of a hall. Terms that are so already are not written, so that the audit log names changes only, and a
 * request may be repeated.
 * @throws ApiError 409 TERMS_CHANGED with the terms of now; 422
 */
export function setVenueTerms(db: Queryable, { venue, terms, actorId }: VenueChange): Promise<void> {
  const wanted: StoredVenueTerms = {
    feesBorneBy: terms.fees_borne_by,
    feeRateBp: Math.round(terms.fee_percent * 100),
    feeFixedMinor: requestedMinor({ field: 'fee_fixed', major: terms.fee_fixed, currency: venue.currency }, MOST_MINOR),
  };
  const values = {
    fees_borne_by: wanted.feesBorneBy,
    fee_rate_bp: wanted.feeRateBp,
    fee_fixed_minor: wanted.feeFixedMinor,
  };
  return inTransaction(db, async (trx) => {
    await actAs(trx, actorId);
    const current = await lockTerms(trx, venue);
    if (versionOf(presentHall(wanted, venue.currency)) === current.version) return;
    if (terms.version !== current.version) throw changed(current);
    await trx
      .insertInto('venue_terms')
      .values({ venue_id: venue.id, ...values })
      .onConflict((conflict) => conflict.column('venue_id').doUpdateSet(values))
      .execute();
  });
}

interface VendorChange {
  venue: Hall;
  vendorId: number;
  terms: VendorTermsChange;
  actorId: number;
}

/**
 * Sets the terms of a stall, as `setVenueTerms` those of its hall.
 * @throws ApiError 404; 409 TERMS_CHANGED with the terms of now; 422
 */
export function setVendorTerms(db: Queryable, { venue, vendorId, terms, actorId }: VendorChange): Promise<void> {
  const rentMinor = requestedMinor({ field: 'rent', major: terms.rent, currency: venue.currency }, MOST_MINOR);
  if (rentMinor > 0 && terms.rent_from === null) {
    throw invalid({ rent_from: [t('Choose the first month with rent.')] });
  }
  const values = {
    commission_bp: Math.round(terms.commission_percent * 100),
    rent_minor: rentMinor,
    rent_from: terms.rent_from === null ? null : `${terms.rent_from.slice(0, 7)}-01`,
  };
  return inTransaction(db, async (trx) => {
    await actAs(trx, actorId);
    const current = await lockTerms(trx, venue);
    const own = current.vendors.find(({ vendor }) => vendor.id === vendorId);
    if (!own) throw notFound(t('Vendor not found.'));
    if (versionOf(presentStall(values, venue.currency)) === own.version) return;
    if (terms.version !== own.version) throw changed(current);
    await trx
      .insertInto('vendor_terms')
      .values({ vendor_id: vendorId, ...values })
      .onConflict((conflict) => conflict.column('vendor_id').doUpdateSet(values))
      .execute();
  });
}

/** Reads the terms with the hall locked, so that the second of two changes at once sees the first. */
async function lockTerms(trx: Trx, venue: Hall): Promise<HallTerms> {
  await trx.selectFrom('venues').select('id').where('id', '=', venue.id).forNoKeyUpdate().execute();
  return hallTerms(trx, venue);
}

const changed = (current: HallTerms) =>
  conflict('TERMS_CHANGED', t('Someone else has changed these terms meanwhile. Look at them again.'), current);
