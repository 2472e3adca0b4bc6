/** Makes a backup of the database at one moment, and of the pictures. With PostgreSQL the site may run meanwhile. */
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { whileNoMigration } from 'core/database/migrate';
import { isSystemError, messageOf } from 'core/errors';
import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { BackupError, type BackupSummary, type Row, type Sequence, writeBackup } from './backup-file';
import { type Table, tablesOf } from './tables';

const BATCH = 500;
/** A multiple of three, so that the base64 texts of chunks have no padding between them. */
const CHUNK_BYTES = 49_152;
/** These settings make every PostgreSQL server write a value as the same text. */
const TEXT_SETTINGS = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local bytea_output = 'hex';
  set local intervalstyle = 'postgres'`;

interface BackupSource {
  /** A pool whose statements may take long. */
  pool: Pool;
  mediaDir: string;
}

/**
 * Writes all tables except the unlogged ones, as of one moment, and the pictures. A picture that the tables name is not deleted for another
 * week.
 * @param path of a new file
 * @throws BackupError for a database without a site, and for the reasons of `writeBackup`
 */
export async function backUp(
  { pool, mediaDir }: BackupSource,
  path: string,
): Promise<BackupSummary & { bytes: number }> {
  const client = await pool.connect();
  try {
    const tables = await whileNoMigration(client, async () => {
      await client.query('begin isolation level repeatable read read only');
      await client.query(TEXT_SETTINGS);
      const tables = await tablesOf(client);
      // A migration waits until the backup ends.
      if (tables.length > 0) {
        await client.query(
          `lock table ${tables.map(({ name }) => escapeIdentifier(name)).join(', ')} in access share mode`,
        );
      }
      return tables;
    });
    if (!tables.some(({ name }) => name === 'schema_migrations')) {
      throw new BackupError('The database has no site: a backup would be empty. Check DATABASE_URL or DATA_DIR.');
    }
    const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name',
    );
    return await writeBackup(path, {
      header: { at: new Date().toISOString(), migrations },
      tables: sectionsOf(client, tables),
      sequences: () => sequencesOf(client),
      files: filesIn(mediaDir),
    });
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

async function* sectionsOf(client: PoolClient, tables: readonly Table[]) {
  for (const table of tables) {
    // The restored database writes its own rows.
    if (table.name === 'schema_migrations') continue;
    // A transaction number is valid in this database only.
    const columns = table.columns.filter(({ type }) => type !== 'xid8').map(({ name }) => name);
    yield { table: table.name, columns, rows: rowsOf(client, table, columns) };
  }
}

async function* rowsOf(client: PoolClient, { name, key }: Table, columns: readonly string[]): AsyncGenerator<Row[]> {
  const texts = columns.map((column) => `${escapeIdentifier(column)}::text`).join(', ');
  // The rows are sorted by key, so that two backups of the same rows are identical.
  const order = key.length > 0 ? ` order by ${key.map(escapeIdentifier).join(', ')}` : '';
  await client.query(`declare backup no scroll cursor for select ${texts} from ${escapeIdentifier(name)}${order}`);
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({ text: `fetch ${BATCH} from backup`, rowMode: 'array' });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await client.query('close backup');
}

async function sequencesOf(client: PoolClient): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    'select sequencename as name from pg_sequences where schemaname = current_schema() order by 1',
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${escapeIdentifier(name)}`,
    );
    sequences.push(...values.map((value) => ({ sequence: name, ...value })));
  }
  return sequences;
}

/** Matches the draft of a picture that is being written: its name ends with a UUID. */
const DRAFT = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function* filesIn(directory: string) {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    if (isSystemError(error) && error.code === 'ENOENT') return [];
    throw unreadable(directory, error);
  });
  const names = entries.filter((entry) => entry.isFile() && !DRAFT.test(entry.name)).map(({ name }) => name);
  for (const file of names.sort()) {
    const path = join(directory, file);
    const opened = await open(path).catch((error: unknown) => {
      // A picture that is on no menu may be deleted in the meantime.
      if (isSystemError(error) && error.code === 'ENOENT') return null;
      throw unreadable(path, error);
    });
    if (!opened) continue;
    try {
      yield { file, content: contentOf(opened, path) };
    } finally {
      // This also closes the file if the backup ends before it has read the picture.
      await opened.close();
    }
  }
}

async function* contentOf(file: FileHandle, path: string): AsyncGenerator<Buffer> {
  try {
    yield* file.createReadStream({ highWaterMark: CHUNK_BYTES, autoClose: false });
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, error: unknown) =>
  new BackupError(`${path} cannot be read (${messageOf(error)}).`, { cause: error });
