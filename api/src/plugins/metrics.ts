/** Counts for whoever operates the site, in Prometheus' text format. Nothing about persons, so nothing to guard. */
import type { FastifyInstance } from 'fastify';

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface Metrics {
  /** @param gauges what the caller measures at this moment, by name */
  text(gauges: Readonly<Record<string, number>>): string;
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

export function registerMetrics(app: FastifyInstance): void {
  const answers = new Map<string, number>();
  const within = new Array<number>(BUCKETS.length).fill(0);
  let count = 0;
  let seconds = 0;

  app.addHook('onResponse', async (request, reply) => {
    // By route, not by address: an address holds ids.
    const labels = `method="${request.method}",route="${request.routeOptions.url ?? 'page'}",status="${reply.statusCode}"`;
    answers.set(labels, (answers.get(labels) ?? 0) + 1);
    const took = reply.elapsedTime / 1000;
    count += 1;
    seconds += took;
    for (const [index, bound] of BUCKETS.entries()) if (took <= bound) within[index] = (within[index] ?? 0) + 1;
  });

  app.decorate('metrics', {
    text: (gauges) => {
      const lines = ['# TYPE foodhall_requests_total counter'];
      for (const [labels, total] of answers) lines.push(`foodhall_requests_total{${labels}} ${total}`);
      lines.push('# TYPE foodhall_request_seconds histogram');
      for (const [index, bound] of BUCKETS.entries()) {
        lines.push(`foodhall_request_seconds_bucket{le="${bound}"} ${within[index] ?? 0}`);
      }
      lines.push(`foodhall_request_seconds_bucket{le="+Inf"} ${count}`);
      lines.push(`foodhall_request_seconds_sum ${seconds}`, `foodhall_request_seconds_count ${count}`);
      for (const [name, value] of Object.entries(gauges))
        lines.push(`# TYPE foodhall_${name} gauge`, `foodhall_${name} ${value}`);
      return `${lines.join('\n')}\n`;
    },
  });
}
