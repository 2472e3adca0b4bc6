/** The texts of a venue document: plain in the venue's first language, or one for each language. Pure. */
import type { StoredTexts } from 'core/database/types';
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import {
  missingPlaceTexts,
  missingTexts,
  type TextField,
  type Translated,
  type Written,
} from 'shared-contracts/rules/menu-texts';
import { z } from 'zod';
import type { Remark } from './read-source';
import type { OptionGroupDocument, VenueDocument } from './venue-document';

/** `{"en": "Soup", "fr": "Soupe"}` has a text for each language. */
export type DocumentText = string | Readonly<Record<string, string>>;

export const inLanguages = <T extends z.ZodType<string, string>>(text: T) =>
  z.union([
    text,
    z.record(
      z.string(),
      text.refine((each) => each !== '', 'must not be empty; leave the language out'),
    ),
  ]);

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** @returns 'French' for 'fr'; undefined for the code of no language */
export function languageName(code: string): string | undefined {
  return /^[a-z]{2,3}$/.test(code) && Intl.getCanonicalLocales(code)[0] === code ? languageNames.of(code) : undefined;
}

export const languagesSchema = z
  .array(z.string())
  .min(1, 'needs a language, such as "en"')
  .superRefine((languages, context) => {
    for (const [index, code] of languages.entries()) {
      const issue = (message: string) => context.addIssue({ code: 'custom', path: [index], message });
      if (languageName(code) === undefined) issue(`'${code}' is not a language we know`);
      else if (languages.indexOf(code) < index) issue(`'${code}' is in this list twice`);
    }
  });

type Texts = Partial<Record<TextField, DocumentText | undefined>>;

interface Entry {
  path: readonly PropertyKey[];
  texts: Texts;
  /** The index of its vendor; undefined for the venue itself. */
  vendor: number | undefined;
  /** True for a venue or a vendor, whose name is a proper name. */
  isPlace: boolean;
}

/** Lists everything of a venue that has texts, with its place in the document. */
function entriesOf(venue: VenueDocument): Entry[] {
  const { name, blurb } = venue;
  const entries: Entry[] = [{ path: [], texts: { name, blurb }, vendor: undefined, isPlace: true }];
  for (const [vendor, { name, blurb, menus }] of venue.vendors.entries()) {
    entries.push({ path: ['vendors', vendor], texts: { name, blurb }, vendor, isPlace: true });
    const add = (path: readonly PropertyKey[], texts: Texts) => entries.push({ path, texts, vendor, isPlace: false });
    const addChoices = (groups: readonly OptionGroupDocument[], path: readonly PropertyKey[]) => {
      for (const [g, group] of groups.entries()) {
        const inGroup = [...path, 'option_groups', g];
        add(inGroup, { name: group.name });
        for (const [o, option] of group.options.entries()) add([...inGroup, 'options', o], { name: option.name });
      }
    };
    for (const [m, menu] of menus.entries()) {
      const inMenu = ['vendors', vendor, 'menus', m];
      add(inMenu, { name: menu.name });
      for (const [g, group] of menu.groups.entries()) {
        const inGroup = [...inMenu, 'groups', g];
        add(inGroup, { name: group.name });
        addChoices(group.option_groups, inGroup);
        for (const [i, item] of group.items.entries()) {
          const inItem = [...inGroup, 'items', i];
          add(inItem, textsOfItem(item));
          for (const [v, { name }] of item.variants.entries()) add([...inItem, 'variants', v], { name });
          addChoices(item.option_groups, inItem);
        }
      }
    }
  }
  return entries;
}

type ItemDocument = VenueDocument['vendors'][number]['menus'][number]['groups'][number]['items'][number];

export const textsOfItem = ({ name, description, picture }: ItemDocument): Texts => ({
  name,
  description,
  image_alt: picture?.alt,
});

const pathOf = ({ path }: Entry, field: string) => [...path, ...(field === 'image_alt' ? ['picture', 'alt'] : [field])];

/** Finds the texts that do not fit the languages of their venue. */
export function problemsOfTexts(venue: VenueDocument): Remark[] {
  const { languages } = venue;
  const [first = ''] = languages ?? [];
  return entriesOf(venue).flatMap((entry) =>
    Object.entries(entry.texts).flatMap(([field, text]): Remark[] => {
      if (text === undefined || typeof text === 'string') return [];
      const path = pathOf(entry, field);
      if (!languages)
        return [{ path, message: "is in several languages, so the venue needs 'languages', its first language first" }];
      const others = Object.keys(text).filter((language) => !languages.includes(language));
      return [
        ...others.map((language) => ({
          path: [...path, language],
          message: languageName(language)
            ? `'${language}' is not in the venue's languages`
            : `'${language}' is not a language we know`,
        })),
        ...(text[first] === undefined ? [{ path, message: `needs '${first}', the venue's first language` }] : []),
      ];
    }),
  );
}

/** Returns a text in the venue's first language. */
export const firstText = (text: DocumentText, languages: readonly string[] | undefined): string =>
  typeof text === 'string' ? text : (text[languages?.[0] ?? ''] ?? '');

/** Returns the texts of an entry in the venue's other languages, as the database stores them. */
export function otherTexts(texts: Texts, languages: readonly string[] = []): StoredTexts {
  const translated = languages.slice(1).map((language): [string, Translated] => {
    const own = Object.entries(texts).flatMap(([field, text]) =>
      typeof text === 'object' && text[language] !== undefined ? [[field, text[language]]] : [],
    );
    return [language, Object.fromEntries(own)];
  });
  return Object.fromEntries(translated.filter(([, own]) => Object.keys(own).length > 0));
}

/** Warns about the texts that a language lacks: a stall's menu is shown in a language only if it is whole (docs/decisions/languages.md). */
export function missingTranslations(venue: VenueDocument): Remark[] {
  const { languages = [SOURCE_LANGUAGE] } = venue;
  const [first = SOURCE_LANGUAGE, ...others] = languages;
  const entries = entriesOf(venue).map(({ texts, ...entry }) => ({ ...entry, written: writtenOf(texts, languages) }));
  const missing = (language: string, vendor: number | undefined): number =>
    entries
      .filter((entry) => entry.vendor === vendor)
      .flatMap(({ written, isPlace }) => (isPlace ? missingPlaceTexts : missingTexts)(written, language)).length;
  return others.flatMap((language) => {
    const remark = (count: number, path: readonly PropertyKey[], what: string): Remark[] => {
      const texts = `${count} ${count === 1 ? 'text is' : 'texts are'} missing in ${languageName(language)}`;
      return count === 0 ? [] : [{ path, message: `${texts}, so ${what}` }];
    };
    const shown = `is shown in ${languageName(first)}`;
    return [
      ...remark(missing(language, undefined), ['blurb'], `it ${shown}`),
      ...venue.vendors.flatMap(({ slug }, v) =>
        remark(missing(language, v), ['vendors', v], `its menu ${shown}: ${slug}`),
      ),
    ];
  });
}

function writtenOf(texts: Texts, languages: readonly string[]): Written {
  const first = Object.entries(texts).flatMap(([field, text]) =>
    text === undefined ? [] : [[field, firstText(text, languages)]],
  );
  return { name: '', ...Object.fromEntries(first), texts: otherTexts(texts, languages) };
}
