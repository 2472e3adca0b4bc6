/** Decides which items the guest's filter shows, and describes the hidden ones. */
import type { Allergen, Diet, MenuItem } from 'shared-contracts/types';
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
          .map((listed) => (isUnstated(listed.item, wishes) ? { ...listed, note: 'allergens not stated' } : listed));
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
  const hidden = [
    number('contains') && `${count(number('contains'))} with ${wishes.without.join(' or ')}`,
    number('not-marked') && `${count(number('not-marked'))} not marked ${wishes.only.join(' and ')}`,
  ].filter(Boolean);
  const unstated = items.filter((item) => !reasonToHide(item, wishes) && isUnstated(item, wishes)).length;
  return [
    hidden.length > 0 ? `Hidden: ${hidden.join(', ')}.` : 'Nothing is hidden.',
    unstated > 0 && `${count(unstated)} shown ${unstated === 1 ? 'does' : 'do'} not state allergens.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const count = (number: number): string => `${number} ${number === 1 ? 'item' : 'items'}`;
