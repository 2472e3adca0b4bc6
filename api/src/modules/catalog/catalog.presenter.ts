/** Rows to the contract's shapes: minor units become major, lists get their envelope, what cannot be bought is left out. */
import { toMajor } from 'shared-contracts/rules/money';
import type { Item, Menu, MenuItem, OptionGroup, Variant, VendorSummary } from 'shared-contracts/types';
import { presentOpening } from '../hours/opening.presenter';
import type {
  GroupRow,
  ItemRow,
  MenuItemRow,
  MenuRow,
  OptionGroupRow,
  PricedRow,
  VendorRow,
} from './catalog.repository';

/** As it is at `now`: what it says of the stall's opening holds until `opening.changes_at`. */
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

function presentOptionGroups(rows: readonly OptionGroupRow[], currency: string): { data: OptionGroup[] } {
  return {
    data: rows
      // One with nothing left to choose from is not shown, unless a choice was required.
      .filter(({ options, min_select }) => options.length > 0 || min_select > 0)
      .map(({ options, status: _, ...group }) => ({
        ...group,
        options: { data: options.map(presentPriced(currency)) },
      })),
  };
}

/** The first variant is the default one; without any there is nothing to sell. */
function presentMenuItem(
  { variants, option_groups, back_at, tax_category_id: _tax, ...item }: MenuItemRow,
  currency: string,
): MenuItem | null {
  const data = variants.map(presentPriced(currency));
  const [master] = data;
  if (!master) return null;
  const groups = presentOptionGroups(option_groups, currency);
  return { ...item, ...(back_at && { back_at }), master, variants: { data }, option_groups: groups };
}

export function presentItem({ group, currency, ...row }: ItemRow): Item | null {
  const item = presentMenuItem(row, currency);
  return item && { ...item, group: { ...group, option_groups: presentOptionGroups(group.option_groups, currency) } };
}

export function presentMenus(menus: readonly MenuRow[], currency: string): { data: Menu[] } {
  const data = menus.map(({ groups, status: _, ...menu }) => ({
    ...menu,
    groups: { data: presentGroups(groups, currency) },
  }));
  return { data: data.filter((menu) => menu.groups.data.length > 0) };
}

function presentGroups(rows: readonly GroupRow[], currency: string): Menu['groups']['data'] {
  return rows
    .map(({ items, option_groups, status: _, ...group }) => ({
      ...group,
      items: { data: items.flatMap((item) => presentMenuItem(item, currency) ?? []) },
      option_groups: presentOptionGroups(option_groups, currency),
    }))
    .filter((group) => group.items.data.length > 0);
}
