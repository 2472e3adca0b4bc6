/** Counts for whoever operates the site, in Prometheus' text format. Nothing about persons, so nothing to guard. */
import type { FastifyInstance } from 'fastify';
import { Histogram } from './histogram';

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface Metrics {
  /** @param gauges what the caller measures at this moment, by name */
  text(gauges: Readonly<Record<string, number>>): string;
  /** A module's own figures, in the same format. */
  add(lines: () => Iterable<string>): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

export function registerMetrics(app: FastifyInstance): void {
  const answers = new Map<string, number>();
  const seconds = new Histogram(BUCKETS);
  const sources: (() => Iterable<string>)[] = [];

  app.addHook('onResponse', async (request, reply) => {
    // By route, not by address: an address holds ids.
    const labels = `method="${request.method}",route="${request.routeOptions.url ?? 'page'}",status="${reply.statusCode}"`;
    answers.set(labels, (answers.get(labels) ?? 0) + 1);
    seconds.observe(reply.elapsedTime / 1000);
  });

  app.decorate('metrics', {
    text: (gauges) => {
      const lines = ['# TYPE foodhall_requests_total counter'];
      for (const [labels, total] of answers) lines.push(`foodhall_requests_total{${labels}} ${total}`);
      lines.push('# TYPE foodhall_request_seconds histogram', ...seconds.lines('foodhall_request_seconds'));
      for (const [name, value] of Object.entries(gauges))
        lines.push(`# TYPE foodhall_${name} gauge`, `foodhall_${name} ${value}`);
      for (const source of sources) lines.push(...source());
      return `${lines.join('\n')}\n`;
    },
    add: (lines) => sources.push(lines),
  });
}
