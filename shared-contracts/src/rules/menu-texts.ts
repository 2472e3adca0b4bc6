/** The texts of venues, stalls and menus in the languages of their venue. */

/** Its texts are in the venue's first language. */
export interface Written {
  name: string;
  blurb?: string;
  description?: string;
  image_alt?: string;
  /** The texts in the venue's other languages. */
  texts?: Readonly<Record<string, Translated>>;
}
export type TextField = 'name' | 'blurb' | 'description' | 'image_alt';
export type Translated = Partial<Record<TextField, string>>;

const FIELDS: readonly TextField[] = ['name', 'blurb', 'description', 'image_alt'];

/**
 * Lists the texts of an entry that are missing in a language. A text that is empty in the first language needs no translation.
 * @example
 * missingTexts({ name: 'Soup', description: 'Hot', texts: { fr: { name: 'Soupe' } } }, 'fr'); // ['description']
 */
export function missingTexts(entry: Written, language: string): TextField[] {
  const translated = entry.texts?.[language];
  return FIELDS.filter((field) => entry[field] && !translated?.[field]);
}

/**
 * Lists the texts of a stall or a venue that are missing in a language. Its name is a proper name, which may stay as it is.
 * @example
 * missingPlaceTexts({ name: 'Kumo', blurb: 'Noodles' }, 'fr'); // ['blurb']
 */
export const missingPlaceTexts = (place: Written, language: string): TextField[] =>
  missingTexts(place, language).filter((field) => field !== 'name');

/**
 * Returns the texts of an entry in a language. A text that is missing in it stays in the first language.
 * @example
 * textsIn({ name: 'Soup', texts: { fr: { name: 'Soupe' } } }, 'fr'); // { name: 'Soupe' }
 */
export function textsIn(entry: Written, language: string): Translated & { name: string } {
  const translated = entry.texts?.[language];
  const shown = FIELDS.flatMap((field) =>
    entry[field] === undefined ? [] : [[field, translated?.[field] || entry[field]]],
  );
  return Object.fromEntries(shown);
}
