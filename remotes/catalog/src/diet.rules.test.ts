import type { Allergen, Diet } from 'shared-contracts/types';
import { dietText } from './diet.rules';

test.each<[Allergen[] | undefined, Diet[] | undefined, string, string]>([
  [undefined, undefined, '', ''],
  [undefined, undefined, 'allergens not stated', 'allergens not stated'],
  [[], undefined, 'none of the 14 allergens', 'none of the 14 allergens'],
  [['milk', 'nuts'], undefined, 'not said', 'contains milk, nuts'],
  [['milk'], ['vegetarian', 'halal'], '', 'vegetarian · halal · contains milk'],
  [undefined, ['vegan'], 'allergens not stated', 'vegan · allergens not stated'],
])('writes the allergens %j and the diets %j, or else %j, as ‘%s’', (allergens, diets, otherwise, text) => {
  expect(dietText({ allergens, diets }, otherwise)).toBe(text);
});
