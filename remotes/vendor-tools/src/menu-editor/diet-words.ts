import type { Allergen, Diet } from 'shared-contracts/types';
import { t } from '../words';

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

/** Names an allergen in a list: 'milk'. */
export function allergenName(allergen: Allergen): string {
  switch (allergen) {
    case 'gluten':
      return t('gluten');
    case 'crustaceans':
      return t('crustaceans');
    case 'eggs':
      return t('eggs');
    case 'fish':
      return t('fish');
    case 'peanuts':
      return t('peanuts');
    case 'soybeans':
      return t('soybeans');
    case 'milk':
      return t('milk');
    case 'nuts':
      return t('nuts');
    case 'celery':
      return t('celery');
    case 'mustard':
      return t('mustard');
    case 'sesame':
      return t('sesame');
    case 'sulphites':
      return t('sulphites');
    case 'lupin':
      return t('lupin');
    case 'molluscs':
      return t('molluscs');
    default:
      // A later contract may know more of them.
      return allergen;
  }
}

/** Names a diet in a list: 'vegan'. */
export function dietName(diet: Diet): string {
  switch (diet) {
    case 'vegetarian':
      return t('vegetarian');
    case 'vegan':
      return t('vegan');
    case 'halal':
      return t('halal');
    case 'kosher':
      return t('kosher');
    case 'gluten-free':
      return t('gluten-free');
    case 'lactose-free':
      return t('lactose-free');
    default:
      // A later contract may know more of them.
      return diet;
  }
}
