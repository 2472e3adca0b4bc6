/** Writes what a stall states about allergens and diets. */
import type { Allergen, Diet, MenuItem } from 'shared-contracts/types';
import { enumerate } from './lists';
import { t } from './words';

const NAMES: Readonly<Record<Allergen | Diet, () => string>> = {
  gluten: () => t('gluten'),
  crustaceans: () => t('crustaceans'),
  eggs: () => t('eggs'),
  fish: () => t('fish'),
  peanuts: () => t('peanuts'),
  soybeans: () => t('soybeans'),
  milk: () => t('milk'),
  nuts: () => t('nuts'),
  celery: () => t('celery'),
  mustard: () => t('mustard'),
  sesame: () => t('sesame'),
  sulphites: () => t('sulphites'),
  lupin: () => t('lupin'),
  molluscs: () => t('molluscs'),
  vegetarian: () => t('vegetarian'),
  vegan: () => t('vegan'),
  halal: () => t('halal'),
  kosher: () => t('kosher'),
  'gluten-free': () => t('gluten-free'),
  'lactose-free': () => t('lactose-free'),
};

/** Names an allergen or a diet. A later API may know a word that this code does not, which stays as it is. */
export const dietName = (word: Allergen | Diet): string => (Object.hasOwn(NAMES, word) ? NAMES[word]() : word);

/**
 * Writes the stated diets and allergens of an item in one line: 'vegan · halal · contains milk, nuts'.
 * @param otherwise the text for an item that names no allergen
 */
export function dietText({ allergens, diets = [] }: Pick<MenuItem, 'allergens' | 'diets'>, otherwise = ''): string {
  const contained = allergens?.[0] && t('contains {allergens}', { allergens: enumerate(allergens.map(dietName)) });
  return [...diets.map(dietName), contained || otherwise].filter(Boolean).join(' · ');
}
