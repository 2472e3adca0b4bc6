/** Counts what a menu lacks in the languages of its venue, and compares the translations of two editors. Pure. */
import { missingTexts, type Written } from 'shared-contracts/rules/menu-texts';
import type { EntryTexts, MenuEditor, MenuEntryKind, Status } from 'shared-contracts/types';
import type { Entry } from './menu-tree.rules';

type Row = Written & { status: Status };

/** An entry of a menu, or its draft. */
export interface WrittenEntry extends Written {
  /** The sizes of an item. */
  variants?: readonly Row[];
  option_groups?: readonly Choices[];
}

interface Choices extends Row {
  /** A draft has it as a text. */
  min_select: number | string;
  options: readonly Row[];
}

/** A text of an entry in one of its venue's other languages. */
export type TranslatedField = keyof EntryTexts[string];

const TRANSLATED_FIELDS: readonly TranslatedField[] = ['name', 'description', 'image_alt'];

const isActive = ({ status }: { status: Status }): boolean => status === 'active';

/**
 * Tells whether guests see an entry, if they see the list that contains it: a menu and a section with an item, an item with a size. They see
 * no menu without items.
 */
export function isSeen(entry: Entry): boolean {
  if (!isActive(entry)) return false;
  if ('groups' in entry) return entry.groups.some(isSeen);
  return 'items' in entry ? entry.items.some(isSeen) : entry.variants.some(isActive);
}

/** Returns the languages that a menu is translated into: all but the first. */
export const otherLanguages = ({ languages = [] }: Pick<MenuEditor, 'languages'>): string[] => languages.slice(1);

/** Guests see a group of which all choices are hidden only if they have to choose. */
const isSeenGroup = (group: Choices): boolean =>
  isActive(group) && (group.options.some(isActive) || Number(group.min_select) > 0);

/** Counts the texts of an entry, its sizes and its choices that are missing in a language. A hidden size or choice needs none. */
export function countMissing(entry: WrittenEntry, language: string): number {
  const groups = entry.option_groups?.filter(isSeenGroup) ?? [];
  const rows = [entry.variants ?? [], ...groups.map(({ options }) => options)].flat().filter(isActive);
  return [entry, ...groups, ...rows].reduce((sum, each) => sum + missingTexts(each, language).length, 0);
}

export interface MissingEntry {
  kind: MenuEntryKind;
  id: number;
  /** The number of its missing texts. */
  count: number;
}

/** Lists the entries that guests see and that lack texts in a language, in the order of the menu. */
export function missingEntries(menu: Pick<MenuEditor, 'menus'>, language: string): MissingEntry[] {
  const missing: MissingEntry[] = [];
  const look = (kind: MenuEntryKind, entry: WrittenEntry & { id: number }) => {
    const count = countMissing(entry, language);
    if (count > 0) missing.push({ kind, id: entry.id, count });
  };
  for (const each of menu.menus.filter(isSeen)) {
    look('menus', each);
    for (const group of each.groups.filter(isSeen)) {
      look('groups', group);
      for (const item of group.items.filter(isSeen)) look('items', item);
    }
  }
  return missing;
}

/** Returns the entry that comes after another one in the order of the menu, or the first one after the last. */
export function nextMissing(
  menu: Pick<MenuEditor, 'menus'>,
  language: string,
  after: { kind: MenuEntryKind; id: number } | null,
): MissingEntry | undefined {
  const missing = missingEntries(menu, language);
  const order = menu.menus.flatMap(({ id, groups }) => [
    `menus/${id}`,
    ...groups.flatMap((group) => [`groups/${group.id}`, ...group.items.map((item) => `items/${item.id}`)]),
  ]);
  const place = ({ kind, id }: { kind: MenuEntryKind; id: number }) => order.indexOf(`${kind}/${id}`);
  return missing.find((entry) => after !== null && place(entry) > place(after)) ?? missing[0];
}

/** Returns the texts with one of them changed. */
export const withText = (
  texts: EntryTexts | undefined,
  language: string,
  field: TranslatedField,
  text: string,
): EntryTexts => ({ ...texts, [language]: { ...texts?.[language], [field]: text } });

/** Returns the texts without the descriptions of a picture. */
export const withoutPictureTexts = (texts: EntryTexts | undefined): EntryTexts | undefined =>
  texts && mapTexts(texts, (text, field) => (field === 'image_alt' ? '' : text));

export const trimTexts = (texts: EntryTexts): EntryTexts => mapTexts(texts, (text) => text.trim());

function mapTexts(texts: EntryTexts, change: (text: string, field: TranslatedField) => string): EntryTexts {
  const changed = Object.entries(texts).map(([language, translated]) => [
    language,
    Object.fromEntries(
      Object.entries(translated).map(([field, text]) => [field, change(text ?? '', field as TranslatedField)]),
    ),
  ]);
  return Object.fromEntries(changed);
}

/** Lists the texts that are not empty, with their language. */
export const writtenTexts = (texts: EntryTexts = {}): { language: string; field: TranslatedField; text: string }[] =>
  Object.entries(texts).flatMap(([language, translated]) =>
    TRANSLATED_FIELDS.flatMap((field) => {
      const text = translated[field];
      return text ? { language, field, text } : [];
    }),
  );

export interface Versions {
  base: EntryTexts | undefined;
  mine: EntryTexts | undefined;
  theirs: EntryTexts | undefined;
}

/**
 * Merges the translations of two editors: each may have translated other texts.
 * @param preferred the one who is right where both have changed the same text
 * @returns null if both editors have changed the same text differently and `preferred` is left out
 */
export function mergeTexts({ base, mine, theirs }: Versions, preferred?: 'mine' | 'theirs'): EntryTexts | null {
  let merged: EntryTexts = {};
  for (const language of Object.keys({ ...base, ...mine, ...theirs })) {
    for (const field of TRANSLATED_FIELDS) {
      const textOf = (texts: EntryTexts | undefined) => texts?.[language]?.[field] ?? '';
      const [old, own, other] = [textOf(base), textOf(mine), textOf(theirs)];
      const isConflict = own !== old && other !== old && own !== other;
      if (isConflict && preferred === undefined) return null;
      const isTheirs = isConflict ? preferred === 'theirs' : own === old;
      if (old || own || other) merged = withText(merged, language, field, isTheirs ? other : own);
    }
  }
  return merged;
}

/** Returns the other language that an error of the API is about, or undefined: 'option_groups.0.texts.fr.name' is about 'fr'. */
export const languageOfError = (path: string): string | undefined => /(?:^|\.)texts\.([a-z]+)\./.exec(path)?.[1];

/** Returns the language whose fields have an error. The one on the screen stays if it has one. */
export function languageToShow(
  errors: Readonly<Record<string, string>>,
  languages: readonly string[],
  shown: string | undefined,
): string | undefined {
  const wrong = new Set(Object.keys(errors).map((path) => languageOfError(path) ?? languages[0]));
  return wrong.has(shown) ? shown : (languages.find((language) => wrong.has(language)) ?? shown);
}

/** Returns the language of the texts in which two values of the same form differ: the first one if anything else differs, or nothing. */
export function changedLanguage(one: unknown, other: unknown, languages: readonly string[]): string | undefined {
  const [first, ...others] = languages;
  const textOf = (value: unknown, language?: string) =>
    JSON.stringify(value, (key, each) => (key === 'texts' ? language && each?.[language] : each));
  if (textOf(one) !== textOf(other)) return first;
  return others.find((language) => textOf(one, language) !== textOf(other, language)) ?? first;
}
