/** Loads the translations of the server's texts. */
import path from 'node:path';
import { compiledCatalog, languagesOf, readCatalog } from 'releases/words/catalogs';
import { provideCatalog, SOURCE_LANGUAGE } from 'shared-contracts/language';

const ROOT = path.join(__dirname, '../..');

/** The folders with the server's texts. The contracts have those of the rules and schemas. */
const APPS = ['api', 'core', 'shared-contracts'];

let loaded: readonly string[] | undefined;

/**
 * Loads the translations once in a process.
 * @returns the languages in which all texts of the server are available, English first
 */
export function loadWords(): readonly string[] {
  loaded ??= loadAll();
  return loaded;
}

function loadAll(): readonly string[] {
  const ofApps = APPS.map((app) => languagesOf(path.join(ROOT, app)));
  const languages = (ofApps[0] ?? []).filter((language) => ofApps.every((others) => others.includes(language)));
  for (const language of languages.filter((each) => each !== SOURCE_LANGUAGE)) {
    for (const app of APPS) provideCatalog(app, language, compiledCatalog(readCatalog(path.join(ROOT, app), language)));
  }
  return languages;
}
