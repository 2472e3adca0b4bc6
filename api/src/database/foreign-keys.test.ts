/** A foreign key without an index reads the whole table for each row that it points to. */
import { withDatabase } from '../testing/test-app';

const { database } = withDatabase();

/**
 * Looked up once for each venue or vendor that is removed. Their tables grow with each order, and every index has its price
 * there.
 */
const WITHOUT_INDEX = ['carts.venue_id', 'payment_shares.vendor_id', 'webhook_events.venue_id'];

test('each foreign key leads an index of all rows', async () => {
  const { pool } = await database();
  const { rows } = await pool.query<{ name: string }>(
    `select c.conrelid::regclass || '.' || a.attname as name
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indpred is null and i.indkey[0] = c.conkey[1])
     order by name`,
  );
  expect([...new Set(rows.map(({ name }) => name))]).toEqual(WITHOUT_INDEX);
});
