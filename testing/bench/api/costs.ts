// Measures the cost of single requests: processor time of the API and of the database.
import { activeQueueSchema, cartSchema, one } from 'shared-contracts/schemas';
import { anAdd } from 'shared-contracts/testing/builders';
import { buy, itemsOf, lineOf, move, prepareOrder, readItem, readVendor } from '../../client/orders';
import { type Figure, medianOf } from '../support/figures';
import { copyOrders, LIVE, type Market, personOf } from './market-day';
import type { Cost, DatabaseName, Subject } from './subject';

/** The guests of a round. Each has a cart of its own. */
const GUESTS = 20;
const LINES = 5;
/** The orders of a round, one after the other. */
const ORDERS = 20;
const QUEUE_READS = 40;

/** @returns the cost of each of `requests`, in milliseconds */
export async function costOf(subject: Subject, requests: number, work: () => Promise<void>): Promise<Cost> {
  const before = await subject.processorMs();
  await work();
  const after = await subject.processorMs();
  return {
    api: (after.api - before.api) / requests,
    database: (after.database - before.database) / requests,
  };
}

async function medianCost(rounds: number, round: (index: number) => Promise<Cost>): Promise<Cost> {
  await round(0);
  const found: Cost[] = [];
  for (let index = 1; index <= rounds; index += 1) found.push(await round(index));
  return { api: medianOf(found.map(({ api }) => api)), database: medianOf(found.map(({ database }) => database)) };
}

/**
 * Limits in milliseconds: half of each cost before 2026-11-23 on the machine of docs/benchmarks.md. The embedded database runs in the API's
 * process.
 */
const LIMITS: Readonly<Record<DatabaseName, { add: Cost; queue: Cost }>> = {
  postgres: { add: { api: 4.9, database: 2.6 }, queue: { api: 11.5, database: 13.2 } },
  pglite: { add: { api: 8.3, database: 0 }, queue: { api: 42, database: 0 } },
};

function figuresOf(subject: Subject, name: string, cost: Cost, limit?: Cost): Figure[] {
  const figure = (names: string, of: 'api' | 'database'): Figure => ({
    name: `${name}, processor of ${names}`,
    value: cost[of],
    unit: 'ms',
    ...(limit && { atMost: limit[of] }),
  });
  return subject.database === 'pglite'
    ? [figure('the API with PGlite', 'api')]
    : [figure('the API', 'api'), figure('PostgreSQL', 'database')];
}

/** The cost of the call that settles a payment, with the order that it places and the events of the order. */
async function costOfPaying(subject: Subject, rounds: number): Promise<Cost> {
  // Without webhooks, only the measured call settles a payment.
  await subject.sandbox.control('PUT', '/faults', { webhooks: { mode: 'drop' } });
  const cost = await medianCost(rounds, async (round) => {
    const settles: (() => Promise<void>)[] = [];
    for (let index = 0; index < ORDERS; index += 1) {
      const person = personOf(subject, (round + rounds + 1) * GUESTS + index + 1);
      settles.push((await prepareOrder(person, subject.sandbox)).settle);
    }
    return costOf(subject, ORDERS, async () => {
      for (const settle of settles) await settle();
    });
  });
  await subject.sandbox.control('DELETE', '/faults');
  return cost;
}

/**
 * Computes the database's share of the processor time. With all processors busy, the API reaches this share of the rate of a client that
 * only sends the same statements.
 */
const partOfDatabase = ({ api, database }: Cost): Figure => ({
  name: "paying a cart: the database's part of the processor",
  value: database / (api + database),
  unit: '',
  atLeast: 0.5,
});

/** Adds to carts, takes orders from cart to Collected, and reads a queue of LIVE orders. */
export async function measureCosts(
  subject: Subject,
  { staff, buyer, vendorId }: Market,
  rounds: number,
): Promise<Figure[]> {
  const limits = LIMITS[subject.database];
  const vendor = await readVendor(staff, vendorId);
  const lines = await Promise.all(
    itemsOf(vendor)
      .slice(0, LINES)
      .map(async ({ id }) => anAdd(lineOf(vendor, await readItem(staff, id)))),
  );
  const add = await medianCost(rounds, (round) =>
    costOf(subject, GUESTS * lines.length, async () => {
      for (let guest = 1; guest <= GUESTS; guest += 1) {
        const person = personOf(subject, round * GUESTS + guest);
        for (const line of lines) await person.post('/carts', line, one(cartSchema));
      }
    }),
  );
  const order = await medianCost(rounds, () =>
    costOf(subject, ORDERS, async () => {
      for (let index = 0; index < ORDERS; index += 1) {
        await move(staff, await buy(buyer, subject.sandbox), 'busy', 'done', 'collected');
      }
    }),
  );
  await subject.runSql(copyOrders(LIVE, 'live'));
  const queue = await medianCost(rounds, () =>
    costOf(subject, QUEUE_READS, async () => {
      for (let read = 0; read < QUEUE_READS; read += 1) {
        await staff.get(`/queues/active?vendor_id=${vendorId}`, activeQueueSchema);
      }
    }),
  );
  const { data } = await staff.get(`/queues/active?vendor_id=${vendorId}`, activeQueueSchema);
  const pay = await costOfPaying(subject, rounds);
  return [
    ...figuresOf(subject, `add to a cart of 0 to ${LINES - 1} lines`, add, limits.add),
    ...figuresOf(subject, 'an order, from an empty cart to Collected', order),
    ...figuresOf(subject, 'paying a cart', pay),
    ...(subject.database === 'postgres' ? [partOfDatabase(pay)] : []),
    ...figuresOf(subject, `a queue of ${data.length}`, queue, limits.queue),
  ];
}
