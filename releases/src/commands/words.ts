// npm run words [app…]: shows the messages that a catalog lacks or does not use, wrong translations, and text that is in no message.
//   -- --write   adds the missing messages with an empty translation, and removes those that nothing uses
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { project } from '../build/project';
import { type WordsOfApp, wordsIn } from '../words/app-words';
import { problemsOfCatalog, readCatalog } from '../words/catalogs';
import { runCommand } from './run-command';

/** The folders besides the apps that have texts: the primitives, and the server. A remote's own repository has none of them. */
const OTHERS = ['shared-contracts', 'core', 'api'];

const directoryOf = (app: string) => (OTHERS.includes(app) ? path.join(project.root, app) : project.directoryOf(app));

const appsWithWords = (): string[] =>
  [...project.apps, ...OTHERS].filter((app) => existsSync(path.join(directoryOf(app), 'src')));

/** Writes a catalog with exactly these messages, sorted, so that two people's changes rarely meet on one line. */
async function rewrite(directory: string, language: string, keys: readonly string[]): Promise<void> {
  const catalog = readCatalog(directory, language);
  const complete = Object.fromEntries([...keys].sort().map((key) => [key, catalog[key] ?? '']));
  await writeFile(path.join(directory, 'src/locales', `${language}.json`), `${JSON.stringify(complete, null, 2)}\n`);
}

/** @returns sentences, each with its place */
function problemsOf({ directory, keys, problems, languages }: WordsOfApp): string[] {
  const inCatalogs = languages.flatMap((language) =>
    problemsOfCatalog(keys, readCatalog(directory, language), language).map(
      (problem) => `src/locales/${language}.json: ${problem}`,
    ),
  );
  return [...problems, ...inCatalogs];
}

/** Explains what cannot be translated, and what is not, in sentences. The list is empty if all texts are complete. */
export async function checkWords(): Promise<string[]> {
  const apps = await Promise.all(
    appsWithWords().map(async (app) =>
      problemsOf(await wordsIn(directoryOf(app))).map((problem) => `${app}/${problem}`),
    ),
  );
  return apps.flat();
}

await runCommand(import.meta.url, async () => {
  const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
  let failed = 0;
  for (const app of positionals.length > 0 ? positionals : appsWithWords()) {
    const words = await wordsIn(directoryOf(app));
    const { directory, languages, keys } = words;
    if (values.write) for (const language of languages) await rewrite(directory, language, keys);
    const problems = problemsOf(words);
    failed += problems.length;
    console.log(`${app}: ${keys.length} messages in ${['en', ...languages].join(', ')}; ${problems.length} problems`);
    for (const problem of problems) console.log(`  ${problem}`);
  }
  if (failed > 0) process.exitCode = 1;
});
