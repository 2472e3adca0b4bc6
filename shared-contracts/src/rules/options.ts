/** How many options of a group may be chosen, and what a screen says about it. */
import type { OptionGroup } from '../types';

type Limits = Pick<OptionGroup, 'min_select' | 'max_select'>;

/** 'Choose 1', '1 of 2', 'Optional'. */
export function selectionHint({ min_select, max_select }: Limits, chosen: number): string {
  if (chosen === 0) {
    if (min_select > 0) return min_select === max_select ? `Choose ${min_select}` : `Choose at least ${min_select}`;
    return max_select === null ? 'Optional' : `Up to ${max_select}`;
  }
  return max_select === null ? `${chosen} chosen` : `${chosen} of ${max_select}`;
}

export function isSelectionMet({ min_select, max_select }: Limits, chosen: number): boolean {
  return chosen >= min_select && (max_select === null || chosen <= max_select);
}

export function isFull({ max_select }: Limits, chosen: number): boolean {
  return max_select !== null && chosen >= max_select;
}

/** The first group whose rule the choice breaks. */
export function brokenGroup<T extends Limits & { options: { data: readonly { id: number }[] } }>(
  groups: readonly T[],
  chosenIds: ReadonlySet<number>,
): T | undefined {
  return groups.find(
    (group) => !isSelectionMet(group, group.options.data.filter(({ id }) => chosenIds.has(id)).length),
  );
}
