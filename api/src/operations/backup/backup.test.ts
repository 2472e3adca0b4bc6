/** Tests that a backup of one database is restored into another with identical rows, and that an incomplete file is refused. */
import fs, { type FileHandle, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { migrate } from 'core/database/migrate';
import { trialPools } from 'core/testing/test-database';
import type { Pool } from 'pg';
import { Market } from '../../ordering/carts/market.testing';
import { storeUser, storeVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { backUp, filesIn } from './backup';
import { type BackupPart, readBackup } from './backup-file';
import { checkBackup, restore } from './restore';

// The test creates and fills a schema twice.
jest.setTimeout(60_000);

const api = withTestApp();
const market = new Market(() => api.current);
let folder: string;
let mediaDir: string;
let file: string;
let trial: Awaited<ReturnType<typeof trialPools>> | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-backup-'));
  mediaDir = join(folder, 'media');
  file = join(folder, 'hall.backup');
  await mkdir(mediaDir);
  await writeFile(join(mediaDir, 'plate.svg'), '<svg/>');
  // The picture fills more than one chunk, and does not compress well.
  await writeFile(join(mediaDir, 'stall.webp'), Buffer.from(Array.from({ length: 120_001 }, (_, n) => (n * n) % 251)));
  await writeFile(join(mediaDir, 'stall.webp.7f3c0e61-4a0b-4f0e-9a53-0f8a1f1f7b11'), 'half a picture');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await trial?.close();
  trial = null;
  await rm(folder, { recursive: true });
});

/** Creates another database, empty and not migrated. On the embedded engine each later statement goes to it. */
async function another(): Promise<Pool> {
  trial = await trialPools(1);
  const [pool] = trial.pools;
  if (!pool) throw new Error('There is no trial database');
  return pool;
}

const makeBackup = (path = file) => backUp({ pool: api.current.deps.pool, mediaDir }, path);

/** Restores in the same way as the command. */
async function restored(target: { pool: Pool; mediaDir: string }, path = file) {
  const checked = await checkBackup(path);
  await restore(target, path, checked);
  return checked;
}

/** Returns the whole backup except its time. */
async function partsOf(path: string): Promise<BackupPart[]> {
  const parts: BackupPart[] = [];
  for await (const part of readBackup(path)) if (part.kind !== 'header') parts.push(part);
  return parts;
}

/**
 * Stores a cart, two placed orders, a step of one of them, a refund, a role with its audit, a session, a table, and values that are hard to
 * write.
 */
async function fillMarket(): Promise<void> {
  const { db, pool } = api.current.deps;
  const venue = await storeVenue(db, { vendors: [{ delivery_method_types: ['collect', 'table'] }] });
  const buyer = await storeUser(db, { name: 'Zoë "Z" \\ {a,b} \n 🍜' });
  const owner = await storeUser(db, { vendorIds: [venue.vendor.id], operatorOf: [venue.id] });
  const { queueEntryId } = await market.placeOne(buyer, venue);
  await market.placeOne(buyer, venue);
  await market.add(buyer, { venue, notes: '' });
  await market.call('POST', `/venues/${venue.id}/tables`, owner, { names: ['12'] });
  await market.call('PUT', `/queues/${queueEntryId}`, owner, { state: 'busy' });
  await pool.query(
    `insert into webhook_events (provider, venue_id, event_key, body, received_at)
      values ('Stripe', $1, 'null', 'null', '2026-11-20 10:00:00.123456+02'), ('Stripe', $1, 'big', $2, now())`,
    [venue.id, '{"a": 9007199254740993, "b": [1.50, "\\\\", null], "é": "\\n"}'],
  );
  await pool.query("insert into attempt_counts (key, count, ends_at, busy_until) values ('\\x01', 1, now(), now())");
}

