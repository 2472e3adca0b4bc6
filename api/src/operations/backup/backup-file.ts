/**
 * The file of a backup has lines of JSON, compressed with gzip. It is written and read as a stream, so memory does not limit its size.
 * docs/reference/backup.md describes the format. Each section ends with its sum, and the file ends with the sum of all lines before.
 */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { isSystemError, messageOf } from 'core/errors';
import { z } from 'zod';

const FORMAT = 'foodhall-backup';
const VERSION = 1;

/** Explains to the operator in sentences why a backup was not made or not restored. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** The values of a table's columns as PostgreSQL writes them: ISO times in UTC, bytea in hex. */
export type Row = readonly (string | null)[];

const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  at: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
const sequenceSchema = z.object({ sequence: z.string(), last: z.string(), isCalled: z.boolean() });
/** Only a plain name is valid, so that no name in a backup leads out of the folder of pictures. */
const fileSchema = z.object({ file: z.string().regex(/^\w[\w.-]*$/) });
const endOfSectionSchema = z.object({ end: z.enum(['table', 'file']), count: z.int(), sha256: z.string() });
const summarySchema = z.object({ tables: z.record(z.string(), z.int()), files: z.int() });
const endSchema = summarySchema.extend({ end: z.literal('backup'), sha256: z.string() });
const rowSchema = z.array(z.string().nullable());
const markSchema = z.union([tableSchema, sequenceSchema, fileSchema, endOfSectionSchema, endSchema]);

export type BackupHeader = Omit<z.output<typeof headerSchema>, 'format' | 'version'>;
export type Sequence = z.output<typeof sequenceSchema>;
/** The number of rows in each table, and the number of pictures. */
export type BackupSummary = z.output<typeof summarySchema>;

export interface BackupContent {
  header: BackupHeader;
  tables: AsyncIterable<{ table: string; columns: readonly string[]; rows: AsyncIterable<readonly Row[]> }>;
  /** Reads the sequences after the tables, so that no number is given twice although the site gives new ones meanwhile. */
  sequences: () => Promise<readonly Sequence[]>;
  files: AsyncIterable<{ file: string; content: AsyncIterable<Buffer> }>;
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

/**
 * Writes a new file that only its user can read. It is written as a whole or not at all.
 * @throws BackupError for a file that exists, and if it cannot be written
 */
export async function writeBackup(path: string, content: BackupContent): Promise<BackupSummary & { bytes: number }> {
  if (existsSync(path)) throw new BackupError(`${path} exists already; name a new file.`);
  const draft = `${path}.${randomUUID()}`;
  // This also runs when a signal ends the process.
  const discard = () => rmSync(draft, { force: true });
  process.once('exit', discard);
  const summary: BackupSummary = { tables: {}, files: 0 };
  const lines = withSum(linesOf(content, summary), summary);
  let failure: Error | null = null;
  try {
    const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    target.once('error', (error) => {
      failure = error;
    });
    await pipeline(Readable.from(lines, { highWaterMark: 1 }), createGzip(), target);
    await rename(draft, path);
  } catch (error) {
    if (error !== failure) throw error;
    throw new BackupError(`${path} could not be written (${messageOf(error)}).`, { cause: error });
  } finally {
    // A failed pipeline does not wait for its source to close, so the source is closed here.
    await lines.return(undefined);
    discard();
    process.off('exit', discard);
  }
  return { ...summary, bytes: (await stat(path)).size };
}

async function* withSum(lines: AsyncIterable<string>, summary: BackupSummary): AsyncGenerator<string> {
  const sum = createHash('sha256');
  for await (const text of lines) {
    sum.update(text);
    yield text;
  }
  yield lineOf({ end: 'backup', ...summary, sha256: sum.digest('hex') });
}

async function* linesOf(content: BackupContent, summary: BackupSummary): AsyncGenerator<string> {
  yield lineOf({ format: FORMAT, version: VERSION, ...content.header });
  for await (const { table, columns, rows } of content.tables) {
    yield lineOf({ table, columns });
    const sum = createHash('sha256');
    let count = 0;
    for await (const batch of rows) {
      const text = batch.map(lineOf).join('');
      sum.update(text);
      count += batch.length;
      yield text;
    }
    yield lineOf({ end: 'table', count, sha256: sum.digest('hex') });
    summary.tables[table] = count;
  }
  for (const sequence of await content.sequences()) yield lineOf(sequence);
  for await (const { file, content: bytes } of content.files) {
    yield lineOf({ file });
    const sum = createHash('sha256');
    let count = 0;
    for await (const chunk of bytes) {
      const text = lineOf(chunk.toString('base64'));
      sum.update(text);
      count += 1;
      yield text;
    }
    yield lineOf({ end: 'file', count, sha256: sum.digest('hex') });
    summary.files += 1;
  }
}

export type BackupPart =
  | ({ kind: 'header' } & BackupHeader)
  | { kind: 'rows'; table: string; columns: readonly string[]; rows: readonly Row[] }
  | ({ kind: 'sequence' } & Sequence)
  | { kind: 'content'; file: string; bytes: Buffer }
  /** All chunks of the picture were read. */
  | { kind: 'file'; file: string }
  /** The backup is complete: nothing follows. */
  | { kind: 'end'; summary: BackupSummary };

interface Section {
  of: { table: string; columns: readonly string[] } | { file: string };
  sum: Hash;
  count: number;
}

const BATCH = 500;

/**
 * Reads a backup part by part, and compares each sum as it goes.
 * @throws BackupError for a file that is not a backup, is damaged, or is incomplete
 */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const damaged = (what: string, cause?: unknown) =>
    new BackupError(`${path} is no whole backup of Foodhall: ${what}.`, { cause });
  const whole = createHash('sha256');
  const summary: BackupSummary = { tables: {}, files: 0 };
  let hasHeader = false;
  let section: Section | null = null;
  let rows: Row[] = [];
  let number = 0;
  let isEnded = false;

