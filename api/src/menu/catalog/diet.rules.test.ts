import { allergenSchema, dietSchema } from 'shared-contracts/schemas';
import type { Allergen, Diet } from 'shared-contracts/types';
import { contradictionOf, unavoidableAllergens } from './diet.rules';

test('the list has the fourteen allergens of the regulation, each with the word on the screen', () => {
  expect(allergenSchema.options).toHaveLength(14);
  expect([...allergenSchema.options, ...dietSchema.options].filter((word) => !/^[a-z]+(-free)?$/.test(word))).toEqual(
    [],
  );
});

describe('the facts stated about an item', () => {
  test.each<[Allergen[] | null, Diet[], string | undefined]>([
    [null, ['vegan'], undefined],
    [[], ['vegan', 'gluten-free'], undefined],
    [['nuts', 'soybeans'], ['vegan'], undefined],
    [['milk'], ['vegan'], 'An item that is vegan cannot contain milk.'],
    [['gluten', 'eggs'], ['vegan'], 'An item that is vegan cannot contain eggs.'],
    [['milk', 'eggs'], ['vegetarian'], undefined],
    [['molluscs'], ['vegetarian'], 'An item that is vegetarian cannot contain molluscs.'],
    [['fish'], ['halal', 'kosher'], undefined],
    [['gluten'], ['gluten-free'], 'An item that is gluten-free cannot contain gluten.'],
    // Its lactose is split, and its protein is not.
    [['milk'], ['lactose-free'], undefined],
  ])('%j and %j: %j', (allergens, diets, problem) => {
    expect(contradictionOf({ allergens, diets })).toBe(problem);
  });
});

describe('the facts of each order of an item', () => {
  const choices = (min_select: number, ...options: Allergen[][]) => ({
    min_select,
    options: options.map((allergens) => ({ allergens })),
  });

  test.each<[string, Allergen[], ReturnType<typeof choices>[], Allergen[]]>([
    ['its own', ['milk'], [], ['milk']],
    ['nothing of a choice that can be left out', [], [choices(0, ['milk'])], []],
    ['nothing of a choice with another way', [], [choices(1, ['milk'], [])], []],
    ['what is in each way of a required choice', [], [choices(1, ['soybeans', 'gluten'], ['soybeans'])], ['soybeans']],
    ['what two of three bring, where one has none of it', [], [choices(2, ['eggs'], ['eggs'], [])], ['eggs']],
    ['what is in all of two choices, once', ['nuts'], [choices(1, ['nuts']), choices(1, ['fish'])], ['nuts', 'fish']],
    ['its own where a required choice has no option in stock', ['eggs'], [choices(1)], ['eggs']],
  ])('%s', (_what, own, groups, found) => {
    expect(unavoidableAllergens(own, groups)).toEqual(found);
  });
});
