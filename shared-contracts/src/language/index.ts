/** Translation: the words of an app, the language of the page, and the catalogs that are loaded. */
export { type Catalog, catalogOf, provideCatalog } from './catalogs';
export { currentLanguage, provideLanguage, SOURCE_LANGUAGE } from './current';
export { directionOf, type LanguageAttributes, languageAttributes, languageName } from './direction';
export { type PluralForms, pluralKey } from './message';
export { type Words, wordsOf } from './words';
