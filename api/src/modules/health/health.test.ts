import { sql } from 'kysely';
import { withTestApp } from '../../testing/test-app';
import { COUNTS } from './health.routes';

const api = withTestApp();

test('the metrics scan no table, however many payments there are', async () => {
  const plan = await api.current.deps.db.transaction().execute(async (trx) => {
    // A scan is left only where there is no index.
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${COUNTS}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('payment_attempts_to_check');
  expect(plan).not.toContain('Seq Scan');
});
