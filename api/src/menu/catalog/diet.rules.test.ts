import { allergenSchema, dietSchema } from 'shared-contracts/schemas';
import type { Allergen, Diet } from 'shared-contracts/types';
import { contradictionOf, unavoidableAllergens } from './diet.rules';

test('the list has the fourteen allergens of the regulation, each with the word on the screen', () => {
  expect(allergenSchema.options).toHaveLength(14);
  expect([...allergenSchema.options, ...dietSchema.options].filter((word) => !/^[a-z]+(-free)?$/.test(word))).toEqual(
    [],
  );
});

describe('the stated facts about an item', () => {
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
  ])('with the allergens %j and the diets %j have the problem %j', (allergens, diets, problem) => {
    expect(contradictionOf({ allergens, diets })).toBe(problem);
  });
});

describe('the unavoidable allergens of an item', () => {
  const choices = (min_select: number, ...options: Allergen[][]) => ({
    min_select,
    options: options.map((allergens) => ({ allergens })),
  });

  test.each<[string, Allergen[], ReturnType<typeof choices>[], Allergen[]]>([
    ['include its own', ['milk'], [], ['milk']],
    ['leave out a choice that can be skipped', [], [choices(0, ['milk'])], []],
    ['leave out a choice with an alternative', [], [choices(1, ['milk'], [])], []],
    [
      'include allergens of every option of a required choice',
      [],
      [choices(1, ['soybeans', 'gluten'], ['soybeans'])],
      ['soybeans'],
    ],
    [
      'include allergens that two of three required options always add',
      [],
      [choices(2, ['eggs'], ['eggs'], [])],
      ['eggs'],
    ],
    [
      'include allergens of two required choices once',
      ['nuts'],
      [choices(1, ['nuts']), choices(1, ['fish'])],
      ['nuts', 'fish'],
    ],
    ['include its own if a required choice has no option in stock', ['eggs'], [choices(1)], ['eggs']],
  ])('%s', (_what, own, groups, expected) => {
    expect(unavoidableAllergens(own, groups)).toEqual(expected);
  });
});
