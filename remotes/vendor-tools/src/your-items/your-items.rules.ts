import { foldedMatcher, foldText } from 'shared-contracts/rules/search';
import type { MenuItem, Vendor, Venue } from 'shared-contracts/types';

export interface ItemGroup {
  id: number;
  name: string;
  /** Guests do not see the group, since it or its menu is hidden. */
  isHidden: boolean;
  items: readonly MenuItem[];
  /** The number of items in the groups before it. */
  before: number;
}

/**
 * Lists all items by group, also inactive ones. A search keeps the items that contain its words. The name of the group counts as words of
 * each item, so a group that matches is complete. Empty groups are left out.
 */
export function listItems(vendor: Pick<Vendor, 'menus'>, search: string): ItemGroup[] {
  const matches = foldedMatcher(search);
  const groups = vendor.menus.data
    .flatMap((menu) => menu.groups.data.map((group) => ({ menu, group })))
    .map(({ menu, group: { id, name, status, items } }) => ({
      id,
      name,
      isHidden: [menu.status, status].includes('inactive'),
      items: items.data.filter((item) => matches(foldText(name, item.name))),
    }))
    .filter(({ items }) => items.length > 0);
  let before = 0;
  return groups.map((group) => {
    const listed = { ...group, before };
    before += group.items.length;
    return listed;
  });
}

export const countItems = (groups: readonly ItemGroup[]): number =>
  groups.reduce((sum, { items }) => sum + items.length, 0);

/** Returns the ids of the items. */
export const itemIds = (groups: readonly ItemGroup[]): ReadonlySet<number> =>
  new Set(groups.flatMap(({ items }) => items.map(({ id }) => id)));

/** The symbol for a venue that has none (the spec's default for this page). */
const DEFAULT_SYMBOL = 'R';

export const symbolOf = ({ currency_symbol }: Pick<Venue, 'currency_symbol'>): string =>
  currency_symbol.trim() || DEFAULT_SYMBOL;

/** Lists the prices that an item is offered at, in major units: those of its active variants, or of all if none is active. */
export function pricesOf({ master, variants }: Pick<MenuItem, 'master' | 'variants'>): number[] {
  const active = variants.data.filter(({ status }) => status === 'active');
  const counted = [active, variants.data, [master]].find(({ length }) => length > 0) ?? [];
  return counted.map(({ price }) => price);
}