describe('a backup', () => {
  test('can restore every row, sequence and picture, and the restored database works like the first', async () => {
    await fillMarket();
    const objects = `select json_agg(definition order by definition) as all from (
        select conrelid::regclass::text || conname || replace(pg_get_constraintdef(oid), 'public.', '') as definition
          from pg_constraint where connamespace = current_schema()::regnamespace and contype <> 't'
        union all select tgrelid::regclass::text || tgname || tgenabled::text from pg_trigger join pg_class on pg_class.oid = tgrelid
          where not tgisinternal and relnamespace = current_schema()::regnamespace) as objects`;
    const [before] = (await api.current.deps.pool.query(objects)).rows;
    const { tables, files, bytes } = await makeBackup();
    expect(tables).toMatchObject({
      users: 2,
      orders: 3,
      queue_entries: 2,
      queue_transitions: 1,
      webhook_events: 2,
      venue_tables: 1,
    });
    expect(tables.audit_log).toBeGreaterThan(0);
    expect(Object.keys(tables)).not.toContain('attempt_counts');
    expect(files).toBe(2);
    const { size, mode } = await stat(file);
    expect({ size, mode: mode & 0o777 }).toEqual({ size: bytes, mode: 0o600 });

    const pool = await another();
    const restoredMedia = join(folder, 'restored');
    expect(await restored({ pool, mediaDir: restoredMedia })).toMatchObject({ tables, files, newMigrations: [] });

    const again = join(folder, 'again.backup');
    await backUp({ pool, mediaDir: restoredMedia }, again);
    expect(await partsOf(again)).toEqual(await partsOf(file));
    expect((await readdir(restoredMedia)).sort()).toEqual(['plate.svg', 'stall.webp']);
    expect((await pool.query(objects)).rows[0]).toEqual(before);
    // A read with any cursor of the first database must find this change.
    const { rows } = await pool.query(
      'select bool_and(changed_in < pg_current_xact_id()) as is_past from queue_entries',
    );
    expect(rows).toEqual([{ is_past: true }]);
    const added = await pool.query(
      "insert into users (name, email, password_hash) values ('A', 'a@b.c', 'x') returning id",
    );
    expect(added.rows).toEqual([{ id: 3 }]);
    // A pool drops the connection of a failed statement, and the embedded engine has only one.
    const client = await pool.connect();
    const failing = (statement: string) => expect(client.query(statement)).rejects;
    await failing("insert into tokens (user_id, token_hash, expires_at) values (99, '\\x01', now())").toThrow(
      'user_id_fkey',
    );
    await failing("update queue_entries set state = 'collected' where state = 'new'").toThrow('one step');
    client.release();
  });

  test('of an older version is migrated on its restore', async () => {
    const older = await another();
    await migrate(older, { isWanted: (name) => name < '0140' });
    await older.query(`insert into users (name, email, password_hash) values ('Ola', 'ola@hall.example', 'x')`);
    await backUp({ pool: older, mediaDir }, file);
    await trial?.close();

    const pool = await another();
    const { newMigrations } = await restored({ pool, mediaDir });
    expect(newMigrations[0]).toBe('0140_returned_payments.sql');
    expect((await pool.query('select name, is_demo from users')).rows).toEqual([{ name: 'Ola', is_demo: false }]);
    expect(await migrate(pool)).toEqual([]);
  });

  test('is refused for a database without a site, for an existing file, and for a file that cannot be written', async () => {
    await makeBackup();
    await expect(makeBackup()).rejects.toThrow(`${file} exists already; name a new file.`);
    const nowhere = join(folder, 'none', 'hall.backup');
    await expect(makeBackup(nowhere)).rejects.toThrow(`${nowhere} could not be written (ENOENT`);
    await expect(backUp({ pool: await another(), mediaDir }, join(folder, 'other'))).rejects.toThrow('has no site');
    expect(await readdir(folder)).toEqual(['hall.backup', 'media']);
  });

  test('and a restore close every picture that they open, even if they do not read it to the end', async () => {
    const opened = jest.spyOn(fs, 'open');
    await makeBackup();
    await expect(makeBackup(join(folder, 'none', 'hall.backup'))).rejects.toThrow('ENOENT');
    const stopped = filesIn(mediaDir);
    await stopped.next();
    await stopped.return(undefined);
    const pool = await another();
    await restored({ pool, mediaDir: join(folder, 'restored') });
    const handles = await Promise.all(opened.mock.results.map(({ value }) => value as Promise<FileHandle>));
    expect(handles.length).toBeGreaterThanOrEqual(5);
    expect(handles.filter(({ fd }) => fd !== -1)).toEqual([]);
  });

  test('that cannot be finished leaves no file', async () => {
    await expect(backUp({ pool: api.current.deps.pool, mediaDir: join(mediaDir, 'plate.svg') }, file)).rejects.toThrow(
      'plate.svg cannot be read (ENOTDIR',
    );
    expect((await readdir(folder)).filter((name) => name.startsWith('hall'))).toEqual([]);
  });
});

