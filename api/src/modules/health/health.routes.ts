/** What an operator's tools ask: is it alive, can it serve, how much does it do, what does it offer. */
import type { ApiModule } from '../../api-module';

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
    const { waiting } = await db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('done_at', 'is', null)
      .executeTakeFirstOrThrow();
    const { rss, heapUsed } = process.memoryUsage();
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(
      app.metrics.text({
        uptime_seconds: process.uptime(),
        resident_bytes: rss,
        heap_used_bytes: heapUsed,
        outbox_waiting: waiting,
      }),
    );
  });

  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
};
