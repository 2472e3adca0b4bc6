/** Loads the texts of the shell and of the primitives in the visitor's language. */
import { currentLanguage, provideCatalog, SOURCE_LANGUAGE } from 'shared-contracts/language';
import type { CatalogModule } from 'shared-contracts/remote';

/** The catalogs of one language: the shell's own, and those of the contracts, whose primitives all apps show. */
type ShellCatalogs = () => Promise<{ host: CatalogModule['default']; contracts: CatalogModule['default'] }>;

const CATALOGS: Readonly<Record<string, ShellCatalogs>> = {
  ar: () => import(/* webpackChunkName: "language-ar" */ './locales/ar'),
  es: () => import(/* webpackChunkName: "language-es" */ './locales/es'),
  fr: () => import(/* webpackChunkName: "language-fr" */ './locales/fr'),
};

/** The languages of the shell, which visitors choose from. */
export const LANGUAGES: readonly string[] = [SOURCE_LANGUAGE, ...Object.keys(CATALOGS)];

/**
 * Returns the language of the shell for a page that another site has written.
 * @param tag of that page: 'fr-CA'
 */
export function languageFor(tag: string): string {
  const [language = ''] = tag.toLowerCase().split('-');
  return LANGUAGES.includes(language) ? language : SOURCE_LANGUAGE;
}

/** Resolves in each case: a shell whose translations do not arrive speaks English. */
export async function loadWords(): Promise<void> {
  const language = currentLanguage();
  const load = CATALOGS[language];
  if (!load) return;
  try {
    const { host, contracts } = await load();
    provideCatalog('host', language, host as Parameters<typeof provideCatalog>[2]);
    provideCatalog('shared-contracts', language, contracts as Parameters<typeof provideCatalog>[2]);
  } catch (error) {
    console.warn(`The shell's texts in '${language}' did not arrive`, error);
  }
}
