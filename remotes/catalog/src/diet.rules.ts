import type { MenuItem } from 'shared-contracts/types';

/**
 * Writes the stated diets and allergens of an item in one line: 'vegan · halal · contains milk, nuts'.
 * @param otherwise the text for an item that names no allergen
 */
export const dietText = ({ allergens, diets = [] }: Pick<MenuItem, 'allergens' | 'diets'>, otherwise = ''): string =>
  [...diets, allergens?.[0] ? `contains ${allergens.join(', ')}` : otherwise].filter(Boolean).join(' · ');
