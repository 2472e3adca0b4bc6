import { anEditedItem } from '../testing/menu';
import { errorsWithoutField, fieldText } from './field-words';
import {
  type Draft,
  type Field,
  type Fields,
  newDraft,
  newPriced,
  readDraft,
  toDraft,
  toFields,
} from './menu-draft.rules';

const item = anEditedItem(101, 'Miso', {
  option_groups: [
    {
      id: 5,
      name: 'Toppings',
      status: 'active',
      min_select: 0,
      max_select: null,
      options: [{ id: 51, name: 'Egg', price: 1.25, status: 'active', allergens: ['eggs'] }],
    },
  ],
});
const fields = toFields(item);
const money = { currency: 'CAD', symbol: '$', taxName: (id: number | null) => (id === null ? 'HST' : 'Alcohol') };

test('a field is quoted in words', () => {
  const theirs: Fields = {
    ...fields,
    status: 'inactive',
    until: 'tomorrow',
    tax_category_id: 1,
    variants: [
      { id: 1, name: 'Regular', price: 12.5, status: 'active' },
      { name: 'Large', price: 15, status: 'inactive' },
    ],
  };
  const quote = (each: Fields, field: Field) => fieldText(toDraft(each, 'CAD'), field, money);
  expect(quote(theirs, 'name')).toBe('Miso');
  expect(quote(fields, 'status')).toBe('shown');
  expect(quote({ ...theirs, until: null }, 'status')).toBe('hidden');
  expect(quote(theirs, 'status')).toBe('hidden until tomorrow');
  expect(quote(theirs, 'tax_category_id')).toBe('Alcohol');
  expect(quote(theirs, 'variants')).toBe('Regular $12.50, Large $15.00 (hidden)');
  expect(quote(theirs, 'option_groups')).toBe('Toppings: Egg $1.25 (eggs)');
});

test.each([
  [{ min_select: 1 }, 'Toppings (at least 1): Egg $1.25 (eggs)'],
  [{ max_select: 2 }, 'Toppings (at most 2): Egg $1.25 (eggs)'],
  [{ status: 'inactive', min_select: 1, max_select: 1 }, 'Toppings (hidden, at least 1, at most 1): Egg $1.25 (eggs)'],
] as const)('choices with %j are quoted with it', (change, text) => {
  const theirs = { ...fields, option_groups: fields.option_groups.map((group) => ({ ...group, ...change })) };
  expect(fieldText(toDraft(theirs, 'CAD'), 'option_groups', money)).toBe(text);
});

test('translations are quoted by language, also those of sizes and choices', () => {
  const texts = { fr: { name: 'Soupe', description: 'Chaude' }, ar: { name: 'حساء' }, es: { name: '' } };
  const [size] = fields.variants;
  const theirs: Fields = { ...fields, texts, variants: size ? [{ ...size, texts: { fr: { name: 'Normal' } } }] : [] };
  const quote = (field: Field) => fieldText(toDraft(theirs, 'CAD'), field, money);
  expect(quote('texts')).toBe('Français: Soupe, Chaude; العربية: حساء');
  expect(quote('variants')).toBe('Regular $12.50 (Français: Normal)');
  expect(fieldText(toDraft(fields, 'CAD'), 'texts', money)).toBe('');
});

test('quotes typed text unchanged, even if it cannot be sent', () => {
  const variants = [newPriced([], 'Regular', 'much'), newPriced([], '', '1250')];
  expect(fieldText({ ...newDraft('items'), variants }, 'variants', money)).toBe('Regular much, $1,250.00');
});

test.each([
  ['name', true],
  ['variants.0.price', true],
  ['variants.0.name', false],
  ['variants.1.id', false],
  ['variants', false],
  ['until', false],
  ['tax_category_id', false],
  ['option_groups.2.max_select', true],
  ['option_groups.2.options', false],
  ['option_groups.2.options.0.name', true],
  ['texts.fr.description', true],
  ['texts.es.name', false],
  ['texts.fr', false],
  ['variants.0.texts.fr.name', true],
  ['option_groups.2.texts.fr.name', true],
  ['option_groups.2.options.0.texts.fr.name', true],
])('an error at %s has its own field: %j', (path, has) => {
  const one = { ...newDraft('items'), name: 'Miso' };
  expect(errorsWithoutField({ [path]: 'No.' }, one, ['fr'])).toEqual(has ? [] : [expect.stringMatching(/No\.$/)]);
});

test('an error without a field names its subject', () => {
  const draft = newDraft('items');
  expect(errorsWithoutField({ 'option_groups.0.options': 'Add a choice.', version: 'Missing.' }, draft, [])).toEqual([
    'Choices: Add a choice.',
    'Missing.',
  ]);
});

test.each([
  [null, [], 'not stated', ''],
  [[], ['vegan'], 'none of them', 'vegan'],
  [['milk', 'nuts'], ['halal', 'kosher'], 'milk, nuts', 'halal, kosher'],
] as const)(
  'sends the allergens %j and the diets %j unchanged, and writes them in words',
  (allergens, diets, stated, fit) => {
    const words = { currency: 'CAD', symbol: '$', taxName: () => '' };
    const draft: Draft = { ...toDraft(fields, 'CAD'), allergens, diets };
    const mine = readDraft(draft, 'items', 'CAD').fields ?? fields;
    expect(mine).toMatchObject({ allergens, diets });
    expect([fieldText(draft, 'allergens', words), fieldText(draft, 'diets', words)]).toEqual([stated, fit]);
  },
);
