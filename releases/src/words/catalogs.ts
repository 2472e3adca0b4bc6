/**
 * The catalogs of an app: `src/locales/fr.json` has the French message of each English one. A release is refused unless each catalog is
 * complete, since no page is shown half translated.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import compile from 'icu-minify/compile';
import { type Catalog, SOURCE_LANGUAGE } from 'shared-contracts/language';
import { z } from 'zod';

/** The messages of one language by their English text. */
export type CatalogFile = Readonly<Record<string, string>>;

const catalogSchema = z.record(z.string(), z.string());

const folderOf = (directory: string) => path.join(directory, 'src/locales');

/**
 * Lists the languages that an app has, English first.
 * @param directory the app's folder
 */
export function languagesOf(directory: string): string[] {
  const folder = folderOf(directory);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return [SOURCE_LANGUAGE, ...files.flatMap((file) => /^([\w-]+)\.json$/.exec(file)?.[1] ?? []).sort()];
}

/** True for a text of remote.json with fields that the server fills: '{{venue.data.name}}'. It is no ICU message. */
export const hasFields = (text: string): boolean => /\{\{\w+\./.test(text);

/** Compiles a catalog as the build's loader does. The server alone needs the texts with fields. */
export const compiledCatalog = (catalog: CatalogFile): Catalog =>
  Object.fromEntries(
    Object.entries(catalog).flatMap(([key, message]) => (hasFields(key) ? [] : [[key, compile(message)]])),
  );

const fieldsIn = (text: string) => new Set(text.match(/\{\{.*?\}\}/g));

function problemOfFields(key: string, translation: string): string | undefined {
  const [wanted, used] = [fieldsIn(key), fieldsIn(translation)];
  const other = [...new Set([...wanted, ...used])].filter((field) => !(wanted.has(field) && used.has(field)));
  return other.length > 0
    ? `${JSON.stringify(key)} has other fields than its translation: ${other.join(', ')}.`
    : undefined;
}

/** @throws when the file is missing or is not an object of texts */
export function readCatalog(directory: string, language: string): CatalogFile {
  return catalogSchema.parse(JSON.parse(readFileSync(path.join(folderOf(directory), `${language}.json`), 'utf8')));
}

/** A part of a compiled message: a text, or a list that begins with the name of a value or of a tag. */
type Node = unknown;

/** The names of values, numbers and tags in a compiled message, and the plural forms of each number. */
interface Used {
  names: Set<string>;
  forms: Map<string, Set<string>>;
}

function collect(node: Node, used: Used): Used {
  if (!Array.isArray(node)) return used;
  const [name, type, options] = node as [unknown, unknown, unknown];
  if (typeof name !== 'string' || node.length === 0) {
    for (const part of node) collect(part, used);
    return used;
  }
  used.names.add(name);
  // Types 1 to 3 choose one of several texts (icu-minify): by a word, a number, or an ordinal number.
  if (typeof type === 'number' && type > 0 && typeof options === 'object' && options !== null) {
    used.forms.set(name, new Set([...(used.forms.get(name) ?? []), ...Object.keys(options)]));
    for (const branch of Object.values(options)) collectBranch(branch, used);
    return used;
  }
  for (const part of node.slice(1)) collect(part, used);
  return used;
}

/** A branch is a text, or a list of parts. */
function collectBranch(branch: Node, used: Used): void {
  if (Array.isArray(branch)) for (const part of branch) collect(part, used);
}

function usedBy(message: string): Used {
  const used: Used = { names: new Set(), forms: new Map() };
  const compiled = compile(message);
  if (Array.isArray(compiled)) for (const part of compiled) collect(part, used);
  return used;
}

/** The plural forms in the order of CLDR. Versions of Node list those of a language in different orders. */
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Characters that change the direction of the text behind them: a message must not turn the page around it. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Explains what is wrong with one translation, or returns undefined. */
export function problemOfTranslation(key: string, translation: string, language: string): string | undefined {
  const quoted = JSON.stringify(key);
  if (translation.trim() === '') return `${quoted} has an empty translation.`;
  if (DIRECTION.test(translation))
    return `${quoted} has an invisible direction mark in its translation: the page sets the direction.`;
  if (hasFields(key)) return problemOfFields(key, translation);
  let used: Used;
  try {
    used = usedBy(translation);
  } catch (error) {
    return `${quoted} has a translation that is no ICU message: ${error instanceof Error ? error.message : String(error)}`;
  }
  const wanted = usedBy(key);
  const lost = [...wanted.names].filter((name) => !used.names.has(name));
  if (lost.length > 0)
    return `${quoted} lost ${lost.map((name) => `{${name}}`).join(', ')} in its translation. Names in braces and tags are not translated.`;
  const added = [...used.names].filter((name) => !wanted.names.has(name));
  if (added.length > 0)
    return `${quoted} has ${added.map((name) => `{${name}}`).join(', ')} in its translation, which the code does not give.`;
  for (const name of wanted.forms.keys()) {
    const forms = used.forms.get(name);
    // A language may say the same for each number.
    if (!forms) continue;
    const needed: readonly string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const missing = FORMS.filter((form) => needed.includes(form) && !forms.has(form));
    if (missing.length > 0)
      return `${quoted} lacks the plural ${missing.length > 1 ? 'forms' : 'form'} ${missing.join(', ')} of {${name}} in its translation.`;
  }
  return undefined;
}

/**
 * Explains what is wrong with a catalog, in sentences. The list is empty when it is complete.
 * @param keys the messages of the app's sources
 */
export function problemsOfCatalog(keys: Iterable<string>, catalog: CatalogFile, language: string): string[] {
  const wanted = new Set(keys);
  const missing = [...wanted].filter((key) => catalog[key] === undefined);
  const unused = Object.keys(catalog).filter((key) => !wanted.has(key));
  const wrong = Object.entries(catalog).flatMap(([key, translation]) =>
    wanted.has(key) ? (problemOfTranslation(key, translation, language) ?? []) : [],
  );
  return [
    ...missing.map((key) => `${JSON.stringify(key)} is missing.`),
    ...unused.map((key) => `${JSON.stringify(key)} is not used.`),
    ...wrong,
  ];
}
