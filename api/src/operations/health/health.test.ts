import { sql } from 'kysely';
import { withTestApp } from '../../testing/test-app';
import { COUNTS } from './health.routes';

const api = withTestApp();

test('the metrics need no table scan, even with many payments', async () => {
  const plan = await api.current.deps.db.transaction().execute(async (trx) => {
    // PostgreSQL then scans a table only if no index serves the query.
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${COUNTS}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('payment_attempts_to_check');
  expect(plan).not.toContain('Seq Scan');
});

test('a dead-lettered message counts until an operator has acknowledged it', async () => {
  const { app, deps } = api.current;
  const counted = async () => /foodhall_outbox_dead (\d+)/.exec((await app.inject('/api/v1/metrics')).body)?.[1];
  const done = { kind: 'event', payload: '{}', done_at: new Date() };
  await deps.db
    .insertInto('outbox')
    .values([done, { ...done, last_error: 'It cannot be read' }])
    .execute();
  await deps.db
    .insertInto('outbox')
    .values({ ...done, done_at: null, last_error: 'It is tried again' })
    .execute();
  expect(await counted()).toBe('1');
  await deps.db.updateTable('outbox').set({ last_error: null }).where('done_at', 'is not', null).execute();
  expect(await counted()).toBe('0');
});
