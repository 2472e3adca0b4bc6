/** The limits of an option group, and the words about them. */
import type { OptionGroup } from '../types';
import { plural, t } from '../words';

type Limits = Pick<OptionGroup, 'min_select' | 'max_select'>;

/**
 * Says how many options of a group to choose, or how many are chosen.
 * @example
 * selectionHint({ min_select: 1, max_select: 2 }, 1); // '1 of 2'
 */
export function selectionHint({ min_select, max_select }: Limits, chosen: number): string {
  if (chosen === 0) {
    if (min_select > 0)
      return min_select === max_select
        ? t('Choose {min_select}', { min_select })
        : t('Choose at least {min_select}', { min_select });
    return max_select === null ? t('Optional') : t('Up to {max_select}', { max_select });
  }
  return max_select === null
    ? plural(chosen, { one: '# chosen', other: '# chosen' })
    : t('{chosen} of {max_select}', { chosen, max_select });
}

/**
 * Tells whether the number of chosen options meets a group's limits.
 * @example
 * isSelectionMet({ min_select: 1, max_select: null }, 0); // false
 */
export function isSelectionMet({ min_select, max_select }: Limits, chosen: number): boolean {
  return chosen >= min_select && (max_select === null || chosen <= max_select);
}

/**
 * Tells whether no further option of a group can be chosen.
 * @example
 * isFull({ min_select: 0, max_select: 2 }, 2); // true
 */
export function isFull({ max_select }: Limits, chosen: number): boolean {
  return max_select !== null && chosen >= max_select;
}

/**
 * Returns the first group whose limits the choice breaks.
 * @example
 * const missing = brokenGroup(item.option_groups.data, chosenIds);
 */
export function brokenGroup<T extends Limits & { options: { data: readonly { id: number }[] } }>(
  groups: readonly T[],
  chosenIds: ReadonlySet<number>,
): T | undefined {
  return groups.find(
    (group) => !isSelectionMet(group, group.options.data.filter(({ id }) => chosenIds.has(id)).length),
  );
}
