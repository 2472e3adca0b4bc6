import type { EditedItem, MenuEditor } from 'shared-contracts/types';
import { aMenuToEdit, anEditedItem } from '../testing/menu';
import {
  changedLanguage,
  countMissing,
  languageToShow,
  mergeTexts,
  missingEntries,
  nextMissing,
  otherLanguages,
  withoutPictureTexts,
} from './translation.rules';

const french = (name: string) => ({ fr: { name } });
const size = { id: 1, name: 'Regular', price: 12, status: 'active' as const, texts: french('Normal') };
const choices = {
  id: 5,
  name: 'Toppings',
  status: 'active' as const,
  min_select: 0,
  max_select: null,
  texts: french('Garnitures'),
  options: [{ id: 51, name: 'Egg', price: 1, status: 'active' as const, allergens: [], texts: french('Œuf') }],
};
const hiddenEgg = { ...choices.options[0], status: 'inactive' };
/** An item whose texts are all in French. */
const whole = anEditedItem(101, 'Miso', { texts: french('Miso'), variants: [size], option_groups: [choices] });

test.each([
  ['nothing', {}, 0],
  ['its name', { texts: {} }, 1],
  ['a name that is empty', { texts: french('') }, 1],
  ['its description', { description: 'Hot' }, 1],
  ['the description of its picture', { image_alt: 'A bowl' }, 1],
  ['the name of a size', { variants: [{ ...size, texts: {} }] }, 1],
  ['the name of a hidden size', { variants: [size, { ...size, texts: {}, status: 'inactive' }] }, 0],
  ['the name of a group of choices', { option_groups: [{ ...choices, texts: {} }] }, 1],
  ['the name of a choice', { option_groups: [{ ...choices, options: [{ ...choices.options[0], texts: {} }] }] }, 1],
  ['a group of hidden choices', { option_groups: [{ ...choices, options: [hiddenEgg], texts: {} }] }, 0],
  [
    'a required group of hidden choices',
    { option_groups: [{ ...choices, min_select: 1, options: [hiddenEgg], texts: {} }] },
    1,
  ],
  ['a hidden group and its choice', { option_groups: [{ ...choices, status: 'inactive', texts: {} }] }, 0],
  ['the names of a group and of a new size', { variants: [{ ...size, texts: undefined }], texts: undefined }, 2],
] as const)('without %s an item lacks %#: %i', (_case, change, count) => {
  expect(countMissing({ ...whole, ...change } as EditedItem, 'fr')).toBe(count);
});

/** A menu whose names of menus and sections are translated, and items that are not. */
function aMenuWith(change: (menu: MenuEditor) => void = () => {}): MenuEditor {
  const menu = aMenuToEdit();
  menu.menus[0] = { ...menu.menus[0], texts: french('Toute la journée') } as MenuEditor['menus'][number];
  const groups = menu.menus[0]?.groups ?? [];
  for (const group of groups) group.texts = french(group.name);
  change(menu);
  return menu;
}

const named = (list: ReturnType<typeof missingEntries>) => list.map(({ kind, id, count }) => `${kind}/${id}: ${count}`);

test.each([
  ['the items of a section', () => {}, ['items/101: 2', 'items/102: 2', 'items/103: 2']],
  [
    'a menu and a section',
    (menu: MenuEditor) => {
      const [first] = menu.menus;
      if (first) Object.assign(first, { texts: {} });
      Object.assign(first?.groups[0] ?? {}, { texts: {}, items: [whole] });
    },
    ['menus/1: 1', 'groups/11: 1'],
  ],
  [
    'no item that is hidden',
    (menu: MenuEditor) => {
      for (const item of menu.menus[0]?.groups[0]?.items.slice(0, 2) ?? []) item.status = 'inactive';
    },
    ['items/103: 2'],
  ],
  [
    'no section without items, and no menu without such a section',
    (menu: MenuEditor) => {
      const [first] = menu.menus;
      Object.assign(first ?? {}, { texts: {} });
      Object.assign(first?.groups[0] ?? {}, { texts: {}, items: [] });
    },
    [],
  ],
  [
    'no item without a size that guests see',
    (menu: MenuEditor) => {
      const hidden = { ...size, status: 'inactive' as const };
      for (const item of menu.menus[0]?.groups[0]?.items.slice(0, 2) ?? []) item.variants = [hidden];
    },
    ['items/103: 2'],
  ],
  ['nothing of a hidden section', (menu: MenuEditor) => hide(menu.menus[0]?.groups[0]), []],
  ['nothing of a hidden menu', (menu: MenuEditor) => hide(menu.menus[0]), []],
] as const)('lists %s', (_case, change, expected) => {
  expect(named(missingEntries(aMenuWith(change), 'fr'))).toEqual(expected);
});

