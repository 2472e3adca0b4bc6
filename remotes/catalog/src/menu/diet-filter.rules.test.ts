import { aGroup, aMenu, aMenuItem } from 'shared-contracts/testing';
import type { MenuItem } from 'shared-contracts/types';
import {
  createFilter,
  type DietWishes,
  NO_WISHES,
  offeredFilters,
  outcomeText,
  reasonToHide,
} from './diet-filter.rules';
import { listMenus } from './menu.rules';

const item = (id: number, name: string, facts: Pick<MenuItem, 'allergens' | 'diets'> = {}) =>
  aMenuItem({ id, name, ...facts });
const menus = listMenus([
  aMenu(1, 'Food', [
    aGroup(1, 'Bowls', [
      item(1, 'Tonkotsu', { allergens: ['gluten', 'eggs'] }),
      item(2, 'Miso', { allergens: ['soybeans'], diets: ['vegan'] }),
    ]),
    aGroup(2, 'Sides', [item(3, 'Rice', { allergens: [], diets: ['vegetarian'] }), item(4, 'Special')]),
  ]),
  aMenu(2, 'Sweet', [aGroup(3, 'Cakes', [item(5, 'Custard', { allergens: ['milk', 'eggs'] })])]),
]);
const wishes = (fields: Partial<DietWishes>): DietWishes => ({ ...NO_WISHES, ...fields });
const shownItems = (fields: Partial<DietWishes>) =>
  createFilter(wishes(fields))(menus).flatMap(({ groups }) =>
    groups.flatMap(({ items }) => items.map(({ item: { name }, note }) => (note ? `${name}: ${note}` : name))),
  );

test.each<[string, Partial<DietWishes>, string[], string]>([
  ['nothing without a wish', {}, ['Tonkotsu', 'Miso', 'Rice', 'Special', 'Custard'], ''],
  [
    'items with eggs, and marks an item that states nothing',
    { without: ['eggs'] },
    ['Miso', 'Rice', 'Special: allergens not stated'],
    'Hidden: 2 items with eggs. 1 item shown does not state allergens.',
  ],
  [
    'items with either of two allergens',
    { without: ['milk', 'soybeans'] },
    ['Tonkotsu', 'Rice', 'Special: allergens not stated'],
    'Hidden: 2 items with milk or soybeans. 1 item shown does not state allergens.',
  ],
  [
    'nothing for an allergen that no item contains',
    { without: ['lupin'] },
    ['Tonkotsu', 'Miso', 'Rice', 'Special: allergens not stated', 'Custard'],
    'Nothing is hidden. 1 item shown does not state allergens.',
  ],
  [
    'items that are not vegetarian, where vegan counts as vegetarian',
    { only: ['vegetarian'] },
    ['Miso', 'Rice'],
    'Hidden: 3 items not marked vegetarian.',
  ],
  [
    'all items for two diets that none has',
    { only: ['vegan', 'halal'] },
    [],
    'Hidden: 5 items not marked vegan and halal.',
  ],
  [
    'items by allergen and diet, and counts each of them once',
    { without: ['eggs'], only: ['vegan'] },
    ['Miso'],
    'Hidden: 2 items with eggs, 2 items not marked vegan.',
  ],
])('hides %s', (_case, fields, names, text) => {
  expect(shownItems(fields)).toEqual(names);
  expect(outcomeText(menus, wishes(fields))).toBe(text);
});

test('leaves out menus and groups with no item left', () => {
  expect(createFilter(wishes({ without: ['milk', 'eggs'] }))(menus).map(({ name }) => name)).toEqual(['Food']);
});

test('offers the filters that the menus name, and those chosen already', () => {
  expect(offeredFilters(menus, wishes({ without: ['lupin'], only: ['kosher'] }))).toEqual({
    allergens: ['eggs', 'gluten', 'lupin', 'milk', 'soybeans'],
    diets: ['kosher', 'vegan', 'vegetarian'],
  });
});

test('hides neither an item that states to have no allergen nor one that states nothing', () => {
  expect([[], undefined].map((allergens) => reasonToHide({ allergens }, wishes({ without: ['milk'] })))).toEqual([
    undefined,
    undefined,
  ]);
});
