/** Rules of the guest's filter: which items stay, and what is said about the rest. */
import type { Allergen, Diet, MenuItem } from 'shared-contracts/types';
import type { KeepItems, ListedMenu } from './menu.rules';

export interface DietWishes {
  without: readonly Allergen[];
  /** All of them. */
  only: readonly Diet[];
}

export const NO_WISHES: DietWishes = { without: [], only: [] };

export const hasWishes = ({ without, only }: DietWishes): boolean => without.length + only.length > 0;

type Facts = Pick<MenuItem, 'allergens' | 'diets'>;

/** Why an item is hidden; undefined where it is shown. What states nothing of its allergens is shown, and marked. */
export function reasonToHide({ allergens, diets = [] }: Facts, { without, only }: DietWishes) {
  if (allergens?.some((each) => without.includes(each))) return 'contains';
  const isFit = (diet: Diet) => diets.includes(diet) || (diet === 'vegetarian' && diets.includes('vegan'));
  return only.every(isFit) ? undefined : 'not-marked';
}

const isUnstated = ({ allergens }: Facts, { without }: DietWishes): boolean => without.length > 0 && !allergens;

/** Groups and menus with nothing left are left out. */
export const keeperOf =
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

const itemsOf = (menus: readonly ListedMenu[]): MenuItem[] =>
  menus.flatMap(({ groups }) => groups.flatMap(({ items }) => items.map(({ item }) => item)));

/** The filters on offer: those that the menus name, and those that are set already. */
export function offered(menus: readonly ListedMenu[], { without, only }: DietWishes) {
  const items = itemsOf(menus);
  return {
    allergens: sorted([...without, ...items.flatMap(({ allergens = [] }) => allergens)]),
    diets: sorted([...only, ...items.flatMap(({ diets = [] }) => diets)]),
  };
}

const sorted = <T extends string>(words: readonly T[]): T[] => [...new Set(words)].sort();

/** 'Hidden: 2 items with milk or nuts, 1 item not marked vegan. 3 items that are shown do not state their allergens.' */
export function outcomeText(menus: readonly ListedMenu[], wishes: DietWishes): string {
  if (!hasWishes(wishes)) return '';
  const items = itemsOf(menus);
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
