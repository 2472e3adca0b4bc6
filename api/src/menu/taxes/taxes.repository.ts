import { createHash } from 'node:crypto';
import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import type { TaxCategory, VendorTaxes, VenueTaxes } from 'shared-contracts/types';
import { t } from '../../words';

/** Returns the taxes sorted by name. */
export async function categoriesOf(db: Queryable, venueId: number): Promise<TaxCategory[]> {
  const rows = await db
    .selectFrom('tax_categories')
    .select(['id', 'slug', 'name', 'rate_bp'])
    .where('venue_id', '=', venueId)
    .orderBy('name')
    .orderBy('rate_bp')
    .orderBy('id')
    .execute();
  return rows.map(({ rate_bp, ...category }) => ({ ...category, rate: rate_bp / 100 }));
}

export async function taxesOfVenue(db: Queryable, venueId: number): Promise<VenueTaxes> {
  const categories = await categoriesOf(db, venueId);
  return { version: versionOf(categories), categories };
}

/** Hashes the taxes, so that a change by an import also counts. */
const versionOf = (categories: readonly TaxCategory[]): string =>
  createHash('sha256').update(JSON.stringify(categories)).digest('base64url').slice(0, 22);

/** @throws ApiError 404 */
export async function taxesOfVendor(db: Queryable, vendorId: number): Promise<VendorTaxes> {
  const venue = await db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select(['venues.id', 'tax_name', 'tax_rate_bp', 'is_tax_included'])
    .where('vendors.id', '=', vendorId)
    .executeTakeFirst();
  if (!venue) throw notFound(t('Vendor not found.'));
  const items = await db
    .selectFrom('items')
    .select(['id as item_id', 'tax_category_id'])
    .where('vendor_id', '=', vendorId)
    .where('is_listed', '=', true)
    .where('tax_category_id', 'is not', null)
    .orderBy('id')
    .execute();
  return {
    tax: { name: venue.tax_name, rate: venue.tax_rate_bp / 100, included: venue.is_tax_included },
    categories: await categoriesOf(db, venue.id),
    items: items.flatMap(({ item_id, tax_category_id }) =>
      tax_category_id === null ? [] : [{ item_id, tax_category_id }],
    ),
  };
}
