/** The direction and the name of a language, and the attributes that mark a text in another language than the page's. */
import { currentLanguage } from './current';

const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/;

/** Returns the direction of a language's script, as the attribute `dir` names it. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr');

export interface LanguageAttributes {
  lang?: string;
  dir?: 'ltr' | 'rtl';
}

/**
 * Returns the attributes of an element with texts in a language. There are none if it is the language of the page, or if it is unknown.
 * @example
 * <textarea {...languageAttributes('ar')} /> // lang="ar" dir="rtl" on a French page, nothing on an Arabic one
 */
export function languageAttributes(language: string | undefined): LanguageAttributes {
  if (language === undefined || language === currentLanguage()) return {};
  return { lang: language, dir: directionOf(language) };
}

/**
 * Names a language, in the language of the page or in another one.
 * @example
 * languageName('en'); // 'anglais' on a French page
 */
export const languageName = (language: string, inLanguage: string = currentLanguage()): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? language;
