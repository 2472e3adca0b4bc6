/** Imports venue documents from files into the database, all of them or none. A repeated import changes nothing. */
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { inTransaction, type Queryable } from 'core/database/kysely';
import { messageOf } from 'core/errors';
import type { Environment } from 'settings/environment';
import { problemOfSecretName } from 'settings/read';
import { readUtf8 } from 'shared-contracts/utf8';
import type { z } from 'zod';
import { MediaFiles } from '../pictures/media';
import { firstText, missingTranslations } from './document-texts';
import { type IllustratedVenue, illustrate } from './illustrate';
import { ImportError } from './import-error';
import { filesBeside } from './picture-files';
import { readText, remarkLines, type Source } from './read-source';
import { unusualPrices, type VenueDocument, venueDocumentSchema } from './venue-document';
import { writeVenues } from './write-venues';

export interface ImportReport {
  venues: number;
  vendors: number;
  items: number;
  /** The number of rows that were inserted, updated or hidden. */
  changed: number;
}

/**
 * @param paths one document per venue; other venues in the database do not change
 * @param mediaDir the folder of the pictures (see MediaFiles)
 * @param environment the settings, with SECRET_NAMES
 * @throws ImportError with every problem of every file
 */
export async function importDocuments(
  db: Queryable,
  paths: readonly string[],
  { mediaDir, environment = {} }: { mediaDir: string; environment?: Environment },
): Promise<ImportReport> {
  const problems: string[] = [];
  const media = new MediaFiles(mediaDir);
  const venues: IllustratedVenue[] = [];
  for (const path of paths) {
    const source = await readSource(path, venueDocumentSchema, problems);
    if (source) checkSecretNames(source, (secret) => problemOfSecretName(environment, secret), problems);
    if (source) venues.push(await illustrate(source, media, filesBeside(path, media), problems));
  }
  checkSlugs(venues, problems);
  if (problems.length > 0) throw new ImportError(problems);

  await media.write();
  const { vendorIds, changed } = await inTransaction(db, (trx) => writeVenues(trx, venues));
  return { venues: venues.length, vendors: vendorIds.length, items: countItems(venues), changed };
}

/** Adds the faults in the names of the venue's secrets to `problems`. */
export function checkSecretNames(
  { content: { payment }, problem }: Pick<Source<VenueDocument>, 'content' | 'problem'>,
  problemOf: (name: string) => string | null,
  problems: string[],
): void {
  for (const field of ['secret_env', 'webhook_secret_env'] as const) {
    const message = payment[field] === null ? null : problemOf(payment[field]);
    if (message !== null) problems.push(problem(['payment', field], message));
  }
}

export interface CheckedDocument {
  problems: string[];
  warnings: string[];
  /** Null if there are problems. */
  venue: { slug: string; name: string; vendors: number; items: number } | null;
}

/**
 * Checks that a document, with the pictures beside it, could be imported. It writes nothing.
 * @param name the name of the document in its problems
 */
export async function checkDocument(path: string, name: string): Promise<CheckedDocument> {
  const problems: string[] = [];
  const source = await readSource(path, venueDocumentSchema, problems, name);
  if (!source) return { problems, warnings: [], venue: null };
  const media = new MediaFiles('');
  await illustrate(source, media, filesBeside(path, media), problems);
  const { content } = source;
  const { slug, vendors } = content;
  return {
    problems,
    warnings: remarkLines(source, 'warning', [...unusualPrices(content), ...missingTranslations(content)]),
    venue:
      problems.length > 0
        ? null
        : {
            slug,
            name: firstText(content.name, content.languages),
            vendors: vendors.length,
            items: countItems([source]),
          },
  };
}

/** Reads and checks one JSON file, and adds its faults to `problems`. */
export async function readSource<T extends z.ZodType>(
  path: string,
  schema: T,
  problems: string[],
  name = relative(process.cwd(), path),
): Promise<Source<z.output<T>> | null> {
  let content: Buffer;
  try {
    content = await readFile(path);
  } catch (error) {
    problems.push(`${name} cannot be read (${messageOf(error)})`);
    return null;
  }
  const read = readUtf8(content);
  if ('text' in read) return readText(name, read.text, schema, problems);
  problems.push(`${read.line === null ? name : `${name}:${read.line}`} ${read.problem}`);
  return null;
}

function checkSlugs(sources: readonly Source<VenueDocument>[], problems: string[]): void {
  const seen = new Map<string, string>();
  for (const { name, content, problem } of sources) {
    const other = seen.get(content.slug);
    if (other) problems.push(problem(['slug'], `'${content.slug}' is also the venue of ${other}`));
    seen.set(content.slug, name);
  }
}

const countItems = (venues: readonly Source<VenueDocument>[]): number =>
  venues
    .flatMap(({ content }) => content.vendors)
    .flatMap(({ menus }) => menus.flatMap(({ groups }) => groups))
    .reduce((sum, { items }) => sum + items.length, 0);
