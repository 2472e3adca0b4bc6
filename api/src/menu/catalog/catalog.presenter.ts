/**
 * Converts rows to the shapes of the contract: minor units become major units, lists get their envelope, and items that are not on sale are left
 * out.
 */
import { toMajor } from 'shared-contracts/rules/money';
import type { Item, Menu, MenuItem, Option, OptionGroup, Variant, VendorSummary } from 'shared-contracts/types';
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
} from './catalog.repository';
import { unavoidableAllergens } from './diet.rules';

/** Presents the stall at the time `now`. Its opening is valid until `opening.changes_at`. */
export function presentVendor(row: VendorRow, now: Date): VendorSummary {
  const {
    subaccount_code,
    late_after_minutes,
    very_late_after_minutes,
    accepting_orders: _isOn,
    follows_schedule: _follows,
    opening_hours: _hours,
    timezone: _zone,
    currency: _currency,
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
  };
}

export const presentNextBack = (nextBack: Date | null): Pick<Item, 'next_back_at'> =>
  nextBack ? { next_back_at: nextBack.toISOString() } : {};

const presentPriced =
  (currency: string) =>
  ({ price_minor, back_at, ...row }: PricedRow): Variant => ({
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
    data: rows
      // A group without options is shown only if a choice is required.
      .filter(({ options, min_select }) => options.length > 0 || min_select > 0)
      .map(({ options, status, ...group }) => ({
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
  { variants, option_groups, back_at, tax_category_id: _tax, allergens, diets, ...item }: MenuItemRow,
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

export function presentItem({ group: { status, ...group }, currency, ...row }: ItemRow): Item | null {
  const item = presentMenuItem(row, group.option_groups, currency);
  if (!item) return null;
  const option_groups = presentOptionGroups(group.option_groups, currency);
  return { ...item, group: { ...group, ...ifHidden(status), option_groups } };
}

export function presentMenus(menus: readonly MenuRow[], currency: string): { data: Menu[] } {
  const data = menus.map(({ groups, status, ...menu }) => ({
    ...menu,
    ...ifHidden(status),
    groups: { data: presentGroups(groups, currency) },
  }));
  return { data: data.filter((menu) => menu.groups.data.length > 0) };
}

/** True if an item of the menus has allergens or diets, by which guests can filter. */
export const hasDietFacts = (menus: readonly Menu[]): boolean =>
  menus.some(({ groups }) =>
    groups.data.some(({ items }) =>
      items.data.some(({ allergens, diets }) => allergens !== undefined || diets !== undefined),
    ),
  );

function presentGroups(rows: readonly GroupRow[], currency: string): Menu['groups']['data'] {
  return rows
    .map(({ items, option_groups, status, ...group }) => ({
      ...group,
      ...ifHidden(status),
      items: { data: items.flatMap((item) => presentMenuItem(item, option_groups, currency) ?? []) },
      option_groups: presentOptionGroups(option_groups, currency),
    }))
    .filter((group) => group.items.data.length > 0);
}
