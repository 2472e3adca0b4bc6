/** types.ts is written by hand, so this test compares it with the tables that the migrations make. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from '../testing/test-database';

const { database } = withDatabase();

/** The tables and their columns, as the interfaces of types.ts name them. */
function declared(): Record<string, string[]> {
  const source = readFileSync(join(__dirname, 'types.ts'), 'utf8');
  const bodyOf = (name: string) => new RegExp(`export interface ${name} \\{([^}]*)\\}`).exec(source)?.[1] ?? '';
  const members = (body: string) => [...body.matchAll(/^\s{2}(\w+): (.*);$/gm)];
  return Object.fromEntries(
    members(bodyOf('Database')).map(([, table, type]) => [
      table,
      members(bodyOf(type ?? ''))
        .map(([, column, of]) => `${column}${/null|OptionalTime/.test(of ?? '') ? '?' : ''}`)
        .sort(),
    ]),
  );
}

test('the types of the tables match the schema, column by column', async () => {
  const { pool } = await database();
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select table_name as name,
            array_agg(column_name || case when is_nullable = 'YES' then '?' else '' end) as columns
     from information_schema.columns
     where table_schema = 'public' and table_name <> 'schema_migrations' group by table_name`,
  );
  const actual = Object.fromEntries(rows.map(({ name, columns }) => [name, [...columns].sort()]));
  expect(declared()).toEqual(actual);
});