const hide = (entry: { status: string } | undefined) => Object.assign(entry ?? {}, { status: 'inactive' });

test.each([
  [null, 101],
  [{ kind: 'items', id: 101 }, 102],
  [{ kind: 'items', id: 103 }, 101],
  [{ kind: 'groups', id: 11 }, 101],
  [{ kind: 'menus', id: 2 }, 101],
] as const)('after %j the next entry with a missing text is item %i', (after, id) => {
  expect(nextMissing(aMenuWith(), 'fr', after)).toMatchObject({ kind: 'items', id });
});

test('there is no next entry once nothing is missing', () => {
  expect(nextMissing({ menus: [] }, 'fr', null)).toBeUndefined();
});

test.each([
  [undefined, []],
  [['en'], []],
  [
    ['en', 'fr', 'ar'],
    ['fr', 'ar'],
  ],
])('of the languages %j the menu is translated into %j', (languages, others) => {
  expect(otherLanguages({ languages })).toEqual(others);
});

describe('the translations of two editors', () => {
  const base = { fr: { name: 'Soupe' } };
  test.each([
    ['only mine has changed', { fr: { name: 'Potage' } }, base, { fr: { name: 'Potage' } }],
    ['only theirs has changed', base, { fr: { name: 'Potage' } }, { fr: { name: 'Potage' } }],
    [
      'each has changed another text',
      { fr: { name: 'Soupe', description: 'Chaude' } },
      { fr: { name: 'Potage' }, es: { name: 'Sopa' } },
      { fr: { name: 'Potage', description: 'Chaude' }, es: { name: 'Sopa' } },
    ],
    ['mine has emptied a text', { fr: { name: '' } }, base, { fr: { name: '' } }],
    [
      'both have made the same change',
      { fr: { name: 'Potage' } },
      { fr: { name: 'Potage' } },
      { fr: { name: 'Potage' } },
    ],
    ['one page knows no translations', undefined, undefined, { fr: { name: '' } }],
    ['both have changed a text', { fr: { name: 'Potage' } }, { fr: { name: 'Bouillon' } }, null],
  ])('are merged if %s', (_case, mine, theirs, merged) => {
    expect(mergeTexts({ base, mine, theirs })).toEqual(merged);
  });

  test.each(['mine', 'theirs'] as const)(
    'of the same text are settled by choosing %s, and the others stay',
    (preferred) => {
      const mine = { fr: { name: 'Potage', description: 'Chaude' } };
      const theirs = { fr: { name: 'Bouillon' }, es: { name: 'Sopa' } };
      const name = preferred === 'mine' ? 'Potage' : 'Bouillon';
      expect(mergeTexts({ base, mine, theirs }, preferred)).toEqual({
        fr: { name, description: 'Chaude' },
        es: { name: 'Sopa' },
      });
    },
  );
});

test('the descriptions of a picture go with it', () => {
  expect(withoutPictureTexts({ fr: { name: 'Soupe', image_alt: 'Un bol' } })).toEqual({
    fr: { name: 'Soupe', image_alt: '' },
  });
  expect(withoutPictureTexts(undefined)).toBeUndefined();
});

test.each([
  ['name', 'ar', 'en'],
  ['texts.fr.name', 'en', 'fr'],
  ['option_groups.0.options.1.texts.ar.name', 'en', 'ar'],
  ['texts.es.name', 'fr', 'fr'],
])('an error at %s while the tab %s is open shows the tab %s', (path, shown, expected) => {
  expect(languageToShow({ [path]: 'No.' }, ['en', 'fr', 'ar'], shown)).toBe(expected);
});

test('the open tab stays if it has an error too, and if there is none', () => {
  const errors = { name: 'No.', 'texts.fr.name': 'No.' };
  expect(languageToShow(errors, ['en', 'fr'], 'fr')).toBe('fr');
  expect(languageToShow({}, ['en', 'fr'], 'fr')).toBe('fr');
});

test.each([
  ['nothing', {}, 'en'],
  ['the French of the item', { texts: french('Miso rouge') }, 'fr'],
  ['the French of a size', { variants: [{ ...size, texts: french('Moyen') }] }, 'fr'],
  ['its name and its French', { name: 'Red miso', texts: french('Miso rouge') }, 'en'],
])('a change of %s is in the tab of its language', (_case, change, language) => {
  expect(changedLanguage({ ...whole, ...change }, whole, ['en', 'ar', 'fr'])).toBe(language);
});
