import { aGroup, aMenu, aMenuItem, anOptionGroup, aVariant } from 'shared-contracts/testing';
import { countItems, findItems, firstItems, type ListedMenu, listedVariant, listMenus } from './menu.rules';

const ramen = aMenuItem({ id: 1, name: 'Tonkotsu ramen', description: 'Pork broth.' });
const shoyu = aMenuItem({ id: 2, name: 'Forest shoyu', description: 'Mushroom dashi. Vegan.' });
const soldOut = aMenuItem({ id: 3, name: 'Miso ramen', status: 'inactive' });
const mochi = aMenuItem({ id: 4, name: 'Mochi', description: 'Rice cake.' });
const tea = aMenuItem({ id: 5, name: 'Hojicha', description: 'Roasted.', status: 'inactive' });

const menus = [
  aMenu(1, 'Ramen & rice', [aGroup(1, 'Broth bowls', [ramen, shoyu, soldOut], [anOptionGroup()])]),
  aMenu(2, 'Sweet', [aGroup(2, 'Cakes', [mochi])]),
  aMenu(3, 'Drinks', [aGroup(3, 'Teas', [tea])]),
];

const itemIds = (listed: readonly ListedMenu[]) =>
  listed.flatMap(({ groups }) => groups.flatMap(({ items }) => items.map(({ item }) => item.id)));
const find = (search: string) => findItems(listMenus(menus), search);

describe('a menu', () => {
  test('lists only active items, and no group or menu without one', () => {
    expect(itemIds(listMenus(menus))).toEqual([1, 2, 4]);
    expect(listMenus(menus).map(({ name }) => name)).toEqual(['Ramen & rice', 'Sweet']);
  });

  test("lists nothing hidden, which the vendor's members receive as well", () => {
    const [bowls, cakes] = [aGroup(1, 'Broth bowls', [ramen]), aGroup(2, 'Cakes', [mochi])];
    const hidden = { status: 'inactive' } as const;
    expect(itemIds(listMenus([aMenu(1, 'Food', [{ ...bowls, ...hidden }, cakes])]))).toEqual([4]);
    expect(itemIds(listMenus([{ ...aMenu(1, 'Food', [bowls]), ...hidden }]))).toEqual([]);
  });

  test.each([
    ['ramen', [1]],
    ['vegan', [2]],
    ['broth bowls', [1, 2]],
    ['bowls shoyu', [2]],
    ['rice', [4]],
    ['hojicha', []],
    ['pizza', []],
  ])('shows for the search %j the items %j', (search, ids) => {
    expect(itemIds(find(search))).toEqual(ids);
    expect(countItems(find(search))).toBe(ids.length);
  });
});

test('a search leaves out groups and menus without a match, and keeps a matching group whole', () => {
  const listed = listMenus(menus);
  expect(find('mochi').map(({ name }) => name)).toEqual(['Sweet']);
  expect(findItems(listed, 'broth bowls')[0]?.groups[0]).toBe(listed[0]?.groups[0]);
});

test.each([
  [0, []],
  [1, [1]],
  [2, [1, 2]],
  [3, [1, 2, 4]],
  [Number.POSITIVE_INFINITY, [1, 2, 4]],
])('takes the first %d items', (limit, ids) => {
  expect(itemIds(firstItems(listMenus(menus), limit))).toEqual(ids);
});

describe('the listed price of an item', () => {
  const regular = aVariant({ id: 1, price: 16.5 });
  const large = aVariant({ id: 2, price: 19.5 });
  const off = (variant: typeof regular) => ({ ...variant, status: 'inactive' as const });

  test.each([
    ['that of the default variant', aMenuItem({ variants: [large, regular], master: regular }), 16.5],
    [
      'that of the first available variant if the default one is sold out',
      aMenuItem({ variants: [off(regular), large], master: regular }),
      19.5,
    ],
    ['missing if every variant is sold out', aMenuItem({ variants: [off(regular), off(large)] }), undefined],
  ])('is %s', (_case, item, price) => {
    expect(listedVariant(item)?.price).toBe(price);
  });
});
