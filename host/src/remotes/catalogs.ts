/** Loads the translations of a remote beside its code. */
import { catalogKey } from 'releases/model/languages';
import type { RemoteRelease } from 'releases/model/schemas';
import { catalogOf, currentLanguage, provideCatalog, SOURCE_LANGUAGE } from 'shared-contracts/language';
import type { Catalogs } from 'shared-contracts/remote';
import type { Retries } from './retry';

/** The remotes that this page has shown in English. They stay so, since a translation that came later would be mixed with what is shown. */
const inEnglish = new Set<string>();

const listeners = new Set<() => void>();
/** How many remotes have their language. */
let settled = 0;

function settle(): void {
  settled += 1;
  for (const listener of listeners) listener();
}

/**
 * Makes a remote speak the visitor's language. A remote without it, or whose translations do not arrive, speaks English: its texts are never
 * mixed, and a page in English is better than none.
 */
export async function loadCatalog(remote: string, catalogs: Catalogs | undefined, retries: Retries): Promise<void> {
  const language = currentLanguage();
  const load = catalogs?.[language];
  if (!load || language === SOURCE_LANGUAGE || catalogOf(remote, language)) return;
  try {
    const { default: catalog } = await retries.twice(remote, load);
    if (inEnglish.has(remote)) return;
    provideCatalog(remote, language, catalog as Parameters<typeof provideCatalog>[2]);
    settle();
  } catch (error) {
    console.warn(`The texts of '${remote}' in '${language}' did not arrive`, error);
  }
}

/** A screen or slot of the remote is shown in English, on a page of another language. */
export function staysEnglish(remote: string): void {
  if (inEnglish.has(remote)) return;
  inEnglish.add(remote);
  settle();
}

/**
 * Tells whether a remote's translations may still come. Its texts are not known until then.
 * @param release the remote's, whose record has the languages
 */
export function isCatalogAwaited(remote: string, release: Pick<RemoteRelease, 'modules'> | undefined): boolean {
  const language = currentLanguage();
  if (catalogOf(remote, language) || inEnglish.has(remote)) return false;
  return release?.modules[catalogKey(language)] !== undefined;
}

/** Calls the listener whenever the language of a remote is known. @returns a function that ends it */
export function followCatalogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes whenever the language of a remote is known. */
export const settledCatalogs = (): number => settled;

/** Forgets which remotes are shown in English. Tests call it. */
export function forgetCatalogs(): void {
  inEnglish.clear();
}