  for await (const line of linesIn(path, damaged)) {
    number += 1;
    const value = parsed(line, () => damaged(`line ${number} cannot be read`));
    if (isEnded) throw damaged(`line ${number} is after its end`);
    if (!hasHeader) {
      yield { kind: 'header', ...headerIn(value, path) };
      hasHeader = true;
    } else if (typeof value === 'string' || Array.isArray(value)) {
      if (!section) throw damaged(`line ${number} is of no section`);
      section.sum.update(`${line}\n`);
      section.count += 1;
      if ('table' in section.of && Array.isArray(value)) {
        rows.push(rowIn(value, section.of.columns.length, () => damaged(`line ${number} is no row`)));
        if (rows.length === BATCH) {
          yield { kind: 'rows', ...section.of, rows };
          rows = [];
        }
      } else if ('file' in section.of && typeof value === 'string') {
        yield { kind: 'content', file: section.of.file, bytes: Buffer.from(value, 'base64') };
      } else throw damaged(`line ${number} is of another section`);
    } else {
      const mark = markSchema.safeParse(value).data;
      if (!mark) throw damaged(`line ${number} is unknown`);
      if ('end' in mark && mark.end !== 'backup') {
        if (!section) throw damaged(`line ${number} ends nothing`);
        const name = 'table' in section.of ? `the table ${section.of.table}` : `the picture ${section.of.file}`;
        if (section.sum.digest('hex') !== mark.sha256 || section.count !== mark.count) {
          throw damaged(`the sum of ${name} is another`);
        }
        if ('table' in section.of) {
          if (rows.length > 0) yield { kind: 'rows', ...section.of, rows };
          rows = [];
          summary.tables[section.of.table] = section.count;
        } else {
          yield { kind: 'file', file: section.of.file };
          summary.files += 1;
        }
        section = null;
      } else if (section) throw damaged(`line ${number} is inside of a section`);
      else if ('end' in mark) {
        if (whole.digest('hex') !== mark.sha256) throw damaged('its sum is another');
        isEnded = true;
      } else if ('sequence' in mark) yield { kind: 'sequence', ...mark };
      else section = { of: mark, sum: createHash('sha256'), count: 0 };
    }
    if (!isEnded) whole.update(`${line}\n`);
  }
  if (!isEnded) throw damaged('it ends too early');
  yield { kind: 'end', summary };
}

function headerIn(value: unknown, path: string): BackupHeader {
  const header = headerSchema.safeParse(value).data;
  if (!header) throw new BackupError(`${path} is no backup of Foodhall.`);
  if (header.version > VERSION) {
    throw new BackupError(`${path} was made by a newer version of Foodhall; use that version or a newer one.`);
  }
  return { at: header.at, migrations: header.migrations };
}

function rowIn(value: unknown[], columns: number, error: () => BackupError): Row {
  const row = rowSchema.safeParse(value).data;
  if (row?.length !== columns) throw error();
  return row;
}

function parsed(line: string, error: () => BackupError): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw error();
  }
}

async function* linesIn(path: string, damaged: (what: string, cause: unknown) => BackupError): AsyncGenerator<string> {
  const source = createReadStream(path);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip).setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of gunzip) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if (isSystemError(error)) {
      throw new BackupError(`${path} cannot be read (${error.message}).`, { cause: error });
    }
    throw damaged(messageOf(error), error);
  } finally {
    source.destroy();
  }
  if (rest !== '') yield rest;
}
