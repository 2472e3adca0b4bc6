/** Forms that depend on the language of the page and are no texts. */
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import { language, t } from './words';

export const isEnglish = (): boolean => language() === SOURCE_LANGUAGE;

/** Returns the locale of a date that only this app shows: British in English, else the form of the language with Latin digits. */
export const dateLocale = (): string => (isEnglish() ? 'en-GB' : `${language()}-u-nu-latn`);

/** Writes words in one line with the comma of the language: 'milk, nuts'. */
export const listed = (words: readonly string[]): string => words.join(t(', '));
