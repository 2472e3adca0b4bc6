import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { sqlState } from '../errors';
import { trialPools, withDatabase } from '../testing/test-database';
import { atOneMoment, createKysely, inTransaction } from './kysely';
import { migrate } from './migrate';

const { database } = withDatabase();

let pool: Pool;
beforeEach(async () => {
  pool = (await database()).pool;
});

describe('the driver', () => {
  test('returns counts as numbers, dates as their text, times as Date, json as values', async () => {
    const { rows } = await pool.query(
      `select 7::bigint as count, '2026-03-08'::date as day, '2026-03-08T10:00:00Z'::timestamptz as at, '{"a": [1]}'::jsonb as doc`,
    );
    expect(rows).toEqual([{ count: 7, day: '2026-03-08', at: new Date('2026-03-08T10:00:00Z'), doc: { a: [1] } }]);
  });

  test('returns ids as numbers, alone, in a list and in json', async () => {
    const { rows } = await pool.query(
      `select 3000000000::bigint as id, array[7, null, 3000000000]::bigint[] as ids, json_build_array(3000000000::bigint) as doc`,
    );
    expect(rows).toEqual([{ id: 3_000_000_000, ids: [7, null, 3_000_000_000], doc: [3_000_000_000] }]);
  });

  test.each(['9007199254740993::bigint', 'array[9007199254740993]::bigint[]'])(
    'refuses a bigint that a number would round: %s',
    async (value) => {
      await expect(pool.query(`select ${value}`)).rejects.toThrow(/beyond what a number can hold/);
    },
  );

  test('gives every failure the SQLSTATE of PostgreSQL', async () => {
    const failing: [string, string][] = [
      ["insert into users (name, email, password_hash) values ('a', 'a@b.c', 'x'), ('b', 'a@b.c', 'x')", '23505'],
      ["insert into users (name, email, password_hash) values ('', 'a@b.c', 'x')", '23514'],
      ['insert into menus (vendor_id, slug, name, position) values (1, 1, 1, 1)', '23503'],
      ['select 1/0', '22012'],
      ['select nothing_there', '42703'],
    ];
    for (const [text, state] of failing) {
      const error = await pool.query(text).catch((failure: unknown) => failure);
      expect([text, sqlState(error)]).toEqual([text, state]);
    }
  });
});

describe('statements', () => {
  test('a repeated statement is prepared once and keeps returning the right rows', async () => {
    const db = createKysely(pool);
    const find = (email: string) => db.selectFrom('users').select('id').where('email', '=', email).execute();
    const add = (email: string) =>
      db.insertInto('users').values({ name: 'x', email, password_hash: 'x' }).returning('id').executeTakeFirstOrThrow();
    const { id } = await add('a@b.c');
    for (let round = 0; round < 4; round += 1) expect(await find('a@b.c')).toEqual([{ id }]);
    expect(await find('nobody@b.c')).toEqual([]);
    const { rows } = await pool.query(
      "select count(*) as prepared from pg_prepared_statements where statement like '%users%email%'",
    );
    if ((await database()).engine === 'pglite') expect(rows).toEqual([{ prepared: 1 }]);
  });

  test('a failed statement leaves the next one intact', async () => {
    const db = createKysely(pool);
    const divide = (by: number) => sql<{ result: number }>`select 10 / ${by}::integer as result`.execute(db);
    for (let round = 0; round < 3; round += 1) {
      await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
      expect((await divide(5)).rows).toEqual([{ result: 2 }]);
    }
  });
});

describe('transactions', () => {
  const add = (name: string) => ({ name, email: `${name}@b.c`, password_hash: 'x' });

  test('a failed transaction is rolled back as a whole', async () => {
    const db = createKysely(pool);
    const failing = inTransaction(db, async (trx) => {
      await trx.insertInto('users').values(add('a')).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  test('a transaction inside another one belongs to the outer one', async () => {
    const db = createKysely(pool);
    const failing = inTransaction(db, async (outer) => {
      await inTransaction(outer, (inner) => inner.insertInto('users').values(add('a')).execute());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  test('atOneMoment reads the state of one moment, and may not write', async () => {
    const db = createKysely(pool);
    const isolation = await atOneMoment(db, (trx) => sql`show transaction_isolation`.execute(trx));
    expect(isolation.rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
    const writing = atOneMoment(db, (trx) => trx.insertInto('users').values(add('a')).execute());
    await expect(writing).rejects.toThrow(/read-only transaction/);
  });

  test.each(['40001', '40P01'])('a transaction runs again when the database asks for it (%s)', async (code) => {
    const db = createKysely(pool);
    let runs = 0;
    await inTransaction(db, async (trx) => {
      runs += 1;
      await trx.insertInto('users').values(add('a')).execute();
      if (runs < 3)
        await sql`do $$ begin raise exception 'again' using errcode = ${sql.lit(code)}; end $$`.execute(trx);
    });
    expect(runs).toBe(3);
    expect(await db.selectFrom('users').select('name').execute()).toEqual([{ name: 'a' }]);
  });

  test('a transaction gives up after the fourth try, and at once for any other failure', async () => {
    const db = createKysely(pool);
    let runs = 0;
    const failing = (code: string) =>
      inTransaction(db, async () => {
        runs += 1;
        throw Object.assign(new Error('no'), { code });
      });
    await expect(failing('40001')).rejects.toThrow('no');
    expect(runs).toBe(4);
    await expect(failing('23505')).rejects.toThrow('no');
    expect(runs).toBe(5);
  });
});

describe('migrations', () => {
  let folder: string;
  let trial: Awaited<ReturnType<typeof trialPools>>;
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const run = async (of = 0): Promise<string[]> => {
    const target = trial.pools[of];
    return target ? migrate(target, { directory: folder }) : [];
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foodhall-migrations-'));
    trial = await trialPools(2);
  });
  afterEach(async () => {
    await trial.close();
    await rm(folder, { recursive: true });
  });

  test('migrations are applied once, in the order of their names', async () => {
    await write('0002_b.sql', 'alter table dish add column price integer;');
    await write('0001_a.sql', 'create table dish (id integer);');
    expect(await run()).toEqual(['0001_a.sql', '0002_b.sql']);
    expect(await run()).toEqual([]);
    await write('0003_c.sql', 'insert into dish values (1, 2);');
    expect(await run()).toEqual(['0003_c.sql']);
  });

  test('a failed migration leaves nothing behind, and is tried again', async () => {
    await write('0001_a.sql', 'create table dish (id integer); select 1/0;');
    await expect(run()).rejects.toThrow('Migration 0001_a.sql failed: division by zero');
    await write('0001_a.sql', 'create table dish (id integer);');
    expect(await run()).toEqual(['0001_a.sql']);
  });

  test('an applied migration may not be edited', async () => {
    await write('0001_a.sql', 'create table dish (id integer);');
    await run();
    await write('0001_a.sql', 'create table dish (id bigint);');
    await expect(run()).rejects.toThrow('Migration 0001_a.sql was edited after it was applied');
  });

  test('a migration that this version does not know stops the start', async () => {
    await write('0001_a.sql', 'create table dish (id integer);');
    await run();
    await rm(join(folder, '0001_a.sql'));
    await expect(run()).rejects.toThrow('The database has migration 0001_a.sql, which this version does not know');
  });

  test('one of two processes that start at once applies the migrations', async () => {
    await write('0001_a.sql', 'create table dish (id integer);');
    const [first, second] = await Promise.all([run(0), run(1)]);
    expect([...(first ?? []), ...(second ?? [])]).toEqual(['0001_a.sql']);
  });
});
