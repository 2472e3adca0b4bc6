import { aMenuToEdit } from '../testing/menu';
import { canDropAt, countItems, destinationsFor, dropAt, findPlace, stepTarget } from './menu-tree.rules';

const menu = aMenuToEdit();

test.each([
  ['menus', 1, null, [1, 2]],
  ['groups', 12, 1, [11, 12]],
  ['items', 102, 11, [101, 102, 103]],
] as const)('finds the list and the parent of %s %i', (kind, id, parentId, siblings) => {
  const place = findPlace(menu, kind, id);
  expect(place?.entry.id).toBe(id);
  expect(place?.parentId).toBe(parentId);
  expect(place?.siblings.map((each) => each.id)).toEqual(siblings);
});

test('finds no list for an entry that has left the menu', () => {
  expect(findPlace(menu, 'items', 999)).toBeNull();
});

test.each([
  [101, undefined, 102],
  [102, null, 103],
  [103, 101, undefined],
])('item %i follows item %s after a step up, and item %s after a step down', (id, up, down) => {
  const place = findPlace(menu, 'items', id);
  if (!place) throw new Error('The menu of this test has the item.');
  expect([stepTarget(place, 'up'), stepTarget(place, 'down')]).toEqual([up, down]);
});

test('an item can go to every section, which is named with its menu if there are several', () => {
  expect(destinationsFor(menu, 'items')).toEqual([
    { id: 11, name: 'All day · Bowls', lastId: 103 },
    { id: 12, name: 'All day · Sides', lastId: null },
  ]);
  const [first] = menu.menus;
  expect(destinationsFor({ ...menu, menus: first ? [first] : [] }, 'items').map(({ name }) => name)).toEqual([
    'Bowls',
    'Sides',
  ]);
});

test('a section can go to every menu, and a menu nowhere', () => {
  expect(destinationsFor(menu, 'groups')).toEqual([
    { id: 1, name: 'All day', lastId: 12 },
    { id: 2, name: 'Late', lastId: null },
  ]);
  expect(destinationsFor(menu, 'menus')).toEqual([]);
});

describe('a dragged entry', () => {
  const item = (id: number) => ({ kind: 'items', id }) as const;
  const group = (id: number) => ({ kind: 'groups', id }) as const;

  test.each([
    ['above the first one', item(103), item(101), 'above', { afterId: null }],
    ['below the first one', item(103), item(101), 'below', { afterId: 101 }],
    ['below the last one', item(101), item(103), 'below', { afterId: 103 }],
    ['to another section', item(101), group(12), 'below', { afterId: null, parentId: 12 }],
    ['to the end of its own section', item(101), group(11), 'above', { afterId: 103 }],
  ] as const)('goes %s', (_case, dragged, target, edge, expected) => {
    expect(dropAt(menu, dragged, target, edge)).toEqual(expected);
  });

  test.each([
    ['it is dropped below the entry above it', item(102), item(101), 'below'],
    ['it is dropped above the entry below it', item(102), item(103), 'above'],
    ['it has left the menu', item(999), item(101), 'above'],
    ['its target has left the menu', item(101), item(999), 'above'],
  ] as const)('is not moved if %s', (_case, dragged, target, edge) => {
    expect(dropAt(menu, dragged, target, edge)).toBeNull();
  });

  test('goes to another menu if it is a section, and never into an item', () => {
    expect(dropAt(menu, group(11), { kind: 'menus', id: 2 }, 'below')).toEqual({ afterId: null, parentId: 2 });
    expect(canDropAt(group(11), item(101))).toBe(false);
    expect(canDropAt(item(101), item(101))).toBe(false);
  });
});

test('counts the items of the menu, and those before each section', () => {
  const menus = [
    ...menu.menus,
    { ...menu, id: 3, name: 'More', status: 'active' as const, groups: menu.menus[0]?.groups ?? [] },
  ];
  expect(countItems(menu)).toEqual({
    count: 3,
    before: new Map([
      [11, 0],
      [12, 3],
    ]),
  });
  expect(countItems({ ...menu, menus }).count).toBe(6);
});
