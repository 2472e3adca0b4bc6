/** Metrics for an operator's tools, in the text format of Prometheus. They contain no personal data. */
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';
import { PAGES_ROUTE } from './file-paths';

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

declare module 'fastify' {
  interface FastifyInstance {
    /** Each app has its own registry, so that the apps of a test run do not add to each other's counts. */
    metrics: Registry;
  }
}

export function registerMetrics(app: FastifyInstance): void {
  const registry = new Registry();
  const responses = new Counter({
    name: 'foodhall_requests_total',
    help: 'Responses, by route.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'foodhall_request_seconds',
    help: 'Time from a request to the end of its response.',
    buckets: BUCKETS,
    registers: [registry],
  });

  app.addHook('onResponse', (request, reply, done) => {
    // Counts by route, because an address contains ids.
    const { url = PAGES_ROUTE } = request.routeOptions;
    const route = url === PAGES_ROUTE ? 'page' : url;
    responses.inc({ method: request.method, route, status: String(reply.statusCode) });
    seconds.observe(reply.elapsedTime / 1000);
    done();
  });

  app.decorate('metrics', registry);
}
