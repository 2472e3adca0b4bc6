/** Puts the page of a test into another language. */
import compile from 'icu-minify/compile';
import { type Catalog, provideCatalog } from '../language';

/** The messages of a catalog, `src/locales/fr.json`. */
type Messages = Readonly<Record<string, string>>;

const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/;

function speak(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
}

/**
 * The page has this language, and these apps have their translations. Call `speakEnglish` after the test.
 * @param catalogs by the name of the app
 * @example
 * speakLanguage('fr', { checkout: french });
 */
export function speakLanguage(language: string, catalogs: Readonly<Record<string, Messages>>): void {
  for (const [app, messages] of Object.entries(catalogs)) {
    // The server alone reads the texts with fields.
    const read = Object.entries(messages).filter(([key]) => !/\{\{\w+\./.test(key));
    const compiled = read.map(([key, message]) => [key, compile(message)] as const);
    provideCatalog(app, language, Object.fromEntries(compiled) as Catalog);
  }
  speak(language);
}

/** The page is English again, and no app has translations. */
export function speakEnglish(): void {
  Reflect.deleteProperty(globalThis, Symbol.for('foodhall.catalogs'));
  document.documentElement.removeAttribute('lang');
  document.documentElement.removeAttribute('dir');
}
