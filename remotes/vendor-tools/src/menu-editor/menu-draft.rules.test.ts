import { anEditedItem } from '../testing/menu';
import {
  changedFields,
  type Draft,
  type Fields,
  findConflicts,
  NEW_FIELDS,
  newChoices,
  newDraft,
  newPriced,
  onlyFields,
  readDraft,
  toDraft,
  toFields,
  withKnownIds,
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

test('reads the same fields from an unchanged draft, and none counts as changed', () => {
  expect(readDraft(toDraft(fields, 'CAD'), 'items', 'CAD')).toEqual({ fields });
  expect(changedFields('items', fields, fields)).toEqual([]);
});

test.each([
  ['12', 'CAD', 12],
  ['12.5', 'CAD', 12.5],
  [' 12,50 ', 'CAD', 12.5],
  ['.5', 'CAD', 0.5],
  ['0', 'CAD', 0],
  ['1200', 'JPY', 1200],
  ['1.250', 'KWD', 1.25],
  ['1,25', 'KWD', 1.25],
])('reads the price “%s” in %s as %d', (price, currency, expected) => {
  const draft = { ...newDraft('items'), name: 'Miso', variants: [newPriced([], 'Regular', price)] };
  expect(readDraft(draft, 'items', currency).fields?.variants).toEqual([
    { name: 'Regular', price: expected, status: 'active' },
  ]);
});

test.each([
  ['', 'CAD', 'Type a price, such as 12 or 12.50.'],
  ['free', 'CAD', 'Type a price, such as 12 or 12.50.'],
  ['-1', 'CAD', 'Type a price, such as 12 or 12.50.'],
  ['1.005', 'CAD', 'This has more decimals than CAD has.'],
  ['1.000', 'CAD', 'This has more decimals than CAD has.'],
  ['12.5', 'JPY', 'This has more decimals than JPY has.'],
  ['10.000', 'JPY', 'This has more decimals than JPY has.'],
  ['1,000', 'CAD', 'Type thousands without a comma, such as 1000.'],
  ['10,000', 'JPY', 'Type thousands without a comma, such as 1000.'],
  ['1,000', 'KWD', 'Type thousands without a comma, such as 1000.'],
  ['1,000.00', 'CAD', 'Type a price, such as 12 or 12.50.'],
  ['99999999999999999', 'CAD', 'This price is too high.'],
])('refuses “%s” as a price in %s', (price, currency, message) => {
  const draft = { ...newDraft('items'), name: 'Miso', variants: [newPriced([], 'Regular', price)] };
  expect(readDraft(draft, 'items', currency).errors).toEqual({ 'variants.0.price': message });
});

const withChoices = (change: Partial<Draft['option_groups'][number]>): Draft => ({
  ...newDraft('items'),
  name: 'Miso',
  variants: [newPriced([], 'Regular', '12')],
  option_groups: [{ ...newChoices([]), name: 'Spice', options: [newPriced([], 'Mild', '0')], ...change }],
});

test.each([
  [{ min_select: '2' }, { 'option_groups.0.min_select': 'This is more than there are choices.' }],
  [{ min_select: 'x' }, { 'option_groups.0.min_select': 'Type a number, such as 0 or 1.' }],
  [{ max_select: '0' }, { 'option_groups.0.max_select': 'Type a number of 1 or more, or leave it empty.' }],
  [{ name: ' ' }, { 'option_groups.0.name': 'A name is required.' }],
  [{ options: [] }, { 'option_groups.0.options': 'Add a choice.' }],
])('refuses choices with %j', (change, errors) => {
  expect(readDraft(withChoices(change), 'items', 'CAD').errors).toEqual(errors);
});

describe('the translations of an entry', () => {
  const translated: Fields = { ...fields, texts: { fr: { name: 'Miso rouge' } } };

  test('are read from a draft and its rows without spaces around them', () => {
    const texts = { fr: { name: ' Épices ' } };
    const draft = withChoices({ texts, options: [{ ...newPriced([], 'Mild', '0'), texts }] });
    expect(readDraft({ ...draft, texts }, 'items', 'CAD').fields).toMatchObject({
      texts: { fr: { name: 'Épices' } },
      option_groups: [{ texts: { fr: { name: 'Épices' } }, options: [{ texts: { fr: { name: 'Épices' } } }] }],
    });
  });

  test.each([
    ['none', { ...fields, texts: {} }, []],
    ['an empty one', { ...fields, texts: { fr: { name: '' } } }, []],
    ['one', translated, ['texts']],
  ])('with %s change the fields %j', (_case, mine, changed) => {
    expect(changedFields('items', fields, mine)).toEqual(changed);
  });

  test.each([
    ['another language', { es: { name: 'Miso rojo' } }, []],
    ['the same text in the same words', { fr: { name: 'Miso rouge' } }, []],
    ['the same text in other words', { fr: { name: 'Soupe miso' } }, ['texts']],
  ])('conflict with a change by another editor to %s: %j', (_case, texts, conflicts) => {
    expect(findConflicts('items', { base: fields, mine: translated, theirs: { ...fields, texts } })).toEqual(conflicts);
  });
});

test('sends only the name and the status of a menu', () => {
  const mine: Fields = { ...fields, name: 'Late', status: 'inactive' };
  expect(changedFields('menus', { ...fields, description: 'Another' }, mine)).toEqual(['name', 'status']);
  expect(onlyFields('menus', mine, ['name', 'status'])).toEqual({ name: 'Late', status: 'inactive' });
});

test('sends the status of an item together with the time when it is back', () => {
  const mine: Fields = { ...fields, status: 'inactive', until: 'tomorrow' };
  expect(changedFields('items', { ...fields, status: 'inactive' }, mine)).toEqual(['status']);
  expect(onlyFields('items', mine, ['status'])).toEqual({ status: 'inactive', until: 'tomorrow' });
});

describe('a change by another editor', () => {
  const mine: Fields = { ...fields, name: 'Red miso' };

  test.each([
    ['another field', [], { ...fields, description: 'Rich' }],
    ['the same field to the same value', [], { ...fields, name: 'Red miso' }],
    ['the same field to another value', ['name'], { ...fields, name: 'White miso' }],
  ] as const)('of %s has the conflicts %j', (_case, conflicts, theirs) => {
    expect(findConflicts('items', { base: fields, mine, theirs })).toEqual(conflicts);
  });

  const shown = { ...fields, status: 'active', until: null } as const;
  const hidden = { ...fields, status: 'inactive', until: null } as const;
  const untilTomorrow = { ...fields, status: 'inactive', until: 'tomorrow' } as const;
  test.each([
    ['off until tomorrow', { base: hidden, mine: untilTomorrow, theirs: shown }],
    ['off for good', { base: untilTomorrow, mine: hidden, theirs: shown }],
  ])('that shows an item conflicts with a change here to “%s”', (_case, editors) => {
    expect(findConflicts('items', editors)).toEqual(['status']);
  });
});

describe('the rows of a list that another editor has changed', () => {
  const draft = toDraft(fields, 'CAD');
  const rowIds = ({ variants, option_groups }: Draft) => ({
    variants: variants.map(({ id }) => id),
    groups: option_groups.map(({ id, options }) => [id, options.map((option) => option.id)]),
  });

  test('keep only the ids that still exist', () => {
    expect(withKnownIds(draft, fields)).toEqual(draft);
    expect(rowIds(withKnownIds(draft, { ...fields, variants: [] }))).toEqual({
      variants: [undefined],
      groups: [[5, [51]]],
    });
    const withoutEgg = fields.option_groups.map((group) => ({ ...group, options: [] }));
    expect(rowIds(withKnownIds(draft, { ...fields, option_groups: withoutEgg }))).toEqual({
      variants: [1010],
      groups: [[5, [undefined]]],
    });
  });

  test('all become new rows when none of them exists any more', () => {
    expect(rowIds(withKnownIds(draft, NEW_FIELDS))).toEqual({
      variants: [undefined],
      groups: [[undefined, [undefined]]],
    });
  });
});

test('gives added rows different keys, also after one of them is removed', () => {
  const first = newPriced([]);
  const second = newPriced([first]);
  expect(new Set([first, second, newPriced([second])].map(({ key }) => key)).size).toBe(3);
});
