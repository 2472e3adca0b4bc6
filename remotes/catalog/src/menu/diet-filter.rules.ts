/** Decides which items the guest's filter shows, and describes the hidden ones. */
import type { Allergen, Diet, MenuItem } from 'shared-contracts/types';
import { dietName } from '../diet.rules';
import { allOf, anyOf } from '../lists';
import { plural, t } from '../words';
import type { KeepItems, ListedMenu } from './menu.rules';

export interface DietWishes {
  without: readonly Allergen[];
  /** An item must have all of these. */
  only: readonly Diet[];
}

export const NO_WISHES: DietWishes = { without: [], only: [] };

export const hasWishes = ({ without, only }: DietWishes): boolean => without.length + only.length > 0;

type Facts = Pick<MenuItem, 'allergens' | 'diets'>;

/** Returns why an item is hidden, or undefined if it is shown. An item that states no allergens is shown, and marked. */
export function reasonToHide({ allergens, diets = [] }: Facts, { without, only }: DietWishes) {
  if (allergens?.some((each) => without.includes(each))) return 'contains';
  const isFit = (diet: Diet) => diets.includes(diet) || (diet === 'vegetarian' && diets.includes('vegan'));
  return only.every(isFit) ? undefined : 'not-marked';
}

const isUnstated = ({ allergens }: Facts, { without }: DietWishes): boolean => without.length > 0 && !allergens;

/** Creates the filter for a guest's wishes. It leaves out groups and menus without an item. */
export const createFilter =
  (wishes: DietWishes): KeepItems =>
  (menus) =>
    menus.flatMap((menu) => {
      const groups = menu.groups.flatMap((group) => {
        const items = group.items
          .filter(({ item }) => !reasonToHide(item, wishes))
          .map((listed) => (isUnstated(listed.item, wishes) ? { ...listed, note: t('allergens not stated') } : listed));
        return items.length > 0 ? { ...group, items } : [];
      });
      return groups.length > 0 ? { ...menu, groups } : [];
    });

const allItems = (menus: readonly ListedMenu[]): MenuItem[] =>
  menus.flatMap(({ groups }) => groups.flatMap(({ items }) => items.map(({ item }) => item)));

/** Returns the filters to offer: those that the menus name, and those that are set already. */
export function offeredFilters(menus: readonly ListedMenu[], { without, only }: DietWishes) {
  const items = allItems(menus);
  return {
    allergens: sorted([...without, ...items.flatMap(({ allergens = [] }) => allergens)]),
    diets: sorted([...only, ...items.flatMap(({ diets = [] }) => diets)]),
  };
}

const sorted = <T extends string>(words: readonly T[]): T[] => [...new Set(words)].sort();

/** Describes the outcome: 'Hidden: 2 items with milk or nuts, 1 item not marked vegan. 3 items shown do not state allergens.' */
export function outcomeText(menus: readonly ListedMenu[], wishes: DietWishes): string {
  if (!hasWishes(wishes)) return '';
  const items = allItems(menus);
  const reasons = items.map((item) => reasonToHide(item, wishes));
  const number = (reason: string) => reasons.filter((each) => each === reason).length;
  const unstated = items.filter((item) => !reasonToHide(item, wishes) && isUnstated(item, wishes)).length;
  return [
    hiddenText(number('contains'), number('not-marked'), wishes),
    unstated > 0 &&
      plural(unstated, {
        one: '# item shown does not state allergens.',
        other: '# items shown do not state allergens.',
      }),
  ]
    .filter(Boolean)
    .join(' ');
}

function hiddenText(containing: number, unmarked: number, { without, only }: DietWishes): string {
  const allergens = anyOf(without.map(dietName));
  const diets = allOf(only.map(dietName));
  const [items, others] = [
    containing > 0 &&
      plural(containing, { one: '# item with {allergens}', other: '# items with {allergens}' }, { allergens }),
    unmarked > 0 &&
      plural(unmarked, { one: '# item not marked {diets}', other: '# items not marked {diets}' }, { diets }),
  ].filter((text) => text !== false);
  if (items === undefined) return t('Nothing is hidden.');
  return others === undefined ? t('Hidden: {items}.', { items }) : t('Hidden: {items}, {others}.', { items, others });
}
