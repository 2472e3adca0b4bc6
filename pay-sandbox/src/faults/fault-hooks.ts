import type { FastifyInstance } from 'fastify';
import { type Faults, takeFault } from './faults';

/**
 * Adds latency and failures to the calls of a scope, and waits before each response until the state is on disk.
 * @param failure the body that the provider responds with when it fails
 */
export function applyFaults(app: FastifyInstance, faults: Faults, save: () => Promise<void>, failure: string) {
  const isFailing = (url: string, when: Faults['failure']['when']) =>
    faults.failure.when === when && url.startsWith(faults.failure.path) && takeFault(faults.failure);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (faults.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.latencyMs));
    if (isFailing(request.url, 'before')) return reply.code(500).send(failure);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    await save();
    if (reply.statusCode < 500 && isFailing(request.url, 'after')) {
      reply.code(500);
      return failure;
    }
    return payload;
  });
}
