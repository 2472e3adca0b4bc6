/** What an operator's tools ask: is it alive, can it serve, how much does it do, what does it offer. */
import type { ApiModule } from '../../app';

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
};
