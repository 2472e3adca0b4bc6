/** Forms that depend on the language of the page and are no texts. */
import { directionOf, type LanguageAttributes, languageName, SOURCE_LANGUAGE } from 'shared-contracts/language';
import { language, t } from './words';

export const isEnglish = (): boolean => language() === SOURCE_LANGUAGE;

/** Returns the locale of a date that only this app shows: British in English, else the form of the language with Latin digits. */
export const dateLocale = (): string => (isEnglish() ? 'en-GB' : `${language()}-u-nu-latn`);

/** Writes words in one line with the comma of the language: 'milk, nuts'. */
export const listed = (words: readonly string[]): string => words.join(t(', '));

/** Names a language in itself: 'Français'. */
export function ownLanguageName(code: string): string {
  const name = languageName(code, code);
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** Returns the attributes of an element whose text is in a language. */
export const written = (code: string): LanguageAttributes => ({ lang: code, dir: directionOf(code) });
