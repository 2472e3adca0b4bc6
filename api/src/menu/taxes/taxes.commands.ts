/** The commands with which operators set the taxes of a venue and the tax of an item. Carts and orders keep the tax that their lines have. */

import { inTransaction, type Trx } from 'core/database/kysely';
import { conflict, invalid, notFound } from 'core/errors';
import type { ItemTax, TaxCategory, VenueTaxes } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { actAs } from '../../people/audit/act-as';
import { t } from '../../words';
import { taxesOfVenue } from './taxes.repository';

/** The most categories of one venue, because a person chooses from this list. */
export const MOST_CATEGORIES = 50;

interface CategoryPlace {
  venueId: number;
  slug: string;
  /** The version of the venue's taxes that the editor has loaded. */
  version: string;
  actorId: number;
}

type NewCategory = CategoryPlace & Pick<TaxCategory, 'name' | 'rate'>;

/**
 * Adds the category, or changes the one with the slug.
 * @throws ApiError 409 TAXES_CHANGED with the taxes that another editor has set; 422
 */
export function setCategory({ db }: Pick<Deps, 'db'>, category: NewCategory): Promise<TaxCategory> {
  const { venueId: venue_id, slug, version, actorId, name, rate } = category;
  return inTransaction(db, async (trx) => {
    await actAs(trx, actorId);
    const taxes = await lockTaxes(trx, venue_id);
    const same = taxes.categories.find((each) => each.slug === slug && each.name === name && each.rate === rate);
    // The category is stored already: both editors want the same, or the response to the first request was lost.
    if (same) return same;
    refuseOtherVersion(taxes, version);
    const others = taxes.categories.filter((each) => each.slug !== slug);
    if (others.length >= MOST_CATEGORIES)
      throw invalid({ name: [t('A venue has at most {count} taxes.', { count: MOST_CATEGORIES })] });
    const rate_bp = Math.round(rate * 100);
    const { id } = await trx
      .insertInto('tax_categories')
      .values({ venue_id, slug, name, rate_bp })
      .onConflict((conflict) => conflict.columns(['venue_id', 'slug']).doUpdateSet({ name, rate_bp }))
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, slug, name, rate };
  });
}

/** Locks the venue's taxes. Editors wait for each other, so that each one's version and the limit hold. */
async function lockTaxes(trx: Trx, venueId: number): Promise<VenueTaxes> {
  await trx.selectFrom('venues').select('id').where('id', '=', venueId).forNoKeyUpdate().execute();
  return taxesOfVenue(trx, venueId);
}

/** @throws ApiError 409 */
function refuseOtherVersion(taxes: VenueTaxes, version: string): void {
  if (taxes.version === version) return;
  const message = t('The taxes of this venue were changed meanwhile. Look at what changed, then try again.');
  throw conflict('TAXES_CHANGED', message, taxes);
}

/**
 * Removes a category. Items that are on no menu any more get the venue's tax again.
 * @throws ApiError 404; 409 TAXES_CHANGED with the taxes that another editor has set, TAX_IN_USE
 */
export function removeCategory(
  { db }: Pick<Deps, 'db'>,
  { venueId, slug, version, actorId }: CategoryPlace,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await actAs(trx, actorId);
    const taxes = await lockTaxes(trx, venueId);
    const category = await trx
      .selectFrom('tax_categories')
      .select(['id', 'name'])
      .where('venue_id', '=', venueId)
      .where('slug', '=', slug)
      .forUpdate()
      .executeTakeFirst();
    if (!category) throw notFound(t('Tax not found.'));
    refuseOtherVersion(taxes, version);
    const items = await trx
      .selectFrom('items')
      .innerJoin('vendors', 'vendors.id', 'items.vendor_id')
      .select(['items.name', 'vendors.name as vendor'])
      .where('tax_category_id', '=', category.id)
      .where('is_listed', '=', true)
      .orderBy('items.id')
      .execute();
    const [first] = items;
    if (first) {
      const { name: item, vendor } = first;
      const others = items.length - 1;
      const message =
        others === 0
          ? t('{item} of {vendor} has this tax. Give it another one first.', { item, vendor })
          : t('{item} of {vendor} and {others} more has this tax. Give it another one first.', {
              item,
              vendor,
              others,
            });
      throw conflict('TAX_IN_USE', message);
    }
    await trx.updateTable('items').set({ tax_category_id: null }).where('tax_category_id', '=', category.id).execute();
    await trx.deleteFrom('tax_categories').where('id', '=', category.id).execute();
  });
}

export interface ItemTaxChange extends ItemTax {
  itemId: number;
  vendorId: number;
  /** The category that the editor saw; undefined if it does not matter. */
  from: number | null | undefined;
  actorId: number;
}

/**
 * Sets the tax of an item, for later additions to carts.
 * @throws ApiError 404; 409 TAX_CHANGED with the tax that another editor has set; 422 for a category of another venue
 */
export function setTaxOfItem({ db }: Pick<Deps, 'db'>, change: ItemTaxChange): Promise<ItemTax> {
  const { itemId, vendorId, tax_category_id, from, actorId } = change;
  return inTransaction(db, async (trx) => {
    await actAs(trx, actorId);
    const item = await trx
      .selectFrom('items')
      .select('tax_category_id')
      .where('id', '=', itemId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!item) throw notFound(t('Item not found.'));
    if (item.tax_category_id === tax_category_id) return { tax_category_id };
    if (from !== undefined && from !== item.tax_category_id) {
      const message = t('Someone else has changed the tax of this item meanwhile. Look at it again.');
      throw conflict('TAX_CHANGED', message, { tax_category_id: item.tax_category_id });
    }
    if (tax_category_id !== null) await holdCategory(trx, vendorId, tax_category_id);
    await trx.updateTable('items').set({ tax_category_id }).where('id', '=', itemId).execute();
    return { tax_category_id };
  });
}

/**
 * Keeps the category from being removed until the transaction ends. @throws ApiError 422 for a category that the vendor's venue does not have
 */
export async function holdCategory(trx: Trx, vendorId: number, categoryId: number): Promise<void> {
  const category = await trx
    .selectFrom('tax_categories')
    .innerJoin('vendors', 'vendors.venue_id', 'tax_categories.venue_id')
    .select('tax_categories.id')
    .where('tax_categories.id', '=', categoryId)
    .where('vendors.id', '=', vendorId)
    .forKeyShare('tax_categories')
    .executeTakeFirst();
  if (!category) throw invalid({ tax_category_id: [t('The venue does not have this tax any more.')] });
}
