/** Reads a stall's menu for its editor. */
import { createHash } from 'node:crypto';
import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { toMajor } from 'shared-contracts/rules/money';
import type { EditedItem, EditedMenu, EditedOptionGroup, MenuEditor } from 'shared-contracts/types';
import { t } from '../../words';
import { findMenus, type MenuItemRow, type OptionGroupRow, type PricedRow } from '../catalog/catalog.repository';

/** Includes hidden entries. @throws ApiError 404 */
export async function readMenu(db: Queryable, vendorId: number): Promise<MenuEditor> {
  const venue = await db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select(['currency', 'currency_symbol'])
    .where('vendors.id', '=', vendorId)
    .executeTakeFirst();
  if (!venue) throw notFound(t('Vendor not found.'));
  const rows = await findMenus(db, vendorId, true);
  const menus = rows.map(
    ({ id, name, status, groups }): EditedMenu => ({
      id,
      name,
      status,
      groups: groups.map((group) => ({
        id: group.id,
        name: group.name,
        status: group.status,
        option_groups: group.option_groups.map(optionGroupOf(venue.currency)),
        items: group.items.map(itemOf(venue.currency)),
      })),
    }),
  );
  return { version: versionOf(menus), ...venue, menus };
}

/** Hashes the whole menu, so that a change by an import or by the switch of an item also counts. */
const versionOf = (menus: readonly EditedMenu[]): string =>
  createHash('sha256').update(JSON.stringify(menus)).digest('base64url').slice(0, 22);

const itemOf =
  (currency: string) =>
  ({ id, name, status, back_at, variants, option_groups, ...item }: MenuItemRow): EditedItem => ({
    id,
    name,
    status,
    ...(back_at && { back_at }),
    tax_category_id: item.tax_category_id,
    allergens: item.allergens,
    diets: item.diets,
    description: item.description,
    image_url: item.image_url,
    hero_url: item.hero_url,
    image_alt: item.image_alt,
    variants: variants.map(pricedOf(currency)),
    option_groups: option_groups.map(optionGroupOf(currency)),
  });

const optionGroupOf =
  (currency: string) =>
  ({ id, name, status, min_select, max_select, options }: OptionGroupRow): EditedOptionGroup => ({
    id,
    name,
    status,
    min_select,
    max_select,
    options: options.map((option) => ({ ...pricedOf(currency)(option), allergens: option.allergens })),
  });

const pricedOf =
  (currency: string) =>
  ({ id, name, status, price_minor }: PricedRow): EditedItem['variants'][number] => ({
    id,
    name,
    status,
    price: toMajor(price_minor, currency),
  });
