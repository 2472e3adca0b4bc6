/** Finds the position of an entry in a menu, and the positions that it can move to. Pure. */
import type { EditedGroup, EditedItem, EditedMenu, MenuEditor, MenuEntryKind } from 'shared-contracts/types';

export type Entry = EditedMenu | EditedGroup | EditedItem;

export interface Place {
  entry: Entry;
  /** The id of a section's menu or an item's section; null for a menu. */
  parentId: number | null;
  /** The list that contains the entry. */
  siblings: readonly Entry[];
}

const allGroups = (menu: MenuEditor): EditedGroup[] => menu.menus.flatMap(({ groups }) => groups);

/** Counts the items of a menu, and those before each section, by the section's id. */
export function countItems(menu: MenuEditor): { count: number; before: ReadonlyMap<number, number> } {
  const before = new Map<number, number>();
  let count = 0;
  for (const { id, items } of allGroups(menu)) {
    before.set(id, count);
    count += items.length;
  }
  return { count, before };
}

function entryLists(menu: MenuEditor, kind: MenuEntryKind): { parentId: number | null; entries: readonly Entry[] }[] {
  switch (kind) {
    case 'menus':
      return [{ parentId: null, entries: menu.menus }];
    case 'groups':
      return menu.menus.map(({ id, groups }) => ({ parentId: id, entries: groups }));
    case 'items':
      return allGroups(menu).map(({ id, items }) => ({ parentId: id, entries: items }));
  }
}

/** @returns null if the entry is not in the menu, or not any more */
export function findPlace(menu: MenuEditor, kind: MenuEntryKind, id: number): Place | null {
  for (const { parentId, entries } of entryLists(menu, kind)) {
    const entry = entries.find((each) => each.id === id);
    if (entry) return { entry, parentId, siblings: entries };
  }
  return null;
}

/** Returns the entries of a list, and none if the list is gone. @param parentId the one of `Place` */
export const entriesIn = (menu: MenuEditor, kind: MenuEntryKind, parentId: number | null): readonly Entry[] =>
  entryLists(menu, kind).find((list) => list.parentId === parentId)?.entries ?? [];

/** Returns the id of the entry that it follows after one step; null at the head of the list, undefined if no such step is possible. */
export function stepTarget({ entry, siblings }: Place, direction: 'up' | 'down'): number | null | undefined {
  const index = siblings.findIndex(({ id }) => id === entry.id);
  if (direction === 'down') return siblings[index + 1]?.id;
  if (index === 0) return undefined;
  return siblings[index - 2]?.id ?? null;
}

export interface Destination {
  id: number;
  name: string;
  /** The id of the last entry in its list, which a moved entry follows. */
  lastId: number | null;
}

/** Returns the lists that an entry of this kind can go to, with its own. A menu has none, since all menus are in one list. */
export function destinationsFor(menu: MenuEditor, kind: MenuEntryKind): Destination[] {
  const lastEntryId = (entries: readonly Entry[]) => entries.at(-1)?.id ?? null;
  if (kind === 'menus') return [];
  if (kind === 'groups') return menu.menus.map(({ id, name, groups }) => ({ id, name, lastId: lastEntryId(groups) }));
  const isOne = menu.menus.length === 1;
  return menu.menus.flatMap(({ name, groups }) =>
    groups.map((group) => ({
      id: group.id,
      name: isOne ? group.name : `${name} · ${group.name}`,
      lastId: lastEntryId(group.items),
    })),
  );
}

/** An entry that is dragged, or the target of a drop. */
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

/** Allows a drop beside an entry of the same kind, or into the list of an entry that contains this kind. */
export const canDropAt = (dragged: Drag, target: Drag): boolean =>
  (dragged.kind === target.kind && dragged.id !== target.id) || PARENTS[dragged.kind] === target.kind;

/** @returns the new position; null if it is the present one, or if either entry has left the menu */
export function dropAt(
  menu: MenuEditor,
  dragged: Drag,
  target: Drag,
  edge: Edge,
): { afterId: number | null; parentId?: number } | null {
  const from = findPlace(menu, dragged.kind, dragged.id);
  if (!from || !canDropAt(dragged, target)) return null;
  const isBeside = dragged.kind === target.kind;
  const to = isBeside ? findPlace(menu, target.kind, target.id) : listInside(menu, dragged.kind, target.id);
  if (!to) return null;
  const others = to.siblings.map(({ id }) => id).filter((id) => id !== dragged.id);
  const index = isBeside ? others.indexOf(target.id) + (edge === 'below' ? 1 : 0) : others.length;
  const afterId = others[index - 1] ?? null;
  if (to.parentId === from.parentId) return afterId === before(from) ? null : { afterId };
  return { afterId, ...(to.parentId !== null && { parentId: to.parentId }) };
}

/** Returns the id of the entry before it; null at the head of the list. */
function before({ entry, siblings }: Place): number | null {
  const index = siblings.findIndex(({ id }) => id === entry.id);
  return siblings[index - 1]?.id ?? null;
}

function listInside(menu: MenuEditor, kind: MenuEntryKind, parentId: number): Omit<Place, 'entry'> | null {
  const list = entryLists(menu, kind).find((each) => each.parentId === parentId);
  return list ? { parentId, siblings: list.entries } : null;
}
