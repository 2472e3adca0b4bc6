/** Serves an operator's tools: liveness, readiness, metrics. */

import type { Queryable } from 'core/database/kysely';
import { isUnavailable } from 'core/database/unavailable';
import { plainText } from 'core/http/bodies';
import { RETRY_AFTER_S } from 'core/http/error-handler';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { errorSchema, one } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { Readiness } from './readiness';

/** Gauges of this process, each with the help text that an operator reads. */
const PROCESS_GAUGES = {
  uptime_seconds: 'Time since this process started.',
  resident_bytes: 'Memory of this process.',
  heap_used_bytes: 'Memory that JavaScript uses.',
} as const;

/** These are counted in the database at each request, and left out while the database does not respond. */
const DATABASE_GAUGES = {
  outbox_waiting: 'Messages that are not sent yet.',
  outbox_dead: 'Messages that failed for good, which an operator has to look at.',
  payments_open: 'Payments without an outcome.',
  payment_refunds_waiting: 'Refunds of surplus payments that are still to be made.',
  order_refunds_waiting: 'Refunds of orders that are still to be made.',
  order_refunds_unclear: 'Refunds whose outcome an operator has to look up at the provider.',
  transfers_refused: 'Transfers to stalls that the provider refused, which an operator has to look at.',
  payment_alerts_unseen: 'Payment alerts that an operator has not marked as seen.',
} as const;

const FOR_ALL = { config: { policy: 'public' } } as const;

const statusOf = <Word extends string>(word: Word) => one(z.object({ status: z.literal(word) }));

export const healthModule: ApiModule = (app, { db, notifications, departure, log }) => {
  const readiness = new Readiness(db, log);
  app.addHook('onReady', () => readiness.look());
  app.addHook('onListen', async () => readiness.start());
  app.addHook('onClose', () => readiness.stop());

  const problemOf = (): string | null => {
    if (departure.hasBegun) return 'The process is stopping.';
    if (!readiness.isReady) return 'The database does not respond.';
    return notifications.isListening ? null : 'The connection to the other processes is lost.';
  };

  app.get('/health', { ...FOR_ALL, schema: { response: { 200: statusOf('ok') } } }, async () => ({
    data: { status: 'ok' as const },
  }));

  app.get(
    '/ready',
    { ...FOR_ALL, schema: { response: { 200: statusOf('ready'), 503: errorSchema } } },
    async (_request, reply) => {
      const problem = problemOf();
      if (problem === null) return { data: { status: 'ready' as const } };
      return reply
        .status(503)
        .header('retry-after', String(RETRY_AFTER_S))
        .send({ message: problem, code: 'NOT_READY' });
    },
  );

  const ofProcess = gaugesOf(PROCESS_GAUGES, app.metrics);
  const ofDatabase = gaugesOf(DATABASE_GAUGES, app.metrics);

  app.get(
    '/metrics',
    { config: { policy: 'operations' }, schema: { response: { 200: plainText } } },
    async (_request, reply) => {
      const { rss, heapUsed } = process.memoryUsage();
      ofProcess.uptime_seconds.set(process.uptime());
      ofProcess.resident_bytes.set(rss);
      ofProcess.heap_used_bytes.set(heapUsed);
      const counts = readiness.isReady ? await countsUnlessAway(db) : null;
      for (const [name, gauge] of entriesOf(ofDatabase)) {
        if (counts) gauge.set(Number(counts[name]));
        else gauge.remove();
      }
      return reply.type(app.metrics.contentType).send(await app.metrics.metrics());
    },
  );
};

type Gauges<Names extends string> = Readonly<Record<Names, Gauge>>;

function gaugesOf<Names extends string>(helps: Readonly<Record<Names, string>>, registry: Registry): Gauges<Names> {
  const gauges = entriesOf(helps).map(([name, help]) => [
    name,
    new Gauge({ name: `foodhall_${name}`, help, registers: [registry] }),
  ]);
  return Object.fromEntries(gauges);
}

const entriesOf = <Names extends string, Value>(record: Readonly<Record<Names, Value>>) =>
  Object.entries(record) as [Names, Value][];

type Counts = Record<keyof typeof DATABASE_GAUGES, number>;

/** Null while the database does not respond. */
async function countsUnlessAway(db: Queryable): Promise<Counts | null> {
  try {
    return await countsOf(db);
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}

/**
 * An unseen alert, an unclear refund and a failed message wait for an operator. The other counts return to 0 automatically. Each count has an
 * index of the rows that it counts, because a scan of all payments would slow every request of a monitor.
 */
export const COUNTS = sql<Counts>`select
    (select count(*) from outbox where done_at is null) as outbox_waiting,
    (select count(*) from outbox where done_at is not null and last_error is not null) as outbox_dead,
    (select count(*) from payment_attempts where state in ('open', 'superseded')) as payments_open,
    (select count(*) from payment_attempts where refund_state = 'wanted') as payment_refunds_waiting,
    (select count(*) from order_refunds where state in ('wanted', 'asked')) as order_refunds_waiting,
    (select count(*) from order_refunds where state = 'unclear') as order_refunds_unclear,
    (select count(*) from transfers where state = 'refused') as transfers_refused,
    (select count(*) from payment_alerts where seen_at is null) as payment_alerts_unseen`;

async function countsOf(db: Queryable): Promise<Counts> {
  const { rows } = await COUNTS.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('The database counted nothing');
  return counts;
}
