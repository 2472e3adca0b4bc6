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

/** How many items a menu has, and how many of them come before each section, by its id. */
export function countItems(menu: MenuEditor): { count: number; before: ReadonlyMap<number, number> } {
  const before = new Map<number, number>();
  let count = 0;
  for (const { id, items } of groupsOf(menu)) {
    before.set(id, count);
    count += items.length;
  }
  return { count, before };
}

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

/** What is in a list; nothing where the list is gone. @param parentId as of `Place` */
export const entriesIn = (menu: MenuEditor, kind: MenuEntryKind, parentId: number | null): readonly Entry[] =>
  listsOf(menu, kind).find((list) => list.parentId === parentId)?.entries ?? [];

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

/** An entry that is dragged, or that another one is dropped at. */
export interface Drag {
  kind: MenuEntryKind;
  id: number;
}

export type Edge = 'above' | 'below';

const PARENTS: Readonly<Record<MenuEntryKind, MenuEntryKind | null>> = {
  menus: null,
  groups: 'menus',
  items: 'groups',
};

/** Beside an entry of its kind, or into the list of one that holds its kind. */
export const canDropAt = (dragged: Drag, target: Drag): boolean =>
  (dragged.kind === target.kind && dragged.id !== target.id) || PARENTS[dragged.kind] === target.kind;

/** @returns where it goes; null where it is there already, or where either has left the menu */
export function dropAt(
  menu: MenuEditor,
  dragged: Drag,
  target: Drag,
  edge: Edge,
): { afterId: number | null; parentId?: number } | null {
  const from = placeOf(menu, dragged.kind, dragged.id);
  if (!from || !canDropAt(dragged, target)) return null;
  const isBeside = dragged.kind === target.kind;
  const to = isBeside ? placeOf(menu, target.kind, target.id) : insideOf(menu, dragged.kind, target.id);
  if (!to) return null;
  const others = to.siblings.map(({ id }) => id).filter((id) => id !== dragged.id);
  const index = isBeside ? others.indexOf(target.id) + (edge === 'below' ? 1 : 0) : others.length;
  const afterId = others[index - 1] ?? null;
  if (to.parentId === from.parentId) return afterId === before(from) ? null : { afterId };
  return { afterId, ...(to.parentId !== null && { parentId: to.parentId }) };
}

/** The one that an entry comes behind; null at the head of the list. */
function before({ entry, siblings }: Place): number | null {
  const index = siblings.findIndex(({ id }) => id === entry.id);
  return siblings[index - 1]?.id ?? null;
}

function insideOf(menu: MenuEditor, kind: MenuEntryKind, parentId: number): Omit<Place, 'entry'> | null {
  const list = listsOf(menu, kind).find((each) => each.parentId === parentId);
  return list ? { parentId, siblings: list.entries } : null;
}
