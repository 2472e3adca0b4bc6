/** Rules of a menu: it shows active items only, those that a search finds, each with its listed price. */
import { foldedMatcher, foldText } from 'shared-contracts/rules/search';
import type { Menu, MenuItem, Variant } from 'shared-contracts/types';

export interface ListedItem {
  item: MenuItem;
  /** The folded text that a search looks at: the item's own words and its group's. */
  words: string;
  /** Said where the item names no allergen. */
  note?: string;
}

export interface ListedGroup {
  id: number;
  name: string;
  items: readonly ListedItem[];
}

export interface ListedMenu {
  id: number;
  name: string;
  groups: readonly ListedGroup[];
}

/** A filter: returns the menus with the items that stay. */
export type KeepItems = (menus: readonly ListedMenu[]) => ListedMenu[];

/** False for what the vendor hides, which its members alone get. */
const isShown = ({ status }: Pick<Menu, 'status'>): boolean => status !== 'inactive';

/** The active items, by menu and group. Groups and menus with nothing to show are left out. */
export function listMenus(menus: readonly Menu[]): ListedMenu[] {
  return menus
    .filter(isShown)
    .map(({ id, name, groups }) => ({
      id,
      name,
      groups: groups.data
        .filter(isShown)
        .map((group) => ({
          id: group.id,
          name: group.name,
          items: group.items.data
            .filter(({ status }) => status === 'active')
            .map((item) => ({ item, words: foldText(group.name, item.name, item.description) })),
        }))
        .filter(({ items }) => items.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0);
}

/** Finds the items of a search. A group's name counts as a word of each of its items. */
export function findItems(menus: readonly ListedMenu[], search: string): ListedMenu[] {
  const matches = foldedMatcher(search);
  return keepItems(menus, ({ words }) => matches(words));
}

/** The beginning of the menus, up to so many items. */
export function firstItems(menus: readonly ListedMenu[], limit: number): ListedMenu[] {
  let left = limit;
  return keepItems(menus, () => left-- > 0);
}

export function countItems(menus: readonly ListedMenu[]): number {
  return menus.reduce((sum, { groups }) => groups.reduce((inMenu, { items }) => inMenu + items.length, sum), 0);
}

/**
 * Groups and menus with nothing left are left out; a group that keeps all of its items is the same object.
 * @param isKept asked once of each item, in their order
 */
function keepItems(menus: readonly ListedMenu[], isKept: (item: ListedItem) => boolean): ListedMenu[] {
  return menus
    .map((menu) => ({
      ...menu,
      groups: menu.groups
        .map((group) => {
          const items = group.items.filter(isKept);
          return items.length === group.items.length ? group : { ...group, items };
        })
        .filter(({ items }) => items.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0);
}

/** The default variant or, if it is sold out, the first available one. Undefined if the item is sold out. */
export function listedVariant({ master, variants }: Pick<MenuItem, 'master' | 'variants'>): Variant | undefined {
  const active = variants.data.filter(({ status }) => status === 'active');
  return active.find(({ id }) => id === master.id) ?? active[0];
}
