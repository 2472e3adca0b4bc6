/** Pure rules about the allergens and diets that a stall states for an item. */
import type { Allergen, Diet } from 'shared-contracts/types';
import { t } from '../../words';

export interface Stated {
  /** Null means that no allergens are stated. */
  allergens: readonly Allergen[] | null;
  diets: readonly Diet[];
}

const OF_ANIMALS_KILLED: readonly Allergen[] = ['fish', 'crustaceans', 'molluscs'];

/** The allergens that a diet excludes. Lactose-free milk is still an allergen. */
const EXCLUDED: Readonly<Partial<Record<Diet, readonly Allergen[]>>> = {
  vegetarian: OF_ANIMALS_KILLED,
  vegan: [...OF_ANIMALS_KILLED, 'eggs', 'milk'],
  'gluten-free': ['gluten'],
};

/** The words of the diets and allergens in such a sentence. */
const WORDS: Readonly<Partial<Record<Diet | Allergen, () => string>>> = {
  vegetarian: () => t('vegetarian'),
  vegan: () => t('vegan'),
  'gluten-free': () => t('gluten-free'),
  fish: () => t('fish'),
  crustaceans: () => t('crustaceans'),
  molluscs: () => t('molluscs'),
  eggs: () => t('eggs'),
  milk: () => t('milk'),
  gluten: () => t('gluten'),
};

const wordOf = (word: Diet | Allergen): string => WORDS[word]?.() ?? word;

/** @returns a sentence if an allergen and a diet contradict each other */
export function contradictionOf({ allergens, diets }: Stated): string | undefined {
  for (const diet of diets) {
    const excluded = allergens?.find((allergen) => EXCLUDED[diet]?.includes(allergen));
    if (excluded) {
      return t('An item that is {diet} cannot contain {allergen}.', { diet: wordOf(diet), allergen: wordOf(excluded) });
    }
  }
  return undefined;
}

interface Choices {
  min_select: number;
  options: readonly { allergens: readonly Allergen[] }[];
}

/**
 * Lists the allergens that no order of an item can avoid: its own, and those in every way to make a required choice.
 * @param groups the option groups of the item and of its section
 */
export function unavoidableAllergens(own: readonly Allergen[], groups: readonly Choices[]): Allergen[] {
  const certain = new Set(own);
  for (const { min_select, options } of groups) {
    for (const allergen of options.flatMap((option) => option.allergens)) {
      const without = options.filter(({ allergens }) => !allergens.includes(allergen));
      if (without.length < min_select) certain.add(allergen);
    }
  }
  return [...certain];
}
