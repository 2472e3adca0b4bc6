/** Rules about what a stall states of an item: its allergens and diets. Pure. */
import type { Allergen, Diet } from 'shared-contracts/types';

export interface Stated {
  /** Null: nothing is stated of them. */
  allergens: readonly Allergen[] | null;
  diets: readonly Diet[];
}

const OF_ANIMALS_KILLED: readonly Allergen[] = ['fish', 'crustaceans', 'molluscs'];

/** The allergens that a diet excludes. The lactose of milk can be taken out, and the milk stays an allergen. */
const EXCLUDED: Readonly<Partial<Record<Diet, readonly Allergen[]>>> = {
  vegetarian: OF_ANIMALS_KILLED,
  vegan: [...OF_ANIMALS_KILLED, 'eggs', 'milk'],
  'gluten-free': ['gluten'],
};

/** @returns a sentence where an allergen and a diet cannot both be true of an item */
export function contradictionOf({ allergens, diets }: Stated): string | undefined {
  for (const diet of diets) {
    const excluded = allergens?.find((allergen) => EXCLUDED[diet]?.includes(allergen));
    if (excluded) return `An item that is ${diet} cannot contain ${excluded}.`;
  }
  return undefined;
}

interface Choices {
  min_select: number;
  options: readonly { allergens: readonly Allergen[] }[];
}

/**
 * Lists the allergens that each order of an item has: its own, and those that a required choice cannot leave out. Others are up to the guest.
 * @param groups of the item, and of its section
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
