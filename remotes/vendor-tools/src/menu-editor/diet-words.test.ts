import { allergenSchema, dietSchema } from 'shared-contracts/schemas';
import { ALLERGENS, DIETS, textOf } from './diet-words';

test('all that can be stated is there to choose', () => {
  expect(ALLERGENS).toEqual(allergenSchema.options);
  expect(DIETS).toEqual(dietSchema.options);
  expect(textOf('gluten-free')).toBe('Gluten-free');
});
