/** Reads a stall's menu for its editor. */
import { createHash } from 'node:crypto';
import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { missingPlaceTexts } from 'shared-contracts/rules/menu-texts';
import { toMajor } from 'shared-contracts/rules/money';
import type { EditedGroup, EditedItem, EditedMenu, EditedOptionGroup, MenuEditor } from 'shared-contracts/types';
import { t } from '../../words';
import {
  findMenus,
  type GroupRow,
  type MenuItemRow,
  type MenuRow,
  type OptionGroupRow,
  type PricedRow,
} from '../catalog/catalog.repository';

/** Includes hidden entries. @throws ApiError 404 */
export async function readMenu(db: Queryable, vendorId: number): Promise<MenuEditor> {
  const stall = await db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select(['currency', 'currency_symbol', 'venues.languages'])
    .select(['vendors.name', 'vendors.blurb', 'vendors.texts'])
    .where('vendors.id', '=', vendorId)
    .executeTakeFirst();
  if (!stall) throw notFound(t('Vendor not found.'));
  const { name, blurb, texts, ...venue } = stall;
  const [, ...others] = venue.languages;
  const without = others.filter((language) => missingPlaceTexts({ name, blurb, texts }, language).length > 0);
  const rows = await findMenus(db, vendorId, true);
  const present = new EditorPresenter(venue);
  const menus = rows.map(present.menu);
  return { version: versionOf(menus), ...venue, languages_without_blurb: without, menus };
}

/** Hashes the whole menu, so that a change by an import or by the switch of an item also counts. */
const versionOf = (menus: readonly EditedMenu[]): string =>
  createHash('sha256').update(JSON.stringify(menus)).digest('base64url').slice(0, 22);

/** Presents the rows of a venue's menus, hidden ones too. */
class EditorPresenter {
  constructor(private readonly venue: { currency: string; languages: readonly string[] }) {}

  menu = ({ groups, ...menu }: MenuRow): EditedMenu => ({ ...this.named(menu), groups: groups.map(this.group) });

  private group = ({ option_groups, items, ...group }: GroupRow): EditedGroup => ({
    ...this.named(group),
    option_groups: option_groups.map(this.optionGroup),
    items: items.map(this.item),
  });

  private item = ({ back_at, variants, option_groups, ...item }: MenuItemRow): EditedItem => ({
    ...this.named(item),
    ...(back_at && { back_at }),
    tax_category_id: item.tax_category_id,
    allergens: item.allergens,
    diets: item.diets,
    description: item.description,
    image_url: item.image_url,
    hero_url: item.hero_url,
    image_alt: item.image_alt,
    variants: variants.map(this.priced),
    option_groups: option_groups.map(this.optionGroup),
  });

  private optionGroup = ({ min_select, max_select, options, ...group }: OptionGroupRow): EditedOptionGroup => ({
    ...this.named(group),
    min_select,
    max_select,
    options: options.map((option) => ({ ...this.priced(option), allergens: option.allergens })),
  });

  private priced = (row: PricedRow): EditedItem['variants'][number] => ({
    ...this.named(row),
    price: toMajor(row.price_minor, this.venue.currency),
  });

  /** A venue of one language has no other texts. */
  private named({ id, name, status, texts }: Pick<PricedRow, 'id' | 'name' | 'status' | 'texts'>) {
    const others = this.venue.languages.slice(1);
    const own = Object.entries(texts).filter(([language]) => others.includes(language));
    return { id, name, status, ...(others.length > 0 && { texts: Object.fromEntries(own) }) };
  }
}
