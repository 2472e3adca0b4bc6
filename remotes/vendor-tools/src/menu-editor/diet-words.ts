import type { Allergen, Diet } from 'shared-contracts/types';

/** The allergens in the order of the EU's regulation. */
export const ALLERGENS: readonly Allergen[] = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
];

export const DIETS: readonly Diet[] = ['vegetarian', 'vegan', 'halal', 'kosher', 'gluten-free', 'lactose-free'];

/** Writes a word as the name of a choice: 'Gluten-free'. */
export const capitalize = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`;
