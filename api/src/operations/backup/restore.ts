/** Restores a backup into an empty database of either engine. */

import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { knownMigrations, migrate } from 'core/database/migrate';
import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import {
  BackupError,
  type BackupHeader,
  type BackupPart,
  type BackupSummary,
  readBackup,
  type Sequence,
} from './backup-file';
import { type Table, tablesOf } from './tables';

export interface CheckedBackup extends BackupSummary {
  /** The time of the backup, in ISO format. */
  at: string;
  /** The migrations of this version that a restore applies to the data. */
  newMigrations: string[];
}

/**
 * Reads a whole backup and compares its sums. It changes nothing.
 * @throws BackupError also for a backup of a newer version of the site
 */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  let header: BackupHeader = { at: '', migrations: [] };
  let summary: BackupSummary = { tables: {}, files: 0 };
  const known = await knownMigrations();
  for await (const part of readBackup(path)) {
    if (part.kind === 'header') {
      header = part;
      requireKnown(header, known);
    } else if (part.kind === 'end') summary = part.summary;
  }
  const applied = new Set(header.migrations.map(({ name }) => name));
  return { ...summary, at: header.at, newMigrations: [...known.keys()].filter((name) => !applied.has(name)) };
}

function requireKnown({ migrations }: BackupHeader, known: ReadonlyMap<string, string>): void {
  for (const { name, checksum } of migrations) {
    if (known.get(name) === checksum) continue;
    throw new BackupError(
      known.has(name)
        ? `The backup was made with another migration ${name} than this version has; use the version that made it.`
        : `The backup has migration ${name}, which this version does not know; use the version that made it or a newer one.`,
    );
  }
}

interface RestoreTarget {
  /** A pool whose statements may take long. No site uses its database. */
  pool: Pool;
  mediaDir: string;
}

/**
 * Restores the rows in one transaction, without triggers: nothing is sent, and nothing is written to the audit log. The pictures are written
 * before the commit. The migrations that the backup lacks run afterwards.
 * @param checked the result of `checkBackup` for the file
 * @throws BackupError for a database that is not empty
 */
