// Tests whether a stall's frequent reads stay as quick with a million past orders as with a thousand.
import { activeQueueSchema, many, orderSchema } from 'shared-contracts/schemas';
import { type Figure, medianOf } from '../support/figures';
import { costOf } from './costs';
import { copyOrders, LIVE, type Market } from './market-day';
import type { Subject } from './subject';

const FEW = 1_000;
const MANY = 1_000_000;
const READS = 60;
const MOST_RATIO = 1.2;

/** @returns the median processor time of the API and the database for each kind of read, in milliseconds */
async function costs(
  subject: Subject,
  { staff, vendorId }: Market,
  rounds: number,
): Promise<ReadonlyMap<string, number>> {
  const page = `/vendors/${vendorId}/orders?limit=20`;
  const newest = (await staff.get(page, many(orderSchema))).data.at(-1)?.id ?? 0;
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    [`a queue of ${LIVE + 1}`]: () => staff.get(`/queues/active?vendor_id=${vendorId}`, activeQueueSchema),
    'the first page of past orders': () => staff.get(page, many(orderSchema)),
    'the page after it': () => staff.get(`${page}&after=${newest}`, many(orderSchema)),
    'the metrics': () => staff.send({ method: 'GET', path: '/metrics' }),
  };
  const found = new Map<string, number>();
  for (const [name, read] of Object.entries(reads)) {
    const each: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const cost = await costOf(subject, READS, async () => {
        for (let index = 0; index < READS; index += 1) await read();
      });
      // The first round warms up.
      if (round > 0) each.push(cost.api + cost.database);
    }
    found.set(name, medianOf(each));
  }
  return found;
}

export async function measureHistory(subject: Subject, market: Market, rounds: number): Promise<Figure[]> {
  await subject.runSql(copyOrders(FEW, 'past'));
  await subject.runSql(copyOrders(LIVE, 'live'));
  const before = await costs(subject, market, rounds);
  await subject.runSql(copyOrders(MANY - FEW, 'past'));
  // Without this, the database does it by itself during the measurement.
  await subject.runSql('vacuum analyze');
  const after = await costs(subject, market, rounds);
  return [...before].map(([name, few]) => {
    const many = after.get(name) ?? Number.NaN;
    return {
      name: `${name}: ${MANY} past orders beside ${FEW}`,
      value: many / few,
      unit: '',
      atMost: MOST_RATIO,
      note: `${many.toFixed(2)} and ${few.toFixed(2)} ms of processor`,
    };
  });
}
