/** Reads the tables, columns and keys from the catalogue of the database. */
import type { PoolClient } from 'pg';

export interface Table {
  name: string;
  /** The stored columns, in their order. */
  columns: readonly { name: string; type: string }[];
  /** The columns of the primary key. */
  key: readonly string[];
}

/** Returns the tables of the site's schema, sorted by name. Unlogged tables are left out, because they may be lost at any time. */
export async function tablesOf(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      coalesce((select json_agg(attname order by array_position(indkey::int2[], attnum))
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisprimary), '[]') as key
    from pg_class where relkind = 'r' and relpersistence = 'p' and relnamespace = current_schema()::regnamespace
    order by relname`);
  return rows;
}