export async function restore({ pool, mediaDir }: RestoreTarget, path: string, checked: CheckedBackup): Promise<void> {
  await requireEmpty(pool);
  const isNew = new Set(checked.newMigrations);
  await migrate(pool, { isWanted: (name) => !isNew.has(name) });
  const client = await pool.connect();
  try {
    await client.query('begin');
    const load = await Load.begin(client);
    const pictures = new Pictures(mediaDir);
    try {
      for await (const part of readBackup(path)) {
        await load.take(part);
        await pictures.take(part);
      }
    } finally {
      await pictures.close();
    }
    await load.end(checked);
    await holdRefunds(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
  await migrate(pool);
  await pool.query('analyze');
}

/**
 * Marks Global's waiting refunds for an operator. A refund may have been made since the backup. Global does not report partial refunds, so
 * the site would make it twice.
 */
async function holdRefunds(client: PoolClient): Promise<void> {
  await client.query(`update order_refunds refund set state = 'unclear' from payment_attempts attempt
    where attempt.id = refund.attempt_id and attempt.provider = 'Global' and refund.state in ('wanted', 'asked')`);
}

/** Refuses a database with rows. A failed restore leaves none, so its database may be used again. @throws BackupError */
async function requireEmpty(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const tables = new Set((await tablesOf(client)).map(({ name }) => name));
    if (tables.size === 0) return;
    // Each start of a site writes a row to 'site'. Data of an older version has rows in the other two.
    const marks = ['site', 'venues', 'users'].filter((name) => tables.has(name));
    const isSome = marks.map((name) => `exists (select from ${escapeIdentifier(name)})`).join(' or ') || 'false';
    const { rows } = await client.query<{ found: boolean }>(`select ${isSome} as found`);
    if (tables.has('schema_migrations') && !rows[0]?.found) return;
  } finally {
    client.release();
  }
  throw new BackupError(
    'The database is not empty, and a restore replaces nothing. Make a new one (createdb), or name another DATA_DIR.',
  );
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Loads the rows into tables without triggers and foreign keys. The same transaction restores both at the end. */
class Load {
  private readonly counts = new Map<string, number>();

  private constructor(
    private readonly client: PoolClient,
    private readonly tables: ReadonlyMap<string, Table>,
    private readonly foreignKeys: readonly ForeignKey[],
  ) {}

  static async begin(client: PoolClient): Promise<Load> {
    const tables = (await tablesOf(client)).filter(({ name }) => name !== 'schema_migrations');
    // Tables may refer to each other in circles.
    const { rows: foreignKeys } = await client.query<ForeignKey>(`
      select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
    for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
    for (const { name } of tables) await client.query(`alter table ${escapeIdentifier(name)} disable trigger user`);
    // Migrations create some rows.
    for (const { name } of tables) await client.query(`delete from ${escapeIdentifier(name)}`);
    return new Load(client, new Map(tables.map((table) => [table.name, table])), foreignKeys);
  }

  async take(part: BackupPart): Promise<void> {
    if (part.kind === 'rows') await this.insert(part);
    if (part.kind === 'sequence') await this.setSequence(part);
  }

  private async insert({ table: name, columns, rows }: BackupPart & { kind: 'rows' }): Promise<void> {
    const table = this.tables.get(name);
    const typeOf = new Map(table?.columns.map((column) => [column.name, column.type]));
    const unknown = columns.find((column) => !typeOf.has(column));
    if (!table || unknown) {
      throw new BackupError(
        `The backup has ${unknown ? `${name}.${unknown}` : `the table ${name}`}, which its version did not have.`,
      );
    }
    const values = columns.map((column, index) => `given.value_${index}::${typeOf.get(column)}`);
    const given = columns.map((_, index) => `$${index + 1}::text[]`);
    const { rowCount } = await this.client.query({
      text: `insert into ${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')}) overriding system value
        select ${values.join(', ')} from unnest(${given.join(', ')}) as given(${columns.map((_, index) => `value_${index}`).join(', ')})`,
      values: columns.map((_, index) => rows.map((row) => row[index])),
    });
    this.counts.set(name, (this.counts.get(name) ?? 0) + (rowCount ?? 0));
  }

  private async setSequence({ sequence, last, isCalled }: Sequence): Promise<void> {
    await this.client.query('select setval(quote_ident($1)::regclass, $2::bigint, $3)', [sequence, last, isCalled]);
  }

  /** @throws BackupError if the tables do not have the rows of the backup */
  async end({ tables }: BackupSummary): Promise<void> {
    for (const { name } of this.tables.values()) {
      const [expected, found] = [tables[name], this.counts.get(name) ?? 0];
      if (expected !== found) {
        throw new BackupError(
          `Of the table ${name} the backup has ${expected ?? 'no'} rows, and ${found} were restored.`,
        );
      }
    }
    for (const name of this.tables.keys()) {
      await this.client.query(`alter table ${escapeIdentifier(name)} enable trigger user`);
    }
    for (const { table, name, definition } of this.foreignKeys) {
      await this.client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
  }
}

/** Writes the pictures to the disk. An existing file has the same content, because its name is a hash. */
class Pictures {
  private draft: { path: string; handle: FileHandle } | null = null;

  constructor(private readonly directory: string) {}

  async take(part: BackupPart): Promise<void> {
    if (part.kind === 'content') {
      this.draft ??= await this.begin(part.file);
      await this.draft.handle.appendFile(part.bytes);
    } else if (part.kind === 'file') {
      this.draft ??= await this.begin(part.file);
      const { path, handle } = this.draft;
      await handle.sync();
      await handle.close();
      const target = join(this.directory, part.file);
      const isThere = await stat(target).then(
        () => true,
        () => false,
      );
      await (isThere ? rm(path) : rename(path, target));
      this.draft = null;
    }
  }

  private async begin(file: string) {
    await mkdir(this.directory, { recursive: true });
    const path = join(this.directory, `${file}.${randomUUID()}`);
    return { path, handle: await open(path, 'wx') };
  }

  /** Closes the database, also after a failed restore. */
  async close(): Promise<void> {
    if (!this.draft) return;
    await this.draft.handle.close();
    await rm(this.draft.path, { force: true });
  }
}