describe('a restore', () => {
  /** Writes the changed lines of a backup to another file. */
  async function changed(change: (lines: string[]) => unknown): Promise<string> {
    const lines = gunzipSync(await readFile(file))
      .toString()
      .split('\n');
    change(lines);
    const path = join(folder, 'changed.backup');
    await writeFile(path, gzipSync(lines.join('\n')));
    return path;
  }
  const indexOf = (lines: string[], start: string) => lines.findIndex((line) => line.startsWith(start));

  beforeEach(async () => {
    await storeUser(api.current.deps.db, { name: 'Amara' });
    await makeBackup();
  });

  test.each<[string, (lines: string[]) => unknown, string]>([
    [
      'a changed value',
      (lines) => lines.splice(0, lines.length, ...lines.map((line) => line.replace('Amara', 'Amaro'))),
      'the sum of the table users is another',
    ],
    [
      'a missing row',
      (lines) => lines.splice(indexOf(lines, '{"table":"users"') + 1, 1),
      'the sum of the table users is another',
    ],
    [
      'a changed picture',
      (lines) => lines.splice(indexOf(lines, '{"file"') + 1, 1, '"AAAA"'),
      'the sum of the picture plate.svg is another',
    ],
    ['a missing table', (lines) => lines.splice(indexOf(lines, '{"table":"users"'), 3), 'its sum is another'],
    ['a missing end', (lines) => lines.splice(-2), 'it ends too early'],
    ['a line after its end', (lines) => lines.splice(-1, 1, '{"file":"a.svg"}'), 'is after its end'],
    ['a row outside a table', (lines) => lines.splice(1, 0, '["1"]'), 'line 2 is of no section'],
    [
      'a row of another length',
      (lines) => lines.splice(indexOf(lines, '{"table":"users"') + 1, 1, '["1"]'),
      'is no row',
    ],
    ['a picture outside its folder', (lines) => lines.splice(1, 0, '{"file":"../page.html"}'), 'line 2 is unknown'],
    ['invalid JSON', (lines) => lines.splice(1, 0, '{'), 'line 2 cannot be read'],
  ])('refuses a backup with %s and changes nothing', async (_what, change, sentence) => {
    const path = await changed(change);
    const pool = await another();
    await expect(restored({ pool, mediaDir: join(folder, 'restored') }, path)).rejects.toThrow(sentence);
    expect((await pool.query('select 1 from pg_tables where schemaname = current_schema()')).rowCount).toBe(0);
    expect(await readdir(folder)).not.toContain('restored');
  });

  test.each<[string, (bytes: Buffer) => Buffer, string]>([
    ['that is truncated', (bytes) => bytes.subarray(0, -40), 'unexpected end of file'],
    [
      'with a wrong checksum',
      (bytes) => Buffer.concat([bytes.subarray(0, -8), Buffer.alloc(4), bytes.subarray(-4)]),
      'incorrect data check',
    ],
    ['of another kind', () => Buffer.from('-- PostgreSQL database dump'), 'incorrect header check'],
    ['that is empty', () => Buffer.alloc(0), 'is no whole backup'],
    ['with unknown lines', () => gzipSync('{"a":1}\n'), 'is no backup of Foodhall'],
  ])('refuses a file %s', async (_what, change, sentence) => {
    await writeFile(file, change(await readFile(file)));
    await expect(checkBackup(file)).rejects.toThrow(sentence);
  });

  test('refuses a missing file, a newer format, and a migration that this version does not know', async () => {
    await expect(checkBackup(join(folder, 'none'))).rejects.toThrow('cannot be read (ENOENT');
    const newer = await changed((lines) => lines.splice(0, 1, lines[0]?.replace('"version":1', '"version":2') ?? ''));
    await expect(checkBackup(newer)).rejects.toThrow('was made by a newer version of Foodhall');
    const ahead = await changed((lines) => lines.splice(0, 1, lines[0]?.replace('0001_initial', '9001_later') ?? ''));
    await expect(checkBackup(ahead)).rejects.toThrow(
      'The backup has migration 9001_later.sql, which this version does not know',
    );
    const other = await changed((lines) =>
      lines.splice(0, 1, lines[0]?.replace(/"checksum":"\w{3}/, '"checksum":"000') ?? ''),
    );
    await expect(checkBackup(other)).rejects.toThrow('another migration 0001_initial.sql');
  });

  test('refuses a database that is not empty', async () => {
    const { pool } = api.current.deps;
    await expect(restored({ pool, mediaDir })).rejects.toThrow('The database is not empty');
    const other = await another();
    await other.query('create table notes (text text)');
    await expect(restored({ pool: other, mediaDir })).rejects.toThrow('The database is not empty');
  });

  test('that fails half-way leaves no rows and can be repeated', async () => {
    const pool = await another();
    const target = { pool, mediaDir: join(folder, 'restored') };
    // The first picture would be written to this place.
    await writeFile(target.mediaDir, '');
    await expect(restored(target)).rejects.toThrow('EEXIST');
    expect((await pool.query('select 1 from users')).rowCount).toBe(0);
    await rm(target.mediaDir);
    await restored(target);
    expect((await pool.query('select name from users')).rows).toEqual([{ name: 'Amara' }]);
  });
});
