import { allergenSchema, dietSchema } from 'shared-contracts/schemas';
import { ALLERGENS, capitalize, DIETS } from './diet-words';

test('offers every allergen and every diet of the contract', () => {
  expect(ALLERGENS).toEqual(allergenSchema.options);
  expect(DIETS).toEqual(dietSchema.options);
  expect(capitalize('gluten-free')).toBe('Gluten-free');
});
