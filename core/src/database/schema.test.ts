/** Rules that hold for all tables, however many migrations there are. */
import { withDatabase } from '../testing/test-database';

const { database } = withDatabase();

async function namesOf(query: string): Promise<string[]> {
  const { pool } = await database();
  const { rows } = await pool.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}

/** A foreign key needs an index: for each deleted row, PostgreSQL looks for rows that refer to it. */
test('an index of all rows begins with each foreign key', async () => {
  const without = await namesOf(
    `select c.conrelid::regclass || '.' || a.attname as name
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indpred is null and i.indkey[0] = c.conkey[1])
     order by name`,
  );
  expect(without).toEqual([]);
});

test('no index repeats the beginning of another one', async () => {
  const redundant = await namesOf(
    `select distinct a.indexrelid::regclass::text as name
     from pg_index a join pg_index b on a.indrelid = b.indrelid and a.indexrelid <> b.indexrelid
     join pg_class c on c.oid = a.indrelid and c.relnamespace = 'public'::regnamespace
     where not a.indisunique and a.indpred is not distinct from b.indpred and a.indexprs is null and b.indexprs is null
       and b.indkey::text || ' ' like a.indkey::text || ' %' and a.indoption::text = left(b.indoption::text, length(a.indoption::text))
     order by name`,
  );
  expect(redundant).toEqual([]);
});

test('each table has a comment that describes its rows', async () => {
  const silent = await namesOf(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and obj_description(oid) is null order by name`,
  );
  expect(silent).toEqual([]);
});

test('an id has the type of the id that it refers to', async () => {
  const narrower = await namesOf(
    `select c.conrelid::regclass || '.' || a.attname as name
     from pg_constraint c, unnest(c.conkey, c.confkey) as pair (own, named)
       join pg_attribute a on true join pg_attribute b on true
     where c.contype = 'f' and a.attrelid = c.conrelid and a.attnum = pair.own
       and b.attrelid = c.confrelid and b.attnum = pair.named and a.atttypid <> b.atttypid
     order by name`,
  );
  expect(narrower).toEqual([]);
});
