/**
 * Converts rows to the shapes of the contract: minor units become major units, lists get their envelope, and items that are not on sale are left
 * out.
 */
import { toMajor } from 'shared-contracts/rules/money';
import type { Item, Menu, MenuItem, Option, OptionGroup, Variant, VendorSummary, Venue } from 'shared-contracts/types';
import { presentOpening } from '../hours/opening.presenter';
import type {
  GroupRow,
  ItemRow,
  MenuItemRow,
  MenuRow,
  OptionGroupRow,
  OptionRow,
  PricedRow,
  VendorRow,
  VenueRow,
} from './catalog.repository';
import { unavoidableAllergens } from './diet.rules';
import { shownChoices, shownMenus } from './menu-language.rules';

/** @param language the language of the row's texts */
export const presentVenue = ({ texts: _texts, ...venue }: VenueRow, language: string): Venue => ({
  ...venue,
  language,
});

/**
 * Presents the stall at the time `now`. Its opening is valid until `opening.changes_at`.
 * @param language the language of the row's texts
 */
export function presentVendor(row: VendorRow, language: string, now: Date): VendorSummary {
  const {
    subaccount_code,
    late_after_minutes,
    very_late_after_minutes,
    accepting_orders: _isOn,
    follows_schedule: _follows,
    opening_hours: _hours,
    is_stopped: _isStopped,
    timezone: _zone,
    currency: _currency,
    languages: _languages,
    texts: _texts,
    ...vendor
  } = row;
  return {
    ...vendor,
    ...presentOpening(row, now),
    paystack_account: subaccount_code === null ? null : { subaccount_code },
    lateness:
      late_after_minutes === null || very_late_after_minutes === null
        ? null
        : { late_after_minutes, very_late_after_minutes },
    language,
  };
}

export const presentNextBack = (nextBack: Date | null): Pick<Item, 'next_back_at'> =>
  nextBack ? { next_back_at: nextBack.toISOString() } : {};

const presentPriced =
  (currency: string) =>
  ({ price_minor, back_at, texts: _texts, ...row }: PricedRow): Variant => ({
    ...row,
    price: toMajor(price_minor, currency),
    ...(back_at && { back_at }),
  });

const presentOption =
  (currency: string) =>
  ({ allergens, ...row }: OptionRow): Option => ({
    ...presentPriced(currency)(row),
    ...(allergens.length > 0 && { allergens }),
  });

/** Only a hidden entry has a status, and only its vendor's members see it. */
const ifHidden = (status: OptionGroupRow['status']) => (status === 'inactive' ? { status } : {});

function presentOptionGroups(rows: readonly OptionGroupRow[], currency: string): { data: OptionGroup[] } {
  return {
    data: rows.map(({ options, status, texts: _texts, ...group }) => ({
      ...group,
      ...ifHidden(status),
      options: { data: options.map(presentOption(currency)) },
    })),
  };
}

/**
 * The first variant is the default. An item without variants cannot be sold.
 * @param ofGroup the option groups that apply to all items of its group
 */
function presentMenuItem(
  { variants, option_groups, back_at, tax_category_id: _tax, texts: _texts, allergens, diets, ...item }: MenuItemRow,
  ofGroup: readonly OptionGroupRow[],
  currency: string,
): MenuItem | null {
  const data = variants.map(presentPriced(currency));
  const [master] = data;
  if (!master) return null;
  const groups = presentOptionGroups(option_groups, currency);
  return {
    ...item,
    ...(back_at && { back_at }),
    ...(allergens && { allergens: unavoidableAllergens(allergens, [...option_groups, ...ofGroup]) }),
    ...(diets.length > 0 && { diets }),
    master,
    variants: { data },
    option_groups: groups,
  };
}

/** @param language the language of the row's texts */
export function presentItem({ group, currency, option_groups, ...row }: ItemRow, language: string): Item | null {
  const { status, texts: _texts, option_groups: ofGroup, ...own } = group;
  const item = presentMenuItem({ ...row, option_groups: shownChoices(option_groups) }, ofGroup, currency);
  if (!item) return null;
  const { original: _original, ...texts } = item;
  const data = presentOptionGroups(shownChoices(ofGroup), currency);
  return { ...texts, group: { ...own, ...ifHidden(status), option_groups: data }, language };
}

export function presentMenus(menus: readonly MenuRow[], currency: string): { data: Menu[] } {
  return {
    data: shownMenus(menus).map(({ groups, status, texts: _texts, ...menu }) => ({
      ...menu,
      ...ifHidden(status),
      groups: { data: groups.map((group) => presentGroup(group, currency)) },
    })),
  };
}

/** True if an item of the menus has allergens or diets, by which guests can filter. */
export const hasDietFacts = (menus: readonly Menu[]): boolean =>
  menus.some(({ groups }) =>
    groups.data.some(({ items }) =>
      items.data.some(({ allergens, diets }) => allergens !== undefined || diets !== undefined),
    ),
  );

function presentGroup(
  { items, option_groups, status, texts: _texts, ...group }: GroupRow,
  currency: string,
): Menu['groups']['data'][number] {
  return {
    ...group,
    ...ifHidden(status),
    items: { data: items.flatMap((item) => presentMenuItem(item, option_groups, currency) ?? []) },
    option_groups: presentOptionGroups(option_groups, currency),
  };
}
