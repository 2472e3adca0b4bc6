/** What an operator's tools ask: is it alive, can it serve, how much does it do, what does it offer. */
import { sql } from 'kysely';
import type { ApiModule } from '../../api-module';
import type { Queryable } from '../../database/kysely';

export const healthModule: ApiModule = (app, { db }) => {
  app.get('/health', async () => ({ data: { status: 'ok' } }));

  app.get('/ready', async (request, reply) => {
    try {
      await db.selectNoFrom((query) => query.lit(1).as('one')).execute();
      return { data: { status: 'ready' } };
    } catch (error) {
      request.log.error({ err: error }, 'not ready: the database does not answer');
      return reply.status(503).send({ message: 'The database does not answer.', code: 'NOT_READY' });
    }
  });

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const counts = await countsOf(db);
    const { rss, heapUsed } = process.memoryUsage();
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(
      app.metrics.text({
        uptime_seconds: process.uptime(),
        resident_bytes: rss,
        heap_used_bytes: heapUsed,
        ...counts,
      }),
    );
  });

  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
};

/** An alert that nobody has seen and an unclear refund are for somebody to look at; the others go back to 0 by themselves. */
async function countsOf(db: Queryable): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from outbox where done_at is null) as outbox_waiting,
    (select count(*) from payment_attempts where state in ('open', 'superseded')) as payments_open,
    (select count(*) from payment_attempts where refund_state = 'wanted') as payment_refunds_waiting,
    (select count(*) from order_cancellations where refund_state in ('wanted', 'asked')) as order_refunds_waiting,
    (select count(*) from order_cancellations where refund_state = 'unclear') as order_refunds_unclear,
    (select count(*) from payment_alerts where seen_at is null) as payment_alerts_unseen`.execute(db);
  return rows[0] ?? {};
}
