/** Decides what a menu lists: its active items, those that a search finds, and the variant whose price is shown. */
import { foldedMatcher, foldText } from 'shared-contracts/rules/search';
import type { Menu, MenuItem, Variant } from 'shared-contracts/types';

export interface ListedItem {
  item: MenuItem;
  /** The folded text for a search: the words of the item and of its group, and those of the item in the venue's first language. */
  words: string;
  /** The text for an item that names no allergen. */
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

/** A filter. It returns the menus with the items that stay. */
export type KeepItems = (menus: readonly ListedMenu[]) => ListedMenu[];

/** Tells whether guests see it. The API sends hidden parts only to the vendor's members. */
const isShown = ({ status }: Pick<Menu, 'status'>): boolean => status !== 'inactive';

/** Lists the active items by menu and group. It leaves out groups and menus without one. */
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
            .map((item) => ({ item, words: foldText(group.name, ...textsOf(item)) })),
        }))
        .filter(({ items }) => items.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0);
}

const textsOf = ({ name, description, original }: MenuItem): string[] => [
  name,
  description,
  ...(original ? [original.name, original.description] : []),
];

/** Finds the items of a search. A group's name counts as a word of each of its items. */
export function findItems(menus: readonly ListedMenu[], search: string): ListedMenu[] {
  const matches = foldedMatcher(search);
  return keepItems(menus, ({ words }) => matches(words));
}

/** Returns the beginning of the menus, up to a number of items. */
export function firstItems(menus: readonly ListedMenu[], limit: number): ListedMenu[] {
  let left = limit;
  return keepItems(menus, () => left-- > 0);
}

export function countItems(menus: readonly ListedMenu[]): number {
  return menus.reduce((sum, { groups }) => groups.reduce((inMenu, { items }) => inMenu + items.length, sum), 0);
}

/**
 * Filters the items. It leaves out groups and menus without an item, and returns a group that keeps all of its items as the same object.
 * @param isKept called once for each item, in their order
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

/** Returns the default variant or, if it is sold out, the first available one. It is undefined if the item is sold out. */
export function listedVariant({ master, variants }: Pick<MenuItem, 'master' | 'variants'>): Variant | undefined {
  const active = variants.data.filter(({ status }) => status === 'active');
  return active.find(({ id }) => id === master.id) ?? active[0];
}
