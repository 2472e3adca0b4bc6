/**
 * The language of the page or, on a server, of the request. Like the catalogs it belongs to the page or process, which may hold several copies of
 * this module.
 */

/** The language that every text is written in, and that an app without the visitor's language speaks. */
export const SOURCE_LANGUAGE = 'en';

const KEY = Symbol.for('foodhall.language');

type Holder = { [KEY]?: () => string };

/** A process that serves several visitors passes a function that returns the language of the request at hand. */
export function provideLanguage(source: () => string): void {
  (globalThis as Holder)[KEY] = source;
}

/** A page never changes its language: another language is another page. */
const languageOfPage = () => (typeof document === 'undefined' ? '' : document.documentElement.lang);

/**
 * Returns the language as a BCP 47 tag.
 * @example
 * new Intl.NumberFormat(currentLanguage());
 */
export function currentLanguage(): string {
  return (globalThis as Holder)[KEY]?.() ?? (languageOfPage() || SOURCE_LANGUAGE);
}
