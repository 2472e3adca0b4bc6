/** Where an entry is in a menu, and where it can go. Pure. */
import type { EditedGroup, EditedItem, EditedMenu, MenuEditor, MenuEntryKind } from 'shared-contracts/types';

export type Entry = EditedMenu | EditedGroup | EditedItem;

export interface Place {
  entry: Entry;
  /** The menu of a section, the section of an item; null for a menu. */
  parentId: number | null;
  /** The list that it is in, itself included. */
  siblings: readonly Entry[];
}

/** What an entry is called on the screen. */
export const WORDS: Readonly<Record<MenuEntryKind, string>> = { menus: 'menu', groups: 'section', items: 'item' };

const groupsOf = (menu: MenuEditor): EditedGroup[] => menu.menus.flatMap(({ groups }) => groups);

function listsOf(menu: MenuEditor, kind: MenuEntryKind): { parentId: number | null; entries: readonly Entry[] }[] {
  switch (kind) {
    case 'menus':
      return [{ parentId: null, entries: menu.menus }];
    case 'groups':
      return menu.menus.map(({ id, groups }) => ({ parentId: id, entries: groups }));
    case 'items':
      return groupsOf(menu).map(({ id, items }) => ({ parentId: id, entries: items }));
  }
}

/** @returns null for what is not in the menu (any more) */
export function placeOf(menu: MenuEditor, kind: MenuEntryKind, id: number): Place | null {
  for (const { parentId, entries } of listsOf(menu, kind)) {
    const entry = entries.find((each) => each.id === id);
    if (entry) return { entry, parentId, siblings: entries };
  }
  return null;
}

/** The entry that it comes behind after one step; null for the head of the list, undefined where there is no such step. */
export function stepOf({ entry, siblings }: Place, direction: 'up' | 'down'): number | null | undefined {
  const index = siblings.findIndex(({ id }) => id === entry.id);
  if (direction === 'down') return siblings[index + 1]?.id;
  if (index === 0) return undefined;
  return siblings[index - 2]?.id ?? null;
}

export interface Destination {
  id: number;
  name: string;
  /** The last of its list, which what comes to it follows. */
  lastId: number | null;
}

/** The lists that the entry can go to, its own included. A menu has one list alone. */
export function destinationsFor(menu: MenuEditor, kind: MenuEntryKind): Destination[] {
  const lastOf = (entries: readonly Entry[]) => entries.at(-1)?.id ?? null;
  if (kind === 'menus') return [];
  if (kind === 'groups') return menu.menus.map(({ id, name, groups }) => ({ id, name, lastId: lastOf(groups) }));
  const isOne = menu.menus.length === 1;
  return menu.menus.flatMap(({ name, groups }) =>
    groups.map((group) => ({
      id: group.id,
      name: isOne ? group.name : `${name} · ${group.name}`,
      lastId: lastOf(group.items),
    })),
  );
}
