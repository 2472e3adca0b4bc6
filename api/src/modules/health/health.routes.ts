/** What an operator's tools ask: is it alive, can it serve, how much does it do, what does it offer. */
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { ApiModule } from '../../api-module';
import type { Queryable } from '../../database/kysely';
import { RETRY_AFTER_S } from '../../plugins/error-handler';
import { Readiness } from './readiness';

/** What is measured when it is asked for, and what an operator reads beside it. */
const GAUGES = {
  uptime_seconds: 'Time since this process started.',
  resident_bytes: 'Memory of this process.',
  heap_used_bytes: 'Memory that JavaScript uses.',
  outbox_waiting: 'Messages that are not sent yet.',
  payments_open: 'Payments without an outcome.',
  payment_refunds_waiting: 'Refunds of surplus payments that are still to be made.',
  order_refunds_waiting: 'Refunds of cancelled orders that are still to be made.',
  order_refunds_unclear: 'Refunds whose outcome an operator has to look up at the provider.',
  payment_alerts_unseen: 'Payment alerts that an operator has not marked as seen.',
} as const;

export const healthModule: ApiModule = (app, { db, databaseUse, log, workers }) => {
  const readiness = new Readiness(db, log);
  workers.add(readiness);
  app.addHook('onReady', () => readiness.look());

  app.get('/health', async () => ({ data: { status: 'ok' } }));

  app.get('/ready', async (_request, reply) => {
    if (readiness.isReady && databaseUse.isHeld) return { data: { status: 'ready' } };
    const message = readiness.isReady ? 'The lock on the database is lost.' : 'The database does not answer.';
    return reply.status(503).header('retry-after', String(RETRY_AFTER_S)).send({ message, code: 'NOT_READY' });
  });

  const gauges = Object.fromEntries(
    Object.entries(GAUGES).map(([name, help]) => [
      name,
      new Gauge({ name: `foodhall_${name}`, help, registers: [app.metrics] }),
    ]),
  );

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const counts = await countsOf(db);
    const { rss, heapUsed } = process.memoryUsage();
    const values = { uptime_seconds: process.uptime(), resident_bytes: rss, heap_used_bytes: heapUsed, ...counts };
    for (const [name, value] of Object.entries(values)) gauges[name]?.set(Number(value));
    return reply.type(app.metrics.contentType).send(await app.metrics.metrics());
  });

  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
};

/** An unseen alert and an unclear refund wait for an operator; the others return to 0 by themselves. */
async function countsOf(db: Queryable): Promise<Partial<Record<keyof typeof GAUGES, number>>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from outbox where done_at is null) as outbox_waiting,
    (select count(*) from payment_attempts where state in ('open', 'superseded')) as payments_open,
    (select count(*) from payment_attempts where refund_state = 'wanted') as payment_refunds_waiting,
    (select count(*) from order_cancellations where refund_state in ('wanted', 'asked')) as order_refunds_waiting,
    (select count(*) from order_cancellations where refund_state = 'unclear') as order_refunds_unclear,
    (select count(*) from payment_alerts where seen_at is null) as payment_alerts_unseen`.execute(db);
  return rows[0] ?? {};
}
