/**
 * Chooses the language of what a guest reads. A stall is shown in a language only if everything that a guest sees of it has a text in it, else all
 * of it is in its venue's first language (docs/decisions/languages.md).
 */
import { missingPlaceTexts, missingTexts, textsIn, type Written } from 'shared-contracts/rules/menu-texts';
import type {
  GroupRow,
  ItemRow,
  MenuItemRow,
  MenuRow,
  OptionGroupRow,
  VendorRow,
  VenueRow,
} from './catalog.repository';

interface StallRows<Vendor = Pick<VendorRow, 'name' | 'blurb' | 'texts' | 'languages'>> {
  vendor: Vendor;
  /** They may have inactive entries, which only members see. */
  menus: readonly MenuRow[];
}

/** Returns the wanted language if a venue has it, else the venue's first. */
export const languageAmong = (languages: readonly string[], wanted: string): string =>
  languages.includes(wanted) ? wanted : (languages[0] ?? wanted);

/** Returns a venue in a language, or in its first one if it lacks a text in the language. */
export function venueIn(venue: VenueRow, wanted: string): VenueRow & { language: string } {
  const known = languageAmong(venue.languages, wanted);
  const [first = known] = venue.languages;
  const language = missingPlaceTexts(venue, known).length === 0 ? known : first;
  return { ...translated(venue, language), language };
}

/** Lists the languages of its venue in which a stall is whole, as guests see it. The first language always is. */
export function wholeLanguages({ vendor, menus }: StallRows): string[] {
  const shown = guestMenus(menus).flatMap(entriesOfMenu);
  return vendor.languages.filter(
    (language, index) =>
      index === 0 ||
      (missingPlaceTexts(vendor, language).length === 0 &&
        shown.every((entry) => missingTexts(entry, language).length === 0)),
  );
}

/**
 * Returns a stall in a language; null unless it is whole in it. A hidden entry without a text has that of the first language.
 * @example
 * stallIn({ vendor, menus }, 'fr')?.menus[0].name; // 'Midi'
 */
export function stallIn<Vendor extends StallRows['vendor']>(
  { vendor, menus }: StallRows<Vendor>,
  language: string,
): StallRows<Vendor> | null {
  if (!wholeLanguages({ vendor, menus }).includes(language)) return null;
  return {
    vendor: translated(vendor, language),
    menus: menus.map(({ groups, ...menu }) => ({
      ...translated(menu, language),
      groups: groups.map(({ items, option_groups, ...group }) => ({
        ...translated(group, language),
        option_groups: option_groups.map(choicesIn(language)),
        items: items.map((item) => menuItemIn(item, language)),
      })),
    })),
  };
}

/** Returns an item in a language in which its stall is whole. */
export const itemIn = ({ group, ...item }: ItemRow, language: string): ItemRow => ({
  ...item,
  ...menuItemIn(item, language),
  group: { ...translated(group, language), option_groups: group.option_groups.map(choicesIn(language)) },
});

const menuItemIn = ({ variants, option_groups, ...item }: MenuItemRow, language: string): MenuItemRow => {
  const { name, description } = item;
  return {
    ...translated(item, language),
    ...(item.texts[language] && { original: { name, description } }),
    variants: variants.map((variant) => translated(variant, language)),
    option_groups: option_groups.map(choicesIn(language)),
  };
};

const choicesIn =
  (language: string) =>
  ({ options, ...group }: OptionGroupRow): OptionGroupRow => ({
    ...translated(group, language),
    options: options.map((option) => translated(option, language)),
  });

/** Returns a row with its texts in a language. The first language of the venue has no texts beside the row's own. */
export const translated = <Row extends Written>(row: Row, language: string): Row => ({
  ...row,
  ...textsIn(row, language),
});

/** Leaves out what guests do not see: an entry that is inactive, an item without a size, a section without items. */
const guestMenus = (menus: readonly MenuRow[]): MenuRow[] =>
  shownMenus(
    menus.filter(isActive).map((menu) => ({
      ...menu,
      groups: menu.groups.filter(isActive).map((group) => ({
        ...group,
        option_groups: activeChoices(group.option_groups),
        items: group.items.filter(isActive).map((item) => ({
          ...item,
          variants: item.variants.filter(isActive),
          option_groups: activeChoices(item.option_groups),
        })),
      })),
    })),
  );

const isActive = ({ status }: Pick<MenuRow, 'status'>) => status === 'active';

const activeChoices = (groups: readonly OptionGroupRow[]): OptionGroupRow[] =>
  groups.filter(isActive).map((group) => ({ ...group, options: group.options.filter(isActive) }));

/** Leaves out what no one sees: an item without a size cannot be sold, and a list without entries is no list. */
export const shownMenus = (menus: readonly MenuRow[]): MenuRow[] =>
  menus
    .map((menu) => ({ ...menu, groups: menu.groups.map(shownGroup).filter(({ items }) => items.length > 0) }))
    .filter(({ groups }) => groups.length > 0);

const shownGroup = (group: GroupRow): GroupRow => ({
  ...group,
  option_groups: shownChoices(group.option_groups),
  items: group.items
    .filter(({ variants }) => variants.length > 0)
    .map((item) => ({ ...item, option_groups: shownChoices(item.option_groups) })),
});

/** A group without options is shown only if a choice is required. */
export const shownChoices = (groups: readonly OptionGroupRow[]): OptionGroupRow[] =>
  groups.filter(({ options, min_select }) => options.length > 0 || min_select > 0);

const entriesOfMenu = ({ groups, ...menu }: MenuRow): Written[] => [
  menu,
  ...groups.flatMap(({ items, option_groups, ...group }) => [
    group,
    ...entriesOfChoices(option_groups),
    ...items.flatMap(({ variants, option_groups: own, ...item }) => [item, ...variants, ...entriesOfChoices(own)]),
  ]),
];

const entriesOfChoices = (groups: readonly OptionGroupRow[]): Written[] =>
  groups.flatMap(({ options, ...group }) => [group, ...options]);
