/** Writes the titles and descriptions of a remote's pages in its other languages, for readers that run no scripts. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FactsManifest, RemoteManifest } from 'shared-contracts/remote';
import { type CatalogFile, languagesOf, readCatalog } from '../words/catalogs';

/** A text without words, such as '{{venue.data.name}}', is in no catalog. */
const translated = ({ title, description }: FactsManifest, catalog: CatalogFile): FactsManifest => ({
  title: catalog[title] ?? title,
  description: catalog[description] ?? description,
});

/**
 * @param directory the remote's folder
 * @param output the build's folder
 * @returns the name of the file by language; undefined if the remote declares no facts, or speaks English alone
 */
export async function writeTranslatedFacts(
  directory: string,
  output: string,
  { facts }: Pick<RemoteManifest, 'facts'>,
): Promise<Record<string, string> | undefined> {
  const [, ...languages] = languagesOf(directory);
  if (!facts || languages.length === 0) return undefined;
  const files: Record<string, string> = {};
  for (const language of languages) {
    const catalog = readCatalog(directory, language);
    const inLanguage = Object.entries(facts).map(([screen, texts]) => [screen, translated(texts, catalog)]);
    files[language] = `facts.${language}.json`;
    await writeFile(path.join(output, files[language]), JSON.stringify(Object.fromEntries(inLanguage)));
  }
  return files;
}
