import { anItem, anOption, anOptionGroup, aVariant } from 'shared-contracts/testing';
import {
  addToCartBody,
  buildOffer,
  chosenOptions,
  fitChoice,
  lineAmounts,
  startingChoice,
  unmetGroup,
  withOptions,
} from './item.rules';

const regular = aVariant({ id: 1, name: 'Regular', price: 16.5 });
const large = aVariant({ id: 2, name: 'Large', price: 19.5 });
const half = aVariant({ id: 3, name: 'Half', price: 11, status: 'inactive' });
const toppings = anOptionGroup({
  id: 10,
  name: 'Toppings',
  max_select: 2,
  options: [
    anOption(11, 'Egg', 2),
    anOption(12, 'Corn', 1.5),
    anOption(13, 'Nori', 0.35),
    anOption(14, 'Chashu', 4.5, 'inactive'),
  ],
});
const heat = anOptionGroup({
  id: 20,
  name: 'Heat',
  min_select: 1,
  max_select: 1,
  options: [anOption(21, 'Mild', 0), anOption(22, 'Numbing', 0.75)],
});
const ramen = anItem({
  variants: [regular, large, half],
  master: large,
  optionGroups: [toppings],
  groupOptions: [heat],
});
const offer = buildOffer(ramen);
const start = startingChoice(ramen, offer);

describe('the offer of an item', () => {
  test("has its active variants, and the active options of its own groups and then of its section's groups", () => {
    expect(offer.variants.map(({ name }) => name)).toEqual(['Regular', 'Large']);
    expect(offer.groups.map(({ name }) => name)).toEqual(['Toppings', 'Heat']);
    expect(offer.groups[0]?.options.data.map(({ name }) => name)).toEqual(['Egg', 'Corn', 'Nori']);
  });

  test('names a group once if the item and its section both have it', () => {
    expect(buildOffer(anItem({ optionGroups: [heat], groupOptions: [heat] })).groups).toHaveLength(1);
  });

  test('leaves out a hidden group and requires nothing of it, and is unavailable in a hidden section', () => {
    const item = anItem({ optionGroups: [{ ...heat, min_select: 3, status: 'inactive' }] });
    expect(buildOffer(item)).toMatchObject({ groups: [], isAvailable: true });
    expect(buildOffer({ ...item, group: { ...item.group, status: 'inactive' } }).isAvailable).toBe(false);
  });

  test('leaves out a group without an active option', () => {
    const empty = anOptionGroup({ options: [anOption(1, 'Egg', 2, 'inactive')] });
    expect(buildOffer(anItem({ optionGroups: [empty] })).groups).toEqual([]);
  });

  test.each([
    ['is active', ramen, true],
    ['is inactive itself', anItem({ status: 'inactive' }), false],
    ['has no active variant', anItem({ variants: [half] }), false],
    [
      'requires a choice without an active option',
      anItem({ optionGroups: [anOptionGroup({ min_select: 1, options: [anOption(1, 'Egg', 2, 'inactive')] })] }),
      false,
    ],
  ])('is available if the item %s: %s', (_case, item, isAvailable) => {
    expect(buildOffer(item).isAvailable).toBe(isAvailable);
  });
});

describe('a choice', () => {
  test('starts with the default variant, or with the first when the default is sold out', () => {
    expect(start).toEqual({ variantId: 2, optionIds: [], notes: '', quantity: 1 });
    expect(startingChoice({ master: half }, offer).variantId).toBe(1);
  });

  test('is incomplete until every required group has enough options', () => {
    expect(unmetGroup(offer, start)?.name).toBe('Heat');
    expect(unmetGroup(offer, withOptions(heat, start, [21]))).toBeUndefined();
  });

  test("replaces one group's options and leaves the others", () => {
    const chosen = withOptions(heat, withOptions(toppings, start, [11, 12]), [22]);
    expect(chosen.optionIds).toEqual([11, 12, 22]);
    expect(withOptions(toppings, chosen, [13]).optionIds).toEqual([22, 13]);
    expect(chosenOptions(toppings, chosen)).toEqual([11, 12]);
  });

  test('that was made earlier loses only what is no longer offered', () => {
    const earlier = { variantId: 3, optionIds: [14, 12, 21, 999], notes: 'No salt', quantity: 4 };
    expect(fitChoice(ramen, offer, earlier)).toEqual({
      variantId: 2,
      optionIds: [12, 21],
      notes: 'No salt',
      quantity: 4,
    });
  });

  test('that was made earlier keeps no more options of a group than it now allows', () => {
    expect(fitChoice(ramen, offer, { ...start, optionIds: [11, 12, 13] }).optionIds).toEqual([11, 12]);
  });
});

describe('the body of the request', () => {
  const buildBody = (choice: typeof start, currency = 'CAD', of = offer) => {
    const amounts = lineAmounts(of, choice, currency);
    if (!amounts) throw new Error('nothing chosen');
    return addToCartBody({ venueId: 1, vendorId: 7, choice, amounts, currency });
  };

  test('has exactly the fields of the add-to-cart payload', () => {
    const choice = { variantId: 2, optionIds: [11, 12], notes: '  No spring onion ', quantity: 2 };
    expect(buildBody(choice)).toEqual({
      venue_id: 1,
      vendor_id: 7,
      variant_id: 2,
      quantity: 2,
      price: 19.5,
      item_total: 39,
      total: 46,
      options_total: 7,
      options: [{ id: 11 }, { id: 12 }],
      notes: 'No spring onion',
    });
  });

  test.each([
    [[], 1, 16.5, 0, 16.5],
    [[13], 1, 16.5, 0.35, 16.85],
    [[11, 13], 3, 49.5, 7.05, 56.55],
    [[11, 12, 22], 999, 16483.5, 4245.75, 20729.25],
  ])(
    'has for the options %j and the quantity %i the item total %d, the options total %d and the total %d',
    (optionIds, quantity, itemTotal, optionsTotal, total) => {
      expect(buildBody({ ...start, variantId: 1, optionIds, quantity })).toMatchObject({
        item_total: itemTotal,
        options_total: optionsTotal,
        total,
      });
    },
  );

  // In floats 8.2 × 3 is 24.599999999999998 and 1.005 × 3 is 3.0149999999999997.
  test.each([
    ['JPY', 1650, 120, { item_total: 4950, options_total: 360, total: 5310 }],
    ['ZAR', 8.2, 0.1, { item_total: 24.6, options_total: 0.3, total: 24.9 }],
    ['KWD', 1.005, 0.105, { item_total: 3.015, options_total: 0.315, total: 3.33 }],
  ])('has exact totals for three in %s at %d with an option at %d: %j', (currency, price, extra, totals) => {
    const item = anItem({
      variants: [aVariant({ price })],
      optionGroups: [anOptionGroup({ options: [anOption(11, 'Egg', extra)] })],
    });
    const of = buildOffer(item);
    const choice = { ...startingChoice(item, of), optionIds: [11], quantity: 3 };
    expect(buildBody(choice, currency, of)).toMatchObject({ price, ...totals });
  });
});
