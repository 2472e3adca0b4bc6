import type { MenuRow, VenueRow } from './catalog.repository';
import { itemIn, languageAmong, stallIn, venueIn, wholeLanguages } from './menu-language.rules';

type Changes = Record<string, unknown>;

const french = (name: string) => ({ fr: { name: `${name} fr` } });
const priced = (name: string, changes: Changes = {}) => ({
  id: 1,
  name,
  texts: french(name),
  price_minor: 100,
  status: 'active' as const,
  back_at: null,
  ...changes,
});
const choices = (name: string, changes: Changes = {}) => ({
  id: 1,
  name,
  texts: french(name),
  status: 'active' as const,
  min_select: 0,
  max_select: null,
  options: [{ ...priced('Egg'), allergens: [] }],
  ...changes,
});
const item = (changes: Changes = {}) => ({
  id: 1,
  vendor_id: 1,
  name: 'Soup',
  description: 'Hot',
  texts: { fr: { name: 'Soupe', description: 'Chaude', image_alt: 'Un bol' } },
  image_url: null,
  hero_url: null,
  image_alt: 'A bowl',
  status: 'active' as const,
  back_at: null,
  tax_category_id: null,
  allergens: null,
  diets: [],
  variants: [priced('Large')],
  option_groups: [choices('Toppings')],
  ...changes,
});
const group = (changes: Changes = {}) => ({
  id: 1,
  name: 'Bowls',
  texts: french('Bowls'),
  status: 'active' as const,
  items: [item()],
  option_groups: [choices('Noodle')],
  ...changes,
});
const menu = (changes: Changes = {}): MenuRow => ({
  id: 1,
  name: 'Lunch',
  texts: french('Lunch'),
  status: 'active',
  groups: [group()],
  ...changes,
});
const kumo = { name: 'Kumo', blurb: 'Noodles', texts: { fr: { blurb: 'Nouilles' } }, languages: ['en', 'fr'] };
const stall = (menus: MenuRow[], vendor: Changes = {}) => ({ vendor: { ...kumo, ...vendor }, menus });
const ofItem = (changes: Changes) => stall([menu({ groups: [group({ items: [item(changes)] })] })]);

const untranslated = { texts: {} };
const hidden = { ...untranslated, status: 'inactive' };

test.each([
  ['in which everything has a text', stall([menu()]), true],
  ['without the name of the stall, which is a proper name', stall([menu()], { texts: kumo.texts }), true],
  ['without the blurb of the stall', stall([menu()], untranslated), false],
  ['of a stall without a blurb', stall([menu()], { ...untranslated, blurb: '' }), true],
  ['without the name of a menu', stall([menu(untranslated)]), false],
  ['without the name of a section', stall([menu({ groups: [group(untranslated)] })]), false],
  ['without the texts of an item', ofItem(untranslated), false],
  ['without the description of an item', ofItem({ texts: { fr: { name: 'Soupe', image_alt: 'Un bol' } } }), false],
  ['without the words for a picture', ofItem({ texts: { fr: { name: 'Soupe', description: 'Chaude' } } }), false],
  ['without the name of a size', ofItem({ variants: [priced('Large'), priced('Small', untranslated)] }), false],
  ['without the name of a group of choices', ofItem({ option_groups: [choices('Toppings', untranslated)] }), false],
  [
    'without the name of a choice',
    ofItem({ option_groups: [choices('Sauce', { options: [priced('Hot', untranslated)] })] }),
    false,
  ],
  [
    'without the choices of a section',
    stall([menu({ groups: [group({ option_groups: [choices('Noodle', untranslated)] })] })]),
    false,
  ],
  ['without a hidden menu', stall([menu(), menu(hidden)]), true],
  ['without a hidden section', stall([menu({ groups: [group(), group(hidden)] })]), true],
  ['without a sold-out item', stall([menu({ groups: [group({ items: [item(), item(hidden)] })] })]), true],
  ['without a sold-out size', ofItem({ variants: [priced('Large'), priced('Small', hidden)] }), true],
  [
    'without an item that has no size',
    stall([menu({ groups: [group({ items: [item(), item({ ...untranslated, variants: [] })] })] })]),
    true,
  ],
  [
    'without a section that has no items',
    stall([menu({ groups: [group(), group({ ...untranslated, items: [] })] })]),
    true,
  ],
  [
    'without a group that has no choices',
    ofItem({ option_groups: [choices('Sauce', { ...untranslated, options: [] })] }),
    true,
  ],
])('a menu %s is whole in French: %#', (_what, rows, isWhole) => {
  expect(wholeLanguages(rows)).toEqual(isWhole ? ['en', 'fr'] : ['en']);
  expect(stallIn(rows, 'fr') !== null).toBe(isWhole);
});

test('a stall in another language has each text in it, and its items their texts in the first language', () => {
  const shown = stallIn(stall([menu()]), 'fr');
  expect(shown?.vendor).toMatchObject({ name: 'Kumo', blurb: 'Nouilles' });
  expect(shown?.menus).toMatchObject([
    {
      name: 'Lunch fr',
      groups: [
        {
          name: 'Bowls fr',
          option_groups: [{ name: 'Noodle fr', options: [{ name: 'Egg fr' }] }],
          items: [
            {
              name: 'Soupe',
              description: 'Chaude',
              image_alt: 'Un bol',
              original: { name: 'Soup', description: 'Hot' },
              variants: [{ name: 'Large fr' }],
              option_groups: [{ name: 'Toppings fr', options: [{ name: 'Egg fr' }] }],
            },
          ],
        },
      ],
    },
  ]);
});

test('a stall in the first language has no original texts', () => {
  const rows = stall([menu()]);
  expect(stallIn(rows, 'en')).toEqual(rows);
});

test('a hidden entry without a text has that of the first language', () => {
  const shown = stallIn(stall([menu({ groups: [group({ items: [item(), item(hidden)] })] })]), 'fr');
  expect(shown?.menus[0]?.groups[0]?.items.map(({ name }) => name)).toEqual(['Soupe', 'Soup']);
});

test('an item has its section and its choices in the language of its stall', () => {
  const { items: _items, ...own } = group();
  expect(itemIn({ ...item(), currency: 'CAD', group: own }, 'fr')).toMatchObject({
    name: 'Soupe',
    variants: [{ name: 'Large fr' }],
    group: { name: 'Bowls fr', option_groups: [{ name: 'Noodle fr' }] },
  });
});

test.each([
  [['en', 'fr'], 'fr', 'fr'],
  [['en', 'fr'], 'es', 'en'],
  [['fr'], 'en', 'fr'],
])('of the languages %j a visitor who reads %s gets %s', (languages, wanted, language) => {
  expect(languageAmong(languages, wanted)).toBe(language);
});

test('a venue is in a language if its blurb is', () => {
  const venue = { ...kumo, id: 1 } as unknown as VenueRow;
  expect(venueIn(venue, 'fr')).toMatchObject({ name: 'Kumo', blurb: 'Nouilles', language: 'fr' });
  expect(venueIn({ ...venue, texts: {} }, 'fr')).toMatchObject({ blurb: 'Noodles', language: 'en' });
  expect(venueIn(venue, 'ar')).toMatchObject({ blurb: 'Noodles', language: 'en' });
});
