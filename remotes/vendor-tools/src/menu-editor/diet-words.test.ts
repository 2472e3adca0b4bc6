import { allergenSchema, dietSchema } from 'shared-contracts/schemas';
import { ALLERGENS, DIETS, textOf } from './diet-words';

test('offers every allergen and every diet of the contract', () => {
  expect(ALLERGENS).toEqual(allergenSchema.options);
  expect(DIETS).toEqual(dietSchema.options);
  expect(textOf('gluten-free')).toBe('Gluten-free');
});
